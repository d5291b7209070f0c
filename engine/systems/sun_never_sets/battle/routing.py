"""Chapter 33: units of a beaten force throw for how far they run (switch ``routing``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.deeds import Deed, Offers, each
from engine.mechanics.hexes.results import alive
from engine.mechanics.hexes.verbs import HEX, UNIT, Verb
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.plural import counted
from engine.systems.sun_never_sets.base import sieges
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, halted
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.battle import morale
from engine.systems.sun_never_sets.battle.retreating import RETREAT, ZonePenalty, loosen, onward, zone_strength
from engine.systems.sun_never_sets.campaigns.closed_hexes import closed_to
from engine.systems.sun_never_sets.position import fates, fight
from engine.systems.sun_never_sets.position.rewording import lender

CHECK, FOLLOW, ROUT = "check", "follow", "rout"
_RUNS: Final = "F"
_LOST: Final = "D"


def gone(field: SnsField, state: SnsState, unit: int, rule: str, step: Step) -> None:
    """A unit is eliminated in a rout; its headquarters are settled last (33.32)."""
    if not state.ended:
        fates.eliminate(field, state, unit, rule, step, battle=True, times=fight.times(field, state))


@dataclass(frozen=True)
class Rout(SnsDoing):
    """A beaten force: each unit throws on the rally table, then each goes back as far as it has to (33.1)."""

    side: int
    units: int
    origin: int
    checked: int = 0
    aided: int = 0
    """Headquarters that have helped a unit (33.31)."""
    runs: tuple[int, ...] = ()
    """Units that have still to go back, each followed by how many hexes."""
    rule = "33.1"
    asks = "the beaten force must first check for rout: choose a unit to check, or a hex for its headquarters"

    def unchecked(self, field: SnsField, state: SnsState) -> list[int]:
        """The units that have still to throw: headquarters do not (33.32)."""
        return list(bits(alive(state, self.units) & ~field.roster.headquarters & ~self.checked))

    def leaders(self, field: SnsField, state: SnsState) -> list[int]:
        """The headquarters of the force that are still where it was beaten."""
        there = alive(state, self.units) & field.roster.headquarters
        return [hq for hq in bits(there) if state.where[hq] == self.origin]

    def helpers(self, field: SnsField, state: SnsState) -> list[int]:
        """The headquarters that may still add their tactical value (33.31)."""
        return [hq for hq in self.leaders(field, state) if not self.aided >> hq & 1 and field.tactical(state, hq) > 0]

    def refuges(self, field: SnsField, state: SnsState) -> list[int]:
        """The hexes to which units of the force have gone back."""
        ran = alive(state, self.units) & ~field.roster.headquarters
        return sorted({state.where[u] for u in bits(ran)})

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        owner = field.sides[self.side]
        if self.unchecked(field, state):
            if not self.helpers(field, state):
                return None
            prompt = "Check a unit for rout, perhaps with the help of a headquarters"
            return Decision(owner, ROUT, field.cite("33.31"), prompt)
        if self.runs or not self.leaders(field, state) or len(self.refuges(field, state)) < 2:
            return None
        hexes = tuple(field.grid.name(h) for h in self.refuges(field, state))
        return Decision(
            owner, ROUT, field.cite("33.32"), "Choose the units with which a headquarters goes back", (), hexes
        )

    def _checks(self, field: SnsField, state: SnsState) -> Offers:
        helpers = (NOWHERE, *self.helpers(field, state))
        units = field.gunnery.sorts(state, self.unchecked(field, state))
        return ((unit, hq) for unit in units for hq in helpers)

    def _follows(self, field: SnsField, state: SnsState) -> Offers:
        leaders = [] if self.unchecked(field, state) else self.leaders(field, state)
        return ((hq, h) for hq in leaders for h in self.refuges(field, state))

    def _bars_check(self, field: SnsField, state: SnsState, unit: int, hq: int) -> Iterator[Breach]:
        if unit not in self.unchecked(field, state):
            headquarters = bool(1 << unit & field.roster.headquarters)
            yield ("33.32" if headquarters else "33.1"), f"{field.roster.names[unit]} does not check for rout now"
        elif hq != NOWHERE and hq not in self.helpers(field, state):
            yield "33.31", f"{field.roster.names[hq]} cannot help a unit of this force, or has helped one"

    def _bars_follow(self, field: SnsField, state: SnsState, hq: int, h: int) -> Iterator[Breach]:
        if self.unchecked(field, state):
            yield "33.32", "headquarters retreat after all other units"
        elif hq not in self.leaders(field, state) or h not in self.refuges(field, state):
            yield "33.32", f"no units of the force of {field.roster.names[hq]} have gone back to {field.place(h)}"

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        waiting = self.unchecked(field, state)
        if waiting:
            throw = Action(CHECK, (waiting[0], NOWHERE))
            self.perform(field, state, step.choose(throw, lambda wish: self.verdict(field, state, wish)), step)
        elif self.runs:
            unit, length, *rest = self.runs
            state.replace(replace(self, runs=tuple(rest)))
            if state.where[unit] >= 0:
                state.push(Running(self.side, unit, self.origin, length))
        else:
            self._settle(field, state, step)

    def _check(self, field: SnsField, state: SnsState, step: Step, unit: int, leader: int) -> None:
        """A unit throws: R one hex back, F a die of hexes, D eliminated (33.1); artillery and trains do not survive an
        F (33.41, 33.42), and what cannot move does not go back (6.6)."""
        aided = self.aided | (1 << leader if leader != NOWHERE else 0)
        here = replace(self, checked=self.checked | 1 << unit, aided=aided)
        state.replace(here)
        if not field.roster.movement[unit]:
            gone(field, state, unit, "6.6", step)
            return
        die, adds, result = morale.thrown(field, state, unit, leader, step)
        length = 1
        lost = lost_by_running(field, unit) if result == _RUNS else ""
        if result == _RUNS and not lost:
            length = step.roll(state)
        data = {"unit": field.roster.keys[unit], "die": die, "modifier": adds, "result": result}
        step.say(ROUT, field.cite("33.1"), hexes=0 if lost or result == _LOST else length, **data)
        if result == _LOST or lost:
            gone(field, state, unit, lost or "33.1", step)
        else:
            state.replace(replace(here, runs=(*self.runs, unit, length)))

    def _follow(self, field: SnsField, state: SnsState, step: Step, hq: int, h: int) -> None:
        """A headquarters goes back to a hex; like every unit that runs it parts from the rest of its column (5.4)."""
        loosen(field, state, 1 << hq)
        field.put(state, hq, h)

    def _settle(self, field: SnsField, state: SnsState, step: Step) -> None:
        """Headquarters go with the units that went back, or fall with all of them (33.32)."""
        refuges = self.refuges(field, state)
        state.pop()
        for hq in self.leaders(field, state):
            if refuges:
                self._follow(field, state, step, hq, refuges[0])
            else:
                gone(field, state, hq, "33.32", step)

    deeds = (Deed(CHECK, _check, _bars_check, _checks), Deed(FOLLOW, _follow, _bars_follow, _follows))


def lost_by_running(field: SnsField, unit: int) -> str:
    """The paragraph by which an F eliminates a unit: artillery that is not horse artillery, by option all guns, supply
    units and elephants; empty for others."""
    lost = field.roster.guns if field.options["rout_guns"] == "guns" else field.roster.of_type("artillery")
    if 1 << unit & lost and not field.roster.values[unit].horse:
        return "33.41"
    return "33.42" if 1 << unit & (field.roster.supply | field.roster.elephants) else ""


@dataclass(frozen=True)
class Running(SnsDoing):
    """A routed unit on its way back, hex by hex, each further from where it was beaten (33.2, 8.82)."""

    side: int
    unit: int
    origin: int
    left: int
    """The hexes it has still to go."""
    rule = "33.2"
    asks = "a unit routs: first choose its next hex"

    def steps(self, field: SnsField, state: SnsState) -> list[int]:
        """The hexes it may go to next, from which the rest of the way is open (8.81, 8.82)."""
        if not self.left:
            return []
        far = field.distance(self.origin, state.where[self.unit])
        return sorted(_away(field, state, self.origin, state.where[self.unit], far, self.left, self.unit))

    def shelters(self, field: SnsField, state: SnsState) -> bool:
        """Whether it may stop here: a fortress is its first hex (8.85)."""
        h = state.where[self.unit]
        return bool(self.left) and field.ground.fortress[h] and field.distance(self.origin, h) == 1

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        found = self.steps(field, state)
        if state.where[self.unit] < 0 or len(found) + self.shelters(field, state) < 2:
            return None
        key, hexes = field.roster.keys[self.unit], tuple(field.grid.name(h) for h in found)
        prompt = f"Rout of {field.roster.names[self.unit]}: {_hexes(self.left)} left to run"
        return Decision(field.sides[self.side], ROUT, field.cite("33.2"), prompt, (key,), hexes)

    def _holding(self, field: SnsField, state: SnsState) -> Offers:
        if self.shelters(field, state):
            yield ()

    def _onward(self, field: SnsField, state: SnsState) -> Offers:
        return each(self.steps(field, state))

    def _bars_holding(self, field: SnsField, state: SnsState) -> Iterator[Breach]:
        if not self.shelters(field, state):
            yield "33.1", f"{field.roster.names[self.unit]} has {_hexes(self.left)} left to run"

    def _bars_step(self, field: SnsField, state: SnsState, *way: int) -> Iterator[Breach]:
        if len(way) != 1:
            yield "33.2", "name the hexes of a rout one by one"
        elif way[0] not in self.steps(field, state):
            name = field.place(way[0])
            yield "8.81", f"no rout leads to {name}, or none of the right length"
            yield "33.2", f"no rout leads to {name}, or none of the right length"
            yield from closed_to(field, self.side, 1 << self.unit, way[0])
            if sieges.besieged(field, state, way[0], self.side):
                yield "18.23", f"{name} is besieged"

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        found = self.steps(field, state)
        if state.where[self.unit] < 0 or not self.left or (self.shelters(field, state) and not found):
            state.pop()
        elif found:
            step.forced.append(Action(RETREAT, (found[0],)))
            self._go(field, state, step, found[0])
        else:
            state.pop()
            gone(field, state, self.unit, "8.86", step)

    def _go(self, field: SnsField, state: SnsState, step: Step, *way: int) -> None:
        (h,) = way
        name, at = field.grid.name, state.where[self.unit]
        state.replace(replace(self, left=self.left - 1))
        loosen(field, state, 1 << self.unit)
        debt = zone_strength(field, state, 1 - self.side, h)
        field.put(state, self.unit, h)
        data = {"from": name(at), "to": name(h), "way": [name(h)]}
        step.say(RETREAT, field.cite("33.2"), side=field.sides[self.side], units=field.keys_of(1 << self.unit), **data)
        if debt:
            state.push(ZonePenalty(self.side, 1 << self.unit, debt))

    deeds = (Deed("hold", halted, _bars_holding, _holding), Deed(RETREAT, _go, _bars_step, _onward))


def _hexes(number: int) -> str:
    return counted(number, "more hex", "more hexes")


def _away(field: SnsField, state: SnsState, origin: int, at: int, far: int, left: int, unit: int) -> list[int]:
    """The next hexes on ways of ``left`` more hexes for a unit, each hex one further from the origin; a fortress may
    end a way in its first hex (8.85)."""
    side = field.roster.side[unit]
    nearer = (n for n in onward(field, state, side, at, 1 << unit) if field.distance(origin, n) == far + 1)
    return [
        n
        for n in nearer
        if left == 1
        or (far == 0 and field.ground.fortress[n])
        or _away(field, state, origin, n, far + 1, left - 1, unit)
    ]


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (
    Verb(CHECK, UNIT, lender("33.31")),
    Verb(FOLLOW, UNIT, HEX),
)
