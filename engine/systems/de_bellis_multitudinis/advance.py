"""The spontaneous advances of a side (15)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.play import Step
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.frames import DbmFrame
from engine.systems.de_bellis_multitudinis.state import DbmState


@dataclass(frozen=True)
class Advance(DbmFrame):
    """The spontaneous advances of a side (15)."""

    def proceed(self, field: DbmField, state: DbmState, step: Step) -> None:
        state.pop()
