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

    __slots__ = ("dice", "events", "forced", "watch", "wishes")

    def __init__(self, dice: Dice, watch: Callable[[Any], None] | None = None) -> None:
        self.dice = dice
        self.events: list[Event] = []
        self.forced: list[Action] = []
        """Actions carried out by themselves, being the only legal ones."""
        self.watch = watch
        """What is shown the state each time that a procedure is about to go on by itself."""
        self.wishes: list[Action] = []
        """What is taken instead of the only choice of a list where it does the same, the next first: another unit of
        the same sort."""

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

    def draw(self, state: Drawing, number: int, *, alike: bool) -> int:
        """Draw one of a ``number`` of things by chance, counted from 0. If they are all ``alike``, the dice decide
        whether the draw uses a throw."""
        if alike and not self.dice.throws_for_equals:
            return 0
        return self.roll(state, number) - 1

    def choose(self, listed: Action, legal: Callable[[Action], object]) -> Action:
        """The only choice there is, or the next wish where that is as legal; it is remembered as carried out."""
        action = self.wishes.pop(0) if self.wishes and legal(self.wishes[0]) else listed
        self.forced.append(action)
        return action

    def read(self, state: Drawing, column: Sequence[str], name: str, scale: Sequence[str] = ()) -> tuple[int, str]:
        """Roll for a column of a results table, which has the result of each die: the die and its result.

        Where a result is forced there is no throw: the die is one that gives it. Raises ValueError when the column,
        called ``name``, has no such result; but a result of ``scale``, from the least to the greatest, may be forced
        where its column has none like it: then the die is the end of the column that comes nearest.
        """
        wanted = self.dice.forced_result(state.results)
        if wanted in scale and not any(wanted.casefold() == result.casefold() for result in column):
            state.results += 1
            greater = scale.index(wanted) > max(scale.index(result) for result in column)
            return (len(column) if greater else 1), wanted
        die = self.dice.die_for(state.results, column, name)
        if die is None:
            die = self.roll(state, len(column))
        else:
            state.results += 1
        return die, column[die - 1]
