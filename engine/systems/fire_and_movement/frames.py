"""What every procedure of this system is, and whose player turn it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.mechanics.procedure import Procedure
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.state import FmState


class FmFrame(Procedure[FmField, FmState]):
    """A procedure of this system."""

    system: ClassVar[str] = "fm"


@dataclass(frozen=True)
class OfPlayer(FmFrame):
    """The player turn of a side (4.1)."""

    side: int


def active_side(state: FmState) -> int:
    """The side whose player turn it is (4.1)."""
    return next(frame.side for frame in state.stack if isinstance(frame, OfPlayer))
