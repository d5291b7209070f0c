"""Paragraphs 27.5 and 28.2: whom boats and fleets may attack, who may attack and hit them, and what they feel of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.mechanics.bits import bits, mask_of
from engine.mechanics.procedure import Breach
from engine.systems.sun_never_sets.base.counters import DEMORALIZED, MACHINE_GUNS
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.tables import Round
from engine.systems.sun_never_sets.base.volleys import RESULTS
from engine.systems.sun_never_sets.base.waters import SEA
from engine.systems.sun_never_sets.position import afloat

_SMALL: Final = (MACHINE_GUNS, "M", "R")
"""What does no harm to a fleet: machine guns, early and late, and rockets (28.2)."""


def landed(field: SnsField, state: SnsState, mask: int) -> int:
    """Those of some units that stand ashore, headquarters left out (27.545, 27.9)."""
    return afloat.ashore(field, state, mask) & ~field.roster.headquarters


def boats_alone(field: SnsField, state: SnsState, mask: int) -> bool:
    """Whether there are boats or fleets in a force, and nobody ashore but headquarters (27.9)."""
    return bool(mask & field.roster.afloat) and not landed(field, state, mask)


def striking(field: SnsField, state: SnsState, side: int, origin: int, target: int, mask: int) -> int:
    """Those of some units of a side in a hex that may attack another hex as far as ground and water go.

    Land units do so over open ground, and attack boats alone where a hexside that boats go along joins the hexes; boats
    attack across their hexside and along the water, fleets the coast; boats and fleets attack each other from next to
    them (27.5, 27.51, 28.2, 28.22). Who is aboard attacks nobody (27.545, 28.21). Land units without guns leave fleets
    at sea alone, and by an option boats and fleets everywhere (`needs_guns`).
    """
    roster, across = field.roster, target in field.ground.open[origin]
    if not (state.stacks.get(origin, 0) | state.stacks.get(target, 0)) & roster.afloat:
        return mask if across else 0
    enemy = field.units_at(state, target, 1 - side)
    land = afloat.ashore(field, state, mask)
    if needs_guns(field, state, target, enemy):
        land &= hitting(field, state, land, enemy) | roster.headquarters
    found = land if _land_reaches(field, state, origin, target, enemy) else 0
    for u in bits(mask & roster.afloat):
        if enemy & roster.afloat or _bears(field, state, u, target):
            found |= 1 << u
    return found


def needs_guns(field: SnsField, state: SnsState, target: int, enemy: int) -> bool:
    """Whether land units need guns to attack an enemy force in a hex: boats or fleets alone.

    In an all-sea hex always (28.2): 27.9, by which any land unit may attack them, speaks of river and coastal hexes
    alone. There, by an option, where it takes 27.53 and 28.2 before 27.9.
    """
    return boats_alone(field, state, enemy) and (at_sea(field, target) or field.options["boats_alone"] == "guns")


def at_sea(field: SnsField, h: int) -> bool:
    """Whether a hex is all sea."""
    return field.ground.terrain[h] == SEA


def hitting(field: SnsField, state: SnsState, mask: int, enemy: int) -> int:
    """Those of some units whose fire can hit one of an enemy force of boats and fleets (27.53, 28.2)."""
    volleys = field.gunnery.classes(state, "artillery", mask)
    return mask_of(
        u for made, units in volleys.items() if exposed(field, "artillery", made.weapon, enemy) for u in units
    )


def _land_reaches(field: SnsField, state: SnsState, origin: int, target: int, enemy: int) -> bool:
    ground = field.ground
    if target not in ground.open[origin]:
        return bool(enemy & field.roster.fleets) and at_sea(field, target)
    if landed(field, state, enemy) or not enemy & field.roster.afloat:
        return True
    return field.waters.linked(origin, target)


def _bears(field: SnsField, state: SnsState, unit: int, target: int) -> bool:
    if 1 << unit & field.roster.fleets:
        return field.ground.coastal[target]
    side = afloat.lies(field, state, unit)
    return side in field.waters.sides and field.waters.bears(side, target)


def exposed(field: SnsField, name: Round, weapon: str, mask: int) -> int:
    """Those of an enemy force that a volley can hit: boats only by guns, rockets and machine guns, fleets only by guns
    (27.53, 28.2)."""
    hidden = field.roster.afloat
    if name == "artillery":
        hidden = field.roster.fleets if weapon in _SMALL else 0
    return mask & ~hidden


Blow = tuple[Round, str, str]
"""A volley that hits: its round, its weapon, and its result."""


def proof_breaches(field: SnsField, blow: Blow, unit: int) -> Iterator[Breach]:
    """Every paragraph that keeps a volley from harming a boat or a fleet of the force that it hits."""
    name, bit = field.roster.names[unit], 1 << unit
    fired, weapon, result = blow
    fleet = bool(bit & field.roster.fleets)
    if not exposed(field, fired, weapon, bit):
        if fleet:
            yield "28.2", f"{name} is a fleet: only artillery harms it"
        if fired != "artillery":
            yield "27.53", f"{name} is afloat: rifles and melee cannot harm it"
    if not feels(field, bit, result):
        rule = ("28.32" if field.late else "28.31") if fleet else "27.542"
        yield rule, f"a result of {result} has no effect on {name}"


def feels(field: SnsField, mask: int, result: str) -> int:
    """Those of a force that a result of a volley may do harm to: armoured gunboats shrug off the least, fleets all but
    the worst (27.542, 28.31, 28.32)."""
    table, roster = field.tables.boats, field.roster
    least = table.fleet_least["from_1880" if field.late else "before_1880"]
    proof = roster.fleets if RESULTS.index(result) < RESULTS.index(least) else 0
    if result in table.gunboat_ignores:
        proof |= mask_of(u for u in bits(roster.of_type("gunboat")) if _armoured(field, u))
    return mask & ~proof


def _armoured(field: SnsField, boat: int) -> bool:
    """Whether a gunboat is British or French: by its nation, or of the empire where it has none (27.542)."""
    nation = field.roster.nation[boat]
    return nation in field.tables.boats.armoured if nation else field.roster.side[boat] == field.empire


def soaks(field: SnsField, state: SnsState, mask: int) -> int:
    """Those of a force that may be chosen to be demoralized: fleets that are already only where there is nobody else
    (28.23)."""
    spent = mask_of(u for u in bits(mask & field.roster.fleets) if state.steps[u] == DEMORALIZED)
    return mask & ~spent or mask


def attacked(field: SnsField, mask: int) -> bool:
    """Whether there are boats or fleets in a force, so that they are asked whether they go before a battle (27.56)."""
    return bool(mask & field.roster.afloat)


def must_leave(field: SnsField, state: SnsState, forces: tuple[int, int], side: int, h: int, attacks: bool) -> int:
    """The boats and fleets of a side that must leave their hex after a battle: its units that were ashore there are
    gone, or land units attacked boats and fleets alone (27.9); never out of an all-sea hex, of which 27.9 does not
    speak. ``forces`` are those that fought, by side."""
    if at_sea(field, h):
        return 0
    floating = mask_of(u for u in bits(forces[side] & field.roster.afloat) if state.where[u] == h)
    if not floating or landed(field, state, field.units_at(state, h, side)):
        return 0
    land = ~(field.roster.afloat | field.roster.headquarters)
    return floating if forces[side] & land or (not attacks and forces[1 - side] & land) else 0
