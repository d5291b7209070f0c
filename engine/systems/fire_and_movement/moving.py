"""Chapters 5 and 6: movement, zones of control, and reinforcements (3.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from engine.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.hexstate import WAITING
from engine.mechanics.movement import Reach, reach, reach_with_toll, wander
from engine.mechanics.procedure import Breach
from engine.mechanics.ways import Legs, Onward, plain, through
from engine.play import Action
from engine.systems.fire_and_movement.ground import HALF, LEG, MOBILE

if TYPE_CHECKING:
    from engine.systems.fire_and_movement.rules import FmRules
    from engine.systems.fire_and_movement.state import FmState


def zone(rules: FmRules, state: FmState, side: int) -> bytearray:
    """The zone of control of a side: 1 for each hex that one of its units controls (6.0).

    It extends into every terrain and across every hexside; other units never cancel it.
    """
    known = state.zones[side]
    if known is None:
        known = bytearray(rules.ground.size)
        near, where, silent = rules.ground.near, state.where, rules.force.no_zoc
        for u in rules.force.side_units[side]:
            h = where[u]
            if h >= 0 and not silent >> u & 1:
                for n in near[h]:
                    known[n] = 1
        for h in rules.ground.no_zone_into:
            known[h] = 0
        state.zones[side] = known
    return known


def kind_of(rules: FmRules, unit: int) -> str:
    """Leg or mobile (2.3.2)."""
    return MOBILE if rules.force.mobile >> unit & 1 else LEG


def allowance(rules: FmRules, unit: int) -> int:
    """A unit's movement allowance in half movement points (2.3.2)."""
    return rules.force.movement[unit] * HALF


def toll(rules: FmRules, unit: int, a: int, b: int, enemy: bytearray, *, first: bool, cost: int) -> int | None:
    """What a step costs with enemy zones of control, in half points; None when it is not allowed (6.1)."""
    if not enemy[b]:
        return cost
    commando = rules.force.commando >> unit & 1
    if enemy[a] and not commando and (a, b) in rules.ground.guarded:
        return None
    if commando:
        return cost
    if rules.force.mobile >> unit & 1:
        return cost + rules.force.movement[unit] // 2 * HALF
    if enemy[a] and first:
        # A leg unit goes from zone to zone by spending all it has, if it could pay for the terrain at all.
        whole = allowance(rules, unit)
        return whole if cost <= whole else None
    return cost


def _stops(rules: FmRules, unit: int, h: int, enemy: bytearray) -> bool:
    """Leg units stop in the first hex they enter in an enemy zone of control (6.1)."""
    return bool(enemy[h]) and not rules.force.mobile >> unit & 1


def reach_of(rules: FmRules, state: FmState, unit: int, start: int, spent: int = 0) -> Reach:
    """Where a unit can get from ``start``, with costs in half movement points.

    Friends may be passed, so that hexes in ``cost`` may hold one: `endings` leaves those out.
    """
    enemy = zone(rules, state, 1 - rules.force.side[unit])
    steps, budget, foes = rules.steps[kind_of(rules, unit)], allowance(rules, unit), _foes(rules, state, unit)
    stops = None if rules.force.mobile >> unit & 1 else enemy
    if not _pays_toll(rules, unit, enemy, start):
        return reach(start, steps, budget, foes, stops, spent)

    def with_toll(a: int, b: int, cost: int) -> int | None:
        return toll(rules, unit, a, b, enemy, first=a == start and spent == 0, cost=cost)

    return reach_with_toll(start, steps, budget, with_toll, foes, stops, spent)


def _foes(rules: FmRules, state: FmState, unit: int) -> set[int]:
    """The hexes with enemy units."""
    where = state.where
    return {where[foe] for foe in rules.force.side_units[1 - rules.force.side[unit]]}


def _pays_toll(rules: FmRules, unit: int, enemy: bytearray, start: int) -> bool:
    """Whether enemy zones of control could make steps dearer for a unit, and not just stop it (6.1): they do so for
    mobile units, and for leg units that start in one; never for commandos."""
    if rules.force.commando >> unit & 1:
        return False
    return bool(rules.force.mobile >> unit & 1 or enemy[start])


