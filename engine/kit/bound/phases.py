"""The phases of a rules file, bound: who acts in each, and what is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final

from engine.kit.bound.citing import Rules, cites
from engine.kit.bound.subject import BoundCondition, KitSubject, Number
from engine.kit.bound.words import exact
from engine.kit.play.state import DEED

BEFORE: Final = "before"
TURN: Final = "turn"
AFTER: Final = "after"
PART: Final = "part"

BY_TURNS: Final = "player_turns"
"""The order of play in which each side has a turn of its own."""

_DEEDS: Final = {"rally": "rallied"}
"""What is noted of who did what a word of ``do`` names; moves are looked after by those who march."""
_SHARES: Final[Mapping[str, Callable[[Number], Number]]] = {
    "half_up": lambda whole: ceil(Fraction(whole) / 2),
    "half_down": lambda whole: floor(Fraction(whole) / 2),
    "third_down": lambda whole: floor(Fraction(whole) / 3),
    "double": lambda whole: whole * 2,
    "whole": lambda whole: whole,
}


ACTIVATED: Final = BoundCondition(lambda subject: bool(subject.state.acting >> subject.unit & 1))
"""Those who are activated."""


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
    """``turn`` for a phase of a player turn, ``before`` or ``after`` them for one of the game turn, ``part`` for one of
    an activation."""
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
    who_rules: Rules
    """The paragraphs that say who acts in it."""
    source: Any

    @property
    def is_part(self) -> bool:
        """Whether it is a part of an activation."""
        return self.place == PART

    @property
    def share_rules(self) -> Rules:
        """The paragraphs by which units have less or more in it than their whole allowance; none where they have just
        that."""
        return () if self.allowance == "whole" else cites(f"sequence.{self.name}", (self.source, "allowance"))

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


def phases_of(sequence: Any) -> list[tuple[str, Any]]:
    """All phases of the file with where they stand, in the order of their numbers: before the player turns, in them,
    behind them, and the parts of an activation."""
    parts = sequence.activation.does if sequence.activation and sequence.order != BY_TURNS else ()
    placed = ((BEFORE, sequence.before), (TURN, sequence.phases), (AFTER, sequence.after), (PART, parts))
    return [(place, entry) for place, entries in placed for entry in entries]


def bind_phases(field: Any) -> tuple[BoundPhase, ...]:
    """All phases of the file, bound."""
    listed = phases_of(field.model.sequence)
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


def _not_before(number: int, deeds: list[str]) -> BoundCondition:
    """Who has not done any of some things in an earlier phase of this player turn."""
    numbers = [DEED[deed] for deed in deeds]

    def ask(subject: KitSubject) -> bool:
        before = ((key, mask) for key, mask in subject.state.deeds.items() if key // 16 != number)
        return not any(key % 16 in numbers and mask >> subject.unit & 1 for key, mask in before)

    return BoundCondition(ask)


def _bound(field: Any, number: int, place: str, entry: Any, arrives: bool) -> BoundPhase:
    by, binder = entry.by, field.binder
    alone = place == PART or (place == TURN and field.model.sequence.order == BY_TURNS)
    if not alone and by in ("active", "other"):
        by = "both"
    who, helps = binder.bind(entry.who), binder.bind(entry.with_)
    if place == PART:
        who, helps = binder.both(ACTIVATED, who), binder.both(ACTIVATED, who if helps.always else helps)
    if entry.once == "turn" and (deeds := [deed for word, deed in _DEEDS.items() if word in entry.do]):
        who = binder.both(who, _not_before(number, deeds))
    if entry.once == "turn" and any(kind.name in entry.do for kind in field.model.combat):
        helps = binder.both(who if helps.always else helps, _not_before(number, ["attacked"]))
    return BoundPhase(
        number,
        entry.name,
        entry.title,
        place,
        entry.do,
        who,
        helps,
        by,
        field.binder.bind(entry.when),
        entry.allowance,
        entry.once == "turn",
        arrives,
        cites(f"sequence.{entry.name}", (entry, ""), (field.model.sequence, "phases")),
        _who_rules(field.model.sequence, entry, place),
        entry,
    )


def _who_rules(sequence: Any, entry: Any, place: str) -> Rules:
    path = f"sequence.{entry.name}"
    found = [*cites(path, (entry, "who"), (sequence, "phases")), *cites(path, (entry, "with"), (sequence, "phases"))]
    if place == PART:
        found += cites("sequence", (sequence.activation, ""), (sequence, "activation"))
    return tuple(dict.fromkeys(found))


def parts_of_turn(phases: tuple[BoundPhase, ...], order: str) -> tuple[Any, ...]:
    """The parts of a game turn in order: phases before, 0 and 1 for the player turns, phases behind. Without player
    turns all are phases."""
    if order != BY_TURNS:
        return tuple(phase for phase in phases if not phase.is_part)
    before = [phase for phase in phases if phase.place == BEFORE]
    return (*before, 0, 1, *(phase for phase in phases if phase.place == AFTER))
