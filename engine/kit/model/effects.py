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
    units: Literal["one", "all"] = "one"


class DisplacementRule(Block):
    """Friends that make room for a unit that goes back."""

    when: Literal["only_way"] = "only_way"
    voluntary: bool = False
    not_in: Names = ()
    chain: bool = True
    cannot: Literal["eliminate", "short"] = "eliminate"
    blocks: Names = ()


class RetreatKeys(Block):
    """The keys of a retreat; None where nothing is said."""

    by: Literal["owner", "enemy"] | None = None
    away: Literal["start", "enemy", "none"] | None = None
    not_into: Closed | None = None
    avoid: Closed | None = None
    toward: Name | None = None
    friends: Literal["pass", "closed", "stack"] | None = None
    none: NoWay | None = None
    short: NoWay | None = None
    off_map: Literal["never", "leaves", "eliminate"] | None = None
    voluntary: bool | None = None
    instead: InsteadRule | None = None
    displace: DisplacementRule | None = None
    attacked_again: bool | None = None
    eliminated: Condition | None = None

    def given(self) -> dict[str, Any]:
        """Returns the keys that are said, with their values."""
        return {name: getattr(self, name) for name in RETREAT_KEYS if getattr(self, name) is not None}


class EffectRule(RetreatKeys):
    """One thing that happens; of its verbs it has exactly one."""

    lose: Text | None = None
    eliminate: Text | None = None
    retreat: Text | None = None
    status: Name | None = None
    clear: Name | None = None
    check: Text | None = None
    place: Name | None = None
    remove: Name | None = None
    points: Quantity | None = None
    reveal: Text | None = None
    weather: Name | None = None
    draw: Name | None = None
    arrive: Text | None = None
    withdraw: Condition | None = None
    to_pool: Text | None = None
    again: bool | None = None
    # how
    who: Condition = ()
    units: Literal["all", "one"] = "all"
    steps: Annotated[Quantity | None, Field(description="An amount, all, or hits.")] = None
    of: Text | None = None
    """Of losses ``total`` or ``each``; of a status the role that gets or loses it."""
    strength_of: Text | None = None
    hexes: Quantity | None = None
    dice: Dice | None = None
    at_most: Quantity | None = None
    at_least: Quantity | None = None
    changes: Changes = ()
    pass_: Effects = Field((), alias="pass")
    fail: Effects = ()
    at: Text | None = None
    turns: Annotated[int, Field(ge=1, le=9999)] | None = None
    to: Text | None = None

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs that it has; a sound effect has one."""
        return tuple(verb for verb in VERBS if getattr(self, verb) is not None)

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
    do: Effects = ()


def _result(value: Any) -> Any:
    said = isinstance(value, dict) and set(value) <= {"text", "do", "about", "says", "rule", "rules"}
    return value if said else {"do": value}


ResultOrEffects = Annotated[Result, BeforeValidator(_result, json_schema_input_type=Result | Effects)]


class Results(Named[ResultOrEffects]):
    """The results by their codes."""

    entries: dict[Code, ResultOrEffects] = {}
