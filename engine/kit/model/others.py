"""Supply, leaders, transport, weather, events, markers, secrecy, arrivals, replacements and victory."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from engine.formats.documents import Line, Text
from engine.kit.model.changes import Changes
from engine.kit.model.conditions import Condition
from engine.kit.model.effects import Effects
from engine.kit.model.ground import Cost, FullCost, word_or
from engine.kit.model.parts import Block, Listed, Named
from engine.kit.model.values import Dice, Name, Names, NotNegative, Quantity, TurnNumbers, one_of


class SourceRule(Block):
    """Where supply comes from."""

    place: Name | None = None
    """Hexes that the scenario sets under this name."""
    feature: Name | None = None
    """Hexes with this feature or marker."""
    side: Literal["held"] | None = None
    """Whether only hexes count that the side entered last."""
    edge: Name | None = None
    """The map edge that the scenario sets under this name."""
    units: Condition | None = None
    """Units that are sources of supply."""


class TraceRule(Block):
    """How supply reaches a unit."""

    hexes: Annotated[int, Field(ge=0, le=1000)] | None = None
    """How many hexes a supply line may have."""
    cost: Quantity | None = None
    """How many movement points a supply line may cost."""
    paths: Names = ()
    """Paths that lead on to a source over any distance."""
    blocked_by: Names = ()
    """``enemy zones prohibited``."""


class SupplyRules(Block):
    """Supply of units."""

    sources: Listed[SourceRule] = ()
    """Where supply comes from."""
    trace: TraceRule = Field(default_factory=TraceRule.model_construct)
    """How long a supply line may be, and what blocks it."""
    judged: Names = ("always",)
    """When supply is judged: always, or in these phases."""
    without: dict[
        Name, Annotated[Literal["half_up", "half_down"] | Changes, BeforeValidator(word_or("half_up", "half_down"))]
    ] = {}
    """What values become while a unit is out of supply."""
    status: Name | None = None
    """The status of units out of supply."""
    after: dict[str, Effects] = {}
    """Number of times in a row to what then happens."""


class Loan(Block):
    """A value that a leader lends."""

    value: Name
    """The value that the leader lends."""
    to: Annotated[Any, one_of("stack", "formation")] = "stack"
    """Who gets it: units of the leader's stack, of his formation, or within a number of hexes."""
    take: Literal["best", "sum"] = "best"
    """Whether the best of several leaders counts, or their sum."""
    only: Condition = ()
    """Only units that fit get it."""


class LeaderLoss(Block):
    """How leaders are lost."""

    dice: Dice
    """The dice that are rolled when a unit in the leader's hex loses a step."""
    at_most: Quantity
    """The leader is lost if the roll is at most this amount."""


class Leader(Block):
    """Leaders of a kind."""

    who: Condition
    """The units that are leaders."""
    lends: Listed[Loan] = ()
    """The values that these leaders lend to units."""
    command: Quantity | None = None
    """How many hexes the command of these leaders reaches."""
    fights: bool = False
    """Whether these leaders attack, defend and exert zones themselves."""
    lost: LeaderLoss | None = None
    """How these leaders are lost."""
    alone: Literal["stay", "displace", "eliminate"] = "stay"
    """What happens to a leader without other units when an enemy unit enters its hex."""


class Transport(Block):
    """Units that carry others."""

    carriers: Condition = ()
    """The units that carry others."""
    carried: Condition = ()
    """The units that can be carried."""
    most: Annotated[int, Field(ge=1, le=1000)] = 1
    """How many units one carrier can carry."""
    load: FullCost = Field(default=0, validate_default=True)
    """The movement points that loading costs the carrier."""
    unload: FullCost = Field(default=0, validate_default=True)
    """The movement points that unloading costs the carrier."""
    same_phase: bool = False
    """Whether units may be loaded and unloaded in the same phase."""


