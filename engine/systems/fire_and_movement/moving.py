"""Chapters 5 and 6: movement, zones of control, and reinforcements (3.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engine.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.hexstate import WAITING
from engine.mechanics.movement import Reach, reach, reach_with_toll, wander
from engine.mechanics.procedure import Breach
from engine.mechanics.ways import Legs, Onward, plain, through
from engine.play import Action
from engine.systems.fire_and_movement.field import FmField
from engine.systems.fire_and_movement.ground import HALF, LEG, MOBILE
from engine.systems.fire_and_movement.state import FmState


def zone(field: FmField, state: FmState, side: int) -> bytearray:
    """The zone of control of a side: 1 for each hex that one of its units controls (6.0).

    It extends into every terrain and across every hexside; other units never cancel it.
    """
    known = state.zones[side]
    if known is None:
        known = bytearray(field.ground.size)
        near, where, silent = field.ground.near, state.where, field.roster.no_zoc
        for u in field.roster.side_units[side]:
            h = where[u]
            if h >= 0 and not silent >> u & 1:
                for n in near[h]:
                    known[n] = 1
        for h in field.ground.no_zone_into:
            known[h] = 0
        state.zones[side] = known
    return known


def kind_of(field: FmField, unit: int) -> str:
    """Leg or mobile (2.3.2)."""
    return MOBILE if field.roster.mobile >> unit & 1 else LEG


def allowance(field: FmField, unit: int) -> int:
    """A unit's movement allowance in half movement points (2.3.2)."""
    return field.roster.movement[unit] * HALF


def toll(field: FmField, unit: int, a: int, b: int, enemy: bytearray, *, first: bool, cost: int) -> int | None:
    """What a step costs with enemy zones of control, in half points; None when it is not allowed (6.1)."""
    if not enemy[b]:
        return cost
    commando = field.roster.commando >> unit & 1
    if enemy[a] and not commando and (a, b) in field.ground.guarded:
        return None
    if commando:
        return cost
    if field.roster.mobile >> unit & 1:
        return cost + field.roster.movement[unit] // 2 * HALF
    if enemy[a] and first:
        # A leg unit goes from zone to zone by spending all it has, if it could pay for the terrain at all.
        whole = allowance(field, unit)
        return whole if cost <= whole else None
    return cost


def _stops(field: FmField, unit: int, h: int, enemy: bytearray) -> bool:
    """Leg units stop in the first hex they enter in an enemy zone of control (6.1)."""
    return bool(enemy[h]) and not field.roster.mobile >> unit & 1


def reach_of(field: FmField, state: FmState, unit: int, start: int, spent: int = 0) -> Reach:
    """Where a unit can get from ``start``, with costs in half movement points.

    Friends may be passed, so that hexes in ``cost`` may hold one: `endings` leaves those out.
    """
    enemy = zone(field, state, 1 - field.roster.side[unit])
    steps, budget, foes = field.steps[kind_of(field, unit)], allowance(field, unit), _foes(field, state, unit)
    stops = None if field.roster.mobile >> unit & 1 else enemy
    if not _pays_toll(field, unit, enemy, start):
        return reach(start, steps, budget, foes, stops, spent)

    def with_toll(a: int, b: int, cost: int) -> int | None:
        return toll(field, unit, a, b, enemy, first=a == start and spent == 0, cost=cost)

    return reach_with_toll(start, steps, budget, with_toll, foes, stops, spent)


def _foes(field: FmField, state: FmState, unit: int) -> set[int]:
    """The hexes with enemy units."""
    where = state.where
    return {h for foe in field.roster.side_units[1 - field.roster.side[unit]] if (h := where[foe]) >= 0}


def _pays_toll(field: FmField, unit: int, enemy: bytearray, start: int) -> bool:
    """Whether enemy zones of control could make steps dearer for a unit, and not just stop it (6.1): they do so for
    mobile units, and for leg units that start in one; never for commandos."""
    if field.roster.commando >> unit & 1:
        return False
    return bool(field.roster.mobile >> unit & 1 or enemy[start])


def onward(field: FmField, state: FmState, unit: int, spent: int) -> Onward:
    """The steps that the rules allow a unit on its way, ``spent`` half points having been paid before it (5.2, 6.1)."""
    side = field.roster.side[unit]
    enemy = zone(field, state, 1 - side)
    foes = field.roster.of_side[1 - side]
    steps, stacks = field.steps[kind_of(field, unit)], state.stacks

    def go(h: int, first: bool) -> Iterator[tuple[int, int]]:
        if not first and _stops(field, unit, h, enemy):
            return
        for n, price in steps[h]:
            if not stacks.get(n, 0) & foes:
                paid = toll(field, unit, h, n, enemy, first=first and spent == 0, cost=price)
                if paid is not None:
                    yield n, paid

    return go


def legal_way(field: FmField, state: FmState, unit: int, start: int, given: list[int], spent: int = 0) -> Legs | None:
    """A legal way through given hexes in order: as given, else the cheapest that is legal save perhaps for a friend
    in its last hex (5.3); None without any."""
    if not any(way_breaches(field, state, unit, start, tuple(given), spent)):
        return plain(given)
    return through(start, given, onward(field, state, unit, spent), allowance(field, unit), spent)


