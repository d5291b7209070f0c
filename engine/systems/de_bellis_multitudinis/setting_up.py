"""The set-up of both sides, command by command (7, 8)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.play import Step
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.frames import DbmFrame
from engine.systems.de_bellis_multitudinis.state import DbmState


@dataclass(frozen=True)
class TableSetUp(DbmFrame):
    """The set-up of both sides, command by command (7.3)."""

    def proceed(self, field: DbmField, state: DbmState, step: Step) -> None:
        state.pop()
