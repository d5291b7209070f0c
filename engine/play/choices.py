"""What can be done with a thing here: the legal actions of a moment by the units, places and verbs that they name.

Actions are put into words when they are asked for, those of one unit at a time: a list of thousands costs little.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.play.model import Action
from engine.play.parts import Parts, Word, WordKind
from engine.play.rules import Rules


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action, and what it names."""

    action: Action
    parts: Parts

    @property
    def text(self) -> str:
        """Its one text form."""
        return self.parts.text

    @property
    def verb(self) -> str:
        """Its verb."""
        return self.parts.verb

    @property
    def goal(self) -> str:
        """The place it leads to; empty when it leads nowhere."""
        return self.parts.goal


ByGoal = dict[str, dict[str, list[Choice]]]
"""Choices by the place they lead to (empty where they lead nowhere), then by verb."""


class Choices:
    """The legal actions of a moment."""

    def __init__(self, rules: Rules[Any] | None = None, actions: Iterable[Action] = ()) -> None:
        self._rules = rules
        self._actions: dict[str, list[Action]] = {}
        """By the unit that acts; those without one under the empty key."""
        self._named: dict[str, list[Action]] = {}
        """By every other unit that they name."""
        self._made: dict[str, list[Choice]] = {}
        self._count = 0
        if rules is None:
            return
        for action in actions:
            first, *others = rules.units_of(action) or ("",)
            self._actions.setdefault(first, []).append(action)
            for unit in others:
                self._named.setdefault(unit, []).append(action)
            self._count += 1

    def __len__(self) -> int:
        """How many there are."""
        return self._count

    def __iter__(self) -> Iterator[Choice]:
        for unit in self._actions:
            yield from self.of(unit)

    @property
    def units(self) -> list[str]:
        """The units that act in any of them, each once."""
        return [unit for unit in self._actions if unit]

    def of(self, unit: str = "") -> list[Choice]:
        """Those in which a unit acts; without a unit those in which none does."""
        if unit not in self._made:
            self._made[unit] = self._put(self._actions.get(unit, ()))
        return self._made[unit]

    def about(self, *units: str) -> ByGoal:
        """What can be done with a unit, or with the units of a stack; without any what needs no unit.

        Where a unit is only one of several that an action names, the action is among those of each.
        """
        found: ByGoal = {}
        for unit in units or ("",):
            for choice in (*self.of(unit), *self._put(self._named.get(unit, ()))):
                found.setdefault(choice.goal, {}).setdefault(choice.verb, []).append(choice)
        return found

    def at(self, place: str, *units: str) -> list[Choice]:
        """What may be meant by a place that these units (or, without any, nobody) can be led to, fewest units first.

        Of several ways of one unit to the same end only the first is given.
        """
        found: dict[tuple[Word, ...], Choice] = {}
        for same in self.about(*units).get(place, {}).values():
            for choice in same:
                meant = tuple(word for word in choice.parts.words if word.kind is not WordKind.PLACE)
                found.setdefault(meant, choice)
        return sorted(found.values(), key=lambda choice: len(choice.parts.units))

    def beginning(self, place: str, units: Iterable[str]) -> list[str]:
        """Those of some units that have an action which begins in a place: that may enter there."""
        return [unit for unit in units if any(choice.parts.places[:1] == (place,) for choice in self.of(unit))]

    def _put(self, actions: Iterable[Action]) -> list[Choice]:
        return [Choice(action, self._rules.parts(action)) for action in actions] if self._rules is not None else []
