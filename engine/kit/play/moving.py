"""How units march by a rules file: how they come onto the map, and what a way breaks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.citing import Rules, cites
from engine.kit.bound.control import NEVER, ONLY_START, STOP
from engine.kit.bound.costs import PROHIBITED, StepCost
from engine.kit.bound.phases import BoundPhase
from engine.kit.bound.subject import KitSubject
from engine.kit.play.arriving import ComingOn
from engine.kit.play.comings import called
from engine.kit.play.overrunning import toll_rules
from engine.kit.play.reaching import KitReaching
from engine.kit.play.state import KitState
from engine.kit.play.turns import is_turn
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

    def on_the_way(
        self,
        field: Any,
        state: KitState,
        unit: int,
        start: int,
        path: tuple[int, ...],
        spent: int,
        held: list[Breach],
        *,
        fresh: bool,
    ) -> Iterator[Breach]:
        name = field.roster.names[unit]
        going = self.going(field, state, unit, start, spent, fresh=fresh)
        walked, spent, count = self.walked(state, unit, start), going.spent, -1
        at, ended, costs = start, False, list[StepCost]()
        for h in path:
            if is_turn(h):
                spent += walked.turn(h)
                yield from walked.turning_faults()
                continue
            count += 1
            if h == NOWHERE:
                yield field.cites("movement", "off_map")[0], f"{name} cannot move off the map"
                return
            if field.ground.between(at, h) == NOWHERE:
                yield field.cites("movement")[0], f"{field.place(at)} and {field.place(h)} are not adjacent"
                return
            if ended:
                yield field.cites("movement", "costs")[0], f"{name} ends its move in {field.place(at)}"
            cost = field.costs.price(state, unit, at, h)
            costs.append(cost)
            if cost.why is not None:
                yield cost.why
                return
            if cost.price == PROHIBITED:
                for rule in self.cost_rules(field, cost):
                    yield rule, f"{name} cannot go from {field.place(at)} to {field.place(h)}"
                return
            yield from walked.faults(at, h)
            if count and going.stops is not None and going.stops[at]:
                yield from self._halted(field, state, unit, at)
            held += self.occupied(field, state, unit, h)
            ground, last = self._ground(field, cost, spent, going.budget)
            if ground is None:
                for rule in self.cost_rules(field, cost):
                    yield rule, f"{name} can enter {field.place(h)} for its whole allowance alone"
                return
            ended = last
            paid = going.toll.price(at, h, ground, first=not count) if going.toll is not None else ground
            if paid is None:
                yield from self._zone_breaches(field, unit, going, at, h)
                return
            spent = going.budget if last else spent + paid
            at = h
        if spent > going.budget and not self._always(going, path):
            yield from self._too_dear(field, state, unit, spent, going, costs, path)
        if path and not self.may_end(state, unit, at):
            held += list(field.stacking.faults(state, unit, at))

    def _halted(self, field: Any, state: KitState, unit: int, h: int) -> Iterator[Breach]:
        """Why a unit goes no further from a hex."""
        said = f"{field.roster.names[unit]} must end its move in {field.place(h)}"
        if self._bars(field, state, unit, h):
            names = field.called(state, field.roster.side[unit], state.stacks[h] & ~(1 << unit))
            yield from ((rule, f"{said}: it may not pass {names}") for rule in field.cites("movement", "friends"))
        elif field.zones.rules[unit].enter == STOP:
            yield from ((rule, f"{said}, in an enemy zone of control") for rule in field.cites("zones", "enter"))

    def _always(self, going: Going, path: tuple[int, ...]) -> bool:
        return self.always_one and going.fresh and not going.spent and len(path) == 1

    def _ground(self, field: Any, cost: StepCost, spent: int, budget: int) -> tuple[int | None, bool]:
        """What a step costs by its ground, and whether the move ends with it; None where it cannot be paid."""
        if not isinstance(cost.price, str):
            return field.costs.parts(cost.price), False
        fits = budget > 0 and (not spent if cost.price == "all" else spent < budget)
        return (0 if fits else None), True

    def _zone_breaches(self, field: Any, unit: int, going: Going, at: int, h: int) -> Iterator[Breach]:
        name = field.roster.names[unit]
        toll, rules = going.toll, field.zones.rules[unit]
        assert toll is not None
        if rules.leave in (NEVER, ONLY_START) and toll.zone[at]:
            for rule in field.cites("zones", "leave"):
                yield rule, f"{name} cannot leave the enemy zone of control in {field.place(at)}"
        if toll.zone[at] and toll.zone[h]:
            key = "barred" if getattr(toll, "bars", _nothing)(at, h) else "zone_to_zone"
            for rule in field.cites("zones", key):
                yield rule, f"{name} cannot go from one enemy zone of control into another at {field.place(h)}"

    def _too_dear(
        self,
        field: Any,
        state: KitState,
        unit: int,
        spent: int,
        going: Going,
        costs: list[StepCost],
        path: tuple[int, ...],
    ) -> Iterator[Breach]:
        name, parts = field.roster.names[unit], field.parts
        said = f"this move costs {spent / parts:g} movement points; {name} has {going.budget / parts:g}"
        for rule in field.cites("movement", "allowance"):
            yield rule, said
        for line in field.allowance_lines(state, unit):
            yield from ((rule, line.says or said) for rule in line.rule)
        yield from ((rule, said) for rule in self.phase.share_rules)
        yield from ((rule, said) for rule in field.slowed_by(state, unit))
        yield from ((rule, said) for rule in toll_rules(field, going.toll, path))
        for rule in dict.fromkeys(rule for cost in costs for rule in self.cost_rules(field, cost)):
            yield rule, said

    def cost_rules(self, field: Any, cost: StepCost) -> Rules:
        """The paragraphs of what a step costs: of the line of the cost, else of ``costs``."""
        costs = field.costs.block
        found: list[str] = []
        for key, source in cost.sources:
            found += cites("movement", (source, ""), (costs, key), (costs, ""), (field.model.movement, "costs"))
        return tuple(dict.fromkeys(found)) or field.cites("movement", "costs")

    def occupied(self, field: Any, state: KitState, unit: int, h: int) -> Iterator[Breach]:
        """Why others keep a unit out of a hex."""
        foes = field.roster.of_side[1 - field.roster.side[unit]]
        others = state.stacks.get(h, 0) & ~(1 << unit) & ~(foes & (field.yielding | field.unseen_by(state, unit)))
        if not others or h not in self.closed(field, state, unit):
            return
        names = field.called(state, field.roster.side[unit], others)
        foes &= others
        if foes and field.overrunning is not None:
            yield from field.overrunning.faults(state, unit, h, foes)
            return
        for rule in field.cites("movement", "enemies" if foes else "friends"):
            yield rule, f"{field.place(h)} is occupied by {f'the enemy ({names})' if foes else names}"
        if not foes:
            yield from field.stacking.faults(state, unit, h)

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


def _nothing(a: int, b: int) -> bool:
    return False


def off_map(name: str, start: int) -> str:
    """Why a unit that is not on the map cannot move."""
    if start in (WAITING, POOL):
        return f"{name} has not entered the map"
    if exit_of(start) >= 0:
        return f"{name} has left the map"
    return f"{name} takes no part in this game" if start == ABSENT else f"{name} is eliminated"
