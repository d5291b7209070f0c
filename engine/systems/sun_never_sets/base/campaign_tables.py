"""The tables of the campaigns as models: their points, turns, replacements and supply units, and the Legion's own."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from engine.formats.documents import Text
from engine.formats.fitting import SHORT
from engine.mechanics.tables import TableModel
from engine.systems.sun_never_sets.base.special import Losses, NumberOfUnits
from engine.systems.sun_never_sets.base.table_parts import Count, TableEntry

Role = Literal["empire", "native"]
Year = Annotated[int, Field(ge=0, le=9999)]
Turn = Annotated[int, Field(ge=1, le=999)]
Places = Annotated[dict[str, Count], SHORT]
"""Points by what they are given for."""


class SidePoints(TableEntry):
    """What a side gains: at once in battle, the first time, by a paragraph of the campaign, at the end (16.2)."""

    now: Losses
    once: Places = {}
    special: Places = {}
    end: Places = {}


class CampaignPoints(TableEntry):
    """The points of both sides in a campaign."""

    empire: SidePoints
    native: SidePoints

    def of(self, role: str) -> SidePoints:
        """The points of a role."""
        return self.native if role == "native" else self.empire


class ShakenAgain(TableEntry):
    """From which year on a fleet that is demoralized once more brings points, and those of what (28.32)."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)

    since: Year = Field(alias="from")
    counts_as: Literal["unit"] = Field(alias="as")


class Points(TableModel):
    """Points of the campaigns (16.2), and of the optional chapters."""

    abyssinia: CampaignPoints
    asante: CampaignPoints
    persia: CampaignPoints
    afghan: CampaignPoints
    fair_play: Count
    fleet_shaken_again: ShakenAgain

    def of(self, campaign: str, role: str) -> SidePoints:
        """The points of a role in a campaign, in Persia where the scenario has none."""
        known = {"abyssinia": self.abyssinia, "asante": self.asante, "afghan": self.afghan}
        return known.get(campaign, self.persia).of(role)


class Extended(TableEntry):
    """The last turn of the extended Afghan campaign (afghan:6.10)."""

    august: Turn
    october: Turn

    def until(self, month: str) -> int:
        """The last turn when it goes on until a month."""
        return self.october if month == "october" else self.august


class TurnTable(TableEntry):
    """The turns of a campaign."""

    count: Turn
    first: Role
    year: Year
    winter: list[Turn] = []
    labels: Annotated[dict[Count, Text], SHORT]


class ExtensibleTurnTable(TurnTable):
    """The turns of the Afghan campaign, which may be extended."""

    extended: Extended


class CampaignTurns(TableModel):
    """The turns of the campaigns."""

    abyssinia: TurnTable
    asante: TurnTable
    persia: TurnTable
    afghan: ExtensibleTurnTable

    def year(self, campaign: str) -> int:
        """The year in which a campaign begins, 0 where the scenario has none."""
        known = {"abyssinia": self.abyssinia, "asante": self.asante, "persia": self.persia, "afghan": self.afghan}
        return known[campaign].year if campaign in known else 0


Factors = Annotated[dict[str, Annotated[dict[str, Count], SHORT]], SHORT]
"""Replacement factors by nation and kind (13.21)."""


class Replacements(TableModel):
    """The replacement factors of the campaigns."""

    abyssinia: Factors
    asante: Factors
    persia: Factors
    afghan: Factors


class Trains(TableEntry):
    """The supply units of a campaign: at the start, each turn, and counters there are (12.64, 13.6)."""

    start: Count
    turn: Count
    most: Count
    better: Count
    native: Count


class SupplyUnits(TableModel):
    """The supply units of the campaigns."""

    abyssinia: Trains
    asante: Trains
    persia: Trains
    afghan: Trains
    dahomey: Trains


class Sieges(TableModel):
    """Who besieges (18.1), and who may arrive in a besieged fortress (18.6)."""

    strength: Count
    arrivals: Count


class Dahomey(TableModel):
    """The campaign of the Legion edition."""

    turns: TurnTable
    replacements: Factors
    units: Annotated[dict[str, NumberOfUnits], SHORT]
    points: CampaignPoints
