"""Places on the table: the middle of a base's front edge, and where it faces; turns, wheels, slides and lengths.

Lengths are whole *grains*, 1,024 to a pace. Facings are tenths of a degree, clockwise; 0 faces the upper table edge.
x grows to the right and y downward. Rounding is away from zero, so that turns by right angles are exact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from math import isqrt
from typing import Final, NamedTuple

from engine.errors import ActionError
from engine.tables.sines import CIRCLE, ONE, QUARTER, cosine, sine

PACE: Final = 1024
"""Grains in a pace."""
WIDTH: Final = 80 * PACE
"""The width of a base."""
_HALF: Final = WIDTH // 2
_RADIAN: Final = (5729578, 10000)
"""Tenths of a degree in a radian, as a fraction."""
_LONGEST: Final = 40
"""Characters of a wrong text that are quoted."""
_NUMBER: Final = r"-?\d{1,7}(?:\.\d{1,9})?"
_POINT: Final = re.compile(rf"\s*({_NUMBER})\s*,\s*({_NUMBER})\s*", re.ASCII)
_WRITTEN: Final = re.compile(rf"{_POINT.pattern}(?:/|\s+facing\s+)\s*(-?\d{{1,7}}(?:\.\d)?)\s*", re.I | re.ASCII)


class TablePoint(NamedTuple):
    """A point on the table, in grains."""

    x: int
    y: int


class BasePlace(NamedTuple):
    """The middle of a base's front edge, in grains, and its facing, in tenths of a degree from 0 to 3599."""

    x: int
    y: int
    facing: int

    @property
    def point(self) -> TablePoint:
        """The place without its facing."""
        return TablePoint(self.x, self.y)

    def at(self, ahead: int, right: int) -> TablePoint:
        """The point this many grains ahead of the place and to its right; negative ones are behind and to its left."""
        s, c = sine(self.facing), cosine(self.facing)
        return TablePoint(self.x + _scaled(s * ahead + c * right), self.y + _scaled(s * right - c * ahead))

    def moved(self, ahead: int, right: int = 0) -> BasePlace:
        """The place after a straight move or slide; the facing stays."""
        return BasePlace(*self.at(ahead, right), self.facing)


