"""Ground, movement, stacking, zones, facing and sight."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from engine.formats.fitting import refuse
from engine.kit.model.changes import Changes
from engine.kit.model.conditions import Condition
from engine.kit.model.parts import Block, Listed
from engine.kit.model.values import (
    ByUnit,
    CostFigure,
    Name,
    Names,
    NotNegative,
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
    """The kinds of terrain that these rules know."""
    features: Names = ()
    """The features that these rules know, such as towns and forts."""
    hexsides: Names = ()
    """The kinds of hexside that these rules know, such as rivers and slopes."""
    paths: Names = ()
    """The kinds of path that these rules know, such as roads."""
    base: Name | Literal[""] = ""
    """The terrain that unknown kinds are; the first one where nothing is said."""
    like: dict[str, str] = {}
    """Kinds of palettes taken for a term; an empty term is for the eye alone."""
    water: Names = ()
    """Terrain and hexsides that only units afloat may enter and cross."""
    afloat: Condition | None = None
    """The units that move on water."""


# -- movement -----------------------------------------------------------------------------------------------------


def valued(value: Any) -> Any:
    """An amount that may have changes: the amount alone, or ``{value, changes}``."""
    if isinstance(value, dict) and "value" in value and set(value) <= {"value", "changes", *_COMMENTS}:
        return value
    return {"value": value}


class ChangedAmount(Block):
    """An amount and its changes."""

    value: Quantity
    """The amount before changes."""
    changes: Changes = ()
    """Changes of the amount, applied in this order."""


Valued = Annotated[ChangedAmount, BeforeValidator(valued)]


class CostLine(Block):
    """A cost, and when it is asked."""

    cost: CostFigure
    """The movement points, or a word such as ``prohibited``."""
    when: Condition = ()
    """When this cost holds; the first one that holds counts."""
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
"""A cost as its lines; the first that holds is asked. One of a hexside or feature may make a step cheaper."""


def _not_below_0(lines: tuple[CostLine, ...]) -> tuple[CostLine, ...]:
    for line in lines:
        figures = line.cost.values() if isinstance(line.cost, ByUnit) else (line.cost,)
        if any(isinstance(figure, Fraction) and figure < 0 for figure in figures):
            raise refuse("must be at least 0")
    return lines


FullCost = Annotated[Cost, AfterValidator(_not_below_0)]
"""A cost of at least 0 as its lines."""


class PathCost(Block):
    """What a step along a path costs."""

    cost: NumberByUnit
    """The movement points for a step along the path."""
    replaces: Literal["all", "hex", "none"] = "all"
    """What else a step along the path does not cost: everything, terrain and features, or nothing."""
    who: Condition = ()
    """The units that may use the path."""
    when: Condition = ()
    """When the path may be used."""


def _path_cost(value: Any) -> Any:
    known = {"cost", "replaces", "who", "when", *_COMMENTS}
    return value if isinstance(value, dict) and "cost" in value and set(value) <= known else {"cost": value}


class CostRules(Block):
    """What a step costs, by what is entered and crossed."""

    hex: dict[Name, FullCost] = {}
    """The cost of each kind of terrain; 1 where nothing is said."""
    feature: dict[Name, Cost] = {}
    """The extra cost of each feature; 0 where nothing is said."""
    hexside: dict[SideKey, Cost] = {}
    """The extra cost of each kind of hexside; 0 where nothing is said."""
    path: dict[Name, Annotated[PathCost, BeforeValidator(_path_cost)]] = {}
    """The cost of a step along each kind of path."""
    changes: Changes = ()
    """Changes of the cost of every step."""


class OverrunRule(Block):
    """How units run over weaker ones."""

    ratio: Number
    """How many times stronger the moving unit must be."""
    cost: NotNegative = Field(default=0, validate_default=True)
    """The movement points that an overrun costs."""


class Overruns(Block):
    """Enemies that may be overrun."""

    overrun: OverrunRule
    """How strong a unit must be to overrun, and what it costs."""


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
    """The movement points of a unit: a printed value or another amount."""
    once: Literal["phase", "turn"] = "phase"
    """Whether a unit moves once per phase or once per player turn."""
    costs: CostRules = Field(default_factory=CostRules.model_construct)
    """What it costs to enter hexes and cross hexsides."""
    always_one_hex: bool = False
    """Whether a unit may always move one hex that is not prohibited."""
    friends: Annotated[
        Literal["pass", "closed"] | Condition,
        Field(union_mode="left_to_right"),
        BeforeValidator(word_or("pass", "closed")),
    ] = "pass"
    """Whether units may pass through friendly units: all, none, or those that fit."""
    enemies: Annotated[Literal["closed"] | Overruns, BeforeValidator(word_or("closed"))] = "closed"
    """Whether enemy units close their hexes, or may be overrun by stronger units."""
    off_map: Literal["exits", "never"] = "exits"
    """Whether units may leave the map by exits of the scenario."""


class Stacking(Block):
    """How many units may stand in a hex."""

    limit: Valued | None = None
    """How much may be in one hex; without it there is no limit."""
    counts: Name = "units"
    """``units``, ``steps``, ``size``, or a value."""
    when: Literal["end_of_move", "always", "end_of_phase"] = "end_of_move"
    """When the limit is checked: at the end of a move, always, or at the end of the phase."""
    apart: Condition | None = None
    """Units that are not counted."""
    alike: Name | None = None
    """``formation``, ``type`` or a flag: only such stand together."""


class ZoneRules(Block):
    """Zones of control."""

    exert: Condition = ()
    """The units that exert a zone of control."""
    reach: Literal[1, 2, "front"] = 1
    """How far zones reach: 1 or 2 hexes, or only the front hexes."""
    not_across: Condition | None = None
    """Hexsides that zones do not cross."""
    not_into: Condition | None = None
    """Hexes that zones do not enter."""
    affects: Condition = ()
    """The units that enemy zones affect."""
    enter: ZoneEntry = "stop"
    """What it takes to enter an enemy zone: a stop, nothing, or movement points."""
    leave: ZoneExit = "free"
    """What it takes to leave an enemy zone."""
    zone_to_zone: ZoneCrossing = "as_usual"
    """What it takes to go from one enemy zone directly into another."""
    barred: Condition | None = None
    """Zones that a unit cannot enter at all."""
    cancelled_by_friend: Names = ()
    """For what a friendly unit in the hex cancels an enemy zone."""


# -- facing and sight ---------------------------------------------------------------------------------------------

Sixth = Annotated[int, Field(ge=0, le=5)]


class Arcs(Block):
    """The six hexes around a unit, clockwise, by arc."""

    front: Listed[Sixth] = (0, 1, 5)
    """The adjacent hexes in front, counted clockwise from 0."""
    flank: Listed[Sixth] = (2, 4)
    """The adjacent hexes at the flanks."""
    rear: Listed[Sixth] = (3,)
    """The adjacent hexes at the rear."""


class Facing(Block):
    """Units that face a direction."""

    points: Literal["side", "corner"] = "side"
    """Whether units face a hexside or a corner of their hex."""
    arcs: Arcs = Field(default_factory=Arcs.model_construct)
    """Which adjacent hexes are front, flank and rear."""
    moves: Literal["front", "any"] = "front"
    """Whether units move only into their front hexes."""
    turn: NotNegative = Field(default=0, validate_default=True)
    """What a turn by a hexside or corner costs."""
    most: Annotated[int, Field(ge=0, le=6)] = 6
    """How many hexsides or corners a unit may turn in one move."""
    attack: Literal["front", "any"] = "front"
    """Whether units attack only into their front hexes."""
    who: Condition = ()
    """The units that have a facing."""


class SightRules(Block):
    """Lines of sight."""

    blocked_by: SideNames = ()
    """What blocks a line of sight: terrain, features, hexsides, units, or a rise."""
    hinders: dict[Name, NotNegative] = {}
    """What hinders sight, and by how much; the numbers along a line are added."""
    most: Number = Field(default=0, validate_default=True)
    """The hindrance up to which units can still see."""
    higher_sees_over: bool = True
    """Whether obstacles below the higher end of a line do not block it."""
    along: Literal["both", "either"] = "both"
    """Whether both hexes or either one must block a line that runs along a hexside."""
    limit: Valued | None = None
    """How many hexes units can see at most."""
