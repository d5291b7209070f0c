"""Chapter 28: fleets (switch ``fleets``): what they do for ports and for who is with them."""

from __future__ import annotations

from engine.mechanics.bits import bits
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState


def in_play(field: SnsField, state: SnsState, side: int) -> int:
    """The fleets of a side that are on the map; none where their chapter is not played."""
    if not field.on("fleets"):
        return 0
    found = 0
    for u in bits(field.roster.fleets & field.roster.of_side[side]):
        found |= 1 << u if state.where[u] >= 0 else 0
    return found


def serves(field: SnsField, state: SnsState, h: int, side: int) -> bool:
    """Whether the sea stays open to a fortress of a side however it is besieged: it lies on the coast, and the side has
    a fleet on the map, wherever that is (18.7). It is supplied then (18.71), and units land there (18.72)."""
    return field.ground.fortress[h] and field.ground.coastal[h] and bool(in_play(field, state, side))


def feeds(field: SnsField, state: SnsState, h: int, side: int) -> bool:
    """Whether a fleet of a side lies in a hex: who is there needs no supply, embarked or ashore (12.21)."""
    return bool(field.units_at(state, h, side) & in_play(field, state, side))
