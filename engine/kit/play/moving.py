"""How units march by a rules file: what they pay, where zones hold them, and what a way breaks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import Any, Final

from engine.hexes.board.grid import NOWHERE
from engine.kit.bound.citing import Rules, cites
from engine.kit.bound.control import NEVER, ONLY_START, STOP
from engine.kit.bound.costs import PROHIBITED, StepCost, StepMap
from engine.kit.bound.phases import BoundPhase
from engine.kit.bound.stacking import ALWAYS_ASKED, END_OF_PHASE
from engine.kit.bound.subject import KitSubject
from engine.kit.play.arriving import ComingOn
from engine.kit.play.comings import called
from engine.kit.play.entering import KitEntering
from engine.kit.play.overrunning import toll_rules
from engine.kit.play.state import KitState
from engine.kit.play.tolls import reach_priced, zoned
from engine.kit.play.turns import is_turn
from engine.kit.play.walking import Walked
from engine.mechanics.bits import bits
from engine.mechanics.hexes import ways
from engine.mechanics.hexes.hexstate import ABSENT, POOL, WAITING, exit_of
from engine.mechanics.hexes.marching import Going, Marching
from engine.mechanics.hexes.movement import Reach, Steps
from engine.mechanics.hexes.ways import Legs, plain, through
from engine.mechanics.procedure import Breach
from engine.play import Action

_NEAR: Final = 0.1
"""Of random moves so many are the one hex that is always allowed, where one is."""


class KitMarching(Marching[Any, KitState]):
    """How units march in one phase of a file."""

    def __init__(self, field: Any, phase: BoundPhase) -> None:
        self.field, self.phase = field, phase
        block = field.model.movement
        self.block = block
        self.always_one = bool(block and block.always_one_hex)
        friends = block.friends if block else "pass"
        self.friends_closed = friends == "closed"
        self.friends_passed = None if isinstance(friends, str) else field.binder.bind(friends)
        self.once_a_turn = bool(block and block.once == "turn") or phase.once_a_turn
        self.arrivals = ComingOn(field, self)
        self._budgets: dict[tuple[int, int, int], int] = {}

    # -- what is paid -----------------------------------------------------------------------------------------

    def budget(self, field: Any, state: KitState, unit: int) -> int:
        """What a unit may spend in this phase, in parts of a movement point."""
        if not field.lasting_allowances:
            return max(0, int(field.allowance(state, unit, self.phase) * field.parts))
        key = unit, state.turn, state.steps[unit]
        found = self._budgets.get(key)
        if found is None:
            found = self._budgets[key] = max(0, int(field.allowance(state, unit, self.phase) * field.parts))
        return found

    def closed(self, field: Any, state: KitState, unit: int) -> Collection[int]:
        """The hexes that others keep a unit out of, its own among them where it may not come back."""
        stacking, overrun = field.stacking, self._overrun(field, state, unit)
        if self.friends_closed:
            if (stacking.plain == 1 or not stacking.there) and not field.yielding and not overrun:
                return state.stacks
            return [h for h in state.stacks if h not in overrun and not self._joins(field, state, unit, h)]
        foes = field.roster.of_side[1 - field.roster.side[unit]] & ~field.yielding & ~field.unseen_by(state, unit)
        closed = {h for h, mask in state.stacks.items() if mask & foes and h not in overrun}
        if self.friends_passed is not None:
            barring = (h for h in state.stacks if h not in closed and self._bars(field, state, unit, h))
            closed.update([h for h in barring if not self._joins(field, state, unit, h)])
        if stacking.when == ALWAYS_ASKED:
            full = {h for h in state.stacks if h not in closed and not stacking.fits(state, unit, h)}
            closed |= full - overrun
        return closed

    def _overrun(self, field: Any, state: KitState, unit: int) -> frozenset[int]:
        """The hexes whose enemies a unit may overrun."""
        return frozenset() if field.overrunning is None else field.overrunning.hexes(state, unit)

    def _bars(self, field: Any, state: KitState, unit: int, h: int) -> bool:
        """Whether friends stand in a hex who may not be passed."""
        foes = field.roster.of_side[1 - field.roster.side[unit]]
        others = state.stacks.get(h, 0) & ~foes & ~(1 << unit)
        passed = self.friends_passed
        if not others or passed is None:
            return bool(others) and self.friends_closed
        return not all(passed.ask(KitSubject(field, state, -1, u, h)) for u in bits(others))

    def _stops(self, field: Any, state: KitState, unit: int, zone: bytearray | None) -> bytearray | None:
        """The hexes that a unit does not leave again: those of ``zone``, and those of friends who may not be passed."""
        if field.stacking.plain == 1 or (not self.friends_closed and self.friends_passed is None):
            return zone
        joined = [h for h in state.stacks if self._bars(field, state, unit, h)]
        if not joined:
            return zone
        stops = bytearray(zone if zone is not None else field.ground.grid.size)
        for h in joined:
            stops[h] = 1
        return stops

    def _joins(self, field: Any, state: KitState, unit: int, h: int) -> bool:
        """Whether a unit may come into the hex of friends to stand there, where it may pass nobody."""
        fits: bool = field.stacking.fits(state, unit, h)
        return fits

    def going(self, field: Any, state: KitState, unit: int, start: int, spent: int = 0, *, fresh: bool = True) -> Going:
        zone = field.felt(state, unit, "move")
        budget = self.budget(field, state, unit)
        spent = max(spent, state.spent.get(unit, 0))
        stops = field.zones.rules[unit].enter == STOP
        toll = None
        # Who stops in the first hex of a zone, and begins in none, never steps out of one.
        if field.zones.there and (not stops or zone[start]):
            whole = field.allowance(state, unit, self.phase)
            toll = zoned(field, state, unit, zone, budget, whole, fresh=fresh)
        if field.overrunning is not None:
            toll = field.overrunning.toll(self._overrun(field, state, unit), toll, zone)
        steps = field.costs.steps(state, unit)
        closed = self.closed(field, state, unit)
        halts = self._stops(field, state, unit, zone if stops else None)
        return Going(start, steps, budget, closed, halts, spent, toll, fresh)

    def setting_out(self, field: Any, state: KitState, unit: int) -> Going:
        """What holds for a unit that sets out now; known as long as nothing happens in the position."""
        key = self.phase.number, unit
        known: Going | None = state.goings.get(key)
        if known is None:
            known = state.goings[key] = self.going(field, state, unit, state.where[unit])
        return known

    def ground_steps(self, field: Any, unit: int) -> Steps:
        steps: Steps = field.costs.steps(field.blank_state, unit)
        return steps

    def stays(self, field: Any, state: KitState, unit: int, start: int, *, fresh: bool) -> bool:
        rules = field.zones.rules[unit]
        if rules.leave == NEVER or (not fresh and (rules.leave == ONLY_START or rules.enter == STOP)):
            return bool(field.felt(state, unit, "move")[start])
        return False

    def may_end_at(self, field: Any, state: KitState, unit: int, h: int) -> bool:
        """Whether a unit may end its way in a hex."""
        stacking = field.stacking
        if h in self._overrun(field, state, unit):
            return True
        if stacking.when == END_OF_PHASE:
            return not state.stacks.get(h, 0) & field.roster.of_side[1 - field.roster.side[unit]] & ~field.yielding
        return bool(stacking.fits(state, unit, h))

    def endings(self, state: KitState, unit: int, found: Reach) -> list[int]:
        own, stacks, field = state.where[unit], state.stacks, self.field
        return [h for h in found.cost if h != own and (h not in stacks or self.may_end_at(field, state, unit, h))]

    def may_end(self, state: KitState, unit: int, h: int) -> bool:
        return h not in state.stacks or self.may_end_at(self.field, state, unit, h)

    # -- where to ---------------------------------------------------------------------------------------------

    def reach_of(
        self, field: Any, state: KitState, unit: int, start: int | None = None, spent: int = 0, *, fresh: bool = True
    ) -> Reach:
        at = state.where[unit] if start is None else start
        if self.stays(field, state, unit, at, fresh=fresh):
            return Reach(at, {at: spent}, {})
        going = self.going(field, state, unit, at, spent, fresh=fresh)
        return self.reached(going)

    def reached(self, going: Going) -> Reach:
        """Where a unit can get, also by steps that end its move and by the one hex that is always allowed."""
        toll = going.toll
        if toll is None:
            found = going.reach()
        else:
            price = toll.price
            found = reach_priced(
                going.start,
                going.steps,
                going.budget,
                lambda a, b, cost, first: price(a, b, cost, first=first),
                going.closed,
                going.stops,
                going.spent,
            )
        steps = going.steps
        if isinstance(steps, StepMap) and steps.endings:
            self._last_steps(going, steps, found)
        if self.always_one and going.fresh and not going.spent:
            self._one_hex(going, found)
        return found

    def _last_steps(self, going: Going, steps: StepMap, found: Reach) -> None:
        """The steps for all of an allowance, or for the rest of it."""
        for h, cost in list(found.cost.items()):
            if h != going.start and going.stops is not None and going.stops[h]:
                continue
            for n, whole in steps.endings.get(h, ()):
                fits = not cost if whole else cost < going.budget
                if n in found.cost or n in going.closed or not fits or going.budget <= 0:
                    continue
                if going.price(h, n, 0) is not None:
                    found.cost[n] = going.budget
                    found.came[n] = h

    def _one_hex(self, going: Going, found: Reach) -> None:
        for n, cost in going.steps[going.start]:
            if n not in found.cost and n not in going.closed and going.price(going.start, n, cost) is not None:
                found.cost[n] = going.budget
                found.came[n] = going.start

    def may_step(self, going: Going) -> bool:
        """Whether a unit can go anywhere at all."""
        if going.may_step():
            return True
        fresh = going.fresh and not going.spent
        if not (self.always_one and fresh) and not (isinstance(going.steps, StepMap) and going.steps.endings):
            return False
        return len(self.reached(going).cost) > 1

    def may_set_out(self, field: Any, state: KitState, unit: int, going: Going) -> bool:
        """Whether a unit can go anywhere at all, or turn."""
        return self.may_step(going)

    def ways_on(
        self, field: Any, state: KitState, unit: int, start: int, spent: int = 0, *, fresh: bool = True
    ) -> Iterator[tuple[int, ...]]:
        """The ways of a unit from a hex, the cheapest to each end."""
        found = self.reach_of(field, state, unit, start, spent, fresh=fresh)
        yield from sorted(found.path(h) for h in self.endings(state, unit, found))

    def walked(self, state: KitState, unit: int, start: int) -> Walked:
        """What judges a way of a unit step by step."""
        return Walked(self.field, unit, start)

    def made_action(self, verb: str, unit: int, way: Sequence[int]) -> Action:
        """The action in which a unit goes a way."""
        return Action(verb, (unit, *way))

    def routed(self, field: Any, state: KitState, unit: int, given: list[int]) -> Legs:
        top, at = state.top if state.stack else None, state.where[unit]
        if isinstance(top, KitEntering) and top.unit == unit:
            return self._whole(field, state, unit, at, given, top.spent, fresh=False)
        return self._whole(field, state, unit, at, given, 0, fresh=True)

    def made_whole(self, field: Any, state: KitState, given: tuple[int, ...]) -> Action:
        top = state.top if state.stack else None
        if not isinstance(top, KitEntering):
            return Action("go", given)
        at = state.where[top.unit]
        legs = self._whole(field, state, top.unit, at, list(given), top.spent, fresh=False)
        return ways.going("go", field.grid, at, legs)

    def cost_of(self, field: Any, state: KitState, unit: int, going: Going, way: Sequence[int]) -> int:
        """What a legal way costs, in parts of a movement point."""
        at, total, toll = going.start, 0, going.toll
        walked = None if field.arcs is None else self.walked(state, unit, at)
        for h in way:
            if walked is not None and is_turn(h):
                total += walked.turn(h)
                continue
            for n, ground in going.steps[at]:
                if n == h:
                    total += ground if toll is None else going.price(at, h, ground) or 0
                    break
            else:
                return going.budget
            at = h
        return total

    def movable(self, field: Any, state: KitState, side: int) -> list[int]:
        who, where = self.phase.who, state.where
        bar = state.done(0) if self.once_a_turn else state.moved
        enemy_zone = field.zone(state, 1 - side) if field.zones.there else None
        hindered = bool(state.blocked or state.carrier) or any(state.status)
        found = []
        for u in field.roster.side_units[side]:
            h = where[u]
            if h < 0 or bar >> u & 1 or (who.units is not None and not who.units >> u & 1):
                continue
            if (hindered and field.cannot(state, u, "move")) or (
                who.units is None and not who.ask(KitSubject(field, state, side, u))
            ):
                continue
            if enemy_zone is not None and enemy_zone[h] and self.stays(field, state, u, h, fresh=True):
                continue
            found.append(u)
        return found

    # -- at random --------------------------------------------------------------------------------------------

    def random_way(self, field: Any, state: KitState, unit: int, going: Going, random: Random) -> Sequence[int]:
        if self.always_one and going.fresh and random.random() < _NEAR:
            return self.sure_way(field, state, unit, going, random)
        return super().random_way(field, state, unit, going, random)

    def sure_way(self, field: Any, state: KitState, unit: int, going: Going, random: Random) -> Sequence[int]:
        if self.stays(field, state, unit, going.start, fresh=going.fresh):
            return ()
        found = self.reached(going)
        goals = self.endings(state, unit, found)
        return found.path(goals[int(random.random() * len(goals))]) if goals else ()

    # -- entries ----------------------------------------------------------------------------------------------

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
                yield rule, f"{name} is in an enemy zone of control and may not leave it by movement"
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
                yield field.cites("movement", "off_map")[0], f"{name} may not move off the map"
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
                    yield rule, f"{name} may not go from {field.place(at)} to {field.place(h)}"
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
                yield rule, f"{name} may not leave the enemy zone of control in {field.place(at)}"
        if toll.zone[at] and toll.zone[h]:
            key = "barred" if getattr(toll, "bars", _nothing)(at, h) else "zone_to_zone"
            for rule in field.cites("zones", key):
                yield rule, f"{name} may not go from one enemy zone of control into another at {field.place(h)}"

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
            yield rules[0], f"{name} is no reinforcement waiting to enter"
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

    def _legal_way(
        self, field: Any, state: KitState, unit: int, start: int, given: list[int], spent: int, *, fresh: bool
    ) -> Legs | None:
        if not self.sets_out(field, state, unit, start, fresh=fresh):
            return None
        if not any(self.way_breaches(field, state, unit, start, tuple(given), spent, fresh=fresh)):
            return plain(given)
        going = self.going(field, state, unit, start, spent, fresh=fresh)
        return through(start, given, going.onward(state.where[unit]), going.budget, spent)


def _nothing(a: int, b: int) -> bool:
    return False


def off_map(name: str, start: int) -> str:
    """Why a unit that is not on the map cannot move."""
    if start in (WAITING, POOL):
        return f"{name} has not entered the map"
    if exit_of(start) >= 0:
        return f"{name} has left the map"
    return f"{name} takes no part in this game" if start == ABSENT else f"{name} is eliminated"
