"""The fields that every form for units has, for one unit as for many: side, formation, hex, turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit

from editor.dialogs.forms import swatch
from editor.kinds import HEXES, PlaceWords, kind_of_board
from editor.look.numbers import WholeBox
from editor.plain import PlainLabel, as_written
from engine.scenario import Scenario, formations

NOT_PLACED: Final = "not on the map"
NO_TURN: Final = "not as a reinforcement"


def side_box(scenario: Scenario, side: str) -> QComboBox:
    """A box with the sides of a scenario, each with its colour; the data are their keys."""
    box = QComboBox()
    for key, one in scenario.sides.items():
        box.addItem(swatch(one.colour), one.name, key)
    box.setCurrentIndex(max(0, box.findData(side)))
    return box


def formations_of(scenario: Scenario, side: str = "") -> list[str]:
    """Every formation and part of one that units have, of a side or of all, as texts."""
    units = [unit for unit in scenario.units.values() if side in ("", unit.side)]
    return [formations.text(names) for names in formations.groups(units) if names]


def formation_box(offers: Iterable[str], formation: str) -> QComboBox:
    """A box to choose a formation or to type a new one."""
    box = QComboBox()
    box.setEditable(True)
    box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
    box.addItem("")
    box.addItems(list(offers))
    show_text(box, formation)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(8)
    line = box.lineEdit()
    if line is not None:
        line.setPlaceholderText("I Corps > 3rd Division")
    box.setToolTip("Formations that it belongs to, the largest first, separated by >: I Corps > 3rd Division")
    return box


def show_text(box: QComboBox, text: str) -> None:
    """Show a text in a box that one may type into.

    Where it is one of the entries, that entry is the current one: a box that is left would choose it again."""
    box.setCurrentIndex(box.findText(text, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchCaseSensitive))
    box.setEditText(text)


def place_line(name: str, words: PlaceWords) -> QLineEdit:
    """A line for a place, such as the number of a hex."""
    line = QLineEdit(name)
    line.setPlaceholderText(NOT_PLACED)
    line.setToolTip(as_written(words.tip))
    return line


def turn_spin(scenario: Scenario, turn: int) -> WholeBox:
    """A number of a turn; the lowest stands for none."""
    spin = WholeBox()
    spin.setRange(0, max(scenario.turns.count, turn))
    spin.setSpecialValueText(NO_TURN)
    spin.setValue(turn)
    spin.setToolTip(
        as_written(f"The turn on which it comes as a reinforcement, 1 to {scenario.turns.count}; 0 for none")
    )
    return spin


class PlaceRows:
    """The rows of a form that say where a unit begins: on hexes the number of one.

    ``put`` takes the name of a place that was entered, empty for none."""

    def __init__(self, layout: QFormLayout, put: Callable[[str], object]) -> None:
        self.put = put
        self.line = place_line("", HEXES.place_words)
        self.line.editingFinished.connect(self._entered)
        self._add(layout)

    def _add(self, layout: QFormLayout) -> None:
        label = PlainLabel(HEXES.place_words.label)
        label.setBuddy(self.line)
        layout.addRow(label, self.line)

    def show_place(self, name: str) -> None:
        """Show where the unit begins now; what is being typed stays."""
        if not self.line.isModified():
            self.line.setText(name)

    def _entered(self) -> None:
        if self.line.isModified():
            self.line.setModified(False)
            self.put(self._named(self.line.text().strip()))

    def _named(self, text: str) -> str:
        """The name of the place that is meant by a text."""
        return text


def place_problem(scenario: Scenario, text: str, turn: int) -> str:
    """What is wrong with a place and a turn as they are entered; empty when nothing is."""
    if text and scenario.map.find(text) is None:
        return kind_of_board(scenario.map).place_words.unknown.format(text)
    if text and turn:
        return f"A unit starts in {text} or arrives on turn {turn}, not both."
    return ""
