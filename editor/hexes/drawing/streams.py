"""Rivers that run through hexes: they wind from side to side, meet in a hex, rise in a point, open into lakes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from math import atan2, cos, hypot, sin
from typing import Final

from editor.canvas.drawing.noise import noise
from editor.canvas.drawing.paint_list import PaintList, PaintOrder
from editor.canvas.drawing.paper import SCALE, Spot
from editor.hexes.drawing.geometry import Geometry, between, on_curve
from editor.hexes.drawing.ground import RoundedAreas
from editor.hexes.drawing.ribbons import MOUTH, Cubic, Ribbon, draw_mouth, draw_water
from editor.hexes.drawing.roads import Roads
from engine.boards.palette import Kind
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.rivers import SOURCE, Rivers, flows_into_hexside
from engine.hexes.mapping.streams import lane

_ASIDE: Final = 0.27 * SCALE
"""How far a stream crosses a hexside from the road that crosses it too."""
_STRAY: Final = 0.15 * SCALE
"""How far from the middle a stream crosses a hexside elsewhere, at most."""
_SKEW: Final = 0.5
"""Radians that a stream crosses a hexside askew, at most: that makes it wind."""
_REACH: Final = 0.42
"""How far the handles of a curve reach, of the way between its ends."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A stream from a side of a hex to the place in it where streams meet, or rise; widths in scene units."""

    kind: Kind
    side: int
    ribbon: Ribbon


@dataclass(frozen=True, slots=True)
class RoadOverStream:
    """Where a road crosses a stream: the direction of the road (radians), the width of the water."""

    x: float
    y: float
    angle: float
    width: float