def legal_entry(field: FmField, state: FmState, unit: int, entry: int, given: list[int]) -> Legs | None:
    """A legal way for a reinforcement from its entry hex through given hexes in order; None without any."""
    if unit not in field.entries or field.ground.sea[entry] or any(may_enter_at(field, state, unit, entry)):
        return None
    paid = max(field.ground.arrival_cost(entry, kind_of(field, unit)), 1)
    return legal_way(field, state, unit, entry, given, paid)


def endings(state: FmState, unit: int, found: Reach) -> list[int]:
    """The hexes of a reach where a unit may stop: stacking is prohibited (5.3)."""
    return [h for h in found.cost if _may_end(state, unit, h)]


def _may_end(state: FmState, unit: int, h: int) -> bool:
    return not state.stacks.get(h, 0) & ~(1 << unit) and h != state.where[unit]


def movable(field: FmField, state: FmState, side: int, mobile_phase: bool) -> list[int]:
    """The units on the map that may move in this phase (5.2, 5.5)."""
    bar = state.moved | state.spent
    wanted = field.roster.mobile if mobile_phase else -1
    return [u for u in field.roster.side_units[side] if state.where[u] >= 0 and not bar >> u & 1 and wanted >> u & 1]


def due(field: FmField, state: FmState, side: int) -> list[int]:
    """The reinforcements that may enter now; those held up may come later (3.0)."""
    return [u for u in field.arriving[side] if state.where[u] == WAITING and field.arrival_turn[u] <= state.turn]


def may_enter_at(field: FmField, state: FmState, unit: int, h: int) -> Iterator[Breach]:
    """Why a unit may not come onto the map at a hex."""
    side = field.roster.side[unit]
    name = field.grid.name(h)
    if h not in field.entries[unit]:
        yield "3.0", f"{field.roster.keys[unit]} does not enter at {name}"
    if field.ground.sea[h]:
        if not field.roster.seaborne >> unit & 1:
            yield "5.2", f"{name} is an all-sea hex and {field.roster.keys[unit]} is not seaborne"
    elif zone(field, state, 1 - side)[h]:
        yield "3.0", f"{name} is in an enemy zone of control; enter elsewhere or later"
    if state.stacks.get(h, 0) & field.roster.of_side[1 - side]:
        yield "5.2", f"{name} is occupied by the enemy"


def entry_reach(field: FmField, state: FmState, unit: int, h: int) -> Reach:
    """Where a unit can get when it comes on at ``h``; empty ``cost`` when it cannot."""
    if any(may_enter_at(field, state, unit, h)):
        return Reach(h, {}, {})
    cost = field.ground.arrival_cost(h, kind_of(field, unit))
    if cost > allowance(field, unit):
        return Reach(h, {}, {})
    if field.ground.sea[h]:
        return Reach(h, {h: 0}, {})
    return reach_of(field, state, unit, h, max(cost, 1))


def actions(field: FmField, state: FmState, side: int, mobile_phase: bool) -> Iterator[Action]:
    """Entries, then one move for each unit and each hex it can stop in, by the cheapest way."""
    if not mobile_phase:
        for unit in due(field, state, side):
            ways = []
            for h in field.entries[unit]:
                found = entry_reach(field, state, unit, h)
                ways += [(h, *found.path(goal)) for goal in endings(state, unit, found)]
            for way in sorted(ways):
                yield Action("enter", (unit, *way))
    for unit in movable(field, state, side, mobile_phase):
        found = reach_of(field, state, unit, state.where[unit])
        for path in sorted(found.path(h) for h in endings(state, unit, found)):
            yield Action("move", (unit, *path))


def sample(field: FmField, state: FmState, side: int, mobile_phase: bool, random: Random) -> Action | None:
    """A random entry or move, or None when there is none."""
    if not mobile_phase and random.random() < 0.3:
        entry = _sample_entry(field, state, side, random)
        if entry is not None:
            return entry
    units = movable(field, state, side, mobile_phase)
    while units:
        unit = units.pop(int(random.random() * len(units)))
        way = _random_way(field, state, unit, random)
        if way:
            return Action("move", (unit, *way))
    return None if mobile_phase else _sample_entry(field, state, side, random)


def _random_way(field: FmField, state: FmState, unit: int, random: Random) -> Sequence[int]:
    """A way that a unit may move now; empty when there is none."""
    start = state.where[unit]
    enemy = zone(field, state, 1 - field.roster.side[unit])
    if not _pays_toll(field, unit, enemy, start):
        steps, stops = field.steps[kind_of(field, unit)], None if field.roster.mobile >> unit & 1 else enemy
        way = wander(start, steps, allowance(field, unit), random, _foes(field, state, unit), stops)
        while way and not _may_end(state, unit, way[-1]):
            way.pop()
        if way:
            return way
    found = reach_of(field, state, unit, start)
    goals = endings(state, unit, found)
    return found.path(goals[int(random.random() * len(goals))]) if goals else ()


