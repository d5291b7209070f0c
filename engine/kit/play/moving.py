"""How units march by a rules file: how they come onto the map, and what a move or an entry breaks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.citing import Rules, cites
from engine.kit.bound.phases import BoundPhase
from engine.kit.bound.subject import KitSubject
from engine.kit.play.arriving import ComingOn
from engine.kit.play.comings import called
from engine.kit.play.reaching import KitReaching
from engine.kit.play.state import KitState
from engine.kit.play.waychecks import KitWayCheck
from engine.mechanics.hexes.going import Going
from engine.mechanics.hexes.hexstate import ABSENT, POOL, WAITING, exit_of
from engine.mechanics.procedure import Breach
from engine.play import Action


class KitMarching(KitReaching):
    """How units march in one phase of a file."""

    def __init__(self, field: Any, phase: BoundPhase) -> None:
        super().__init__(field, phase)
        self.arrivals = ComingOn(field, self)

    # -- entries ----------------------------------------------------------------------------------------------

    def exits(self, field: Any, state: KitState, side: int) -> Iterator[Action]:
        return iter(()) if not self.moves or field.never_off_map else super().exits(field, state, side)

    def sample(self, field: Any, state: KitState, side: int, random: Random) -> Action | None:
        return super().sample(field, state, side, random) if self.moves else None

    def due(self, field: Any, state: KitState, side: int) -> list[int]:
        if not self.phase.arrives:
            return []
        who = self.phase.who
        coming = sorted({*super().due(field, state, side), *called(field, state, side)})
        due = [u for u in coming if not field.cannot(state, u, "arrive")]
        return due if who.always else [u for u in due if who.ask(KitSubject(field, state, side, u))]

    def entry_hexes(self, field: Any, state: KitState, unit: int) -> tuple[int, ...]:
        return self.arrivals.hexes(state, unit)

    def entry_price(self, field: Any, state: KitState, unit: int, h: int) -> int:
        return self.arrivals.price(state, unit, h)

    def may_enter(self, field: Any, state: KitState, unit: int, h: int) -> bool:
        return not any(self.arrivals.faults(state, unit, h))

    def came_on(self, field: Any, state: KitState, unit: int, h: int) -> None:
        self.arrivals.note(state, unit, h)

    # -- what is wrong ----------------------------------------------------------------------------------------

    def breaches(self, field: Any, state: KitState, unit: int, path: tuple[int, ...], side: int) -> Iterator[Breach]:
        name, start, phase = field.roster.names[unit], state.where[unit], self.phase
        move: Rules = field.cites("movement", "once")
        if field.roster.side[unit] != side:
            yield from ((rule, f"{name} is not a unit of the active side") for rule in phase.rules)
        elif not phase.who.ask(KitSubject(field, state, side, unit)):
            yield from ((rule, f"{name} does not act in this phase") for rule in phase.who_rules)
        if start < 0:
            yield field.cites("arrivals" if start in (WAITING, POOL) else "movement")[0], off_map(name, start)
            return
        if (state.done(0) if self.once_a_turn else state.moved) >> unit & 1:
            earlier = phase.once_a_turn and not state.moved >> unit & 1
            rules = cites(phase.rules[0], (phase.source, "once")) if earlier else ()
            yield from ((rule, f"{name} has already moved") for rule in (*rules, *move))
        if field.cannot(state, unit, "move"):
            yield from field.why_not(state, unit, "move")
        if self.stays(field, state, unit, start, fresh=True):
            for rule in field.cites("zones", "leave"):
                yield rule, f"{name} is in an enemy zone of control and cannot leave it by movement"
        yield from self.way_breaches(field, state, unit, start, path, 0, fresh=True)

    def way_check(self, field: Any, state: KitState, unit: int, going: Going, path: tuple[int, ...]) -> KitWayCheck:
        return KitWayCheck(self, state, unit, going, path)

    def entry_breaches(
        self, field: Any, state: KitState, unit: int, way: tuple[int, ...], side: int
    ) -> Iterator[Breach]:
        name = field.roster.names[unit]
        rules = field.cites("arrivals")
        if not self.phase.arrives:
            yield from ((rule, "reinforcements do not enter in this phase") for rule in self.phase.rules)
        if field.roster.side[unit] != side:
            yield from ((rule, f"{name} is not a unit of the active side") for rule in self.phase.rules)
        elif not self.phase.who.ask(KitSubject(field, state, side, unit)):
            yield from ((rule, f"{name} does not act in this phase") for rule in self.phase.who_rules)
        if state.where[unit] != WAITING or unit not in field.arrival_turn:
            yield rules[0], f"{name} is not a reinforcement waiting to enter"
            return
        if field.arrival_turn[unit] > state.turn and not state.called >> unit & 1:
            yield rules[0], f"{name} arrives on {field.scenario.turns.said(field.arrival_turn[unit])}"
        elif why := field.waits_for(state, unit):
            yield rules[0], f"{name} {why}"
        if field.cannot(state, unit, "arrive"):
            yield from field.why_not(state, unit, "arrive")
        h = way[0]
        if h == NOWHERE:
            yield rules[0], f"{name} enters at one of its entry hexes"
            return
        faults = list(self.arrivals.faults(state, unit, h))
        yield from faults
        if not faults and len(way) > 1:
            if self.stays(field, state, unit, h, fresh=False):
                yield from ((rule, f"{name} must stop in {field.place(h)}") for rule in field.cites("zones", "enter"))
            price = self.arrivals.price(state, unit, h)
            yield from self.way_breaches(field, state, unit, h, way[1:], price, fresh=False)


def off_map(name: str, start: int) -> str:
    """Why a unit that is not on the map cannot move."""
    if start in (WAITING, POOL):
        return f"{name} has not entered the map"
    if exit_of(start) >= 0:
        return f"{name} has left the map"
    return f"{name} takes no part in this game" if start == ABSENT else f"{name} is eliminated"
