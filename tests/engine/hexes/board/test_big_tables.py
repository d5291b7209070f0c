"""On very big maps the tables work out their entries one by one: the same as asking for each neighbour."""

from __future__ import annotations

from random import Random

import pytest

from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity
from engine.hexes.board.tables import TABLE_LIMIT


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("shifted", list(Parity))
@pytest.mark.parametrize("void", [frozenset(), frozenset({(3, 3), (200, 100)})])
def test_entries_are_what_the_grid_says(
    orientation: Orientation, shifted: Parity, void: frozenset[tuple[int, int]]
) -> None:
    grid = Grid(GridSpec(260, 200, orientation, shifted, void=void))
    assert grid.size > TABLE_LIMIT
    corners = [0, 259, grid.size - 1, grid.size - 260]
    beside = [n for h in grid.void for n in grid.within(h, 2)]
    for h in [*corners, *beside, *Random(1).sample(range(grid.size), 500)]:
        assert grid.ring1[h] == tuple(grid.neighbour(h, d) for d in range(6))
        assert grid.sides[h] == tuple(grid.side(h, d) for d in range(6))
