"""The tables of this system as models: what a scenario may lay over them has to fit these."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar, Final, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from engine.formats.documents import Text
from engine.formats.fitting import SHORT, refuse
from engine.mechanics.tables import MOST_COLUMNS, Cost, ResultsModel, TableModel, TablesModel

_CODE: Final = re.compile(r"[AD][1-4]|[AD]e|\(A\)|Ex|-")
_RUNG: Final = re.compile(r"[+-]?[0-9]{1,3}( [+-]?[0-9]{1,3})*")


def _rung(text: str) -> str:
    if not _RUNG.fullmatch(text):
        raise refuse("must be differentials, such as +2 +3")
    return text


class TablePart(BaseModel):
    """A part of a table."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class HexEffect(TablePart):
    """What a terrain costs leg and mobile units, and the line of the results table it fights on (5.4, 8.2.2)."""

    leg: Cost
    mobile: Cost
    line: Text

    def cost(self, kind: str) -> float:
        """Movement points of leg or mobile units."""
        found: float = getattr(self, kind)
        return found


class Plus(TablePart):
    """What a feature adds to the cost of its hex, and its line (5.4, 8.2.2)."""

    cost: Cost
    line: Text


class Crossing(Plus):
    """What a hexside adds to the cost of crossing it, and its lines (5.4, 8.2.2)."""

    bridged: Text
    """The line where a bridge leads over it."""


class TerrainEffects(TableModel):
    """What the ground costs, and how it shelters (5.4, 8.2.2)."""

    hex: Annotated[dict[str, HexEffect], SHORT]
    plus: Annotated[dict[str, Plus], SHORT]
    hexside: Annotated[dict[str, Crossing], SHORT]
    road: Cost
    trail: Cost

    @property
    def used_lines(self) -> set[str]:
        """Every line of the results table that this table names."""
        named = {effect.line for effects in (self.hex, self.plus, self.hexside) for effect in effects.values()}
        return named | {effect.bridged for effect in self.hexside.values()}


Offset = Annotated[int, Field(ge=-MOST_COLUMNS, le=MOST_COLUMNS)]
Rung = Annotated[Text, AfterValidator(_rung)]


class CombatResults(ResultsModel):
    """The combat results table: a ladder of differentials, on which each line of terrain begins later (8.2.2)."""

    ladder: Annotated[list[Rung], Field(min_length=1, max_length=MOST_COLUMNS)]
    lines: Annotated[dict[str, Offset], SHORT]

    @classmethod
    def means(cls, code: str) -> bool:
        return _CODE.fullmatch(code) is not None

    @property
    def rungs(self) -> list[int]:
        """The least differential of each rung of the ladder."""
        return [int(rung.split()[0]) for rung in self.ladder]

    @model_validator(mode="after")
    def _ascends(self) -> Self:
        if any(low >= high for low, high in zip(self.rungs, self.rungs[1:], strict=False)):
            raise refuse("must have a ladder whose rungs begin ever higher")
        return self


class Tables(TablesModel):
    """All tables of this system."""

    system: ClassVar[str] = "fire_and_movement"

    terrain_effects: TerrainEffects
    combat_results: CombatResults

    @model_validator(mode="after")
    def _lines_exist(self) -> Self:
        missing = sorted(self.terrain_effects.used_lines - set(self.combat_results.lines))
        if missing:
            raise refuse(f"must have every line of terrain among the lines of combat_results; {missing[0]!r} is not")
        return self
