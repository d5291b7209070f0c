"""Chapters 10 and 11: demoralized units rally, headquarters help them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.hexes.board.grid import NOWHERE
from engine.mechanics.bits import bits
from engine.mechanics.deeds import Deed, Offers
from engine.mechanics.hexes.verbs import UNIT, Verb
from engine.mechanics.procedure import END, Breach
from engine.play import Decision, Step
from engine.systems.sun_never_sets.base.counters import DEMORALIZED
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import ENDING, Segment, tell_owner
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.battle import intelligence
from engine.systems.sun_never_sets.position import fates
from engine.systems.sun_never_sets.position.fight import fanatics
from engine.systems.sun_never_sets.position.rewording import lender

RALLY: Final = "rally"
_SCALE: Final = ("D", "F", "R")
"""The results of the rally table from the worst; examples may force any, for the table is rebuilt (11.52)."""


def begin(field: SnsField, state: SnsState, side: int) -> None:
    """Begin the segment of a side."""
    state.push(RallySegment(side))


@dataclass(frozen=True)
class RallySegment(Segment):
    """The rally segment: a die for each demoralized unit that its owner wants to rally (11.51)."""

    side: int
    tried: int = 0
    aided: int = 0
    """Headquarters that have helped a unit (11.53)."""

    phase = RALLY
    asks = "this is the rally segment: rally a demoralized unit, or end it"

    def shaken(self, field: SnsField, state: SnsState) -> list[int]:
        """The units that may still try to rally."""
        mask = field.roster.of_side[self.side] & ~self.tried
        return [u for u in bits(mask) if state.where[u] >= 0 and state.steps[u] == DEMORALIZED]

    def helpers(self, field: SnsField, state: SnsState, h: int) -> list[int]:
        """The headquarters of a hex that may still help (10.33)."""
        leaders = field.units_at(state, h, self.side) & field.roster.headquarters & ~self.aided
        return [hq for hq in bits(leaders) if field.tactical(state, hq) > 0]

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if not self.shaken(field, state):
            return None
        return Decision(field.sides[self.side], RALLY, "sns2:11.51", "Rally demoralized units, or end the segment")

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        step.forced.append(END)
        state.pop()

    def tries(self, field: SnsField, state: SnsState) -> Offers:
        """One unit of each sort in each hex, alone and with each headquarters that may help."""
        seen: set[tuple[int, int]] = set()
        for u in self.shaken(field, state):
            h = state.where[u]
            if (field.gunnery.kind[u], h) not in seen:
                seen.add((field.gunnery.kind[u], h))
                for hq in sorted((NOWHERE, *self.helpers(field, state, h))):
                    yield u, hq

    def bars(self, field: SnsField, state: SnsState, unit: int, leader: int) -> Iterator[Breach]:
        """Every paragraph that trying to rally a unit breaks."""
        name = field.roster.names[unit]
        if unit not in self.shaken(field, state):
            if self.tried >> unit & 1:
                yield "11.51", f"{name} has already tried to rally in this segment"
            else:
                yield "11.51", f"{name} is not a demoralized unit of this side on the map"
        elif leader != NOWHERE and leader not in self.helpers(field, state, state.where[unit]):
            if self.aided >> leader & 1:
                yield "11.53", f"{field.roster.names[leader]} has already helped a unit in this segment"
                yield "10.33", f"{field.roster.names[leader]} adds to the rally die of one unit"
            elif state.where[leader] != state.where[unit]:
                yield "10.1", f"{field.roster.names[leader]} is not in the hex of {name}"
                yield "11.53", f"{field.roster.names[leader]} helps units of its own hex"
            elif not field.roster.headquarters >> leader & 1:
                yield "11.53", f"{field.roster.names[leader]} is not a headquarters"

    def rally(self, field: SnsField, state: SnsState, step: Step, unit: int, leader: int) -> None:
        """A unit tries to rally."""
        helped = 0 if leader == NOWHERE else 1 << leader
        state.replace(replace(self, tried=self.tried | 1 << unit, aided=self.aided | helped))
        die, adds, result = thrown(field, state, unit, leader, step)
        data = {"unit": field.roster.keys[unit], "die": die, "modifier": adds, "result": result}
        tell_owner(field, step, self.side, "rally", "11.52", **data)
        if result == "R":
            fates.rally(field, state, unit, "11.52", step)
        elif result == "D":
            fates.eliminate(field, state, unit, "11.52", step)

    deeds = (ENDING, Deed(RALLY, rally, bars, tries), *intelligence.ASIDE)


def thrown(field: SnsField, state: SnsState, unit: int, leader: int, step: Step) -> tuple[int, int, str]:
    """A die for a unit on the rally table: the die, what a headquarters adds, and R, F or D (11.52, 11.53)."""
    table = field.tables.rally
    adds = field.tactical(state, leader) * table.modifiers["tactical_value"] if leader != NOWHERE else 0
    morale = "F" if fanatics(field, state) >> unit & 1 else field.gunnery.morale[unit]
    column = [table.result(morale, throw + adds) for throw in range(1, 7)]
    die, result = step.read(state, column, f"{morale} of the rally table", _SCALE)
    return die, adds, result


VERBS: Final[tuple[Verb[SnsField, SnsState], ...]] = (Verb(RALLY, UNIT, lender("11.53")),)
