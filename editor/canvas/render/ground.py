"""The ground: areas of one terrain (or one level) with melted outlines, as if drawn by hand.

An area's outline runs from the middle of one hexside to the middle of the next, bent toward the corner
between them, and wanders a little on the way. Each hex draws its own share of the outline, so that nothing beyond its
neighbours matters: a chunk draws the same whether or not the rest of the map is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Final

from PySide6.QtGui import QPainterPath

from editor.canvas.render.geometry import SCALE, Geometry, Spot, bend, between, on_curve
from editor.canvas.render.noise import noise
from engine.board.grid import NOWHERE

Member = Callable[[int], bool]

ROUGH: Final = 0.055 * SCALE
"""How far the edge of terrain wanders from its smooth course."""


def plain(path: QPainterPath, geometry: Geometry, hexes: Iterable[int]) -> None:
    """Add ruled hexagons."""
    for h in hexes:
        corners = geometry.shape(h).corners
        path.moveTo(*corners[0])
        for corner in corners[1:]:
            path.lineTo(*corner)
        path.closeSubpath()


def ruled_outline(path: QPainterPath, geometry: Geometry, hexes: Iterable[int], member: Member) -> None:
    """Add the hexsides between these hexes and those that are not ``member``."""
    ring1 = geometry.grid.ring1
    for h in hexes:
        corners = geometry.shape(h).corners
        for d, n in enumerate(ring1[h]):
            if n != NOWHERE and not member(n):
                path.moveTo(*corners[d])
                path.lineTo(*corners[(d + 1) % 6])


def polygon(geometry: Geometry, h: int, member: Member, rough: float = 0.0) -> list[tuple[float, float]]:
    """The share of one hex in a melted area, as a polygon."""
    if all(n == NOWHERE or member(n) for n in geometry.grid.ring1[h]):
        return geometry.shape(h).vertices
    path = QPainterPath()
    area(path, geometry, [h], member, rough)
    return [(point.x(), point.y()) for point in path.toFillPolygon().toList()]


def area(
    path: QPainterPath,
    geometry: Geometry,
    hexes: Iterable[int],
    member: Member,
    rough: float = 0.0,
    solid: bool = False,
) -> None:
    """Add the share of each of these hexes in the melted area of all hexes that are ``member``.

    ``rough`` is how far the outline may stray from its smooth course, in scene units. The shares of neighbouring
    members meet exactly; the edge of the map counts as member. Where the colour is ``solid`` a hex among members may
    be drawn as a box, which reaches into them, at a quarter of the cost.
    """
    ring1 = geometry.grid.ring1
    right, down = geometry.cover
    for h in hexes:
        ring = ring1[h]
        same = [n == NOWHERE or member(n) for n in ring]
        if not all(same):
            _share(path, geometry, h, ring, same, rough)
        elif solid and NOWHERE not in ring:
            x, y = geometry.centre(h)
            path.addRect(x - right, y - down, 2 * right, 2 * down)
            continue
        else:
            vertices = geometry.shape(h).vertices
            path.moveTo(*vertices[0])
            for vertex in vertices[1:]:
                path.lineTo(*vertex)
        path.closeSubpath()


def _share(
    path: QPainterPath, geometry: Geometry, h: int, ring: tuple[int, ...], same: list[bool], rough: float
) -> None:
    """One member hex with at least one neighbour that is not."""
    shape = geometry.shape(h)
    middles = shape.middles
    first = next(d for d in range(6) if not same[d - 1])
    path.moveTo(*middles[first - 1])
    for step in range(6):
        d = (first + step) % 6
        vertex = shape.vertices[d]
        before, after = same[d - 1], same[d]
        if not before and not after:
            _wander(path, middles[d - 1], vertex, middles[d], rough)
        elif not before:
            top, enter = _meeting(geometry, middles[d - 1], vertex, ring[d], (d - 2) % 6)
            _wander(path, middles[d - 1], enter, top, rough)
        elif not after:
            top, leave = _meeting(geometry, middles[d], vertex, ring[d - 1], (d + 1) % 6)
            path.lineTo(*top)
            _wander(path, top, leave, middles[d], rough)
        else:
            path.lineTo(*vertex)


def _wander(path: QPainterPath, start: Spot, control: Spot, end: Spot, rough: float) -> None:
    """Add the curve that ``quadTo`` would, by a way that strays from it up to ``rough``, always the same way."""
    if not rough:
        path.quadTo(*control, *end)
        return
    for piece in _stray(start, control, end, rough):
        path.quadTo(*piece)


@lru_cache(maxsize=100_000)
def _stray(start: Spot, control: Spot, end: Spot, rough: float) -> list[tuple[float, float, float, float]]:
    """The pieces of a straying curve; remembered, because areas and their outlines are made again at each stroke."""
    across, along = end[0] - start[0], end[1] - start[1]
    length = hypot(across, along) or 1.0
    right, down = along / length * rough, -across / length * rough
    seed = int(control[0] * 8) * 73_856_093 ^ int(control[1] * 8) * 19_349_663
    points = []
    for i, t in enumerate(_LONG if length > 0.6 * SCALE else _SHORT):
        x, y = on_curve(start, control, end, t)
        stray = noise(seed + i)
        points.append((x + right * stray, y + down * stray))
    stops = [*(between(here, onward) for here, onward in pairwise(points)), end]
    return [(*point, *stop) for point, stop in zip(points, stops, strict=True)]


_LONG: Final = (0.2, 0.5, 0.8)
_SHORT: Final = (0.3, 0.7)
"""Where along a curve it strays."""


def _meeting(
    geometry: Geometry, middle: tuple[float, float], vertex: tuple[float, float], other: int, direction: int
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the outline crosses from one member to the next, and the control point of the half on our side."""
    control = ((middle[0] + vertex[0]) / 2, (middle[1] + vertex[1]) / 2)
    if other == NOWHERE:
        return vertex, control
    beyond = geometry.shape(other).middles[direction]
    return bend(middle, vertex, beyond), control


def outline(path: QPainterPath, geometry: Geometry, hexes: Iterable[int], member: Member, rough: float = 0.0) -> None:
    """Add the outline of the area as open strokes, each hex its own share; the edge of the map has none."""
    ring1 = geometry.grid.ring1
    for h in hexes:
        ring = ring1[h]
        same = [n == NOWHERE or member(n) for n in ring]
        if all(same):
            continue
        shape = geometry.shape(h)
        middles = shape.middles
        for d in range(6):
            vertex = shape.vertices[d]
            before, after = same[d - 1], same[d]
            if not before and not after:
                path.moveTo(*middles[d - 1])
                _wander(path, middles[d - 1], vertex, middles[d], rough)
            elif not before:
                top, enter = _meeting(geometry, middles[d - 1], vertex, ring[d], (d - 2) % 6)
                path.moveTo(*middles[d - 1])
                _wander(path, middles[d - 1], enter, top, rough)
            elif not after:
                top, leave = _meeting(geometry, middles[d], vertex, ring[d - 1], (d + 1) % 6)
                path.moveTo(*top)
                _wander(path, top, leave, middles[d], rough)
