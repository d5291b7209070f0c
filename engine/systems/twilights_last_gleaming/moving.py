"""Chapter 4: movement and zones of control."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from engine.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.hexstate import ABSENT, WAITING
from engine.mechanics.movement import Reach, reach, wander
from engine.mechanics.procedure import Breach
from engine.mechanics.ways import Legs, Onward, plain, through
from engine.play import Action
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.ground import HALF
from engine.systems.twilights_last_gleaming.state import TlgState

_FAR: Final = 0.9
"""Of random moves so many go by what they cost; the others are the one hex that is always allowed (4.8)."""


def allowance(field: TlgField, state: TlgState, unit: int) -> int:
    """A unit's movement factor this turn, in half movement points (2.7, 4.6, 4.21)."""
    table = field.night if by_night(field, state) else field.day
    return table[field.roster.kind[unit]] * HALF


def by_night(field: TlgField, state: TlgState) -> bool:
    """Whether this is a night turn."""
    return state.turn in field.scenario.turns.night


def zone(field: TlgField, state: TlgState, side: int) -> bytearray:
    """The zone of control of a side: 1 for each hex that one of its units controls (4.1, 4.2).

    Other units in a hex never cancel a zone of control there.
    """
    known = state.zones[side]
    if known is None:
        known = bytearray(field.ground.size)
        control = field.ground.control
        where = state.where
        for unit in field.roster.side_units[side]:
            h = where[unit]
            if h >= 0:
                for n in control[h]:
                    known[n] = 1
        state.zones[side] = known
    return known


def in_enemy_zone(field: TlgField, state: TlgState, unit: int) -> bool:
    """Whether a unit on the map is in an enemy zone of control."""
    return bool(zone(field, state, 1 - field.roster.side[unit])[state.where[unit]])


def may_share(field: TlgField, state: TlgState, unit: int, h: int) -> bool:
    """Whether stacking lets a unit into a hex: it is empty, or holds or makes a stack of a heavy battery and
    one other unit of its side (4.9, 10.2)."""
    others = state.stacks.get(h, 0) & ~(1 << unit)
    if not others:
        return True
    if others & (others - 1) or not others & field.roster.of_side[field.roster.side[unit]]:
        return False
    return bool((others | 1 << unit) & field.roster.heavy)


def closed_to(field: TlgField, state: TlgState, unit: int) -> dict[int, int]:
    """The occupied hexes that a unit may not enter; there is no passing through other units either (4.9, 4.10)."""
    own = field.roster.of_side[field.roster.side[unit]]
    heavy = field.roster.heavy & own
    if not heavy:
        return state.stacks
    closed = state.stacks.copy()
    # A heavy battery may join anybody of its side, the others only a heavy battery.
    for u in bits(own if heavy >> unit & 1 else heavy | 1 << unit):
        h = state.where[u]
        if h in closed and may_share(field, state, unit, h):
            del closed[h]
    return closed


def roads_open(field: TlgField, state: TlgState, unit: int) -> bool:
    """Whether a unit may use the road rate this turn (4.18; exclusive rule ``no_<side>_road_turns``)."""
    return state.turn not in field.no_road_turns[field.roster.side[unit]]


def reach_of(field: TlgField, state: TlgState, unit: int) -> Reach:
    """Where a unit on the map may move now, with costs in half movement points.

    A unit in an enemy zone of control stays (4.1, 4.4); the first hex in one ends the move (4.3); each unit
    may always move one hex, whatever it costs (4.8).
    """
    start = state.where[unit]
    enemy = zone(field, state, 1 - field.roster.side[unit])
    if enemy[start]:
        return Reach(start, {start: 0}, {})
    budget = allowance(field, state, unit)
    blocked = closed_to(field, state, unit)
    steps = field.steps[field.roster.kind[unit], roads_open(field, state, unit)]
    found = reach(start, steps, budget, blocked, enemy)
    for n, _ in steps[start]:
        if n not in found.cost and n not in blocked:
            found.cost[n] = budget
            found.came[n] = start
    return found


