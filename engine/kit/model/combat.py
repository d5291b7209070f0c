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
    """Whether all units of the attacker in a hex must attack together."""
    defender: bool = True
    """Whether all units in the hex attacked defend together."""


class Once(Block):
    """How often a unit may attack and be attacked."""

    attacker: Often = "phase"
    """How often a unit may attack: once per phase, once per player turn, or without limit."""
    defender: Often = "phase"
    """How often a hex may be attacked: once per phase, once per player turn, or without limit."""


class StrengthChanges(Block):
    """The changes of each unit's strength."""

    attacker: Changes = ()
    """Changes of the strength of each attacker."""
    defender: Changes = ()
    """Changes of the strength of each defender."""


class StrengthRule(Block):
    """The strength of each unit, and how they are put together."""

    attacker: Quantity | None = None
    """The strength of each attacker: a printed value or another amount."""
    defender: Quantity | None = None
    """The strength of each defender: a printed value or another amount."""
    defender_of: Literal["sum", "best", "worst"] = "sum"
    """Whether the defenders' strengths are added, or only the best or the worst counts."""
    changes: StrengthChanges = Field(default_factory=StrengthChanges.model_construct)
    """Changes of each unit's strength before the strengths are put together."""


class SupportRule(Block):
    """Units that add to an attack made by others."""

    who: Condition = ()
    """The units that may support an attack."""
    range: Distance = "adjacent"
    """How far the support reaches."""
    needs: Literal["sight", "none"] | None = None
    """Whether the supporting unit must see the target."""
    strength: Quantity | None = None
    """What each supporting unit adds to the attack."""
    suffers: bool = False
    """Whether results of the attack also affect the supporting units."""
    alone: bool = False
    """Whether these units may attack without another attacker."""


class Buckets(Block):
    """Each unit throws dice, and each die may hit."""

    dice: Quantity
    """How many dice each unit rolls; they are its strength where ``strength`` says nothing."""
    hit: Quantity
    """The highest roll of a die that hits."""
    returns: Literal["together", "before", "after", "none"] = "together"
    """When the defender rolls: together with the attacker, before, after, or not at all."""
    hits: Effects = ()
    """What hits do; the amount ``hits`` is their number."""
    order: Name | None = None
    """Units roll one after the other by this value, the lowest first, and hits count at once."""
    rounds: Annotated[int, Field(ge=1, le=100)] = 1
    """How many rounds are fought while both sides have units."""


class AdvanceRule(Block):
    """Who goes on after a fight."""

    who: Condition = ()
    """The units that may advance after combat."""
    most: Annotated[Any, one_of("all", "stack_limit")] = 1
    """How many units may advance: a number, all of them, or as many as stacking allows."""
    hexes: NumberByUnit = Field(default=1, validate_default=True)
    """How many hexes a unit may advance."""
    into: Literal["vacated", "path", "beyond"] = "vacated"
    """Where units advance: the vacated hex, along the path of retreat, or one hex beyond."""
    after: Names = ("any",)
    """``any``, ``retreat``, or codes of results."""
    must: bool = False
    """Whether at least one unit must advance."""
    zones: Literal["ignored", "felt"] = "ignored"
    """Whether enemy zones of control are ignored or felt during the advance."""
    again: bool = False
    """Whether units that advanced may attack again in the phase."""
    blocks: Names = ()
    """What units that advanced cannot do for the rest of the player turn."""


