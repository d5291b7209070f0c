"""Numbers as people type them: a decimal point and a decimal comma are both understood, in every language.

No mark parts thousands: where one would be understood, 1.5 is 15 on a German desktop, and 1,5 on an English one.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QLocale
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox, QWidget

from editor.work.settings import settings

MARK: Final = "numbers/decimal_mark"
POINT: Final = "."
COMMA: Final = ","
SYSTEM: Final = ""
"""As the desktop has it."""


def chosen_mark() -> str:
    """What was chosen in the preferences: a point, a comma, or as the desktop has it."""
    mark = str(settings().value(MARK, SYSTEM))
    return mark if mark in (POINT, COMMA) else SYSTEM


def mark() -> str:
    """The decimal mark that numbers are shown with."""
    return chosen_mark() or (COMMA if QLocale.system().decimalPoint() == COMMA else POINT)


def decimal(text: str) -> float:
    """The number that a text says, with a point or a comma. ValueError where it says none, as with thousands marked."""
    return float(text.strip().replace(COMMA, POINT))


class WholeBox(QSpinBox):
    """A field for a whole number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLocale(QLocale.c())

    def validate(self, input: str, pos: int) -> tuple[QValidator.State, str, int]:
        """Refuse marks: what would be left without them is another number."""
        marked = POINT in input or COMMA in input
        return (QValidator.State.Invalid, input, pos) if marked else super().validate(input, pos)


class DecimalBox(QDoubleSpinBox):
    """A field for a number with decimals."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLocale(QLocale.c())

    def validate(self, input: str, pos: int) -> tuple[QValidator.State, str, int]:
        """Take either decimal mark."""
        state, _, _ = super().validate(input.replace(COMMA, POINT), pos)
        return state, input, pos

    def valueFromText(self, text: str) -> float:
        """The number that was typed."""
        return super().valueFromText(text.replace(COMMA, POINT))

    def textFromValue(self, val: float) -> str:
        """The number with the mark that was chosen."""
        return f"{val:.{self.decimals()}f}".replace(POINT, mark())


class PointsBox(DecimalBox):
    """A number without zeros behind its mark: 2, or 2.5."""

    def textFromValue(self, val: float) -> str:
        """The number as it is shown."""
        return f"{val:g}".replace(POINT, mark())
