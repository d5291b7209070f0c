"""Mountains as ranges: ridges with spurs and gullies, light from the north-west, valleys between, snow on the heights.

A hex draws its own half of each of its ridges (see ``ridges``); both halves meet half-way between two summits.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, cos, hypot, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPolygonF

from editor.canvas.drawing.noise import noise
from editor.canvas.drawing.paint_list import PaintList, PaintOrder, faded, mix
from editor.canvas.drawing.paper import SCALE, Spot
from editor.hexes.drawing.geometry import Geometry
from editor.hexes.drawing.ridges import REACH, HexRidges, Ridges
from engine.boards.palette import PEAKS, SNOW, Kind, Palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE

RIDGED: Final = frozenset({PEAKS, SNOW})
"""The patterns that are drawn as ranges."""
KEEP: Final = 6000
"""Hexes whose ridges are remembered, at most."""

_STRAY: Final = 0.24 * SCALE
"""How far a summit is from the middle of its hex, at most."""
_WIDE: Final = (0.40 * SCALE, 0.50 * SCALE, 0.62 * SCALE, 0.70 * SCALE)
"""How far slopes reach from their ridge, by how deep in the mountains a hex lies."""
_SADDLE: Final = 0.68
"""How wide a ridge is half-way between two summits, of its width at them."""
_BRANCH: Final = 0.72
"""How wide a branch is, of the width of a main ridge."""
_ASIDE: Final = 0.13 * SCALE
"""How far a ridge strays from the straight way half-way between two summits, at most."""
_SPUR: Final = 0.50 * SCALE
"""How far a ridge goes on beyond the last of its summits."""
_BENT: Final = 0.2
"""Two ridges whose directions from a summit have a larger cosine than this between them are not one that bends."""
_PIECES: Final = 3
"""Pieces of half a ridge: from each to the next there is a spur on either side."""
_WANDERS: Final = 0.05 * SCALE
"""How far a crest strays on its way."""
_GULLY: Final = 0.58
"""How far a gully between two spurs reaches, of how far they do."""
_SNOW: Final = 0.44
"""How far down its slopes snow lies on a ridge."""

NEAR: Final = {"elevation": 1, "hexsides": 1}
"""How many hexes away a change of a layer shows, where it is not ``REACH``."""
ROLES: Final = ("lit", "half", "shade", "deep", "cold", "snow")
"""What is filled, in the order in which it is painted."""


@dataclass(slots=True)
class _Drawn:
    """The ridges of a hex: areas by role, and strokes."""

    areas: dict[str, QPainterPath]
    spurs: QPainterPath
    crest: QPainterPath


@dataclass(frozen=True, slots=True)
class _End:
    """Where half a ridge ends."""

    there: Spot
    on: Spot
    """The direction in which it comes there, a unit vector."""
    narrow: float
    """How far its slopes reach there."""
    snow: float
    """How far snow reaches down there, as a share of the slope."""
    seed: int


@dataclass(frozen=True, slots=True)
class _Half:
    """Half a ridge: from a summit to the place where it meets the other half, or to its end."""

    top: Spot
    out: Spot
    """Its direction at the summit, a unit vector."""
    wide: float
    """How far its slopes reach at the summit."""
    snow: float
    """How far snow reaches down there, as a share of the slope."""
    end: _End


class Ranges:
    """Draws the mountains of a map."""

    def __init__(self, board: BattleMap, palette: Palette, geometry: Geometry) -> None:
        """``palette`` has the colours; which terrains are mountains the map's own palette says."""
        self._map, self._palette, self._geometry = board, palette, geometry
        self.kinds = frozenset(key for key, kind in board.palette.terrain.items() if kind.pattern in RIDGED)
        self._snowy = frozenset(key for key in self.kinds if board.palette.terrain[key].pattern == SNOW)
        self._ridges = Ridges(board, geometry, self.kinds)
        self._drawn = OrderedDict[int, tuple[HexRidges, str, _Drawn]]()

    def turned(self, hexes: Iterable[int], what: str) -> set[int]:
        """The mountains that are drawn in another way since a layer of the map changed in these hexes."""
        if not self.kinds:
            return set()
        changed = {*hexes}
        known = {h for h in changed if self._ridges.knows(h)}
        turned = self._ridges.turned(changed, NEAR.get(what, REACH))
        if what in NEAR:
            return turned
        # What becomes a mountain, or one of another colour, is drawn whether or not a ridge turns.
        return turned | known | {h for h in changed if self._map.terrain[h] in self.kinds}

    def forget(self) -> None:
        """Much of the map changed."""
        self._ridges.forget()

    def draw(self, paint: PaintList, hexes: Iterable[int]) -> None:
        """Add the ridges of these hexes."""
        terrain = self._map.terrain
        for h in hexes:
            key = terrain[h]
            if key not in self.kinds:
                continue
            drawn, kind = self._of(h, key), self._palette.terrain[key]
            colours = _colours(kind)
            for place, role in enumerate(ROLES):
                if role in drawn.areas:
                    paint.fill(PaintOrder.RANGE + place, colours[role]).addPath(drawn.areas[role])
            ink, flat = colours["ink"], Qt.PenCapStyle.FlatCap
            paint.line(PaintOrder.RANGE + len(ROLES), faded(ink, 0.5), 0.014 * SCALE, cap=flat).addPath(drawn.spurs)
            paint.line(PaintOrder.RANGE + len(ROLES) + 1, faded(ink, 0.9), 0.022 * SCALE).addPath(drawn.crest)

    def _of(self, h: int, key: str) -> _Drawn:
        ridges, found = self._ridges.of(h), self._drawn.get(h)
        if found is None or found[0] is not ridges or found[1] != key:
            if len(self._drawn) >= KEEP:
                self._drawn.popitem(last=False)
            found = self._drawn[h] = ridges, key, self._make(ridges, key in self._snowy)
        return found[2]

    def _summit(self, h: int) -> Spot:
        x, y = self._geometry.centre(h)
        lot = self._geometry.lot(h) * 17
        return x + noise(lot + 1) * _STRAY, y + noise(lot + 2) * _STRAY

    def _make(self, ridges: HexRidges, snowy: bool) -> _Drawn:
        drawn = _Drawn({}, QPainterPath(), QPainterPath())
        for half in self._halves(ridges, snowy):
            _draw(drawn, half)
        return drawn

    def _halves(self, ridges: HexRidges, snowy: bool) -> list[_Half]:
        """The halves of ridges that a hex has; a ridge that ends here goes on a little."""
        lot = self._geometry.lot(ridges.h) * 17
        top = self._summit(ridges.h)
        wide = _WIDE[ridges.depth] * (1 + 0.2 * noise(lot + 3)) * (_BRANCH if ridges.branch else 1.0)
        snow = _SNOW * (1 + 0.25 * noise(lot + 4)) if snowy and ridges.snow else 0.0
        ends = [
            self._end(ridges, top, way, depth, snow > 0 and white)
            for way, depth, white in zip(ridges.ways, ridges.depths, ridges.snows, strict=True)
        ]
        ends += self._spurs(ridges, top, ends)
        outs = [_unit((end.there[0] - top[0], end.there[1] - top[1])) for end in ends]
        found = []
        for number, (end, on) in enumerate(zip(ends, outs, strict=True)):
            out, other = on, outs[1 - number] if len(ends) == 2 else on
            if on[0] * other[0] + on[1] * other[1] < _BENT:
                # The two halves of one ridge: it bends at the summit, and has no gap in the bend.
                out = _unit((on[0] - other[0], on[1] - other[1]))
            found.append(_Half(top, out, wide, snow, end))
        return found

    def _end(self, ridges: HexRidges, top: Spot, way: int, depth: int, snow: bool) -> _End:
        """Where a ridge meets its other half."""
        h, grid = ridges.h, self._geometry.grid
        n, side = grid.ring1[h][way], grid.sides[h][way]
        seed = self._geometry.lot(side) * 19
        narrow = _SADDLE * (_WIDE[ridges.depth] + _WIDE[depth]) / 2 * (1 + 0.2 * noise(seed + 1))
        if n == NOWHERE:
            # It ends along the edge of the map, and hangs over nowhere.
            (ax, ay), (bx, by) = (self._geometry.corner_offsets[d % 6] for d in (way, way + 1))
            return _End(self._geometry.shape(h).middles[way], _unit((ax + bx, ay + by)), narrow, _SNOW * snow, seed)
        bx, by = self._summit(n)
        on = _unit((bx - top[0], by - top[1]))
        aside = noise(seed + 2) * _ASIDE * (1 if h < n else -1)
        there = (top[0] + bx) / 2 + on[1] * aside, (top[1] + by) / 2 - on[0] * aside
        return _End(there, on, narrow, _SNOW * snow, seed)

    def _spurs(self, ridges: HexRidges, top: Spot, ends: Sequence[_End]) -> list[_End]:
        """What a ridge that ends at a summit has beyond it, or a mountain by itself to both sides."""
        lot = self._geometry.lot(ridges.h) * 17
        if len(ends) > 1:
            return []
        angles = [ridges.axis, ridges.axis + pi]
        if ends:
            # Away from where the ridge comes from.
            angles = [atan2(top[1] - ends[0].there[1], top[0] - ends[0].there[0]) + 0.35 * noise(lot + 5)]
        found = []
        for number, angle in enumerate(angles):
            reach, on = _SPUR * (1 + 0.2 * noise(lot + 6 + number)), (cos(angle), sin(angle))
            found.append(_End((top[0] + on[0] * reach, top[1] + on[1] * reach), on, 0.0, 0.0, lot + 8 + number))
        return found


