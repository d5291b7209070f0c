"""Very many hexes at once: a set of hexes as one large number with a byte for every cell of the map and a frame around
it, so that a step to a neighbour is a shift, and half a million hexes are done in a few milliseconds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import compress

from engine.hexes.board.grid import Grid


class Lanes:
    """The sums of one grid."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._cells = grid.stride * (grid.rows + 2)

    # -- to and fro ---------------------------------------------------------------------------------------------

    def number(self, hexes: Collection[int]) -> int:
        """A set of hexes of the map as a number."""
        if 8 * len(hexes) > self.grid.size:
            there = hexes if isinstance(hexes, set | frozenset) else frozenset(hexes)
            if len(there) == len(self.grid):
                return self.all
            return self._framed(bytes(map(there.__contains__, range(self.grid.size))))
        cells = bytearray(self.grid.size)
        for h in hexes:
            cells[h] = 1
        return self._framed(bytes(cells))

    def cells(self, number: int) -> bytes:
        """The byte of each hex, row by row, without the frame."""
        grid, framed = self.grid, number.to_bytes(self._cells, "little")
        starts = ((row + 1) * grid.stride + 1 for row in range(grid.rows))
        return b"".join([framed[at : at + grid.columns] for at in starts])

    def hexes(self, number: int) -> list[int]:
        """The hexes of a number, in order."""
        return list(compress(range(self.grid.size), self.cells(number)))

    def _framed(self, cells: bytes) -> int:
        columns, edge = self.grid.columns, bytes(self.grid.stride)
        rows = [b"\0" + cells[at : at + columns] + b"\0" for at in range(0, len(cells), columns)]
        return int.from_bytes(b"".join([edge, *rows, edge]), "little")

    # -- hexsides -----------------------------------------------------------------------------------------------

    def beside(self, sides: Iterable[int]) -> int:
        """The hexes on either side of hexsides, as a number."""
        marks, parities, steps = bytearray(self._cells), self._parities, self._steps
        for side in sides:
            cell = side // 3
            marks[cell] = marks[cell + steps[parities[cell]][side % 3]] = 1
        return int.from_bytes(marks, "little") & self.all

    def reached(self, number: int, sides: Iterable[int]) -> Iterator[int]:
        """For each hexside, how many of its two hexes are among these."""
        marks, parities, steps = number.to_bytes(self._cells, "little"), self._parities, self._steps
        for side in sides:
            cell = side // 3
            yield marks[cell] + marks[cell + steps[parities[cell]][side % 3]]

    @cached_property
    def _steps(self) -> list[list[int]]:
        """By parity and direction, how many cells on a neighbour is."""
        return [[rows * self.grid.stride + columns for columns, rows in moves] for moves in self.grid.moves]

    # -- what there is ------------------------------------------------------------------------------------------

    @cached_property
    def all(self) -> int:
        """Every hex of the map."""
        cells = bytearray(b"\1" * self.grid.size)
        for h in self.grid.void:
            cells[h] = 0
        return self._framed(bytes(cells))

    @cached_property
    def beyond(self) -> int:
        """Every cell that is no hex: void places and the frame."""
        return int.from_bytes(b"\1" * self._cells, "little") ^ self.all

    @cached_property
    def _parities(self) -> bytes:
        """The parity of each cell, see `Grid.parity`; the frame's columns and rows go on as those within."""
        grid = self.grid
        first = grid.parity(0) ^ 1
        if grid.flat:
            return bytes((column + first) & 1 for column in range(grid.stride)) * (grid.rows + 2)
        return b"".join(bytes([(row + first) & 1]) * grid.stride for row in range(grid.rows + 2))

    @cached_property
    def _shifted(self) -> tuple[int, int]:
        """The cells of each parity."""
        ones = int.from_bytes(self._parities, "little")
        return int.from_bytes(b"\1" * self._cells, "little") ^ ones, ones

    # -- sums ---------------------------------------------------------------------------------------------------

    def toward(self, number: int, direction: int) -> int:
        """The cells whose neighbour in a direction is one of these."""
        found = 0
        for parity, cells in enumerate(self._shifted):
            columns, rows = self.grid.moves[parity][direction]
            step = 8 * (rows * self.grid.stride + columns)
            found |= (number >> step if step > 0 else number << -step) & cells
        return found

    def grown(self, number: int) -> int:
        """These and all their neighbours on the map."""
        found = number
        for direction in range(6):
            found |= self.toward(number, direction)
        return found & self.all

    def inner(self, number: int) -> int:
        """Those of which every neighbour is one too, or one of the cells in ``number`` that are no hexes."""
        found = number
        for direction in range(6):
            found &= self.toward(number, direction)
        return found & self.all
