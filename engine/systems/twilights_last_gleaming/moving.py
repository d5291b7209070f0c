"""Chapter 4: movement and zones of control."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import Final

from engine.mechanics.bits import bits
from engine.mechanics.hexes.going import Going
from engine.mechanics.hexes.hexstate import ABSENT, POOL, WAITING, exit_of
from engine.mechanics.hexes.marching import HALF, Marching
from engine.mechanics.hexes.movement import Closed, Reach, Steps
from engine.mechanics.hexes.waychecks import WayCheck
from engine.mechanics.procedure import Breach
from engine.play.words import listed
from engine.plural import counted
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.state import TlgState

_NEAR: Final = 0.1
"""The share of random moves that go the one hex that is always allowed (4.8)."""


def allowance(field: TlgField, state: TlgState, unit: int) -> int:
    """A unit's movement factor this turn, in half movement points (2.7, 4.6, 4.21)."""
    table = field.night if by_night(field, state) else field.day
    return table[field.roster.kind[unit]] * HALF


def by_night(field: TlgField, state: TlgState) -> bool:
    """Whether this is a night turn."""
    return state.turn in field.scenario.turns.night


def in_enemy_zone(field: TlgField, state: TlgState, unit: int) -> bool:
    """Whether a unit on the map is in an enemy zone of control."""
    return bool(field.zones.of(state, 1 - field.roster.side[unit])[state.where[unit]])


def may_share(field: TlgField, state: TlgState, unit: int, h: int) -> bool:
    """Whether stacking lets a unit into a hex: it is empty, or holds or makes a stack of a heavy battery and
    one other unit of its side (4.9, 10.2)."""
    others = state.stacks.get(h, 0) & ~(1 << unit)
    if not others:
        return True
    if others & (others - 1) or not others & field.roster.of_side[field.roster.side[unit]]:
        return False
    return bool((others | 1 << unit) & field.roster.heavy)


def closed_to(field: TlgField, state: TlgState, unit: int) -> dict[int, int]:
    """The occupied hexes that a unit may not enter; there is no passing through other units either (4.9, 4.10)."""
    own = field.roster.of_side[field.roster.side[unit]]
    heavy = field.roster.heavy & own
    if not heavy:
        return state.stacks
    if heavy >> unit & 1:
        # A heavy battery may join anybody of its side who is alone.
        others = {h: mask & ~(1 << unit) for h, mask in state.stacks.items()}
        return {h: mask for h, mask in others.items() if mask & ~own or mask & (mask - 1)}
    closed = state.stacks.copy()
    for h in _to_be_joined(field, state, field.roster.side[unit]):
        del closed[h]
    if may_share(field, state, unit, state.where[unit]):
        closed.pop(state.where[unit], None)
    return closed


def _to_be_joined(field: TlgField, state: TlgState, side: int) -> list[int]:
    """The hexes that others may enter though somebody stands there: those of heavy batteries that are alone."""
    where, stacks = state.where, state.stacks
    return [where[u] for u in field.roster.heavies[side] if stacks.get(where[u]) == 1 << u]


def closed_to_most(field: TlgField, state: TlgState, side: int) -> Closed:
    """The same for all units of a side but its heavy batteries; where a unit stands itself counts as closed to it."""
    return Closed(state.stacks.keys() - _to_be_joined(field, state, side))


def roads_open(field: TlgField, state: TlgState, unit: int) -> bool:
    """Whether a unit may use the road rate this turn (4.18; exclusive rule ``no_<side>_road_turns``)."""
    return state.turn not in field.no_road_turns[field.roster.side[unit]]


def off_map(start: int) -> Breach:
    """Why a unit that is not on the map cannot move; its name goes before."""
    if start in (WAITING, POOL):
        return "5.2", "has not entered the map"
    if exit_of(start) >= 0:
        return "2.6", "has left the map"
    return "2.6", "takes no part in this game" if start == ABSENT else "is eliminated"


def stopped(name: str, where: str) -> Iterator[Breach]:
    """Why a unit may not go on from the first hex in an enemy zone of control."""
    yield "4.3", f"{name} must end its movement in {where}, the first hex in an enemy zone of control"
    yield "4.1", "no unit leaves a hex in an enemy zone of control by movement"


