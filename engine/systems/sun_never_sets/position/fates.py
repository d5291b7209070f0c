"""What becomes of units: eliminated, demoralized, rallied, used up. Every chapter changes units through these."""

from __future__ import annotations

from dataclasses import replace

from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes.hexstate import DEAD, POOL
from engine.play import Step
from engine.systems.sun_never_sets.base import cargo
from engine.systems.sun_never_sets.base.counters import DEMORALIZED, GOOD
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import REMOVED, SPENT, SnsState
from engine.systems.sun_never_sets.position import points


def eliminate(
    field: SnsField, state: SnsState, unit: int, rule: str, step: Step, *, battle: bool = False, times: int = 1
) -> None:
    """A unit is eliminated. In ``battle`` the enemy gains points for it at once (16.2), ``times`` as many.

    `bury` says what becomes of it then. Who is aboard of it shares its fate (27.45, 27.46, 27.543).
    """
    name = field.grid.name(state.where[unit])
    for passenger in cargo.passengers(state, unit) if state.extras.loads else ():
        eliminate(field, state, passenger, "27.45", step, battle=battle, times=times)
    bury(field, state, unit)
    forget(state, 1 << unit)
    step.say("eliminated", field.cite(rule), unit=field.roster.keys[unit], at=name)
    if battle:
        points.loss(field, state, unit, step, times)


def bury(field: SnsField, state: SnsState, unit: int) -> None:
    """An eliminated unit goes into its pool where the campaign says so (13.51), a supply unit may come back (12.64),
    and a headquarters never does (13.34, 13.56)."""
    bit = 1 << unit
    if bit & field.roster.headquarters or (unit not in field.recycled and not bit & field.roster.supply):
        field.put(state, unit, DEAD)
        state.steps[unit] = 0
    else:
        field.put(state, unit, SPENT if bit & field.roster.supply else POOL)
        state.steps[unit] = GOOD
        if field.event_table == 1 and not bit & field.roster.supply:
            state.extras = replace(state.extras, fallen=state.extras.fallen | bit)


def demoralize(
    field: SnsField, state: SnsState, unit: int, rule: str, step: Step, *, battle: bool = False, times: int = 1
) -> None:
    """A unit is demoralized; one that is already is eliminated (11.4), but for a fleet (28.23); a headquarters never is
    (10.52). In battle who is aboard of it is demoralized as well (27.543), and lost where it is already."""
    if 1 << unit & field.roster.headquarters:
        return
    if state.steps[unit] == DEMORALIZED and 1 << unit & field.roster.fleets:
        if battle:
            points.fleet_shaken(field, state, unit, step, times)
        return
    if state.steps[unit] == DEMORALIZED:
        eliminate(field, state, unit, "11.4", step, battle=battle, times=times)
        return
    state.steps[unit] = DEMORALIZED
    state.zones[field.roster.side[unit]] = None
    _say(field, state, step, "demoralized", rule, unit)
    for passenger in cargo.passengers(state, unit) if battle and state.extras.loads else ():
        demoralize(field, state, passenger, "27.543", step, battle=True)


def rally(field: SnsField, state: SnsState, unit: int, rule: str, step: Step) -> None:
    """A demoralized unit is in good order again (11.52)."""
    state.steps[unit] = GOOD
    state.zones[field.roster.side[unit]] = None
    _say(field, state, step, "rallied", rule, unit)


def spend(field: SnsField, state: SnsState, unit: int, rule: str, step: Step) -> None:
    """A supply unit is used up; it may come back later (12.63, 12.64)."""
    name = field.grid.name(state.where[unit])
    field.put(state, unit, SPENT)
    state.steps[unit] = GOOD
    forget(state, 1 << unit)
    step.say("spent", field.cite(rule), unit=field.roster.keys[unit], at=name)


def remove(field: SnsField, state: SnsState, unit: int, rule: str, step: Step) -> None:
    """A unit leaves the map by desertion or an event: into its pool, or where it may be replaced; not a loss."""
    name = field.grid.name(state.where[unit])
    state.extras = replace(state.extras, fallen=state.extras.fallen & ~(1 << unit))
    native = field.roster.side[unit] == field.native
    field.put(state, unit, POOL if native else REMOVED)
    state.steps[unit] = GOOD
    forget(state, 1 << unit)
    step.say("deserted", field.cite(rule), unit=field.roster.keys[unit], at=name)


def lone_headquarters(field: SnsField, state: SnsState, h: int, side: int, rule: str, step: Step) -> None:
    """Headquarters of a side that are alone in a hex are eliminated in battle (10.51, 10.54)."""
    if field.lone_headquarters(state, h, side):
        for unit in bits(field.units_at(state, h, side)):
            eliminate(field, state, unit, rule, step, battle=True)


def forget(state: SnsState, mask: int) -> None:
    """Units are out of their enemy's sight; those he has seen he knows to be on the map."""
    seen = mask & (state.known[0] | state.known[1]) & state.unaccounted
    state.unaccounted &= ~mask_of(u for u in bits(seen) if state.where[u] >= 0)
    state.known = [known & ~mask for known in state.known]


def _say(field: SnsField, state: SnsState, step: Step, kind: str, rule: str, unit: int) -> None:
    """Report what happened to a unit: to both sides while the enemy has it in sight, else to its owner (5.6)."""
    side = field.roster.side[unit]
    data = {"unit": field.roster.keys[unit], "at": field.grid.name(state.where[unit])}
    if (state.known[1 - side] | field.roster.afloat) >> unit & 1:
        step.say(kind, field.cite(rule), **data)
    else:
        step.tell((field.sides[side],), kind, field.cite(rule), **data)
