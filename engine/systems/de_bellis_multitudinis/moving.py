"""Chapter 12: the parts of a move, where they take elements, and how long they are (12.1, 12.2, 12.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from engine.systems.de_bellis_multitudinis import columns
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.groups import along
from engine.systems.de_bellis_multitudinis.notation import Part, PartKind
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import (
    PACE,
    BasePlace,
    TablePoint,
    about,
    front_left,
    front_right,
    group_corner,
    length_alone,
    paces,
    straight_length,
    turned_about,
    turned_left,
    turned_right,
    wheel_length,
)
from engine.tables.touching import HALF

WHEELS: Final = {PartKind.WHEEL_LEFT: -1, PartKind.WHEEL_RIGHT: 1}
"""The wheels, with the sign of their angles: clockwise ones are positive."""
PIVOTS: Final = {PartKind.PIVOT_LEFT: -1, PartKind.PIVOT_RIGHT: 1}
SLIDES: Final = {PartKind.LEFT: -1, PartKind.RIGHT: 1}
TURNS: Final = (PartKind.TURN_LEFT, PartKind.TURN_RIGHT, PartKind.TURN_ABOUT)
STRAIGHT: Final = {PartKind.AHEAD: 1, PartKind.BACK: -1}
_STEPS: Final = ((100, 80), (400, 40), (1200, 20))
"""Paces from the pivot, and the tenths of a degree after which a base that turns so far from it is looked at again: in
between its corners leave the straight line by less than a quarter of a pace."""
_FURTHEST: Final = 10
"""Tenths of a degree for bases that are further still from the pivot."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a move as elements carry it out."""

    kind: PartKind
    before: tuple[BasePlace, ...]
    after: tuple[BasePlace, ...]
    lengths: tuple[int, ...]
    """How far each element goes, in grains (section 4 of the contract): in a wheel the arc of its outer corner."""
    pivot: TablePoint | None = None
    tenths: int = 0
    """How far it turns, in tenths of a degree clockwise."""
    courses: tuple[tuple[BasePlace, ...], ...] = ()
    """The places of each element on its way, where the elements do not keep their places to each other."""

    @property
    def turns(self) -> bool:
        """Whether bases change their facing on the way, other than by turns of right angles that take no way."""
        return self.before[0].facing != self.after[0].facing and self.kind not in TURNS

    @property
    def does(self) -> PartKind:
        """What it comes to: to go to a place straight ahead or straight back is to go ahead or back."""
        start, end = self.before[0], self.after[0]
        if self.kind is not PartKind.TO or start.facing != end.facing:
            return self.kind
        ahead, right = along(end, start)
        if abs(right) > HALF or not ahead:
            return self.kind
        return PartKind.AHEAD if ahead > 0 else PartKind.BACK

    def course(self, number: int) -> tuple[BasePlace, ...]:
        """The places of an element on its way, so close that its base sweeps what lies between them."""
        if self.courses:
            return self.courses[number]
        if self.pivot is None or not self.tenths:
            return self.before[number], self.after[number]
        start, whole = self.before[number], abs(self.tenths)
        away = (abs(start.x - self.pivot.x) + abs(start.y - self.pivot.y)) // PACE
        step = next((tenths for far, tenths in _STEPS if away <= far), _FURTHEST)
        sign = 1 if self.tenths > 0 else -1
        between = [about(start, self.pivot, sign * done) for done in range(step, whole, step)]
        return start, *between, self.after[number]


def carried(kind: PartKind, part: Part, places: Sequence[BasePlace], depths: Sequence[int]) -> Iterator[Stretch]:
    """The stretches of a part of a move: one, and one more for each point by which a single element goes."""
    before = tuple(places)
    if kind in STRAIGHT or kind in SLIDES:
        grains = part[1] * PACE
        ahead, right = STRAIGHT.get(kind, 0) * grains, SLIDES.get(kind, 0) * grains
        yield Stretch(kind, before, tuple(one.moved(ahead, right) for one in before), (grains,) * len(before))
    elif kind in WHEELS:
        tenths = WHEELS[kind] * part[1]
        yield _turning(kind, before, group_corner(before, right=tenths > 0), tenths)
    elif kind in PIVOTS:
        tenths = PIVOTS[kind] * part[1]
        pivot = front_left(before[0]) if tenths > 0 else front_right(before[0])
        yield _turning(kind, before, pivot, tenths)
    elif kind in TURNS:
        after = tuple(_turned(kind, one, depth) for one, depth in zip(before, depths, strict=True))
        yield Stretch(kind, before, after, (0,) * len(before))
    elif kind is PartKind.TO:
        yield from _to(part, before[0], depths[0])
    else:
        yield Stretch(kind, before, before, (0,) * len(before))


_COLUMN_STEP: Final = 20
"""Paces of a column's way after which its elements are looked at again."""


def bends(kinds: Sequence[PartKind], places: Sequence[BasePlace]) -> bool:
    """Whether a move leads a column round bends: it goes ahead and wheels, or has wheeled before (12.4)."""
    if any(kind is not PartKind.AHEAD and kind not in WHEELS for kind in kinds):
        return False
    return any(kind in WHEELS for kind in kinds) or columns.is_bent(places)


