"""The exclusive rules of a battle of this system: edges, commands, weather, ambushes, terrain, army lists."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from engine.formats.documents import Text
from engine.formats.fitting import SHORT, SideName, SpecialModel, UnitKey, UnitNames
from engine.scenario.model import Scenario
from engine.systems.de_bellis_multitudinis.army_lists import ArmyList

Edge = Literal["bottom", "top", "left", "right"]
Flank = Literal["left", "right"]
WeatherKind = Literal["none", "strong wind", "dust", "dazzle", "snow", "rain", "mud"]


class Rule(BaseModel):
    """A part of an exclusive rule."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class CommandRule(Rule):
    """A command (7.4, fair-play 6.1)."""

    side: SideName
    general: UnitKey | Literal[""] = Field(default="", description="The element of its general")
    name: Text = ""
    after: Text = Field(default="", description="The command to its left")
    behind: Text = Field(default="", description="The command in front of it")


class Weather(Rule):
    """The weather (6.1)."""

    kind: WeatherKind = "none"
    towards: Annotated[float, Field(ge=0, lt=360, multiple_of=0.1)] = Field(
        default=0, description="Where the wind goes or the sun shines, in degrees clockwise from the upper table edge"
    )


class TerrainChoice(Rule):
    """How terrain was chosen (5.1, 5.4, 25.5)."""

    option: Text = Field(default="", description="The invader's option (5.4)")
    chosen: Annotated[int, Field(ge=0, le=20)] = Field(default=0, description="The defender's compulsory option (25.5)")
    told: Literal["before", "after"] = Field(default="before", description="Before or after the first die (25.5)")


def _how_given(value: object) -> str:
    return "inline" if isinstance(value, dict | ArmyList) else "file"


GivenList = Annotated[
    Annotated[Text, Tag("file")] | Annotated[ArmyList, Tag("inline")],
    Discriminator(_how_given),
]
"""An army list: the name of its file, or its contents. Findings are about the form that the file uses."""


class Special(SpecialModel):
    """The exclusive rules of a scenario."""

    edges: Annotated[dict[SideName, Edge], SHORT] = Field(default={}, description="The base edge of each side")
    commands: Annotated[dict[str, CommandRule], SHORT] = Field(default={}, description="The commands (7.4)")
    invader: SideName | Literal[""] = Field(default="", description="The side that invades; the first where left out")
    weather: Weather = Field(default=Weather(), description="The weather (6.1)")
    ambush: UnitNames = Field(default=[], description="Elements that are set up hidden (7.1)")
    flank: Annotated[dict[str, Flank], SHORT] = Field(default={}, description="Commands on flank marches (8.1)")
    terrain: TerrainChoice = Field(default=TerrainChoice(), description="How terrain was chosen (5.4)")
    lists: Annotated[dict[SideName, GivenList], SHORT] = Field(
        default={}, description="The army list of each side, by its file or inline (25.1)"
    )


def hidden_units(scenario: Scenario) -> frozenset[str]:
    """The elements in ambush (7.1), and those of commands on flank marches (8.1)."""
    special = Special.of(scenario)
    marching = {key for key, unit in scenario.units.items() if unit.values.get("command") in special.flank}
    return frozenset(marching.union(special.ambush))
