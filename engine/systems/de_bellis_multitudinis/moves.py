"""The tactical and march moves of a side (12, 14)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from engine.mechanics.procedure import END, Breach, ending
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
    mounting,
    offering,
)
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.frames import DbmFrame
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
        return self.asks(field, "moves", RULE, f"move, march and halt, or end the phase; points left: {left}")

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
                lambda moved, cost: carry_out(field, state, self.side, moved, cost, step),
            )


def carry_out(field: DbmField, state: DbmState, side: int, action: Action, cost: int, step: Step) -> None:
    """Carry out a legal move or march at a price in points of initiative."""
    told = judging.judge(field, state, side, action)
    units, march = action.args[0], action.verb == "march"
    first = state.at[units[0]]
    assert first is not None
    hidden = [unit for unit in units if state.has(unit, Flag.HIDDEN)]
    initiative.spend(field, state, units, cost, step)
    for unit, place in (*told.displaced.items(), *told.ends.items()):
        state.put(unit, place)
    for unit in units:
        state.mark(unit, Flag.MOVED | Flag.ACTED | (Flag.MARCHED if march else 0))
        state.unmark(unit, Flag.HIDDEN)
        state.marches[unit] += march
    _keep_columns(state, told, units)
    names = field.roster.sides[side]
    if hidden:
        keys = field.listed(hidden)
        places = {field.roster.keys[unit]: spell(told.ends[unit]) for unit in hidden}
        step.say("discovered", field.cite("9.1"), side=names, units=keys, by="", places=places)
    kind, keys = "march" if march else "move", field.listed(units)
    where = {"from": spell(first), "to": spell(told.ends[units[0]])}
    rule = field.cite("14.1" if march else RULE)
    step.say("move", rule, side=names, units=keys, kind=kind, length=told.length, cost=cost, **where)
    if told.displaced:
        moved = field.listed(told.displaced)
        step.say("displaced", field.cite("16.4"), units=moved, by=field.roster.keys[units[0]])
    for unit in units:
        if told.way is not None and told.way.dismounts:
            mounting.leave_mounts(field, state, unit, step)
        mounting.follow(field, state, unit, step)


def _keep_columns(state: DbmState, told: judging.MoveJudgement, units: tuple[int, ...]) -> None:
    """Remember the column that a move leaves kinked, and forget those that it breaks up (12.4)."""
    bent = told.way is not None and told.way.bent and len({place.facing for place in told.ends.values()}) > 1
    manoeuvres.bend_columns(state, units, units if bent else ())
