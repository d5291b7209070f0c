"""Which number a hex has, and which hexes and hexsides lie next to it: the arithmetic that a grid and its tables
stand on.

Hexes are counted row by row. Hexsides are counted by the cells of the map with one cell more all around it, three to
a cell; see `engine.hexes.board.grid`.
"""

from __future__ import annotations

from typing import Final

from engine.hexes.board.spec import GridSpec, Orientation

NOWHERE: Final = -1
"""Stands for "no hex": beyond the edge of the map, or a void hex."""

# The six neighbours in axial steps (dq, dr), clockwise. Flat: N NE SE S SW NW. Pointy: NE E SE SW W NW.
_FLAT_STEPS: Final = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_POINTY_STEPS: Final = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


class Indexing:
    """The rows and columns of a map as numbers. Raises HexwrightError for a map without hexes, or with numbers that
    cannot be written or read back."""

    def __init__(self, spec: GridSpec) -> None:
        spec.check()
        self.spec = spec
        self.columns = spec.columns
        self.rows = spec.rows
        self.size = spec.columns * spec.rows
        self.flat = spec.orientation is Orientation.FLAT
        self.axial_steps = _FLAT_STEPS if self.flat else _POINTY_STEPS
        self._phase = spec.phase
        self.stride = spec.columns + 2
        """Cells in a row of the map with a frame of one cell around it; hexsides are counted by these."""
        self.void = frozenset(
            row * spec.columns + column
            for column, row in spec.void
            if 0 <= column < spec.columns and 0 <= row < spec.rows
        )
        """The places on the map that are no hexes."""
        self.side_count = 3 * self.stride * (spec.rows + 2)
        self.moves = (self._moves_of(0), self._moves_of(1))
        """By parity and direction the steps in (column, row) that lead from a hex to its neighbours."""
        self.side_steps = tuple(
            tuple(d if d < 3 else 3 * (dr * self.stride + dc) + d - 3 for d, (dc, dr) in enumerate(moves))
            for moves in self.moves
        )
        """By parity and direction what to add to ``side(h, 0)`` for the other hexsides of a hex."""

    def _moves_of(self, parity: int) -> tuple[tuple[int, int], ...]:
        """The steps in (column, row) by direction, from an unshifted (0) or shifted (1) column or row."""
        if self.flat:
            return tuple((dq, dr + ((parity + dq) >> 1)) for dq, dr in self.axial_steps)
        return tuple((dq + ((parity + dr) >> 1), dr) for dq, dr in self.axial_steps)

    def parity(self, h: int) -> int:
        """1 for a hex of a column (flat) or row (pointy) that sits half a hex further on, else 0."""
        row, column = divmod(h, self.columns)
        return ((column if self.flat else row) + self._phase) & 1

    def __contains__(self, h: object) -> bool:
        return isinstance(h, int) and 0 <= h < self.size and h not in self.void

    def __len__(self) -> int:
        return self.size - len(self.void)

    def at(self, column: int, row: int) -> int:
        """The hex at a column and row *index*, or NOWHERE."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            h = row * self.columns + column
            return NOWHERE if h in self.void else h
        return NOWHERE

    def neighbour(self, h: int, direction: int) -> int:
        """The hex next to ``h`` in a direction (0 to 5, clockwise from the top), or NOWHERE. No table."""
        row, column = divmod(h, self.columns)
        dc, dr = self.moves[((column if self.flat else row) + self._phase) & 1][direction]
        column += dc
        row += dr
        if 0 <= column < self.columns and 0 <= row < self.rows:
            h = row * self.columns + column
            return NOWHERE if h in self.void else h
        return NOWHERE
