"""Which wheels and pivots of a fleeing base may leave its way clear: a look at all angles at once (23.1).

It works with floating-point numbers and lets a little too much through; whoever asks tries what it finds in whole
numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from engine.tables.clearway import Base
from engine.tables.places import PACE, WIDTH, TablePoint, front_left, front_right
from engine.tables.sines import QUARTER
from engine.tables.touching import HALF

_SLACK: Final = 8
"""Grains by which the numbers may be off."""

Numbers = NDArray[np.float64]
Truths = NDArray[np.bool_]


def open_angles(
    base: Base, length: int, others: Sequence[Base], closed: BaseGeometry, *, left: bool
) -> tuple[int, ...]:
    """The angles in tenths of a degree, from 1 to 900 and rising, after which a wheel or a pivot to one side may leave
    a length straight ahead clear of bases and of closed ground (in paces). A quarter turn is always among them."""
    sign = -1 if left else 1
    turned = np.radians((base.where.facing + sign * np.arange(1, QUARTER + 1)) / 10)
    clear = np.zeros(QUARTER, dtype=np.bool_)
    for pivot, side in ((front_left(base.where), 1), (front_right(base.where), -1)):
        way = _Ways(turned, pivot, side, base.depth, length)
        free = way.clear_of(others)
        if not closed.is_empty and free.any():
            free[free] = ~shapely.intersects(way.polygons()[free], closed)
        clear |= free
    clear[QUARTER - 1] = True
    return tuple(int(angle) + 1 for angle in np.flatnonzero(clear))


class _Ways:
    """The rectangles that a base covers on its way, one for each angle, with a front corner that stays."""

    def __init__(self, turned: Numbers, pivot: TablePoint, side: int, depth: int, length: int) -> None:
        self.ahead = np.stack((np.sin(turned), -np.cos(turned)), axis=-1)
        self.right = np.stack((np.cos(turned), np.sin(turned)), axis=-1)
        self.pivot = np.array(pivot, dtype=np.float64)
        self.half = ((length + depth) / 2, WIDTH / 2)
        self.middle = self.pivot + self.ahead * (length - depth) / 2 + self.right * side * WIDTH / 2

    def clear_of(self, others: Sequence[Base]) -> Truths:
        """For each angle whether its way lies over none of some bases."""
        clear = np.ones(len(self.ahead), dtype=np.bool_)
        for other in others:
            clear &= ~self._lies_over(np.array(other.corners, dtype=np.float64), other.where.facing)
        return clear

    def _lies_over(self, corners: Numbers, facing: int) -> Truths:
        """For each angle whether its way shares more than half a pace of every axis with a base."""
        angle = np.radians(facing / 10)
        own = ((np.sin(angle), -np.cos(angle)), (np.cos(angle), np.sin(angle)))
        over: Truths = np.ones(len(self.ahead), dtype=np.bool_)
        for axis, reach in zip((self.ahead, self.right), self.half, strict=True):
            spots = corners @ axis.T - np.sum(self.middle * axis, axis=-1)
            over &= _shared(spots.min(axis=0), spots.max(axis=0), reach)
        for x, y in own:
            along, across = (np.abs(axis @ np.array((x, y))) for axis in (self.ahead, self.right))
            spots = corners @ np.array((x, y))
            middle = self.middle @ np.array((x, y))
            over &= _shared(spots.min() - middle, spots.max() - middle, self.half[0] * along + self.half[1] * across)
        return over

    def polygons(self) -> Any:
        """The ways as polygons in paces, smaller by half a pace on each side."""
        long, wide = (one - HALF for one in self.half)
        steps = ((1, -1), (1, 1), (-1, 1), (-1, -1))
        corners = [self.middle + self.ahead * long * one + self.right * wide * other for one, other in steps]
        return shapely.polygons(np.stack(corners, axis=1) / PACE)


def _shared(low: Numbers, high: Numbers, reach: Numbers | float) -> Truths:
    """Whether a span shares more than half a pace with one that reaches so far to both sides of nought."""
    shared: Truths = np.minimum(high, reach) - np.maximum(low, -reach) > HALF + _SLACK
    return shared