class Streams:
    """Draws the streams of a map onto sheets."""

    def __init__(
        self,
        battle_map: BattleMap,
        geometry: Geometry,
        lakes: frozenset[str],
        rivers: Rivers | None = None,
        ground: RoundedAreas | None = None,
    ) -> None:
        """``lakes`` are the terrains that are all water; ``rivers`` says how streams widen, where they do;
        ``ground`` where shores run, through which they open into lakes."""
        self._ground = ground
        self.map = battle_map
        self.geometry = geometry
        self.lakes = lakes
        self.rivers = rivers
        palette = battle_map.palette
        self.kinds = {key: kind for key, kind in palette.paths.items() if kind.is_water}
        self._keys = frozenset(self.kinds)
        self._running: bool | None = None
        self._hexside_water = frozenset(key for key, kind in palette.hexsides.items() if kind.is_water)

    # -- where they run -----------------------------------------------------------------------------------------

    def exits(self, h: int) -> dict[int, Kind]:
        """The directions in which streams leave a hex, each with the widest kind that does."""
        found: dict[int, Kind] = {}
        paths, sides = self.map.paths, self.geometry.grid.sides[h]
        if paths.keys().isdisjoint(sides):
            return found
        for d, side in enumerate(sides):
            there = self._keys.intersection(paths.get(side, ()))
            if there:
                found[d] = max((self.kinds[key] for key in there), key=lambda kind: (kind.width, kind.key))
        return found

    def run_here(self) -> bool:
        """Whether the map has any; looked up again after ``outdate``."""
        if self._running is None:
            self._running = not self._keys.isdisjoint(chain.from_iterable(self.map.paths.values()))
        return self._running

    def outdate(self) -> None:
        """Paths were painted or taken away."""
        self._running = None

    def touch(self, hexes: Iterable[int]) -> bool:
        """Whether one runs through any of these hexes."""
        return self.run_here() and any(self.exits(h) for h in hexes)

    def is_lake(self, h: int) -> bool:
        """Whether a hex is all water."""
        return h != NOWHERE and self.map.terrain[h] in self.lakes

    def crossing(self, h: int, d: int) -> tuple[Spot, Spot]:
        """Where a stream crosses a side of a hex, and in which direction it leaves: a unit vector outwards."""
        grid, geometry = self.geometry.grid, self.geometry
        other, side, shape = grid.ring1[h][d], grid.sides[h][d], geometry.shape(h)
        (ax, ay), (bx, by) = geometry.corner_offsets[d], geometry.corner_offsets[(d + 1) % 6]
        out = atan2(ay + by, ax + bx)
        if other == NOWHERE or self.is_lake(h) != self.is_lake(other):
            # The edge of the map is ruled, and a shore is crossed where it runs.
            middle = shape.middles[d] if self._ground is None else self._ground.shore_middle(h, d)
            return middle, (cos(out), sin(out))
        # Both hexes must find the same place and direction: chance is told as the one of lower number sees it.
        sign = 1 if h < other else -1
        aside = lane(grid, self.map.paths, self._keys, h, d) * _ASIDE
        if not geometry.ruled:
            aside += sign * noise(geometry.lot(side) * 5 + 1) * (_STRAY if not aside else _STRAY / 3)
            out += noise(geometry.lot(side) * 5 + 2) * _SKEW
        along = hypot(bx - ax, by - ay)
        x, y = between(shape.corners[d], shape.corners[(d + 1) % 6])
        return (x + (bx - ax) / along * aside, y + (by - ay) / along * aside), (cos(out), sin(out))

    def branches(self, h: int) -> list[Branch]:
        """The streams of a hex of land."""
        exits = self.exits(h)
        if len(exits) == 1:
            return self._single(h, *next(iter(exits.items())))
        if not exits:
            return []
        a, b = _main_pair(exits)
        whole = self._through(self.crossing(h, a), self.crossing(h, b))
        first, second = _halves(whole)
        found = [self._branch(h, a, exits[a], first), self._branch(h, b, exits[b], _turned(second))]
        meeting, along = first[3], (second[1][0] - first[2][0], second[1][1] - first[2][1])
        for d in exits:
            if d not in (a, b):
                found.append(self._branch(h, d, exits[d], self._joining(self.crossing(h, d), meeting, along)))
        return found

    def _single(self, h: int, d: int, kind: Kind) -> list[Branch]:
        """A stream that rises in a hex, unless it has only come over to a river along the hexside."""
        side = self.geometry.grid.sides[h][d]
        if flows_into_hexside(self.map, self._keys, self._hexside_water, side) == h:
            return []
        start, (ox, oy) = self.crossing(h, d)
        x, y = self.geometry.centre(h)
        stray = 0.0 if self.geometry.ruled else 0.2 * SCALE
        one, two, three, four = (noise(self.geometry.lot(h) * 11 + i) * stray for i in range(1, 5))
        x, y = x + one, y + two
        reach = hypot(x - start[0], y - start[1]) * _REACH
        curve = start, (start[0] - ox * reach, start[1] - oy * reach), (x + three, y + four), (x, y)
        return [self._branch(h, d, kind, curve, rises=True)]

    @staticmethod
    def _through(one: tuple[Spot, Spot], two: tuple[Spot, Spot]) -> Cubic:
        (ax, ay), (ux, uy) = one
        (bx, by), (vx, vy) = two
        reach = hypot(bx - ax, by - ay) * _REACH
        return (ax, ay), (ax - ux * reach, ay - uy * reach), (bx - vx * reach, by - vy * reach), (bx, by)

    @staticmethod
    def _joining(crossing: tuple[Spot, Spot], meeting: Spot, along: Spot) -> Cubic:
        """A tributary: it comes in along the stream that it meets, on the way it is going already."""
        (x, y), (ox, oy) = crossing
        reach = hypot(meeting[0] - x, meeting[1] - y) * _REACH
        length = hypot(*along) or 1.0
        sign = 1.0 if (meeting[0] - x) * along[0] + (meeting[1] - y) * along[1] > 0 else -1.0
        ax, ay = (part / length * sign * reach for part in along)
        return (x, y), (x - ox * reach, y - oy * reach), (meeting[0] - ax, meeting[1] - ay), meeting

    def _branch(self, h: int, d: int, kind: Kind, curve: Cubic, rises: bool = False) -> Branch:
        side = self.geometry.grid.sides[h][d]
        at_side, at_centre = self.rivers.into(h, side) if self.rivers is not None else (1.0, 1.0)
        start = kind.width_at(at_side) * SCALE
        end = 0.0 if rises or at_centre == SOURCE else kind.width_at(at_centre) * SCALE
        return Branch(kind, side, Ribbon(curve, start, end))

    def beside(self, hexes: Iterable[int]) -> set[int]:
        """The hexes next to these whose streams run on into them: where they bend is settled by both."""
        if not self.run_here():
            return set()
        neighbours = self.geometry.grid.neighbours
        return {n for h in hexes if self.kinds and self.exits(h) for n in neighbours[h]}

    # -- drawing ------------------------------------------------------------------------------------------------

    def draw(self, paint: PaintList, hexes: Iterable[int]) -> None:
        """Add the streams of these hexes."""
        if not self.kinds:
            return
        places = {key: place for place, key in enumerate(self.kinds)}
        for h in hexes:
            if self.is_lake(h):
                self._draw_mouths(paint, h)
                continue
            for branch in self.branches(h):
                place = places[branch.kind.key]
                draw_water(
                    paint, branch.kind, PaintOrder.STREAM_CASING + place, PaintOrder.STREAM + place, [branch.ribbon]
                )

    def _draw_mouths(self, paint: PaintList, h: int) -> None:
        for d, kind in self.exits(h).items():
            other, side = self.geometry.grid.ring1[h][d], self.geometry.grid.sides[h][d]
            if other == NOWHERE or self.is_lake(other):
                continue
            (x, y), (ox, oy) = self.crossing(h, d)
            growth = self.rivers.into(other, side)[0] if self.rivers is not None else 1.0
            end = x - ox * MOUTH, y - oy * MOUTH
            draw_mouth(paint, kind, PaintOrder.STREAM, (x, y), end, kind.width_at(growth) * SCALE)

    def lines(self, h: int) -> Iterator[tuple[Kind, Spot, Spot]]:
        """The streams of a hex as straight strokes, as they look from afar."""
        exits = self.exits(h)
        if exits:
            centre = self.geometry.centre(h)
            for d, kind in exits.items():
                yield kind, centre, self.crossing(h, d)[0]

    # -- roads over them ----------------------------------------------------------------------------------------

    def crossings(self, h: int, roads: Roads) -> list[RoadOverStream]:
        """Where the roads of a hex cross its streams."""
        branches = self.branches(h) if not self.is_lake(h) else []
        lines = [branch.ribbon.points() for branch in branches]
        found: list[RoadOverStream] = []
        for _, curves in roads.layout(h):
            for curve in curves:
                road = [on_curve(*curve, i / _ROAD_PIECES) for i in range(_ROAD_PIECES + 1)]
                for spots, widths in lines:
                    found += _meetings(road, spots, widths)
        return [one for i, one in enumerate(found) if not any(_same(one, other) for other in found[:i])]


