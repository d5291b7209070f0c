"""Where boats and fleets go, as actions write it: a hexside with the bank for boats, a hex for fleets (27.11, 28.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from engine.errors import ActionError, NameNotKnown
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes.verbs import HEX, Part
from engine.mechanics.procedure import Breach
from engine.play import Step
from engine.play.parts import WordKind
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.position import afloat
from engine.systems.sun_never_sets.position.afloat import Berth

STEER: Final = "steer"
_SEA: Final = -2
"""The hex of a fleet is written as this less its number, a hexside as it is."""


def bring_to(
    field: SnsField, state: SnsState, side: int, mask: int, berth: Berth, rule: str, step: Step, kind: str = "sails"
) -> None:
    """Boats or fleets go to a berth, and say so by an event of a kind."""
    name, fleet = field.grid.name, bool(mask & field.roster.fleets)
    origin = name(state.where[next(bits(mask))])
    afloat.bring(field, state, mask, berth)
    data = {"from": origin, "to": name(berth[1]), "along": "" if fleet else field.grid.side_name(berth[0])}
    step.say(kind, field.cite(rule), side=field.sides[side], units=field.keys_of(mask), **data)


def berth_of(water: int, bank: int) -> Berth:
    """The berth that an action names."""
    return (water, bank) if water > NOWHERE else (_SEA - water, _SEA - water)


def written(field: SnsField, mask: int, berth: Berth) -> tuple[int, int]:
    """A berth as an action names it."""
    return (_SEA - berth[0], NOWHERE) if mask & field.roster.fleets else berth


def berth_breaches(field: SnsField, state: SnsState, side: int, mask: int, water: int, bank: int) -> Iterator[Breach]:
    """Every paragraph that a voyage to a place breaks."""
    if mask & field.roster.fleets:
        yield from _sea_breaches(field, state, side, mask, water)
        return
    if water <= NOWHERE:
        if field.ground.terrain[_SEA - water] == "sea":
            yield "27.16", f"{field.place(_SEA - water)} is all sea, where boats cannot go"
        yield "27.12", "a boat moves to a hexside: name its two hexes, and the bank that the boat lies on"
        return
    name, waters = field.grid.side_name(water), field.waters
    if water not in waters.sides:
        if waters.falls(water):
            yield "27.8", f"{name} is a waterfall, which boats never cross"
        else:
            dry = f"{name} is neither a hexside of a major river nor of the coast"
            yield from ((rule, dry) for rule in ("27.1", "27.12"))
        return
    if bank not in waters.banks[water]:
        rule = "27.16" if bank >= 0 and field.ground.terrain[bank] == "sea" else "27.11"
        yield rule, f"{field.place(bank)} is not a land hex beside {name}, on which a boat could lie"
    if water in afloat.shut_sides(field, state, side):
        yield "27.14", f"an enemy boat, fleet or fortress bars {name}"
    elif water not in afloat.reached(field, state, side, mask) and bank in waters.banks[water]:
        yield "27.12", f"no unbroken line of open hexsides leads to {name}"
        yield from _bars(field, state, mask, water)
    if bank in waters.banks[water]:
        yield from _stops(field, state, side, bank, "boat")


def _stops(field: SnsField, state: SnsState, side: int, h: int, what: str) -> Iterator[Breach]:
    """Why no boat or fleet of a side stops in a hex that it might come to: the enemy is there (27.13, 5.12), or it is
    closed to the side (asante:6.3)."""
    if enemies := field.units_at(state, h, 1 - side):
        rule = "27.13" if afloat.ashore(field, state, enemies) else "5.12"
        yield rule, f"the enemy is in {field.place(h)}, where no {what} stops"
    if h in field.closed[side]:
        yield "asante:6.3", f"{field.place(h)} is closed to the {field.side_name(side)}"


def _bars(field: SnsField, state: SnsState, mask: int, water: int) -> Iterator[Breach]:
    """What bars the way to a hexside: an enemy on it, or a waterfall."""
    name, waters = field.grid.side_name(water), field.waters
    starts = [afloat.lies(field, state, u) for u in bits(mask)]
    if all(at != NOWHERE and water in waters.reach(at, ()) for at in starts):
        yield "27.14", f"an enemy boat, fleet or fortress blocks the path to {name}"
    elif all(at != NOWHERE and waters.beyond_falls(at, water) for at in starts):
        yield "27.8", f"a waterfall blocks the path to {name}"


def _sea_breaches(field: SnsField, state: SnsState, side: int, mask: int, water: int) -> Iterator[Breach]:
    if water >= NOWHERE:
        yield "28.1", "a fleet goes to a hex of the sea or the coast"
        return
    h = _SEA - water
    name = field.place(h)
    if not field.waters.sails(h):
        yield "28.1", f"{name} is neither sea nor coast"
    elif h in afloat.shut_hexes(field, state, side):
        yield "27.14", f"an enemy boat, fleet or fortress bars {name}"
    elif h not in afloat.reached(field, state, side, mask):
        yield "28.1", f"no open sea or coast leads to {name}"
    yield from _stops(field, state, side, h, "fleet")


def _read(field: SnsField, state: SnsState, word: str) -> int:
    """A hexside, or for fleets a hex."""
    if "/" in word:
        try:
            return field.grid.parse_side(word)
        except NameNotKnown as problem:
            raise ActionError(str(problem)) from None
    h = field.grid.find(word)
    if h == NOWHERE:
        raise ActionError(f"{word!r} is neither a hexside nor a hex of this map{field.grid.suggest(word)}")
    return _SEA - h


def _say(field: SnsField, water: int) -> str:
    return field.grid.side_name(water) if water > NOWHERE else field.grid.name(_SEA - water)


WATER: Final[Part[SnsField, SnsState, int]] = Part(WordKind.PLACE, "HEX/HEX", _read, _say)
"""A hexside for boats; a hex for fleets."""
BANK: Final = replace(HEX.behind("bank").optional(NOWHERE), title="HEX")


def hexside_of(field: SnsField, state: SnsState, units: tuple[int, ...], water: int, bank: int) -> tuple[int, int]:
    """A hexside and its bank where boats are told a hex alone: the first hexside of the hex that they can get to, or
    else the first that boats lie on."""
    mask = mask_of(units)
    if water > NOWHERE or water == NOWHERE or bank != NOWHERE or not mask & field.roster.boats:
        return water, bank
    h = _SEA - water
    sides = sorted(side for side in field.waters.sides if h in field.waters.banks[side])
    near = afloat.reached(field, state, field.roster.side[units[0]], mask) if sides else ()
    found = next((side for side in sides if side in near), sides[0] if sides else NOWHERE)
    return (water, bank) if found == NOWHERE else (found, h)


def moored(field: SnsField, state: SnsState, units: tuple[int, ...], water: int, bank: int) -> int:
    """The bank where none is told: that on which the boats are, else the first without an enemy."""
    if water <= NOWHERE or bank != NOWHERE or water not in field.waters.sides:
        return bank
    banks = field.waters.banks[water]
    here = {state.where[u] for u in units}
    side = field.roster.side[units[0]] if units else 0
    open_banks = [h for h in banks if not field.units_at(state, h, 1 - side)]
    return next((h for h in banks if h in here), next(iter(open_banks or banks)))
