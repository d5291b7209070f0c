"""Hatchings: ruled lines, dots and dashes by which terrains are told apart where colours are of no use.

All lines of a hatching lie on one lattice of the whole map, so that they run on from hex to hex.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, cos, floor, radians, sin
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from editor.canvas.drawing.paper import SCALE, Spot
from engine.boards.palette import Palette

MARK: Final = 0.004
"""Length of a dot, which is a very short stroke with round ends, in circumradii."""


@dataclass(frozen=True, slots=True)
class Hatch:
    """A hatching; lengths in circumradii."""

    angles: tuple[float, ...]
    """Directions of its lines in degrees."""
    gap: float
    """From line to line."""
    width: float = 0.028
    mark: float = 0.0
    """Length of the strokes that a line is broken into; 0 for unbroken lines."""
    step: float = 0.0
    """From stroke to stroke."""

    @property
    def dotted(self) -> bool:
        """Whether its strokes are so short that they are dots."""
        return 0 < self.mark <= MARK


HATCHES: Final = {
    "lines": Hatch((0,), 0.15, 0.024),
    "close lines": Hatch((0,), 0.085, 0.018),
    "leaning": Hatch((60,), 0.15),
    "leaning back": Hatch((120,), 0.15),
    "upright": Hatch((90,), 0.16),
    "crossed": Hatch((60, 120), 0.17),
    "squares": Hatch((0, 90), 0.26, 0.024),
    "dots": Hatch((0,), 0.19, 0.066, MARK, 0.22),
    "fine dots": Hatch((0,), 0.11, 0.036, MARK, 0.127),
    "dashes": Hatch((0,), 0.17, 0.036, 0.16, 0.32),
    "short dashes": Hatch((0,), 0.12, 0.036, 0.07, 0.16),
    "leaning dashes": Hatch((60,), 0.15, 0.036, 0.14, 0.28),
    "steep dashes": Hatch((120,), 0.15, 0.036, 0.14, 0.28),
    "close crossed": Hatch((60, 120), 0.10, 0.026),
    "wide leaning": Hatch((60,), 0.28, 0.05),
    "wide leaning back": Hatch((120,), 0.28, 0.05),
    "large dots": Hatch((0,), 0.29, 0.11, MARK, 0.335),
    "close squares": Hatch((0, 90), 0.12, 0.024),
    "wide upright": Hatch((90,), 0.30, 0.05),
    "close leaning": Hatch((60,), 0.085),
    "close leaning back": Hatch((120,), 0.085),
}
"""Every hatching, the plainer ones first."""

_FITTING: Final = {
    "trees": "crossed",
    "jungle": "close crossed",
    "grove": "dots",
    "marsh": "dashes",
    "mud": "short dashes",
    "hills": "leaning",
    "rocks": "leaning dashes",
    "gullies": "steep dashes",
    "dots": "fine dots",
    "dunes": "large dots",
    "hedges": "squares",
    "hatch": "leaning back",
}
"""What a map-maker would take for a pattern."""

LEVEL: Final = ("lines", "close lines")
"""Water is ruled level, as on engraved maps, and nothing else is."""


def hatches(palette: Palette) -> dict[str, Hatch]:
    """A hatching for every terrain but the base terrain; no two are the same while there are enough."""
    left = list(HATCHES)
    found: dict[str, str] = {}
    kinds = [kind for key, kind in palette.terrain.items() if key != palette.base_terrain]
    # What fits a terrain is not taken by one that has no wish, or a wish that was granted before.
    for kind in kinds:
        wishes = LEVEL if kind.key in palette.lakes else (_FITTING.get(kind.pattern, ""),)
        wish = next((wish for wish in wishes if wish in left), None)
        if wish is not None:
            left.remove(wish)
            found[kind.key] = wish
    for kind in kinds:
        if kind.key not in found:
            free = [name for name in left if name not in LEVEL] or left or list(HATCHES)
            found[kind.key] = free[0]
            if free[0] in left:
                left.remove(free[0])
    return {kind.key: HATCHES[found[kind.key]] for kind in kinds}


Stroke = tuple[float, float, float, float]
"""From a point (x, y) to another, in scene units."""


def hatch_polygon(path: QPainterPath, hatch: Hatch, polygon: Sequence[Spot]) -> None:
    """Add the part of a hatching that lies in a polygon (scene units)."""
    for ax, ay, bx, by in _strokes_in(hatch, polygon):
        path.moveTo(ax, ay)
        path.lineTo(bx, by)


def dots_in_polygon(hatch: Hatch, polygon: Sequence[Spot]) -> list[QPointF]:
    """The dots of a dotted hatching that lie in a polygon (scene units)."""
    return [QPointF((ax + bx) / 2, (ay + by) / 2) for ax, ay, bx, by in _strokes_in(hatch, polygon)]


def _strokes_in(hatch: Hatch, polygon: Sequence[Spot]) -> Iterator[Stroke]:
    for angle in hatch.angles:
        turn = radians(angle)
        yield from _family(hatch, polygon, cos(turn), sin(turn))


def _family(hatch: Hatch, polygon: Sequence[Spot], c: float, s: float) -> Iterator[Stroke]:
    """The lines of one direction: where they cross the polygon's edges, in pairs, they run inside it."""
    gap = hatch.gap * SCALE
    turned = [(x * c + y * s, y * c - x * s) for x, y in polygon]
    crossings: dict[int, list[float]] = {}
    ax, ay = turned[-1]
    for bx, by in turned:
        low, high = (ay, by) if ay < by else (by, ay)
        for line in range(ceil(low / gap), ceil(high / gap)):
            crossings.setdefault(line, []).append(ax + (bx - ax) * (line * gap - ay) / (by - ay))
        ax, ay = bx, by
    for line, places in crossings.items():
        places.sort()
        y = line * gap
        for start, end in zip(places[::2], places[1::2], strict=False):
            for a, b in _strokes(hatch, line, start, end):
                yield a * c - y * s, a * s + y * c, b * c - y * s, b * s + y * c


def _strokes(hatch: Hatch, line: int, start: float, end: float) -> list[tuple[float, float]]:
    if not hatch.mark:
        return [(start, end)]
    step, mark = hatch.step * SCALE, hatch.mark * SCALE
    shift = step / 2 if line % 2 else 0.0
    found = []
    for place in range(floor((start - shift - mark) / step), ceil((end - shift) / step) + 1):
        a = max(start, place * step + shift)
        b = min(end, place * step + shift + mark)
        if a < b:
            found.append((a, b))
    return found
