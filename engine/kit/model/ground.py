"""Ground, movement, stacking, zones, facing and sight."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from engine.formats.fitting import refuse
from engine.kit.model.changes import Changes
from engine.kit.model.conditions import Condition
from engine.kit.model.parts import Block, Listed
from engine.kit.model.values import (
    CostFigure,
    Name,
    Names,
    Number,
    NumberByUnit,
    Quantity,
    SideKey,
    SideNames,
    ZoneCrossing,
    ZoneEntry,
    ZoneExit,
)

_COMMENTS = {"about", "says", "rule", "rules"}


class GroundRules(Block):
    """The terms that the rules use for terrain."""

    terrain: Names = ()
    features: Names = ()
    hexsides: Names = ()
    paths: Names = ()
    base: Name | Literal[""] = ""
    """The terrain that unknown kinds are; the first one where nothing is said."""
    like: dict[str, str] = {}
    """Kinds of palettes taken for a term; an empty term is for the eye alone."""
    water: Names = ()
    afloat: Condition | None = None


# -- movement -----------------------------------------------------------------------------------------------------


def valued(value: Any) -> Any:
    """An amount that may have changes: the amount alone, or ``{value, changes}``."""
    if isinstance(value, dict) and "value" in value and set(value) <= {"value", "changes", *_COMMENTS}:
        return value
    return {"value": value}


class ChangedAmount(Block):
    """An amount and its changes."""

    value: Quantity
    changes: Changes = ()


Valued = Annotated[ChangedAmount, BeforeValidator(valued)]


class CostLine(Block):
    """A cost, and when it is asked."""

    cost: CostFigure
    when: Condition = ()
    unless: SideNames = ()
    """Hexsides and paths on the same hexside with which it costs nothing."""
    replaces: Literal["hex"] | None = None
    """Whether a feature takes the place of the terrain's cost."""


def _cost(value: Any) -> Any:
    lines = value if isinstance(value, list) else [value]
    return tuple(
        one
        if isinstance(one, dict) and "cost" in one and set(one) <= {"cost", "when", "unless", "replaces", *_COMMENTS}
        else {"cost": one}
        for one in lines
    )


Cost = Annotated[tuple[CostLine, ...], BeforeValidator(_cost), Field(min_length=1)]
"""A cost as its lines; the first that holds is asked."""


class PathCost(Block):
    """What a step along a path costs."""

    cost: NumberByUnit
    replaces: Literal["all", "hex", "none"] = "all"
    who: Condition = ()
    when: Condition = ()


def _path_cost(value: Any) -> Any:
    known = {"cost", "replaces", "who", "when", *_COMMENTS}
    return value if isinstance(value, dict) and "cost" in value and set(value) <= known else {"cost": value}


class CostRules(Block):
    """What a step costs, by what is entered and crossed."""

    hex: dict[Name, Cost] = {}
    feature: dict[Name, Cost] = {}
    hexside: dict[SideKey, Cost] = {}
    path: dict[Name, Annotated[PathCost, BeforeValidator(_path_cost)]] = {}
    changes: Changes = ()


class OverrunRule(Block):
    """How units run over weaker ones."""

    ratio: Number
    cost: Number = Field(default=0, validate_default=True)


class Overruns(Block):
    """Enemies that may be overrun."""

    overrun: OverrunRule


def word_or(*words: str) -> Any:
    """A validator that leaves some words as they are, for a union of words and something larger."""

    def checked(value: Any) -> Any:
        if isinstance(value, str) and value not in words:
            raise refuse(f"must be {', '.join(words)} or a mapping of keys to values")
        return value

    return checked


class MovementRules(Block):
    """How units move."""

    allowance: Valued = Field(default="movement", validate_default=True)
    once: Literal["phase", "turn"] = "phase"
    costs: CostRules = Field(default_factory=CostRules.model_construct)
    always_one_hex: bool = False
    friends: Annotated[
        Literal["pass", "closed"] | Condition,
        Field(union_mode="left_to_right"),
        BeforeValidator(word_or("pass", "closed")),
    ] = "pass"
    enemies: Annotated[Literal["closed"] | Overruns, BeforeValidator(word_or("closed"))] = "closed"
    off_map: Literal["exits", "never"] = "exits"


class Stacking(Block):
    """How many units may stand in a hex."""

    limit: Valued | None = None
    counts: Name = "units"
    """``units``, ``steps``, ``size``, or a value."""
    when: Literal["end_of_move", "always", "end_of_phase"] = "end_of_move"
    apart: Condition | None = None
    """Units that are not counted."""
    alike: Name | None = None
    """``formation``, ``type`` or a flag: only such stand together."""


class ZoneRules(Block):
    """Zones of control."""

    exert: Condition = ()
    reach: Literal[1, 2, "front"] = 1
    not_across: Condition | None = None
    not_into: Condition | None = None
    affects: Condition = ()
    enter: ZoneEntry = "stop"
    leave: ZoneExit = "free"
    zone_to_zone: ZoneCrossing = "as_usual"
    barred: Condition | None = None
    cancelled_by_friend: Names = ()


# -- facing and sight ---------------------------------------------------------------------------------------------

Sixth = Annotated[int, Field(ge=0, le=5)]


class Arcs(Block):
    """The six hexes around a unit, clockwise, by arc."""

    front: Listed[Sixth] = (0, 1, 5)
    flank: Listed[Sixth] = (2, 4)
    rear: Listed[Sixth] = (3,)


class Facing(Block):
    """Units that face a direction."""

    points: Literal["side", "corner"] = "side"
    arcs: Arcs = Field(default_factory=Arcs.model_construct)
    moves: Literal["front", "any"] = "front"
    turn: Number = Field(default=0, validate_default=True)
    """What a turn by a hexside or corner costs."""
    most: Annotated[int, Field(ge=0, le=6)] = 6
    attack: Literal["front", "any"] = "front"
    who: Condition = ()


class SightRules(Block):
    """Lines of sight."""

    blocked_by: SideNames = ()
    hinders: dict[Name, Number] = {}
    most: Number = Field(default=0, validate_default=True)
    higher_sees_over: bool = True
    along: Literal["both", "either"] = "both"
    limit: Valued | None = None
