"""Tables of a rules system: read from resources, with their provenance, and a designer's own laid over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine import data
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.formats.reading import read_source

Table = Mapping[str, Any]


@cache
def shipped(system: str) -> Mapping[str, Table]:
    """The tables of a system (by its long name) as they stand in resources."""
    source, findings = read_source(data.resources() / "systems" / system / "tables.yaml")
    if findings or source.root is None:
        raise FileProblem(findings)
    found: Mapping[str, Table] = source.root.data
    return found


def laid_over(system: str, own: Mapping[str, Any]) -> dict[str, Table]:
    """The system's tables with a scenario's own parts laid over them, key by key, marked ``provenance: scenario``."""
    tables = dict(shipped(system))
    for name, changes in own.items():
        if name not in tables:
            raise HexwrightError(f"there is no table {name!r}; there are {', '.join(sorted(tables))}")
        merged = _merge(tables[name], changes)
        tables[name] = {**merged, "provenance": "scenario"}
    return tables


def _merge(base: Any, over: Any) -> Any:
    if isinstance(base, Mapping) and isinstance(over, Mapping):
        # Row keys such as die rolls may be written as numbers or as text.
        names = {str(key): key for key in base}
        merged = dict(base)
        for key, value in over.items():
            own = names.get(str(key), key)
            merged[own] = _merge(base.get(own), value)
        return merged
    return over


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A combat results table: columns by name, one row a die result from 1."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    provenance: str

    @classmethod
    def of(cls, table: Table) -> ResultTable:
        """From the ``columns`` and ``rows`` of a table; raises HexwrightError when rows do not fit."""
        columns = tuple(str(name) for name in table["columns"])
        by_die = {int(die): tuple(str(result) for result in row) for die, row in table["rows"].items()}
        if sorted(by_die) != list(range(1, len(by_die) + 1)):
            raise HexwrightError("the rows of a results table must be the die results 1, 2, 3 ... without a gap")
        for die, row in by_die.items():
            if len(row) != len(columns):
                raise HexwrightError(
                    f"row {die} of the results table has {len(row)} results for {len(columns)} columns"
                )
        return cls(columns, tuple(by_die[die] for die in sorted(by_die)), str(table.get("provenance", "")))

    @property
    def sides(self) -> int:
        """Faces of the die."""
        return len(self.rows)

    def result(self, column: int, die: int) -> str:
        """The result of a column (index) and a die."""
        return self.rows[die - 1][column]

    def column(self, column: int) -> tuple[str, ...]:
        """The result of each die, from 1 on, in a column (index)."""
        return tuple(row[column] for row in self.rows)

    def distribution(self, column: int) -> dict[str, float]:
        """Each result of a column with its chance, in order of the die."""
        chances: dict[str, float] = {}
        for row in self.rows:
            chances[row[column]] = chances.get(row[column], 0.0) + 1 / self.sides
        return chances
