"""Paragraphs 8.7 to 8.9: who won a battle, retreats and advances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.board.grid import NOWHERE
from engine.mechanics import results
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.procedure import Breach
from engine.mechanics.results import alive
from engine.mechanics.verbs import WAY, Verb
from engine.play import Action, Decision, Step
from engine.systems.sun_never_sets import fight
from engine.systems.sun_never_sets.counters import GOOD
from engine.systems.sun_never_sets.field import SnsField
from engine.systems.sun_never_sets.fight import Fighting
from engine.systems.sun_never_sets.frames import SnsFrame
from engine.systems.sun_never_sets.rounds import SOME
from engine.systems.sun_never_sets.state import SnsState
from engine.systems.sun_never_sets.volleys import beaten, retreats, verdict

RETREAT, ADVANCE, HOLD = "retreat", "advance", "hold"
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


def lost(field: SnsField, state: SnsState, battle: Fighting, side: int) -> tuple[int, int]:
    """The strength points and the units that a side has lost by this battle: all that were eliminated, and those
    demoralized that were not before (8.71)."""
    force = battle.forces[side]
    here = alive(state, force)
    gone = force & ~here
    for u in bits(here & battle.good[side]):
        if state.steps[u] != GOOD:
            gone |= 1 << u
    return field.strength(state, gone), (gone & ~field.roster.headquarters).bit_count()


def defeated(field: SnsField, state: SnsState, battle: Fighting, side: int) -> bool:
    """Whether a side is defeated (8.71)."""
    points, units = lost(field, state, battle, side)
    force = battle.forces[side]
    number = (force & ~field.roster.headquarters).bit_count()
    return beaten(field.strength(state, force), points, number, units, field.tables.defeat.share)


@dataclass(frozen=True)
class BattleEnd(Fighting):
    """After the melee round: who has won, then the retreat, then the advance (8.7 to 8.9)."""

    winner: int = -1
    """The side that won; -1 before that is known, and after a draw."""
    stage: int = 0

    rule = "8.7"

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        if self.stage == 0:
            state.replace(replace(self, stage=1, winner=self._judged(field, state, step)))
        elif self.stage == 1 and self.winner >= 0:
            state.replace(replace(self, stage=2))
            self._retreat(field, state)
        else:
            state.pop()
            if self.winner >= 0:
                self._pursue(field, state)

    def _judged(self, field: SnsField, state: SnsState, step: Step) -> int:
        winner = self.winner
        if winner < 0:
            beaten_sides = [defeated(field, state, self, side) for side in (self.side, 1 - self.side)]
            winner = {0: self.side, 1: 1 - self.side, -1: -1}[verdict(*beaten_sides)]
        keys = field.sides
        step.say(
            "battle",
            field.cite("8.71" if winner >= 0 else "8.72"),
            winner=keys[winner] if winner >= 0 else "",
            at=field.grid.name(self.target),
            lost={keys[side]: lost(field, state, self, side)[0] for side in range(2)},
            strength={keys[side]: field.strength(state, self.forces[side]) for side in range(2)},
        )
        return winner

    def _retreat(self, field: SnsField, state: SnsState) -> None:
        """The loser goes back, unless he defends a fortress (8.8, 8.85)."""
        loser = 1 - self.winner
        units = alive(state, self.forces[loser])
        h = self.at(loser)
        if units and not (loser != self.side and field.ground.fortress[h]):
            loosen(field, state, units)
            state.push(Retreating(loser, units, h))

    def _pursue(self, field: SnsField, state: SnsState) -> None:
        """The winner may advance into the hex that the loser has left (8.9)."""
        loser, vacated = 1 - self.winner, self.at(1 - self.winner)
        beaten_at = next((state.where[u] for u in bits(alive(state, self.forces[loser]))), NOWHERE)
        pursuit = Pursuit(self.winner, self.at(self.winner), vacated, beaten_at)
        if vacated not in state.stacks and vacated not in field.closed[self.winner]:
            state.push(pursuit)


# -- retreats -------------------------------------------------------------------------------------------------------


def ways_back(field: SnsField, state: SnsState, side: int, origin: int) -> list[Path]:
    """The ways a beaten force may retreat from a hex (8.81, 8.82, 8.85)."""
    enemy = field.roster.of_side[1 - side]

    def onward(h: int) -> list[int]:
        return [
            n for n in field.ground.retreats[h] if not state.stacks.get(n, 0) & enemy and n not in field.closed[side]
        ]

    around = {origin: onward(origin)}
    around.update({n: onward(n) for n in around[origin]})
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
    asks = "the beaten force retreats first"

    def options(self, field: SnsField, state: SnsState) -> list[Action]:
        if not any(field.roster.movement[u] for u in bits(self.units)):
            return []
        return [Action(RETREAT, way) for way in ways_back(field, state, self.side, self.origin)]

    def prompt(self, field: SnsField, names: tuple[str, ...]) -> str:
        return f"Retreat two hexes from {field.grid.name(self.origin)}"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        asked = super().decision(field, state)
        if asked is None:
            return None
        ends = {field.grid.name(action.args[-1]) for action in self.options(field, state)}
        return replace(asked, hexes=tuple(sorted(ends)))

    def without(self, field: SnsField, state: SnsState, step: Step) -> None:
        for u in bits(self.units):
            if state.where[u] >= 0 and not state.ended:
                fight.kill(field, state, u, "8.86" if field.roster.movement[u] else "6.6", step)

    def faults(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        if action in self.options(field, state):
            return
        way = action.args
        name = field.grid.name
        if not way or NOWHERE in way:
            yield "8.8", "a retreat is written with the hexes it goes through"
            return
        enemy = field.roster.of_side[1 - self.side]
        for a, b in zip((self.origin, *way), way, strict=False):
            if state.stacks.get(b, 0) & enemy:
                yield "8.81", f"{name(b)} is occupied by the enemy"
            elif not field.grid.adjacent(a, b):
                yield "8.8", f"{name(b)} is not next to {name(a)}"
            elif b not in field.ground.retreats[a] or b in field.closed[self.side]:
                yield "8.81", f"no retreat leads from {name(a)} to {name(b)}"
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
        state.replace(Falling(self.side, self.units, self.origin, action.args))


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
        carry(field, state, units, h)
        debt = zone_strength(field, state, 1 - self.side, h)
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
    asks = "the retreat through a zone of control is paid for first"

    def payers(self, field: SnsField, state: SnsState) -> list[int]:
        """The units that may pay: those with combat strength."""
        return list(bits(alive(state, self.units) & field.roster.combat & ~self.paid)) if self.debt > 0 else []

    def options(self, field: SnsField, state: SnsState) -> list[Action]:
        return [Action("shake", (u,)) for u in field.gunnery.sorts(state, self.payers(field, state))]

    def is_open(self, field: SnsField, state: SnsState, options: list[Action]) -> bool:
        return len(options) > 1 and self.debt < field.gunnery.points(self.payers(field, state))

    def prompt(self, field: SnsField, names: tuple[str, ...]) -> str:
        return f"The retreat leads through an enemy zone of control: demoralize units of {self.debt} strength points"

    def asked(self, field: SnsField, options: list[Action]) -> tuple[str, ...]:
        return tuple(field.roster.keys[action.args[0]] for action in options)

    def faults(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        if action.args[0] not in self.payers(field, state):
            yield "9.43", f"{field.roster.names[action.args[0]]} cannot pay for this zone"

    def perform(self, field: SnsField, state: SnsState, action: Action, step: Step) -> None:
        (unit,) = action.args
        debt = self.debt - field.roster.strength[unit]
        state.replace(replace(self, debt=debt, paid=self.paid | 1 << unit))
        fight.shake(field, state, unit, "8.83", step)


# -- advance --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pursuit(SnsFrame):
    """The winner may advance: all units of his hex into the one the enemy left, mounted ones a hex further (8.9)."""

    side: int
    origin: int
    vacated: int
    beaten_at: int
    """Where the beaten force stands now; NOWHERE when nothing is left of it."""

    rule = "8.9"
    verbs = (ADVANCE, HOLD)
    asks = "the winner may advance first"

    def eligible(self, field: SnsField, state: SnsState, way: Path) -> int:
        """The units that may advance by a way (8.91, 8.93)."""
        there = field.units_at(state, self.origin, self.side)
        there &= ~mask_of(u for u in bits(there) if not field.roster.movement[u])
        return there if len(way) == 1 else there & field.roster.mounted

    def ways(self, field: SnsField, state: SnsState) -> list[Path]:
        """The ways there are: into the vacated hex; from there next to an enemy that went back two hexes (8.93)."""
        if not field.units_at(state, self.origin, self.side):
            return []
        found: list[Path] = [(self.vacated,)]
        enemy = field.roster.of_side[1 - self.side]
        if self.beaten_at != NOWHERE and field.distance(self.vacated, self.beaten_at) == field.tables.defeat.retreat:
            found += [
                (self.vacated, n)
                for n in field.ground.open[self.vacated]
                if field.distance(n, self.beaten_at) == 1
                and n != self.origin
                and not state.stacks.get(n, 0) & enemy
                and n not in field.closed[self.side]
            ]
        return [way for way in found if self.eligible(field, state, way)]

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        ways = self.ways(field, state)
        if not ways:
            return None
        hexes = tuple(sorted({field.grid.name(way[-1]) for way in ways}))
        prompt = f"Advance into {field.grid.name(self.vacated)}, or hold"
        return Decision(field.sides[self.side], ADVANCE, "sns2:8.9", prompt, (), hexes)

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()

    def actions(self, field: SnsField, state: SnsState) -> Iterator[Action]:
        found: list[Action] = []
        for way in self.ways(field, state):
            units = self.eligible(field, state, way)
            whole = tuple(bits(units))
            found.append(Action(ADVANCE, (whole, *way)))
            if len(whole) > 1:
                found += [Action(ADVANCE, ((u,), *way)) for u in field.gunnery.sorts(state, whole)]
        yield from sorted(found)
        yield Action(HOLD)

    def faults(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        if action.verb == HOLD:
            return
        units, *way = action.args
        if tuple(way) not in self.ways(field, state):
            yield "8.9", f"an advance leads into {field.grid.name(self.vacated)}"
            if len(way) > 1:
                yield "8.93", "mounted units go one hex further, next to an enemy that went back two"
        there = field.units_at(state, self.origin, self.side)
        for u in units:
            name = field.roster.names[u]
            if not there >> u & 1:
                yield "8.91", f"{name} is not in the hex of the winner"
            elif not field.roster.movement[u]:
                yield "6.6", f"{name} cannot move"
            elif len(way) > 1 and not field.roster.mounted >> u & 1:
                yield "8.93", f"{name} is not mounted and advances one hex"

    def perform(self, field: SnsField, state: SnsState, action: Action, step: Step) -> None:
        if action.verb == HOLD:
            state.pop()
            return
        units, *way = action.args
        mask = mask_of(units)
        loosen(field, state, mask)
        carry(field, state, mask, way[-1])
        state.fought |= mask
        name = field.grid.name
        data: dict[str, Any] = {"from": name(self.origin), "to": name(way[-1])}
        step.say(ADVANCE, field.cite("8.9"), side=field.sides[self.side], units=field.keys_of(mask), **data)


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    Verb(RETREAT, WAY),
    Verb(ADVANCE, SOME, WAY),
    Verb(HOLD),
)
