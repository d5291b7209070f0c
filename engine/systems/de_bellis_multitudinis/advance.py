"""The spontaneous advances of a bound: the umpire moves impetuous troops; their player aims where several targets are
equal (15.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.mechanics.acts import unit_of
from engine.mechanics.procedure import Breach
from engine.play import Action, Decision, Step
from engine.systems.de_bellis_multitudinis import discovery, impetuous
from engine.systems.de_bellis_multitudinis.acts import aim_of
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.frames import DbmFrame
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import distance, paces, spell, turned_about


@dataclass(frozen=True)
class Advance(DbmFrame):
    """The spontaneous advances of a side, the element nearest to an enemy first (15)."""

    def proceed(self, field: DbmField, state: DbmState, step: Step) -> None:
        unit = self._next(field, state)
        if unit < 0:
            state.pop()
            return
        aims = impetuous.targets(field, state, unit)
        if len(aims) > 1:
            state.push(Aiming(self.side, unit))
        else:
            carry_out(field, state, unit, aims[0] if aims else -1, step)

    def _next(self, field: DbmField, state: DbmState) -> int:
        """The next element that advances by itself; -1 for none."""
        enemies = [where for _, where in field.in_play(state, 1 - self.side)]

        def away(unit: int) -> tuple[int, int]:
            at = state.at[unit]
            assert at is not None
            return min((impetuous.distance_between(at, where) for where in enemies), default=0), unit

        return min(impetuous.waiting(field, state, self.side), key=away, default=-1)


@dataclass(frozen=True)
class Aiming(DbmFrame):
    """An impetuous element has several equal targets: its player chooses (15.2)."""

    unit: int = 0

    def decision(self, field: DbmField, state: DbmState) -> Decision | None:
        name = field.name(self.unit)
        return self.asks(field, "aim", "15.2", f"Choose the enemy that {name} advances against", (self.unit,))

    def actions(self, field: DbmField, state: DbmState) -> Iterator[Action]:
        for enemy in sorted(impetuous.targets(field, state, self.unit)):
            yield Action("aim", (self.unit, enemy))

    def breaches(self, field: DbmField, state: DbmState, action: Action) -> Iterator[Breach]:
        if action.verb != "aim":
            yield "15.2", f"{field.name(self.unit)} advances by itself: choose its target first"
        elif unit_of(action) != self.unit:
            yield "15.2", f"the target of {field.name(self.unit)} is chosen now"
        elif aim_of(action).target not in impetuous.targets(field, state, self.unit):
            yield "15.2", f"{field.name(aim_of(action).target)} is not among the nearest targets"

    def perform(self, field: DbmField, state: DbmState, action: Action, step: Step) -> None:
        state.pop()
        carry_out(field, state, self.unit, aim_of(action).target, step)


def carry_out(field: DbmField, state: DbmState, unit: int, target: int, step: Step) -> None:
    """Carry out the advance of an element at a target; -1 where there is none."""
    state.mark(unit, Flag.ADVANCED | Flag.MOVED)
    found = impetuous.rush(field, state, unit, target) if target >= 0 else None
    if found is None:
        return
    start = state.at[unit]
    assert start is not None
    if state.has(unit, Flag.HIDDEN):
        discovery.reveal(field, state, (unit,), (), step)
    for friend, place in found.displaced.items():
        state.put(friend, place)
    state.put(unit, found.end)
    keys = field.roster.keys
    told = {"from": spell(start), "to": spell(found.end)}
    length = paces(distance(start.point, found.end.point)) if found.end.facing != turned_about(start, 0).facing else 0
    rule = "15.4" if found.stopped else "15.1"
    step.say("advance", field.cite(rule), unit=keys[unit], aim=keys[found.target], length=length, **told)
    if found.displaced:
        step.say("displaced", field.cite("16.3"), units=field.listed(found.displaced), by=keys[unit])
