"""Chapter 5: reinforcements."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from engine.board.grid import NOWHERE
from engine.mechanics.hexstate import WAITING
from engine.mechanics.movement import Reach, Steps, reach, wander
from engine.mechanics.procedure import Breach
from engine.mechanics.ways import Legs, plain, through
from engine.play import Action
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.ground import HALF
from engine.systems.twilights_last_gleaming.moving import (
    allowance,
    closed_to,
    occupied,
    onward,
    roads_open,
    stopped,
    way_breaches,
    zone,
)
from engine.systems.twilights_last_gleaming.state import TlgState

_STAYS: Final = 0.1
"""Of random entries so many end in the entry hex."""


def due(field: TlgField, state: TlgState, side: int) -> list[int]:
    """The reinforcements that may enter: their turn has come, now or earlier (5.2)."""
    where = state.where
    return [
        u
        for u in field.arriving[side]
        if where[u] == WAITING and field.arrival_turn[u] <= state.turn and not state.moved >> u & 1
    ]


def blocked(field: TlgField, state: TlgState, side: int, h: int) -> bool:
    """Whether an entry hex is blocked: an enemy in it, or an enemy zone of control (5.3)."""
    return bool(zone(field, state, 1 - side)[h] or state.stacks.get(h, 0) & field.roster.of_side[1 - side])


def entry_hexes(field: TlgField, state: TlgState, unit: int) -> tuple[int, ...]:
    """The hexes where a unit may come on now: its own, or the nearest unblocked ones while that is blocked.

    Once one unit of a column has used a substitute, the whole column uses it (5.3).
    """
    side = field.roster.side[unit]
    own = field.entries[unit][0]
    for designated, used, _ in state.columns:
        if designated == own:
            return (used,)
    if not blocked(field, state, side, own):
        return (own,)
    grid, ground = field.ground.grid, field.ground
    best = grid.size
    nearest: list[int] = []
    for h in field.edge_hexes:
        if ground.playable[h] and not blocked(field, state, side, h):
            distance = grid.distance(own, h)
            if distance < best:
                best, nearest = distance, []
            if distance == best:
                nearest.append(h)
    return tuple(nearest)


def entry_cost(field: TlgField, state: TlgState, unit: int, h: int) -> int:
    """Half movement points to come on at ``h``, each unit paying for its place in the chain off the map (5.3)."""
    ground = field.ground
    own = field.entries[unit][0]
    before = next((count for designated, _, count in state.columns if designated == own), 0)
    kind = field.roster.kind[unit]
    if h == own and ground.road_hex[h]:
        rate = ground.road_cost() if roads_open(field, state, unit) else ground.clear_cost(kind)
        return rate * (before + 1)
    cost = ground.entry_cost(h, kind) + ground.clear_cost(kind) * before
    # The first of a column may always take the one hex (4.8); those behind it are still on the way.
    return min(cost, allowance(field, state, unit)) if before == 0 else cost


def reach_from(field: TlgField, state: TlgState, unit: int, h: int) -> Reach:
    """Where a unit may get when it comes on at ``h``; empty ``cost`` when it cannot come on there."""
    cost = entry_cost(field, state, unit, h)
    budget = allowance(field, state, unit)
    closed = closed_to(field, state, unit)
    if cost > budget or h in closed:
        return Reach(h, {}, {})
    stops = zone(field, state, 1 - field.roster.side[unit])
    if stops[h]:
        return Reach(h, {h: cost}, {})
    return reach(h, _steps(field, state, unit), budget, closed, stops, cost)


def _steps(field: TlgField, state: TlgState, unit: int) -> Steps:
    return field.steps[field.roster.kind[unit], roads_open(field, state, unit)]


def legal_way(field: TlgField, state: TlgState, unit: int, entry: int, given: list[int]) -> Legs | None:
    """A legal way for a reinforcement from its entry hex through given hexes in order; None without any."""
    if unit not in field.entries or zone(field, state, 1 - field.roster.side[unit])[entry]:
        return None
    cost = entry_cost(field, state, unit, entry)
    if not any(way_breaches(field, state, unit, entry, tuple(given), cost)):
        return plain(given)
    return through(entry, given, onward(field, state, unit), allowance(field, state, unit), cost)


def actions(field: TlgField, state: TlgState, side: int) -> Iterator[Action]:
    """One entry for each unit due, each entry hex and each hex it can get to from there."""
    for unit in due(field, state, side):
        ways = []
        for h in entry_hexes(field, state, unit):
            found = reach_from(field, state, unit, h)
            ways += [(h, *found.path(goal)) for goal in found.cost]
        for way in sorted(ways):
            yield Action("enter", (unit, *way))


def sample(field: TlgField, state: TlgState, side: int, random: Random) -> Action | None:
    """A random entry of a random unit, or None when nobody can enter."""
    units = due(field, state, side)
    while units:
        unit = units.pop(int(random.random() * len(units)))
        hexes = list(entry_hexes(field, state, unit))
        budget, closed = allowance(field, state, unit), closed_to(field, state, unit)
        stops = zone(field, state, 1 - side)
        while hexes:
            h = hexes.pop(int(random.random() * len(hexes)))
            cost = entry_cost(field, state, unit, h)
            if cost <= budget and h not in closed:
                steps = _steps(field, state, unit)
                stays = stops[h] or random.random() < _STAYS
                way = [] if stays else wander(h, steps, budget, random, closed, stops, cost)
                return Action("enter", (unit, h, *way))
    return None


def enter(field: TlgField, state: TlgState, unit: int, h: int) -> None:
    """Note that a unit came on at ``h``: the next of its column pays more."""
    own = field.entries[unit][0]
    for index, (designated, used, count) in enumerate(state.columns):
        if designated == own:
            columns = list(state.columns)
            columns[index] = (designated, used, count + 1)
            state.columns = tuple(columns)
            return
    state.columns = (*state.columns, (own, h, 1))


def routed(field: TlgField, state: TlgState, unit: int, entry: int, given: list[int]) -> Legs:
    """The way of an entry behind its entry hex, made whole."""
    steps = field.steps[field.roster.kind[unit], True]
    return field.whole_way(entry, given, steps, lambda: legal_way(field, state, unit, entry, given))


def breaches(field: TlgField, state: TlgState, unit: int, way: tuple[int, ...], side: int) -> Iterator[Breach]:
    """Every paragraph that an entry breaks."""
    name = field.roster.keys[unit]
    grid = field.ground.grid
    if field.roster.side[unit] != side:
        yield "5.2", f"{name} is not a unit of the side whose player turn it is"
        yield "3.2", "each side brings on its reinforcements in its own player turn"
    if state.where[unit] != WAITING or unit not in field.arrival_turn:
        yield "5.1", f"{name} is no reinforcement waiting to enter"
        return
    if field.arrival_turn[unit] > state.turn:
        yield "5.2", f"{name} arrives in turn {field.arrival_turn[unit]}, never earlier"
    h = way[0]
    if h == NOWHERE:
        yield "5.3", f"{name} must enter at {grid.name(field.entries[unit][0])}"
        return
    allowed = entry_hexes(field, state, unit)
    if h not in allowed:
        yield "5.3", _wrong_entry(field, state, unit, h, allowed)
    yield from occupied(field, state, unit, h)
    cost = entry_cost(field, state, unit, h)
    budget = allowance(field, state, unit)
    if cost > budget:
        yield (
            "5.3",
            f"{name} would pay {cost / HALF:g} movement points for its place in the column and has {budget / HALF:g}",
        )
        yield "4.6", f"{name} has {budget / HALF:g} movement points this turn"
    elif len(way) > 1:
        if zone(field, state, 1 - field.roster.side[unit])[h]:
            yield from stopped(name, grid.name(h))
        yield from way_breaches(field, state, unit, h, way[1:], cost)


def _wrong_entry(field: TlgField, state: TlgState, unit: int, h: int, allowed: tuple[int, ...]) -> str:
    grid, own = field.ground.grid, field.entries[unit][0]
    names = " or ".join(grid.name(n) for n in allowed)
    if h == own:
        return f"the entry hex {grid.name(own)} is blocked; this column may use {names or 'no hex'}"
    return f"{field.roster.keys[unit]} must enter at {names or 'no hex'}, not at {grid.name(h)}"
