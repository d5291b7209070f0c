"""Paragraph 27.56: boats and fleets slip away from an attack by land units alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.mechanics.bits import mask_of
from engine.mechanics.deeds import Deed, Offers
from engine.mechanics.hexes.results import alive
from engine.mechanics.procedure import Breach
from engine.play import Decision, Step
from engine.systems.sun_never_sets.base import cargo
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.frames import SnsDoing, halted
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.battle.beaten_boats import fall_back, refuges
from engine.systems.sun_never_sets.battle.evasion import EVADE, EVADE_EVENT, STAND, Evaded
from engine.systems.sun_never_sets.position.fight import fighting


def boats_in(field: SnsField, state: SnsState, side: int) -> int:
    """The boats and fleets of a side in the battle in progress that have somewhere to go."""
    battle = fighting(state)
    mask = alive(state, battle.forces[side]) & field.roster.afloat
    kinds = (mask & field.roster.boats, mask & field.roster.fleets)
    return sum(kind for kind in kinds if kind and refuges(field, state, side, kind, battle.at(side)))


@dataclass(frozen=True)
class Slipping(SnsDoing):
    """An attack in the battle segment was declared on boats: they may go before it; the battle lies below (27.56)."""

    side: int
    rule = "27.56"
    asks = "first choose whether the boats evade or stand"

    def bars(self, field: SnsField, state: SnsState) -> Iterator[Breach]:
        """Why they may not."""
        if fighting(state).forces[1 - self.side] & field.roster.afloat:
            yield "27.56", "boats do not evade an attack in which an enemy boat or fleet takes part"
        if not boats_in(field, state, self.side):
            yield "27.55", "no boat is attacked that could retreat"

    def decision(self, field: SnsField, state: SnsState) -> Decision | None:
        if [*self.bars(field, state)]:
            return None
        h = fighting(state).target
        place = field.grid.name(h)
        prompt = f"The boats in {field.place(h)} evade the attack with all who are aboard, or stand"
        return Decision(field.sides[self.side], "evasion", field.cite("27.56"), prompt, (), (place,))

    def proceed(self, field: SnsField, state: SnsState, step: Step) -> None:
        state.pop()

    def all_of_them(self, field: SnsField, state: SnsState) -> Offers:
        """All the boats together."""
        yield ((),)

    def bars_evading(self, field: SnsField, state: SnsState, units: tuple[int, ...]) -> Iterator[Breach]:
        """Every paragraph that evading breaks."""
        yield from self.bars(field, state)
        if mask_of(units) & ~boats_in(field, state, self.side):
            yield "27.56", "these boats cannot evade this attack"

    def evade(self, field: SnsField, state: SnsState, step: Step, units: tuple[int, ...]) -> None:
        """Boats go away before the battle."""
        state.pop()
        gone = cargo.convoy(state, mask_of(units)) or boats_in(field, state, self.side)
        battle = fighting(state)
        at = state.stack.index(battle)
        name = field.grid.name(battle.target)
        step.say(EVADE_EVENT, field.cite("27.56"), side=field.sides[self.side], units=field.keys_of(gone), at=name)
        forces = tuple(force & ~gone for force in battle.forces)
        changed: Any = {"forces": forces, "good": tuple(good & ~gone for good in battle.good)}
        if forces[self.side] & ~field.roster.headquarters:
            state.stack[at] = replace(battle, **changed)
        else:
            del state.stack[at:]
            state.push(Evaded(battle.side, battle.origin, battle.target, gone))
        fall_back(field, state, self.side, gone, battle.target)

    deeds = (Deed(EVADE, evade, bars_evading, all_of_them), Deed(STAND, halted))
