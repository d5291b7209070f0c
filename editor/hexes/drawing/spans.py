"""What spans water: bridges and fords, placed along the road that crosses it."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, sin

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath

from editor.canvas.drawing.paint_list import PaintList, PaintOrder, mix
from editor.canvas.drawing.paper import SCALE, Spot
from engine.boards.palette import Kind


@dataclass(frozen=True, slots=True)
class Placed:
    """Places points given along and across a direction."""

    x: float
    y: float
    angle: float

    def at(self, along: float, across: float) -> Spot:
        """A point in scene units."""
        c, s = cos(self.angle), sin(self.angle)
        return self.x + c * along - s * across, self.y + s * along + c * across

    def line(self, path: QPainterPath, points: list[Spot], close: bool = False) -> None:
        """Add a line through points."""
        path.moveTo(*self.at(*points[0]))
        for point in points[1:]:
            path.lineTo(*self.at(*point))
        if close:
            path.closeSubpath()


def stones(paint: PaintList, place: Placed, kind: Kind, order: int = PaintOrder.BRIDGE) -> None:
    """The stones of a ford."""
    stone = paint.fill(order, kind.colour)
    edge = paint.line(order + 1, kind.ink or mix(kind.colour, "#000000", 0.5), 0.016 * SCALE)
    for i in range(-2, 3):
        for row in (-0.05, 0.05):
            px, py = place.at(i * 0.085 * SCALE, row * SCALE)
            radius = 0.033 * SCALE
            stone.addEllipse(px - radius, py - radius, 2 * radius, 2 * radius)
            edge.addEllipse(px - radius, py - radius, 2 * radius, 2 * radius)


def parapets(
    paint: PaintList, place: Placed, half: float, wide: float, ink: str, order: int = PaintOrder.BRIDGE
) -> None:
    """The two sides of a bridge."""
    edge = paint.line(order, ink, 0.045 * SCALE, cap=Qt.PenCapStyle.FlatCap)
    flare = 0.07 * SCALE
    for sign in (-1, 1):
        place.line(
            edge,
            [
                (-half - flare, sign * (wide + flare)),
                (-half, sign * wide),
                (half, sign * wide),
                (half + flare, sign * (wide + flare)),
            ],
        )
