"""Smooth outlines and lines: the curve through their points, as the straight pieces that count.

The curve is a Catmull-Rom spline. It is worked out in whole numbers and rounded to paces, so that every machine draws,
writes and judges the same outline.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

Point = tuple[int, int]
"""A point of the table in whole paces, x to the right and y downward from its upper left corner."""
Outline = tuple[Point, ...]
"""The points of an outline, which is closed by itself, or of a line."""

CHORDS: Final = 8
"""Straight pieces from one point to the next."""
_UNIT: Final = 2 * CHORDS**3
"""What the weights of the four points around a piece add up to."""


def _weights(step: int) -> tuple[int, int, int, int]:
    """How much each of four points in a row counts, this many eighths of the way from the second to the third."""
    t, n = step, CHORDS
    return (
        -t * n * n + 2 * t * t * n - t**3,
        2 * n**3 - 5 * t * t * n + 3 * t**3,
        t * n * n + 4 * t * t * n - 3 * t**3,
        t**3 - t * t * n,
    )


_WEIGHTS: Final = tuple(_weights(step) for step in range(CHORDS))


def smooth_outline(points: Sequence[Point]) -> Outline:
    """The closed curve through points, in order and from the first; fewer than three points stay as they are."""
    count = len(points)
    if count < 3:
        return tuple(points)
    around = [(points[n - 1], points[n], points[(n + 1) % count], points[(n + 2) % count]) for n in range(count)]
    found = _curve(around)
    while len(found) > 1 and found[-1] == found[0]:
        found.pop()
    return tuple(found)


def smooth_line(points: Sequence[Point]) -> Outline:
    """The open curve through points, from the first to the last; fewer than three points stay as they are."""
    count = len(points)
    if count < 3:
        return tuple(points)
    last = count - 1
    around = [(points[max(n - 1, 0)], points[n], points[n + 1], points[min(n + 2, last)]) for n in range(last)]
    found = _curve(around)
    if found[-1] != points[-1]:
        found.append(points[-1])
    return tuple(found)


def _curve(around: Sequence[tuple[Point, Point, Point, Point]]) -> list[Point]:
    """The points of a curve along spans, each with the point before it and the one after it; without the last one."""
    found: list[Point] = []
    for a, b, c, d in around:
        for wa, wb, wc, wd in _WEIGHTS:
            # Halves are rounded up, so that a curve that is moved by whole paces keeps its shape.
            x = (2 * (a[0] * wa + b[0] * wb + c[0] * wc + d[0] * wd) + _UNIT) // (2 * _UNIT)
            y = (2 * (a[1] * wa + b[1] * wb + c[1] * wc + d[1] * wd) + _UNIT) // (2 * _UNIT)
            if not found or found[-1] != (x, y):
                found.append((x, y))
    return found
