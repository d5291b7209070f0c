"""Letters on the map: hex numbers, place names with a halo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from editor.canvas.drawing.paper import SCALE, Spot
from editor.canvas.drawing.typefaces import serif
from editor.hexes.drawing.geometry import Geometry
from engine.hexes.board.battlemap import Label

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
    "water": LetterStyle("#1f5478", "#d9ecf5", italic=True, spacing=108),
    "region": LetterStyle("#5a4a38", "#f7f2dd", spacing=150, capitals=True),
    "area": LetterStyle("#5a4a6a", "#fbf8e8", italic=True),
    "note": LetterStyle("#4c453b", "#fbf8e8", italic=True),
}

HALO: Final = 0.26
"""Width of the halo, in heights of the letters."""


def label_font(size: str, style: LetterStyle) -> QFont:
    """The typeface of a class of place names, in scene units."""
    high = SIZES.get(size, SIZES["medium"]) * SCALE * 1.25
    return serif(high, bold=style.bold, italic=style.italic, spacing=style.spacing)


@lru_cache(maxsize=2000)
def _letters(text: str, size: str, style_name: str) -> QPainterPath:
    """The letters of a label around (0, 0)."""
    style = STYLES.get(style_name, STYLES["place"])
    font = label_font(size, style)
    shown = text.upper() if style.capitals else text
    metrics = QFontMetricsF(font)
    path = QPainterPath()
    lines = shown.split("\n")
    high = metrics.height() * 0.86
    top = -high * (len(lines) - 1) / 2 + metrics.capHeight() / 2
    for i, line in enumerate(lines):
        path.addText(-metrics.horizontalAdvance(line) / 2, top + i * high, font, line)
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def letters_at(text: str, at: Spot, size: str, style: str, angle: float) -> QPainterPath:
    """The letters of a name about a point of the scene, turned by an angle in degrees."""
    place = QTransform()
    place.translate(*at)
    if angle:
        place.rotate(angle)
    return place.map(_letters(text, size, style))


def label_path(label: Label, geometry: Geometry) -> QPainterPath:
    """The letters of a label in scene units."""
    return letters_at(label.text, _place_of(label, geometry), label.size, label.style, label.angle)


def _place_of(label: Label, geometry: Geometry) -> Spot:
    x, y = geometry.centre(label.at)
    return x + label.dx * SCALE, y + label.dy * SCALE


def label_rect(label: Label, geometry: Geometry) -> QRectF:
    """What a label covers, its halo included."""
    margin = SIZES.get(label.size, 0.34) * SCALE * HALO
    return label_path(label, geometry).boundingRect().adjusted(-margin, -margin, margin, margin)


class Lettering:
    """The place names of a map by where they stand: what a name covers is worked out when something near is drawn."""

    def __init__(self, labels: Iterable[Label], geometry: Geometry) -> None:
        self._geometry = geometry
        self._placed = [(label, *geometry.centre(label.at), _reach(label)) for label in labels]
        self._rects: dict[int, QRectF] = {}

    def within(self, rect: QRectF, least: float = 0.0) -> list[Label]:
        """The names that may be seen in a rectangle, their letters at least so many circumradii high."""
        left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
        return [
            label
            for place, (label, x, y, reach) in enumerate(self._placed)
            if left - reach < x < right + reach
            and top - reach < y < bottom + reach
            and SIZES.get(label.size, SIZES["medium"]) >= least
            and self._rect(place, label).intersects(rect)
        ]

    def _rect(self, place: int, label: Label) -> QRectF:
        found = self._rects.get(place)
        if found is None:
            found = self._rects[place] = label_rect(label, self._geometry)
        return found


def _reach(label: Label) -> float:
    """How far a label may reach from the middle of its hex: more than it does, found without laying it out."""
    lines = label.text.split("\n")
    letters = max(2 * max(map(len, lines)), 2 * len(lines)) + 2
    return (SIZES.get(label.size, SIZES["medium"]) * letters + max(abs(label.dx), abs(label.dy))) * SCALE * 1.5


def draw_label(painter: QPainter, label: Label, geometry: Geometry, grey: bool = False) -> None:
    """Draw a place name over a halo; in black on white with ``grey``."""
    draw_letters(painter, label.text, _place_of(label, geometry), label.size, label.style, label.angle, grey=grey)


def draw_letters(
    painter: QPainter, text: str, at: Spot, size: str, style: str, angle: float, *, grey: bool = False
) -> None:
    """Draw a name about a point of the scene over a halo; in black on white with ``grey``."""
    look = STYLES.get(style, STYLES["place"])
    path = letters_at(text, at, size, style, angle)
    ink, halo = QColor("#000000" if grey else look.ink), QColor("#ffffff" if grey else look.halo)
    halo.setAlphaF(0.82)
    width = SIZES.get(size, 0.34) * SCALE * HALO
    painter.setPen(QPen(halo, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.fillPath(path, ink)