@lru_cache(maxsize=64)
def _colours(kind: Kind) -> dict[str, QColor]:
    """The colours of each role, and of the strokes."""
    ink = QColor(kind.ink) if kind.ink else mix(kind.colour, "#000000", 0.5)
    return {
        "lit": mix(kind.colour, "#ffffff", 0.36),
        "half": mix(kind.colour, "#ffffff", 0.10),
        "shade": mix(kind.colour, ink, 0.44),
        "deep": mix(kind.colour, ink, 0.66),
        "cold": mix("#cfd8df", ink, 0.14),
        "snow": QColor("#fdfdfa"),
        "ink": ink,
    }


def _unit(way: Spot) -> Spot:
    length = hypot(*way) or 1.0
    return way[0] / length, way[1] / length


def _draw(drawn: _Drawn, half: _Half) -> None:
    """Add half a ridge: both its slopes, its snow and its crest."""
    steps, end = 2 * _PIECES, half.end
    crest: list[Spot] = []
    normals: list[Spot] = []
    for i in range(steps + 1):
        t = i / steps
        x, y = _at(half.top, end.there, t)
        dx, dy = _at(half.out, end.on, t)
        nx, ny = _unit((dy, -dx))
        # The crest wanders, but not at its ends, where it meets others.
        stray = noise(end.seed + 20 + i) * _WANDERS * (0 < i < steps)
        crest.append((x + nx * stray, y + ny * stray))
        normals.append((nx, ny))
    for side in (1.0, -1.0):
        feet = [_foot(half, crest[i], normals[i], i, side) for i in range(steps + 1)]
        bright = (side > 0) == (end.on[1] < end.on[0])
        _slope(drawn, half, crest, feet, bright, side)
        if half.snow:
            edge = [_at(crest[i], feet[i], _snow_at(half, i)) for i in range(steps + 1)]
            _add(drawn, "snow" if bright else "cold", [*crest, *reversed(edge)], side)
    drawn.crest.addPolygon(QPolygonF([QPointF(*spot) for spot in crest]))


