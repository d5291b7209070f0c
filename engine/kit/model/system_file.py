"""The whole of a rules file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from engine.formats.documents import Line, Text
from engine.formats.fitting import refuse
from engine.formats.short_forms import as_text, tokens
from engine.kit.model.combat import Combats, Rallies, Reactions
from engine.kit.model.conditions import Condition
from engine.kit.model.effects import Results
from engine.kit.model.ground import Facing, GroundRules, MovementRules, SightRules, Stacking, ZoneRules
from engine.kit.model.others import (
    Arrivals,
    EventTables,
    Leaders,
    Markers,
    ReplacementRules,
    Secrecy,
    SupplyRules,
    Transports,
    VictoryWorth,
    WeatherRules,
)
from engine.kit.model.parts import Block, Named, listed
from engine.kit.model.sequence import Sequence
from engine.kit.model.units import Units
from engine.kit.model.values import Dice, SystemName


class Paragraph(Block):
    """A paragraph of the rules."""

    title: Line = ""
    text: Text = ""
    kind: Literal["enforced", "table", "definition", "advice"] = "enforced"


class SettingRule(Block):
    """What a scenario says under ``special``."""

    kind: Literal[
        "hexes",
        "edge",
        "side",
        "number",
        "flag",
        "turns",
        "units",
        "hexes_by_side",
        "edge_by_side",
        "number_by_side",
    ]
    default: Any = None
    title: Line = ""


class KitOption(Block):
    """What a scenario says under ``options``."""

    choices: Annotated[tuple[str | bool | int, ...], BeforeValidator(listed)] = ()
    default: str | bool | int | None = None
    title: Line = ""


def _columns(value: Any) -> Any:
    listed_ = value.split() if isinstance(value, str) else value
    if not isinstance(listed_, list):
        raise refuse("must be a list of columns")
    return tuple(as_text(one) for one in listed_)


def _cells(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(as_text(one) for one in value)
    return tuple(tokens(value))


class RulesTable(Block):
    """A table: columns from the worst to the best for the attacker, and a row for each sum of the dice."""

    title: Line = ""
    columns: Annotated[tuple[str, ...], BeforeValidator(_columns, json_schema_input_type=list[str | int | float])]
    rows: dict[str, Annotated[tuple[str, ...], BeforeValidator(_cells, json_schema_input_type=list[str | int | float])]]
    dice: Dice | None = None
    provenance: Text = ""
    source: Text = ""
    constraints: Text = ""


class SystemFile(Block):
    """A rules file: a rules system by data."""

    format: Text = ""
    base: Text | None = None
    """The rules file that this one differs from."""
    name: SystemName
    title: Line
    paragraphs: dict[str, Paragraph] = {}
    conditions: Named[Condition] = Field(default_factory=Named[Condition].model_construct)
    settings: Named[SettingRule] = Field(default_factory=Named[SettingRule].model_construct)
    options: Named[KitOption] = Field(default_factory=Named[KitOption].model_construct)
    units: Units
    ground: GroundRules = Field(default_factory=GroundRules.model_construct)
    sequence: Sequence
    movement: MovementRules | None = None
    stacking: Stacking | None = None
    zones: ZoneRules | None = None
    facing: Facing | None = None
    sight: SightRules | None = None
    combat: Combats = ()
    results: Results = Field(default_factory=Results.model_construct)
    reaction: Reactions = ()
    rally: Rallies = ()
    supply: SupplyRules | None = None
    leaders: Leaders = ()
    transport: Transports = ()
    weather: WeatherRules | None = None
    events: EventTables = Field(default_factory=EventTables.model_construct)
    markers: Markers = Field(default_factory=Markers.model_construct)
    secrecy: Secrecy | None = None
    arrivals: Arrivals | None = None
    replacements: ReplacementRules | None = None
    victory: VictoryWorth = Field(default_factory=VictoryWorth.model_construct)
    tables: Named[RulesTable] = Field(default_factory=Named[RulesTable].model_construct)
    hooks: Text | None = None