class WeatherRules(Block):
    """Kinds of weather, by turns or by dice."""

    kinds: Names
    """The kinds of weather."""
    start: Name | None = None
    """The weather at the start; the first kind where nothing is said."""
    turns: dict[Name, TurnNumbers] = {}
    """The game turns of each kind of weather."""
    dice: Dice | None = None
    """The dice for a new weather."""
    table: dict[Name, dict[str, Name]] = {}
    """For each kind of weather the next one, by the die roll."""


class EventEntry(Block):
    """An event."""

    name: Name
    """The name of the event, used by conditions."""
    on: Annotated[str, BeforeValidator(lambda v: str(v) if isinstance(v, int) and not isinstance(v, bool) else v)] = "1"
    """The row of the dice; in a deck the number of such cards."""
    title: Line = ""
    """The title of the event as people read it."""
    text: Text = ""
    """What players read about the event."""
    when: Condition = ()
    """When the event has an effect."""
    do: Effects = ()
    """What happens."""
    lasts: Annotated[Any, one_of("end_of_phase", "end_of_turn", "end_of_game_turn", "ever")] | None = None
    """How long the event is in force: until the end of a phase or turn, for ever, or game turns."""


class EventTable(Block):
    """Events that are thrown or drawn."""

    from_: Literal["dice", "deck"] = Field("dice", alias="from")
    """Whether events come from a table by dice, or from a deck of cards."""
    dice: Dice | None = None
    """The dice for the table."""
    by: Literal["active", "both", "none"] = "active"
    """Whether the active side, both sides or no side draws."""
    rows: Listed[EventEntry] = ()
    """The events of the table or deck."""


class MarkerRule(Block):
    """A marker that lies in a hex."""

    title: Line = ""
    """The title of the marker as people read it."""
    symbol: Line = ""
    """The symbol on the marker."""
    on: Literal["hex"] = "hex"
    """Where the marker lies."""
    lasts: Annotated[Any, one_of("end_of_phase", "end_of_turn", "end_of_game_turn", "ever")] = "ever"
    """How long the marker stays: until the end of a phase or turn, for ever, or game turns."""
    cost: Cost | None = None
    """The extra movement points to enter its hex."""
    most: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """How many of these markers there are."""


def _secrecy(value: Any) -> Any:
    return {"hides": value} if isinstance(value, str) else value


class SecrecyRule(Block):
    """What a side does not know of the other."""

    hides: Literal["none", "values", "units"] = "none"
    """What is hidden from the enemy: nothing, the values of units, or the units themselves."""
    after: Literal["shown", "again"] = "shown"
    """Whether a unit that has fought is known for good, or hidden again."""
    spot: Annotated[Any, one_of("sight")] | None = None
    """From how near hidden units are seen: a number of hexes, or a line of sight."""


Secrecy = Annotated[SecrecyRule, BeforeValidator(_secrecy, json_schema_input_type=SecrecyRule | str)]


class Arrivals(Block):
    """How units enter the map."""

    blocked_by: Names = ("enemy", "zones")
    """What keeps reinforcements from an entry hex."""
    blocked: Literal["wait", "adjacent", "nearest", "lost"] = "wait"
    """What happens if all entry hexes are blocked."""
    column: bool = False
    """Whether units enter one behind the other, each paying for those before it."""
    cost: Annotated[Literal["usual"] | NotNegative, Field(union_mode="left_to_right")] = "usual"
    """What it costs to enter the map: the usual cost of the hex, or a number."""


class ReplacementRules(Block):
    """Steps or units that come back."""

    what: Literal["steps", "units"] = "steps"
    """Whether steps or whole units are replaced."""
    kinds: dict[Name, Condition] = {}
    """The kinds of replacement, each with the units that it serves."""
    most: Annotated[int, Field(ge=1, le=1000)] | None = None
    """How many steps or units a side may replace in a phase."""
    place: Name | None = None
    """The setting with the hexes where lost units come back."""


class VictoryWorth(Block):
    """What units count."""

    worth: Quantity | None = None
    """What a unit is worth where eliminated or exited units score points."""


EventTables = Named[EventTable]
Markers = Named[MarkerRule]
Leaders = Listed[Leader]
Transports = Listed[Transport]
