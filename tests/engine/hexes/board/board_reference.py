"""A slow and simple hex grid to prove the real one against: centres on paper, and breadth-first search."""

from __future__ import annotations

from collections import deque
from math import dist, sqrt

from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity

SPACING = sqrt(3)
"""Between the centres of adjacent hexes of circumradius 1."""


def variants(columns: int = 7, rows: int = 6, void: frozenset[tuple[int, int]] = frozenset()) -> list[GridSpec]:
    """Grids of both orientations, both parities, and first numbers 0, 1, 6 and 7."""
    return [
        GridSpec(columns, rows, orientation, parity, first, first, void=void)
        for orientation in Orientation
        for parity in Parity
        for first in (0, 1, 6, 7)
    ]


def centres(spec: GridSpec) -> dict[int, tuple[float, float]]:
    """Where the hexes' centres lie on paper, worked out from the printed numbers alone."""
    flat = spec.orientation is Orientation.FLAT
    lines = [(c, spec.first_column + c) for c in range(spec.columns)]
    if not flat:
        lines = [(r, spec.first_row + r) for r in range(spec.rows)]
    shift = {i: 0.5 if (number % 2 == 1) is (spec.shifted is Parity.ODD) else 0.0 for i, number in lines}
    found = {}
    for row in range(spec.rows):
        for column in range(spec.columns):
            if (column, row) in spec.void:
                continue
            if flat:
                place = (1 + 1.5 * column, SPACING * (0.5 + row + shift[column]))
            else:
                place = (SPACING * (0.5 + column + shift[row]), 1 + 1.5 * row)
            found[row * spec.columns + column] = place
    return found


def neighbours(spec: GridSpec) -> dict[int, set[int]]:
    """The hexes whose centres lie one spacing away."""
    places = centres(spec)
    return {
        a: {b for b, there in places.items() if abs(dist(here, there) - SPACING) < 1e-6} for a, here in places.items()
    }


def distances(spec: GridSpec, start: int) -> dict[int, int]:
    """Steps from a hex to all others, over a grid without void hexes."""
    around = neighbours(spec)
    found = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in around[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def grid_id(grid: Grid) -> str:
    """A name for a parametrized test."""
    spec = grid.spec
    return f"{spec.orientation}-{spec.shifted}-{spec.first_column}-{len(spec.void)}"
