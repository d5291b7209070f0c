"""What every procedure of this system is, and what is said of units that a side may not know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.deeds import Deed, Doing
from engine.mechanics.hexes import turns
from engine.mechanics.procedure import Asking
from engine.play import Step
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.ground import Means
from engine.systems.sun_never_sets.base.state import SnsState


class SnsFrame(Asking[SnsField, SnsState]):
    """A procedure of this system."""

    system: ClassVar[str] = "sns2"

    def cited(self, field: SnsField, rule: str) -> str:
        return field.cite(rule)


class SnsDoing(Doing[SnsField, SnsState], SnsFrame):
    """A procedure of this system whose verbs are the rows of a table."""


@dataclass(frozen=True)
class MovingForce(SnsDoing):
    """A force that moves, on foot, by rail or by water."""

    side: int
    units: int
    means: ClassVar[Means] = "land"
    """How it moves."""

    def force(self, state: SnsState) -> int:
        """The units that are left to it."""
        mask = self.units
        for unit in bits(mask):
            if state.where[unit] < 0:
                mask &= ~(1 << unit)
        return mask

    def at(self, state: SnsState) -> int:
        """The hex it is in; NOWHERE if no unit is left."""
        return next((state.where[u] for u in bits(self.force(state))), NOWHERE)


class Ready(Protocol):
    """A segment in which units of a side may move."""

    @property
    def side(self) -> int: ...

    @property
    def allowed(self) -> int:
        """The units that may."""


@dataclass(frozen=True)
class Segment(SnsDoing, turns.Phase[SnsField, SnsState]):
    """A segment of a player turn: what its side does in it, until it ends it (3.1)."""

    side: int
    rule = "3.1"


def halted(frame: SnsFrame, field: SnsField, state: SnsState, step: Step) -> None:
    """A procedure is over because its side says so."""
    state.pop()


HALTING: Final = Deed("halt", halted)
"""The row of who goes no farther."""
ENDING: Final = Deed("end", halted)
"""The row of the end of a segment. Whether it may end is for `Segment.unfinished` to say."""


def tell_owner(field: SnsField, step: Step, side: int, kind: str, rule: str, **data: Any) -> None:
    """Report an event that the owner of units alone may know of (5.6)."""
    step.tell((field.sides[side],), kind, field.cite(rule), **data)


def reveal(field: SnsField, state: SnsState, mask: int) -> None:
    """Units come in sight of their enemy, until they march away (5.6, 19.1)."""
    for side in range(2):
        state.known[1 - side] |= mask & field.roster.of_side[side]
