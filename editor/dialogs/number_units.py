"""The dialog that names units by a pattern with a number in it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QCheckBox, QLineEdit, QListWidget, QWidget

from editor.dialogs.forms import FormDialog, form, key_from, note
from editor.dialogs.texts import sentence
from editor.look.numbers import WholeBox
from editor.plain import PlainLabel
from engine.errors import HexwrightError
from engine.scenario import Scenario, Unit
from engine.scenario.numbering import MOST, SHAPES, numbered


class NumberUnitsDialog(FormDialog):
    """Asks for a pattern and a first number, and shows the names they give; `names` and `keys` are the answer."""

    def __init__(self, scenario: Scenario, units: Sequence[Unit], parent: QWidget | None = None) -> None:
        super().__init__("Number units", parent, accept_text="Rename")
        self.scenario = scenario
        self.units = list(units)
        self.pattern = QLineEdit("{1st} " + _common_end(self.units))
        self.first, self.step = WholeBox(), WholeBox()
        self.first.setRange(1, MOST)
        self.step.setRange(1, 100)
        self.with_keys = QCheckBox("Give them keys made of the new names")
        self.shown = QListWidget()
        self.shown.setAccessibleName("The names as they will be")
        layout = form()
        layout.addRow("&Pattern", self.pattern)
        layout.addRow("&First number", self.first)
        layout.addRow("&Step", self.step)
        layout.addRow("", self.with_keys)
        self.body.addLayout(layout)
        self.body.addWidget(note("In the pattern: " + "; ".join(f"{{{key}}} {text}" for key, text in SHAPES.items())))
        self.body.addWidget(PlainLabel("In the order of the list:"))
        self.body.addWidget(self.shown, 1)
        self.pattern.textChanged.connect(lambda _text: self._show())
        for spin in (self.first, self.step):
            spin.valueChanged.connect(lambda _value: self._show())
        self._show()
        self.pattern.setFocus()

    def names(self) -> list[str]:
        """The new name of each unit. Raises HexwrightError where the pattern gives none."""
        first, step = self.first.value(), self.step.value()
        return [numbered(self.pattern.text(), first + i * step, unit.name) for i, unit in enumerate(self.units)]

    def keys(self) -> dict[str, str]:
        """Old key to new one, where they are to have new ones."""
        if not self.with_keys.isChecked():
            return {}
        mine = {unit.key for unit in self.units}
        taken = {key for key in self.scenario.units if key not in mine}
        found = {}
        for unit, name in zip(self.units, self.names(), strict=True):
            found[unit.key] = key_from(f"{unit.side} {name}", taken, "unit")
            taken.add(found[unit.key])
        return found

    def problem(self) -> str:
        """Why the pattern cannot be used."""
        try:
            self.names()
        except HexwrightError as error:
            return f"{sentence(str(error))}."
        return ""

    def _show(self) -> None:
        self.check()
        self.shown.clear()
        if not self.problem():
            pairs = zip(self.units, self.names(), strict=True)
            self.shown.addItems([f"{unit.name}  →  {name}" for unit, name in pairs])


def _common_end(units: Sequence[Unit]) -> str:
    """The last word that all the names have, such as ``Infantry``; else the first unit's type."""
    ends = {unit.name.split()[-1] for unit in units if unit.name.split()}
    word = next(iter(ends)) if len(ends) == 1 else ""
    return word if word and not any(letter.isdigit() for letter in word) else units[0].type.capitalize()
