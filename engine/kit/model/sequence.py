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
    """The name of the phase."""
    do: Names = ()
    """What is done in the phase: move, rally, supply, a kind of combat …"""
    who: Condition = ()
    """Units that act."""
    with_: Condition = Field((), alias="with")
    """Units that fight."""
    by: Literal["active", "other", "both", "none"] = "active"
    """Which side acts: the active side, the other, both, or neither."""
    when: Condition = ()
    """When the phase takes place."""
    allowance: Share = "whole"
    """The share of the movement allowance that units have in the phase."""
    once: Literal["phase", "turn"] = "phase"
    """Whether units that did the same in an earlier phase of the player turn may act again."""

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
    """The dice that each side rolls; the higher roll goes first."""
    add: dict[str, int] = {}
    """What a side adds to its roll."""


class Chit(Block):
    """A chit of the cup."""

    name: Name
    """The name of the chit."""
    side: Name | Literal[""] = ""
    """The side that the chit activates."""
    units: Condition = ()
    """The units that the chit activates."""
    count: Annotated[int, Field(ge=1, le=100)] = 1
    """How many of these chits are in the cup."""
    end: bool = False
    """Whether it ends the phase."""


class Activation(Block):
    """What is activated, how often, and what it does."""

    of: Literal["unit", "stack", "formation", "leader"] = "unit"
    """What is activated: a unit, a stack, a formation, or the units that a leader leads."""
    times: Annotated[int, Field(ge=1, le=100)] = 1
    """How often each may be activated in a game turn."""
    does: Annotated[Listed[ActivityPart], BeforeValidator(_parts)] = ()
    """What an activated unit does, in this order."""
    most: Annotated[int, Field(ge=1, le=1000)] | None = None
    """Units that a leader activates at most."""
    cup: Annotated[Literal["formations", "sides"] | Listed[Chit], BeforeValidator(word_or("formations", "sides"))] = (
        "formations"
    )
    """The chits in the cup: one for each formation, one for each side, or a list of chits."""
    leave: Annotated[int, Field(ge=0, le=1000)] = 0
    """Chits that stay in the cup."""


class Sequence(Block):
    """The phases of a game turn."""

    order: Literal["player_turns", "alternating", "chits"] = "player_turns"
    """Whether sides have player turns, take turns to activate units, or draw chits."""
    first: Annotated[Literal["scenario"] | FirstThrown, BeforeValidator(word_or("scenario"))] = "scenario"
    """Which side goes first: as the scenario says, or the winner of a die roll."""
    before: Listed[PhaseRule] = ()
    """Phases of the game turn before the player turns."""
    phases: Annotated[Listed[PhaseRule], Field(min_length=1)]
    """The phases of a player turn."""
    after: Listed[PhaseRule] = ()
    """Phases of the game turn after the player turns."""
    activation: Activation | None = None
    """What is activated, how often, and what it does."""

    def every(self) -> tuple[PhaseRule, ...]:
        """Returns the phases of a game turn in their order."""
        return (*self.before, *self.phases, *self.after)
