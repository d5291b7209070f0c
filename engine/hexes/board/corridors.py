"""Many sight lines at once: which of them surely meet an obstacle, and which surely keep clear of all.

Obstacles are areas on the lattice, and shapely is asked about all lines in one call. Its arithmetic rounds: what comes
within a hair of an edge is neither sure to meet nor sure to miss, and is for `engine.hexes.board.sight` to decide, in
whole numbers. Importing this module imports shapely and numpy, which takes its time.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from functools import cached_property
from typing import Final, TypeAlias, cast

import numpy as np
import shapely
from numpy.typing import NDArray

from engine.hexes.board.grid import Grid

Hexes: TypeAlias = NDArray[np.int_]

Which: TypeAlias = NDArray[np.bool_]
"""For each line whether it is so."""

HAIR: Final = 0.01
"""As a share of a hex or hexside, how near its edge is too near to be sure. The nearest that a line comes to a corner
without going through it is far less on a large map: then it is not sure either, and decided exactly."""


class Corridors:
    """The sight lines from the centre of a hex to the centres of others, in the order given."""

    def __init__(self, grid: Grid, start: int, ends: Hexes) -> None:
        centre = _centres(grid, np.array([start]))
        to = _centres(grid, ends) - centre
        long, across = (0, 1) if grid.flat else (1, 0)
        wide, high = abs(to[:, long]), abs(to[:, across])
        # A hex reaches as far as |across| <= 1 and |long| + |across| <= 2 from its centre. Of each line only what lies
        # between the two hexes counts, and a hair of either, so that their own hexsides are crossed.
        with np.errstate(divide="ignore"):
            edge = np.minimum(1 / high, 2 / (wide + high)) * (1 - HAIR / 2)
        points = np.empty((len(to), 2, 2))
        points[:, 0] = centre + edge[:, None] * to
        points[:, 1] = centre + (1 - edge)[:, None] * to
        self._lines = np.asarray(shapely.linestrings(points), dtype=object)
        self._along: Which = np.zeros(len(to), dtype=bool)
        for x, y in grid.corner_steps[:3]:
            self._along |= to[:, 0] * y == to[:, 1] * x

    def only(self, which: Which) -> Corridors:
        """Some of the lines."""
        some = copy(self)
        some._lines, some._along = self._lines[which], self._along[which]
        return some

    def meeting(self, obstacles: Obstacles) -> Which:
        """Those that surely pass through a hex of the obstacles between their ends, or cross a hexside of them."""
        # A line along hexsides crosses none.
        return self._touching(obstacles.hearts) | (self._touching(obstacles.middles) & ~self._along)

    def missing(self, obstacles: Obstacles) -> Which:
        """Those that surely come to no hex or hexside of the obstacles, between their ends or with these."""
        return ~self._touching(obstacles.surroundings)

    def _touching(self, area: shapely.Geometry) -> Which:
        return np.asarray(shapely.intersects(area, self._lines), dtype=bool)


class Obstacles:
    """Hexes and hexsides that sight lines may meet, as areas."""

    def __init__(self, grid: Grid, hexes: Iterable[int], sides: Iterable[int] = ()) -> None:
        self._grid = grid
        self._centres = _centres(grid, np.unique(np.fromiter(hexes, dtype=int)))
        self._sides = np.array([grid.side_ends(side) for side in sides], dtype=float).reshape(-1, 2, 2)

    @cached_property
    def hearts(self) -> shapely.Geometry:
        """The hexes without their edges."""
        return _ready(shapely.multipolygons(self._hexes(1 - HAIR)))

    @cached_property
    def middles(self) -> shapely.Geometry:
        """The hexsides without their ends."""
        return _ready(self._lines(1 - HAIR))

    @cached_property
    def surroundings(self) -> shapely.Geometry:
        """The hexes and hexsides with all that is near."""
        area = shapely.union(shapely.coverage_union_all(self._hexes(1)), self._lines(1))
        return _ready(shapely.buffer(area, HAIR, quad_segs=1, join_style="mitre"))

    def _hexes(self, size: float) -> NDArray[np.object_]:
        """The hexes made smaller about their centres."""
        ring = np.array([*self._grid.corner_steps, self._grid.corner_steps[0]], dtype=float)
        return np.asarray(shapely.polygons(self._centres[:, None, :] + size * ring[None, :, :]), dtype=object)

    def _lines(self, size: float) -> shapely.Geometry:
        """The hexsides made shorter about their middles."""
        middles = self._sides.mean(axis=1, keepdims=True)
        lines = np.asarray(shapely.linestrings(middles + size * (self._sides - middles)), dtype=object)
        return cast(shapely.Geometry, shapely.multilinestrings(lines))


def _centres(grid: Grid, hexes: Hexes) -> NDArray[np.float64]:
    """The lattice points of hex centres: `Grid.lattice` for all of them at once."""
    rows, columns = np.divmod(hexes, grid.columns)
    shifted = grid.parity(0)
    if grid.flat:
        found = (3 * columns, 2 * rows + ((columns + shifted) & 1))
    else:
        found = (2 * columns + ((rows + shifted) & 1), 3 * rows)
    return np.stack(found, axis=1).astype(float)


def _ready(shape: object) -> shapely.Geometry:
    """A shape with all prepared that makes it fast to ask."""
    area = cast(shapely.Geometry, shape)
    shapely.prepare(area)
    return area
