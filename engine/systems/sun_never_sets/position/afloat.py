"""Chapters 27 and 28 in a position: where boats lie, where they and fleets may go, and what they have room for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.systems.sun_never_sets.base import cargo
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState

Berth = tuple[int, int]
"""Where a boat may go: a hexside, and the hex beside it that it is in then (27.11). For a fleet the hex twice."""


def playing(field: SnsField, unit: int) -> bool:
    """Whether the chapter of a boat or fleet is played; a land unit has none."""
    bit = 1 << unit
    if bit & field.roster.boats:
        return field.on("rivers")
    return not bit & field.roster.fleets or field.on("fleets")


def ashore(field: SnsField, state: SnsState, mask: int) -> int:
    """Those of some units that are neither boats nor fleets nor aboard of any."""
    return mask & ~(field.roster.afloat | state.extras.aboard)


def lies(field: SnsField, state: SnsState, boat: int) -> int:
    """The hexside that a boat lies on: the one it said, else the first of its hex; NOWHERE where there is none
    (27.11)."""
    shores = field.waters.shores.get(state.where[boat], ())
    told = dict(state.extras.banks).get(boat, NOWHERE)
    return told if told in shores else next(iter(shores), NOWHERE)


def may_lie(field: SnsField, unit: int, h: int) -> bool:
    """Whether a unit may be put into a hex as far as water goes: a boat beside its hexsides, a fleet at sea or on the
    coast, a land unit on land (27.1, 28.1, 6.34)."""
    bit = 1 << unit
    if bit & field.roster.boats:
        return h in field.waters.shores
    if bit & field.roster.fleets:
        return field.waters.sails(h)
    return not field.ground.closed[h]


# -- where they go --------------------------------------------------------------------------------------------------


def enemy_fortress(field: SnsField, state: SnsState, h: int, side: int) -> bool:
    """Whether the enemy of a side occupies a fortress in a hex (27.14)."""
    return field.ground.fortress[h] and bool(field.units_at(state, h, 1 - side))


def shut_sides(field: SnsField, state: SnsState, side: int) -> frozenset[int]:
    """The hexsides that boats of a side may not enter: with an enemy boat, on whichever bank, or beside an enemy fleet
    or a fortress that he occupies (27.14)."""
    found: set[int] = set()
    enemy = field.roster.of_side[1 - side]
    for u in bits(field.roster.afloat & enemy):
        h = state.where[u]
        if h >= 0 and 1 << u & field.roster.boats:
            found.add(lies(field, state, u))
        elif h >= 0:
            found |= {field.grid.side(h, d) for d in range(6)}
    for h, shores in field.waters.shores.items():
        if enemy_fortress(field, state, h, side):
            found |= set(shores)
    return frozenset(found)


def shut_hexes(field: SnsField, state: SnsState, side: int) -> frozenset[int]:
    """The hexes that fleets of a side may not enter: with an enemy boat or fleet, or a fortress that he occupies
    (27.14, 28.0)."""
    enemy = field.roster.of_side[1 - side]
    found = {state.where[u] for u in bits(field.roster.afloat & enemy) if state.where[u] >= 0}
    return frozenset(found | {h for h in state.stacks if enemy_fortress(field, state, h, side)})


def reached(
    field: SnsField, state: SnsState, side: int, mask: int, near: frozenset[int] | None = None
) -> frozenset[int]:
    """The hexsides that all boats of a mask may come to, or the hexes that all fleets may, whether or not they may
    stop there (27.1, 28.1); see `open_berths` for ``near``."""
    fleet = bool(mask & field.roster.fleets)
    shut = shut_hexes(field, state, side) if fleet else shut_sides(field, state, side)
    found: frozenset[int] | None = None
    for u in bits(mask):
        at = state.where[u] if fleet else lies(field, state, u)
        leads = field.waters.voyage if fleet else field.waters.reach
        here = leads(at, shut, near) if at != NOWHERE else frozenset()
        found = here if found is None else found & here
    return found or frozenset()


def open_berths(
    field: SnsField, state: SnsState, side: int, mask: int, near: frozenset[int] | None = None
) -> list[Berth]:
    """Where all boats, or all fleets, of a mask may go and stop: no enemy is in the hex (27.1, 27.13, 28.1).

    ``near`` are the hexes beside which they have to keep; None for as far as they like.
    """
    fleet, enemy = mask & field.roster.fleets, field.roster.of_side[1 - side]
    return sorted(
        (one, h)
        for one in reached(field, state, side, mask, near)
        for h in ((one,) if fleet else field.waters.banks[one])
        if not state.stacks.get(h, 0) & enemy and h not in field.closed[side] and (near is None or h in near)
    )


def stays(field: SnsField, state: SnsState, mask: int, berth: Berth) -> bool:
    """Whether a boat or fleet would stay where it is."""
    side, h = berth
    return all(
        state.where[u] == h and (1 << u & field.roster.fleets or lies(field, state, u) == side) for u in bits(mask)
    )


def bring(field: SnsField, state: SnsState, mask: int, berth: Berth) -> None:
    """Boats or fleets, and who is aboard, come to a berth."""
    side, h = berth
    for u in bits(mask):
        field.put(state, u, h)
        if 1 << u & field.roster.boats:
            cargo.moor(state, u, side)


# -- what they have room for ----------------------------------------------------------------------------------------


def weight(field: SnsField, unit: int) -> int:
    """The factors that a unit takes up aboard: its strength, twice that of cavalry, four for supply units and
    civilians, none for headquarters (27.41 to 27.44)."""
    table, kind = field.tables.carriage, field.roster.type[unit]
    if kind in table.counts:
        return table.counts[kind]
    return field.roster.strength[unit] * table.weight.get(kind, 1)


def room(field: SnsField, carrier: int) -> int:
    """The factors that a boat or fleet has room for (27.41)."""
    return field.tables.carriage.factors.get(field.roster.type[carrier], 0)


def holds(field: SnsField, loads: dict[int, int]) -> bool:
    """Whether carriers have room for loads, each a unit with the mask of those that carry it together: no set of them
    carries more, by itself, than it has room for (27.41, 27.46)."""
    fleet = sorted({boat for mask in loads.values() for boat in bits(mask)})
    for number in range(1, len(fleet) + 1):
        for some in combinations(fleet, number):
            whole = mask_of(some)
            taken = sum(weight(field, unit) for unit, mask in loads.items() if not mask & ~whole)
            if taken > sum(room(field, boat) for boat in some):
                return False
    return True


def fits(field: SnsField, state: SnsState, unit: int, carriers: int) -> bool:
    """Whether a unit finds room aboard of some boats or fleets beside what they carry (27.41, 27.46)."""
    return holds(field, {**dict(state.extras.loads), unit: carriers})


def berth_fields(field: SnsField, state: SnsState) -> Iterator[tuple[str, dict[str, object]]]:
    """What there is to tell of units on the water beside their hex: ``along`` which hexside a boat lies, ``aboard`` of
    which boats or fleet a unit is."""
    keys = field.roster.keys
    for u in bits(field.roster.boats):
        side = lies(field, state, u) if state.where[u] >= 0 else NOWHERE
        if side != NOWHERE:
            yield keys[u], {"along": field.grid.side_name(side)}
    for u, carriers in sorted(state.extras.loads):
        yield keys[u], {"aboard": field.keys_of(carriers)}


def defects(field: SnsField, state: SnsState) -> Iterator[str]:
    """What must never be true: passengers elsewhere than their boats or without one, boats ashore, too much aboard."""
    names, loads = field.roster.names, dict(state.extras.loads)
    if mask_of(loads) != state.extras.aboard:
        yield "the units aboard are not those that are carried"
    for unit, mask in loads.items():
        if not mask or any(state.where[boat] != state.where[unit] for boat in bits(mask)) or state.where[unit] < 0:
            yield f"{names[unit]} is not where it is carried"
        if state.column[unit]:
            yield f"{names[unit]} is aboard and in a column"
    if not holds(field, loads):
        yield "there are more units aboard than there is room for"
    for u in bits(field.roster.afloat):
        if state.where[u] >= 0 and not may_lie(field, u, state.where[u]):
            yield f"{names[u]} is on dry land"
