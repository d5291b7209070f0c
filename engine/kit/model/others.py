"""Supply, leaders, transport, weather, events, markers, secrecy, arrivals, replacements and victory."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from engine.formats.documents import Line, Text
from engine.kit.model.changes import Changes
from engine.kit.model.conditions import Condition
from engine.kit.model.effects import Effects
from engine.kit.model.ground import Cost, word_or
from engine.kit.model.parts import Block, Listed, Named
from engine.kit.model.values import Dice, Name, Names, Number, Quantity, TurnNumbers, one_of


class SourceRule(Block):
    """Where supply comes from."""

    place: Name | None = None
    feature: Name | None = None
    side: Literal["held"] | None = None
    edge: Name | None = None
    units: Condition | None = None


class TraceRule(Block):
    """How supply reaches a unit."""

    hexes: Annotated[int, Field(ge=0, le=1000)] | None = None
    cost: Quantity | None = None
    paths: Names = ()
    blocked_by: Names = ()
    """``enemy zones prohibited``."""


class SupplyRules(Block):
    """Supply of units."""

    sources: Listed[SourceRule] = ()
    trace: TraceRule = Field(default_factory=TraceRule.model_construct)
    judged: Names = ("always",)
    without: dict[
        Name, Annotated[Literal["half_up", "half_down"] | Changes, BeforeValidator(word_or("half_up", "half_down"))]
    ] = {}
    status: Name | None = None
    after: dict[str, Effects] = {}
    """Number of times in a row to what then happens."""


class Loan(Block):
    """A value that a leader lends."""

    value: Name
    to: Annotated[Any, BeforeValidator(one_of("stack", "formation"), json_schema_input_type=int | str)] = "stack"
    take: Literal["best", "sum"] = "best"
    only: Condition = ()


class LeaderLoss(Block):
    """How leaders are lost."""

    dice: Dice
    at_most: Quantity


class Leader(Block):
    """Leaders of a kind."""

    who: Condition = ()
    lends: Listed[Loan] = ()
    command: Quantity | None = None
    fights: bool = False
    lost: LeaderLoss | None = None
    alone: Literal["stay", "displace", "eliminate"] = "stay"


class Transport(Block):
    """Units that carry others."""

    carriers: Condition = ()
    carried: Condition = ()
    most: Annotated[int, Field(ge=1, le=1000)] = 1
    load: Cost = Field(default=0, validate_default=True)
    unload: Cost = Field(default=0, validate_default=True)
    same_phase: bool = False


class WeatherRules(Block):
    """Kinds of weather, by turns or by dice."""

    kinds: Names
    start: Name | None = None
    turns: dict[Name, TurnNumbers] = {}
    dice: Dice | None = None
    table: dict[Name, dict[str, Name]] = {}


class EventEntry(Block):
    """An event."""

    name: Name
    on: Annotated[str, BeforeValidator(lambda v: str(v) if isinstance(v, int) and not isinstance(v, bool) else v)] = "1"
    """The row of the dice; in a deck the number of such cards."""
    title: Line = ""
    text: Text = ""
    when: Condition = ()
    do: Effects = ()
    lasts: Annotated[Any, BeforeValidator(one_of("end_of_phase", "end_of_turn", "end_of_game_turn", "ever"))] | None = (
        None
    )


class EventTable(Block):
    """Events that are thrown or drawn."""

    from_: Literal["dice", "deck"] = Field("dice", alias="from")
    dice: Dice | None = None
    by: Literal["active", "both", "none"] = "active"
    rows: Listed[EventEntry] = ()


class MarkerRule(Block):
    """A marker that lies in a hex."""

    title: Line = ""
    symbol: Line = ""
    on: Literal["hex"] = "hex"
    lasts: Annotated[Any, BeforeValidator(one_of("end_of_phase", "end_of_turn", "end_of_game_turn", "ever"))] = "ever"
    cost: Cost | None = None
    most: Annotated[int, Field(ge=1, le=10_000)] | None = None


def _secrecy(value: Any) -> Any:
    return {"hides": value} if isinstance(value, str) else value


class SecrecyRule(Block):
    """What a side does not know of the other."""

    hides: Literal["none", "values", "units"] = "none"
    after: Literal["shown", "again"] = "shown"
    """Whether a unit that has fought is known for good, or hidden again."""
    spot: Annotated[Any, BeforeValidator(one_of("sight"))] | None = None


Secrecy = Annotated[SecrecyRule, BeforeValidator(_secrecy, json_schema_input_type=SecrecyRule | str)]


class Arrivals(Block):
    """How units enter the map."""

    blocked_by: Names = ("enemy", "zones")
    blocked: Literal["wait", "adjacent", "nearest", "lost"] = "wait"
    column: bool = False
    cost: Annotated[Literal["usual"] | Number, Field(union_mode="left_to_right")] = "usual"


class ReplacementRules(Block):
    """Steps or units that come back."""

    what: Literal["steps", "units"] = "steps"
    kinds: dict[Name, Condition] = {}
    most: Annotated[int, Field(ge=1, le=1000)] | None = None
    place: Name | None = None


class VictoryWorth(Block):
    """What units count."""

    worth: Quantity | None = None


EventTables = Named[EventTable]
Markers = Named[MarkerRule]
Leaders = Listed[Leader]
Transports = Listed[Transport]
