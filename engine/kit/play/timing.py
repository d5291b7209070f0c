"""Turns that go through phases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.phases import BoundPhase
from engine.kit.bound.subject import KitSubject
from engine.kit.play import moments
from engine.kit.play.frames import GoingByItself
from engine.kit.play.phases import KitPhase
from engine.kit.play.state import KitState
from engine.kit.play.turning import InTurn
from engine.mechanics.procedure import Breach
from engine.play import Action, Step


class Timed(GoingByItself, InTurn):
    """A turn that goes through phases."""

    def breaches(self, field: Any, state: KitState, action: Action) -> Iterator[Breach]:
        yield field.cites("sequence")[0], "nothing is asked now"

    def begin_phase(self, field: Any, state: KitState, phase: BoundPhase, active: int, first: int, step: Step) -> None:
        """Begin a phase; this turn, with the phase noted in it, is on top. Of sides that act one after the other the
        ``first`` one begins."""
        if not (phase.when.always or phase.when.ask(KitSubject(field, state, active))):
            return
        side = field.roster.sides[active] if active != NOWHERE else ""
        step.say("phase", field.cite(phase.rules[0]), phase=phase.name, side=side, turn=state.turn)
        state.repeated = 0
        state.fought = state.struck = state.back = state.owed = 0
        state.hooked = ()
        field.changed(state)
        self.push_acting(field, state, phase, active, first)
        moments.phase_begins(field, state, phase, active, step)

    def push_acting(self, field: Any, state: KitState, phase: BoundPhase, active: int, first: int) -> None:
        """Push the frames of those who act in a phase."""
        for who in reversed(phase.sides(active, first)):
            state.push(Acting(who, phase.number))


@dataclass(frozen=True)
class Acting(GoingByItself):
    """A side is about to act in a phase."""

    side: int
    phase: int

    def breaches(self, field: Any, state: KitState, action: Action) -> Iterator[Breach]:
        yield field.cites("sequence")[0], "nothing is asked now"

    def proceed(self, field: Any, state: KitState, step: Step) -> None:
        state.replace(KitPhase(self.side, self.phase))
        for each in field.activities[self.phase]:
            each.begin(field, state, self.side, self.phase)
        march = field.marches[self.phase]
        if march.phase.arrives:
            march.arrivals.lose_blocked(state, self.side, step)


def open_turn(field: Any, state: KitState) -> None:
    """Nothing has been done yet in a player turn."""
    state.did = [0] * len(state.did)
    state.deeds = {}
    state.blocked = {}
    state.fought_turn = state.struck_turn = 0
    state.memory = {}