def _sample_entry(field: FmField, state: FmState, side: int, random: Random) -> Action | None:
    units = due(field, state, side)
    random.shuffle(units)
    for unit in units:
        hexes = list(field.entries[unit])
        random.shuffle(hexes)
        for h in hexes:
            found = entry_reach(field, state, unit, h)
            goals = endings(state, unit, found)
            if goals:
                return Action("enter", (unit, h, *found.path(random.choice(goals))))
    return None


def routed(field: FmField, state: FmState, unit: int, given: list[int]) -> Legs:
    """A way given by some of its hexes, made whole: the cheapest legal way through them where there is one."""
    at, steps = state.where[unit], field.steps[kind_of(field, unit)]
    return field.whole_way(at, given, steps, lambda: legal_way(field, state, unit, at, given))


def routed_entry(field: FmField, state: FmState, unit: int, entry: int, given: list[int]) -> Legs:
    """The way of an entry behind its entry hex, made whole."""
    steps = field.steps[kind_of(field, unit)]
    return field.whole_way(entry, given, steps, lambda: legal_entry(field, state, unit, entry, given))


# -- why a move is illegal ------------------------------------------------------------------------------------


def breaches(
    field: FmField, state: FmState, unit: int, path: tuple[int, ...], side: int, mobile_phase: bool
) -> Iterator[Breach]:
    """Every paragraph that a move breaks."""
    name = field.roster.keys[unit]
    if field.roster.side[unit] != side:
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
    if mobile_phase and not field.roster.mobile >> unit & 1:
        yield "5.5", f"{name} is a leg unit and cannot move in the mobile movement phase"
        yield "4.1", "only mobile units move in the mobile movement phase"
    yield from way_breaches(field, state, unit, start, path, 0)


def way_breaches(
    field: FmField, state: FmState, unit: int, start: int, path: tuple[int, ...], spent: int
) -> Iterator[Breach]:
    """What is wrong with a way from ``start``, ``spent`` half points having been paid."""
    grid, ground = field.grid, field.ground
    name, side = field.roster.keys[unit], field.roster.side[unit]
    enemy = zone(field, state, 1 - side)
    foes = field.roster.of_side[1 - side]
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
        if number and _stops(field, unit, at, enemy):
            yield "6.1", f"{name} is a leg unit and must stop in {grid.name(at)}, in an enemy zone of control"
        cost = ground.step_cost(at, h, kind_of(field, unit))
        paid = toll(field, unit, at, h, enemy, first=number == 0 and begun == 0, cost=cost)
        if paid is None:
            yield "6.1", f"{name} may not go from one enemy zone of control to another into {grid.name(h)}"
            return
        spent += paid
        terrain += cost
        at = h
    if spent > allowance(field, unit):
        said = f"this costs {name} {spent / HALF:g} movement points of {field.roster.movement[unit]}"
        if spent > terrain:
            yield "6.1", f"{said}, {(spent - terrain) / HALF:g} of them for enemy zones of control"
        yield "5.2", said
        yield "5.1", "no unit moves further than its movement allowance"
        if terrain - begun > len(path) * HALF:
            yield "5.4", "some of it for terrain"
    others = state.stacks.get(at, 0) & ~(1 << unit) & ~foes
    if others:
        yield "5.3", f"{name} cannot end its movement with {field.roster.keys[next(bits(others))]} in {grid.name(at)}"


def entry_breaches(field: FmField, state: FmState, unit: int, way: tuple[int, ...], side: int) -> Iterator[Breach]:
    """Every paragraph that an entry breaks."""
    name = field.roster.keys[unit]
    if field.roster.side[unit] != side:
        yield "5.2", f"{name} is not a unit of the active player"
    if state.where[unit] != WAITING or unit not in field.arrival_turn:
        yield "3.0", f"{name} is no reinforcement waiting to enter"
        return
    if field.arrival_turn[unit] > state.turn:
        yield "3.0", f"{name} arrives in turn {field.arrival_turn[unit]}"
    h = way[0]
    if h == NOWHERE:
        yield "3.0", f"{name} enters at one of its entry hexes"
        return
    yield from may_enter_at(field, state, unit, h)
    if field.ground.sea[h] and len(way) > 1:
        yield "5.2", f"{name} arrives at sea and lands in a later phase"
        return
    cost = field.ground.arrival_cost(h, kind_of(field, unit))
    yield from way_breaches(field, state, unit, h, way[1:], max(cost, 1))


def way_cost(field: FmField, state: FmState, unit: int, start: int, way: tuple[int, ...], spent: int = 0) -> int:
    """Half movement points of a legal way."""
    enemy = zone(field, state, 1 - field.roster.side[unit])
    at, total = start, spent
    for number, h in enumerate(way):
        cost = field.ground.step_cost(at, h, kind_of(field, unit))
        total += toll(field, unit, at, h, enemy, first=number == 0 and spent == 0, cost=cost) or 0
        at = h
    return total
