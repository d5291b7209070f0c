"""Roads, trails and rails: smooth lines from hex to hex that meet at junctions. Streams are paths, too, but drawn
elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import hypot
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath

from editor.canvas.drawing.paint_list import PaintList, PaintOrder, faded, mix
from editor.canvas.drawing.paper import SCALE, Spot
from editor.hexes.drawing.geometry import Geometry, bend, between, on_curve
from engine.boards.palette import Kind
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE

Curve = tuple[Spot, Spot, Spot]

DASHED: Final = "dashed"
RAIL: Final = "rail"
ASIDE: Final = 0.17
"""How far a railway keeps from the road it runs along, in circumradii."""


class Roads:
    """Draws the paths of a map onto sheets. A path kind's ``symbol`` is empty, ``dashed`` or ``rail``."""

    def __init__(self, battle_map: BattleMap, geometry: Geometry) -> None:
        self.map = battle_map
        self.geometry = geometry
        self.kinds = {key: kind for key, kind in battle_map.palette.paths.items() if not kind.is_water}
        self._aside = [_across(*offsets) for offsets in pairwise(geometry.corner_offsets[:4])]
        """How far a railway beside a road lies from it, for the three directions in which they may run."""

    def exits(self, h: int) -> dict[str, list[int]]:
        """The directions in which each kind of path leaves a hex."""
        found: dict[str, list[int]] = {}
        paths, sides = self.map.paths, self.geometry.grid.sides[h]
        if paths.keys().isdisjoint(sides):
            return found
        for d, side in enumerate(sides):
            for key in paths.get(side, ()):
                found.setdefault(key, []).append(d)
        return found

    def crossing(self, h: int, d: int) -> Spot:
        """Where a path crosses a side: half-way between the places where roads meet in the two hexes."""
        other = self.geometry.grid.ring1[h][d]
        if other == NOWHERE:
            return self.geometry.shape(h).middles[d]
        return between(self.geometry.anchor(h), self.geometry.anchor(other))

    def curves(self, h: int, exits: list[int], hub: Spot | None = None) -> list[Curve]:
        """The curves of one kind of path within a hex; a single exit leads to ``hub`` or to the middle."""
        anchor = self.geometry.anchor(h)
        if len(exits) == 1:
            start = self.crossing(h, exits[0])
            goal = hub or anchor
            return [(start, between(start, goal), goal)]
        a, b = main_pair(exits)
        first, second = self.crossing(h, a), self.crossing(h, b)
        found = [(first, anchor, second)]
        meeting = bend(first, anchor, second)
        for d in exits:
            if d not in (a, b):
                start = self.crossing(h, d)
                found.append((start, between(start, anchor), meeting))
        return found

    def layout(self, h: int) -> list[tuple[Kind, list[Curve]]]:
        """Every kind of path in a hex with its curves; lesser paths end on the greater ones."""
        exits = self.exits(h)
        if not exits:
            return []
        beside = self._beside(exits)
        hub: Spot | None = None
        found = []
        for key, kind in self.kinds.items():
            ways = exits.get(key)
            if not ways:
                continue
            curves = self.curves(h, ways, hub)
            if beside and kind.symbol == RAIL:
                curves = self._moved_aside(h, curves, beside)
            if hub is None and len(ways) > 1:
                hub = bend(*curves[0])
            found.append((kind, curves))
        return found

    def _beside(self, exits: dict[str, list[int]]) -> set[int]:
        """The directions in which a railway and a made road leave together: it runs beside the road, not under it."""
        if len(exits) < 2:
            return set()
        rails, made = (
            {d for key, ways in exits.items() if self._symbol(key) == wanted for d in ways} for wanted in (RAIL, "")
        )
        return rails & made

    def _symbol(self, key: str) -> str | None:
        kind = self.kinds.get(key)
        return kind.symbol if kind is not None else None

    def _moved_aside(self, h: int, curves: list[Curve], beside: set[int]) -> list[Curve]:
        """The curves of a railway, moved aside where they cross a side together with a road."""
        aside = {self.crossing(h, d): self._aside[d % 3] for d in beside}
        found: list[Curve] = []
        for start, control, end in curves:
            (ax, ay), (bx, by) = aside.get(start, (0.0, 0.0)), aside.get(end, (0.0, 0.0))
            start = start[0] + ax, start[1] + ay
            control = control[0] + (ax + bx) / 2, control[1] + (ay + by) / 2
            # A branch ends on the line that goes through, wherever that lies now.
            end = bend(*found[0]) if found else (end[0] + bx, end[1] + by)
            found.append((start, control, end))
        return found

    def draw(self, paint: PaintList, hexes: Iterable[int]) -> None:
        """Add the paths of these hexes."""
        places = {key: place for place, key in enumerate(reversed(list(self.kinds)))}
        for h in hexes:
            rim = self._rim(h)
            for kind, curves in self.layout(h):
                ends = [curve for curve in curves if curve[0] in rim or curve[2] in rim] if rim else []
                if ends and not kind.symbol:
                    # Round ends would close the road; it is to run off the map.
                    self._draw(paint, kind, places[kind.key], ends, Qt.PenCapStyle.FlatCap)
                    curves = [curve for curve in curves if curve not in ends]
                if curves:
                    self._draw(paint, kind, places[kind.key], curves)

    def _rim(self, h: int) -> list[Spot]:
        """The points of a hex where a path leaves the map."""
        ring = self.geometry.grid.ring1[h]
        return [self.geometry.shape(h).middles[d] for d in range(6) if ring[d] == NOWHERE] if NOWHERE in ring else []

    def _draw(
        self,
        paint: PaintList,
        kind: Kind,
        place: int,
        curves: list[Curve],
        cap: Qt.PenCapStyle = Qt.PenCapStyle.RoundCap,
    ) -> None:
        width = kind.width * SCALE
        ink = kind.ink or mix(kind.colour, "#000000", 0.5)
        if kind.symbol == DASHED:
            dash = (width * 2.6, width * 2.2)
            _add(paint.line(PaintOrder.ROAD_CASING + place, faded("#fbf6e0", 0.55), width * 2.4), curves)
            _add(paint.line(PaintOrder.ROAD + place, kind.colour, width, dash), curves)
        elif kind.symbol == RAIL:
            _add(paint.line(PaintOrder.ROAD + place, kind.colour, width * 0.55), curves)
            ties = paint.line(PaintOrder.ROAD + place, kind.colour, width * 0.42, cap=Qt.PenCapStyle.FlatCap)
            for curve in curves:
                _ties(ties, curve, width * 1.3)
        else:
            _add(paint.line(PaintOrder.ROAD_CASING + place, ink, width * 1.55, cap=cap), curves)
            _add(paint.line(PaintOrder.ROAD + place, kind.colour, width, cap=cap), curves)


