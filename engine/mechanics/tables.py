"""Tables of a rules system: read from resources, with their provenance, and a designer's own laid over them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from engine import data
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.formats.documents import Text
from engine.formats.fitting import SHORT, fit, refuse
from engine.formats.reading import read_source
from engine.formats.short_forms import no_effect
from engine.mechanics.charts import ResultTable
from engine.plural import counted

Table = Mapping[str, Any]

MOST_COLUMNS: Final = 100


def _die(value: Any) -> Any:
    return int(value) if isinstance(value, str) and value.isascii() and value.isdecimal() else value


Die = Annotated[int, BeforeValidator(_die), Field(ge=1, le=100)]
"""A die result as the key of a row: a number, or the text of one."""
Cost = Annotated[float, Field(ge=0, le=99, multiple_of=0.5)]
"""Movement points, halves among them."""
Shift = Annotated[int, Field(ge=-99, le=99)]
"""Columns of a results table."""


class TableModel(BaseModel):
    """Any table: what is in it besides its figures."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    provenance: Text
    source: Text = ""
    constraints: Text = ""


class ResultsModel(TableModel):
    """A combat results table as it is written: the rows are the die results 1, 2, 3 ... without a gap."""

    columns: Annotated[list[Text], Field(min_length=1, max_length=MOST_COLUMNS)]
    rows: Annotated[dict[Die, list[Annotated[Text, BeforeValidator(no_effect)]]], SHORT, Field(min_length=1)]
    results: Annotated[dict[str, Text], SHORT] = {}
    """What each code means."""

    @classmethod
    def means(cls, code: str) -> bool:
        """Whether the rules know what to do with a code."""
        return bool(code)

    def chart(self) -> ResultTable[str]:
        """The table as it is read."""
        return ResultTable.of(self.columns, self.rows, self.provenance)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if sorted(self.rows) != list(range(1, len(self.rows) + 1)):
            raise refuse("must have rows for the die results 1, 2, 3 ... without a gap")
        for die, row in self.rows.items():
            if len(row) != len(self.columns):
                raise refuse(
                    f"has {counted(len(row), 'result')} in row {die} for {counted(len(self.columns), 'column')}"
                )
            unknown = next((code for code in row if not self.means(code)), None)
            if unknown is not None:
                raise refuse(f"has the result {unknown!r} in row {die}, which these rules do not know")
        return self


class TablesModel(BaseModel):
    """All tables of a system, a field each."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    system: ClassVar[str]
    """The long name of the system, which is also its folder's."""

    @classmethod
    def merged(cls, own: Mapping[str, Any]) -> dict[str, Table]:
        """The system's tables as they are written, with a scenario's own laid over them; see `laid_over`."""
        return laid_over(cls.system, own)

    @classmethod
    def of(cls, own: Mapping[str, Any]) -> Self:
        """The system's tables with a scenario's own laid over them; raises HexwrightError where these do not fit."""
        return fit(cls, cls.merged(own), "tables") if own else cls._shipped()

    @classmethod
    @cache
    def _shipped(cls) -> Self:
        return cls.model_validate(shipped(cls.system))


@cache
def shipped(system: str) -> Mapping[str, Table]:
    """The tables of a system (by its long name) as they stand in resources."""
    source, findings = read_source(data.resources() / "systems" / system / "tables.yaml")
    if findings or source.root is None:
        raise FileProblem(findings)
    found: Mapping[str, Table] = source.root.data
    return found


def laid_over(system: str, own: Mapping[str, Any]) -> dict[str, Table]:
    """The system's tables with a scenario's own parts laid over them, key by key, marked ``provenance: scenario``.

    Raises HexwrightError for a table that the system does not have, and for one that is no mapping.
    """
    tables = dict(shipped(system))
    for name, changes in own.items():
        if name not in tables:
            raise HexwrightError(f"there is no table {name!r}; there are {', '.join(sorted(tables))}")
        if not isinstance(changes, Mapping):
            raise HexwrightError(f"table {name!r} must be a mapping of keys to values")
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