def occupied(field: TlgField, state: TlgState, unit: int, h: int) -> Iterator[Breach]:
    """Why a hex is closed to a unit by those who stand in it (4.9, 4.10)."""
    if may_share(field, state, unit, h):
        return
    others = state.stacks[h]
    names = listed(field.roster.names[u] for u in bits(others))
    hexname = field.place(h)
    if others & field.roster.of_side[1 - field.roster.side[unit]]:
        yield "4.10", f"{hexname} is occupied by the enemy ({names})"
    else:
        yield "4.9", f"{hexname} is occupied by {names}; units cannot stack or pass through each other"


class Moving(Marching[TlgField, TlgState]):
    """How units on the map march."""

    def going(
        self,
        field: TlgField,
        state: TlgState,
        unit: int,
        start: int,
        spent: int = 0,
        *,
        fresh: bool = True,
        closed: Collection[int] | None = None,
    ) -> Going:
        """The first hex in an enemy zone of control ends the way (4.3). ``closed``: the hexes closed to the unit, where
        they are known."""
        return Going(
            start,
            field.steps[field.roster.kind[unit], roads_open(field, state, unit)],
            allowance(field, state, unit),
            closed_to(field, state, unit) if closed is None else closed,
            field.zones.of(state, 1 - field.roster.side[unit]),
            spent,
            fresh=fresh,
        )

    def ground_steps(self, field: TlgField, unit: int) -> Steps:
        return field.steps[field.roster.kind[unit], True]

    def stays(self, field: TlgField, state: TlgState, unit: int, start: int, *, fresh: bool) -> bool:
        """No unit leaves a hex in an enemy zone of control by movement (4.1, 4.4)."""
        return bool(field.zones.of(state, 1 - field.roster.side[unit])[start])

    def reached(self, field: TlgField, going: Going) -> Reach:
        """Each unit may always move one hex, whatever it costs (4.8), but not behind an entry."""
        found = going.reach()
        for n in field.ground.passable[going.start] if going.fresh else ():
            if n not in found.cost and n not in going.closed:
                found.cost[n] = going.budget
                found.came[n] = going.start
        return found

    def reaches(self, field: TlgField, state: TlgState, side: int) -> dict[int, Reach]:
        """Where each unit of a side that may move can get, as `reach_of` says it of each."""
        most, heavy, where = closed_to_most(field, state, side), field.roster.heavy, state.where
        found = {}
        for u in self.movable(field, state, side):
            going = self.going(field, state, u, where[u], closed=None if heavy >> u & 1 else most)
            found[u] = self.reached(field, going)
        return found

    def movable(self, field: TlgField, state: TlgState, side: int) -> list[int]:
        """Those outside enemy zones of control that have not moved (4.1, 4.7)."""
        enemy = field.zones.of(state, 1 - side)
        where, moved = state.where, state.moved
        units = field.roster.side_units[side]
        return [u for u in units if where[u] >= 0 and not moved >> u & 1 and not enemy[where[u]]]

    def random_way(self, field: TlgField, state: TlgState, unit: int, going: Going, random: Random) -> Sequence[int]:
        if going.fresh and random.random() < _NEAR:
            return self.sure_way(field, state, unit, going, random)
        return super().random_way(field, state, unit, going, random)

    def sure_way(self, field: TlgField, state: TlgState, unit: int, going: Going, random: Random) -> Sequence[int]:
        """The one hex that is always allowed, but not behind an entry (4.8)."""
        if not going.fresh:
            return ()
        near = [n for n, _ in going.steps[going.start] if n not in going.closed]
        return (near[int(random.random() * len(near))],) if near else ()

    def breaches(
        self, field: TlgField, state: TlgState, unit: int, path: tuple[int, ...], side: int
    ) -> Iterator[Breach]:
        """Every paragraph that a move breaks, whatever phase it is."""
        name = field.roster.names[unit]
        if field.roster.side[unit] != side:
            yield "4.7", f"{name} is not a unit of the active side"
            yield "3.2", "each side moves its units in its own player turn"
        start = state.where[unit]
        if start < 0:
            rule, why = off_map(start)
            yield rule, f"{name} {why}"
            if start == WAITING:
                yield "5.1", "reinforcements are not on the map until they enter"
            return
        if state.moved >> unit & 1:
            yield "4.7", f"{name} has already moved in this phase"
            yield "3.1", "you cannot go back to something already finished"
        enemy = field.zones.of(state, 1 - field.roster.side[unit])
        if enemy[start]:
            yield "4.1", f"{name} is in an enemy zone of control and cannot leave it by movement"
            yield "4.4", "only a retreat, an advance or the removal of the enemy leads out of an enemy zone of control"
            if len(path) == 1:
                yield "4.8", "the one hex that is always allowed cannot be used to leave an enemy zone of control"
        yield from self.way_breaches(field, state, unit, start, path, 0, fresh=True)

    def way_check(
        self, field: TlgField, state: TlgState, unit: int, going: Going, path: tuple[int, ...]
    ) -> TlgWayCheck:
        return TlgWayCheck(field, state, unit, going, path)


