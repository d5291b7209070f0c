"""Kinds of combat, advance, reaction and rally."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from engine.kit.model.changes import Changes
from engine.kit.model.conditions import Condition
from engine.kit.model.effects import Effects, ResultOrEffects, RetreatRule
from engine.kit.model.ground import word_or
from engine.kit.model.parts import Block, Listed
from engine.kit.model.values import Code, Dice, Distance, Name, Names, NumberByUnit, Quantity, one_of

Often = Literal["phase", "turn", "none"]


class WholeStack(Block):
    """Whether all units of a hex fight together."""

    attacker: bool = False
    defender: bool = True


class Once(Block):
    """How often a unit may attack and be attacked."""

    attacker: Often = "phase"
    defender: Often = "phase"


class StrengthChanges(Block):
    """The changes of each unit's strength."""

    attacker: Changes = ()
    defender: Changes = ()


class StrengthRule(Block):
    """The strength of each unit, and how they are put together."""

    attacker: Quantity | None = None
    defender: Quantity | None = None
    defender_of: Literal["sum", "best", "worst"] = "sum"
    changes: StrengthChanges = Field(default_factory=StrengthChanges.model_construct)


class SupportRule(Block):
    """Units that add to an attack made by others."""

    who: Condition = ()
    range: Distance = "adjacent"
    needs: Literal["sight", "none"] | None = None
    strength: Quantity | None = None
    suffers: bool = False
    alone: bool = False


class Buckets(Block):
    """Each unit throws dice, and each die may hit."""

    dice: Quantity
    hit: Quantity
    returns: Literal["together", "before", "after", "none"] = "together"
    hits: Effects = ()
    order: Name | None = None
    rounds: Annotated[int, Field(ge=1, le=100)] = 1


class AdvanceRule(Block):
    """Who goes on after a fight."""

    who: Condition = ()
    most: Annotated[Any, BeforeValidator(one_of("all", "stack_limit"), json_schema_input_type=int | str)] = 1
    hexes: NumberByUnit = Field(default=1, validate_default=True)
    into: Literal["vacated", "path", "beyond"] = "vacated"
    after: Names = ("any",)
    """``any``, ``retreat``, or codes of results."""
    must: bool = False
    zones: Literal["ignored", "felt"] = "ignored"
    again: bool = False
    blocks: Names = ()


class CombatKind(Block):
    """A kind of combat."""

    name: Name
    range: Distance = "adjacent"
    needs: Literal["sight", "none"] | None = None
    spotters: Condition | None = None
    """Own units any of which may see the target in place of the attacker."""
    who: Condition = ()
    targets: Annotated[
        Literal["hex"] | Condition, Field(union_mode="left_to_right"), BeforeValidator(word_or("hex"))
    ] = ()
    hexes: Literal["one", "many"] = "one"
    units: Literal["many", "one", "stack"] = "many"
    whole_stack: WholeStack = Field(default_factory=WholeStack.model_construct)
    once: Once = Field(default_factory=Once.model_construct)
    not_across: Condition | None = None
    must: Literal["none", "attackers", "defenders", "both"] = "none"
    strict: bool = True
    strength: StrengthRule = Field(default_factory=StrengthRule.model_construct)
    support: SupportRule | None = None
    resolve: Literal["odds", "difference", "strength", "buckets", "duel", "none"] = "odds"
    dice: Dice = "1d6"
    table: Name | None = None
    rounding: Literal["defender", "attacker", "nearest"] = "defender"
    clamp: Literal["before", "after"] = "before"
    may_lower: bool = False
    buckets: Buckets | None = None
    shifts: Changes = ()
    results: dict[Code, ResultOrEffects] = {}
    retreat: RetreatRule | None = None
    advance: AdvanceRule | None = None
    after: Effects = ()


class ReactionLimits(Block):
    """How often units react."""

    unit: Literal["phase", "turn", "each"] | None = None
    cause: Annotated[int, Field(ge=1, le=1000)] | None = None


class Reaction(Block):
    """A window for the other side."""

    name: Name
    when: Literal["moves", "enters_zone", "leaves_zone", "attacks", "activates"]
    with_: Name = Field(alias="with")
    """The kind of combat."""
    who: Condition = ()
    against: Condition = ()
    range: Distance | None = None
    per: ReactionLimits = Field(default_factory=ReactionLimits.model_construct)
    stops: Literal["hit", "never"] = "hit"


class RallyRule(Block):
    """How units get rid of a status."""

    name: Name = "rally"
    tries: Condition = ()
    dice: Dice | None = None
    at_most: Quantity | None = None
    at_least: Quantity | None = None
    changes: Changes = ()
    pass_: Effects | None = Field(None, alias="pass")
    fail: Effects = ()
    each: Annotated[int, Field(ge=1, le=100)] = 1


Combats = Listed[CombatKind]
Reactions = Listed[Reaction]
Rallies = Listed[RallyRule]
