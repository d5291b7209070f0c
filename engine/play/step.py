"""What one action sets going: the events, the dice, and the choices made because there was only one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from engine.play.dice import Dice
from engine.play.model import Action, Event


class Drawing(Protocol):
    """What a step asks of a state: how many throws were drawn so far, and how many forced results were used."""

    draws: int
    results: int


class Step:
    """Collects events, rolls dice, and remembers choices made because there was only one."""

    __slots__ = ("dice", "events", "forced", "moments", "wishes")

    def __init__(self, dice: Dice, wishes: Sequence[Action] = (), *, kept: bool = False) -> None:
        self.dice = dice
        self.moments: list[Any] | None = [] if kept else None
        """The states at which the game went on by itself, where they are kept."""
        self.wishes = list(wishes)
        """Choices named beforehand, in order, for where one of several like units is taken by itself."""
        self.events: list[Event] = []
        self.forced: list[Action] = []
        """Actions carried out by themselves, being the only legal ones."""

    def say(self, kind: str, rule: str, /, **data: Any) -> None:
        """Report an event that all may know of."""
        self.events.append(Event(kind, rule, data))

    def tell(self, sides: tuple[str, ...], kind: str, rule: str, /, **data: Any) -> None:
        """Report an event that some sides alone may know of."""
        self.events.append(Event(kind, rule, data, sides))

    def roll(self, state: Drawing, sides: int = 6) -> int:
        """Roll a die; the state counts the draw."""
        value = self.dice.roll(state.draws, sides)
        state.draws += 1
        return value

    def wish(self, action: Action, legal: Callable[[Action], bool]) -> Action:
        """The next choice of this kind that was named beforehand, if it is legal; else the action itself."""
        named = next((wish for wish in self.wishes if wish.verb == action.verb), None)
        if named is None or not legal(named):
            return action
        self.wishes.remove(named)
        return named

    def read(self, state: Drawing, column: Sequence[str], name: str, rising: Sequence[str] = ()) -> tuple[int, str]:
        """Roll for a column of a results table, which has the result of each die: the die and its result.

        Where a result is forced there is no throw: the die is one that gives it. Raises ValueError when the column,
        called ``name``, has no such result; but a rebuilt table, whose columns nobody can know, says with ``rising``
        which results it has, those of low dice first: then any of them can be forced, and the die is the nearest.
        """
        forced = self.dice.result(state.results)
        if forced is not None and forced in rising and forced not in column:
            state.results += 1
            return (1 if rising.index(forced) < rising.index(column[0]) else len(column)), forced
        die = self.dice.die_for(state.results, column, name)
        if die is None:
            die = self.roll(state, len(column))
        else:
            state.results += 1
        return die, column[die - 1]
