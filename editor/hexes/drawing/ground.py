"""The ground: areas of one terrain (or one level) with rounded outlines that wander a little, as if drawn by hand.

An area's outline runs from the middle of one hexside to the middle of the next, bent toward the corner
between them, and wanders a little on the way. Each hex draws its own share of the outline, so that nothing beyond its
neighbours matters: a chunk draws the same whether or not the rest of the map is drawn.

Areas are told as the set of their hexes, at least those near what is drawn, with NOWHERE in it: the edge of the map
counts as member.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from math import hypot
from operator import itemgetter
from typing import Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath

from editor.canvas.drawing.noise import noise
from editor.canvas.drawing.paper import SCALE, Spot
from editor.hexes.drawing.coasts import TrueCoast
from editor.hexes.drawing.geometry import Geometry, bend, between
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.chains import outline_corners
from engine.hexes.board.grid import NOWHERE

Inside = set[int] | frozenset[int]

Shores = tuple[str, ...]
"""The terrain about a hex at a shore; empty elsewhere."""

ROUGH: Final = 0.055 * SCALE
"""How far the edge of terrain wanders from its smooth course."""

STRAY: Final = 0.15 * SCALE
"""How far an area reaches over the middle of a hexside, or stays behind it: no two lone woods are alike."""

LONE: Final = (-0.24, 0.16)
"""How far an area of a single hex stays behind its corners, and reaches beyond them, as shares of their distance: it is
no disc."""

EVEN: Final = (2, 2, 1)
"""What a vertex of a shore, the ones before and after it, and the second ones count for where the shore evens out: four
in a row, which are a step up and a step down of a staggered row of hexes, count for nothing together."""

KEEP: Final = 8000
"""Shares that are remembered at most."""


def plain(path: QPainterPath, geometry: Geometry, hexes: Iterable[int]) -> None:
    """Add ruled hexagons."""
    for h in hexes:
        corners = geometry.shape(h).corners
        path.moveTo(*corners[0])
        for corner in corners[1:]:
            path.lineTo(*corner)
        path.closeSubpath()


def ruled_outline(path: QPainterPath, geometry: Geometry, hexes: Iterable[int], inside: Inside) -> None:
    """Add the hexsides between these hexes and those that are not ``inside``."""
    ring1 = geometry.grid.ring1
    for h in hexes:
        ring = ring1[h]
        if not inside.issuperset(ring):
            corners = geometry.shape(h).corners
            for d, n in enumerate(ring):
                if n not in inside:
                    path.moveTo(*corners[d])
                    path.lineTo(*corners[(d + 1) % 6])


class EdgeShare(NamedTuple):
    """What one hex at the edge of an area draws of it."""

    fill: QPainterPath
    edge: QPainterPath
    """The outline as open strokes."""


class RoundedAreas:
    """Draws areas of a grid with rounded outlines.

    The shares of hexes are remembered: a stroke changes few hexes of a chunk, and areas and their outlines are made
    again at each step of it.
    """

    def __init__(self, geometry: Geometry, board: BattleMap | None = None, *, by_line: bool = False) -> None:
        """Rough outlines on a ``board`` stray from the hexsides, but along shores, where banks are drawn; without one
        they do not. ``by_line``: coasts follow their true line where the map has it."""
        self.geometry = geometry
        self._board = board
        self._water = board.palette.lakes if board is not None else frozenset[str]()
        self.coast: TrueCoast | None = None
        """How coasts run that are drawn by their true line; None where none are."""
        line = board.look.coast if board is not None and by_line else None
        if board is not None and line is not None and line.shown:
            self.coast = TrueCoast(geometry, board, line)
        self._shares = OrderedDict[tuple[int, int, Shores, float], EdgeShare]()
        self._looks: dict[int, Callable[[list[str]], tuple[str, ...]]] = {}
        """What looks up the terrain about a hex at a shore."""
        self._strayed: dict[int, Spot] = {}

    def area(self, path: QPainterPath, hexes: Iterable[int], inside: Inside, rough: float = 0.0) -> None:
        """Add the share of each of these hexes in the rounded area of all that are ``inside``.

        ``rough`` is how far the outline may stray from its smooth course, in scene units. The shares of neighbouring
        members meet exactly, and the path (to be filled by the winding rule) covers nothing twice.
        """
        ring1 = self.geometry.grid.ring1
        inner = []
        for h in hexes:
            ring = ring1[h]
            if inside.issuperset(ring):
                inner.append(h)
            else:
                path.addPath(self._share(h, ring, inside, rough).fill)
        self._add_inner(path, inner)

    def outline(self, path: QPainterPath, hexes: Iterable[int], inside: Inside, rough: float = 0.0) -> None:
        """Add the outline of the area as open strokes, each hex its own share; the edge of the map has none."""
        ring1 = self.geometry.grid.ring1
        for h in hexes:
            ring = ring1[h]
            if not inside.issuperset(ring):
                path.addPath(self._share(h, ring, inside, rough).edge)

    def polygon(self, h: int, inside: Inside, rough: float = 0.0) -> list[Spot]:
        """The share of one hex in a rounded area, as a polygon."""
        ring = self.geometry.grid.ring1[h]
        if inside.issuperset(ring):
            return self.geometry.shape(h).vertices
        path = self._share(h, ring, inside, rough).fill
        return [(point.x(), point.y()) for point in path.toFillPolygon().toList()]

    def side_of_shore(self, h: int) -> QPainterPath | None:
        """The part of the map about a hex that lies on its side of the shores; None where none passes by."""
        if self.coast is not None and self.coast.is_shore(h):
            return self.coast.side(h)
        ring, wet = self.geometry.grid.ring1[h], self._wet(h)
        if all(n == NOWHERE or self._wet(n) is wet for n in ring):
            return None
        inside = {NOWHERE, *(n for n in self.geometry.grid.within(h, 2) if self._wet(n) is wet)}
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        self.area(path, [h, *(n for n in ring if n != NOWHERE and n in inside)], inside, ROUGH)
        return path

    def _add_inner(self, path: QPainterPath, hexes: list[int]) -> None:
        """Add hexes among members as the rings around them: edges in between cost time at every line of pixels."""
        shape = self.geometry.shape
        for (h, d), *others in outline_corners(self.geometry.grid, hexes):
            path.moveTo(*shape(h).vertices[d])
            for other, corner in others:
                path.lineTo(*shape(other).vertices[corner])
            path.closeSubpath()

    def _share(self, h: int, ring: tuple[int, ...], inside: Inside, rough: float) -> EdgeShare:
        a, b, c, d, e, f = ring
        mask = (
            (a in inside)
            | (b in inside) << 1
            | (c in inside) << 2
            | (d in inside) << 3
            | (e in inside) << 4
            | (f in inside) << 5
        )
        shores = self.shores(h) if rough else ()
        found = self._shares.get((h, mask, shores, rough))
        if found is None:
            if len(self._shares) >= KEEP:
                # One by one: to let go of all of them at once would hold a frame up.
                self._shares.popitem(last=False)
            found = self._shares[h, mask, shores, rough] = self._drawn(h, ring, mask, rough, shores)
        return found

    def shores(self, h: int) -> Shores:
        """What the share of a hex in an area that strays depends on beside its mask: the terrain within three hexes
        where a shore passes, else nothing."""
        if self._board is None:
            return ()
        terrain, water = self._board.terrain, self._water
        a, b, c, d, e, f = self.geometry.grid.ring1[h]
        wet = terrain[h] in water
        if (
            (terrain[a] in water) is wet
            and (terrain[b] in water) is wet
            and (terrain[c] in water) is wet
            and (terrain[d] in water) is wet
            and (terrain[e] in water) is wet
            and (terrain[f] in water) is wet
        ):
            return ()
        look = self._looks.get(h)
        if look is None:
            if len(self._looks) >= KEEP:
                del self._looks[next(iter(self._looks))]
            look = self._looks[h] = itemgetter(*self.geometry.grid.within(h, 3))
        return look(terrain)

    def bends_shores(self, h: int) -> bool:
        """Whether shores up to three hexes from this one may run by its terrain: water lies within two hexes."""
        if self._board is None:
            return False
        terrain, water, ring1 = self._board.terrain, self._water, self.geometry.grid.ring1
        return any(terrain[far] in water for n in ring1[h] if n != NOWHERE for far in ring1[n])

    def shore_vertex(self, h: int, corner: int) -> Spot:
        """The control point of outlines at a corner of a hex. Where a shore passes it lies evenly among the vertices
        before and after, the more so the more the shore turns one way and the other among them: it follows a row of
        hexes and not each of them, and stays round about points and bays."""
        ring, vertex = self.geometry.grid.ring1[h], self.geometry.shape(h).vertices[corner]
        before, after = ring[corner - 1], ring[corner]
        if self._board is None or before == NOWHERE or after == NOWHERE:
            return vertex
        if self._wet(h) is not self._wet(after):
            onward, back = self._along(h, corner, 1, 2), self._along(h, corner, -1, 3)
            (_, turn), *back = back
        elif self._wet(h) is not self._wet(before):
            onward, back = self._along(h, (corner - 1) % 6, 1, 3), self._along(h, (corner - 1) % 6, -1, 2)
            (_, turn), *onward = onward
        else:
            return vertex
        own, *weights = EVEN
        x, y, turns, total = own * vertex[0], own * vertex[1], float(own * turn), own
        for way in (onward, back):
            for weight, ((ax, ay), turn) in zip(weights, way, strict=False):
                x, y, turns, total = x + weight * ax, y + weight * ay, turns + weight * turn, total + weight
        share = 1 - abs(turns) / total
        return vertex[0] + (x / total - vertex[0]) * share, vertex[1] + (y / total - vertex[1]) * share

    def _along(self, h: int, d: int, step: int, count: int) -> list[tuple[Spot, int]]:
        """The next vertices of the shore that runs along a side of a hex, clockwise about the hex (``step`` 1) or the
        other way round: each with the way in which the shore turns there, 1 about water, -1 about land, 0 at the edge
        of the map, where it ends."""
        ring1, found = self.geometry.grid.ring1, []
        for _ in range(count):
            third = ring1[h][(d + step) % 6]
            vertex = self.geometry.shape(h).vertices[(d + 1) % 6 if step > 0 else d]
            if third == NOWHERE:
                found.append((vertex, 0))
                break
            wet = self._wet(third)
            found.append((vertex, -1 if wet else 1))
            if wet is not self._wet(h):
                d = (d + step) % 6
            else:
                h, d = third, (d - step) % 6
        return found

    def shore_middle(self, h: int, d: int) -> Spot:
        """Where outlines and rivers pass the middle of a hexside: along a shore half-way between its control points."""
        n = self.geometry.grid.ring1[h][d]
        if self._board is None or n == NOWHERE or self._wet(h) is self._wet(n):
            return self.geometry.shape(h).middles[d]
        return between(self.shore_vertex(h, d), self.shore_vertex(h, (d + 1) % 6))

    def _wet(self, h: int) -> bool:
        """Whether a hex of the map is all water."""
        return self._board is not None and self._board.terrain[h] in self._water

    def _middle(self, h: int, d: int, rough: float) -> Spot:
        """Where the outline crosses a hexside: near its middle, the same place for the areas on either side."""
        n = self.geometry.grid.ring1[h][d]
        if not rough or self._board is None or n == NOWHERE:
            return self.geometry.shape(h).middles[d]
        if self._board.terrain[h] in self._water or self._board.terrain[n] in self._water:
            return self.shore_middle(h, d)
        # The areas on either side ask, each several times.
        place = h * 3 + d if d < 3 else n * 3 + d - 3
        return self._strayed.get(place) or self._stray(place, h, n, d)

    def _stray(self, place: int, h: int, n: int, d: int) -> Spot:
        """Where rough outlines cross the hexside between two hexes, remembered by its place."""
        if len(self._strayed) >= 4 * KEEP:
            del self._strayed[next(iter(self._strayed))]
        x, y = self.geometry.shape(h).middles[d]
        (ax, ay), (bx, by) = self.geometry.centre(min(h, n)), self.geometry.centre(max(h, n))
        share = noise(self.geometry.lot(self.geometry.grid.side(h, d)) * 5 + 1) * STRAY / hypot(bx - ax, by - ay)
        found = self._strayed[place] = x + (bx - ax) * share, y + (by - ay) * share
        return found

    def _drawn(self, h: int, ring: tuple[int, ...], mask: int, rough: float, shores: Shores) -> EdgeShare:
        """The share of a hex whose neighbour in direction ``d`` is a member where bit ``d`` of the mask is set."""
        fill, edge = QPainterPath(), QPainterPath()
        shape = self.geometry.shape(h)
        vertices = self._lone(h) if rough and not mask and not shores else shape.vertices
        if shores:
            vertices = [self.shore_vertex(h, corner) for corner in range(6)]
        # Between members the outline does not come; where it does, it strays.
        middles = [shape.middles[d] if mask >> d & 1 else self._middle(h, d, rough) for d in range(6)]
        first = next(d for d in range(6) if not mask >> (d - 1) % 6 & 1)
        here = None
        fill.moveTo(*middles[first - 1])
        for d in (*range(first, 6), *range(first)):
            start, corner, end = middles[d - 1], vertices[d], middles[d]
            before, after = mask >> (d - 1) % 6 & 1, mask >> d & 1
            if before and after:
                fill.lineTo(*shape.vertices[d])
                continue
            if after:
                end, corner = self._meeting(start, corner, ring[d], (d - 2) % 6, rough)
            elif before:
                start, corner = self._meeting(end, corner, ring[d - 1], (d + 1) % 6, rough)
                fill.lineTo(*start)
            if start != here:
                edge.moveTo(*start)
            for piece in _wandering(start, corner, end, rough):
                fill.quadTo(*piece)
                edge.quadTo(*piece)
            here = end
        fill.closeSubpath()
        return EdgeShare(fill, edge)

    def _lone(self, h: int) -> list[Spot]:
        """The corners of a hex that is an area by itself, each nearer to its middle or further from it."""
        shape, (low, high) = self.geometry.shape(h), LONE
        lot = self.geometry.lot(h)
        shares = [1 + low + (high - low) * (noise(lot * 11 + d) + 1) / 2 for d in range(6)]
        return [
            (shape.x + (x - shape.x) * share, shape.y + (y - shape.y) * share)
            for (x, y), share in zip(shape.vertices, shares, strict=True)
        ]

    def _meeting(self, middle: Spot, vertex: Spot, other: int, direction: int, rough: float) -> tuple[Spot, Spot]:
        """Where the outline crosses from one member to the next, and the control point of the half on our side."""
        if other == NOWHERE:
            return vertex, between(middle, vertex)
        return bend(middle, vertex, self._middle(other, direction, rough)), between(middle, vertex)


def _wandering(start: Spot, control: Spot, end: Spot, rough: float) -> list[tuple[float, float, float, float]]:
    """The pieces of a curve that strays up to ``rough`` from the one with this control point, always the same way."""
    (cx, cy), (bx, by) = control, end
    if not rough:
        return [(cx, cy, bx, by)]
    ax, ay = start
    length = hypot(bx - ax, by - ay) or 1.0
    right, down = (by - ay) / length * rough, (ax - bx) / length * rough
    seed = int(cx * 8) * 73_856_093 ^ int(cy * 8) * 19_349_663
    # Written out, because maps have hundreds of thousands of these.
    (one, two, three), *others = _LONG if length > 0.6 * SCALE else _SHORT
    stray = noise(seed)
    x, y = one * ax + two * cx + three * bx + right * stray, one * ay + two * cy + three * by + down * stray
    pieces = []
    for one, two, three in others:
        seed += 1
        stray = noise(seed)
        u, v = one * ax + two * cx + three * bx + right * stray, one * ay + two * cy + three * by + down * stray
        pieces.append((x, y, (x + u) / 2, (y + v) / 2))
        x, y = u, v
    pieces.append((x, y, bx, by))
    return pieces


def _weights(*ts: float) -> tuple[tuple[float, float, float], ...]:
    """What the start, the control point and the end of a quadratic curve count for at these places along it."""
    return tuple(((1 - t) ** 2, 2 * (1 - t) * t, t * t) for t in ts)


_LONG: Final = _weights(0.2, 0.5, 0.8)
_SHORT: Final = _weights(0.3, 0.7)
"""Where along a curve it strays."""