def _across(one: Spot, other: Spot) -> Spot:
    """Aside from a line that runs through the middle of the side between two corners."""
    x, y = one[0] + other[0], one[1] + other[1]
    length = hypot(x, y) / (ASIDE * SCALE)
    return -y / length, x / length


def main_pair(exits: list[int]) -> tuple[int, int]:
    """The two exits that make the straightest way through a hex."""
    pairs = [(a, b) for i, a in enumerate(exits) for b in exits[i + 1 :]]
    return min(pairs, key=lambda pair: abs(3 - (pair[1] - pair[0])))


def _add(path: QPainterPath, curves: list[Curve]) -> None:
    for start, control, end in curves:
        path.moveTo(*start)
        path.quadTo(*control, *end)


def _ties(path: QPainterPath, curve: Curve, half: float) -> None:
    (ax, ay), _, (bx, by) = curve
    count = max(3, round(hypot(bx - ax, by - ay) / (0.15 * SCALE)))
    for i in range(count):
        t = (i + 0.5) / count
        x, y = on_curve(*curve, t)
        nx, ny = on_curve(*curve, min(1.0, t + 0.05))
        dx, dy = nx - x, ny - y
        length = hypot(dx, dy) or 1.0
        path.moveTo(x - dy / length * half, y + dx / length * half)
        path.lineTo(x + dy / length * half, y - dx / length * half)
