"""The exclusive rules that a battle of this system may have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from engine.formats.documents import TurnSet
from engine.formats.fitting import SideName, SpecialModel
from engine.hexes.formats.names import HexsideNames

_ROADS: Final = "no_{}_road_turns"


class Bayonet(BaseModel):
    """The bayonet charge of Chippewa."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    side: SideName | None = Field(default=None, description="The side whose marked units charge")
    shift: int = Field(default=2, ge=0, le=9, description="Columns in its favour (6.9)")


class Special(SpecialModel):
    """The exclusive rules of a scenario; what is no field is the turns of a side without roads."""

    model_config = ConfigDict(extra="allow")

    free_bridges: HexsideNames = Field(
        default=[], description="Bridges that are crossed at the road rate even where roads are closed (4.16)"
    )
    bayonet: Bayonet | None = Field(default=None, description="The bayonet charge (Chippewa)")
    __pydantic_extra__: dict[str, TurnSet] = Field(init=False)

    @classmethod
    def keys(cls, sides: Iterable[str]) -> tuple[str, ...]:
        return (*cls.model_fields, *(_ROADS.format(side) for side in sides))

    def roadless_turns(self, side: str) -> frozenset[int]:
        """The turns in which a side may not move at the road rate (Chippewa)."""
        return frozenset((self.__pydantic_extra__ or {}).get(_ROADS.format(side), ()))