_ROAD_PIECES: Final = 8


def _meetings(road: list[Spot], water: list[Spot], widths: list[float]) -> Iterator[RoadOverStream]:
    for i in range(len(road) - 1):
        (ax, ay), (bx, by) = road[i], road[i + 1]
        dx, dy = bx - ax, by - ay
        for j in range(len(water) - 1):
            (px, py), (qx, qy) = water[j], water[j + 1]
            ex, ey = qx - px, qy - py
            turn = dx * ey - dy * ex
            if not turn:
                continue
            t = ((px - ax) * ey - (py - ay) * ex) / turn
            u = ((px - ax) * dy - (py - ay) * dx) / turn
            if 0 <= t <= 1 and 0 <= u <= 1:
                yield RoadOverStream(ax + dx * t, ay + dy * t, atan2(dy, dx), max(widths[j], widths[j + 1]))


def _same(a: RoadOverStream, b: RoadOverStream) -> bool:
    return hypot(a.x - b.x, a.y - b.y) < 0.15 * SCALE


def _main_pair(exits: Mapping[int, Kind]) -> tuple[int, int]:
    """The two exits that make the main stream through a hex: the widest, and of these the straightest way."""
    ways = sorted(exits)
    pairs = [(a, b) for i, a in enumerate(ways) for b in ways[i + 1 :]]
    return min(pairs, key=lambda pair: (-exits[pair[0]].width - exits[pair[1]].width, abs(3 - (pair[1] - pair[0]))))


def _halves(curve: Cubic) -> tuple[Cubic, Cubic]:
    a, b, c, d = curve
    ab, bc, cd = between(a, b), between(b, c), between(c, d)
    abc, bcd = between(ab, bc), between(bc, cd)
    middle = between(abc, bcd)
    return (a, ab, abc, middle), (middle, bcd, cd, d)


def _turned(curve: Cubic) -> Cubic:
    a, b, c, d = curve
    return d, c, b, a
