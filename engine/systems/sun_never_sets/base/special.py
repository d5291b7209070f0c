"""The exclusive rules that a campaign of this system may have."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from engine.formats.documents import Text
from engine.formats.fitting import SHORT, HexName, PlaceNames, SideName, SpecialModel, UnitKey, refuse
from engine.formats.hints import clip
from engine.hexes.formats.names import HexsideName

EVENT_TABLES: Final = {"": 0, "abyssinia": 1, "afghan": 1, "asante": 2, "persia": 2}
"""The historical event table of each campaign; 0 for none (4.0)."""

Few = Annotated[int, Field(ge=0, le=99)]

_NUMBER: Final = re.compile(r"(half )?([1-9]\d?d[1-9]\d?|\d{1,2})", re.ASCII)


def _number_of_units(value: str) -> str:
    if _NUMBER.fullmatch(value) is None:
        raise refuse(f"must be a number of units or dice, such as 2, 1d6 or half 1d6, not {clip(value)}")
    return value


NumberOfUnits = Annotated[Text, AfterValidator(_number_of_units)]
"""How many units come: a number, or dice, of which half may count."""


class Losses(BaseModel):
    """Points a side gains for enemy units eliminated in battle (16.2)."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    commander: Few = Field(
        default=0, description="For a commander in chief; 0 to use the value of another headquarters"
    )
    headquarters: Few = Field(default=0, description="For another headquarters")
    leader: Few = Field(
        default=0, description="For a headquarters, its tactical and strategic values multiplied by this"
    )
    veteran: Few = Field(default=0, description="For a unit of veterans; 0 to use the value of another unit")
    friendly: Few = Field(default=0, description="For a unit of friendly Natives; 0 to use the value of another unit")
    unit: Few = Field(default=1, description="For any other unit")


class Special(SpecialModel):
    """The exclusive rules of a scenario."""

    campaign: Literal["", "abyssinia", "afghan", "asante", "persia"] = Field(
        default="", description="The campaign whose paragraphs hold"
    )
    events: Literal[0, 1, 2] | None = Field(
        default=None, description="The historical event table: 1 or 2, 0 for none; that of the campaign when left out"
    )
    communication: Annotated[dict[SideName, PlaceNames], SHORT] = Field(
        default={}, description="Hexes of a side's lines of communication (13.3)"
    )
    year: Annotated[int, Field(ge=0, le=9999)] = Field(
        default=0, description="The year, for what fleets feel of fire (28.3); that of the campaign when left out"
    )
    supply_units: Annotated[dict[SideName, Few], SHORT] = Field(
        default={}, description="Supply units that a side receives each turn (12.64)"
    )
    fieldworks: Annotated[dict[SideName, PlaceNames], SHORT] = Field(
        default={}, description="Fieldworks of a side that stand at the beginning (17.32)"
    )
    railheads: PlaceNames = Field(default=[], description="Hexes in which a railhead lies at the beginning (30.24)")
    railway: PlaceNames = Field(
        default=[], description="Hexes between which the potential railway is finished at the beginning (30.2)"
    )
    cuts: PlaceNames = Field(default=[], description="Hexes in which the railway is cut at the beginning (30.32)")
    railhead_with_engineer: PlaceNames = Field(
        default=[],
        description="Hexes where a railhead begins when a railroad engineer is there as movement begins (afghan:6.8)",
    )
    sieges: Annotated[dict[HexName, PlaceNames], SHORT] = Field(
        default={},
        description="Fortresses that are besieged at the beginning, each with the hexes of its besiegers (18.1)",
    )
    banks: Annotated[dict[UnitKey, HexsideName], SHORT] = Field(
        default={}, description="Boats with the hexside of their hex that they start on (27.11)"
    )
    closed: Annotated[dict[SideName, PlaceNames], SHORT] = Field(
        default={}, description="Hexes that a side may neither enter nor attack (asante:6.3)"
    )
    kept_out: Annotated[dict[Text, PlaceNames], SHORT] = Field(
        default={}, description="Hexes that units of a nation may never enter, by nation (abyssinia:6.2)"
    )
    hostages: UnitKey = Field(
        default="", description="The unit of the hostages, civilians in a pool until they are freed (abyssinia:6.5)"
    )
    places: Annotated[dict[Text, PlaceNames], SHORT] = Field(
        default={}, description="Places that the campaign's rules name, such as kumasa or khosab_line"
    )
    native_units: Annotated[dict[Literal["uprising", "reinforcements", "desertions"], NumberOfUnits], SHORT] = Field(
        default={}, description="How many units each result of the native table brings: 1d6, half 1d6, 2 (13.5)"
    )
    extended: bool = Field(
        default=False,
        description="Whether the British may play on after May 1879, in the Afghan campaign (afghan:6.10)",
    )
    losses: Annotated[dict[SideName, Losses], SHORT] = Field(
        default={}, description="Points that a side gains for enemy units eliminated in battle (16.2)"
    )
