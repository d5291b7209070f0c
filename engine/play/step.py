"""What one action sets going: the events, the dice, and the choices made because there was only one."""

from __future__ import annotations

from typing import Any, Protocol

from engine.play.dice import Dice
from engine.play.model import Action, Event


class Drawing(Protocol):
    """What a step asks of a state: how many results were drawn so far."""

    draws: int


class Step:
    """Collects events, rolls dice, and remembers choices made because there was only one."""

    __slots__ = ("dice", "events", "forced")

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.events: list[Event] = []
        self.forced: list[Action] = []
        """Actions carried out by themselves, being the only legal ones."""

    def say(self, kind: str, rule: str, /, **data: Any) -> None:
        """Report an event."""
        self.events.append(Event(kind, rule, data))

    def roll(self, state: Drawing, sides: int = 6) -> int:
        """Roll a die; the state counts the draw."""
        value = self.dice.roll(state.draws, sides)
        state.draws += 1
        return value
