"""Columns, expansions, dismounting and mounting among the moves of a bound: who may, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass

from engine.mechanics.acts import units_of
from engine.mechanics.procedure import Breach
from engine.play import Action, Step
from engine.systems.de_bellis_multitudinis import initiative, judging, manoeuvres, zones
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.manoeuvres import Judged
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag


@dataclass(frozen=True, slots=True)
class ManoeuvreJudgement:
    """A manoeuvre with what it costs."""

    breaches: tuple[Breach, ...]
    cost: int = 0
    """Points of initiative."""
    found: Judged | None = None


def judge(field: DbmField, state: DbmState, side: int, action: Action) -> ManoeuvreJudgement:
    """What a `column`, `expand`, `dismount` or `mount` of a side comes to."""
    units = units_of(action)
    early = list(judging.who(field, state, side, units, march=False))
    if any(state.at[unit] is None for unit in units):
        return ManoeuvreJudgement(tuple(early))
    found = manoeuvres.judged(field, state, action)
    cost = price(field, state, units, found)
    late = [*zones.entered(field, state, found.ends), *initiative.breaches(field, state, units, cost)]
    return ManoeuvreJudgement(tuple(dict.fromkeys([*early, *found.breaches, *late])), cost, found)


def price(field: DbmField, state: DbmState, units: tuple[int, ...], found: Judged) -> int:
    """The points that a manoeuvre costs: those of its own, or those of a move that is not straight ahead (10.1)."""
    cost = found.own_price or 1 + found.paid_alone
    cost += initiative.of_elements(field, state, units)
    if not found.own_price:
        cost += any(initiative.is_unruly(field, state, unit) for unit in units)
    return cost - bool(initiative.waivers(field, state, units, halt=False))


def perform(field: DbmField, state: DbmState, side: int, action: Action, step: Step) -> None:
    """Carry out a legal manoeuvre."""
    told = judge(field, state, side, action)
    assert told.found is not None
    units = units_of(action)
    initiative.spend(field, state, units, told.cost, step)
    manoeuvres.carry_out(field, state, action, told.found, told.cost, step)
    for unit in units:
        state.mark(unit, Flag.MOVED | Flag.ACTED)
