"""How two bases lie to each other: whether they touch, overlap or leave a gap, and the places of legal contact.

Edges within half a pace of each other touch; a base lies over another only by more than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Final

from engine.tables.places import PACE, WIDTH, BasePlace, TablePoint, corners
from engine.tables.sines import CIRCLE, ONE, QUARTER, cosine, sine

HALF: Final = PACE // 2
"""Half a pace: how far apart what touches may be."""
_SIDE: Final = WIDTH // 2


class BaseEdge(StrEnum):
    """An edge of a base."""

    FRONT = "front"
    LEFT = "left"
    RIGHT = "right"
    REAR = "rear"


@lru_cache(maxsize=1 << 15)
def legal_place(at: BasePlace, depth: int, edge: BaseEdge) -> BasePlace:
    """The place of a base in legal contact with an edge of an enemy base at a place; ``depth`` is the enemy's (1.1).

    Front: the same place, facing the other way. A flank: the corner on the enemy's front corner of that side, the front
    edge along the side. Rear: both corners on its rear corners.
    """
    if edge is BaseEdge.FRONT:
        return at._replace(facing=(at.facing + 2 * QUARTER) % CIRCLE)
    if edge is BaseEdge.REAR:
        return at.moved(-depth)
    side = -1 if edge is BaseEdge.LEFT else 1
    return at.moved(-_SIDE, side * _SIDE)._replace(facing=(at.facing - side * QUARTER) % CIRCLE)


@lru_cache(maxsize=1 << 15)
def overlap_places(at: BasePlace) -> tuple[BasePlace, BasePlace]:
    """The places from which an enemy overlaps a base: beside the one in front contact, on the base's left and right."""
    facing = (at.facing + 2 * QUARTER) % CIRCLE
    return at.moved(0, -WIDTH)._replace(facing=facing), at.moved(0, WIDTH)._replace(facing=facing)


@lru_cache(maxsize=1 << 15)
def are_beside(at: BasePlace, depth: int, other: BasePlace, deep: int) -> bool:
    """Whether two bases that face the same way or opposite ways touch side edge on side edge, by more than half a
    pace; ``depth`` and ``deep`` are their depths."""
    turn = (at.facing - other.facing) % CIRCLE
    if turn % (2 * QUARTER):
        return False
    s, c = sine(at.facing), cosine(at.facing)
    x, y = other.x - at.x, other.y - at.y
    aside, ahead = x * c + y * s, x * s - y * c
    # A base reaches from its front backward, which is forward to one that faces it.
    low, high = (ahead - deep * ONE, ahead) if not turn else (ahead, ahead + deep * ONE)
    shared = min(high, 0) - max(low, -depth * ONE)
    return abs(abs(aside) - WIDTH * ONE) <= HALF * ONE and shared > HALF * ONE


@lru_cache(maxsize=1 << 15)
def near(first: BasePlace, second: BasePlace) -> bool:
    """Whether two places are the same within half a pace, along the table's edges or along the bases', and face the
    same way. Places are written in whole paces of the table; moves go by whole paces along and across their bases."""
    if first.facing != second.facing:
        return False
    x, y = first.x - second.x, first.y - second.y
    if abs(x) <= HALF and abs(y) <= HALF:
        return True
    s, c = sine(first.facing), cosine(first.facing)
    return max(abs(x), abs(y)) <= PACE and abs(x * s - y * c) <= HALF * ONE and abs(x * c + y * s) <= HALF * ONE


def zone(where: BasePlace) -> tuple[TablePoint, TablePoint, TablePoint, TablePoint]:
    """The zone in front of a base: the square on its front edge, from its front left corner on."""
    return corners(where.moved(WIDTH), WIDTH)


def lies_over(first: Sequence[TablePoint], second: Sequence[TablePoint], axes: Sequence[int]) -> bool:
    """Whether two rectangles lie over each other by more than half a pace. ``axes`` are their facings, in tenths of a
    degree."""
    if _are_apart(first, second):
        return False
    return all(_share(first, second, facing) > HALF * ONE for one in set(axes) for facing in (one, one + QUARTER))


def _are_apart(first: Sequence[TablePoint], second: Sequence[TablePoint]) -> bool:
    """Whether the upright rectangles round two shapes do not meet: most pairs of bases are told apart by that."""
    xs, ys = [x for x, _ in first], [y for _, y in first]
    others, above = [x for x, _ in second], [y for _, y in second]
    if min(xs) >= max(others) or min(others) >= max(xs):
        return True
    return min(ys) >= max(above) or min(above) >= max(ys)


def _share(first: Sequence[TablePoint], second: Sequence[TablePoint], facing: int) -> int:
    """How much two shapes share of an axis, in grains times ``ONE``; negative for a gap."""
    s, c = sine(facing), cosine(facing)
    (low, high), (least, most) = (_span(shape, s, c) for shape in (first, second))
    return min(high, most) - max(low, least)


def _span(shape: Sequence[TablePoint], s: int, c: int) -> tuple[int, int]:
    along = [x * s - y * c for x, y in shape]
    return min(along), max(along)


@lru_cache(maxsize=1 << 15)
def bases_overlap(first: BasePlace, depth: int, second: BasePlace, other: int) -> bool:
    """Whether two bases lie over each other by more than half a pace; ``depth`` and ``other`` are their depths."""
    return lies_over(corners(first, depth), corners(second, other), (first.facing, second.facing))


@lru_cache(maxsize=1 << 15)
def in_zone(of: BasePlace, where: BasePlace, depth: int) -> bool:
    """Whether a base is in the zone of another by more than half a pace."""
    # Neither shape reaches further from its place than its depth and its width.
    reach = 3 * WIDTH + depth
    if abs(of.x - where.x) > reach or abs(of.y - where.y) > reach:
        return False
    return lies_over(zone(of), corners(where, depth), (of.facing, where.facing))


# -- gaps ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def gap(first: BasePlace, depth: int, second: BasePlace, other: int) -> int:
    """The shortest line between two bases in whole paces, to the nearest; 0 where they touch or overlap (16.1)."""
    if _meet(first, depth, second, other):
        return 0
    one, two = corners(first, depth), corners(second, other)
    square = min(
        min(_square(corner, *edge) for corner in one for edge in _edges(two)),
        min(_square(corner, *edge) for corner in two for edge in _edges(one)),
    )
    # The nearest whole number of paces: the floor of the root of four times the square, plus one, halved.
    return (isqrt(int(4 * square / PACE**2)) + 1) // 2


def _meet(first: BasePlace, depth: int, second: BasePlace, other: int) -> bool:
    one, two = corners(first, depth), corners(second, other)
    facings = {first.facing, second.facing}
    return all(_share(one, two, facing + turn) >= 0 for facing in facings for turn in (0, QUARTER))


def _edges(shape: Sequence[TablePoint]) -> list[tuple[TablePoint, TablePoint]]:
    return [(shape[number - 1], corner) for number, corner in enumerate(shape)]


def _square(point: TablePoint, start: TablePoint, end: TablePoint) -> Fraction:
    """The square of the distance of a point from a line between two points, exact."""
    x, y = end.x - start.x, end.y - start.y
    dx, dy = point.x - start.x, point.y - start.y
    along, whole = dx * x + dy * y, x * x + y * y
    if along <= 0:
        return Fraction(dx * dx + dy * dy)
    if along >= whole:
        return Fraction((point.x - end.x) ** 2 + (point.y - end.y) ** 2)
    return Fraction((dx * y - dy * x) ** 2, whole)
