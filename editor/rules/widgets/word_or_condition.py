"""The field of a value that is a word, or a condition."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtWidgets import QVBoxLayout

from editor.look.keeping_wheel import keep_wheel
from editor.look.tab_order import hand_on
from editor.rules.fields import LARGER, FormChoice
from editor.rules.shapes import RuleShape
from editor.rules.widgets.chips import ConditionChips
from editor.rules.widgets.value_fields import ValueField
from engine.formats.source import DataPath
from engine.kit.model.effects import CLOSED
from engine.kit.wordlist import WordList

HEXES: Final = "hexes that fit…"
UNITS: Final = "units that fit…"


class WordOrCondition(ValueField):
    """One of several words, or chips below that say what must be so."""

    def __init__(self, shape: RuleShape, words: WordList, name: str) -> None:
        super().__init__()
        self.choice = FormChoice(shape, HEXES if shape.choices == CLOSED else UNITS, {})
        self.choice.setAccessibleName(name)
        keep_wheel(self.choice)
        self.chips = ConditionChips(words, name=name)
        self.chips.changed.connect(self._chipped)
        self.choice.changed.connect(self._chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.choice)
        column.addWidget(self.chips)
        self.chips.hide()
        hand_on(self, self.choice)

    def set_place(self, path: DataPath) -> None:
        """Say where in the file the condition is."""
        self.chips.set_place(path)

    def set_words(self, words: WordList) -> None:
        """Offer the names of another word list."""
        self.chips.set_words(words)

    def value(self) -> Any:
        return self.choice.value()

    def set_value(self, value: Any) -> None:
        self.choice.set_value(value)
        self._show()
        if self.choice.currentData() == LARGER:
            self.chips.set_value(value)

    def _show(self) -> None:
        self.chips.setVisible(self.choice.currentData() == LARGER)

    def _chosen(self) -> None:
        self._show()
        self.changed.emit()

    def _chipped(self) -> None:
        value = self.chips.value()
        self.choice.set_value({} if value is None else value)
        self.changed.emit()
