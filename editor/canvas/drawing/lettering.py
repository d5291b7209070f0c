"""Letters on a map: names with a halo."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from editor.canvas.drawing.paper import SCALE, Spot
from editor.canvas.drawing.typefaces import serif, spaced, stays_text
from editor.canvas.drawing.typography import typeset

SIZES: Final = {"small": 0.25, "medium": 0.34, "large": 0.48, "huge": 0.78}
"""Height of the letters in circumradii, by size class."""


@dataclass(frozen=True, slots=True)
class LetterStyle:
    """How a class of place names is set."""

    ink: str
    halo: str
    italic: bool = False
    bold: bool = False
    spacing: float = 100.0
    """Letter spacing in per cent."""
    capitals: bool = False


STYLES: Final = {
    "place": LetterStyle("#1f1a14", "#fbf8e8", bold=True),
    "water": LetterStyle("#154463", "#d9ecf5", italic=True, spacing=108),
    "region": LetterStyle("#40321f", "#f7f2dd", spacing=150, capitals=True),
    "area": LetterStyle("#45365a", "#fbf8e8", italic=True),
    "note": LetterStyle("#241f18", "#fbf8e8", italic=True),
}

HALO: Final = 0.26
"""How far a halo may reach from the letters, in heights of the letters."""
SPREAD: Final = 0.4
"""Width of the pen that draws it, in heights of the letters; half of it lies outside them."""
DENSE: Final = 0.92
"""How much of the ground a halo covers: names are read on dark woods and on the shades of mountains, too."""


def label_font(size: str, style: LetterStyle) -> QFont:
    """The typeface of a class of place names, in scene units."""
    high = SIZES.get(size, SIZES["medium"]) * SCALE * 1.25
    return serif(high, bold=style.bold, italic=style.italic, spacing=style.spacing)


@lru_cache(maxsize=2000)
def _letters(text: str, size: str, style_name: str) -> QPainterPath:
    """The letters of a label around (0, 0)."""
    path = QPainterPath()
    font, lines = _lines(text, size, style_name)
    for start, line in lines:
        path.addText(start, font, line)
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def _lines(text: str, size: str, style_name: str) -> tuple[QFont, list[tuple[QPointF, str]]]:
    """The typeface of a label around (0, 0), and where each of its lines begins."""
    style = STYLES.get(style_name, STYLES["place"])
    font = label_font(size, style)
    metrics = QFontMetricsF(font)
    lines = typeset(text.upper() if style.capitals else text).split("\n")
    high = metrics.height() * 0.86
    top = -high * (len(lines) - 1) / 2 + metrics.capHeight() / 2
    return font, [(QPointF(-metrics.horizontalAdvance(line) / 2, top + i * high), line) for i, line in enumerate(lines)]


def letters_at(text: str, at: Spot, size: str, style: str, angle: float) -> QPainterPath:
    """The letters of a name about a point of the scene, turned by an angle in degrees."""
    place = QTransform()
    place.translate(*at)
    if angle:
        place.rotate(angle)
    return place.map(_letters(text, size, style))


def draw_letters(
    painter: QPainter, text: str, at: Spot, size: str, style: str, angle: float, *, grey: bool = False
) -> None:
    """Draw a name about a point of the scene over a halo; in black on white with ``grey``."""
    look = STYLES.get(style, STYLES["place"])
    path = letters_at(text, at, size, style, angle)
    ink, halo = QColor("#000000" if grey else look.ink), QColor("#ffffff" if grey else look.halo)
    halo.setAlphaF(DENSE)
    width = SIZES.get(size, 0.34) * SCALE * SPREAD
    painter.setPen(QPen(halo, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    if not stays_text(painter):
        painter.fillPath(path, ink)
        return
    font, lines = _lines(text, size, style)
    painter.save()
    painter.translate(*at)
    painter.rotate(angle)
    painter.setPen(ink)
    for start, line in lines:
        painter.setFont(spaced(font, line))
        painter.drawText(start, line)
    painter.restore()
