"""The tables of this system as models: what a scenario may lay over them has to fit these."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar, Final, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.formats.fitting import SHORT, refuse
from engine.mechanics.odds import ladder_name, ladder_step
from engine.mechanics.tables import Cost, ResultsModel, Shift, TableModel, TablesModel

_CODE: Final = re.compile(r"([ADB](L[1-9]?|R|E)){1,4}|-|NE")

Allowance = Annotated[int, Field(ge=0, le=99)]
"""Movement points of a turn."""


Shifts = Annotated[dict[str, Shift], SHORT]
N = TypeVar("N")


class ByClass(BaseModel, Generic[N]):
    """A figure for each movement class."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    infantry: N
    artillery: N
    cavalry: N

    def __getitem__(self, kind: str) -> N:
        found: N = getattr(self, kind)
        return found


class MovementAllowances(TableModel):
    """Movement factors by day and by night (2.7, 4.21)."""

    day: ByClass[Allowance]
    night: ByClass[Allowance]


class EntryCosts(TableModel):
    """Movement points to enter (4.13 to 4.19)."""

    hex: Annotated[dict[str, ByClass[Cost]], SHORT]
    building: Cost
    creek: Cost
    road: Cost


class CombatEffects(TableModel):
    """Columns that the ground shifts in favour of the defender (6.9)."""

    hex: Shifts
    feature: Shifts
    hexside: Shifts


class CombatResults(ResultsModel):
    """The combat results table: its columns are odds that follow each other (6.2, 6.11)."""

    @classmethod
    def means(cls, code: str) -> bool:
        return _CODE.fullmatch(code) is not None

    @model_validator(mode="after")
    def _odds(self) -> Self:
        first = ladder_step(self.columns[0])
        if first is None or self.columns != [ladder_name(first + number) for number in range(len(self.columns))]:
            raise refuse("must have odds for columns that follow each other, such as 1:2, 1:1, 2:1")
        return self


class Tables(TablesModel):
    """All tables of this system."""

    system: ClassVar[str] = "twilights_last_gleaming"

    movement_allowances: MovementAllowances
    entry_costs: EntryCosts
    combat_effects: CombatEffects
    combat_results: CombatResults
