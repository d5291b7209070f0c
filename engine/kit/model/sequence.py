"""The sequence of play."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from engine.kit.model.conditions import Condition
from engine.kit.model.ground import word_or
from engine.kit.model.parts import Block, Listed
from engine.kit.model.values import Dice, Name, Names, Share


class PhaseRule(Block):
    """A phase, or a part of an activation."""

    name: Name
    do: Names = ()
    who: Condition = ()
    """Units that act."""
    with_: Condition = Field((), alias="with")
    """Units that fight."""
    by: Literal["active", "other", "both", "none"] = "active"
    when: Condition = ()
    allowance: Share = "whole"
    once: Literal["phase", "turn"] = "phase"

    @property
    def title(self) -> str:
        """Its name as people read it."""
        return self.name.replace("_", " ")


def _part(value: Any) -> Any:
    return {"name": value, "do": value} if isinstance(value, str) else value


def _parts(value: Any) -> Any:
    entries = value if isinstance(value, list) else [value]
    return [part for one in entries for part in (one.split() if isinstance(one, str) else [one])]


ActivityPart = Annotated[PhaseRule, BeforeValidator(_part, json_schema_input_type=PhaseRule | str)]


class FirstThrown(Block):
    """Dice for the first side of a game turn."""

    dice: Dice
    add: dict[str, int] = {}


class Chit(Block):
    """A chit of the cup."""

    name: Name
    side: Name | Literal[""] = ""
    units: Condition = ()
    count: Annotated[int, Field(ge=1, le=100)] = 1
    end: bool = False
    """Whether it ends the phase."""


class Activation(Block):
    """What is activated, how often, and what it does."""

    of: Literal["unit", "stack", "formation", "leader"] = "unit"
    times: Annotated[int, Field(ge=1, le=100)] = 1
    does: Annotated[Listed[ActivityPart], BeforeValidator(_parts)] = ()
    most: Annotated[int, Field(ge=1, le=1000)] | None = None
    """Units that a leader activates at most."""
    cup: Annotated[Literal["formations", "sides"] | Listed[Chit], BeforeValidator(word_or("formations", "sides"))] = (
        "formations"
    )
    leave: Annotated[int, Field(ge=0, le=1000)] = 0
    """Chits that stay in the cup."""


class Sequence(Block):
    """The phases of a game turn."""

    order: Literal["player_turns", "alternating", "chits"] = "player_turns"
    first: Annotated[Literal["scenario"] | FirstThrown, BeforeValidator(word_or("scenario"))] = "scenario"
    before: Listed[PhaseRule] = ()
    phases: Annotated[Listed[PhaseRule], Field(min_length=1)]
    after: Listed[PhaseRule] = ()
    activation: Activation | None = None

    def every(self) -> tuple[PhaseRule, ...]:
        """Returns the phases of a game turn in their order."""
        return (*self.before, *self.phases, *self.after)