def _scaled(product: int) -> int:
    """A product with a sine, in grains again; halves are rounded away from zero."""
    whole = (abs(product) + ONE // 2) // ONE
    return whole if product >= 0 else -whole


def rounded(value: int, unit: int) -> int:
    """How many units a value is, to the nearest; halves are rounded away from zero."""
    whole = (2 * abs(value) + unit) // (2 * unit)
    return whole if value >= 0 else -whole


def place(x: float, y: float, facing: float) -> BasePlace:
    """A place from paces and degrees, such as files have."""
    return BasePlace(round(x * PACE), round(y * PACE), round(facing * 10) % CIRCLE)


def parse(text: str) -> BasePlace:
    """The place of a text such as ``900,2000/0`` or ``900,2000 facing 0``: paces, and degrees with at most one decimal.

    Raises ActionError for any other text, and for facings that are not from 0 to 359.9.
    """
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise ActionError(f"{shown(text)} is not a place; write x,y/facing in paces and degrees, such as 900,2000/0")
    x, y, facing = map(float, found.groups())
    if not 0 <= facing < 360:
        raise ActionError(f"the facing {found[3]} of {shown(text)} is not from 0 to 359.9")
    return place(x, y, facing)


def parse_point(text: str) -> TablePoint:
    """The point of a text such as ``900,2000``, in paces; raises ActionError for any other text."""
    found = _POINT.fullmatch(text)
    if found is None:
        raise ActionError(f"{shown(text)} is not a point; write x,y in paces, such as 900,2000")
    x, y = map(float, found.groups())
    return TablePoint(round(x * PACE), round(y * PACE))


def shown(text: str) -> str:
    """A text as sentences quote it: without blanks around it, and cut off where it is long."""
    bare = text.strip()
    return repr(bare if len(bare) <= _LONGEST else f"{bare[:_LONGEST]}...")


def spell(where: BasePlace) -> str:
    """A place as text: whole paces, and the facing with at most one decimal."""
    whole, tenth = divmod(where.facing, 10)
    return f"{paces(where.x)},{paces(where.y)}/{whole}{f'.{tenth}' if tenth else ''}"


def as_degrees(tenths: int) -> float:
    """Tenths of a degree in degrees: a whole number where they are one."""
    return tenths // 10 if tenths % 10 == 0 else tenths / 10


def paces(grains: int) -> int:
    """Grains in whole paces, to the nearest."""
    return rounded(grains, PACE)


# -- the base -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 15)
def corners(where: BasePlace, depth: int) -> tuple[TablePoint, TablePoint, TablePoint, TablePoint]:
    """Front left, front right, rear right and rear left corner of a base; ``depth`` is in grains."""
    x, y, facing = where
    s, c = sine(facing), cosine(facing)
    aside, across = _HALF * c, _HALF * s
    back, down = depth * s, depth * c
    return (
        TablePoint(x - _scaled(aside), y - _scaled(across)),
        TablePoint(x + _scaled(aside), y + _scaled(across)),
        TablePoint(x + _scaled(aside - back), y + _scaled(across + down)),
        TablePoint(x + _scaled(-aside - back), y + _scaled(down - across)),
    )


def front_left(where: BasePlace) -> TablePoint:
    """The front left corner."""
    return where.at(0, -_HALF)


def front_right(where: BasePlace) -> TablePoint:
    """The front right corner."""
    return where.at(0, _HALF)


def about(where: BasePlace, pivot: TablePoint, tenths: int) -> BasePlace:
    """A place turned clockwise about a point, by this many tenths of a degree; negative ones are anticlockwise."""
    s, c = sine(tenths), cosine(tenths)
    x, y = where.x - pivot.x, where.y - pivot.y
    facing = (where.facing + tenths) % CIRCLE
    return BasePlace(pivot.x + _scaled(x * c - y * s), pivot.y + _scaled(x * s + y * c), facing)


def wheeled(where: BasePlace, tenths: int) -> BasePlace:
    """A base after a wheel: about its front right corner for a positive angle, its front left one for a negative."""
    return about(where, front_right(where) if tenths > 0 else front_left(where), tenths)


def pivoted(where: BasePlace, tenths: int) -> BasePlace:
    """A base after a pivot: it turns as by `wheeled`, but about the opposite front corner, so that its own side swings
    back."""
    return about(where, front_left(where) if tenths > 0 else front_right(where), tenths)


def turned_left(where: BasePlace) -> BasePlace:
    """A base after a quarter turn to the left: its front left corner becomes its front right one."""
    turned = BasePlace(*front_left(where), (where.facing - QUARTER) % CIRCLE)
    return turned.moved(0, -_HALF)


def turned_right(where: BasePlace) -> BasePlace:
    """A base after a quarter turn to the right: its front right corner becomes its front left one."""
    turned = BasePlace(*front_right(where), (where.facing + QUARTER) % CIRCLE)
    return turned.moved(0, _HALF)


def turned_about(where: BasePlace, depth: int) -> BasePlace:
    """A base that faces about where it is."""
    return BasePlace(*where.at(-depth, 0), (where.facing + 2 * QUARTER) % CIRCLE)


def measured(where: BasePlace, point: TablePoint) -> tuple[int, int]:
    """How far a point is ahead of a place and to its right, in grains."""
    s, c = sine(where.facing), cosine(where.facing)
    x, y = point.x - where.x, point.y - where.y
    return _scaled(x * s - y * c), _scaled(x * c + y * s)


# -- lengths ------------------------------------------------------------------------------------------------------


def distance(first: TablePoint, second: TablePoint) -> int:
    """The distance of two points in grains, to the nearest."""
    square = (first.x - second.x) ** 2 + (first.y - second.y) ** 2
    root = isqrt(square)
    return root + (square - root * root > root)


def arc(radius: int, tenths: int) -> int:
    """The length of an arc in grains: its radius in grains, and its angle."""
    of, unit = _RADIAN
    return rounded(radius * abs(tenths) * unit, of)


def wheel_length(where: BasePlace, pivot: TablePoint, tenths: int) -> int:
    """How far a wheel about a point takes the outer front corner of a base, along its arc, in grains."""
    outer = front_left(where) if tenths > 0 else front_right(where)
    return arc(distance(outer, pivot), tenths)


def straight_length(before: BasePlace, after: BasePlace, depth: int) -> int:
    """The longest straight line from a corner's first to its last place, in grains."""
    pairs = zip(corners(before, depth), corners(after, depth), strict=True)
    return max(distance(first, last) for first, last in pairs)


def length_alone(before: BasePlace, after: BasePlace, depth: int) -> int:
    """The length of a single element's move to a place: the longest way of a corner, once the quarter turn that is
    nearest to the change of facing is made, before the move or after it (12.1)."""
    starts = [before, turned_left(before), turned_right(before), turned_about(before, depth)]
    away = [_turn_between(start.facing, after.facing) for start in starts]
    nearest = away.index(min(away))
    if not nearest:
        return straight_length(before, after, depth)
    undone = [turned_right(after), turned_left(after), turned_about(after, depth)][nearest - 1]
    return min(straight_length(starts[nearest], after, depth), straight_length(before, undone, depth))


def _turn_between(first: int, second: int) -> int:
    """The angle between two facings, in tenths of a degree."""
    away = (first - second) % CIRCLE
    return min(away, CIRCLE - away)


# -- groups -------------------------------------------------------------------------------------------------------


def wheel_group(places: Iterable[BasePlace], tenths: int) -> list[BasePlace]:
    """A group after a wheel about its front corner on that side; the first place is its front rank's first."""
    group = list(places)
    pivot = group_corner(group, right=tenths > 0)
    return [about(one, pivot, tenths) for one in group]


def group_corner(places: Iterable[BasePlace], *, right: bool) -> TablePoint:
    """The front corner of a group: of its foremost element furthest to that side."""
    group = list(places)
    facing = group[0]
    s, c = sine(facing.facing), cosine(facing.facing)

    def ahead(one: BasePlace) -> int:
        return one.x * s - one.y * c

    def aside(one: BasePlace) -> int:
        return (one.x * c + one.y * s) * (1 if right else -1)

    front = max(map(ahead, group))
    foremost = [one for one in group if front - ahead(one) <= PACE * ONE]
    outermost = max(foremost, key=aside)
    return front_right(outermost) if right else front_left(outermost)
