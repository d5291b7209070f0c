"""Clear ways: how far a base can go straight before it would lie over another base, over ground or off the table.

What bases meet is decided in whole numbers; shapely decides what is met of areas and fortifications.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from engine.tables.places import PACE, BasePlace, TablePoint, corners
from engine.tables.touching import HALF, lies_over


class Base(NamedTuple):
    """A base: its place and its depth in grains."""

    where: BasePlace
    depth: int

    @property
    def corners(self) -> tuple[TablePoint, TablePoint, TablePoint, TablePoint]:
        """Front left, front right, rear right and rear left corner."""
        return corners(self.where, self.depth)

    def after(self, towards: int, grains: int) -> Base:
        """The base after it has gone some grains towards a facing, without turning."""
        way = BasePlace(0, 0, towards).at(grains, 0)
        return Base(BasePlace(self.where.x + way.x, self.where.y + way.y, self.where.facing), self.depth)


def sweeps(base: Base, towards: int, grains: int, other: Base) -> bool:
    """Whether a base lies over another one at some time on a straight way."""
    if not _are_near(base, grains, other):
        return False
    swept = (*base.corners, *base.after(towards, grains).corners)
    return lies_over(swept, other.corners, (base.where.facing, towards, other.where.facing))


def _are_near(base: Base, grains: int, other: Base) -> bool:
    """A cheap look: whether the other base can be met at all."""
    reach = grains + base.depth + other.depth + 100 * PACE
    return abs(base.where.x - other.where.x) <= reach and abs(base.where.y - other.where.y) <= reach


def free_of(base: Base, towards: int, most: int, other: Base) -> int:
    """How many grains, up to this many, a base can go straight before it touches another one."""
    free = _furthest(most, 1, lambda grains: not sweeps(base, towards, grains, other))
    # It lies over the other one when it has gone half a pace further than to where they touch.
    return free if free == max(most, 0) else max(free - HALF, 0)


def free_of_ground(base: Base, towards: int, most: int, ground: BaseGeometry) -> int:
    """How many grains, in whole paces up to this many grains, a base can go straight without entering ground. Ground in
    which the base stands already does not count."""
    if ground.is_empty or shapely.intersects(inner(base.corners), ground):
        return most
    return _furthest(most, PACE, lambda grains: not _enters(base, towards, grains, ground))


def free_of_edges(base: Base, towards: int, most: int, low: tuple[int, int], high: tuple[int, int]) -> int:
    """How many grains, in whole paces up to this many grains, a base can go straight with all corners between two
    corners of a table."""
    return _furthest(most, PACE, lambda grains: is_within(base.after(towards, grains), low, high))


def is_within(base: Base, low: tuple[int, int], high: tuple[int, int]) -> bool:
    """Whether all corners of a base are between two corners of a table, to half a pace."""
    return all(low[0] - HALF <= x <= high[0] + HALF and low[1] - HALF <= y <= high[1] + HALF for x, y in base.corners)


def inner(points: Sequence[TablePoint]) -> BaseGeometry:
    """The convex shape of some points in grains, in paces and without what is within half a pace of its edge."""
    hull = shapely.convex_hull(shapely.linestrings([(x / PACE, y / PACE) for x, y in points]))
    return hull.buffer(-0.5, join_style="mitre")


def _enters(base: Base, towards: int, grains: int, ground: BaseGeometry) -> bool:
    swept = inner((*base.corners, *base.after(towards, grains).corners))
    return bool(shapely.intersects(swept, ground))


def _furthest(most: int, unit: int, is_free: Callable[[int], bool]) -> int:
    """The greatest number up to a limit, in steps of a unit, for which a way is free; it is free up to there."""
    if most <= 0 or is_free(most):
        return max(most, 0)
    low, high = 0, -(-most // unit)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_free(middle * unit) else (low, middle)
    return low * unit
