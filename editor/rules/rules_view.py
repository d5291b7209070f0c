"""The rules desk: the pages of a rules file at the left, the form or text in the middle, an example at the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from weakref import WeakKeyDictionary

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from editor.commands.change import Change
from editor.dialogs.forms import note
from editor.dialogs.severity import severity_icon
from editor.dialogs.texts import sentence
from editor.document.document import Document
from editor.document.rules_document import RulesDocument
from editor.look.scrolled import Scrolled
from editor.plain import PlainLabel, as_written
from editor.rules.file_page import FilePage
from editor.rules.form import RulesForm
from editor.rules.pages import FILE, Page, page_for, pages_of
from editor.rules.widgets.example_pane import ExamplePane
from engine.findings import Finding, Place, Severity
from engine.formats.patching import entry_at
from engine.formats.source import DataPath

PAGES: Final = 172
"""Pixels of the list of pages."""
LINE: Final = 24
"""Pixels of the height of a line in that list."""
SIGN: Final = 14
"""Pixels of the signs of findings in the list of pages."""
EXAMPLE: Final = 360
"""Pixels of the live example."""
KEY: Final = Qt.ItemDataRole.UserRole


class RulesView(QWidget):
    """Shows the rules file in front."""

    page_shown = Signal(object)
    """Another ``Page`` is shown."""
    said = Signal(str)
    """A text for the status bar."""
    scenario_asked = Signal()
    """The user asked for a scenario with these rules."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("rules")
        self.document: RulesDocument | None = None
        self._pages: list[Page] = []
        self._exampled: tuple[RulesDocument | None, str] = (None, "")
        """The page that the example was chosen for."""
        self._findings: Sequence[Finding] = ()
        self._last: WeakKeyDictionary[Document, str] = WeakKeyDictionary()
        """The page that was shown of each document."""
        self.list = QListWidget()
        self.list.setObjectName("pages")
        self.list.setAccessibleName("Pages of the rules")
        self.list.setMinimumWidth(PAGES)
        self.list.setIconSize(QSize(SIGN, SIGN))
        self.list.currentRowChanged.connect(self._chosen)
        self.form = RulesForm()
        self.form.refused.connect(self.said)
        # When the row that was clicked is done: it may go with its page.
        self.form.went.connect(self.show_field, Qt.ConnectionType.QueuedConnection)
        self.text = FilePage()
        self.about = note("")
        self.help = note("")
        """What the value is for that has the keyboard."""
        self.help.setMinimumHeight(2 * self.help.fontMetrics().lineSpacing())
        self.form.explained.connect(self.help.setText)
        self.broken = _Broken()
        self.broken.asked.connect(lambda: self.show_page(FILE))
        self.stack = QStackedWidget()
        self.area = Scrolled(self.form)
        for part in (self.area, self.text, self.broken):
            self.stack.addWidget(part)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(8, 8, 0, 8)
        column.setSpacing(6)
        self.heading = PlainLabel()
        font = self.heading.font()
        font.setPointSizeF(font.pointSizeF() * 1.25)
        font.setBold(True)
        self.heading.setFont(font)
        self.new_scenario = QPushButton("New scenario…")
        self.new_scenario.setToolTip("Make a scenario that is played by these rules")
        self.new_scenario.clicked.connect(self.scenario_asked)
        head = QHBoxLayout()
        head.addWidget(self.heading, 1)
        head.addWidget(self.new_scenario)
        column.addLayout(head)
        column.addWidget(self.about)
        column.addWidget(self.stack, 1)
        column.addWidget(self.help)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self.list)
        self.splitter.addWidget(middle)
        self.example = ExamplePane()
        self.example.setAccessibleName("Live example")
        self.beside = _framed(self.example)
        self.splitter.addWidget(self.beside)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([PAGES, 620, EXAMPLE])
        self.splitter.setChildrenCollapsible(False)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.splitter)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._show_now)

    # -- documents ----------------------------------------------------------------------------------------------

    def take(self, document: RulesDocument) -> None:
        """Show a rules file, at the page where it was left."""
        self.document = document
        self.form.begin()
        self._findings = ()
        self._fill_pages()
        first = FILE if not document.readable else "overview"
        self.show_page(self._last.get(document, first))

    def let_go(self) -> None:
        """Another kind of document is in front."""
        self.document = None

    def follow(self, _change: Change) -> None:
        """The text has changed: show it when the current edit is finished."""
        self._soon.start(0)

    def _show_now(self) -> None:
        if self.document is not None:
            self._fill_pages()
            self._show(self.page)

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Mark pages, rows and lines with what the umpire has found."""
        self._findings = findings
        if self.document is None:
            return
        worst: dict[str, Severity] = {}
        order = list(Severity)
        for finding in findings:
            for key in {page_for(self.document, finding.place.path).key, FILE}:
                worst[key] = min(worst.get(key, Severity.INFO), finding.severity, key=order.index)
        for row in range(self.list.count()):
            item = self.list.item(row)
            severity = worst.get(str(item.data(KEY)))
            item.setIcon(severity_icon(severity) if severity is not None else QIcon())
        self.form.show_findings(findings)
        self.text.show_findings(findings)

    # -- pages --------------------------------------------------------------------------------------------------

    @property
    def page(self) -> Page:
        """The page that is shown."""
        row = max(0, min(self.list.currentRow(), len(self._pages) - 1))
        return self._pages[row]

    def show_page(self, key: str) -> None:
        """Show a page; the first one where there is none of that key."""
        row = next((number for number, page in enumerate(self._pages) if page.key == key), 0)
        self.list.setCurrentRow(row)
        self._show(self._pages[row])

    def _fill_pages(self) -> None:
        assert self.document is not None
        pages = pages_of(self.document)
        if pages == self._pages:
            return
        key = self.page.key if self._pages and self.list.count() else ""
        self._pages = pages
        self.list.blockSignals(True)
        self.list.clear()
        for page in pages:
            item = QListWidgetItem(("    " if page.level else "") + page.title, self.list)
            item.setData(KEY, page.key)
            item.setSizeHint(QSize(0, LINE))
            item.setToolTip(as_written(page.about))
        row = next((number for number, page in enumerate(pages) if page.key == key), 0)
        self.list.setCurrentRow(row)
        self.list.blockSignals(False)
        self.show_findings(self._findings)

    def _chosen(self, row: int) -> None:
        if self.document is not None and 0 <= row < len(self._pages):
            self._show(self._pages[row])

    def _show(self, page: Page) -> None:
        document = self.document
        if document is None:
            return
        self._last[document] = page.key
        if page.blocks and (document, page.key) != self._exampled:
            # Once: what was chosen in the example by hand stays while the page is worked on.
            self._exampled = document, page.key
            self.example.show_page(page.blocks[0], document.data)
        self.example.show_rules(document.text, document.path)
        if self.heading.text() != page.title:
            self.help.clear()
        self.heading.setText(page.title)
        self.about.setText(page.about)
        self.help.setVisible(page.key != FILE)
        if page.key == FILE:
            self.text.show_document(document)
            self.stack.setCurrentWidget(self.text)
        elif document.readable:
            self.form.show_page(document, page)
            self.stack.setCurrentWidget(self.area)
        else:
            self.broken.show_findings(document.opened.notes.findings)
            self.stack.setCurrentWidget(self.broken)
        self.page_shown.emit(page)

    def show_example(self, shown: bool) -> None:
        """Show the live example beside the page, or leave the room to the page."""
        self.beside.setVisible(shown)

    # -- going to a place ---------------------------------------------------------------------------------------

    def go_to(self, place: Place) -> None:
        """Show the field of a place of the rules, or its line in the text where there is none."""
        document = self.document
        if document is None:
            return
        if place.path and document.readable and self.show_field(place.path):
            return
        self.show_line(place.line or document.source.position(place.path)[0], place.column or 1)

    def show_field(self, path: DataPath) -> bool:
        """Go to the page and field of a value; whether there is one."""
        assert self.document is not None
        page = page_for(self.document, path)
        if page.key == FILE:
            return False
        self.show_page(page.key)
        row = self.form.go_to(path)
        if row is not None:
            QTimer.singleShot(0, row, lambda: self.area.ensureWidgetVisible(row))
        return row is not None

    def show_line(self, line: int, column: int = 1) -> None:
        """Go to a line of the text."""
        self.show_page(FILE)
        self.text.go_to(line, column)

    def show_line_of_field(self) -> None:
        """From a field to its line in the text, and back."""
        document = self.document
        if document is None:
            return
        if self.page.key == FILE:
            path = entry_at(document.source, self.text.line)
            if not path or not self.show_field(path):
                self.said.emit("No page shows this line.")
            return
        path = self.form.place_in_hand()
        self.show_line(document.source.position(path, key=True)[0] if path else 1)


def _framed(pane: QWidget) -> QWidget:
    """The example with room around it, scrolled where the window is low."""
    body = QWidget()
    column = QVBoxLayout(body)
    column.setContentsMargins(8, 8, 8, 8)
    column.addWidget(pane)
    area = Scrolled(body)
    area.setMinimumWidth(EXAMPLE * 2 // 3)
    return area


class _Broken(QWidget):
    """Says why there are no forms: the text cannot be read."""

    asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        self.reason = note("")
        self.button = QPushButton("Show the text")
        self.button.clicked.connect(self.asked)
        column.addWidget(self.reason)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Say what is wrong with the text."""
        first = next((one for one in findings if one.severity is Severity.ERROR), None)
        why = f"Line {first.place.line}: {sentence(first.message)}" if first is not None else "It is empty."
        self.reason.setText(f"The text of these rules cannot be read. {why} Correct it on the page File.")
