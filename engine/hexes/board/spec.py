"""What defines a hexagonal grid: size, which way the hexes point, which lines are shifted, numbers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from engine.errors import HexwrightError
from engine.hexes.board.numbering import Columns, Descending, Numbering, Slant


class Orientation(StrEnum):
    """Which way the hexes point: flat-topped hexes stand in columns, pointy-topped ones in rows."""

    FLAT = "flat"
    POINTY = "pointy"


class Parity(StrEnum):
    """Which columns (flat) or rows (pointy), by printed number, sit half a hex lower (further right)."""

    ODD = "odd"
    EVEN = "even"


@dataclass(frozen=True, slots=True)
class GridSpec:
    """Everything that defines a grid. ``void`` holds (column index, row index) pairs that are no hexes.

    ``first_column`` and ``first_row`` are the lowest printed numbers of columns and rows, 0 or more: those of the first
    column and row, unless numbers descend or slant.
    """

    columns: int
    rows: int
    orientation: Orientation = Orientation.FLAT
    shifted: Parity = Parity.ODD
    first_column: int = 1
    first_row: int = 1
    numbering: Numbering = field(default_factory=Numbering)
    void: frozenset[tuple[int, int]] = field(default=frozenset(), repr=False)

    def check(self) -> None:
        """Raises HexwrightError for a grid without hexes, or with numbers that no name could hold."""
        if self.columns < 1 or self.rows < 1:
            raise HexwrightError("a grid needs at least one column and one row")
        if self.first_column < 0 or self.first_row < 0:
            raise HexwrightError("the numbers of columns and rows start at 0 or more")
        if self.numbering.columns is not Columns.DIGITS and self.first_column < 1:
            raise HexwrightError("lettered columns start at 1, which is A")
        if self.numbering.rows is not Columns.DIGITS and self.first_row < 1:
            raise HexwrightError("lettered rows start at 1, which is A")
        self.numbering.check()

    @property
    def phase(self) -> int:
        """0 or 1; (index + phase) & 1 is 1 where a column (flat) or row (pointy) sits half a hex further on."""
        flat = self.orientation is Orientation.FLAT
        number = self.first_column if flat else self.first_row
        if self.numbering.descending in (Descending.COLUMNS if flat else Descending.ROWS, Descending.BOTH):
            number += (self.columns if flat else self.rows) - 1
        return (number + (0 if self.shifted is Parity.ODD else 1)) & 1

    def with_phase(self, phase: int) -> GridSpec:
        """The grid with this phase: what is shifted by odd or by even numbers."""
        if self.phase == phase:
            return self
        return replace(self, shifted=Parity.EVEN if self.shifted is Parity.ODD else Parity.ODD)

    @property
    def last(self) -> tuple[int, int]:
        """The highest printed numbers of columns and rows."""
        across, down = self._spans
        return self.first_column + across, self.first_row + down

    @property
    def _spans(self) -> tuple[int, int]:
        """How far the numbers of columns and rows go above the lowest."""
        flat = self.orientation is Orientation.FLAT
        most = max(self._slanted(0), self._slanted((self.columns if flat else self.rows) - 1))
        return self.columns - 1 + (0 if flat else most), self.rows - 1 + (most if flat else 0)

    def _slanted(self, line: int) -> int:
        """How much is added to the numbers along a column (flat) or row (pointy)."""
        shift = (line + self.phase) >> 1
        match self.numbering.slant:
            case Slant.DOWN:
                lines = self.columns if self.orientation is Orientation.FLAT else self.rows
                return ((lines - 1 + self.phase) >> 1) - shift
            case Slant.UP:
                return line - shift
        return 0

    def numbers(self, column: int, row: int) -> tuple[int, int]:
        """The printed numbers, column and row, of the hex at a column and row *index*."""
        if self.numbering.straight:
            return self.first_column + column, self.first_row + row
        flat, (across, down) = self.orientation is Orientation.FLAT, self._spans
        along = self._slanted(column if flat else row)
        column, row = (column, row + along) if flat else (column + along, row)
        return self.first_column + self._turned(column, across, 0), self.first_row + self._turned(row, down, 1)

    def indices(self, column: int, row: int) -> tuple[int, int]:
        """The column and row *index* of the hex with these printed numbers, on the map or beyond it."""
        column, row = column - self.first_column, row - self.first_row
        if self.numbering.straight:
            return column, row
        across, down = self._spans
        column, row = self._turned(column, across, 0), self._turned(row, down, 1)
        if self.orientation is Orientation.FLAT:
            return column, row - self._slanted(column)
        return column - self._slanted(row), row

    def _turned(self, number: int, span: int, part: int) -> int:
        """A number counted from the other end where the numbers of columns (part 0) or rows (1) descend."""
        descends = self.numbering.descending in ((Descending.COLUMNS, Descending.ROWS)[part], Descending.BOTH)
        return span - number if descends else number
