"""Who stands where, as shapes that ways are looked up in: bases, and the zones in front of them (13)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.ground import Shapes
from engine.tables.places import PACE, WIDTH, BasePlace, TablePoint, corners

_HALF: Final = PACE // 2 + 4
"""What is taken off each side of a base, in grains: bases that lie over each other by half a pace still only touch."""


class BaseIndex:
    """The bases on the table in a position, each without its outermost half pace: what meets these lies over them."""

    def __init__(self, field: DbmField, state: DbmState) -> None:
        self.units = tuple(unit for unit, _ in field.on_table(state))
        self.hidden = frozenset(unit for unit in self.units if state.has(unit, Flag.HIDDEN))
        """Elements in ambush: the enemy knows nothing of them."""
        self._places = [_at(state, unit) for unit in self.units]
        self._depths = [field.depth(state, unit) for unit in self.units]
        self._zoned = [
            number
            for number, unit in enumerate(self.units)
            if unit not in self.hidden and not field.form(state, unit).baggage
        ]

    @staticmethod
    def of(field: DbmField, state: DbmState) -> BaseIndex:
        """The one of a position, made once."""
        found = state.cache.get("standing")
        if found is None:
            found = state.cache["standing"] = BaseIndex(field, state)
        standing: BaseIndex = found
        return standing

    @cached_property
    def shapes(self) -> Shapes:
        """The bases, in the order of the elements."""
        return _array(_shrunk_shape(place, depth) for place, depth in zip(self._places, self._depths, strict=True))

    @cached_property
    def tree(self) -> shapely.STRtree:
        """The bases, to be looked up in."""
        return shapely.STRtree(self.shapes)

    @cached_property
    def zones(self) -> shapely.STRtree:
        """The zones, to be looked up in."""
        return shapely.STRtree(_array(_zone_shape(self._places[number]) for number in self._zoned))

    def met(self, shapes: Shapes) -> list[tuple[int, int]]:
        """Which bases some shapes lie over: pairs of a shape's number and an element."""
        found = self.tree.query(shapes, predicate="intersects")
        return [(number, self.units[index]) for number, index in zip(*found.tolist(), strict=True)]

    def zones_met(self, shapes: Shapes) -> list[tuple[int, int]]:
        """In whose zones some shapes lie: pairs of a shape's number and an element."""
        found = self.zones.query(shapes, predicate="intersects")
        return [(number, self.units[self._zoned[index]]) for number, index in zip(*found.tolist(), strict=True)]

    def within(self, shapes: Shapes, paces: float) -> list[tuple[int, int]]:
        """The bases at most this many paces from some shapes, a pace more or less: pairs as in `met`."""
        found = self.tree.query(shapes, predicate="dwithin", distance=paces + 1)
        return [(number, self.units[index]) for number, index in zip(*found.tolist(), strict=True)]


def _at(state: DbmState, unit: int) -> BasePlace:
    where = state.at[unit]
    assert where is not None
    return where


def shrunk(where: BasePlace, depth: int) -> tuple[TablePoint, TablePoint, TablePoint, TablePoint]:
    """The corners of a base without its outermost half pace."""
    side = WIDTH // 2 - _HALF
    return (
        where.at(-_HALF, -side),
        where.at(-_HALF, side),
        where.at(_HALF - depth, side),
        where.at(_HALF - depth, -side),
    )


@lru_cache(maxsize=1 << 14)
def _shrunk_shape(where: BasePlace, depth: int) -> BaseGeometry:
    """A base without its outermost half pace. Most elements stand where they stood in the last position."""
    shape: BaseGeometry = polygons([shrunk(where, depth)])[0]
    return shape


@lru_cache(maxsize=1 << 14)
def _zone_shape(where: BasePlace) -> BaseGeometry:
    """The zone in front of a place without its outermost half pace."""
    return _shrunk_shape(where.moved(WIDTH), WIDTH)


def _array(shapes: Iterable[BaseGeometry]) -> Shapes:
    listed = list(shapes)
    found = np.empty(len(listed), dtype=object)
    found[:] = listed
    return found


def polygons(shapes: Iterable[Sequence[TablePoint]]) -> Shapes:
    """Polygons in paces from corners in grains."""
    rings = [[(x / PACE, y / PACE) for x, y in (*shape, shape[0])] for shape in shapes]
    return np.asarray(shapely.polygons(np.array(rings))) if rings else np.array([], dtype=object)


def swept(courses: Iterable[tuple[Sequence[BasePlace], int]]) -> Shapes:
    """What bases sweep: a shape for each step of each course, in order. A course is places and a depth."""
    found: list[list[tuple[float, float]]] = []
    for places, depth in courses:
        rings = [[(x / PACE, y / PACE) for x, y in corners(place, depth)] for place in places]
        found.extend([*one, *two] for one, two in pairwise(rings))
    if not found:
        return np.array([], dtype=object)
    points = np.array(found)
    numbers = np.repeat(np.arange(len(found)), points.shape[1])
    return np.asarray(shapely.convex_hull(shapely.multipoints(points.reshape(-1, 2), indices=numbers)))
