"""Paragraphs 27.55 and 27.9: boats and fleets that leave after a battle, and those that follow a beaten enemy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.mechanics.acts import end_of, ends_in_a_hex
from engine.mechanics.bits import bits, mask_of
from engine.mechanics.deeds import Deed, Offers
from engine.mechanics.hexes import results
from engine.mechanics.hexes.results import alive
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.systems.sun_never_sets.base import cargo
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, SnsFrame, halted
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.position import afloat, fight
from engine.systems.sun_never_sets.position.acts import berth_in
from engine.systems.sun_never_sets.position.afloat import Berth
from engine.systems.sun_never_sets.position.berths import STEER, berth_breaches, berth_of, written

_LISTED = 300
"""Goals of an advance that are listed; where there are more, they are spread evenly."""


def fall_back(field: SnsField, state: SnsState, side: int, mask: int, h: int) -> None:
    """Boats and fleets of a side have to leave a hex: each kind goes together, with those that share a load with it
    (27.46)."""
    mask = cargo.convoy(state, mask)
    for kind in (field.roster.fleets, field.roster.boats):
        if mask & kind:
            state.push(FallingBack(side, mask & kind, h))


def refuges(field: SnsField, state: SnsState, side: int, mask: int, origin: int) -> list[Berth]:
    """Where boats or fleets may retreat to: two hexes away by water that is open to them, through enemy zones too; a
    fleet that cannot goes one (27.55, 8.82, 28.23)."""
    length = field.tables.defeat.retreat
    near = frozenset(field.grid.within(origin, length))
    found = [one for one in afloat.open_berths(field, state, side, mask, near) if one[1] != origin]
    whole = [one for one in found if field.distance(origin, one[1]) == length]
    return whole or (found if mask & field.roster.fleets else [])


@dataclass(frozen=True)
class FallingBack(SnsFrame, results.Retreating[SnsField, SnsState]):
    """Boats or fleets have to leave a hex (27.55, 27.9)."""

    side: int
    units: int
    origin: int

    rule = "27.55"
    verbs = (STEER,)
    asks = "boats retreat first: choose the hexside, or the hex, that they move to"

    def options(self, field: SnsField, state: SnsState) -> list[Action]:
        mask = alive(state, self.units)
        if not mask:
            return []
        found = refuges(field, state, self.side, mask, self.origin)
        return sorted(Action(STEER, written(field, mask, berth)) for berth in found)

    def prompt(self, field: SnsField, names: tuple[str, ...]) -> str:
        return f"Retreat by water two hexes from {field.place(self.origin)}"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        options = self.options(field, state)
        if len(options) < 2:
            return None
        keys = tuple(field.keys_of(alive(state, self.units)))
        hexes = tuple(sorted({field.grid.name(berth_of(*berth_in(action))[1]) for action in options}))
        return Decision(field.sides[self.side], "retreat", field.cite(self.rule), self.prompt(field, keys), keys, hexes)

    def without(self, field: SnsField, state: SnsState, step: Step) -> None:
        """Boats without a way are lost; fleets stay, for they never are (8.86, 28.23)."""
        for u in bits(alive(state, self.units & field.roster.boats)):
            if not state.ended:
                fight.kill(field, state, u, "8.86", step)

    def faults(self, field: SnsField, state: SnsState, action: Action) -> Iterator[Breach]:
        if action not in self.options(field, state):
            mask = alive(state, self.units)
            yield from berth_breaches(field, state, self.side, mask, *berth_in(action))
            yield "27.55", "boats retreat two hexes by water"

    def perform(self, field: SnsField, state: SnsState, action: Action, step: Step) -> None:
        mask, berth = alive(state, self.units), berth_of(*berth_in(action))
        state.pop()
        afloat.bring(field, state, mask, berth)
        name = field.grid.name
        data: dict[str, Any] = {"from": name(self.origin), "to": name(berth[1]), "way": [name(berth[1])]}
        step.say("retreat", field.cite("27.55"), side=field.sides[self.side], units=field.keys_of(mask), **data)


@dataclass(frozen=True)
class Chase(SnsDoing):
    """Boats that have won go on as far as they like; a fleet into the coastal hex that the enemy left (27.55, 28.2)."""

    side: int
    units: int
    vacated: int

    rule = "27.55"
    asks = "the boats of the winner may advance first: choose where they move, or stay"
    exhaustive = False

    def goals(self, field: SnsField, state: SnsState) -> list[Berth]:
        """Where they may go."""
        mask = alive(state, self.units)
        if not mask:
            return []
        found = afloat.open_berths(field, state, self.side, mask)
        if mask & field.roster.fleets:
            found = [berth for berth in found if berth[1] == self.vacated and self.vacated not in state.stacks]
        return [berth for berth in found if not afloat.stays(field, state, mask, berth)]

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if not self.goals(field, state):
            return None
        keys = tuple(field.keys_of(alive(state, self.units)))
        prompt = "The boats that have won may continue or hold"
        return Decision(field.sides[self.side], "advance", field.cite("27.55"), prompt, keys)

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()

    def _courses(self, field: SnsField, state: SnsState) -> Offers:
        goals, mask = self.goals(field, state), alive(state, self.units)
        thin = -(-len(goals) // _LISTED) or 1
        return iter(sorted(written(field, mask, berth) for berth in goals[::thin]))

    def _bars_course(self, field: SnsField, state: SnsState, water: int, bank: int) -> Iterator[Breach]:
        if berth_of(water, bank) not in self.goals(field, state):
            mask = alive(state, self.units)
            yield from berth_breaches(field, state, self.side, mask, water, bank)
            if mask & field.roster.fleets:
                yield "28.2", f"a fleet advances into {field.place(self.vacated)} alone"

    def _steer(self, field: SnsField, state: SnsState, step: Step, water: int, bank: int) -> None:
        state.pop()
        mask, berth, name = alive(state, self.units), berth_of(water, bank), field.grid.name
        data: dict[str, Any] = {"from": name(state.where[next(bits(mask))]), "to": name(berth[1])}
        afloat.bring(field, state, mask, berth)
        state.fought |= mask
        step.say("advance", field.cite("27.55"), side=field.sides[self.side], units=field.keys_of(mask), **data)

    deeds = (Deed("hold", halted), Deed(STEER, _steer, _bars_course, _courses))


def by_water(field: SnsField, state: SnsState, action: Action) -> Action:
    """A retreat or an advance that is written with a hex, where boats or fleets are asked: they steer there, boats to
    the first hexside beside it that they may go to."""
    frame = state.top
    if not isinstance(frame, FallingBack | Chase) or not ends_in_a_hex(action):
        return action
    legal = frame.options(field, state) if isinstance(frame, FallingBack) else list(frame.actions(field, state))
    found = [one for one in legal if one.verb == STEER and berth_of(*berth_in(one))[1] == end_of(action)]
    return found[0] if found else action


def chase(field: SnsField, state: SnsState, side: int, force: int, origin: int, vacated: int) -> None:
    """The boats and fleets among the winners of a battle that are still where they fought may go on."""
    for kind in (field.roster.fleets, field.roster.boats):
        mask = cargo.convoy(state, mask_of(u for u in bits(force & kind) if state.where[u] == origin))
        if mask:
            state.push(Chase(side, mask, vacated))
