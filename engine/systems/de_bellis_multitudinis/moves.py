"""The tactical and march moves of a side (12, 14)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from engine.mechanics.acts import units_of
from engine.mechanics.procedure import END, Breach
from engine.play import Action, Decision, Step
from engine.systems.de_bellis_multitudinis import (
    ambush_frames,
    conform,
    flanks,
    halting,
    initiative,
    judging,
    manoeuvres,
    manoeuvring,
    moved,
    offering,
)
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.frames import DbmFrame, ending
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import spell

RULE: Final = "12.1"
"""The paragraph of tactical moves: what the main rules say about their time is not among the texts."""


@dataclass(frozen=True)
class Moves(DbmFrame):
    """The tactical and march moves of a side, in any order (12, 14)."""

    exhaustive: ClassVar[bool] = False

    def decision(self, field: DbmField, state: DbmState) -> Decision | None:
        left = ", ".join(f"{field.commands[one].name} {state.pips[one]}" for one in field.roster.commands_of(self.side))
        return self.asks(field, "moves", RULE, f"Move, march and halt, or end the phase; points left: {left}")

    def actions(self, field: DbmField, state: DbmState) -> Iterator[Action]:
        yield from flanks.offers(field, state, self.side)
        yield from offering.offers(field, state, self.side)

    def sample(self, field: DbmField, state: DbmState, random: Random) -> Action:
        arrivals = flanks.offers(field, state, self.side)
        if arrivals:
            return random.choice(arrivals)
        return offering.drawn(field, state, self.side, random)

    def breaches(self, field: DbmField, state: DbmState, action: Action) -> Iterator[Breach]:
        if action.verb == END.verb:
            yield from ending(action, "moves", RULE)
            yield from flanks.obliged(field, state, self.side)
        elif action.verb == flanks.VERB:
            yield from flanks.breaches(field, state, self.side, action)
        elif action.verb in judging.VERBS:
            yield from judging.judge(field, state, self.side, action).breaches
        elif action.verb == halting.VERB:
            yield from halting.breaches(field, state, self.side, action)
        elif action.verb in manoeuvres.VERBS:
            yield from manoeuvring.judge(field, state, self.side, action).breaches
        elif action.verb in ("go", "stop"):
            yield from ambush_frames.not_adjusting(field, state, self.side)
        else:
            yield RULE, "tactical and march moves are made now"

    def perform(self, field: DbmField, state: DbmState, action: Action, step: Step) -> None:
        if action.verb == END.verb:
            conform.conform(field, state, 1 - self.side, step)
            state.pop()
        elif action.verb == halting.VERB:
            halting.perform(field, state, action, step)
        elif action.verb in manoeuvres.VERBS:
            manoeuvring.perform(field, state, self.side, action, step)
        elif action.verb == flanks.VERB:
            flanks.perform(field, state, self.side, action, step)
        else:
            ambush_frames.move(
                field,
                state,
                self.side,
                action,
                step,
                lambda taken, cost: carry_out(field, state, self.side, taken, cost, step),
            )


def carry_out(field: DbmField, state: DbmState, side: int, action: Action, cost: int, step: Step) -> None:
    """Carry out a legal move or march at a price in points of initiative."""
    told = judging.judge(field, state, side, action)
    units, march = units_of(action), action.verb == "march"
    hidden = [unit for unit in units if state.has(unit, Flag.HIDDEN)]
    initiative.spend(field, state, units, cost, step)
    for unit in units:
        state.mark(unit, Flag.MOVED | Flag.ACTED | (Flag.MARCHED if march else 0))
        state.unmark(unit, Flag.HIDDEN)
        state.marches[unit] += march
    if hidden:
        places = {field.roster.keys[unit]: spell(told.ends[unit]) for unit in hidden}
        name, keys = field.roster.sides[side], field.listed(hidden)
        step.say("discovered", field.cite("9.1"), side=name, units=keys, by="", places=places)
    moved.put_down(field, state, units, told, step, march=march, cost=cost, rule="14.1" if march else RULE)
