"""Chapter 23: how an element flees, round what is in its way or through friends (23.1, 23.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.systems.de_bellis_multitudinis import going
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.flight_angles import open_angles
from engine.systems.de_bellis_multitudinis.obstacles import (
    Obstacle,
    base_of,
    bases,
    free_ground,
    free_table,
    is_closed,
)
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.clearway import Base, free_of, sweeps
from engine.tables.places import (
    PACE,
    WIDTH,
    BasePlace,
    arc,
    distance,
    pivoted,
    turned_left,
    turned_right,
    wheeled,
)
from engine.tables.sines import QUARTER
from engine.tables.touching import HALF, gap

LENGTH: Final = 200 * PACE
"""How far a fleeing element goes after its recoil and turn (23.1)."""


@dataclass(frozen=True, slots=True)
class FlightWay:
    """A way to flee."""

    end: BasePlace
    length: int
    """Grains that the furthest-moving corner goes."""
    turns: int
    """Changes of direction."""
    left: bool
    """Whether its change of direction is to the left."""
    angle: int
    """The size of the change, in tenths of a degree."""
    through: tuple[int, ...] = ()
    """Friends that it bursts through (23.2)."""


def ways(field: DbmField, state: DbmState, unit: int) -> tuple[FlightWay, ...]:
    """The ways of an element that has recoiled and turned: none where it is destroyed, two where the least changes to
    the left and to the right are alike (23.1)."""
    search = _Search(field, state, unit)
    base = base_of(field, state, unit)
    return search.around(base) or search.from_obstruction(base) or search.through_friends(base)


class _Search:
    """Looks for ways of one element."""

    def __init__(self, field: DbmField, state: DbmState, unit: int) -> None:
        self.field, self.state, self.unit = field, state, unit
        self.side = field.side(unit)
        self.form = field.form(state, unit)
        here = base_of(field, state, unit)
        reach = 2 * LENGTH + 4 * WIDTH
        self.all = tuple(
            one
            for one in bases(field, state)
            if (one.unit != unit or one.holders)
            and abs(one.base.where.x - here.where.x) <= reach
            and abs(one.base.where.y - here.where.y) <= reach
        )
        self.firm = tuple(one for one in self.all if not self._has_fled(one))
        """What is in the way: friendly skirmishers who have fled already are passed through (23.2)."""

    def _has_fled(self, one: Obstacle) -> bool:
        fled = self.state.has(one.unit, Flag.FLED) and not one.holders
        return fled and one.side == self.side and self.field.form(self.state, one.unit).skirmisher

    # -- the three means, in order --------------------------------------------------------------------------------

    def around(self, base: Base) -> tuple[FlightWay, ...]:
        """Straight on, or the least changes of direction after which the whole way is clear."""
        if self.free(base, LENGTH) >= LENGTH:
            end = base.after(base.where.facing, LENGTH).where
            return (FlightWay(end, LENGTH, 0, False, 0, self._burst(base, LENGTH)),)
        return self._turned(base, 0, self.firm)

    def from_obstruction(self, base: Base) -> tuple[FlightWay, ...]:
        """Straight to what is in the way, and the least change of direction there."""
        free = self.free(base, LENGTH)
        if free <= HALF:
            return ()
        return self._turned(base.after(base.where.facing, free), free, self.firm)

    def through_friends(self, base: Base) -> tuple[FlightWay, ...]:
        """Through friends, with the least change of direction that allows it; enemies and ground stay in the way."""
        others = tuple(one for one in self.all if one.side != self.side)
        if self.free(base, LENGTH, others) >= LENGTH:
            end = base.after(base.where.facing, LENGTH).where
            return (FlightWay(end, LENGTH, 0, False, 0, self._burst(base, LENGTH)),)
        return self._turned(base, 0, others)

    def _burst(self, base: Base, length: int) -> tuple[int, ...]:
        met = [one for one in self.all if one.side == self.side and sweeps(base, base.where.facing, length, one.base)]
        return tuple(dict.fromkeys(one.unit for one in met))

    # -- changes of direction -----------------------------------------------------------------------------------------

    def _turned(self, base: Base, gone: int, others: tuple[Obstacle, ...]) -> tuple[FlightWay, ...]:
        """The ways with the least wheel, pivot or quarter turn that leaves the rest of the way clear."""
        found = [way for left in (True, False) if (way := self._least(base, gone, others, left=left)) is not None]
        least = min((way.angle for way in found), default=0)
        return tuple(way for way in found if way.angle == least)

    def _least(self, base: Base, gone: int, others: tuple[Obstacle, ...], *, left: bool) -> FlightWay | None:
        """The way with the least change of direction to one side."""
        reach = LENGTH + 3 * WIDTH
        near = [
            one.base
            for one in others
            if abs(one.base.where.x - base.where.x) <= reach and abs(one.base.where.y - base.where.y) <= reach
        ]
        for angle in open_angles(base, LENGTH, near, self.field.ground.impassable, left=left):
            way = self._way(base, angle, left=left, gone=gone, others=others)
            if way is not None:
                return way
        return None

    def _way(self, base: Base, angle: int, *, left: bool, gone: int, others: tuple[Obstacle, ...]) -> FlightWay | None:
        """The way after a change of direction; None where it does not leave 200 paces clear straight ahead."""
        for place, cost in _changes(base.where, angle, left=left):
            rest = LENGTH - gone - cost
            turned = Base(place, base.depth)
            if rest >= 0 and not self._lies_over(turned, others) and self.free(turned, LENGTH, others) >= LENGTH:
                end = turned.after(place.facing, rest).where
                return FlightWay(end, LENGTH, 1, left, angle, self._burst(turned, rest))
        return None

    # -- clear ways ---------------------------------------------------------------------------------------------------

    def free(self, base: Base, most: int, others: tuple[Obstacle, ...] | None = None) -> int:
        """How far the way straight ahead is clear, in grains up to this many. The edge of its own base is open
        (23.1)."""
        facing = base.where.facing
        reach = most
        for one in self.firm if others is None else others:
            if reach > 0 and sweeps(base, facing, reach, one.base):
                reach = free_of(base, facing, reach, one.base)
        if reach > 0:
            reach = free_table(self.field, base, facing, reach, self.field.edges[self.side])
        return free_ground(self.field, self.form, base, facing, reach) if reach > 0 else 0

    def _lies_over(self, base: Base, others: tuple[Obstacle, ...]) -> bool:
        """Whether a base would stand on ground that it cannot enter, or over another one."""
        if is_closed(going.under(self.field, base.corners, self.form), self.form):
            return True
        return any(sweeps(base, base.where.facing, 0, one.base) for one in others)


def _changes(where: BasePlace, angle: int, *, left: bool) -> Iterator[tuple[BasePlace, int]]:
    """The places after a wheel, a pivot or a quarter turn by an angle, with the grains that each costs."""
    signed = -angle if left else angle
    if angle == QUARTER:
        yield (turned_left(where) if left else turned_right(where)), 0
    cost = arc(WIDTH, angle)
    yield wheeled(where, signed), cost
    yield pivoted(where, signed), cost


def skirmishers_near(field: DbmField, state: DbmState, unit: int) -> tuple[int, ...]:
    """The friendly skirmishers within a base depth of an element that is forced to flee from close combat: they flee
    as well, and first (23.2)."""
    here = base_of(field, state, unit)
    found = []
    for friend, where in field.on_table(state, field.side(unit)):
        if friend != unit and field.form(state, friend).skirmisher:
            there = Base(where, field.depth(state, friend))
            if gap(*here, *there) * PACE <= here.depth:
                found.append((distance(here.where.point, where.point), friend))
    return tuple(friend for _, friend in sorted(found))
