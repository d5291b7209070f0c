"""What rules can be asked of a position, for overlays, queries and the preview. Names in, plain JSON out."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from engine.errors import HexwrightError

S = TypeVar("S")
"""The state of a system."""


class NotTold(HexwrightError):
    """These rules know no such notion."""


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

    def _not_told(self, what: str) -> NotTold:
        return NotTold(f"the rules of {self.system} do not tell {what}")
