"""The tactical and march moves of a side (12, 14)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from engine.mechanics.procedure import END, Breach, ending
from engine.play import Action, Decision, Step
from engine.systems.de_bellis_multitudinis import halting, initiative, judging, offering
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
        yield from offering.offers(field, state, self.side)

    def sample(self, field: DbmField, state: DbmState, random: Random) -> Action:
        return offering.drawn(field, state, self.side, random)

    def breaches(self, field: DbmField, state: DbmState, action: Action) -> Iterator[Breach]:
        if action.verb == END.verb:
            yield from ending(action, "moves", RULE)
        elif action.verb in judging.VERBS:
            yield from judging.judge(field, state, self.side, action).breaches
        elif action.verb == halting.VERB:
            yield from halting.breaches(field, state, self.side, action)
        else:
            yield RULE, "tactical and march moves are made now"

    def perform(self, field: DbmField, state: DbmState, action: Action, step: Step) -> None:
        if action.verb == END.verb:
            state.pop()
        elif action.verb == halting.VERB:
            halting.perform(field, state, action, step)
        else:
            carry_out(field, state, self.side, action, step)


def carry_out(field: DbmField, state: DbmState, side: int, action: Action, step: Step) -> None:
    """Carry out a legal move or march."""
    told = judging.judge(field, state, side, action)
    units, march = action.args[0], action.verb == "march"
    rule = field.cite("14.1" if march else RULE)
    first = state.at[units[0]]
    assert first is not None
    _paid(field, state, units, told.cost, step)
    for unit, place in told.ends.items():
        state.put(unit, place)
        state.mark(unit, Flag.MOVED | Flag.ACTED | (Flag.MARCHED if march else Flag(0)))
        state.unmark(unit, Flag.HIDDEN)
        if march:
            state.marches[unit] += 1
    keys, kind = field.keys(units), "march" if march else "move"
    where = {"from": spell(first), "to": spell(told.ends[units[0]])}
    names = field.roster.sides[side]
    step.say("move", rule, side=names, units=" ".join(keys), kind=kind, length=told.length, cost=told.cost, **where)


def _paid(field: DbmField, state: DbmState, units: tuple[int, ...], cost: int, step: Step) -> None:
    initiative.pay(field, state, units, cost, halt=False)
    command = field.roster.command[units[0]]
    side, left = field.roster.sides[field.side(units[0])], state.pips[command]
    key = field.commands[command].key
    step.say("spent", field.cite("10.1"), side=side, command=key, cost=cost, left=left)
