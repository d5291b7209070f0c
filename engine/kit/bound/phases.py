"""The phases of a rules file, bound: who acts in each, and what is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final

from engine.kit.bound.citing import Rules, cites
from engine.kit.bound.subject import BoundCondition, Number
from engine.kit.bound.words import exact

BEFORE: Final = "before"
TURN: Final = "turn"
AFTER: Final = "after"

_SHARES: Final[Mapping[str, Callable[[Number], Number]]] = {
    "half_up": lambda whole: ceil(Fraction(whole) / 2),
    "half_down": lambda whole: floor(Fraction(whole) / 2),
    "third_down": lambda whole: floor(Fraction(whole) / 3),
    "double": lambda whole: whole * 2,
    "whole": lambda whole: whole,
}


@dataclass(frozen=True, slots=True)
class BoundPhase:
    """A phase of the file."""

    number: int
    """Among all phases of the file."""
    name: str
    """As the file has it."""
    title: str
    """The same as people read it."""
    place: str
    """``turn`` for a phase of a player turn, ``before`` or ``after`` them for one of the game turn."""
    does: tuple[str, ...]
    who: BoundCondition
    helps: BoundCondition
    """Who takes part in combat (``with``)."""
    by: str
    when: BoundCondition
    allowance: Any
    once_a_turn: bool
    arrives: bool
    """Whether reinforcements enter in it."""
    rules: Rules
    source: Any

    def share(self, whole: Number) -> Number:
        """What units have in it of their whole allowance."""
        if isinstance(self.allowance, str):
            share: Number = _SHARES[self.allowance](whole)
            return share
        return exact(self.allowance)

    def sides(self, active: int, first: int) -> tuple[int, ...]:
        """The sides that act in it, in order."""
        if self.by == "none":
            return ()
        if self.by == "both":
            return first, 1 - first
        return (1 - active,) if self.by == "other" else (active,)


def bind_phases(field: Any) -> tuple[BoundPhase, ...]:
    """All phases of the file: before the player turns, in them, behind them."""
    sequence = field.model.sequence
    listed = [
        (place, entry)
        for place, entries in (
            (BEFORE, sequence.before),
            (TURN, sequence.phases),
            (AFTER, sequence.after),
        )
        for entry in entries
    ]
    entering = _entering(listed)
    return tuple(
        _bound(field, number, place, entry, number in entering) for number, (place, entry) in enumerate(listed)
    )


def _entering(listed: list[tuple[str, Any]]) -> frozenset[int]:
    """The numbers of the phases in which reinforcements enter."""
    does = [entry.do for _, entry in listed]
    said = [number for number, words in enumerate(does) if "arrive" in words]
    moving = [number for number, words in enumerate(does) if "move" in words]
    return frozenset(said or moving[:1])


def _bound(field: Any, number: int, place: str, entry: Any, arrives: bool) -> BoundPhase:
    by = entry.by
    if place != TURN and by in ("active", "other"):
        by = "both"
    return BoundPhase(
        number,
        entry.name,
        entry.title,
        place,
        entry.do,
        field.binder.bind(entry.who),
        field.binder.bind(entry.with_),
        by,
        field.binder.bind(entry.when),
        entry.allowance,
        entry.once == "turn",
        arrives,
        cites(f"sequence.{entry.name}", (entry, ""), (field.model.sequence, "phases")),
        entry,
    )


def parts_of_turn(phases: tuple[BoundPhase, ...]) -> tuple[Any, ...]:
    """The parts of a game turn in order: phases before, 0 and 1 for the player turns, phases behind."""
    before = [phase for phase in phases if phase.place == BEFORE]
    return (*before, 0, 1, *(phase for phase in phases if phase.place == AFTER))