def onward(rules: FmRules, state: FmState, unit: int, spent: int) -> Onward:
    """The steps that the rules allow a unit on its way, ``spent`` half points having been paid before it (5.2, 6.1)."""
    side = rules.force.side[unit]
    enemy = zone(rules, state, 1 - side)
    foes = rules.force.of_side[1 - side]
    steps, stacks = rules.steps[kind_of(rules, unit)], state.stacks

    def go(h: int, first: bool) -> Iterator[tuple[int, int]]:
        if not first and _stops(rules, unit, h, enemy):
            return
        for n, price in steps[h]:
            if not stacks.get(n, 0) & foes:
                paid = toll(rules, unit, h, n, enemy, first=first and spent == 0, cost=price)
                if paid is not None:
                    yield n, paid

    return go


def legal_way(rules: FmRules, state: FmState, unit: int, start: int, given: list[int], spent: int = 0) -> Legs | None:
    """A legal way through given hexes in order: as given, else the cheapest that is legal save perhaps for a friend
    in its last hex (5.3); None without any."""
    if not any(way_breaches(rules, state, unit, start, tuple(given), spent)):
        return plain(given)
    return through(start, given, onward(rules, state, unit, spent), allowance(rules, unit), spent)


def legal_entry(rules: FmRules, state: FmState, unit: int, entry: int, given: list[int]) -> Legs | None:
    """A legal way for a reinforcement from its entry hex through given hexes in order; None without any."""
    if unit not in rules.entries or rules.ground.sea[entry] or any(may_enter_at(rules, state, unit, entry)):
        return None
    paid = max(rules.ground.arrival_cost(entry, kind_of(rules, unit)), 1)
    return legal_way(rules, state, unit, entry, given, paid)


def endings(state: FmState, unit: int, found: Reach) -> list[int]:
    """The hexes of a reach where a unit may stop: stacking is prohibited (5.3)."""
    return [h for h in found.cost if _may_end(state, unit, h)]


def _may_end(state: FmState, unit: int, h: int) -> bool:
    return not state.stacks.get(h, 0) & ~(1 << unit) and h != state.where[unit]


def movable(rules: FmRules, state: FmState, side: int, mobile_phase: bool) -> list[int]:
    """The units on the map that may move in this phase (5.2, 5.5)."""
    bar = state.moved | state.spent
    wanted = rules.force.mobile if mobile_phase else -1
    return [u for u in rules.force.side_units[side] if state.where[u] >= 0 and not bar >> u & 1 and wanted >> u & 1]


def due(rules: FmRules, state: FmState, side: int) -> list[int]:
    """The reinforcements that may enter now; those held up may come later (3.0)."""
    return [u for u in rules.arriving[side] if state.where[u] == WAITING and rules.arrival_turn[u] <= state.turn]


def may_enter_at(rules: FmRules, state: FmState, unit: int, h: int) -> Iterator[Breach]:
    """Why a unit may not come onto the map at a hex."""
    side = rules.force.side[unit]
    name = rules.grid.name(h)
    if h not in rules.entries[unit]:
        yield "3.0", f"{rules.force.keys[unit]} does not enter at {name}"
    if rules.ground.sea[h]:
        if not rules.force.seaborne >> unit & 1:
            yield "5.2", f"{name} is an all-sea hex and {rules.force.keys[unit]} is not seaborne"
    elif zone(rules, state, 1 - side)[h]:
        yield "3.0", f"{name} is in an enemy zone of control; enter elsewhere or later"
    if state.stacks.get(h, 0) & rules.force.of_side[1 - side]:
        yield "5.2", f"{name} is occupied by the enemy"


