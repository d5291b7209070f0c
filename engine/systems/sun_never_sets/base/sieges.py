"""Chapter 18: sieges of fortresses (switch ``sieges``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.procedure import Breach
from engine.play import Step
from engine.systems.sun_never_sets.base import fleets, passage
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState

BESIEGE: Final = "besiege"


def besieged(field: SnsField, state: SnsState, h: int, side: int) -> bool:
    """Whether the units of a side in a hex are a besieged garrison (18.1)."""
    sieges = state.extras.sieges
    return bool(sieges) and any(fortress == h for _, fortress in sieges) and bool(field.units_at(state, h, side))


def besiegers(state: SnsState, fortress: int) -> list[int]:
    """The hexes from which a fortress is besieged (18.3)."""
    return sorted(origin for origin, target in state.extras.sieges if target == fortress)


# -- laying siege ---------------------------------------------------------------------------------------------------


def pairs(field: SnsField, state: SnsState, side: int) -> list[tuple[int, int]]:
    """The (fortress, besiegers' hex) pairs of the sieges that a side may lay at the end of its movement segment."""
    if not field.on("sieges"):
        return []
    units = field.roster.combat & field.roster.of_side[side] & ~field.roster.afloat
    hexes = {state.where[u] for u in bits(units) if state.where[u] >= 0}
    found = ((n, h) for h in hexes for n in field.ground.open[h] if field.ground.fortress[n])
    return sorted((n, h) for n, h in found if not [*breaches(field, state, side, n, h)])


def breaches(field: SnsField, state: SnsState, side: int, fortress: int, origin: int) -> Iterator[Breach]:
    """Every paragraph that a siege breaks, at the end of the movement segment of its side."""
    name = field.place(fortress)
    if not field.on("sieges"):
        yield "18.0", "sieges are not played in this scenario"
        return
    if NOWHERE in (fortress, origin) or fortress not in field.ground.open[origin]:
        yield "18.1", f"{name} is not next to {field.place(origin)}"
        return
    if not field.ground.fortress[fortress]:
        yield "18.5", f"there is no fortress in {name}"
    elif not field.units_at(state, fortress, 1 - side):
        yield "18.1", f"no enemy holds {name}"
    if fortress in field.closed[side]:
        yield "asante:6.3", f"{name} is closed to the {field.side_name(side)}"
    here = field.units_at(state, origin, side) & field.roster.combat & ~field.roster.afloat
    if not here:
        yield "18.1", f"no unit with combat strength is in {field.place(origin)}"
    elif not here & ~state.extras.gone:
        yield "18.1", f"no unit has stayed in {field.place(origin)} for the whole segment"
    if (origin, fortress) in state.extras.sieges:
        yield "18.1", f"{name} is already besieged from {field.place(origin)}"


def lay(field: SnsField, state: SnsState, side: int, fortress: int, origin: int, step: Step) -> None:
    """A siege begins: the garrison has no zone of control any more (9.23)."""
    state.extras = replace(state.extras, sieges=state.extras.sieges | {(origin, fortress)})
    state.zones = [None, None]
    told = {"at": field.grid.name(fortress), "from": field.grid.name(origin)}
    step.say("siege", field.cite("18.1"), side=field.sides[side], **told)


# -- what it does -----------------------------------------------------------------------------------------------------


def sealed(field: SnsField, state: SnsState, side: int, h: int, mask: int) -> bool:
    """Whether some units of a side may neither enter nor leave a hex over land, for its garrison is besieged (18.21),
    and they have no safe conduct (25.24)."""
    return besieged(field, state, h, side) and not passage.safe(field, state, side, mask)


def shut_in(field: SnsField, state: SnsState, side: int, h: int, mask: int) -> bool:
    """Whether a siege keeps units of a side from leaving the map from a hex: the coast is open to them (18.21)."""
    return sealed(field, state, side, h, mask) and not field.ground.coastal[h]


def relieved(field: SnsField, state: SnsState, h: int, side: int) -> bool:
    """Whether a besieged fortress takes no more arrivals this turn: one, unless they come by sea (18.6, 18.72)."""
    return h in state.extras.relieved and besieged(field, state, h, side) and not fleets.serves(field, state, h, side)


def relieve(field: SnsField, state: SnsState, h: int, side: int) -> None:
    """A unit has been placed in a hex, which may be a besieged fortress (18.6)."""
    if besieged(field, state, h, side):
        state.extras = replace(state.extras, relieved=state.extras.relieved | {h})
