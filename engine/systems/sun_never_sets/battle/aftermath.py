"""Paragraphs 8.7 and 8.9: who won a battle, what follows, and advances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers
from engine.mechanics.hexes.results import alive
from engine.mechanics.hexes.verbs import WAY, Verb
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.systems.sun_never_sets.base import sieges
from engine.systems.sun_never_sets.base.counters import GOOD
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, halted
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.volleys import beaten, verdict
from engine.systems.sun_never_sets.battle import broadsides
from engine.systems.sun_never_sets.battle.beaten_boats import Chase, by_water, chase, fall_back
from engine.systems.sun_never_sets.battle.retreating import Path, Retreating, carry, loosen
from engine.systems.sun_never_sets.battle.rounds import SOME
from engine.systems.sun_never_sets.battle.routing import Rout
from engine.systems.sun_never_sets.campaigns.closed_hexes import closed_to
from engine.systems.sun_never_sets.position import afloat
from engine.systems.sun_never_sets.position.fight import Fighting, Interrupting

ADVANCE, HOLD = "advance", "hold"


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
        elif self.stage == 1:
            state.replace(replace(self, stage=2))
            self._leave_water(field, state)
            if self.winner >= 0:
                self._retreat(field, state)
        else:
            state.pop()
            below = state.top
            if isinstance(below, Interrupting):
                state.replace(replace(below, winner=self.winner))
                if self.winner >= 0 and (units := below.pursuers(field, state, self.winner, self.at(self.winner))):
                    self._pursue(field, state, units, whole=self.winner != below.side)
            elif self.winner >= 0:
                self._pursue(field, state, field.units_at(state, self.at(self.winner), self.winner))

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
        h = self.at(loser)
        units = alive(state, self.forces[loser])
        # Civilians did not attack, and go back with those who did (26.2).
        units |= field.units_at(state, h, loser) & field.roster.civilians if units else 0
        if units and not (loser != self.side and field.ground.fortress[h]):
            fall_back(field, state, loser, units & field.roster.afloat, h)
            units &= ~field.roster.afloat
            if units and not self._held_in(field, state, loser, h, units):
                loosen(field, state, units)
                state.push(Rout(loser, units, h) if field.on("routing") else Retreating(loser, units, h))

    def _held_in(self, field: SnsField, state: SnsState, loser: int, h: int, units: int) -> bool:
        """Whether a garrison that has sallied stays in its besieged fortress, which it cannot leave (18.21); by an
        option it has no way back and is eliminated (8.86)."""
        return sieges.sealed(field, state, loser, h, units) and field.options["beaten_sally"] == "stays"

    def _leave_water(self, field: SnsField, state: SnsState) -> None:
        """Boats and fleets whose units ashore are gone leave, and those that land units attacked alone do whatever came
        of it; the loser goes anyway (27.9)."""
        for side in (self.side, 1 - self.side):
            units = broadsides.must_leave(field, state, self.forces, side, self.at(side), side == self.side)
            if units and (side != 1 - self.winner or self._holds_walls(field, side)):
                fall_back(field, state, side, units, self.at(side))

    def _holds_walls(self, field: SnsField, side: int) -> bool:
        """Whether a side defends a fortress, out of which the beaten do not retreat (8.85)."""
        return side != self.side and field.ground.fortress[self.target]

    def _pursue(self, field: SnsField, state: SnsState, units: int, *, whole: bool = False) -> None:
        """Some units of the winner may advance into the hex that the loser has left (8.9)."""
        loser, vacated = 1 - self.winner, self.at(1 - self.winner)
        fled = {state.where[u]: field.distance(vacated, state.where[u]) for u in bits(alive(state, self.forces[loser]))}
        # Routed units may lie in several hexes: the nearest that went back two counts (8.93).
        beaten_at = min(fled, key=lambda h: (fled[h] != field.tables.defeat.retreat, h), default=NOWHERE)
        pursuit = Pursuit(self.winner, self.at(self.winner), vacated, beaten_at, units, whole)
        origin = self.at(self.winner)
        chase(field, state, self.winner, self.forces[self.winner], origin, vacated)
        if vacated not in state.stacks and vacated not in field.closed[self.winner]:
            state.push(pursuit)


# -- advance --------------------------------------------------------------------------------------------------------


def flooded(field: SnsField, state: SnsState, a: int, b: int) -> bool:
    """Whether the Indus is in flood between two hexes (event1:british:61-63)."""
    return field.effect(state, "floods") is not None and field.ground.over_major(a, b)


def ground_breaches(
    field: SnsField, state: SnsState, side: int, origin: int, units: tuple[int, ...], way: Path
) -> Iterator[Breach]:
    """Every paragraph by which the ground itself is closed to units that advance by a way."""
    for a, b in zip((origin, *way), way, strict=False):
        if flooded(field, state, a, b):
            yield "event1:british:61-63", f"the Indus is in flood between {field.place(a)} and {field.place(b)}"
        yield from closed_to(field, side, mask_of(units), b)


@dataclass(frozen=True)
class Pursuit(SnsDoing):
    """The winner may advance: all units of his hex into the one the enemy left, mounted ones a hex further (8.9)."""

    side: int
    origin: int
    vacated: int
    beaten_at: int
    """Where the beaten force stands now; NOWHERE when nothing is left of it."""
    units: int
    """Those that may advance: of a battle, all of the winner's hex."""
    whole: bool = False
    """Whether they advance all together or not at all: a force on the march, which goes on together (ffl:21.5)."""

    rule = "8.9"
    asks = "the winner may advance first: choose the units, or none"

    def eligible(self, field: SnsField, state: SnsState, way: Path) -> int:
        """The units that may advance by a way (8.91, 8.93)."""
        there = afloat.ashore(field, state, field.units_at(state, self.origin, self.side)) & self.units
        able = there & ~mask_of(u for u in bits(there) if not field.roster.movement[u])
        able &= field.roster.mounted if len(way) > 1 else -1
        for h in way:
            able &= ~field.kept_out.get(h, 0)
        return able if not self.whole or able == there else 0

    def ways(self, field: SnsField, state: SnsState) -> list[Path]:
        """The ways there are: into the vacated hex; from there next to an enemy that went back two hexes (8.93)."""
        shut_in = self._shut_in(field, state) or flooded(field, state, self.origin, self.vacated)
        if shut_in or not field.units_at(state, self.origin, self.side):
            return []
        if self.vacated not in field.ground.open[self.origin]:
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
                and not flooded(field, state, self.vacated, n)
            ]
        return [way for way in found if self.eligible(field, state, way)]

    def _shut_in(self, field: SnsField, state: SnsState) -> bool:
        """Whether it is a garrison that is besieged still, which does not advance (18.24)."""
        return sieges.besieged(field, state, self.origin, self.side)

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        ways = self.ways(field, state)
        if not ways:
            return None
        hexes = tuple(sorted({field.grid.name(way[-1]) for way in ways}))
        prompt = f"Advance into {field.place(self.vacated)}, or hold"
        return Decision(field.sides[self.side], ADVANCE, "sns2:8.9", prompt, (), hexes)

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()

    def _advances(self, field: SnsField, state: SnsState) -> Offers:
        found: list[tuple[Any, ...]] = []
        for way in self.ways(field, state):
            whole = tuple(bits(self.eligible(field, state, way)))
            found.append((whole, *way))
            if len(whole) > 1 and not self.whole:
                found += [((u,), *way) for u in field.gunnery.sorts(state, whole)]
        return iter(sorted(found))

    def _bars_advance(self, field: SnsField, state: SnsState, units: tuple[int, ...], *way: int) -> Iterator[Breach]:
        yield from ground_breaches(field, state, self.side, self.origin, units, way)
        if way not in self.ways(field, state):
            yield "8.9", f"an advance leads into {field.place(self.vacated)}"
            if len(way) > 1:
                yield "8.93", "mounted units advance one more hex, next to an enemy that retreated two"
            for h in way:
                if field.units_at(state, h, 1 - self.side):
                    yield "8.92", f"the enemy is in {field.place(h)}"
        there = afloat.ashore(field, state, field.units_at(state, self.origin, self.side)) & self.units
        if self.whole and mask_of(units) != there:
            yield "5.3", "the force on the march advances all together, or holds"
        for u in units:
            name = field.roster.names[u]
            if not afloat.ashore(field, state, 1 << u):
                yield "27.55", f"{name} is afloat and advances by water"
            elif not there >> u & 1:
                yield "8.91", f"{name} is not in the hex of the winner"
            elif not field.roster.movement[u]:
                yield "6.6", f"{name} cannot move"
            elif len(way) > 1 and not field.roster.mounted >> u & 1:
                yield "8.93", f"{name} is not mounted and advances one hex"

    def _advance(self, field: SnsField, state: SnsState, step: Step, units: tuple[int, ...], *way: int) -> None:
        mask = mask_of(units)
        loosen(field, state, mask)
        carry(field, state, mask, way[-1])
        state.fought |= mask
        name = field.grid.name
        data: dict[str, Any] = {"from": name(self.origin), "to": name(way[-1])}
        step.say(ADVANCE, field.cite("8.9"), side=field.sides[self.side], units=field.keys_of(mask), **data)

    deeds = (Deed(ADVANCE, _advance, _bars_advance, _advances), Deed(HOLD, halted))


class _Advance(Verb[SnsField, SnsState]):
    """``advance br-1 S0403``; without a hex into the one that was vacated."""

    def read(self, field: SnsField, state: SnsState, words: Sequence[str]) -> Action:
        """The action of the words behind the verb; raises ActionError. Where no hex was vacated there is none in it."""
        if not words or words[-1].lower() not in field.roster.number:
            return super().read(field, state, words)
        if isinstance(state.top, Pursuit | Chase):
            return super().read(field, state, [*words, field.grid.name(state.top.vacated)])
        return _NOWHERE.read(field, state, words)


_NOWHERE: Final = Verb[SnsField, SnsState](ADVANCE, SOME)
"""An advance while none is asked for."""
VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    _Advance(
        ADVANCE,
        SOME,
        WAY,
        made=lambda field, state, args: by_water(field, state, Action(ADVANCE, args)),
    ),
    Verb(HOLD),
)
