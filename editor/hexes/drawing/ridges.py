"""Where the ridges of mountains run: from hex to hex along a range, as far as mountains lie.

A ridge joins the middles of two neighbouring mountain hexes. Main ridges follow the way the mountains lie within two
hexes, and within a large massif a grain that turns slowly over the map; one runs in every second row of hexes. From
the hexes between, branches lead up to them. No ridge crosses a river. What a hex has of ridges depends on nothing that
is more than ``REACH`` hexes away.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import atan2, cos, sin
from typing import Final

from editor.canvas.drawing.noise import noise
from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing.geometry import Geometry
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE

REACH: Final = 3
"""How many hexes away a change of terrain may turn a ridge."""
HIGH: Final = 3
"""From this level of elevation on snow may lie on a mountain, wherever it is."""
_GRAIN: Final = -0.35
"""The direction of ridges within a massif before it turns, in radians from east to south."""
_TURNS: Final = 0.8
"""How far that direction turns to either side."""
_OVER: Final = 10.0 * SCALE
"""How far it is from one turn to the next."""
_PRIOR: Final = 5.0
"""How much the grain weighs beside how the mountains lie."""
_JOINS: Final = 0.2
"""A main ridge that only one of two hexes asks for is drawn where chance (-1 to 1) is above this."""
_PASSES: Final = 0.5
"""A branch joins both main ridges beside it where chance is above this."""


@dataclass(frozen=True, slots=True)
class HexRidges:
    """The ridges of one hex."""

    h: int
    ways: tuple[int, ...]
    """The directions in which they leave it."""
    depth: int
    """How deep in the mountains the hex lies: from 0, at their foot, to 3."""
    depths: tuple[int, ...]
    """The same of the hexes that they lead to; beyond the edge of the map as here."""
    snow: bool
    """Whether the hex is high enough for snow."""
    snows: tuple[bool, ...]
    """The same of the hexes that they lead to."""
    axis: float
    """The direction of the range, in radians."""
    branch: bool
    """Whether the ridge is a branch of a main one."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What a hex asks for: the direction of the range there, the directions of its ridges, whether it is a branch."""

    axis: float
    ways: tuple[int, ...]
    branch: bool


