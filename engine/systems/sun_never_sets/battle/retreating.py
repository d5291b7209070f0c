"""Paragraphs 8.8, 5.4 and 9.43: a beaten force goes back, and pays in enemy zones of control."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.errors import IllegalAction
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.acts import end_of, path_of, unit_of
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.hexes import results
from engine.mechanics.hexes.results import alive
from engine.mechanics.hexes.verbs import WAY, Verb
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.plural import counted
from engine.systems.sun_never_sets.base import sieges
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsFrame
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.volleys import retreats
from engine.systems.sun_never_sets.battle.beaten_boats import by_water
from engine.systems.sun_never_sets.campaigns.closed_hexes import closed_to
from engine.systems.sun_never_sets.position import fight
from engine.systems.sun_never_sets.position.rewording import Reworded

RETREAT: Final = "retreat"
Path = tuple[int, ...]


def loosen(field: SnsField, state: SnsState, units: int) -> None:
    """Some units part from the others of their columns: they are loose then, the others keep theirs (5.4)."""
    for number in {state.column[u] for u in bits(units)} - {0}:
        h = state.where[next(u for u in bits(units) if state.column[u] == number)]
        side = field.roster.side[next(bits(units))]
        whole = mask_of(u for u in bits(field.units_at(state, h, side)) if state.column[u] == number)
        if whole & ~units:
            for u in bits(whole & units):
                state.column[u] = 0


def carry(field: SnsField, state: SnsState, units: int, h: int) -> None:
    """Units come into a hex together, otherwise than by a march."""
    for u in bits(units):
        field.put(state, u, h)


def onward(field: SnsField, state: SnsState, side: int, h: int, units: int = 0) -> list[int]:
    """The next hexes that a retreat of some units may lead to, never into a besieged fortress or out of one (8.81,
    18.21, 18.23)."""
    if sieges.sealed(field, state, side, h, units):
        return []
    enemy, kept_out = field.roster.of_side[1 - side], field.kept_out
    return [
        n
        for n in field.ground.retreats[h]
        if not state.stacks.get(n, 0) & enemy
        and n not in field.closed[side]
        and not kept_out.get(n, 0) & units
        and not sieges.besieged(field, state, n, side)
    ]


def ways_back(field: SnsField, state: SnsState, side: int, origin: int, units: int = 0) -> list[Path]:
    """The ways a beaten force of some units may retreat from a hex (8.81, 8.82, 8.85)."""
    around = {origin: onward(field, state, side, origin, units)}
    around.update({n: onward(field, state, side, n, units) for n in around[origin]})
    far = {n: field.distance(origin, n) for hexes in around.values() for n in hexes}
    stops = [n for n in around[origin] if field.ground.fortress[n]]
    return sorted(set(retreats(origin, field.tables.defeat.retreat, around, stops, far)))


@dataclass(frozen=True)
class Retreating(SnsFrame, results.Retreating[SnsField, SnsState]):
    """A beaten force retreats two hexes, all its units together (8.8)."""

    side: int
    units: int
    origin: int

    rule = "8.8"
    verbs = (RETREAT,)
    asks = "the beaten force must first retreat: choose the hex, two hexes away, where it ends"

    def options(self, field: SnsField, state: SnsState) -> list[Action]:
        if not any(field.roster.movement[u] for u in bits(self.units)):
            return []
        return [Action(RETREAT, way) for way in ways_back(field, state, self.side, self.origin, self.units)]

    def prompt(self, field: SnsField, names: tuple[str, ...]) -> str:
        return f"Retreat two hexes from {field.place(self.origin)}"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        asked = super().decision(field, state)
        if asked is None:
            return None
        ends = {field.grid.name(end_of(action)) for action in self.options(field, state)}
        return replace(asked, hexes=tuple(sorted(ends)))

    def without(self, field: SnsField, state: SnsState, step: Step) -> None:
        for u in bits(self.units):
            if state.where[u] >= 0 and not state.ended:
                fight.kill(field, state, u, "8.86" if field.roster.movement[u] else "6.6", step)

    def faults(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        if action in self.options(field, state):
            return
        way = path_of(action)
        name = field.grid.name
        if NOWHERE in way:
            yield "8.8", "name every hex of the retreat"
            return
        enemy = field.roster.of_side[1 - self.side]
        for a, b in zip((self.origin, *way), way, strict=False):
            if state.stacks.get(b, 0) & enemy:
                yield "8.81", f"{name(b)} is occupied by the enemy"
            elif sieges.besieged(field, state, b, self.side):
                yield "18.23", f"{name(b)} is besieged; units cannot retreat into it"
            elif not field.grid.adjacent(a, b):
                yield "8.8", f"{name(b)} is not next to {name(a)}"
            elif b not in field.ground.retreats[a] or b not in onward(field, state, self.side, a, self.units):
                yield "8.81", f"no retreat leads from {name(a)} to {name(b)}"
                yield from closed_to(field, self.side, self.units, b)
        if len(way) == 1 and field.ground.fortress[way[0]]:
            return
        if len(way) != field.tables.defeat.retreat:
            yield "8.8", "a beaten force retreats two hexes"
        if field.distance(self.origin, way[-1]) != field.tables.defeat.retreat:
            yield "8.82", f"{name(way[-1])} is not two hexes from {name(self.origin)}"

    def perform(self, field: SnsField, state: SnsState, action: Action, step: Step) -> None:
        for u in bits(self.units):
            if not field.roster.movement[u] and not state.ended:
                fight.kill(field, state, u, "6.6", step)
        state.replace(Falling(self.side, self.units, self.origin, path_of(action)))


@dataclass(frozen=True)
class Falling(SnsFrame):
    """A force on its retreat, hex by hex: in enemy zones it pays (8.83, 9.43)."""

    side: int
    units: int
    origin: int
    way: Path
    gone: int = 0

    rule = "8.8"

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        units = alive(state, self.units)
        if self.gone == len(self.way) or not units:
            state.pop()
            if units:
                name = field.grid.name
                data = {"from": name(self.origin), "to": name(self.way[-1]), "way": [name(h) for h in self.way]}
                step.say(RETREAT, field.cite("8.8"), side=field.sides[self.side], units=field.keys_of(units), **data)
            return
        h = self.way[self.gone]
        state.replace(replace(self, gone=self.gone + 1))
        # An empty fortress is in the zone that it is entered through; once held it is out of it (9.23).
        debt = zone_strength(field, state, 1 - self.side, h)
        carry(field, state, units, h)
        if debt:
            state.push(ZonePenalty(self.side, units, debt))


def zone_strength(field: SnsField, state: SnsState, side: int, h: int) -> int:
    """The strength of the good-order units of a side whose zones of control reach a hex (8.83)."""
    roster, total = field.roster, 0
    for n in field.grid.ring1[h]:
        if n != NOWHERE:
            for u in bits(state.stacks.get(n, 0) & roster.of_side[side] & ~roster.silent):
                if h in field.zones.reached(state, side, u):
                    total += roster.strength[u]
    return total


@dataclass(frozen=True)
class ZonePenalty(SnsFrame, results.Losing[SnsField, SnsState]):
    """A retreat through an enemy zone of control: units are demoralized until their strength makes up for those who
    exert it; their owner says which (8.83, 9.43)."""

    side: int
    units: int
    debt: int
    paid: int = 0
    """Units that have paid in this hex: none does twice."""

    rule = "8.83"
    verbs = ("shake",)
    asks = "the retreat through a zone of control is paid for first: choose a unit that is demoralized"

    def payers(self, field: SnsField, state: SnsState) -> list[int]:
        """The units that may pay: those with combat strength."""
        return list(bits(alive(state, self.units) & field.roster.combat & ~self.paid)) if self.debt > 0 else []

    def options(self, field: SnsField, state: SnsState) -> list[Action]:
        return [Action("shake", (u,)) for u in field.gunnery.sorts(state, self.payers(field, state))]

    def is_open(self, field: SnsField, state: SnsState, options: list[Action]) -> bool:
        return len(options) > 1 and self.debt < field.gunnery.points(self.payers(field, state))

    def prompt(self, field: SnsField, names: tuple[str, ...]) -> str:
        owed = counted(self.debt, "strength point")
        return f"The retreat leads through an enemy zone of control: demoralize units of {owed}"

    def faults(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        unit = unit_of(action)
        if unit in self.payers(field, state):
            return
        if 1 << unit & field.roster.headquarters:
            yield "10.52", f"{field.roster.names[unit]} is a headquarters, which is never demoralized"
        yield "9.43", f"{field.roster.names[unit]} cannot pay for this zone"

    def perform(self, field: SnsField, state: SnsState, action: Action, step: Step) -> None:
        unit = unit_of(action)
        debt = self.debt - field.roster.strength[unit]
        state.replace(replace(self, debt=debt, paid=self.paid | 1 << unit))
        fight.shake(field, state, unit, "8.83", step)


def _made(field: SnsField, state: SnsState, way: Path) -> Action:
    """A retreat that is written with its end alone goes the way on which it pays least (8.83)."""
    action = Action(RETREAT, way)
    if len(way) == 1 and isinstance(state.top, Retreating):
        found = state.top.options(field, state)
        if action not in found:
            enemy = 1 - state.top.side
            there = [one for one in found if end_of(one) == way[0]]
            paid = {one: sum(zone_strength(field, state, enemy, h) for h in path_of(one)) for one in there}
            return min(there, key=lambda one: (paid[one], path_of(one)), default=action)
    return by_water(field, state, action)


def _all_of_them(field: SnsField, state: SnsState, words: list[str]) -> list[str]:
    """The way alone of a retreat that names its units, which go back together (8.8)."""
    number = field.roster.number
    named = mask_of(number[word.lower()] for word in words if word.lower() in number)
    if named and isinstance(state.top, Retreating) and (alive(state, state.top.units) & field.roster.combat) & ~named:
        raise IllegalAction(field.cite("8.8"), "the units of a beaten force retreat together, all of them")
    return [word for word in words if word.lower() not in number]


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (Reworded(RETREAT, WAY, reworded=_all_of_them, made=_made),)
