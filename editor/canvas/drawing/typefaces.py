"""The typefaces of maps and counters: shipped with the program, so that a map is the same on every machine."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QPainter, QPainterPath
from PySide6.QtSvg import QSvgGenerator

from engine import data
from engine.spelling import undrawable

SERIF: Final = "Source Serif 4 SmText"
"""Of place names and legends: drawn for small sizes; Latin, Cyrillic, Greek."""
SANS: Final = "Roboto Condensed"
"""Of hex numbers and counters: narrow, with plain figures."""
FILES: Final = (
    "SourceSerif4SmText-Regular.otf",
    "SourceSerif4SmText-It.otf",
    "SourceSerif4SmText-Bold.otf",
    "RobotoCondensed-Regular.ttf",
    "RobotoCondensed-Bold.ttf",
)
_STAND_INS: Final = {
    SERIF: ("Palatino Linotype", "Palatino", "Georgia", "DejaVu Serif"),
    SANS: ("Segoe UI", "Helvetica Neue", "Noto Sans", "DejaVu Sans Condensed", "DejaVu Sans"),
}
"""For letters that ours lack, in other scripts."""
_SPACING: Final = "letter-spacing"
_FAMILIES: Final = re.compile('font-family="([^"]*)"')
_MIDDLE: Final = Qt.AlignmentFlag.AlignCenter


@cache
def load() -> tuple[str, ...]:
    """Make the typefaces known to Qt, once; gives the families. There has to be a QGuiApplication."""
    folder = data.resources() / "fonts"
    found: dict[str, None] = {}
    for name in FILES:
        number = QFontDatabase.addApplicationFont(str(folder / name))
        found.update(dict.fromkeys(QFontDatabase.applicationFontFamilies(number) if number >= 0 else ()))
    return tuple(found)


def serif(pixels: float, *, bold: bool = False, italic: bool = False, spacing: float = 100.0) -> QFont:
    """Letters of place names at a height in the painter's units; ``spacing`` in per cent."""
    font = _font(SERIF, pixels, bold)
    font.setItalic(italic)
    font.setLetterSpacing(QFont.SpacingType.PercentageSpacing, spacing)
    return font


def sans(pixels: float, *, bold: bool = False) -> QFont:
    """Letters of numbers and counters at a height in the painter's units."""
    return _font(SANS, pixels, bold)


def lacking(texts: Iterable[str]) -> str:
    """The letters of some texts that no font here has: boxes are drawn in their place. There has to be a
    QGuiApplication."""
    metrics = [QFontMetricsF(serif(20)), QFontMetricsF(sans(20))]
    letters = dict.fromkeys(char for text in texts if not text.isascii() for char in text)
    drawn = (char for char in letters if char.isprintable() or undrawable(char))
    return "".join(char for char in drawn if not all(one.inFontUcs4(ord(char)) for one in metrics))


class TextFile(QSvgGenerator):
    """An SVG file whose letters stay text, with the names of their typefaces."""


def draw_letters(painter: QPainter, where: QPointF | QRectF, text: str, align: Qt.AlignmentFlag = _MIDDLE) -> None:
    """Draw letters with the painter's font and pen: from a point on the baseline, or aligned in a rectangle.

    Where they are to be outlines, they are.
    """
    if outlined(painter):
        painter.fillPath(outline(where, painter.font(), text, align), painter.pen().brush())
    elif isinstance(where, QRectF):
        painter.drawText(where, align, text)
    else:
        painter.drawText(where, text)


def outlined(painter: QPainter) -> bool:
    """Whether letters are to be outlines: an SVG file holds no typefaces, and would show others without ours."""
    return isinstance(painter.device(), QSvgGenerator) and not stays_text(painter)


def stays_text(painter: QPainter) -> bool:
    """Whether letters are to stay text in an SVG file, for those who have our typefaces or choose others."""
    return isinstance(painter.device(), TextFile)


def spaced(font: QFont, text: str) -> QFont:
    """A font whose families name its letter spacing too: Qt writes the families into an SVG file, and no spacing.
    `with_families` puts it where SVG has it."""
    if not text or font.letterSpacing() in (0.0, 100.0):
        return font
    plain, found = QFont(font), QFont(font)
    plain.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 100.0)
    more = QFontMetricsF(font).horizontalAdvance(text) - QFontMetricsF(plain).horizontalAdvance(text)
    found.setFamilies([*font.families(), f"{_SPACING} {more / len(text):.3f}"])
    return found


def with_families(svg: str) -> str:
    """An SVG file with its families in quotes, as names with figures need, and their letter spacing."""

    def quoted(found: re.Match[str]) -> str:
        names = found[1].split(",")
        spacing = names.pop().removeprefix(_SPACING) if names[-1].startswith(_SPACING) else ""
        families = ", ".join(f"'{name}'" for name in names)
        return f'font-family="{families}"' + (f' letter-spacing="{spacing.strip()}"' if spacing else "")

    return _FAMILIES.sub(quoted, svg)


def outline(where: QPointF | QRectF, font: QFont, text: str, align: Qt.AlignmentFlag = _MIDDLE) -> QPainterPath:
    """The outlines of letters, placed as `draw_letters` places them."""
    start = where if isinstance(where, QPointF) else _start(where, QFontMetricsF(font), text, align)
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addText(start, font, text)
    return path


def _start(room: QRectF, metrics: QFontMetricsF, text: str, align: Qt.AlignmentFlag) -> QPointF:
    """Where on the baseline a line begins that is aligned in a rectangle, half-way between top and bottom."""
    free = room.width() - metrics.horizontalAdvance(text)
    if align & Qt.AlignmentFlag.AlignLeft:
        free = 0.0
    elif not align & Qt.AlignmentFlag.AlignRight:
        free /= 2
    return QPointF(room.left() + free, room.center().y() - metrics.height() / 2 + metrics.ascent())


def _font(family: str, pixels: float, bold: bool) -> QFont:
    load()
    font = QFont()
    font.setFamilies([family, *_STAND_INS[family]])
    font.setPixelSize(max(1, round(pixels)))
    font.setBold(bold)
    # Hinting is the machine's own: it would make the same word wider here and narrower there.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font
