"""Marching: units move over the map and come onto it, in one action or in two steps.

What a system says of one unit at one moment is its `Going`; everything else follows from it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final, Generic, TypeVar

from engine.mechanics.acts import path_of, unit_of, walk_of
from engine.mechanics.hexes import ways
from engine.mechanics.hexes.going import Going
from engine.mechanics.hexes.hexfield import HexField
from engine.mechanics.hexes.hexstate import WAITING, HexState, exited_at
from engine.mechanics.hexes.movement import Reach, Steps, wander
from engine.mechanics.hexes.turns import Phase
from engine.mechanics.hexes.waychecks import WayCheck
from engine.mechanics.hexes.ways import Legs, plain, through
from engine.mechanics.procedure import END, Asking, Breach
from engine.play import Action, Decision, Step

F = TypeVar("F", bound=HexField[Any, Any])
H = TypeVar("H", bound=HexState)

HALF: Final = 2
"""Costs are counted in half movement points, so that roads cost a whole number."""
ENTRY: Final = "entry"
"""The kind of the decision of a unit that has come onto the map."""
STOP: Final = Action("stop")
Columns = tuple[tuple[int, int, int], ...]
"""Reinforcements that come on one behind the other: (designated entry hex, hex in use, units so far)."""

_ENTERS: Final = 0.3
"""The share of random choices in a movement phase that are entries, where a unit may enter."""
_ENDS: Final = 0.05
"""The share of random choices in a movement phase that end it."""
_LEAVES: Final = 0.3
"""The share of random choices in a movement phase that are exits, where a unit may leave the map."""
_STAYS: Final = 0.1
"""The share of random entries that end in the entry hex."""


class Marching(ABC, Generic[F, H]):
    """How the units of a system march; ``fresh`` is True for a move, False for what follows an entry."""

    @abstractmethod
    def going(self, field: F, state: H, unit: int, start: int, spent: int = 0, *, fresh: bool = True) -> Going:
        """What holds for a unit that sets out from ``start``, ``spent`` half points being gone."""

    @abstractmethod
    def movable(self, field: F, state: H, side: int) -> list[int]:
        """The units of a side on the map that may still move in this phase."""

    @abstractmethod
    def breaches(self, field: F, state: H, unit: int, path: tuple[int, ...], side: int) -> Iterator[Breach]:
        """Every paragraph that a move breaks."""

    @abstractmethod
    def entry_breaches(self, field: F, state: H, unit: int, way: tuple[int, ...], side: int) -> Iterator[Breach]:
        """Every paragraph that an entry breaks: ``way`` begins with the entry hex."""

    @abstractmethod
    def way_check(self, field: F, state: H, unit: int, going: Going, path: tuple[int, ...]) -> WayCheck[F, H]:
        """The check of a way of a unit that sets out so."""

    def way_breaches(
        self, field: F, state: H, unit: int, start: int, path: tuple[int, ...], spent: int, *, fresh: bool
    ) -> Iterator[Breach]:
        """What is wrong with a way from ``start`` (a hex already paid for with ``spent`` half points).

        ``fresh`` is False where the unit has come onto the map there.
        """
        going = self.going(field, state, unit, start, spent, fresh=fresh)
        return self.way_check(field, state, unit, going, path).breaches()

    @abstractmethod
    def entry_price(self, field: F, state: H, unit: int, h: int) -> int:
        """Half movement points to come onto the map at a hex."""

    @abstractmethod
    def may_enter(self, field: F, state: H, unit: int, h: int) -> bool:
        """Whether a unit may come onto the map at one of its entry hexes, and go through it."""

    def entry_hexes(self, field: F, state: H, unit: int) -> tuple[int, ...]:
        """The hexes where a unit may come onto the map."""
        return field.entries[unit]

    @abstractmethod
    def stays(self, field: F, state: H, unit: int, start: int, *, fresh: bool) -> bool:
        """Whether a unit may not leave the hex where it is, or comes on."""

    def may_end(self, state: H, unit: int, h: int) -> bool:
        """Whether a unit may end its way in a hex that it may enter."""
        return True

    def came_on(self, field: F, state: H, unit: int, h: int) -> None:
        """Note that a unit came onto the map at a hex."""

    # -- where to ---------------------------------------------------------------------------------------------

    def reach_of(
        self, field: F, state: H, unit: int, start: int | None = None, spent: int = 0, *, fresh: bool = True
    ) -> Reach:
        """Where a unit can get from where it stands, or from ``start``, with costs in half movement points.

        Its hexes may be some that it only passes through: `endings` leaves those out.
        """
        at = state.where[unit] if start is None else start
        if self.stays(field, state, unit, at, fresh=fresh):
            return Reach(at, {at: spent}, {})
        return self.reached(field, self.going(field, state, unit, at, spent, fresh=fresh))

    def reached(self, field: F, going: Going) -> Reach:
        """Where a unit can get that sets out so."""
        return going.reach()

    def may_set_out(self, field: F, state: H, unit: int, going: Going) -> bool:
        """Whether a unit can go anywhere at all."""
        return going.may_step()

    def ways_on(
        self, field: F, state: H, unit: int, start: int, spent: int = 0, *, fresh: bool = True
    ) -> Iterator[tuple[int, ...]]:
        """The ways of a unit from a hex: the cheapest to each hex where it may end."""
        found = self.reach_of(field, state, unit, start, spent, fresh=fresh)
        yield from sorted(found.path(h) for h in self.endings(state, unit, found))

    def reach_in(self, field: F, state: H, unit: int, h: int) -> Reach:
        """Where a unit can get when it comes on at ``h``; empty ``cost`` when it cannot come on there."""
        if not self.may_enter(field, state, unit, h):
            return Reach(h, {}, {})
        return self.reach_of(field, state, unit, h, self.entry_price(field, state, unit, h), fresh=False)

    def endings(self, state: H, unit: int, found: Reach) -> list[int]:
        """The hexes of a reach where a unit may end its way, where it stands left out."""
        own = state.where[unit]
        return [h for h in found.cost if h != own and self.may_end(state, unit, h)]

    def due(self, field: F, state: H, side: int) -> list[int]:
        """The reinforcements that may enter: their turn has come, now or earlier."""
        where, turn = state.where, state.turn
        due = [u for u in field.arriving[side] if where[u] == WAITING and field.arrival_turn[u] <= turn]
        return [u for u in due if not field.waits_for(state, u)] if field.awaited else due

    def ways_in(self, field: F, state: H, unit: int) -> Iterator[tuple[int, ...]]:
        """Entries of a unit: each entry hex, or where it may not stop there, each way through it."""
        for h in sorted(self.entry_hexes(field, state, unit)):
            if not self.may_end(state, unit, h):
                found = self.reach_in(field, state, unit, h)
                yield from sorted((h, *found.path(goal)) for goal in self.endings(state, unit, found))
            elif self.may_enter(field, state, unit, h):
                yield (h,)

    def actions(self, field: F, state: H, side: int) -> Iterator[Action]:
        """Entries, then one move for each unit and each hex it can stop in, by the cheapest way."""
        for unit in self.due(field, state, side):
            for way in self.ways_in(field, state, unit):
                yield Action("enter", (unit, *way))
        for unit in self.movable(field, state, side):
            for path in self.ways_on(field, state, unit, state.where[unit]):
                yield Action("move", (unit, *path))

    def exits(self, field: F, state: H, side: int) -> Iterator[Action]:
        """The units that may leave the map: they stand in one of their exit hexes and may still move."""
        doors = field.scores.exits[side]
        if doors:
            for unit in self.movable(field, state, side):
                if state.where[unit] in doors:
                    yield Action("exit", (unit,))

    # -- at random --------------------------------------------------------------------------------------------

    def sample_any(self, field: F, state: H, side: int, random: Random) -> Action | None:
        """A random exit, entry or move, or None where there is none of them by chance."""
        out = list(self.exits(field, state, side))
        if out and random.random() < _LEAVES:
            return random.choice(out)
        first = self.sample_entry(field, state, side, random) if random.random() < _ENTERS else None
        return first or self.sample(field, state, side, random) or self.sample_entry(field, state, side, random)

    def sample(self, field: F, state: H, side: int, random: Random) -> Action | None:
        """A random move of a random unit, or None if no unit can move."""
        units = self.movable(field, state, side)
        while units:
            unit = units.pop(int(random.random() * len(units)))
            way = self.random_way(field, state, unit, self.setting_out(field, state, unit), random)
            if way:
                return Action("move", (unit, *way))
        return None

    def setting_out(self, field: F, state: H, unit: int) -> Going:
        """What holds for a unit that sets out from where it is."""
        return self.going(field, state, unit, state.where[unit])

    def random_way(self, field: F, state: H, unit: int, going: Going, random: Random) -> Sequence[int]:
        """A random way that a unit may go; empty when there is none."""
        if going.toll is None:
            way = wander(going.start, going.steps, going.budget, random, going.closed, going.stops, going.spent)
            while way and not self.may_end(state, unit, way[-1]):
                way.pop()
            if way:
                return way
        return self.sure_way(field, state, unit, going, random)

    def sure_way(self, field: F, state: H, unit: int, going: Going, random: Random) -> Sequence[int]:
        """A random way for a unit that found none by wandering; empty when there is none."""
        found = going.reach()
        goals = self.endings(state, unit, found)
        return found.path(goals[int(random.random() * len(goals))]) if goals else ()

    def sample_entry(self, field: F, state: H, side: int, random: Random) -> Action | None:
        """A random entry of a random unit, or None if no unit can enter."""
        units = self.due(field, state, side)
        while units:
            unit = units.pop(int(random.random() * len(units)))
            hexes = list(self.entry_hexes(field, state, unit))
            while hexes:
                h = hexes.pop(int(random.random() * len(hexes)))
                if self.may_end(state, unit, h):
                    if self.may_enter(field, state, unit, h):
                        return Action("enter", (unit, h))
                    continue
                found = self.reach_in(field, state, unit, h)
                if goals := self.endings(state, unit, found):
                    return Action("enter", (unit, h, *found.path(random.choice(goals))))
        return None

    # -- ways given in part -----------------------------------------------------------------------------------

    def routed(self, field: F, state: H, unit: int, given: list[int]) -> Legs:
        """A way given by some of its hexes, made whole: the cheapest legal way through them where there is one."""
        top, at = state.top if state.stack else None, state.where[unit]
        if isinstance(top, GoingOn) and top.unit == unit:
            return self._whole(field, state, unit, at, given, top.spent, fresh=False)
        return self._whole(field, state, unit, at, given, 0, fresh=True)

    def routed_entry(self, field: F, state: H, unit: int, entry: int, given: list[int]) -> Legs:
        """The way of an entry behind its entry hex, made whole."""
        known = entry >= 0 and unit in field.entries
        spent = self.entry_price(field, state, unit, entry) if known else 0
        return self._whole(field, state, unit, entry, given, spent, fresh=False)

    def made_whole(self, field: F, state: H, given: tuple[int, ...]) -> Action:
        """The action ``go`` by some of the hexes of a way, made whole for the unit that is entering."""
        top = state.top if state.stack else None
        if not isinstance(top, GoingOn):
            return Action("go", given)
        at = state.where[top.unit]
        legs = self._whole(field, state, top.unit, at, list(given), top.spent, fresh=False)
        return ways.going("go", field.grid, at, legs)

    def _whole(self, field: F, state: H, unit: int, start: int, given: list[int], spent: int, *, fresh: bool) -> Legs:
        return field.whole_way(
            start,
            given,
            self.ground_steps(field, unit),
            lambda: self._legal_way(field, state, unit, start, given, spent, fresh=fresh),
        )

    @abstractmethod
    def ground_steps(self, field: F, unit: int) -> Steps:
        """What the ground costs a unit, roads and all."""

    def _legal_way(
        self, field: F, state: H, unit: int, start: int, given: list[int], spent: int, *, fresh: bool
    ) -> Legs | None:
        """A legal way through given hexes in order: as given, else the cheapest that is legal save perhaps for where
        it ends; None without any."""
        if not self.sets_out(field, state, unit, start, fresh=fresh):
            return None
        if not any(self.way_breaches(field, state, unit, start, tuple(given), spent, fresh=fresh)):
            return plain(given)
        going = self.going(field, state, unit, start, spent, fresh=fresh)
        return through(start, given, going.onward(state.where[unit]), going.budget, spent)

    def sets_out(self, field: F, state: H, unit: int, start: int, *, fresh: bool) -> bool:
        """Whether a legal way is to be looked for from ``start``."""
        return (fresh or unit in field.entries) and not self.stays(field, state, unit, start, fresh=fresh)


class Movement(Phase[F, H]):
    """A movement phase: units move, reinforcements enter, units leave the map, one after the other."""

    verbs = ("move", "enter", "exit")
    enter_rule: str
    leave_rule: str
    """The paragraph that keeps units on the map, where a scenario does not give them a way out."""
    entering: type[Entering[Any, Any]]
    """The frame of a unit that has come onto the map and may go on."""

    @property
    def march(self) -> Marching[Any, Any]:
        """How units march in it."""
        raise NotImplementedError

    @property
    def move_rule(self) -> str:
        """The paragraph of a move."""
        raise NotImplementedError

    def actions(self, field: F, state: H) -> Iterator[Action]:
        yield END
        yield from self.march.actions(field, state, self.side)
        yield from self.march.exits(field, state, self.side)

    def sample(self, field: F, state: H, random: Random) -> Action:
        if random.random() < _ENDS:
            return END
        return self.march.sample_any(field, state, self.side, random) or END

    def faults(self, field: F, state: H, action: Action) -> Iterator[Breach]:
        unit, way = walk_of(action)
        if action.verb == "exit":
            yield from self._exit_faults(field, state, unit)
            return
        judged = self.march.breaches if action.verb == "move" else self.march.entry_breaches
        yield from judged(field, state, unit, way, self.side)

    def _exit_faults(self, field: F, state: H, unit: int) -> Iterator[Breach]:
        rule, name, at = field.scores.rule.partition(":")[2], field.roster.names[unit], state.where[unit]
        if field.roster.side[unit] != self.side:
            yield self.rule, f"{name} is not a unit of the active player"
        elif at < 0:
            yield rule, f"{name} is not on the map"
        elif at not in field.scores.exits[self.side]:
            yield rule, f"{name} cannot leave the map from {field.place(at)}"
            yield self.leave_rule, "units leave the map only where the scenario lets them"
        elif unit not in self.march.movable(field, state, self.side):
            yield self.move_rule, f"{name} cannot move any more, so it cannot leave the map"
            yield from self.march.breaches(field, state, unit, (), self.side)

    def carry_out(self, field: F, state: H, action: Action, step: Step) -> None:
        unit, way = walk_of(action)
        if action.verb == "exit":
            leave_map(field, state, unit, field.scores.rule, step)
            return
        if action.verb == "move":
            going = self.march.going(field, state, unit, state.where[unit])
            go_on(field, state, unit, going, way, self.cite(self.move_rule), step)
            state.moved |= 1 << unit
            return
        h, onward = way[0], way[1:]
        name = field.grid.name
        price = self.march.entry_price(field, state, unit, h)
        on = self.march.going(field, state, unit, h, price, fresh=False).cost(onward) if onward else 0
        self.march.came_on(field, state, unit, h)
        field.put(state, unit, way[-1])
        state.moved |= 1 << unit
        data = {
            "unit": field.roster.keys[unit],
            "at": name(h),
            **self.told_of_entry(price),
            "cost": (price + on) / field.parts,
        }
        step.say("enter", self.cite(self.enter_rule), **data, to=name(way[-1]), path=[name(n) for n in way])
        if not onward:
            state.push(self.entering(self.side, unit, price))

    def told_of_entry(self, price: int) -> dict[str, Any]:
        """What else an event tells of an entry."""
        return {}


def leave_map(field: HexField[Any, Any], state: HexState, unit: int, rule: str, step: Step) -> None:
    """A unit leaves the map from where it stands, alive, under a paragraph with its system."""
    h = state.where[unit]
    field.put(state, unit, exited_at(h))
    step.say("exit", rule, unit=field.roster.keys[unit], at=field.grid.name(h))


def another_in(columns: Columns, own: Sequence[int], h: int) -> Columns:
    """The columns of reinforcements once a unit with these entry hexes has come on at a hex."""
    for index, (designated, used, count) in enumerate(columns):
        if designated in own:
            return (*columns[:index], (designated, used, count + 1), *columns[index + 1 :])
    return (*columns, (h if h in own else own[0], h, 1))


def go_on(
    field: HexField[Any, Any], state: HexState, unit: int, going: Going, way: tuple[int, ...], rule: str, step: Step
) -> None:
    """Move a unit along a legal way, and say so."""
    name = field.grid.name
    data: dict[str, Any] = {"unit": field.roster.keys[unit], "from": name(going.start)}
    # A rule may let a unit go where it could not pay for.
    data["cost"] = min(going.cost(way), going.budget) / field.parts
    field.put(state, unit, way[-1])
    step.say("move", rule, **data, to=name(way[-1]), path=[name(h) for h in way])


class GoingOn(Asking[F, H]):
    """A unit has come onto the map and may go on with what is left to it, or stop."""

    side: int
    unit: int
    spent: int
    """What it has paid for coming on."""

    verbs = ("go", "stop")
    asks = "a unit is entering the map: first let it continue or stop"

    def marches(self, field: F) -> Marching[Any, Any]:
        """How units march in the phase."""
        raise NotImplementedError

    def ruled_by(self, field: F) -> str:
        """The paragraph of entries, with its system."""
        return self.cite(self.rule)

    def walk(self, field: F, state: H, going: Going, way: tuple[int, ...], step: Step) -> None:
        """Move the unit along a legal way, and say so."""
        go_on(field, state, self.unit, going, way, self.ruled_by(field), step)

    def _going(self, field: F, state: H) -> Going:
        return self.marches(field).going(field, state, self.unit, state.where[self.unit], self.spent, fresh=False)

    def is_asking(self, field: F, state: H) -> bool:
        march, at = self.marches(field), state.where[self.unit]
        if march.stays(field, state, self.unit, at, fresh=False):
            return False
        return march.may_set_out(field, state, self.unit, self._going(field, state))

    def decision(self, field: F, state: H) -> Decision | None:
        if not self.is_asking(field, state):
            return None
        key, at = field.roster.keys[self.unit], state.where[self.unit]
        prompt = f"{field.roster.names[self.unit]} has entered at {field.place(at)}: continue moving, or stop"
        side, rule = field.roster.sides[self.side], self.ruled_by(field)
        return Decision(side, ENTRY, rule, prompt, (key,), (field.grid.name(at),))

    def proceed(self, field: F, state: H, step: Step) -> None:
        state.pop()

    def actions(self, field: F, state: H) -> Iterator[Action]:
        at = state.where[self.unit]
        for way in self.marches(field).ways_on(field, state, self.unit, at, self.spent, fresh=False):
            yield Action("go", way)
        yield STOP

    def sample(self, field: F, state: H, random: Random) -> Action:
        if random.random() < _STAYS:
            return STOP
        way = self.marches(field).random_way(field, state, self.unit, self._going(field, state), random)
        return Action("go", tuple(way)) if way else STOP

    def wants(self, action: Action) -> bool:
        return super().wants(action) or (action.verb == "move" and unit_of(action) == self.unit)

    def faults(self, field: F, state: H, action: Action) -> Iterator[Breach]:
        if action != STOP:
            at, way = state.where[self.unit], self._way(action)
            yield from self.marches(field).way_breaches(field, state, self.unit, at, way, self.spent, fresh=False)

    def perform(self, field: F, state: H, action: Action, step: Step) -> None:
        state.pop()
        if action != STOP:
            self.walk(field, state, self._going(field, state), self._way(action), step)

    def _way(self, action: Action) -> tuple[int, ...]:
        """Where it goes on: said by ``go``, or by ``move`` with the unit."""
        return path_of(action) if action.verb == "go" else walk_of(action).path


@dataclass(frozen=True)
class Entering(GoingOn[F, H]):
    """A unit has come onto the map, of a system in which units march one way in all phases in which they enter."""

    side: int
    unit: int
    spent: int

    march: ClassVar[Marching[Any, Any]]
    """How its units march."""

    def marches(self, field: F) -> Marching[Any, Any]:
        return self.march