def _slope(drawn: _Drawn, half: _Half, crest: Sequence[Spot], feet: Sequence[Spot], bright: bool, side: float) -> None:
    """Add one slope of half a ridge, with its spurs."""
    _add(drawn, "lit" if bright else "shade", [*crest, *reversed(feet)], side)
    forward = half.end.on[0] + half.end.on[1] > 0
    for i in range(0, len(crest), 2):
        # Of the two faces of a spur one is turned from the light.
        j = i + 1 if forward else i - 1
        if 0 <= j < len(crest):
            _add(drawn, "half" if bright else "deep", [crest[i], feet[i], feet[j], crest[j]], side if j < i else -side)
        if i:
            drawn.spurs.moveTo(*crest[i])
            drawn.spurs.lineTo(*feet[i])


def _foot(half: _Half, crest: Spot, normal: Spot, i: int, side: float) -> Spot:
    """The foot of a slope below a place of the crest: spurs reach further than the gullies between them."""
    t = i / (2 * _PIECES)
    # At its ends a slope meets that of the other half.
    ragged = 1 + 0.16 * noise(half.end.seed + 40 + i * 2 + (side > 0)) * (0 < t < 1)
    reach = (half.wide + (half.end.narrow - half.wide) * t) * (_GULLY if i % 2 else 1.0) * ragged
    return crest[0] + normal[0] * side * reach, crest[1] + normal[1] * side * reach


def _snow_at(half: _Half, i: int) -> float:
    """How far down a slope snow lies at a place of the crest: further on spurs than in gullies."""
    share = half.snow + (half.end.snow - half.snow) * i / (2 * _PIECES)
    return share * (0.75 if i % 2 else 1.2)


def _at(a: Spot, b: Spot, t: float) -> Spot:
    """The point at ``t`` of the way from one to another."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _add(drawn: _Drawn, role: str, spots: Sequence[Spot], side: float) -> None:
    """Add an area. All of one role run the same way round, or they would cut holes into each other: those on one
    ``side`` of the crest are turned."""
    path = drawn.areas.get(role)
    if path is None:
        path = drawn.areas[role] = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
    corners = [QPointF(x, y) for x, y in spots]
    path.addPolygon(QPolygonF(corners if side > 0 else corners[::-1]))
    path.closeSubpath()
