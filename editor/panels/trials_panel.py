"""Trials: many games of the open scenario in the background, two versions compared, a value swept."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final
from weakref import WeakKeyDictionary, ref

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.commands.change import Change
from editor.controls.save_door import Wanted, ask_where, may_replace
from editor.desk.desk import Desk
from editor.dialogs.forms import form, note
from editor.dialogs.preferences import usual_player
from editor.document.document import Document
from editor.look.numbers import WholeBox
from editor.look.rebuilding import emptied, let_go
from editor.look.scrolled import Scrolled
from editor.panels.in_dock import bring_up
from editor.plain import PlainLabel, as_written
from editor.preview.trial_run import TrialRun
from editor.preview.unsaved_rules import rules_in_hand
from editor.stage.tabs import Tab
from engine import formats
from engine.errors import HexwrightError
from engine.kit.unsaved import drafts
from engine.players import names
from engine.plural import counted
from engine.scenario import Scenario
from engine.trials import TrialSpec
from engine.trials.sweeping import find, levers, rule_levers, settings, values_of
from engine.trials.trial import Planned, Trial, TrialPlan, compared, swept
from engine.trials.versions import rules_at, with_rules
from engine.umpire.checks import bars_to_play
from engine.writing import write_text

ALONE, COMPARED, SWEPT = range(3)
KINDS: Final = ("This scenario", "Compare with another version", "Try a value with several settings")
SAVED: Final = "as it was saved"
USUAL_GAMES: Final = 100
MOST_GAMES: Final = 100_000
HELP: Final = "The scenario is played many times in the background. One game says little: a hundred show a tendency."
NO_SCENARIO: Final = "A trial needs a scenario: Scenario > New scenario makes one."


def time_left(seconds: float | None) -> str:
    """How long it will take yet, as roughly as it can be known."""
    if seconds is None:
        return ""
    if seconds < 60:
        return f", {max(1, round(seconds))} s left"
    return f", {round(seconds / 60)} min left" if seconds < 5400 else f", {seconds / 3600:.1f} h left"


def lead_to_trials(desk: Desk, panel: Callable[[], TrialsPanel]) -> None:
    """The menu entry of the panel, which ``panel`` gives."""
    desk.actions.add(
        "play.trials",
        "Run &trial…",
        lambda: panel().open(),
        menu="Play",
        group=4,
        shortcut="Ctrl+F5",
        tip="Play the scenario many times and count who wins",
    )


class TrialsPanel(QWidget):
    """Plays many games of the scenario in front and shows what they came to."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.run = TrialRun(self)
        self.run.progressed.connect(self._progressed)
        self.run.ended.connect(self._ended)
        self.run.failed.connect(self._failed)
        self.seats: dict[str, QComboBox] = {}
        self._played_for: ref[Document] | None = None
        """Whose trial is under way; a document that is closed is let go."""
        self._trials: WeakKeyDictionary[Document, Trial] = WeakKeyDictionary()
        """The last trial of each document."""
        self._build()
        desk.document_changed.connect(self._watch)
        desk.changed.connect(self._changed)
        desk.tabs.closed.connect(self._closed)
        self._watch(desk.document)

    # -- building ---------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.progress = QProgressBar()
        self.progress.setAccessibleName("Games played")
        policy = self.progress.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(policy)
        self.progress.hide()
        self.rules_said = note("")
        """What to know about rules that are not saved."""
        self.rules_said.hide()
        self.trouble = PlainLabel()
        self.trouble.setWordWrap(True)
        self.trouble.hide()
        self.pages = QTabWidget()
        self.pages.setDocumentMode(True)
        self.pages.setAccessibleName("Trial and its results")
        self.pages.addTab(Scrolled(self._form()), "What is played")
        bar = self._buttons()
        bar.addWidget(self.progress, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 4, 6, 0)
        layout.setSpacing(4)
        layout.addLayout(bar)
        layout.addWidget(self.rules_said)
        layout.addWidget(self.trouble)
        layout.addWidget(self.pages, 1)

    def _form(self) -> QWidget:
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(10, 8, 10, 8)
        self.empty = note("")
        layout.addWidget(self.empty)
        columns = QHBoxLayout()
        columns.setSpacing(24)
        self.rows, self.seat_rows = form(), form()
        columns.addLayout(self.rows, 1)
        columns.addLayout(self.seat_rows, 1)
        layout.addLayout(columns)
        layout.addStretch(1)
        self.kind = QComboBox()
        self.kind.addItems(KINDS)
        self.kind.currentIndexChanged.connect(lambda _index: self._show_kind())
        self.rows.addRow("&What", self.kind)
        self.other = QComboBox()
        self.other.setToolTip("Played with the same seeds, and compared game by game")
        self.other.activated.connect(self._other_chosen)
        self.rows.addRow("&Version", self.other)
        self.lever = QComboBox()
        self.lever.setEditable(True)
        self.lever.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.lever.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.lever.setMinimumContentsLength(18)
        self.lever.currentIndexChanged.connect(lambda _index: self._show_lever())
        self.rows.addRow("V&alue", self.lever)
        self.values = QLineEdit()
        self.values.setPlaceholderText("3..8  or  2, 4, 6")
        self.rows.addRow("&Settings", self.values)
        self.games = WholeBox()
        self.games.setRange(1, MOST_GAMES)
        self.games.setValue(USUAL_GAMES)
        self.games.setToolTip("Four times the games make the intervals half as wide")
        self.rows.addRow("&Games", self.games)
        self.seed = WholeBox()
        self.seed.setRange(0, 999_999)
        self.seed.setValue(1)
        self.seed.setToolTip("The same seeds repeat the same games")
        self.rows.addRow("&First seed", self.seed)
        return body

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.play_button = QPushButton("Play")
        self.play_button.clicked.connect(self.play)
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.setToolTip("Stop here; what was played is counted")
        self.cancel_button.clicked.connect(self.run.cancel)
        self.report_button = QToolButton()
        self.report_button.setText("Report…")
        self.report_button.setToolTip("Write the results with their charts and the map as one HTML file")
        self.report_button.clicked.connect(self.report)
        self.files_button = QToolButton()
        self.files_button.setText("All files…")
        self.files_button.setToolTip("Write the report, a summary, and every game, turn and loss as CSV into a folder")
        self.files_button.clicked.connect(lambda: self.all_files())
        kinds = QMenu(self.files_button)
        kinds.addAction("Rows as CSV…", lambda: self.all_files())
        kinds.addAction("Rows as CSV and Parquet…", lambda: self.all_files(parquet=True))
        self.files_button.setMenu(kinds)
        self.files_button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        for button in (self.play_button, self.cancel_button, self.report_button, self.files_button):
            row.addWidget(button)
        return row

    # -- what there is to play --------------------------------------------------------------------------------

    def _watch(self, document: Document) -> None:
        self._fill()
        self._show_results(self._trials.get(document))

    def _changed(self, change: Change) -> None:
        if change.what in ("scenario", "all"):
            self._fill()

    def _fill(self) -> None:
        """The sides, versions and values that the scenario in front has."""
        scenario = self.desk.document.scenario
        self.setEnabled(scenario is not None)
        self.empty.setText(HELP if scenario is not None else NO_SCENARIO)
        self._take_rules(scenario)
        self._fill_seats(scenario)
        self._fill_others()
        self._fill_levers(scenario)
        self._show_kind()

    def _take_rules(self, scenario: Scenario | None) -> None:
        """Have trials played by the rules as they are in tabs, and say so."""
        said = rules_in_hand(scenario, [tab.document for tab in self.desk.tabs])
        self.rules_said.setText(said)
        self.rules_said.setVisible(bool(said))

    def _fill_seats(self, scenario: Scenario | None) -> None:
        chosen = {key: str(combo.currentData()) for key, combo in self.seats.items()}
        sides = {} if scenario is None else {key: side.name for key, side in scenario.sides.items()}
        if list(sides.items()) == [(key, combo.property("side")) for key, combo in self.seats.items()]:
            return
        emptied(self.seat_rows)
        self.seats.clear()
        for key, name in sides.items():
            combo = QComboBox()
            for player in names():
                combo.addItem(f"Computer: {player}", player)
            combo.setCurrentIndex(max(0, combo.findData(chosen.get(key, usual_player()))))
            combo.setProperty("side", name)
            self.seats[key] = combo
            self.seat_rows.addRow(as_written(name), combo)

    def _fill_others(self) -> None:
        """What the scenario may be compared with: itself as it was saved, those in other tabs, a file."""
        kept = self.other.currentData()
        document = self.desk.document
        with QSignalBlocker(self.other):
            self.other.clear()
            if document.scenario_path is not None:
                self.other.addItem(f"{document.title} {SAVED}", document.scenario_path)
            for tab in self.desk.tabs:
                path = tab.document.scenario_path
                if tab.document is not document and tab.document.scenario is not None and path is not None:
                    self.other.addItem(tab.document.title, path)
            if isinstance(kept, Path) and self.other.findData(kept) < 0:
                self.other.addItem(kept.name, kept)
            self.other.addItem("A file…", None)
            self.other.setCurrentIndex(self.other.findData(kept) if isinstance(kept, Path) else 0)

    def _other_chosen(self, row: int) -> None:
        if self.other.itemData(row) is not None:
            return
        folder = self.desk.document.path.parent if self.desk.document.path is not None else Path()
        name, _ = QFileDialog.getOpenFileName(
            self.desk.window, "Version to compare with", str(folder), "Scenarios and rules (*.yaml *.yml)"
        )
        if name:
            self.other.insertItem(row, Path(name).name, Path(name))
        # Without a file the box goes back to its first entry, so that it never names a version that is not there.
        self.other.setCurrentIndex(row if name else 0)

    def _fill_levers(self, scenario: Scenario | None) -> None:
        kept = self.lever.currentData()
        with QSignalBlocker(self.lever):
            self.lever.clear()
            for lever in (*levers(scenario), *rule_levers(scenario)) if scenario is not None else ():
                self.lever.addItem(lever.title, lever.path)
            self.lever.setCurrentIndex(max(0, self.lever.findData(kept)))

    def _show_kind(self) -> None:
        kind = self.kind.currentIndex()
        self.rows.setRowVisible(self.other, kind == COMPARED)
        self.rows.setRowVisible(self.lever, kind == SWEPT)
        self.rows.setRowVisible(self.values, kind == SWEPT)
        self._show_lever()
        self._enable()

    def _show_lever(self) -> None:
        scenario, path = self.desk.document.scenario, self.lever.currentData()
        if scenario is not None and path:
            self.values.setToolTip(as_written(f"It is {find(scenario, path).value} now; write 3..8 or 2, 4, 6"))

    def _enable(self) -> None:
        busy, trial = self.run.busy, self._trials.get(self.desk.document)
        self.play_button.setEnabled(not busy)
        self.cancel_button.setVisible(busy)
        self.report_button.setEnabled(trial is not None)
        self.files_button.setEnabled(trial is not None)

    # -- playing ----------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Bring the panel to the front."""
        bring_up(self)
        self.play_button.setFocus()

    def play(self) -> None:
        """Play what is asked for in the background."""
        self._say("")
        try:
            plan = self._plan()
        except HexwrightError as error:
            self._say(str(error))
            return
        self._played_for = ref(self.desk.document)
        self.run.start(plan, os.cpu_count() or 1)
        self._enable()

    def _plan(self) -> TrialPlan:
        """What is to be played. Raises HexwrightError in words for the user."""
        _, scenario = self.desk.document.snapshot()
        if scenario is None:
            raise HexwrightError("there is no scenario to play")
        self._take_rules(scenario)
        spec = self._spec(scenario)
        if self.kind.currentIndex() == SWEPT:
            lever = find(scenario, self.lever.currentData() or self.lever.currentText())
            return swept(spec, lever, settings(scenario, lever, values_of(self.values.text())))
        first = Planned(f"{scenario.name} as it is here", spec)
        if self.kind.currentIndex() == COMPARED:
            path = self.other.currentData()
            if not isinstance(path, Path):
                raise HexwrightError("choose a version to compare with")
            rules = rules_at(str(path))
            other = _read(path) if rules is None else with_rules(scenario, rules)
            return compared(Planned(self.other.currentText(), self._spec(other)), first)
        return TrialPlan((Planned(scenario.name, spec),))

    def _spec(self, scenario: Scenario) -> TrialSpec:
        players = {key: str(combo.currentData()) for key, combo in self.seats.items()}
        return TrialSpec(scenario, players, self.games.value(), self.seed.value(), drafts=drafts())

    def _progressed(self, played: int, games: int) -> None:
        self.progress.setRange(0, games)
        self.progress.setValue(played)
        self.progress.setFormat(f"{played} of {games} games{time_left(self.run.seconds_left)}")
        self.progress.show()

    def _ended(self, trial: Trial | None) -> None:
        document = self._played_for() if self._played_for is not None else None
        self._played_for = None
        self.progress.hide()
        if document is not None and trial is not None:
            self._trials[document] = trial
            lost = {name: sum(by.values()) for name, by in trial.first.summary.lost_at.items()}
            self.desk.controls.overlays.show_losses(document, lost)
            games = sum(len(version.results) for version in trial.versions)
            self.desk.log.add(f"{counted(games, 'game')} of {trial.first.scenario.name} played", "good")
            if document is self.desk.document:
                self._show_results(trial)
        self._enable()

    def _closed(self, tab: Tab) -> None:
        """Cancel the trial of a closed document: its results cannot be shown."""
        if self._played_for is not None and self._played_for() is tab.document:
            self._played_for = None
            self.run.cancel()

    def _failed(self, why: str) -> None:
        self.progress.hide()
        self._played_for = None
        self._say(f"The trial stopped: {why}")
        self._enable()

    def _say(self, trouble: str) -> None:
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        if trouble:
            self.desk.status(trouble)

    # -- showing ----------------------------------------------------------------------------------------------

    def _show_results(self, trial: Trial | None) -> None:
        """The pages of a trial behind the one that says what is played, and the first of them in front."""
        while self.pages.count() > 1:
            page = self.pages.widget(1)
            self.pages.removeTab(1)
            if page is not None:
                let_go(page)
        if trial is not None:
            # Charts are slow to load, and an editor that starts needs none.
            from editor.panels.trial_results import TrialPages

            for title, page in TrialPages(trial).made():
                self.pages.addTab(page, title)
            self.pages.setCurrentIndex(1)
        self._enable()

    # -- files ------------------------------------------------------------------------------------------------

    def report(self) -> None:
        """Ask for a name and write the report there."""
        trial = self._trials.get(self.desk.document)
        if trial is None:
            return
        wanted = Wanted("Report of the trial", "Web pages (*.html)", (".html", ".htm"))
        path = ask_where(self.desk, wanted, self._proposal(trial))
        if path is None:
            return
        from editor.output.trial_report import report

        try:
            write_text(path, report(trial))
        except HexwrightError as error:
            self._say(str(error))
            return
        self._written([path])

    def all_files(self, *, parquet: bool = False) -> None:
        """Ask for a folder and write the report and all rows there, as CSV and perhaps as Parquet."""
        trial = self._trials.get(self.desk.document)
        if trial is None:
            return
        name = QFileDialog.getExistingDirectory(self.desk.window, "Folder for the files of the trial")
        if not name:
            return
        from editor.output.trial_files import foreign, write

        if not may_replace(self.desk, [path for path, _ in foreign(Path(name), parquet)]):
            return
        try:
            paths = write(trial, Path(name), parquet=parquet)
        except HexwrightError as error:
            self._say(str(error))
            return
        self._written(paths)

    def _proposal(self, trial: Trial) -> Path:
        folder = self.desk.document.path.parent if self.desk.document.path is not None else Path.home()
        return folder / f"{trial.first.scenario.name} trial.html"

    def _written(self, paths: list[Path]) -> None:
        said = f"Written: {', '.join(map(str, paths))}"
        self.desk.status(said)
        self.desk.log.add(said, "good")


def _read(path: Path) -> Scenario:
    loaded = formats.load(path)
    faults = bars_to_play(loaded)
    if faults or not isinstance(loaded.model, Scenario):
        raise HexwrightError(f"{path.name} cannot be played: {faults[0].message if faults else 'it is no scenario'}")
    return loaded.model
