"""Ribbons: lines that grow wider along their way, as rivers do, and that fade where they run into a lake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF

from editor.canvas.drawing.paint_list import PaintList, PaintOrder, faded, mix
from editor.canvas.drawing.paper import SCALE, Spot
from engine.boards.palette import Kind

PIECES: Final = 6
"""Straight pieces of a curve."""
BANKS: Final = 1.35
"""Width of a river with its banks, of the width of the water."""
POINTED: Final = 0.6
"""A river that rises grows from its point with this power of the way."""
FADES: Final = 8
"""Pieces of a mouth, each fainter than the one before."""
ROUND: Final = 16
"""Corners of a bend, which is as good as round at the width of a river."""
_OVER: Final = 0.6
"""Scene units that a ribbon reaches beyond its ends, so that no seam is seen between two."""

Cubic = tuple[Spot, Spot, Spot, Spot]


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A curve with its widths at both ends, in scene units; pointed at an end whose width is 0."""

    curve: Cubic
    start: float
    end: float

    def points(self) -> tuple[list[Spot], list[float]]:
        """Points along it, and its width at each."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.curve
        spots, widths = [], []
        for i in range(PIECES + 1):
            t = i / PIECES
            u = 1 - t
            a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            spots.append((a * ax + b * bx + c * cx + d * dx, a * ay + b * by + c * cy + d * dy))
            widths.append(_width(self.start, self.end, t))
        return spots, widths


def _width(start: float, end: float, t: float) -> float:
    if not start:
        return float(end * t**POINTED)
    if not end:
        return float(start * (1 - t) ** POINTED)
    return start + (end - start) * t


def cubic(start: Spot, control: Spot, end: Spot) -> Cubic:
    """A quadratic curve as a cubic one."""
    (ax, ay), (cx, cy), (bx, by) = start, control, end
    return start, ((ax + 2 * cx) / 3, (ay + 2 * cy) / 3), ((bx + 2 * cx) / 3, (by + 2 * cy) / 3), end


def add_ribbon(path: QPainterPath, spots: Sequence[Spot], widths: Sequence[float], over: float = _OVER) -> None:
    """Add the outline of a line with a width at each of its points; it reaches ``over`` beyond both ends."""
    left, right = [], []
    last = len(spots) - 1
    for i, (x, y) in enumerate(spots):
        (ax, ay), (bx, by) = spots[max(0, i - 1)], spots[min(last, i + 1)]
        dx, dy = bx - ax, by - ay
        length = hypot(dx, dy) or 1.0
        dx, dy = dx / length, dy / length
        if i in (0, last) and widths[i]:
            off = over if i else -over
            x, y = x + dx * off, y + dy * off
        half = widths[i] / 2
        left.append(QPointF(x + dy * half, y - dx * half))
        right.append(QPointF(x - dy * half, y + dx * half))
    path.addPolygon(QPolygonF([*left, *reversed(right), left[0]]))


def add_bend(path: QPainterPath, middle: Spot, width: float) -> None:
    """Round off where two ribbons meet at an angle: between their ends a wedge would stay open."""
    x, y = middle
    turns = [2 * pi * i / ROUND for i in range(ROUND + 1)]
    # It runs round as ribbons do, so that what lies in both counts as filled.
    path.addPolygon(QPolygonF([QPointF(x + cos(turn) * width / 2, y + sin(turn) * width / 2) for turn in turns]))


def draw_water(paint: PaintList, kind: Kind, banks: int, water: int, ribbons: Sequence[Ribbon]) -> None:
    """Add stretches of a river, each from where it meets another one: banks on one order, water on another."""
    casing = paint.fill(banks, kind.ink or mix(kind.colour, "#112233", 0.35))
    body = paint.fill(water, kind.colour)
    for ribbon in ribbons:
        spots, widths = ribbon.points()
        add_ribbon(casing, spots, [width * BANKS for width in widths])
        add_ribbon(body, spots, widths)
        if ribbon.start:
            add_bend(casing, spots[0], widths[0] * BANKS)
            add_bend(body, spots[0], widths[0])


def draw_mouth(paint: PaintList, kind: Kind, water: int, start: Spot, end: Spot, width: float) -> None:
    """Add a river's last stretch, straight out into a lake: it opens, and fades."""
    (ax, ay), (bx, by) = start, end

    def at(i: int) -> Spot:
        return ax + (bx - ax) * i / FADES, ay + (by - ay) * i / FADES

    for i in range(FADES):
        widths = [width * (1 + 0.7 * place / FADES) for place in (i, i + 1)]
        tint = faded(kind.colour, 1 - ((i + 0.5) / FADES) ** 1.5)
        add_ribbon(paint.fill(water, tint), [at(i), at(i + 1)], widths, over=0.0)


def bank_order(place: int) -> int:
    """The order of the banks of the water kind at a place among the hexsides; see ``water_order``."""
    return PaintOrder.WATER_CASING + min(place, PaintOrder.STREAM_CASING - PaintOrder.WATER_CASING - 1)


def water_order(place: int) -> int:
    """The order of the water of a kind at a place among the hexsides."""
    return PaintOrder.WATER + min(place, PaintOrder.STREAM - PaintOrder.WATER - 1)


MOUTH: Final = 0.34 * SCALE
"""How far a river reaches out into a lake."""
