"""Fields that say which units an element or a rule is for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QVBoxLayout, QWidget

from editor.dialogs.forms import add_row, form
from engine.scenario import Scenario
from engine.scenario.elements import EVERY_UNIT, UnitCondition

STEPS: Final = {"": "Any", "one": "One step", "two": "Two or more steps"}


def in_words(when: UnitCondition, scenario: Scenario) -> str:
    """A condition in words: ``infantry, cavalry of the British``."""
    if when == EVERY_UNIT:
        return "All units"
    sides = [scenario.sides[key].name if key in scenario.sides else key for key in when.sides]
    parts = [", ".join(names) for names in (sides, when.formations, when.types, when.sizes) if names]
    parts += [f"{key} {' or '.join(allowed)}" for key, allowed in when.values]
    parts += [f"with {one}" for one in when.has] + [f"without {one}" for one in when.lacks]
    return "; ".join([*parts, *([STEPS[when.steps]] if when.steps else [])])


def listed(text: str) -> tuple[str, ...]:
    """The names of a text with commas between them."""
    return tuple(name for part in text.split(",") if (name := part.strip()))


def values_of(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Values and what they may be, of a text such as ``morale = V, L; weapon = M``."""
    found = []
    for part in text.split(";"):
        key, mark, allowed = part.partition("=")
        if mark and key.strip() and listed(allowed):
            found.append((key.strip(), listed(allowed)))
    return tuple(found)


class ConditionForm(QWidget):
    """Sides, formations, types, sizes, steps and values, each with commas between names; an empty field fits all."""

    edited = Signal()

    def __init__(self, scenario: Scenario, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scenario = scenario
        units = list(scenario.units.values())
        offers = {
            "sides": tuple(scenario.sides),
            "formations": tuple(dict.fromkeys(unit.formation for unit in units if unit.formation)),
            "types": tuple(dict.fromkeys(unit.type for unit in units)),
            "sizes": tuple(dict.fromkeys(unit.size for unit in units if unit.size)),
        }
        titles = {"sides": "Sides", "formations": "Formations", "types": "Types", "sizes": "Sizes"}
        self.lines = {name: self._line(name, offered) for name, offered in offers.items()}
        self.steps = QComboBox()
        for key, title in STEPS.items():
            self.steps.addItem(title, key)
        self.values = self._line("values", ())
        self.values.setPlaceholderText("such as morale = V, L; weapon = M")
        self.has, self.lacks = self._line("has", ()), self._line("lacks", ())
        self.has.setPlaceholderText("such as {movement}")
        self.lacks.setPlaceholderText("such as {range}")
        layout = form()
        for name, title in titles.items():
            add_row(layout, title, self.lines[name])
        layout.addRow("Steps", self.steps)
        layout.addRow("Values", self.values)
        layout.addRow("Has", self.has)
        layout.addRow("Lacks", self.lacks)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addLayout(layout)
        self.steps.activated.connect(lambda _index: self.edited.emit())

    def _line(self, name: str, offered: Sequence[str]) -> QLineEdit:
        line = QLineEdit()
        line.setPlaceholderText(", ".join(offered)[:60] or "all")
        line.setAccessibleName(f"For: {name}")
        line.editingFinished.connect(self.edited)
        return line

    def condition(self) -> UnitCondition:
        """What the fields say."""
        sides, formations, types, sizes = (
            listed(self.lines[name].text()) for name in ("sides", "formations", "types", "sizes")
        )
        return UnitCondition(
            sides,
            formations,
            types,
            sizes,
            str(self.steps.currentData()),
            listed(self.has.text()),
            listed(self.lacks.text()),
            values_of(self.values.text()),
        )

    def show_condition(self, when: UnitCondition) -> None:
        """Show a condition."""
        for name, line in self.lines.items():
            line.setText(", ".join(getattr(when, name)))
        self.steps.setCurrentIndex(max(0, self.steps.findData(when.steps)))
        self.values.setText("; ".join(f"{key} = {', '.join(allowed)}" for key, allowed in when.values))
        self.has.setText(", ".join(when.has))
        self.lacks.setText(", ".join(when.lacks))
