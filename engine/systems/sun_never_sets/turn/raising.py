"""Paragraphs 25.3 to 25.34: political officers raise friendly Natives and supply units (switch ``political``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.mechanics.bits import bits
from engine.mechanics.hexes.deploying import sorts
from engine.mechanics.hexes.hexstate import DEAD, POOL
from engine.mechanics.hexes.verbs import UNIT, Verb
from engine.mechanics.procedure import Breach
from engine.play import Step
from engine.plural import counted
from engine.systems.sun_never_sets.base import sieges
from engine.systems.sun_never_sets.base.counters import FRIENDLY
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import REMOVED, SPENT, SnsState
from engine.systems.sun_never_sets.base.tables import Price
from engine.systems.sun_never_sets.march.negotiating import officers
from engine.systems.sun_never_sets.position.siting import place

RAISE: Final = "raise"


def recruits(field: SnsField, state: SnsState) -> list[int]:
    """The units that may be raised: friendly Natives in their pool or eliminated (25.31, 25.32), and supply units that
    are used up or in a pool (25.33)."""
    roster = field.roster
    own = roster.of_side[field.empire]
    friends = own & roster.combat & ~roster.headquarters
    found = [u for u in bits(friends) if roster.nation[u] == FRIENDLY and state.where[u] in (POOL, DEAD, REMOVED)]
    speed = field.tables.raising.supply.movement
    trains = [u for u in bits(own & roster.supply) if state.where[u] in (SPENT, POOL) and roster.movement[u] == speed]
    return sorted(found + trains)


def price(field: SnsField, unit: int) -> Price:
    """What a unit costs in points and replacement factors (25.31, 25.33)."""
    given = field.tables.raising
    return given.supply if 1 << unit & field.roster.supply else given.friendly


def offers(field: SnsField, state: SnsState, side: int) -> list[tuple[int, int]]:
    """Who may be raised, one of each sort, and by whom."""
    if not field.on("political") or side != field.empire:
        return []
    units = sorts(field, state, recruits(field, state))
    found = ((u, hq) for u in units for hq in bits(officers(field, side)) if state.where[hq] >= 0)
    return [pair for pair in sorted(found) if not [*breaches(field, state, side, *pair)]]


def breaches(field: SnsField, state: SnsState, side: int, unit: int, hq: int) -> Iterator[Breach]:
    """Every paragraph that raising a unit breaks."""
    names, cost = field.roster.names, price(field, unit)
    train = bool(1 << unit & field.roster.supply)
    rule = "25.33" if train else "25.31"
    if not field.on("political"):
        yield "25.0", "political officers are not played in this scenario"
        return
    if side != field.empire or unit not in recruits(field, state):
        yield rule, f"{names[unit]} is not a unit that the {field.side_name(field.empire)} can raise"
    if not officers(field, side) >> hq & 1 or state.where[hq] < 0:
        yield "25.31", f"{names[hq]} is not a {field.side_name(side)} political officer on the map"
        return
    h = state.where[hq]
    if not field.ground.fortress[h] and (train or not field.ground.town[h]):
        yield rule, f"{names[hq]} is in no {'fortress' if train else 'fortress or town'}"
    if h in state.atrocities:
        yield "25.34", f"an atrocity was committed in {field.place(h)}"
    if any(state.where[other] == h for other in bits(state.extras.raised)):
        yield from ((one, f"a unit was raised in {field.place(h)} this turn") for one in ("25.31", "25.33"))
    if sieges.relieved(field, state, h, side):
        yield "18.6", f"a unit has entered {field.place(h)}, which is besieged, this turn"
    if state.points[side] < cost.points or sum(state.factors) < cost.factors:
        yield rule, f"it takes {counted(cost.points, 'point')} and {counted(cost.factors, 'replacement factor')}"


def levy(field: SnsField, state: SnsState, side: int, step: Step, unit: int, hq: int) -> None:
    """A unit is raised and paid for; its officer does not move this turn (25.31). The factors come out of the kind of
    which most are left."""
    cost = price(field, unit)
    for _ in range(cost.factors):
        most = max(range(len(state.factors)), key=lambda kind: (state.factors[kind], -kind))
        state.factors[most] -= 1
    state.extras = replace(state.extras, raised=state.extras.raised | 1 << hq)
    rule = field.cite("25.33" if 1 << unit & field.roster.supply else "25.31")
    told = {"points": cost.points, "factors": cost.factors}
    step.say("raised", rule, unit=field.roster.keys[unit], by=field.roster.keys[hq], **told)
    field.ledger.lose(state, side, cost.points, rule, "a unit raised", step)
    place(field, state, unit, state.where[hq], step)
    # Its name has been told.
    state.unaccounted &= ~(1 << unit)


VERBS: Final = (Verb(RAISE, UNIT, UNIT.behind("by")),)
