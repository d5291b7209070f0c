"""Whose turn it is, and which phase is in progress."""

from __future__ import annotations

from engine.hexes.board.grid import NOWHERE
from engine.kit.play.state import KitState


class InTurn:
    """A frame that knows whose turn it is, and the phase that has begun last."""

    @property
    def active(self) -> int:
        """The side whose player turn it is; NOWHERE for none."""
        return NOWHERE

    @property
    def number(self) -> int:
        """The number of the phase in progress among all of the file; NOWHERE for none."""
        return NOWHERE


def turn_frame(state: KitState) -> tuple[int, int]:
    """The side whose player turn it is and the number of the phase in progress; NOWHERE for none."""
    for frame in reversed(state.stack):
        if isinstance(frame, InTurn) and (frame.active != NOWHERE or frame.number != NOWHERE):
            return frame.active, frame.number
    return NOWHERE, NOWHERE
