"""Results of combat: effects in the order written, and how units retreat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field

from engine.formats.documents import Text
from engine.kit.model.changes import Changes
from engine.kit.model.conditions import Condition
from engine.kit.model.ground import word_or
from engine.kit.model.parts import Block, Listed, Named, listed
from engine.kit.model.values import Code, Dice, Name, Names, Quantity, words

VERBS: Final = (
    *("lose", "eliminate", "retreat", "status", "clear", "check", "place", "remove", "points", "reveal"),
    *("weather", "draw", "arrive", "withdraw", "to_pool", "again"),
)
"""What an effect does: it has exactly one of these."""
CLOSED: Final = ("zones", "prohibited", "friends", "held", "map_edge")
"""What ``not_into`` and ``avoid`` may name."""


def _closed(value: Any) -> Any:
    entries = value if isinstance(value, list) else [value]
    return tuple(part for one in entries for part in (words(one) if isinstance(one, str) else [one]))


Closed = Annotated[
    tuple[Annotated[str | Condition, Field(union_mode="left_to_right")], ...],
    BeforeValidator(_closed, json_schema_input_type=str | list[str | Condition]),
]
"""Hexes by names (``zones``, ``prohibited`` ...) and conditions, the first entry most of all."""


class InsteadRule(Block):
    """Steps that a side may lose in place of going back."""

    lose: Annotated[int, Field(ge=1, le=100)]
    """How many steps the side loses if it does not retreat."""
    units: Literal["one", "all"] = "one"
    """Whether one unit loses the steps or each unit does."""


class DisplacementRule(Block):
    """Friends that make room for a unit that goes back."""

    when: Literal["only_way"] = "only_way"
    """When a friendly unit makes room: only if there is no other way to retreat."""
    voluntary: bool = False
    """Whether the unit may stay in place of displacing a friend."""
    not_in: Names = ()
    """Hexes in which a friendly unit is not displaced."""
    chain: bool = True
    """Whether a displaced unit may displace another."""
    cannot: Literal["eliminate", "short"] = "eliminate"
    """What happens if no room can be made: the unit is eliminated, or it retreats less far."""
    blocks: Names = ()
    """What a displaced unit cannot do for the rest of the player turn."""


class RetreatKeys(Block):
    """The keys of a retreat; None where nothing is said."""

    by: Literal["owner", "enemy"] | None = None
    """Which player chooses the path of the retreat."""
    away: Literal["start", "enemy", "none"] | None = None
    """What the retreat must lead away from: its start, enemy units, or nothing."""
    not_into: Closed | None = None
    """Hexes that a retreat never enters."""
    avoid: Closed | None = None
    """Hexes that a retreat enters only if there is no other way."""
    toward: Name | None = None
    """The setting with the hexes that units retreat toward where they can."""
    friends: Literal["pass", "closed", "stack"] | None = None
    """Whether units retreat through friendly units, around them, or may stop among them."""
    none: NoWay | None = None
    """What happens to a unit that cannot retreat at all."""
    short: NoWay | None = None
    """What happens to a unit that cannot retreat the full number of hexes."""
    off_map: Literal["never", "leaves", "eliminate"] | None = None
    """Whether a retreat may leave the map, and what becomes of the unit."""
    voluntary: bool | None = None
    """Whether the owner may choose a longer path that displaces friendly units."""
    instead: InsteadRule | None = None
    """Steps that the side may lose in place of a retreat."""
    displace: DisplacementRule | None = None
    """How friendly units make room for a unit that retreats."""
    attacked_again: bool | None = None
    """Whether units that retreated may be attacked again in the phase."""
    eliminated: Condition | None = None
    """Units that are eliminated in place of a retreat."""

    def given(self) -> dict[str, Any]:
        """Returns the keys that are said, with their values."""
        return {name: getattr(self, name) for name in RETREAT_KEYS if getattr(self, name) is not None}


class EffectRule(RetreatKeys):
    """One thing that happens; of its verbs it has exactly one."""

    lose: Text | None = None
    """These units lose steps."""
    eliminate: Text | None = None
    """These units are eliminated."""
    retreat: Text | None = None
    """These units retreat."""
    status: Name | None = None
    """The units get this status."""
    clear: Name | None = None
    """The units lose this status."""
    check: Text | None = None
    """Each of these units rolls dice, and the effect depends on the roll."""
    place: Name | None = None
    """Places this marker."""
    remove: Name | None = None
    """Removes this marker."""
    points: Quantity | None = None
    """A side gets this number of victory points."""
    reveal: Text | None = None
    """The enemy learns all about these units."""
    weather: Name | None = None
    """The weather becomes this kind."""
    draw: Name | None = None
    """Draws an event from this table or deck."""
    arrive: Text | None = None
    """Brings this group of reinforcements of the scenario into play."""
    withdraw: Condition | None = None
    """Takes the units that fit out of play; they are not lost."""
    to_pool: Text | None = None
    """Puts these units back into the pool."""
    again: bool | None = None
    """Whether the attackers may attack again in the phase."""
    # how
    who: Condition = ()
    """Only units that fit are affected."""
    units: Literal["all", "one"] = "all"
    """Whether all units are affected, or one of them."""
    steps: Quantity | None = None
    """How many steps are lost: an amount, ``all``, or ``hits``."""
    of: Text | None = None
    """Of losses ``total`` or ``each``; of a status the role that gets or loses it."""
    strength_of: Text | None = None
    """Whole units are lost with at least the strength that this side fought with."""
    hexes: Quantity | None = None
    """How many hexes the units retreat."""
    dice: Dice | None = None
    """The dice of a check."""
    at_most: Quantity | None = None
    """A check succeeds if the roll is at most this amount."""
    at_least: Quantity | None = None
    """A check succeeds if the roll is at least this amount."""
    changes: Changes = ()
    """Changes of the number that a check is compared with."""
    pass_: Effects = Field((), alias="pass")
    """What happens if the check succeeds."""
    fail: Effects = ()
    """What happens if the check fails."""
    at: Text | None = None
    """Where a marker is placed or removed: at the target, attacker or unit, or at a setting."""
    turns: Annotated[int, Field(ge=1, le=9999)] | None = None
    """For how many game turns a marker stays."""
    to: Text | None = None
    """The side that gets the points."""

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs that it has; a sound effect has one."""
        said = self.model_fields_set
        return tuple(verb for verb in VERBS if verb in said and getattr(self, verb) is not None)

    @property
    def verb(self) -> str:
        """The one verb that it has."""
        return self.verbs[0]

    @property
    def role(self) -> str:
        """Whom it is about."""
        if self.verb in ("lose", "eliminate", "retreat", "check", "reveal", "to_pool"):
            return str(getattr(self, self.verb))
        return {"status": self.of, "clear": self.of, "points": self.to}.get(self.verb) or ""


