"""What a plan of the TLG2 staff is: where each unit goes and why, and the temper it was made in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.mechanics.hexes.movement import Reach
from engine.mechanics.hexes.outlook import Posts
from engine.play import Action
from engine.systems.twilights_last_gleaming.staff.ground import Stakes


class Temper(NamedTuple):
    """How a movement phase is approached. The forecast tries several and keeps what comes out best."""

    name: str
    danger: float
    """How much an expected loss in the enemy's next attack counts against a place."""
    least: float
    """The least promise, in points, for which an attack is set up."""
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
class Plan(Posts):
    """What is decided so far in a temper."""

    temper: Temper = field(kw_only=True)


@dataclass(slots=True)
class Assault:
    """An attack by units next to their targets, or by none: all of it that guns behind it do not change."""

    targets: tuple[int, ...]
    units: tuple[int, ...]
    closed: tuple[int, ...]
    """The hexes that the units attack from."""
    attack: int
    defence: int
    shift: int
    aside: float
    """What comes of the attacks that have to be made besides."""
    stakes: Stakes | None = None
    """What it promises at each column, once that has been asked for."""
    gains: dict[int, float] = field(default_factory=dict)
    """The most that a gun may add to it, by the strength of the guns so far and its own (in one number: the garbage
    collector need not look at those)."""
