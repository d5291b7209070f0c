"""Where things are drawn: hex centres, corners and side middles in scene units, exact and with a natural wobble.

Terrain outlines, rivers and roads are drawn through corners and middles that are moved a little, each by its
own seed, so that the same line is found from either side of it and no line looks ruled.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from math import sqrt
from typing import Final

from editor.canvas.drawing.noise import noise
from editor.canvas.drawing.paper import SCALE, Spot
from engine.hexes.board.grid import NOWHERE, Grid

_HALF: Final = sqrt(3) / 2 * SCALE
_CORNER_WOBBLE: Final = 0.17 * SCALE
_CENTRE_WOBBLE: Final = 0.13 * SCALE
_KEEP: Final = 12_000
_FAR: Final = 1 << 20
"""More than any lattice point is from another: what tells their columns apart."""


class Shape:
    """A hex as it is drawn: its centre, exact corners, wobbling corners, and the middles between these."""

    __slots__ = ("corners", "middles", "vertices", "x", "y")

    def __init__(self, x: float, y: float, corners: list[Spot], vertices: list[Spot], middles: list[Spot]) -> None:
        self.x = x
        self.y = y
        self.corners = corners
        self.vertices = vertices
        self.middles = middles


class Geometry:
    """The shapes of a grid's hexes, made when they are first asked for.

    ``ruled`` leaves every corner and middle where it is, for maps in a plain style; another ``seed`` gives another
    wobble.
    """

    def __init__(self, grid: Grid, ruled: bool = False, seed: int = 0) -> None:
        self.grid = grid
        self.ruled = ruled
        self._lot = seed * 1_000_003
        self._shapes = OrderedDict[int, Shape]()
        self._vertices = OrderedDict[int, Spot]()
        self._offsets = self._corner_offsets()
        self._phase = grid.lattice(0)[1 if grid.flat else 0] & 1
        """Whether the first column, or row, is shifted."""

    def _corner_offsets(self) -> list[Spot]:
        if self.grid.flat:
            half = SCALE / 2
            return [(-half, -_HALF), (half, -_HALF), (SCALE, 0.0), (half, _HALF), (-half, _HALF), (-SCALE, 0.0)]
        half = SCALE / 2
        return [(0.0, -SCALE), (_HALF, -half), (_HALF, half), (0.0, SCALE), (-_HALF, half), (-_HALF, -half)]

    @property
    def corner_offsets(self) -> list[Spot]:
        """The six corners of any hex from its centre."""
        return self._offsets

    @property
    def size(self) -> Spot:
        """Width and height of the map."""
        width, height = self.grid.extent
        return width * SCALE, height * SCALE

    def centre(self, h: int) -> Spot:
        """The centre of a hex."""
        row, column = divmod(h, self.grid.columns)
        # What ``spot`` makes of the lattice, written out: nothing is asked for as often.
        if self.grid.flat:
            return (1.5 * column + 1) * SCALE, (2 * row + (column + self._phase & 1) + 1) * _HALF
        return (2 * column + (row + self._phase & 1) + 1) * _HALF, (1.5 * row + 1) * SCALE

    def spot(self, x: float, y: float) -> Spot:
        """A lattice point in scene units."""
        if self.grid.flat:
            return (x + 2) * (SCALE / 2), (y + 1) * _HALF
        return (x + 1) * _HALF, (y + 2) * (SCALE / 2)

    def anchor(self, h: int) -> Spot:
        """Where roads meet in a hex: near its centre."""
        x, y = self.centre(h)
        if self.ruled:
            return x, y
        lot = self.lot(h)
        return x + noise(lot * 7 + 3) * _CENTRE_WOBBLE, y + noise(lot * 7 + 5) * _CENTRE_WOBBLE

    def lot(self, number: int) -> int:
        """What a hex or hexside of this number draws lots with: another number for each seed of the map."""
        return number + self._lot

    def shape(self, h: int) -> Shape:
        """The shape of a hex."""
        found = self._shapes.get(h)
        if found is None:
            if len(self._shapes) > _KEEP:
                self._shapes.popitem(last=False)
            found = self._shapes[h] = self._make(h)
        return found

    def _make(self, h: int) -> Shape:
        grid = self.grid
        lx, ly = grid.lattice(h)
        x, y = self.spot(lx, ly)
        ring = grid.ring1[h]
        corners = [(x + dx, y + dy) for dx, dy in self._offsets]
        vertices = corners
        if not self.ruled:
            known, vertices, beyond = self._vertices, [], ring[5] == NOWHERE
            for corner, (dx, dy), n in zip(corners, grid.corner_steps, ring, strict=True):
                before, beyond = beyond, n == NOWHERE
                # A vertex that touches the edge of the map stays where it is: the map has ruled edges.
                if not (before or beyond):
                    place = (lx + dx) * _FAR + ly + dy
                    corner = known.get(place) or self._wobbling(place, lx + dx, ly + dy, corner)
                vertices.append(corner)
        # Exactly half-way between wobbling corners: curves that meet there go on without a kink.
        middles = [between(vertices[d - 1], vertices[d]) for d in range(1, 6)]
        middles.append(between(vertices[5], vertices[0]))
        return Shape(x, y, corners, vertices, middles)

    def _wobbling(self, place: int, lx: int, ly: int, corner: Spot) -> Spot:
        """Where the vertex at a lattice point is; three hexes ask for each."""
        if len(self._vertices) > 2 * _KEEP:
            self._vertices.popitem(last=False)
        seed = self._lot + (lx * 73_856_093 ^ ly * 19_349_663)
        x, y = corner
        found = self._vertices[place] = x + noise(seed) * _CORNER_WOBBLE, y + noise(seed + 1) * _CORNER_WOBBLE
        return found


def squares_near(places: Iterable[tuple[int, int]], size: int, across: int, down: int, *, before: int = 1) -> set[int]:
    """The squares of ``size`` columns and rows, numbered row by row, that hold one of these places (row, column) or one
    beside it; or one ``before`` rows or columns before it."""
    spots, reach = list(places), (-before, 1)
    found = {((row + low) // size, (column + left) // size) for low in reach for left in reach for row, column in spots}
    return {row * across + column for row, column in found if 0 <= row < down and 0 <= column < across}


def between(a: Spot, b: Spot) -> Spot:
    """The point half-way."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def bend(a: Spot, corner: Spot, b: Spot) -> Spot:
    """The middle of the curve from ``a`` to ``b`` that is drawn toward ``corner``."""
    return (a[0] + 2 * corner[0] + b[0]) / 4, (a[1] + 2 * corner[1] + b[1]) / 4


def on_curve(a: Spot, corner: Spot, b: Spot, t: float) -> Spot:
    """The point at ``t`` (0 to 1) of the quadratic curve from ``a`` to ``b`` drawn toward ``corner``."""
    u = 1 - t
    return (
        u * u * a[0] + 2 * u * t * corner[0] + t * t * b[0],
        u * u * a[1] + 2 * u * t * corner[1] + t * t * b[1],
    )
