"""Chapter 30: where railways run, work and end, and what they feed (switch ``railroads``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.systems.sun_never_sets.base import sieges
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.ground import Ground
from engine.systems.sun_never_sets.base.state import SnsState

_NONE: Final[frozenset[int]] = frozenset()


def begin_segment(field: SnsField, state: SnsState, side: int) -> None:
    """A movement segment begins: nobody has built, and a railhead may come to where a railroad engineer is
    (afghan:6.8)."""
    if not field.on("railroads"):
        return
    state.extras = replace(state.extras, worked=0)
    if side != field.empire or state.extras.railheads:
        return
    builders = field.roster.railwaymen & field.roster.of_side[side]
    there = {state.where[u] for u in bits(builders)} & set(field.hexes_of(tuple(field.special.railhead_with_engineer)))
    state.extras = replace(state.extras, railheads=frozenset(there))


# -- where they run ---------------------------------------------------------------------------------------------------


def finished(field: SnsField, state: SnsState) -> frozenset[int]:
    """The hexsides over which a finished railway runs: those of the map, and those laid in play (30.2)."""
    return field.ground.rails | state.extras.laid


def potential(ground: Ground, hexes: Collection[int]) -> frozenset[int]:
    """The hexsides between some hexes along which a railway may be laid (30.2)."""
    grid, there = ground.grid, set(hexes)
    steps = {grid.side(h, d) for h in there for d, n in enumerate(grid.ring1[h]) if n in there}
    return ground.rails_planned & steps


def on_line(field: SnsField, state: SnsState, h: int) -> bool:
    """Whether a hex has a finished railway, or a railhead, which is the end of one (30.24)."""
    if not field.on("railroads"):
        return False
    lines, sides = finished(field, state), field.grid.sides[h]
    return h in state.extras.railheads or any(
        n != NOWHERE and sides[d] in lines for d, n in enumerate(field.grid.ring1[h])
    )


def planned(field: SnsField, h: int) -> bool:
    """Whether a potential railway is drawn through a hex (30.2)."""
    return any(
        n != NOWHERE and field.grid.side(h, d) in field.ground.rails_planned for d, n in enumerate(field.grid.ring1[h])
    )


def works(field: SnsField, state: SnsState, h: int) -> bool:
    """Whether the railway of a hex can be used: not cut, and no enemy of the British there (30.11, 30.12)."""
    return h not in state.extras.cuts and not state.stacks.get(h, 0) & field.roster.of_side[field.native]


def along(
    field: SnsField, state: SnsState, starts: Iterable[int], stops: Callable[[int], bool] = lambda h: False
) -> dict[int, int]:
    """Every hex that a working line leads to from some hexes, each with the hex before it; those of ``stops`` are
    reached and not passed, unless the line begins there."""
    lines, sides = finished(field, state), field.grid.sides
    came = {h: NOWHERE for h in starts if on_line(field, state, h) and works(field, state, h)}
    edge = list(came)
    while edge:
        h = edge.pop(0)
        if stops(h) and came[h] != NOWHERE:
            continue
        for d, n in enumerate(field.grid.ring1[h]):
            if n != NOWHERE and n not in came and sides[h][d] in lines and works(field, state, n):
                came[n] = h
                edge.append(n)
    return came


def path(came: dict[int, int], h: int) -> tuple[int, ...]:
    """The line to a hex out of what `along` gave, without its first hex."""
    found: list[int] = []
    while came[h] != NOWHERE:
        found.append(h)
        h = came[h]
    return tuple(reversed(found))


def origins(field: SnsField, state: SnsState) -> list[int]:
    """The hexes that railways must run back to: lines of communication, and fortresses that the British hold and nobody
    besieges, ports among them (12.71, 30.22, 30.5)."""
    side = field.empire
    held = [
        h
        for h in state.stacks
        if field.ground.fortress[h] and field.units_at(state, h, side) and not sieges.besieged(field, state, h, side)
    ]
    return sorted({*field.communication_of(state, side), *held})


def connected(field: SnsField, state: SnsState, h: int) -> bool:
    """Whether a working line leads from a hex back to an origin (30.22)."""
    return not {*origins(field, state)}.isdisjoint(along(field, state, [h]))


def feeding(field: SnsField, state: SnsState) -> frozenset[int]:
    """The hexes of railways that supply the British: a line without cut, enemy, enemy zone where no friend stands, or
    besieged fortress leads back to an origin (12.7, 12.72, 30.5, 18.22)."""
    if not field.on("railroads"):
        return _NONE
    zone, own = field.zones.of(state, field.native), field.roster.of_side[field.empire]

    def barred(h: int) -> bool:
        if not state.stacks.get(h, 0) & own:
            return bool(zone[h])
        return sieges.besieged(field, state, h, field.empire)

    begun = [h for h in origins(field, state) if not barred(h)]
    return frozenset(h for h in along(field, state, begun, barred) if not barred(h))


def wired(field: SnsField, state: SnsState, h: int) -> frozenset[int]:
    """The hexes that a telegraph joins with a hex: along unbroken finished railway, zones or not (31.1, 31.12)."""
    return frozenset(along(field, state, [h])) - {h}
