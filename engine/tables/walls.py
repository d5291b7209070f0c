"""The edges of fortifications: how far apart they are, and one set off from the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from engine.tables.smooth import Outline, Point
from engine.tables.table import TableWall

SLACK: Final = 2
"""Paces that two parallel edges may be off: their points are whole paces."""
_MEETING: Final = 1.0
"""Paces that two ends which meet may be apart."""
_SHARPEST: Final = 0.1
"""A corner that turns back more sharply than this is set off as if it were so sharp."""


class Depth(NamedTuple):
    """How far a point of the outside is from the line of the inside."""

    at: Point
    """The point of the outside."""
    paces: float
    """To the left of the inside's direction; negative to its right."""


def depths(wall: TableWall) -> Iterator[Depth]:
    """The depth of a fortification at both ends of each of its stretches. Edges with different numbers of points have
    none."""
    if len(wall.inside) != len(wall.outside):
        return
    for number in range(len(wall.inside) - 1):
        start, end = wall.inside[number], wall.inside[number + 1]
        for point in wall.outside[number : number + 2]:
            yield Depth(point, aside(start, end, point))


def aside(start: Point, end: Point, point: Point) -> float:
    """How far a point is to the left of the line from one point to another, in paces; 0 where those are the same."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = hypot(x, y)
    # y grows downward: what is to the left is where the cross product is negative.
    return -(x * (point[1] - start[1]) - y * (point[0] - start[0])) / length if length else 0.0


def runs_along(wall: TableWall) -> bool:
    """Whether each stretch of the outside goes the same way as that of the inside."""
    pairs = zip(_steps(wall.inside), _steps(wall.outside), strict=False)
    return all(a[0] * b[0] + a[1] * b[1] > 0 for a, b in pairs)


def _steps(points: Sequence[Point]) -> list[tuple[int, int]]:
    return [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]


def open_ends(walls: Iterable[TableWall]) -> list[tuple[str, Point]]:
    """The ends of inside edges that do not meet the end of another piece within a pace: the key of the piece, and the
    point. For the pieces of one chain, these are where it is open."""
    ends = [(wall.key, point) for wall in walls if wall.inside for point in (wall.inside[0], wall.inside[-1])]
    return [
        (key, (x, y))
        for key, (x, y) in ends
        if not any(hypot(x - a, y - b) <= _MEETING for other, (a, b) in ends if other != key)
    ]


def set_off(inside: Outline, depth: float) -> Outline:
    """The outside of a fortification: parallel to its inside, this many paces to the left; negative ones to the right.
    Its points are whole paces. Points that repeat the one before are left as they are."""
    ways = [(x / hypot(x, y), y / hypot(x, y)) if x or y else (0.0, 0.0) for x, y in _steps(inside)]
    if not ways:
        return inside
    found = []
    for number, (x, y) in enumerate(inside):
        before, after = ways[max(number - 1, 0)], ways[min(number, len(ways) - 1)]
        # To the left of (x, y) is (y, -x), as y grows downward.
        share = max(1 + before[0] * after[0] + before[1] * after[1], _SHARPEST)
        across, down = (before[1] + after[1]) / share, -(before[0] + after[0]) / share
        found.append((round(x + depth * across), round(y + depth * down)))
    return tuple(found)
