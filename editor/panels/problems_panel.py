"""The problems: what the umpire finds during editing, where it is, under which paragraph, and how to correct it."""

from __future__ import annotations

from html import escape
from time import thread_time
from typing import Final
from weakref import WeakKeyDictionary

from PySide6.QtCore import QModelIndex, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.commands.change import Change
from editor.desk.desk import Desk
from editor.dialogs.preferences import live_checks
from editor.dialogs.severity import NAMES, counted_findings, problems_of, severity_icon
from editor.dialogs.texts import sentence
from editor.document.document import Document
from editor.document.rules_document import RulesDocument
from editor.panels.findings_model import RULE, AlikeFindings, FindingsFilter, FindingsModel
from editor.panels.findings_table import FindingsTable
from editor.panels.fixes import apply_all, apply_fix, can_fix, fixed_together, place_all, placed_together
from editor.panels.in_dock import bring_up, empty_state, set_title
from editor.panels.links import follow, go_to_place, hex_link, place_in_words, rule_link
from editor.panels.looking_over import State, state_of, task_of
from editor.panels.rehearsal import Rehearsal
from editor.plain import Html, PlainLabel, TextPage, as_written
from editor.work.background import Worker
from engine.findings import Finding, Place, Severity

DELAY: Final = 400
"""Milliseconds of quiet before the umpire looks again."""
REST: Final = 2
"""How many times longer the quiet lasts than the umpire's last check: very big maps are checked less often."""
FIRST: Final = 6
"""The sentences of a group that are told beside the table."""
MANY: Final = 60
"""With more findings than this each has one line; the details tell the rest."""


def _first_of(group: AlikeFindings) -> Html:
    """The first sentences of a group, and how many more there are."""
    told = [escape(sentence(one.message)) for one in group.findings[:FIRST]]
    more = len(group.findings) - len(told)
    return "<br>".join(told + ([f"and {more} more"] if more > 0 else []))


