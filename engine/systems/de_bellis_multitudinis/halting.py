"""Halting impetuous, demoralised and discovered troops (10, 12.2, 12.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.mechanics.procedure import Breach
from engine.play import Action, Step
from engine.systems.de_bellis_multitudinis import groups, initiative
from engine.systems.de_bellis_multitudinis.acts import halt_of
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.notation import NOTHING
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import BasePlace, turned_about, turned_left, turned_right
from engine.tables.sines import QUARTER, cosine, sine

VERB: Final = "halt"
_DONE: Final = Flag.MOVED | Flag.HALTED | Flag.FLED | Flag.ADVANCED


def breaches(field: DbmField, state: DbmState, side: int, action: Action) -> Iterator[Breach]:
    """What is wrong with a halt."""
    units, facing = halt_of(action)
    for unit in units:
        name = field.name(unit)
        if field.side(unit) != side:
            yield "10.1", f"{name} is not of your army"
        elif state.at[unit] is None:
            yield "10.1", f"{name} is not on the table"
        elif state.flags[unit] & _DONE:
            yield "10.1", f"{name} has moved or been halted in this bound"
    if any(state.at[unit] is None for unit in units):
        return
    if len({field.roster.command[unit] for unit in units}) > 1:
        yield "12.3", "elements of different commands are not halted together"
    if not groups.is_group(field, state, units):
        yield "12.4", f"{field.name(units[0])} and the others are not one group"
    if facing != NOTHING:
        yield from _turn(field, state, units, facing)
    yield from initiative.breaches(field, state, units, initiative.price_of_halt(field, state, units))


def _turn(field: DbmField, state: DbmState, units: Sequence[int], facing: int) -> Iterator[Breach]:
    """12.2: a single halted element turns without cost; a skirmisher only if demoralised and towards enemies."""
    unit = units[0]
    at = state.at[unit]
    assert at is not None
    name = field.name(unit)
    if len(units) > 1:
        yield "12.2", "only a single element that is halted may turn without cost"
    elif (facing - at.facing) % QUARTER:
        yield "12.2", f"{name} turns by right angles, to either side or about"
    elif field.form(state, unit).skirmisher:
        if not state.demoralised >> field.roster.command[unit] & 1:
            yield "12.2", f"{name} is a single skirmisher and cannot turn without cost"
        elif not _is_towards(field, state, unit, at, facing):
            yield "12.2", f"{name} is demoralised: halted, it can only turn towards the enemy"


def _is_towards(field: DbmField, state: DbmState, unit: int, at: BasePlace, facing: int) -> bool:
    """Whether a facing is that of the four which points most towards the nearest enemy."""

    def off(place: BasePlace) -> int:
        return (place.x - at.x) ** 2 + (place.y - at.y) ** 2

    enemies = [place for _, place in field.in_play(state, 1 - field.side(unit))]
    if not enemies:
        return False
    goal = min(enemies, key=off)
    x, y = goal.x - at.x, goal.y - at.y

    def towards(one: int) -> int:
        return x * sine(one) - y * cosine(one)

    return towards(facing) == max(towards(facing + QUARTER * turn) for turn in range(4))


def perform(field: DbmField, state: DbmState, action: Action, step: Step) -> None:
    """Carry out a legal halt."""
    units, facing = halt_of(action)
    cost = initiative.price_of_halt(field, state, units)
    initiative.spend(field, state, units, cost, step, halt=True)
    for unit in units:
        state.mark(unit, Flag.HALTED)
        at = state.at[unit]
        if facing != NOTHING and at is not None:
            state.put(unit, _facing(at, facing, field.depth(state, unit)))
    side = field.roster.sides[field.side(units[0])]
    step.say(VERB, field.cite("12.2"), side=side, units=field.listed(units), cost=cost)


def _facing(at: BasePlace, facing: int, depth: int) -> BasePlace:
    turns = (facing - at.facing) // QUARTER % 4
    if not turns:
        return at
    if turns == 2:
        return turned_about(at, depth)
    return turned_right(at) if turns == 1 else turned_left(at)
