"""Paragraphs 27.4 and 27.11 as the state keeps them: who is aboard of what, and at which hexside a boat lies."""

from __future__ import annotations

from dataclasses import replace

from engine.hexes.board.grid import NOWHERE
from engine.systems.sun_never_sets.base.state import SnsState


def carriers(state: SnsState, unit: int) -> int:
    """The mask of the boats or fleets that carry a unit that is aboard; KeyError for any other."""
    return dict(state.extras.loads)[unit]


def passengers(state: SnsState, carrier: int) -> list[int]:
    """The units that a boat or fleet carries, alone or with others (27.46)."""
    return sorted(unit for unit, mask in state.extras.loads if mask >> carrier & 1)


def convoy(state: SnsState, mask: int) -> int:
    """Some boats with those that carry a unit together with them: they go together (27.46)."""
    found = mask
    for _, carriers in sorted(state.extras.loads, key=lambda pair: pair[1].bit_count()):
        found |= carriers if carriers & found else 0
    return found if found == mask else convoy(state, found)


def load(state: SnsState, unit: int, mask: int) -> None:
    """A unit goes aboard of some boats or fleets, and out of its column (27.47)."""
    loads = frozenset({**dict(state.extras.loads), unit: mask}.items())
    state.extras = replace(state.extras, aboard=state.extras.aboard | 1 << unit, loads=loads)
    state.column[unit] = 0
    state.zones = [None, None]


def unload(state: SnsState, unit: int) -> None:
    """A unit is aboard no longer."""
    if state.extras.aboard >> unit & 1:
        loads = frozenset(pair for pair in state.extras.loads if pair[0] != unit)
        state.extras = replace(state.extras, aboard=state.extras.aboard & ~(1 << unit), loads=loads)
        state.zones = [None, None]


def moor(state: SnsState, boat: int, side: int) -> None:
    """A boat lies at a hexside from now on; NOWHERE for one that has left the map (27.11)."""
    banks = {**dict(state.extras.banks), boat: side}
    if side == NOWHERE:
        del banks[boat]
    state.extras = replace(state.extras, banks=frozenset(banks.items()))


def follow(state: SnsState, unit: int, h: int) -> list[int]:
    """A unit has come into a hex, or off the map: what it carries comes with it. Gives those who do.

    A passenger that has come elsewhere by itself is aboard no longer.
    """
    if state.extras.aboard >> unit & 1:
        if not any(carriers(state, unit) >> boat & 1 and at == h for boat, at in enumerate(state.where)):
            unload(state, unit)
        return []
    found = passengers(state, unit) if state.extras.loads else []
    if h < 0 and unit in dict(state.extras.banks):
        moor(state, unit, NOWHERE)
    return found
