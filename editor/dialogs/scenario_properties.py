"""The dialog for what belongs to the scenario as a whole: name, turns, sides."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtWidgets import (
    QLineEdit,
    QPlainTextEdit,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs.forms import FormDialog, SidesTable, form, note
from editor.dialogs.system_info import title
from editor.dialogs.texts import (
    labels_text,
    parse_labels,
    parse_turns,
    turns_text,
)
from editor.look.numbers import WholeBox
from editor.plain import PlainLabel
from engine.errors import HexwrightError
from engine.formats.side_keys import side_keys_changed
from engine.scenario import Scenario, Turns

NAMING_SIDES: Final = (
    *("units", "setup_areas", "deployments", "pools", "arrivals", "replacements", "victory", "special"),
)
"""The fields of a scenario that name sides by their keys."""


class ScenarioPropertiesDialog(FormDialog):
    """Edits the scenario's own fields; `fields` gives those that differ, for the command EditScenario."""

    def __init__(self, scenario: Scenario, parent: QWidget | None = None) -> None:
        super().__init__("Scenario properties", parent, accept_text="Apply")
        self.scenario = scenario
        self.tabs = QTabWidget()
        self.tabs.addTab(self._general(), "&General")
        self.tabs.addTab(self._turns(), "&Turns")
        self.tabs.addTab(self._sides(), "&Sides")
        self.body.addWidget(self.tabs)
        self.resize(860, 560)
        self.check()

    def fields(self) -> dict[str, Any]:
        """The fields that differ from the scenario's."""
        new = {
            "name": self.name.text().strip(),
            "description": self.description.toPlainText().strip(),
            "provenance": self.provenance.toPlainText().strip(),
            "turns": self._new_turns(),
            "sides": self.sides_table.sides(),
        }
        renamed = self.sides_table.renamed()
        if renamed:
            follows = side_keys_changed(self.scenario, renamed)
            new |= {name: getattr(follows, name) for name in NAMING_SIDES}
        return {key: value for key, value in new.items() if self._differs(key, value)}

    def problem(self) -> str:
        """Why the fields cannot be taken over, naming the tab."""
        if not self.name.text().strip():
            return "General: the scenario needs a name."
        try:
            self._new_turns()
        except HexwrightError as error:
            return f"Turns: {error}."
        sides = self.sides_table.problem()
        return f"Sides: {sides}" if sides else ""

    def _differs(self, key: str, value: Any) -> bool:
        old = getattr(self.scenario, key)
        if key in ("description", "provenance"):
            return bool(old.strip() != value)
        return bool(old != value) or (isinstance(value, dict) and list(old) != list(value))

    # -- tabs -----------------------------------------------------------------------------------------------

    def _general(self) -> QWidget:
        page = QWidget()
        layout = form()
        page.setLayout(layout)
        self.name = QLineEdit(self.scenario.name)
        self.name.textChanged.connect(lambda _text: self.check())
        self.description = self._text(self.scenario.description)
        self.provenance = self._text(self.scenario.provenance)
        layout.addRow("&Name", self.name)
        layout.addRow("Rules", PlainLabel(title(self.scenario.system)))
        layout.addRow("Map", PlainLabel(self.scenario.map.name or "without a name"))
        layout.addRow("&Description", self.description)
        layout.addRow("&Provenance", self.provenance)
        layout.addRow("", note("Where strengths, set-ups and terrain come from."))
        return page

    def _turns(self) -> QWidget:
        page = QWidget()
        layout = form()
        page.setLayout(layout)
        turns = self.scenario.turns
        self.count = WholeBox()
        self.count.setRange(1, 999)
        self.count.setValue(turns.count)
        self.count.valueChanged.connect(lambda _value: self.check())
        self.night = QLineEdit(turns_text(turns.night))
        self.night.setPlaceholderText("for example 7-12")
        self.night.textChanged.connect(lambda _text: self.check())
        self.labels = self._text(labels_text(turns.labels))
        self.labels.setPlaceholderText("1: 7 pm\n2: 7.30 pm")
        layout.addRow("Game &turns", self.count)
        layout.addRow("&Night turns", self.night)
        layout.addRow("&Labels", self.labels)
        layout.addRow("", note("One label per line: the number of the turn, a colon, and the text for the turn track."))
        return page

    def _sides(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        used = {unit.side for unit in self.scenario.units.values()}
        self.sides_table = SidesTable(self.scenario.sides.values(), fixed=used)
        self.sides_table.changed.connect(self.check)
        layout.addWidget(note("In the order of their player turns. What names a side follows its key."))
        layout.addWidget(self.sides_table, 1)
        return page

    # -- parts ----------------------------------------------------------------------------------------------

    def _text(self, text: str) -> QPlainTextEdit:
        edit = QPlainTextEdit(text.strip())
        edit.setTabChangesFocus(True)
        edit.textChanged.connect(self._typed)
        return edit

    def _typed(self) -> None:
        if hasattr(self, "sides_table"):
            self.check()

    def _new_turns(self) -> Turns:
        count = self.count.value()
        return Turns(count, parse_turns(self.night.text(), count), parse_labels(self.labels.toPlainText(), count))
