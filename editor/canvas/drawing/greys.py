"""How light colours look, and the greys of a cheap print."""

from __future__ import annotations

from PySide6.QtGui import QColor


def lightness(colour: str | QColor) -> float:
    """How light a colour looks, 0 to 1."""
    tint = QColor(colour)
    return 0.299 * tint.redF() + 0.587 * tint.greenF() + 0.114 * tint.blueF()


def grey(colour: str | QColor) -> QColor:
    """The grey that looks as light as a colour, as opaque."""
    tint, level = QColor(colour), lightness(colour)
    return QColor.fromRgbF(level, level, level, tint.alphaF())
