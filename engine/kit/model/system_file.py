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
from engine.kit.model.values import Dice, ParagraphNumber, SystemName


class Paragraph(Block):
    """A paragraph of the rules."""

    title: Line = ""
    """The title of the paragraph."""
    text: Text = ""
    """The text of the paragraph, in Markdown."""
    kind: Literal["enforced", "table", "definition", "advice"] = "enforced"
    """Whether the program enforces it, or it is a table, a definition or advice."""


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
    """What kind of value the setting has."""
    default: Any = None
    """The value where a scenario says nothing."""
    title: Line = ""
    """The title of the setting as people read it."""


def _choices(value: Any) -> Any:
    """Choices in a list, or names in one text."""
    return tuple(value.split()) if isinstance(value, str) else listed(value)


class KitOption(Block):
    """What a scenario says under ``options``."""

    choices: Annotated[tuple[str | bool | int, ...], BeforeValidator(_choices)] = ()
    """What a scenario can choose; yes or no where nothing is said."""
    default: str | bool | int | None = None
    """The choice where a scenario says nothing; the first where this is not said either."""
    title: Line = ""
    """The title of the option as people read it."""


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
    """The title of the table."""
    columns: Annotated[tuple[str, ...], BeforeValidator(_columns, json_schema_input_type=list[str | int | float])]
    """The columns, from the worst to the best for the attacker."""
    rows: dict[str, Annotated[tuple[str, ...], BeforeValidator(_cells, json_schema_input_type=list[str | int | float])]]
    """The rows, one for each roll of the dice."""
    dice: Dice | None = None
    """The dice that choose the row."""
    provenance: Text = ""
    """Where the table comes from, such as ``rulebook`` or ``reconstructed``."""
    source: Text = ""
    """The book or page that the table was taken from."""
    constraints: Text = ""
    """What is known of a table that was reconstructed."""


class SystemFile(Block):
    """A rules file: a rules system by data."""

    format: Text = ""
    """The kind of file and its version."""
    base: Text | None = None
    """The rules file that this one differs from."""
    name: SystemName
    """The name that scenarios and citations use: letters, digits, - and _, at most 20."""
    title: Annotated[Line, Field(min_length=1)]
    """The title of the rules, as people read it."""
    paragraphs: dict[ParagraphNumber, Paragraph] = {}
    """The text of the rules, by numbered paragraphs."""
    conditions: Named[Condition] = Field(default_factory=Named[Condition].model_construct)
    """Conditions with a name, used by others."""
    settings: Named[SettingRule] = Field(default_factory=Named[SettingRule].model_construct)
    """What a scenario can set, such as places, edges and numbers."""
    options: Named[KitOption] = Field(default_factory=Named[KitOption].model_construct)
    """Optional rules that a scenario can choose."""
    units: Units
    """The units: types, classes, values, flags, steps and statuses."""
    ground: GroundRules = Field(default_factory=GroundRules.model_construct)
    """The words that these rules use for terrain."""
    sequence: Sequence
    """The phases of a game turn, in their order."""
    movement: MovementRules | None = None
    """How units move and what it costs; without it units cannot move."""
    stacking: Stacking | None = None
    """How many units may be in one hex; without it there is no limit."""
    zones: ZoneRules | None = None
    """Zones of control; without them there are none."""
    facing: Facing | None = None
    """Units that face a direction; without it units have no facing."""
    sight: SightRules | None = None
    """Lines of sight; without it units see everything."""
    combat: Combats = ()
    """The kinds of combat."""
    results: Results = Field(default_factory=Results.model_construct)
    """What each result of combat does."""
    reaction: Reactions = ()
    """When the other side may interrupt, such as opportunity fire."""
    rally: Rallies = ()
    """How units lose statuses."""
    supply: SupplyRules | None = None
    """How units are supplied; without it all are in supply."""
    leaders: Leaders = ()
    """What leaders lend and command."""
    transport: Transports = ()
    """Units that carry others."""
    weather: WeatherRules | None = None
    """The kinds of weather and when they change."""
    events: EventTables = Field(default_factory=EventTables.model_construct)
    """Tables and decks of events."""
    markers: Markers = Field(default_factory=Markers.model_construct)
    """Markers that lie in hexes."""
    secrecy: Secrecy | None = None
    """What a side does not know of the other."""
    arrivals: Arrivals | None = None
    """How reinforcements enter the map."""
    replacements: ReplacementRules | None = None
    """How lost steps and units come back."""
    victory: VictoryWorth = Field(default_factory=VictoryWorth.model_construct)
    """What units are worth for victory."""
    tables: Named[RulesTable] = Field(default_factory=Named[RulesTable].model_construct)
    """Combat results tables and tables of numbers."""
    hooks: Text | None = None
    """A file with program code beside the rules; it is run only after the user trusts it."""