class ProblemsPanel(QWidget):
    """Shows the umpire's findings on the open document, kept up to date off the main thread."""

    checked = Signal(object)
    """The list of findings, each time the umpire has looked."""
    low_changed = Signal()
    """The panel has become low, or needs its height again."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.findings: list[Finding] = []
        self.low = True
        """Whether it is one line with the counts. It opens when it is asked for, and never by itself over the work."""
        self.model = FindingsModel()
        self.filter = FindingsFilter()
        self.filter.setSourceModel(self.model)
        self._build()
        self._worker = Worker("umpire", self, patient=True)
        self._worker.idle.connect(self._go_on)
        self._round = 0
        self._known: WeakKeyDictionary[Document, tuple[State, list[Finding]]] = WeakKeyDictionary()
        """What was found in each document, and in which state of it."""
        self._owing = False
        """Whether the umpire is to look again once he has done."""
        self.rehearsal = Rehearsal(desk, self)
        self.rehearsal.begun.connect(self._turns_begun)
        self.rehearsal.ended.connect(lambda: self.turns_button.setEnabled(True))
        self.rehearsal.found.connect(self.check_now)
        self.turns_action = desk.actions.add(
            "play.check",
            "Check with &test turns",
            self.rehearsal.start,
            menu="Play",
            group=4,
            tip="Let Staff play the scenario in the background, and list dead ends and idle units with the problems",
        )
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY)
        self._timer.timeout.connect(self.check_now)
        self.checked.connect(desk.controls.overlays.show_findings)
        desk.document_changed.connect(self._watch)
        desk.changed.connect(self._changed)
        self._watch(desk.document)

    # -- building ---------------------------------------------------------------------------------------------

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(4)
        layout.addLayout(self._bar())
        self.table = FindingsTable(self.filter)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._show_details())
        self.table.clicked.connect(self._clicked)
        self.table.activated.connect(self._activated)
        self.table.entered_on.connect(self._fold)
        self.details = TextPage()
        self.details.setOpenLinks(False)
        self.details.setMinimumWidth(200)
        self.details.setAccessibleName("The problem in full")
        self.details.setPlaceholderText("Choose a problem.")
        self.details.anchorClicked.connect(self._follow)
        self.fix_button = QPushButton("Fix")
        self.fix_button.hide()
        self.fix_button.clicked.connect(self.fix)
        right = QWidget()
        side = QVBoxLayout(right)
        side.setContentsMargins(0, 0, 0, 0)
        side.addWidget(self.details, 1)
        self.fix_all = QPushButton()
        self.fix_all.hide()
        self.fix_all.clicked.connect(self.fix_together)
        self.select_all = QPushButton()
        self.select_all.hide()
        self.select_all.clicked.connect(self.select_together)
        for button in (self.fix_button, self.fix_all, self.select_all):
            side.addWidget(button)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.addWidget(self.table)
        split.addWidget(right)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 1)
        self.empty = empty_state("Checking…")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.empty)
        self.pages.addWidget(split)
        layout.addWidget(self.pages, 1)
        self._fit_low()

    def _bar(self) -> QHBoxLayout:
        bar = QHBoxLayout()
        self.search = QLineEdit()
        self.search.setPlaceholderText("Filter by text, hex, unit, code or paragraph")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter_text)
        bar.addWidget(self.search, 1)
        self.brief = PlainLabel()
        self.brief.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.brief.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.brief.hide()
        bar.addWidget(self.brief, 1)
        self.switches: dict[Severity, QToolButton] = {}
        for severity in Severity:
            button = QToolButton()
            button.setIcon(severity_icon(severity))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setCheckable(True)
            button.setChecked(True)
            button.setToolTip(as_written(f"Show {NAMES[severity].lower()}s"))
            button.setAccessibleName(button.toolTip())
            button.toggled.connect(lambda on, severity=severity: self._switch(severity, on))
            self.switches[severity] = button
            bar.addWidget(button)
        self.opener = QToolButton()
        self.opener.setText("List")
        self.opener.setCheckable(True)
        self.opener.setToolTip("Show the list of problems, or only how many there are")
        self.opener.toggled.connect(lambda on: self.be_low(not on))
        bar.addWidget(self.opener)
        self.turns_button = QToolButton()
        self.turns_button.setText("Test turns")
        self.turns_button.setToolTip("Let Staff play the scenario in the background, and list dead ends and idle units")
        self.turns_button.clicked.connect(lambda: self.rehearsal.start())
        bar.addWidget(self.turns_button)
        again = QToolButton()
        again.setText("Check now")
        again.setToolTip("Check now")
        again.clicked.connect(self.check_now)
        bar.addWidget(again)
        return bar

    # -- looking ----------------------------------------------------------------------------------------------

    def _watch(self, document: Document) -> None:
        state, found = self._known.get(document, (None, []))
        self._timer.stop()
        self._round += 1
        self._show(found)
        self.turns_button.setVisible(document.scenario is not None)
        if state != state_of(document):
            self.check_now()

    def _changed(self, _change: Change) -> None:
        if live_checks():
            self._timer.start()

    @property
    def busy(self) -> bool:
        """Whether the umpire has yet to look at the last change."""
        return self._timer.isActive() or self._worker.busy or self._owing

    def check_now(self) -> None:
        """Check now, at a copy of the document."""
        self._timer.stop()
        self._round += 1
        if self._worker.busy:
            self._owing = True
            return
        number, document = self._round, self.desk.document
        state = state_of(document)
        task = task_of(document)

        def look() -> tuple[list[Finding], float]:
            begun = thread_time()
            return task(), thread_time() - begun

        def deliver(looked: tuple[list[Finding], float]) -> None:
            found, worked = looked
            found = found + self.rehearsal.findings_of(document, state)
            self._known[document] = state, found
            self._timer.setInterval(max(DELAY, round(REST * 1000 * worked)))
            if number == self._round:
                self._show(found)

        self._worker.start(look, deliver)

    def _turns_begun(self) -> None:
        """Open the list when test turns are asked for. What they find later only changes the list."""
        self.turns_button.setEnabled(False)
        self.open()

    def _go_on(self) -> None:
        if self._owing:
            self._owing = False
            self.check_now()

    def _show(self, found: list[Finding]) -> None:
        if found and found == self.findings:
            # The same as ever, as most often while one draws.
            self.checked.emit(self.findings)
            return
        keep = self.current()
        self.findings = found
        self.model.show(found, self.desk.document.scenario)
        # Whole sentences in rows as high as they need; a flood of findings stays quick with a line each.
        mode = QHeaderView.ResizeMode.ResizeToContents if len(found) <= MANY else QHeaderView.ResizeMode.Fixed
        self.table.verticalHeader().setSectionResizeMode(mode)
        counts = {severity: sum(one.severity is severity for one in found) for severity in Severity}
        for severity, button in self.switches.items():
            button.setText(str(counts[severity]))
        grave = problems_of(found)
        set_title(self, f"Problems ({grave})" if grave else "Problems")
        self._show_page()
        if keep is not None and keep in found:
            self.choose(keep)
        self._show_details()
        self.checked.emit(found)

    def open(self) -> None:
        """Bring the list of problems to the front."""
        bring_up(self)
        self.be_low(False)

    def be_low(self, low: bool) -> None:
        """Have one line only, or the whole list."""
        self.opener.setChecked(not low)
        if low is not self.low:
            self.low = low
            self._fit_low()
            self.low_changed.emit()

    def _fit_low(self) -> None:
        self.search.setHidden(self.low)
        self.pages.setHidden(self.low)
        self.brief.setVisible(self.low)

    def _show_page(self) -> None:
        if not self.findings:
            self.empty.setText("No problems found.")
        elif not self.filter.rowCount():
            self.empty.setText("No problem matches the filter.")
        self.brief.setText(f"{counted_findings(self.findings)} found." if self.findings else self.empty.text())
        self.pages.setCurrentIndex(1 if self.filter.rowCount() else 0)

    # -- using ------------------------------------------------------------------------------------------------

    def choose(self, finding: Finding) -> None:
        """Choose a finding in the table; of one in a closed group the group."""
        self.table.setCurrentIndex(self.filter.mapFromSource(self.model.index(self.model.row_of(finding), 0)))

    @property
    def group(self) -> AlikeFindings | None:
        """The group that is chosen in the table; None for a single finding."""
        return self.filter.group_at(self.table.currentIndex())

    def current(self) -> Finding | None:
        """The finding that is chosen in the table; of a group its first one."""
        finding = self.table.currentIndex().data(Qt.ItemDataRole.UserRole)
        return finding if isinstance(finding, Finding) else None

    def fix(self) -> None:
        """Carry out the quick fix of the chosen finding."""
        finding = self.current()
        if finding is not None and finding.fix is not None:
            apply_fix(self.desk, finding.fix)

    def fix_together(self) -> None:
        """Carry out the quick fixes of all problems of the same code, as one step of undo."""
        finding = self.current()
        if finding is not None and (units := placed_together(self.findings, finding.code)):
            place_all(self.desk, units)
        elif finding is not None:
            apply_all(self.desk, fixed_together(self.findings, finding.code), finding.code)

    def select_together(self) -> None:
        """Select the units and hexes of all problems of the same code."""
        finding, board = self.current(), self.desk.board
        alike = self._alike(finding.code) if finding is not None else []
        spots = [board.find(one.place.hex) for one in alike]
        units = [one.place.unit for one in alike if one.place.unit]
        self.desk.selection.set([spot for spot in dict.fromkeys(spots) if spot is not None], units)

    def _alike(self, code: str) -> list[Finding]:
        """The problems of a code that have a place."""
        return [one for one in self.findings if one.code == code and (one.place.hex or one.place.unit)]

    def _show_together(self, finding: Finding | None) -> None:
        """Offer what can be done for all problems of the code at once."""
        code = finding.code if finding is not None else ""
        fixes, alike = fixed_together(self.findings, code), self._alike(code)
        units = placed_together(self.findings, code)
        self.fix_all.setText(f"Place all {len(units)} in a hex…" if units else f"Fix all {len(fixes)} of {code}")
        self.fix_all.setVisible(len(units or fixes) > 1)
        self.select_all.setText(f"Select all {len(alike)} of {code}")
        self.select_all.setVisible(len(alike) > 1)

    def _filter_text(self, text: str) -> None:
        self.filter.set_text(text)
        self._show_page()

    def _switch(self, severity: Severity, on: bool) -> None:
        self.filter.set_hidden(severity, not on)
        self._show_page()

    def _clicked(self, _index: QModelIndex) -> None:
        if self.group is None:
            self._go()
        else:
            self._fold()

    def _activated(self, _index: QModelIndex) -> None:
        # The first of two clicks has opened a group already; Enter is heard by the table.
        if self.group is None:
            self._go()

    def _fold(self) -> None:
        """Open the chosen group, or close it."""
        group = self.group
        if group is not None:
            self.filter.fold(group.code)
            self._show_details()

    def _go(self) -> None:
        finding = self.current()
        if finding is None:
            return
        if self.table.currentIndex().column() == RULE and finding.rule:
            self.desk.rule_asked.emit(finding.rule)
        elif isinstance(self.desk.document, RulesDocument):
            self.desk.document.place_asked.emit(finding.place)
        elif not go_to_place(self.desk, finding.place.hex, finding.place.unit):
            self.desk.status(sentence(finding.message))

    def _follow(self, url: QUrl) -> None:
        follow(self.desk, url.toString())

    def _show_details(self) -> None:
        finding, group = self.current(), self.group
        self.fix_button.setVisible(finding is not None and group is None and can_fix(finding.fix))
        self._show_together(finding)
        if finding is None:
            self.details.clear()
            return
        if group is not None:
            self.details.setHtml(f"<b>{escape(group.code)}</b><br>{escape(group.said)}<br>{_first_of(group)}")
            return
        if finding.fix is not None:
            self.fix_button.setText(finding.fix.title)
        place = finding.place
        lines = [f"<b>{NAMES[finding.severity]} {escape(finding.code)}</b>", escape(sentence(finding.message))]
        if finding.hint:
            lines.append(f"<i>{escape(sentence(finding.hint))}</i>")
        unit = place_in_words(Place(unit=place.unit), self.desk.document.scenario)
        lines.append(" ".join(part for part in (hex_link(place.hex), escape(unit)) if part))
        lines.append(rule_link(finding.rule))
        self.details.setHtml("<br>".join(line for line in lines if line))
