"""Where things lie on a map of Worldographer: each hex is 300 units wide and 300 high, and columns are 225 apart.

Odd columns (rows), counted from 0, always sit half a hex further. A map of ours whose first column (row) does so gets
one more before it, of blank hexes.
"""

from __future__ import annotations

from typing import Final

from engine.exchange.tiled.geometry import TileSize
from engine.hexes.board.grid import Grid, Point

UNITS: Final = 300
_HALF: Final = 3**0.5 / 2


class UnitPlaces:
    """Turns lattice points and paper points into units and back."""

    def __init__(self, grid: Grid, shift: int) -> None:
        """``shift`` is the number of columns or rows before the map's own."""
        self.grid, self.shift = grid, shift
        self._tiles = TileSize(UNITS, UNITS, UNITS // 2, grid.flat)

    def units(self, point: tuple[float, float]) -> Point:
        """The units of a lattice point."""
        x, y = point
        before = 3 * self.shift
        return self._tiles.pixel((x + before, y) if self.grid.flat else (x, y + before))

    def of_paper(self, point: Point) -> Point:
        """The units of a point on paper."""
        x, y = point
        if self.grid.flat:
            return self.units((2 * x - 2, y / _HALF - 1))
        return self.units((x / _HALF - 1, 2 * y - 2))

    def paper(self, x: float, y: float) -> Point:
        """The point on paper of units."""
        across, down = self._tiles.lattice(x, y)
        before = 3 * self.shift
        return self.grid.paper((across - before, down) if self.grid.flat else (across, down - before))


def shift_of(grid: Grid) -> int:
    """How many columns or rows a map gets before its own."""
    return grid.parity(0)
