"""Groups that come, units that go or are shown, by effects."""

from __future__ import annotations

from typing import Any

from engine.kit.bound.subject import BoundCondition, KitSubject
from engine.kit.play.state import KitState
from engine.mechanics.bits import bits
from engine.mechanics.hexes.hexstate import ABSENT, POOL, WAITING
from engine.play import Step


class ComingsAndGoings:
    """The effects ``arrive``, ``withdraw``, ``to_pool`` and ``reveal``, which it hands to the combat of a field."""

    def __init__(self, field: Any) -> None:
        self.groups: dict[str, tuple[int, ...]] = {}
        """The units of the groups of reinforcements by the names of these."""
        for arrival in field.scenario.arrivals:
            if arrival.name:
                found = tuple(field.roster.find(key) for key in arrival.units)
                self.groups[arrival.name] = (*self.groups.get(arrival.name, ()), *found)
        self._bound: dict[int, BoundCondition] = {}
        handlers = field.combat.handlers
        handlers["arrive"], handlers["withdraw"] = self._arrive, self._withdraw
        handlers["to_pool"], handlers["reveal"] = self._to_pool, self._reveal

    def _arrive(self, field: Any, state: KitState, effect: Any, side: int, unit: int, hexes: Any, step: Step) -> None:
        """A group may enter from now on, whatever turn was named for it."""
        for u in self.groups.get(effect.name, ()):
            if state.where[u] == WAITING:
                state.called |= 1 << u

    def _withdraw(self, field: Any, state: KitState, effect: Any, side: int, unit: int, hexes: Any, step: Step) -> None:
        condition = effect.source.withdraw
        who = self._bound.setdefault(id(condition), field.binder.bind(condition))
        for u in range(len(state.where)):
            h = state.where[u]
            if (h >= 0 or h == WAITING) and who.ask(KitSubject(field, state, side, u)):
                field.put(state, u, ABSENT)
                where = {"at": field.grid.name(h)} if h >= 0 else {}
                step.say("withdraw", field.cite(effect.rule), unit=field.roster.keys[u], **where)

    def _to_pool(self, field: Any, state: KitState, effect: Any, side: int, unit: int, hexes: Any, step: Step) -> None:
        if unit >= 0 and state.where[unit] >= 0:
            field.put(state, unit, POOL)
            state.steps[unit] = field.roster.steps[unit]
            step.say("pooled", field.cite(effect.rule), unit=field.roster.keys[unit])

    def _reveal(self, field: Any, state: KitState, effect: Any, side: int, unit: int, hexes: Any, step: Step) -> None:
        if unit >= 0:
            state.shown |= 1 << unit


def called(field: Any, state: KitState, side: int) -> list[int]:
    """The reinforcements of a side that an effect has called before their turn."""
    return [u for u in bits(state.called & field.roster.of_side[side]) if state.where[u] == WAITING]
