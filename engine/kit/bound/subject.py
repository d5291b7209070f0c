"""What a condition speaks about, and the forms in which it is bound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.aspects import EVERYTHING, NOTHING_ASKED
from engine.kit.play.state import KitState

Number = int | Fraction
"""A number of the kit: exact."""


@dataclass(slots=True)
class KitSubject:
    """What a condition speaks about at one moment. What is not there is NOWHERE or None."""

    rules: Any
    """What is bound for the game (`engine.kit.play.field`)."""
    state: KitState
    side: int = NOWHERE
    """The side that acts or attacks: what is its own, and who its enemy is."""
    unit: int = NOWHERE
    cell: int = NOWHERE
    """The hex entered; where it is NOWHERE the hex of the unit."""
    start: int = NOWHERE
    """The hex that is left, for the hexside crossed into ``cell``."""
    attack: Any = None
    """The attack (`engine.kit.attack`)."""

    @property
    def at(self) -> int:
        """The hex spoken about."""
        if self.cell != NOWHERE or self.unit == NOWHERE:
            return self.cell
        return self.state.where[self.unit]

    @property
    def viewer(self) -> int:
        """The side that sees what is its own: that which acts, else that of the unit."""
        if self.side != NOWHERE or self.unit == NOWHERE:
            return self.side
        side: int = self.rules.roster.side[self.unit]
        return side

    def about(self, unit: int, cell: int = NOWHERE) -> KitSubject:
        """The same moment and attack, about another unit."""
        return KitSubject(self.rules, self.state, self.viewer, unit, cell, NOWHERE, self.attack)

    def within(self, cell: int) -> KitSubject:
        """The same moment, unit and attack, about another hex."""
        return KitSubject(self.rules, self.state, self.viewer, self.unit, cell, NOWHERE, self.attack)


Ask = Callable[[KitSubject], bool]
"""A condition or one requirement of it, bound."""
Amount = Callable[[KitSubject], Number]
"""An amount, bound."""


@dataclass(frozen=True, slots=True)
class BoundCondition:
    """A condition that is bound; it is called with a `KitSubject`."""

    ask: Ask
    units: int | None = None
    """The mask of the units that fit, where nothing but what is printed on them is asked."""
    ground: bool = False
    """Whether nothing is asked but what is printed on a unit and the ground: the answer never changes."""
    moment: bool = False
    """Whether nothing is asked but what is printed, the ground, the moment and the state of the unit itself."""
    always: bool = False
    """Whether nothing is asked at all."""
    unitless: bool = False
    """Whether nothing is asked of a unit."""
    asks: frozenset[str] = EVERYTHING
    """What of the moment and of the state of the unit is asked (`aspects`)."""

    def __call__(self, subject: KitSubject) -> bool:
        return self.ask(subject)


ALWAYS = BoundCondition(
    lambda subject: True, -1, ground=True, moment=True, always=True, unitless=True, asks=NOTHING_ASKED
)
"""An empty condition."""
NEVER = BoundCondition(lambda subject: False, 0, ground=True, moment=True, unitless=True, asks=NOTHING_ASKED)
"""What never holds."""
