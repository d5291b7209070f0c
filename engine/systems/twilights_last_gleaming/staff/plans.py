"""What a plan of the TLG2 staff is: where each unit goes and why, and the temper it was made in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.mechanics.movement import Reach
from engine.play import Action


class Temper(NamedTuple):
    """How a movement phase is approached. The forecast tries several and keeps what comes out best."""

    name: str
    danger: float
    """How much an expected loss in the enemy's next attack counts against a place."""
    least: float
    """An attack is set up when it promises at least so many points."""
    hunger: float
    """How much units long for the enemy where no objective draws them."""


STEADY: Final = Temper("steady", 0.4, 0.1, 1.0)
BOLD: Final = Temper("bold", 0.15, -0.6, 2.0)
CAREFUL: Final = Temper("careful", 0.8, 0.4, 1.0)
WARY: Final = Temper("wary", 1.4, 50.0, 0.6)
TEMPERS: Final = (STEADY, BOLD, CAREFUL, WARY)


@dataclass(frozen=True, slots=True)
class Way:
    """How a unit could get somewhere: an entry hex first for one that is still off the map."""

    unit: int
    entry: int | None
    found: Reach

    def action(self, h: int) -> Action:
        """The move or entry that ends in a hex."""
        path = self.found.path(h)
        if self.entry is None:
            return Action("move", (self.unit, *path))
        return Action("enter", (self.unit, self.entry, *path))


@dataclass(slots=True)
class Plan:
    """What is decided so far: the hex of each unit, and why."""

    temper: Temper
    place: dict[int, int]
    why: dict[int, str] = field(default_factory=dict)
    attacked: set[int] = field(default_factory=set)