def onward(field: TlgField, state: TlgState, unit: int) -> Onward:
    """The steps that the rules allow a unit on its way: not into occupied hexes (4.9, 4.10), nor on from the first
    hex in an enemy zone of control (4.3)."""
    enemy = zone(field, state, 1 - field.roster.side[unit])
    closed = closed_to(field, state, unit)
    own = state.where[unit]
    steps = field.steps[field.roster.kind[unit], roads_open(field, state, unit)]

    def go(h: int, first: bool) -> list[tuple[int, int]]:
        if enemy[h] and not first:
            return []
        return [(n, cost) for n, cost in steps[h] if n == own or n not in closed]

    return go


def legal_way(field: TlgField, state: TlgState, unit: int, given: list[int]) -> Legs | None:
    """A legal way for a unit on the map through given hexes in order: as given, else the cheapest; None without any."""
    if in_enemy_zone(field, state, unit):
        return None
    start = state.where[unit]
    if not any(way_breaches(field, state, unit, start, tuple(given), 0)):
        return plain(given)
    return through(start, given, onward(field, state, unit), allowance(field, state, unit))


def movable(field: TlgField, state: TlgState, side: int) -> list[int]:
    """The units of a side that may still move in this phase, those that may only enter left out."""
    enemy = zone(field, state, 1 - side)
    where, moved = state.where, state.moved
    return [u for u in field.roster.side_units[side] if where[u] >= 0 and not moved >> u & 1 and not enemy[where[u]]]


def actions(field: TlgField, state: TlgState, side: int) -> Iterator[Action]:
    """One move for each unit and each hex it can reach, by the cheapest way."""
    for unit in movable(field, state, side):
        found = reach_of(field, state, unit)
        for path in sorted(found.path(h) for h in found.destinations()):
            yield Action("move", (unit, *path))


def sample(field: TlgField, state: TlgState, side: int, random: Random) -> Action | None:
    """A random move of a random unit, or None when nobody can move."""
    units = movable(field, state, side)
    while units:
        unit = units.pop(int(random.random() * len(units)))
        way = _random_way(field, state, unit, random)
        if way:
            return Action("move", (unit, *way))
    return None


def _random_way(field: TlgField, state: TlgState, unit: int, random: Random) -> Sequence[int]:
    """A way that a unit outside enemy zones of control may move now; empty when there is none."""
    start = state.where[unit]
    blocked = closed_to(field, state, unit)
    steps = field.steps[field.roster.kind[unit], roads_open(field, state, unit)]
    if random.random() < _FAR:
        enemy = zone(field, state, 1 - field.roster.side[unit])
        way = wander(start, steps, allowance(field, state, unit), random, blocked, enemy)
        if way:
            return way
    near = [n for n, _ in steps[start] if n not in blocked]
    return [near[int(random.random() * len(near))]] if near else []


def way_cost(field: TlgField, state: TlgState, unit: int, way: tuple[int, ...], start: int = NOWHERE) -> int:
    """Half movement points of a way from ``start`` or from where a unit stands; never more than its
    movement factor (4.8)."""
    steps = field.steps[field.roster.kind[unit], roads_open(field, state, unit)]
    at, spent = state.where[unit] if start == NOWHERE else start, 0
    for h in way:
        spent += steps.cost(at, h)
        at = h
    return min(spent, allowance(field, state, unit))


def routed(field: TlgField, state: TlgState, unit: int, given: list[int]) -> Legs:
    """A way given by some of its hexes, made whole: the cheapest legal way through them where there is one."""
    at, steps = state.where[unit], field.steps[field.roster.kind[unit], True]
    return field.whole_way(at, given, steps, lambda: legal_way(field, state, unit, given))


# -- why a move is illegal ------------------------------------------------------------------------------------


def breaches(field: TlgField, state: TlgState, unit: int, path: tuple[int, ...], side: int) -> Iterator[Breach]:
    """Every paragraph that a move breaks, whatever phase it is."""
    name = field.roster.keys[unit]
    if field.roster.side[unit] != side:
        yield "4.7", f"{name} is not a unit of the side whose player turn it is"
        yield "3.2", "each side moves its units in its own player turn"
    start = state.where[unit]
    if start < 0:
        yield _off_map(name, start)
        return
    if state.moved >> unit & 1:
        yield "4.7", f"{name} has already moved in this phase"
        yield "3.1", "what has been done is not done again"
    enemy = zone(field, state, 1 - field.roster.side[unit])
    if enemy[start]:
        yield "4.1", f"{name} is in an enemy zone of control and may not leave it by movement"
        yield "4.4", "only a retreat, an advance or the removal of the enemy leads out of an enemy zone of control"
    yield from way_breaches(field, state, unit, start, path, 0)


