"""What defines a hexagonal grid: size, which way the hexes point, which lines are shifted, numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.errors import HexwrightError
from engine.hexes.board.numbering import Columns, Numbering


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

    ``first_column`` and ``first_row`` are the printed numbers of the first column and row, 0 or more.
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
        self.numbering.check()
