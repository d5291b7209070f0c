"""Sets of hexes by shape: what a rectangle or a lasso on paper takes in, rings and discs, and a seeded mix."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Final

from engine.hexes.board.grid import Grid, Point

BESIDE: Final = 0.3
"""Circumradii beyond a rectangle at which the centre of a hex still counts as in it."""
_MASK: Final = (1 << 64) - 1


def in_box(grid: Grid, a: Point, b: Point) -> list[int]:
    """The hexes whose centre lies in the rectangle on paper between two opposite corners or a little beyond it, so
    that a hand can be sure of a row it goes along; and those the corners lie in."""
    left, right = (side + off for side, off in zip(sorted((a[0], b[0])), (-BESIDE, BESIDE), strict=True))
    top, bottom = (side + off for side, off in zip(sorted((a[1], b[1])), (-BESIDE, BESIDE), strict=True))
    found = {h for h in (grid.hex_at(*a), grid.hex_at(*b)) if h in grid}
    found.update(
        h
        for h in _near(grid, left, top, right, bottom)
        if left <= (centre := grid.centre(h))[0] <= right and top <= centre[1] <= bottom
    )
    return sorted(found)


def in_lasso(grid: Grid, outline: Sequence[Point]) -> list[int]:
    """The hexes whose centre lies within a closed line on paper, and those that the line passes through."""
    found = {h for x, y in outline if (h := grid.hex_at(x, y)) in grid}
    if len(outline) > 2:
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        candidates = _near(grid, min(xs), min(ys), max(xs), max(ys))
        found.update(h for h in candidates if inside(outline, *grid.centre(h)))
    return sorted(found)


def on_ring(grid: Grid, middle: int, radius: int, width: int = 1) -> list[int]:
    """The hexes of a ring: its outer edge lies ``radius`` hexes from the middle."""
    found: set[int] = set()
    for step in range(max(0, radius - width + 1), radius + 1):
        found.update(grid.ring(middle, step))
    return sorted(found)


def mixed(hexes: Iterable[int], weights: Mapping[str, float], seed: int) -> dict[int, str]:
    """A key for each hex, drawn by weight. What a hex gets depends on the seed and the hex alone, so that painting
    over it again changes nothing."""
    drawn = [(key, weight) for key, weight in weights.items() if weight > 0]
    if not drawn:
        return {}
    steps = list(accumulate(weight for _, weight in drawn))
    return {h: drawn[bisect_right(steps, _share(seed, h) * steps[-1])][0] for h in hexes}


def _share(seed: int, h: int) -> float:
    """A number from 0 up to 1 that looks random, from a seed and a hex."""
    value = (seed * 0x9E3779B97F4A7C15 + (h + 1) * 0xBF58476D1CE4E5B9) & _MASK
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        value = ((value ^ (value >> shift)) * factor) & _MASK
    return ((value ^ (value >> 31)) >> 11) / (1 << 53)


def _near(grid: Grid, left: float, top: float, right: float, bottom: float) -> Iterable[int]:
    """The hexes that may lie in a box on paper, and some around it."""
    wide, high = (1.5, 3**0.5) if grid.flat else (3**0.5, 1.5)
    columns = range(max(0, int(left / wide) - 2), min(grid.columns, int(max(0.0, right) / wide) + 2))
    for row in range(max(0, int(top / high) - 2), min(grid.rows, int(max(0.0, bottom) / high) + 2)):
        for column in columns:
            h = row * grid.columns + column
            if h in grid:
                yield h


def inside(outline: Sequence[Point], x: float, y: float) -> bool:
    """Whether a point lies within a closed line, by the number of crossings to its right."""
    inside = False
    ax, ay = outline[-1]
    for bx, by in outline:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        ax, ay = bx, by
    return inside
