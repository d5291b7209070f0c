"""How far units get by a rules file: what they may spend, what is closed to them, and where zones hold them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any, Final

from engine.kit.bound.control import NEVER, ONLY_START, STOP
from engine.kit.bound.costs import StepMap
from engine.kit.bound.phases import BoundPhase
from engine.kit.bound.stacking import ALWAYS_ASKED, END_OF_PHASE
from engine.kit.bound.subject import KitSubject
from engine.kit.play.state import KitState
from engine.kit.play.tolls import reach_priced, zoned
from engine.kit.play.turns import is_turn
from engine.kit.play.walking import Walked
from engine.mechanics.bits import bits
from engine.mechanics.hexes.going import Going
from engine.mechanics.hexes.marching import Marching
from engine.mechanics.hexes.movement import Reach, Steps, wander
from engine.mechanics.procedure import Breach
from engine.play import Action

_NEAR: Final = 0.1
"""The share of random moves that go the one hex that is always allowed, where one is."""


class KitReaching(Marching[Any, KitState]):
    """How far units get in one phase of a file."""

    def __init__(self, field: Any, phase: BoundPhase) -> None:
        self.field, self.phase = field, phase
        self.moves = "move" in phase.does
        """Whether units on the map move: not where reinforcements alone enter."""
        block = field.model.movement
        self.always_one = bool(block and block.always_one_hex)
        friends = block.friends if block else "pass"
        self.friends_closed = friends == "closed"
        self.friends_passed = None if isinstance(friends, str) else field.binder.bind(friends)
        self.once_a_turn = bool(block and block.once == "turn") or phase.once_a_turn
        who = phase.who.units
        self._acting = None if who is None else tuple(_of(units, who) for units in field.roster.side_units)
        """For each side the units that act in this phase, where that is printed on them."""
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

    @cached_property
    def bare(self) -> bool:
        """Whether no unit ever enters the hex of another unit: all that others keep a unit out of is where they are."""
        field = self.field
        alone = self.friends_closed and field.stacking.plain == 1
        return alone and not field.yielding and field.overrunning is None and field.arcs is None

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
            barring = (h for h in state.stacks if h not in closed and self.bars(field, state, unit, h))
            closed.update([h for h in barring if not self._joins(field, state, unit, h)])
        if stacking.when == ALWAYS_ASKED:
            full = {h for h in state.stacks if h not in closed and not stacking.fits(state, unit, h)}
            closed |= full - overrun
        return closed

    def _overrun(self, field: Any, state: KitState, unit: int) -> frozenset[int]:
        """The hexes whose enemies a unit may overrun."""
        return frozenset() if field.overrunning is None else field.overrunning.hexes(state, unit)

    def bars(self, field: Any, state: KitState, unit: int, h: int) -> bool:
        """Whether friends stand in a hex who may not be passed."""
        foes = field.roster.of_side[1 - field.roster.side[unit]]
        others = state.stacks.get(h, 0) & ~foes & ~(1 << unit)
        passed = self.friends_passed
        if not others or passed is None:
            return bool(others) and self.friends_closed
        return not all(passed.ask(KitSubject(field, state, -1, u, h)) for u in bits(others))

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

    def _stops(self, field: Any, state: KitState, unit: int, zone: bytearray | None) -> bytearray | None:
        """The hexes that a unit does not leave again: those of ``zone``, and those of friends who may not be passed."""
        if field.stacking.plain == 1 or (not self.friends_closed and self.friends_passed is None):
            return zone
        joined = [h for h in state.stacks if self.bars(field, state, unit, h)]
        if not joined:
            return zone
        stops = bytearray(zone if zone is not None else field.ground.grid.size)
        for h in joined:
            stops[h] = 1
        return stops

    def _joins(self, field: Any, state: KitState, unit: int, h: int) -> bool:
        """Whether a unit may come into the hex of friends to stop there, if it cannot pass any of them."""
        fits: bool = field.stacking.fits(state, unit, h)
        return fits

    def going(self, field: Any, state: KitState, unit: int, start: int, spent: int = 0, *, fresh: bool = True) -> Going:
        zones = field.zones
        zone = zones.of(state, 1 - field.roster.side[unit]) if zones.shared else zones.felt(state, unit, "move")
        budget = self.budget(field, state, unit)
        if unit in state.spent:
            spent = max(spent, state.spent[unit])
        stops = zones.rules[unit].enter == STOP
        toll = None
        # Who stops in the first hex of a zone, and begins in none, never steps out of one.
        if zones.there and (not stops or zone[start]):
            whole = field.allowance(state, unit, self.phase)
            toll = zoned(field, state, unit, zone, budget, whole, fresh=fresh)
        steps = field.costs.steps(state, unit)
        if self.bare:
            return Going(start, steps, budget, state.stacks, zone if stops else None, spent, toll, fresh)
        if field.overrunning is not None:
            toll = field.overrunning.toll(self._overrun(field, state, unit), toll, zone)
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
        if stacking.fits(state, unit, h):
            return True
        return stacking.when == END_OF_PHASE and self._makes_room(field, state, unit, h)

    def _makes_room(self, field: Any, state: KitState, unit: int, h: int) -> bool:
        """Whether those in a hex who can still leave it in this phase would leave room enough for a unit."""
        there, leaving = state.stacks.get(h, 0) & ~(1 << unit), 0
        for u in self.movable(field, state, field.roster.side[unit]):
            if there >> u & 1 and self.gets_out(field, state, u):
                leaving |= 1 << u
        return bool(leaving) and bool(field.stacking.fits(state, unit, h, leaving=leaving))

    def gets_out(self, field: Any, state: KitState, unit: int) -> bool:
        """Whether a unit that may move can leave the hex where it stands, even if the next one has no room."""
        return self.may_set_out(field, state, unit, self.setting_out(field, state, unit))

    def endings(self, state: KitState, unit: int, found: Reach) -> list[int]:
        own, stacks, field = state.where[unit], state.stacks, self.field
        return [h for h in found.cost if h != own and (h not in stacks or self.may_end_at(field, state, unit, h))]

    def may_end(self, state: KitState, unit: int, h: int) -> bool:
        return h not in state.stacks or self.may_end_at(self.field, state, unit, h)

    # -- where to ---------------------------------------------------------------------------------------------

    def reached(self, field: Any, going: Going) -> Reach:
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

    def may_set_out(self, field: Any, state: KitState, unit: int, going: Going) -> bool:
        if going.toll is None:
            left, closed = going.budget - going.spent, going.closed
            for n, cost in going.steps[going.start]:
                if cost <= left and n not in closed:
                    return True
        elif going.may_step():
            return True
        fresh = going.fresh and not going.spent
        if not (self.always_one and fresh) and not (isinstance(going.steps, StepMap) and going.steps.endings):
            return False
        return len(self.reached(field, going).cost) > 1

    def may_leave(self, field: Any, state: KitState, unit: int) -> bool:
        """Whether a unit of those that may move can go anywhere at all."""
        start = state.where[unit]
        if self.bare and not state.spent and not self._felt_at(field, state, unit, start):
            # What holds for its first step is all that is asked.
            budget = self.budget(field, state, unit)
            for n, cost in field.costs.steps(state, unit)[start]:
                if cost <= budget and n not in state.stacks:
                    return True
        return self.may_set_out(field, state, unit, self.setting_out(field, state, unit))

    def _felt_at(self, field: Any, state: KitState, unit: int, start: int) -> bool:
        """Whether enemy zones may change what the first step of a unit costs."""
        zones = field.zones
        if not zones.there:
            return False
        return bool(zones.rules[unit].enter != STOP or zones.felt(state, unit, "move")[start])

    def walked(self, state: KitState, unit: int, start: int) -> Walked:
        """What judges a way of a unit step by step."""
        return Walked(self.field, unit, start)

    def made_action(self, verb: str, unit: int, way: Sequence[int]) -> Action:
        """The action in which a unit goes a way."""
        return Action(verb, (unit, *way))

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
        key = self.phase.number, -1 - side
        known: list[int] | None = state.goings.get(key)
        if known is None:
            known = state.goings[key] = self._movable(field, state, side)
        return known.copy()

    def _movable(self, field: Any, state: KitState, side: int) -> list[int]:
        where, bar = state.where, state.done(0) if self.once_a_turn else state.moved
        units = field.roster.side_units[side] if self._acting is None else self._acting[side]
        found = [u for u in units if where[u] >= 0 and not bar >> u & 1]
        if state.blocked or state.carrier or any(state.status):
            found = [u for u in found if not field.cannot(state, u, "move")]
        if self._acting is None:
            who = self.phase.who
            found = [u for u in found if who.ask(KitSubject(field, state, side, u))]
        if field.zones.there:
            zone = field.zones.of(state, 1 - side)
            found = [u for u in found if not zone[where[u]] or not self.stays(field, state, u, where[u], fresh=True)]
        return found

    # -- at random --------------------------------------------------------------------------------------------

    def random_way(self, field: Any, state: KitState, unit: int, going: Going, random: Random) -> Sequence[int]:
        if self.always_one and going.fresh and not going.spent and random.random() < _NEAR:
            return self._one_hex_way(field, state, unit, going, random)
        if going.toll is None and self.bare:
            way = wander(going.start, going.steps, going.budget, random, going.closed, going.stops, going.spent)
            return way or self.sure_way(field, state, unit, going, random)
        return super().random_way(field, state, unit, going, random)

    def _one_hex_way(self, field: Any, state: KitState, unit: int, going: Going, random: Random) -> Sequence[int]:
        """A random hex next to a unit that may always move one hex; empty where it may move into none."""
        start = going.start
        near = [
            n
            for n, cost in going.steps[start]
            if n not in going.closed and going.price(start, n, cost) is not None and self.may_end(state, unit, n)
        ]
        return (near[int(random.random() * len(near))],) if near else ()

    def sure_way(self, field: Any, state: KitState, unit: int, going: Going, random: Random) -> Sequence[int]:
        if self.stays(field, state, unit, going.start, fresh=going.fresh):
            return ()
        found = self.reached(self.field, going)
        goals = self.endings(state, unit, found)
        return found.path(goals[int(random.random() * len(goals))]) if goals else ()


def _of(units: Iterable[int], mask: int) -> tuple[int, ...]:
    """Those of some units that are in a mask."""
    return tuple(u for u in units if mask >> u & 1)