class CombatKind(Block):
    """A kind of combat."""

    name: Name
    """The name of this kind of combat, used as the verb of its attacks and in phases."""
    range: Distance = "adjacent"
    """How far attackers reach: adjacent hexes, a number of hexes, or from least to most."""
    needs: Literal["sight", "none"] | None = None
    """Whether attackers must see their target."""
    spotters: Condition | None = None
    """Own units any of which may see the target in place of the attacker."""
    who: Condition = ()
    """The units that may attack."""
    targets: Annotated[
        Literal["hex"] | Condition, Field(union_mode="left_to_right"), BeforeValidator(word_or("hex"))
    ] = ()
    """The units that may be attacked, or any hex, empty ones too."""
    hexes: Literal["one", "many"] = "one"
    """Whether one attack may go against several hexes."""
    units: Literal["many", "one", "stack"] = "many"
    """Whether many units, one unit or the units of one hex attack together."""
    whole_stack: WholeStack = Field(default_factory=WholeStack.model_construct)
    """Whether all units of a hex must fight together."""
    once: Once = Field(default_factory=Once.model_construct)
    """How often a unit may attack and be attacked."""
    not_across: Condition | None = None
    """Hexsides that attacks cannot cross; by default those that no attacker may cross by movement."""
    must: Literal["none", "attackers", "defenders", "both"] = "none"
    """Which side's units must be in an attack where zones of control touch."""
    strict: bool = True
    """Whether an attack is refused that leaves a unit which must fight without a partner."""
    strength: StrengthRule = Field(default_factory=StrengthRule.model_construct)
    """The strengths of attackers and defenders."""
    support: SupportRule | None = None
    """Units that add their strength to an attack of others."""
    resolve: Literal["odds", "difference", "strength", "buckets", "duel", "none"] = "odds"
    """How combat is resolved: by odds, difference, strength, dice per unit, a duel, or without dice."""
    dice: Dice = "1d6"
    """The dice that are rolled."""
    table: Name | None = None
    """The combat results table."""
    rounding: Literal["defender", "attacker", "nearest"] = "defender"
    """Which side fractions of the odds are rounded for."""
    clamp: Literal["before", "after"] = "before"
    """Whether odds beyond the table become its last column before or after shifts are counted."""
    may_lower: bool = False
    """Whether the attacker may choose a column further left."""
    buckets: Buckets | None = None
    """The dice of each unit and what hits do, where combat is resolved by dice per unit."""
    shifts: Changes = ()
    """Changes of the column, the die roll or the strengths."""
    results: dict[Code, ResultOrEffects] = {}
    """What results mean in this kind of combat, in place of the general list."""
    retreat: RetreatRule | None = None
    """How units retreat; without it no unit can be made to retreat."""
    advance: AdvanceRule | None = None
    """How units advance after combat; without it no unit advances."""
    after: Effects = ()
    """What always happens after the result."""


class ReactionLimits(Block):
    """How often units react."""

    unit: Literal["phase", "turn", "each"] | None = None
    """How often a unit may react: once per phase, once per player turn, or once for each cause."""
    cause: Annotated[int, Field(ge=1, le=1000)] | None = None
    """How many units may react to one cause."""


class Reaction(Block):
    """A window for the other side."""

    name: Name
    """The name of this reaction."""
    when: Literal["moves", "enters_zone", "leaves_zone", "attacks", "activates"]
    """What allows the reaction: an enemy move, a zone entered or left, an attack, or an activation."""
    with_: Name = Field(alias="with")
    """The kind of combat."""
    who: Condition = ()
    """The units that may react."""
    against: Condition = ()
    """The units that may be reacted to."""
    range: Distance | None = None
    """How far the reaction reaches, where not as far as its kind of combat."""
    per: ReactionLimits = Field(default_factory=ReactionLimits.model_construct)
    """How often units may react."""
    stops: Literal["hit", "never"] = "hit"
    """Whether a unit that is hit stops moving."""


class RallyRule(Block):
    """How units get rid of a status."""

    name: Name = "rally"
    """The name of this way to rally."""
    tries: Condition = ()
    """The units that may try to rally."""
    dice: Dice | None = None
    """The dice for an attempt; without dice every attempt succeeds."""
    at_most: Quantity | None = None
    """The roll must be at most this amount."""
    at_least: Quantity | None = None
    """The roll must be at least this amount."""
    changes: Changes = ()
    """Changes of the number that the roll is compared with."""
    pass_: Effects | None = Field(None, alias="pass")
    """What happens if the attempt succeeds; by default the unit loses statuses that last until it rallies."""
    fail: Effects = ()
    """What happens if the attempt fails."""
    each: Annotated[int, Field(ge=1, le=100)] = 1
    """How many attempts each unit has in the phase."""


Combats = Listed[CombatKind]
Reactions = Listed[Reaction]
Rallies = Listed[RallyRule]