class Ridges:
    """The ridges of a map, worked out hex by hex when they are asked for, and again where the map changed."""

    def __init__(self, board: BattleMap, geometry: Geometry, kinds: Collection[str]) -> None:
        """``kinds`` are the terrains that are mountains."""
        self._board, self._geometry, self._kinds = board, geometry, kinds
        self._ring1 = board.grid.ring1
        self._water = frozenset(key for key, kind in board.palette.hexsides.items() if kind.is_water)
        offsets = geometry.corner_offsets
        self._angles = [
            atan2(offsets[d][1] + offsets[(d + 1) % 6][1], offsets[d][0] + offsets[(d + 1) % 6][0]) for d in range(6)
        ]
        self._turns = [(cos(2 * angle), sin(2 * angle)) for angle in self._angles]
        self._known: dict[int, HexRidges] = {}
        self._wanted: dict[int, _Wanted] = {}
        self._deep: dict[int, int] = {}

    def forget(self) -> None:
        """Much of the map changed."""
        for known in (self._known, self._wanted, self._deep):
            known.clear()

    def turned(self, hexes: Iterable[int], reach: int) -> set[int]:
        """The mountains whose ridges are others since these hexes, or their hexsides, changed: of those that were asked
        for before and are at most ``reach`` hexes away."""
        within, terrain = self._board.grid.within, self._board.terrain
        about = {n for h in hexes for n in within(h, reach)}
        before = {n: self._known.pop(n) for n in about if n in self._known}
        for n in about:
            self._wanted.pop(n, None)
            self._deep.pop(n, None)
        found = set()
        for n, ridges in before.items():
            if terrain[n] in self._kinds and self.of(n) == ridges:
                self._known[n] = ridges
            else:
                found.add(n)
        return found

    def knows(self, h: int) -> bool:
        """Whether the ridges of a hex were asked for, and nothing near it has changed since."""
        return h in self._known

    def of(self, h: int) -> HexRidges:
        """The ridges of a mountain hex."""
        found = self._known.get(h)
        if found is None:
            found = self._known[h] = self._work_out(h)
        return found

    def _work_out(self, h: int) -> HexRidges:
        wanted = self._wants(h)
        ways = tuple(d for d in range(6) if self._joins(h, d))
        there = [self._ring1[h][d] for d in ways]
        depths = tuple(self._depth(h if n == NOWHERE else n) for n in there)
        snows = tuple(self._snowy(h if n == NOWHERE else n) for n in there)
        return HexRidges(h, ways, self._depth(h), depths, self._snowy(h), snows, wanted.axis, wanted.branch)

    def _inside(self, h: int) -> bool:
        """Whether a hex is of the mountains; what lies beyond the map is taken to be."""
        return h == NOWHERE or self._board.terrain[h] in self._kinds

    def _snowy(self, h: int) -> bool:
        return self._depth(h) == 3 or self._board.elevation[h] >= HIGH

    def _company(self, h: int) -> int:
        """How many of the hexes about one are mountains."""
        return sum(self._inside(n) for n in self._ring1[h])

    def _depth(self, h: int) -> int:
        found = self._deep.get(h)
        if found is None:
            near = self._company(h)
            found = 0 if near < 4 else 1
            if near == 6:
                found = 2 + all(self._inside(far) for n in self._ring1[h] if n != NOWHERE for far in self._ring1[n])
            self._deep[h] = found
        return found

    def _wants(self, h: int) -> _Wanted:
        """The direction of the range at a hex, and the directions in which it asks for a ridge."""
        found = self._wanted.get(h)
        if found is None:
            axis = self._axis(h)
            along = [abs(cos(angle - axis)) for angle in self._angles]
            best = max(range(3), key=along.__getitem__)
            branch = self._branch(h, best) if self._row(h, best) % 2 else ()
            found = self._wanted[h] = _Wanted(axis, branch or self._main(h, best, along), bool(branch))
        return found

    def _row(self, h: int, way: int) -> int:
        """The number of the row of hexes along a direction that a hex is in."""
        (x, y), angle = self._geometry.centre(h), self._angles[way]
        return round((y * cos(angle) - x * sin(angle)) / (1.5 * SCALE))

    def _main(self, h: int, best: int, along: Sequence[float]) -> tuple[int, ...]:
        """The ways of a main ridge: on along the range to both sides, or the nearest way to that."""
        ways: list[int] = []
        for d in (best, best + 3):
            offers = (d, *sorted(((d - 1) % 6, (d + 1) % 6), key=lambda way: -along[way]))
            ways += [way for way in offers if self._inside(self._ring1[h][way])][:1]
        return tuple(ways)

    def _branch(self, h: int, best: int) -> tuple[int, ...]:
        """The ways of a ridge between two main ones: to the one deeper in the mountains, seldom to both."""
        ring, lot = self._ring1[h], self._geometry.lot(h) * 23
        # All of a row lead the same way to either side, so that no two meet in one summit from there.
        row = self._geometry.lot(self._row(h, best)) * 23
        ways: list[int] = []
        for number, pair in enumerate(((1, 2), (4, 5))):
            d = (best + pair[noise(row + number) < 0]) % 6
            if ring[d] != NOWHERE and self._inside(ring[d]):
                ways.append(d)
        if len(ways) == 2 and noise(lot + 2) < _PASSES:
            ways.sort(key=lambda d: (-self._company(ring[d]), noise(lot + 3 + d)))
            del ways[1]
        return tuple(ways)

    def _joins(self, h: int, d: int) -> bool:
        """Whether a ridge leads out of a hex in a direction."""
        n, side = self._ring1[h][d], self._board.grid.sides[h][d]
        if not self._water.isdisjoint(self._board.hexsides.get(side, ())):
            return False
        wanted = self._wants(h)
        here = d in wanted.ways
        if n == NOWHERE or not self._inside(n):
            return here and n == NOWHERE
        beyond = self._wants(n)
        there = (d + 3) % 6 in beyond.ways
        if here == there:
            return here
        if (wanted if here else beyond).branch:
            return True
        return noise(self._geometry.lot(side) * 13 + 3) > _JOINS

    def _axis(self, h: int) -> float:
        """The direction in which the mountains about a hex lie, as the axis of those within two hexes of it."""
        x, y = self._geometry.centre(h)
        grain = self._grain(x, y)
        across, along = _PRIOR * cos(2 * grain), _PRIOR * sin(2 * grain)
        ring1, turns = self._ring1, self._turns
        for d, n in enumerate(ring1[h]):
            if not self._inside(n):
                continue
            (c, s), (c2, s2) = turns[d], turns[(d + 1) % 6]
            weight = 3.0 if n == NOWHERE or self._inside(ring1[n][d]) else 1.0
            across, along = across + weight * c, along + weight * s
            if n == NOWHERE or self._inside(ring1[n][(d + 1) % 6]):
                # The hex between two straight ones: its direction is half-way between theirs.
                across, along = across + 1.7 * (c + c2), along + 1.7 * (s + s2)
        return atan2(along, across) / 2

    def _grain(self, x: float, y: float) -> float:
        """The direction of ridges within a massif: waves of three lengths, so that it never comes again."""
        lot = self._geometry.lot(0) % 997
        wave = sin(x / _OVER + lot) + sin(y / _OVER * 1.3 + 2 * lot) + sin((x - y) / _OVER * 0.7 + 3 * lot)
        return _GRAIN + _TURNS * wave / 3