def _off_map(name: str, start: int) -> Breach:
    """Why a unit that is not on the map cannot move."""
    if start == WAITING:
        return "5.2", f"{name} has not entered the map"
    return "2.6", f"{name} takes no part in this game" if start == ABSENT else f"{name} is eliminated"


def stopped(name: str, where: str) -> Iterator[Breach]:
    """Why a unit may not go on from the first hex in an enemy zone of control."""
    yield "4.3", f"{name} must end its movement in {where}, the first hex in an enemy zone of control"
    yield "4.1", "no unit leaves a hex in an enemy zone of control by movement"


def way_breaches(
    field: TlgField, state: TlgState, unit: int, start: int, path: tuple[int, ...], spent: int
) -> Iterator[Breach]:
    """What is wrong with a way from ``start`` (a hex already paid for with ``spent`` half points)."""
    grid, ground = field.ground.grid, field.ground
    name = field.roster.keys[unit]
    enemy = zone(field, state, 1 - field.roster.side[unit])
    roads = roads_open(field, state, unit)
    kind = field.roster.kind[unit]
    budget = allowance(field, state, unit)
    at, halted, entry = start, False, spent
    for count, h in enumerate(path):
        if h == NOWHERE:
            yield "4.20", f"{name} may not move off the map"
            return
        if grid.side_between(at, h) == NOWHERE:
            yield "4.7", f"{grid.name(at)} and {grid.name(h)} are not adjacent; units move from hex to adjacent hex"
            return
        if not ground.playable[h]:
            yield "4.16", f"{grid.name(h)} is an all-river hex"
            return
        if h not in ground.passable[at]:
            yield "4.16", f"{grid.side_name(grid.side_between(at, h))} is a river without a bridge"
        if count and enemy[at]:
            yield from stopped(name, grid.name(at))
        yield from occupied(field, state, unit, h)
        cost = ground.step_cost(at, h, kind, roads)
        halted = halted or (bool(count) and spent < budget < spent + cost)
        spent += cost
        at = h
    # One hex is always allowed, but only as the whole of a unit's move (4.8).
    if spent > budget and not (len(path) == 1 and start == state.where[unit]):
        yield "4.6", f"this costs {name} {spent / HALF:g} movement points of {budget / HALF:g}"
        yield "4.21", f"{name} has {budget / HALF:g} movement points this turn"
        if start != state.where[unit]:
            yield "5.3", f"{entry / HALF:g} of them for its place in the column"
        yield "2.7", f"{kind} has that movement factor {'at night' if by_night(field, state) else 'by day'}"
        if ground.step_cost(start, path[0], kind, roads) > budget:
            yield "4.8", f"{grid.name(path[0])} takes all of them, as the one hex that is always allowed"
        elif halted:
            yield "4.8", "one hex is always allowed, but only as the whole of a unit's move"
        at = start
        for h in path:
            rule, why = ground.cost_rule(at, h, roads)
            yield rule, f"{grid.name(h)} costs {ground.step_cost(at, h, kind, roads) / HALF:g} ({why})"
            at = h


def occupied(field: TlgField, state: TlgState, unit: int, h: int) -> Iterator[Breach]:
    """Why a hex is closed to a unit by those who stand in it (4.9, 4.10)."""
    if may_share(field, state, unit, h):
        return
    others = state.stacks[h]
    names = ", ".join(field.roster.keys[u] for u in bits(others))
    hexname = field.ground.grid.name(h)
    if others & field.roster.of_side[1 - field.roster.side[unit]]:
        yield "4.10", f"{hexname} is occupied by the enemy ({names})"
    else:
        yield "4.9", f"{hexname} is occupied by {names}; units may not stack or pass through each other"