def entry_reach(rules: FmRules, state: FmState, unit: int, h: int) -> Reach:
    """Where a unit can get when it comes on at ``h``; empty ``cost`` when it cannot."""
    if any(may_enter_at(rules, state, unit, h)):
        return Reach(h, {}, {})
    cost = rules.ground.arrival_cost(h, kind_of(rules, unit))
    if cost > allowance(rules, unit):
        return Reach(h, {}, {})
    if rules.ground.sea[h]:
        return Reach(h, {h: 0}, {})
    return reach_of(rules, state, unit, h, max(cost, 1))


def actions(rules: FmRules, state: FmState, side: int, mobile_phase: bool) -> Iterator[Action]:
    """Entries, then one move for each unit and each hex it can stop in, by the cheapest way."""
    if not mobile_phase:
        for unit in due(rules, state, side):
            ways = []
            for h in rules.entries[unit]:
                found = entry_reach(rules, state, unit, h)
                ways += [(h, *found.path(goal)) for goal in endings(state, unit, found)]
            for way in sorted(ways):
                yield Action("enter", (unit, *way))
    for unit in movable(rules, state, side, mobile_phase):
        found = reach_of(rules, state, unit, state.where[unit])
        for path in sorted(found.path(h) for h in endings(state, unit, found)):
            yield Action("move", (unit, *path))


def sample(rules: FmRules, state: FmState, side: int, mobile_phase: bool, random: Random) -> Action | None:
    """A random entry or move, or None when there is none."""
    if not mobile_phase and random.random() < 0.3:
        entry = _sample_entry(rules, state, side, random)
        if entry is not None:
            return entry
    units = movable(rules, state, side, mobile_phase)
    while units:
        unit = units.pop(int(random.random() * len(units)))
        way = _random_way(rules, state, unit, random)
        if way:
            return Action("move", (unit, *way))
    return None if mobile_phase else _sample_entry(rules, state, side, random)


def _random_way(rules: FmRules, state: FmState, unit: int, random: Random) -> Sequence[int]:
    """A way that a unit may move now; empty when there is none."""
    start = state.where[unit]
    enemy = zone(rules, state, 1 - rules.force.side[unit])
    if not _pays_toll(rules, unit, enemy, start):
        steps, stops = rules.steps[kind_of(rules, unit)], None if rules.force.mobile >> unit & 1 else enemy
        way = wander(start, steps, allowance(rules, unit), random, _foes(rules, state, unit), stops)
        while way and not _may_end(state, unit, way[-1]):
            way.pop()
        if way:
            return way
    found = reach_of(rules, state, unit, start)
    goals = endings(state, unit, found)
    return found.path(goals[int(random.random() * len(goals))]) if goals else ()


def _sample_entry(rules: FmRules, state: FmState, side: int, random: Random) -> Action | None:
    units = due(rules, state, side)
    random.shuffle(units)
    for unit in units:
        hexes = list(rules.entries[unit])
        random.shuffle(hexes)
        for h in hexes:
            found = entry_reach(rules, state, unit, h)
            goals = endings(state, unit, found)
            if goals:
                return Action("enter", (unit, h, *found.path(random.choice(goals))))
    return None


# -- why a move is illegal ------------------------------------------------------------------------------------


def breaches(
    rules: FmRules, state: FmState, unit: int, path: tuple[int, ...], side: int, mobile_phase: bool
) -> Iterator[Breach]:
    """Every paragraph that a move breaks."""
    name = rules.force.keys[unit]
    if rules.force.side[unit] != side:
        yield "5.2", f"{name} is not a unit of the active player"
    start = state.where[unit]
    if start < 0:
        yield "3.0", f"{name} is not on the map"
        return
    if state.moved >> unit & 1:
        yield ("5.5" if mobile_phase else "5.2"), f"{name} has already moved in this player turn"
        if mobile_phase:
            yield "4.1", "mobile units move in one of their two phases"
    if state.spent >> unit & 1:
        yield "8.5", f"{name} advanced after combat and does nothing more in this player turn"
    if mobile_phase and not rules.force.mobile >> unit & 1:
        yield "5.5", f"{name} is a leg unit and cannot move in the mobile movement phase"
        yield "4.1", "only mobile units move in the mobile movement phase"
    yield from way_breaches(rules, state, unit, start, path, 0)


