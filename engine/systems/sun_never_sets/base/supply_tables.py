"""The tables of supply and foraging as models (12.0, 34.0)."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from engine.formats.documents import Text
from engine.formats.fitting import SHORT, refuse
from engine.mechanics.tables import TableModel
from engine.systems.sun_never_sets.base.table_parts import Count, DieRange, Modifier, TableEntry


class Limits(TableEntry):
    """Units fed by each die, for both sides."""

    empire: Annotated[list[Count], Field(min_length=6, max_length=6)]
    native: Annotated[list[Count], Field(min_length=6, max_length=6)]

    def of(self, role: str) -> list[int]:
        """The limits of a role."""
        return self.native if role == "native" else self.empire


class Forage(TableModel):
    """The forage chart (12.3)."""

    die: DieRange
    columns: list[Text]
    unlimited: Count
    lines: Annotated[dict[str, Limits], SHORT]
    terrain: Annotated[dict[str, Text], SHORT]
    other_terrain: list[Text]
    modifiers: Annotated[dict[str, Modifier], SHORT]
    civilians: Count

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if (self.die.least, self.die.most) != (1, 6):
            raise refuse("has a die other than 1 to 6, for which its lines have their six limits")
        if unknown := next((line for line in self.terrain.values() if line not in self.lines), None):
            raise refuse(f"has terrain on the line {unknown!r}, and lines {', '.join(self.lines)}")
        return self

    def fed(self, line: str, role: str, die: int) -> int:
        """How many units a line feeds on a modified die."""
        return self.lines[line].of(role)[self.die.clip(die) - self.die.least]


class Limit(TableEntry):
    """Units that a hex feeds, for both sides."""

    empire: Count
    native: Count

    def of(self, role: str) -> int:
        """The limit of a role."""
        return self.native if role == "native" else self.empire


class SimpleForage(TableModel):
    """Limits of forage without a die (34.0)."""

    unlimited: Count
    lines: Annotated[dict[str, Limit], SHORT]
    modifiers: Annotated[dict[str, Modifier], SHORT]

    def limit(self, line: str, role: str, strategic: int) -> int:
        """How many units a line feeds, with the strategic value of one headquarters."""
        return self.lines[line].of(role) + strategic * self.modifiers["strategic_value"]


class Supply(TableModel):
    """Supply units, lines of supply, who needs none (12.2)."""

    units_a_supply_unit: Annotated[int, Field(ge=1, le=99)]
    line: Count
    line_by_road: Count
    needs_none: list[Text]
    sources: list[Text]
    closed_without_road: Annotated[dict[str, list[Text]], SHORT]