if TYPE_CHECKING:
    NoWay = str | tuple[EffectRule, ...]
    Effects = tuple[EffectRule, ...]
    """Effects, in the order written."""
else:

    def _no_way(value: Any) -> Any:
        return value if isinstance(value, str) else listed(value)

    NoWay = Annotated[
        Literal["eliminate", "stay"] | tuple[EffectRule, ...],
        BeforeValidator(word_or("eliminate", "stay")),
        BeforeValidator(_no_way),
    ]
    Effects = Listed[EffectRule]


class RetreatRule(RetreatKeys):
    """How units go back."""


RETREAT_KEYS: Final = tuple(name for name in RetreatKeys.model_fields if name not in Block.model_fields)


class Result(Block):
    """A result: a sentence for the player aid, and its effects."""

    text: Text = ""
    """A sentence about the result for the player aid."""
    do: Effects = ()
    """What happens, in this order."""


def _result(value: Any) -> Any:
    said = isinstance(value, dict) and set(value) <= {"text", "do", "about", "says", "rule", "rules"}
    return value if said else {"do": value}


ResultOrEffects = Annotated[Result, BeforeValidator(_result, json_schema_input_type=Result | Effects)]


class Results(Named[ResultOrEffects]):
    """The results by their codes."""

    entries: dict[Code, ResultOrEffects] = {}
    """What each result does."""
