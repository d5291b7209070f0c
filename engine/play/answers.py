"""What rules can be asked of a position, for overlays, queries and the preview. Names in, plain JSON out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from engine.errors import HexwrightError

S = TypeVar("S")
"""The state of a system."""


class NotTold(HexwrightError):
    """These rules know no such notion."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """What an attack promises."""

    odds: str
    """The odds in words: ``2:1``."""
    share: float
    """How well it stands between the worst odds these rules know, near 0, and the best, 1; worth making from 0.5 on."""
    good: float
    """The chance of a result that hurts the defender alone."""
    bad: float
    """The chance of a result that hurts the attacker alone."""
    attacker_steps: float
    """Steps that the attacker may expect to lose outright."""
    defender_steps: float


class Answers(Generic[S]):
    """The questions. Rules that have no such notion leave the method as it is: it raises NotTold.

    Every method raises HexwrightError for names that do not fit the scenario.
    """

    system: ClassVar[str]

    def reach(self, state: S, unit: str) -> dict[str, Any]:
        """Every hex the unit could move to now, with its cost in movement points."""
        raise self._not_told("reach")

    def zoc(self, state: S, side: str) -> dict[str, Any]:
        """Every hex in a zone of control of the side, and whose."""
        raise self._not_told("zones of control")

    def sight(self, state: S, a: str, b: str) -> dict[str, Any]:
        """Whether one sees from hex to hex, and what is in the way."""
        raise self._not_told("lines of sight")

    def sights(self, state: S, a: str) -> dict[str, dict[str, Any]]:
        """The ``state`` that `sight` tells, from a hex to every other, by hex."""
        raise self._not_told("lines of sight")

    def fields_of_fire(self, state: S, hexes: list[str]) -> dict[str, Any]:
        """The hexes seen from any of some hexes, by the state of the line, and what the units there could fire at:
        ``{from: hexes, visible: hexes, attenuated: hexes, fire: [{unit, at, range, full: hexes, attenuated: hexes}]}``.
        """
        raise self._not_told("lines of sight")

    def retreats(self, state: S, unit: str) -> dict[str, Any]:
        """Where a unit could retreat to."""
        raise self._not_told("retreats")

    def odds(self, state: S, target: str, units: list[str]) -> dict[str, Any]:
        """How an attack of these units on the hex would stand, shift by shift."""
        raise self._not_told("odds")

    def prospects(self, state: S, target: str, places: Mapping[str, str]) -> Prospects | None:
        """What an attack on a hex promises by those of some units that may still attack; None when none of them may.

        ``places`` says for each unit where it would attack from; its own hex is meant when that is empty.
        """
        raise self._not_told("prospects of attacks")

    def objectives(self, state: S) -> dict[str, str]:
        """The places that count for victory, and the side that holds each; empty for nobody."""
        raise self._not_told("objectives")

    def tells(self, question: str) -> bool:
        """Whether these rules know the notion that a question is about: ``tells("odds")``."""
        return getattr(type(self), question) is not getattr(Answers, question)

    def _not_told(self, what: str) -> NotTold:
        return NotTold(f"the rules of {self.system} do not tell {what}")
