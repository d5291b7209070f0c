"""Lists of effects in progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.combat.rules import BoundEffect
from engine.kit.play.frames import GoingByItself
from engine.kit.play.state import KitState
from engine.play import Step


@dataclass(frozen=True)
class RunningEffects(GoingByItself):
    """A list of effects in progress."""

    side: int
    """The side that attacks; outside of combat the active side."""
    list: int
    at: int = 0
    unit: int = NOWHERE
    """The unit of effects on ``unit``."""
    hits: int = 0
    turned: bool = False
    """Whether attacker and defender are exchanged: in what the defender throws."""
    rule = "results"

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        effects: tuple[BoundEffect, ...] = field.combat.effects.lists[self.list]
        if self.at == len(effects):
            state.pop()
            return
        state.replace(self.with_changes(at=self.at + 1))
        field.combat.carry_out(field, state, self, effects[self.at], step)

    @property
    def numbers(self) -> tuple[int, ...]:
        """This frame as plain numbers."""
        return self.side, self.list, self.at, self.unit, self.hits, int(self.turned)

    @classmethod
    def of(cls, numbers: tuple[int, ...]) -> RunningEffects:
        """The frame of such numbers."""
        side, number, at, unit, hits, turned = numbers
        return cls(side, number, at, unit, hits, bool(turned))


def run(state: KitState, number: int, side: int, unit: int = NOWHERE, hits: int = 0, *, turned: bool = False) -> None:
    """Begin a list of effects by its number in the book; ``unit`` is whom those on ``unit`` mean."""
    if number >= 0:
        state.push(RunningEffects(side, number, unit=unit, hits=hits, turned=turned))