def way_breaches(
    rules: FmRules, state: FmState, unit: int, start: int, path: tuple[int, ...], spent: int
) -> Iterator[Breach]:
    """What is wrong with a way from ``start``, ``spent`` half points having been paid."""
    grid, ground = rules.grid, rules.ground
    name, side = rules.force.keys[unit], rules.force.side[unit]
    enemy = zone(rules, state, 1 - side)
    foes = rules.force.of_side[1 - side]
    begun, at, terrain = spent, start, spent
    for number, h in enumerate(path):
        if h == NOWHERE:
            yield "5.2", f"{name} may not exit the map"
            return
        side_id = grid.side_between(at, h)
        if side_id == NOWHERE:
            yield "5.1", f"{grid.name(at)} and {grid.name(h)} are not adjacent"
            return
        if h not in ground.open[at]:
            yield "5.2", f"{name} may not go from {grid.name(at)} to {grid.name(h)}: prohibited terrain or hexside"
            return
        if state.stacks.get(h, 0) & foes:
            yield "5.2", f"{grid.name(h)} is occupied by the enemy"
        if number and _stops(rules, unit, at, enemy):
            yield "6.1", f"{name} is a leg unit and must stop in {grid.name(at)}, in an enemy zone of control"
        cost = ground.step_cost(at, h, kind_of(rules, unit))
        paid = toll(rules, unit, at, h, enemy, first=number == 0 and begun == 0, cost=cost)
        if paid is None:
            yield "6.1", f"{name} may not go from one enemy zone of control to another into {grid.name(h)}"
            return
        spent += paid
        terrain += cost
        at = h
    if spent > allowance(rules, unit):
        said = f"this costs {name} {spent / HALF:g} movement points of {rules.force.movement[unit]}"
        if spent > terrain:
            yield "6.1", f"{said}, {(spent - terrain) / HALF:g} of them for enemy zones of control"
        yield "5.2", said
        yield "5.1", "no unit moves further than its movement allowance"
        if terrain - begun > len(path) * HALF:
            yield "5.4", "some of it for terrain"
    others = state.stacks.get(at, 0) & ~(1 << unit) & ~foes
    if others:
        yield "5.3", f"{name} cannot end its movement with {rules.force.keys[next(bits(others))]} in {grid.name(at)}"


def entry_breaches(rules: FmRules, state: FmState, unit: int, way: tuple[int, ...], side: int) -> Iterator[Breach]:
    """Every paragraph that an entry breaks."""
    name = rules.force.keys[unit]
    if rules.force.side[unit] != side:
        yield "5.2", f"{name} is not a unit of the active player"
    if state.where[unit] != WAITING or unit not in rules.arrival_turn:
        yield "3.0", f"{name} is no reinforcement waiting to enter"
        return
    if rules.arrival_turn[unit] > state.turn:
        yield "3.0", f"{name} arrives in turn {rules.arrival_turn[unit]}"
    h = way[0]
    if h == NOWHERE:
        yield "3.0", f"{name} enters at one of its entry hexes"
        return
    yield from may_enter_at(rules, state, unit, h)
    if rules.ground.sea[h] and len(way) > 1:
        yield "5.2", f"{name} arrives at sea and lands in a later phase"
        return
    cost = rules.ground.arrival_cost(h, kind_of(rules, unit))
    yield from way_breaches(rules, state, unit, h, way[1:], max(cost, 1))


def way_cost(rules: FmRules, state: FmState, unit: int, start: int, way: tuple[int, ...], spent: int = 0) -> int:
    """Half movement points of a legal way."""
    enemy = zone(rules, state, 1 - rules.force.side[unit])
    at, total = start, spent
    for number, h in enumerate(way):
        cost = rules.ground.step_cost(at, h, kind_of(rules, unit))
        total += toll(rules, unit, at, h, enemy, first=number == 0 and spent == 0, cost=cost) or 0
        at = h
    return total