class TlgWayCheck(WayCheck[TlgField, TlgState]):
    """What a way breaks in chapter 4."""

    def __init__(self, field: TlgField, state: TlgState, unit: int, going: Going, path: tuple[int, ...]) -> None:
        super().__init__(field, state, unit, going, path)
        self.enemy = field.zones.of(state, 1 - field.roster.side[unit])
        self.roads = roads_open(field, state, unit)
        self.kind = field.roster.kind[unit]
        self.halted = False
        """Whether a later step took the last of its points and more."""

    def off_map(self) -> Breach:
        return "4.20", f"{self.name} cannot move off the map"

    def too_far(self, h: int) -> Breach:
        here, there = self.field.place(self.at), self.field.place(h)
        return "4.7", f"{here} and {there} are not adjacent; units move from hex to adjacent hex"

    def step(self, h: int) -> Iterator[Breach]:
        ground, grid = self.field.ground, self.field.ground.grid
        if not ground.playable[h]:
            self.over = True
            yield "4.16", f"{self.field.place(h)} is an all-river hex"
            return
        if h not in ground.passable[self.at]:
            yield "4.16", f"{grid.side_name(grid.side_between(self.at, h))} is a river without a bridge"
        if self.steps and self.enemy[self.at]:
            yield from stopped(self.name, self.field.place(self.at))
        self.held += occupied(self.field, self.state, self.unit, h)
        cost = self._cost(self.at, h)
        self.halted = self.halted or (bool(self.steps) and self.spent < self.going.budget < self.spent + cost)
        self.spent += cost

    def whole(self) -> Iterator[Breach]:
        """One hex is always allowed, but only as the whole of a unit's move (4.8)."""
        budget, fresh = self.going.budget, self.going.fresh
        if self.spent <= budget or (len(self.path) == 1 and fresh):
            return
        yield (
            "4.6",
            f"this move costs {counted(self.spent / HALF, 'movement point')}; {self.name} has {budget / HALF:g}",
        )
        yield "4.21", f"{self.name} has {counted(budget / HALF, 'movement point')} this turn"
        if not fresh:
            yield "5.3", f"{self.going.spent / HALF:g} of them for its place in the column"
        when = "at night" if by_night(self.field, self.state) else "by day"
        yield "2.7", f"{self.kind} has that movement factor {when}"
        if self._cost(self.going.start, self.path[0]) > budget:
            yield "4.8", f"{self.field.place(self.path[0])} takes all of them, as the one hex that is always allowed"
        elif self.halted:
            yield "4.8", "a unit may always move one hex, but only as its entire move"
        yield from self._costs()

    def _costs(self) -> Iterator[Breach]:
        """What each hex of the way costs."""
        at = self.going.start
        for h in self.path:
            rule, why = self.field.ground.cost_rule(at, h, self.roads)
            yield rule, f"{self.field.place(h)} costs {self._cost(at, h) / HALF:g} ({why})"
            at = h

    def _cost(self, at: int, h: int) -> int:
        return self.field.ground.step_cost(at, h, self.kind, self.roads)