def along_column(parts: Sequence[Part], places: Sequence[BasePlace]) -> Iterator[Stretch]:
    """The stretches of a column one element wide, which each element follows round the bends (12.4)."""
    done: list[Part] = []
    before = tuple(places)
    gone = [0] * len(before)
    for part in parts:
        kind = PartKind(part[0])
        now = [tuple(one.place for one in columns.advanced(places, done))]
        for way in range(_COLUMN_STEP, part[1], _COLUMN_STEP) if kind is PartKind.AHEAD else ():
            now.append(tuple(one.place for one in columns.advanced(places, [*done, (int(kind), way)])))
        done.append(part)
        marchers = columns.advanced(places, done)
        after = tuple(one.place for one in marchers)
        lengths = tuple(one.length - length for one, length in zip(marchers, gone, strict=True))
        courses = [*zip(*now, after, strict=True)]
        if kind in WHEELS:
            head = next(carried(kind, part, before[:1], (0,)))
            courses[0] = head.course(0)
        yield Stretch(kind, before, after, lengths, courses=tuple(courses))
        before, gone = after, [one.length for one in marchers]


def _turning(kind: PartKind, before: tuple[BasePlace, ...], pivot: TablePoint, tenths: int) -> Stretch:
    after = tuple(about(one, pivot, tenths) for one in before)
    # A pivot takes the corner on the side that swings back as far as a wheel takes the other one forward.
    sign = -1 if kind in PIVOTS else 1
    lengths = tuple(wheel_length(one, pivot, sign * tenths) for one in before)
    return Stretch(kind, before, after, lengths, pivot, tenths)


def _turned(kind: PartKind, where: BasePlace, depth: int) -> BasePlace:
    if kind is PartKind.TURN_LEFT:
        return turned_left(where)
    return turned_right(where) if kind is PartKind.TURN_RIGHT else turned_about(where, depth)


def _to(part: Part, before: BasePlace, depth: int) -> Iterator[Stretch]:
    """A single element goes to a place, straight from each point by which it goes to the next; it turns at the end."""
    at = before
    for x, y in zip(part[4::2], part[5::2], strict=True):
        stop = BasePlace(x, y, at.facing)
        yield Stretch(PartKind.TO, (at,), (stop,), (straight_length(at, stop, depth),))
        at = stop
    goal = BasePlace(part[1], part[2], part[3])
    yield Stretch(PartKind.TO, (at,), (goal,), (length_alone(at, goal, depth),))


# -- lengths ------------------------------------------------------------------------------------------------------


def group_lengths(stretches: Sequence[Stretch]) -> list[int]:
    """How far each element of a group goes in all, in grains: along the arcs of its outer front corner (12.7)."""
    return [sum(stretch.lengths[number] for stretch in stretches) for number in range(len(stretches[0].before))]


def group_share(stretches: Sequence[Stretch], allowances: Sequence[int]) -> int:
    """How much of its move a group has used, in hundredths: of each part what the worst element uses of its own move
    (12.7). ``allowances`` are in paces; one of 0 counts as a full move for any length."""
    return round(_used(stretches, allowances))


def is_full(stretches: Sequence[Stretch], allowances: Sequence[int]) -> bool:
    """Whether a group goes as far as it may: less than half a pace is left to any of its elements (12.7)."""
    left = (100 - _used(stretches, allowances)) * max(allowances)
    return left < Fraction(100, 2)


def _used(stretches: Sequence[Stretch], allowances: Sequence[int]) -> Fraction:
    """How much of its move a group has used, in hundredths that are not rounded."""
    total = Fraction(0)
    for stretch in stretches:
        total += max(_part(length, allowance) for length, allowance in zip(stretch.lengths, allowances, strict=True))
    return total


def _part(length: int, allowance: int) -> Fraction:
    if allowance > 0 or not length:
        return Fraction(100 * length, max(1, allowance) * PACE)
    return Fraction(101 * max(1, paces(length)))


def alone_length(field: DbmField, state: DbmState, unit: int, stretches: Sequence[Stretch], *, straight: bool) -> int:
    """How far a single element goes, in grains (12.1).

    ``straight`` measures the longest straight line from a corner's first to its last place; else it is measured along
    the parts, as it has to go round something. A turn that it makes first or last is free, but not to skirmishers
    (12.2).
    """
    form = field.form(state, unit)
    if not straight:
        return sum(one.lengths[0] for one in stretches)
    start, end = stretches[0].before[0], stretches[-1].after[0]
    if form.skirmisher:
        return straight_length(start, end, form.depth)
    if stretches[0].kind in TURNS:
        return straight_length(stretches[0].after[0], end, form.depth)
    if stretches[-1].kind in TURNS:
        return straight_length(start, stretches[-1].before[0], form.depth)
    if any(one.kind is PartKind.TO for one in stretches):
        return length_alone(start, end, form.depth)
    return straight_length(start, end, form.depth)
