"""The names of places on a map of hexes: where their letters lie, and which of them may be seen."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from editor.canvas.drawing.lettering import HALO, SIZES, draw_letters, letters_at
from editor.canvas.drawing.paper import SCALE, Spot
from editor.hexes.drawing.geometry import Geometry
from engine.hexes.board.battlemap import Label


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
        """The names that may be seen in a rectangle, their letters at least ``least`` circumradii high."""
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
