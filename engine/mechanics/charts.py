"""Tables of results: columns by name, rows by the totals of the dice that they are for."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Generic, TypeVar

from engine.mechanics.dice import DiceThrow

C = TypeVar("C")
"""What stands in a cell: a code, or a number."""

RECONSTRUCTED: Final = "reconstructed"
"""The provenance of a table that is lost, and was built to what is known of it."""
_KEY: Final = re.compile(r"(-?\d+)(?:-(-?\d+)|([+-]))?")
_FAR: Final = 10**6
"""Beyond all totals of dice."""


@dataclass(frozen=True, slots=True)
class RowKey:
    """The totals that a row is for: from ``least`` to ``most``."""

    least: int
    most: int

    @classmethod
    def of(cls, written: str) -> RowKey:
        """From a number, ``2-4``, ``11+`` or ``1-``; raises ValueError for anything else."""
        match = _KEY.fullmatch(written.strip())
        if match is None:
            raise ValueError(f"{written!r} is not a row: a number, 2-4, 11+ or 1-")
        first = int(match[1])
        if match[3]:
            return cls(first, _FAR) if match[3] == "+" else cls(-_FAR, first)
        return cls(first, int(match[2]) if match[2] is not None else first)

    def __contains__(self, total: int) -> bool:
        return self.least <= total <= self.most


@dataclass(frozen=True)
class ResultTable(Generic[C]):
    """A table that is read by a column and a total of any dice."""

    columns: tuple[str, ...]
    rows: tuple[tuple[C, ...], ...]
    """From the lowest total to the highest."""
    beginnings: tuple[int, ...]
    """For each row the lowest total that it is for."""
    provenance: str = ""

    @classmethod
    def of(cls, columns: Sequence[str], rows: Mapping[Any, Sequence[C]], provenance: str = "") -> ResultTable[C]:
        """From columns and rows as they are written; raises ValueError for a key that is none."""
        keyed = sorted(((RowKey.of(str(key)), tuple(row)) for key, row in rows.items()), key=lambda one: one[0].least)
        beginnings = tuple(key.least for key, _ in keyed)
        return cls(tuple(columns), tuple(row for _, row in keyed), beginnings, provenance)

    @property
    def reconstructed(self) -> bool:
        """Whether the table was lost, and was built to what is known of it."""
        return self.provenance == RECONSTRUCTED

    def row(self, total: int) -> tuple[C, ...]:
        """The row of a total; beyond the rows the one at that end."""
        return self.rows[max(bisect_right(self.beginnings, total) - 1, 0)]

    def cell(self, column: int, total: int) -> C:
        """What stands in a column (by its index) for a total."""
        return self.row(total)[column]

    def shares(self, column: int, throw: DiceThrow, added: int = 0) -> dict[C, Fraction]:
        """Each cell of a column with its chance, in the order of the totals; ``added`` to what is thrown."""
        found: dict[C, Fraction] = {}
        for total, chance in throw.chances.items():
            cell = self.cell(column, total + added)
            found[cell] = found.get(cell, Fraction(0)) + chance
        return found

    def column(self, column: int) -> tuple[C, ...]:
        """The cells of a column, from the lowest total to the highest: those of each die where one die is thrown."""
        return tuple(row[column] for row in self.rows)

    def distribution(self, column: int) -> dict[C, float]:
        """Each cell of a column with its chance where each row is as likely as another, in order of the rows."""
        chances: dict[C, float] = {}
        for row in self.rows:
            chances[row[column]] = chances.get(row[column], 0.0) + 1 / len(self.rows)
        return chances
