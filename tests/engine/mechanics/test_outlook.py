"""How far hexes are from each other, by what is remembered and by going there step by step."""

from __future__ import annotations

from itertools import product

import pytest

from engine.board.grid import NOWHERE, Grid, GridSpec, Orientation, Parity
from engine.mechanics.outlook import FAR, Depths, Distances

SHAPES = list(product(Orientation, Parity, (0, 1), ((), ((3, 2), (3, 3), (4, 3)))))


def plain(grid: Grid, sources: list[int], most: int) -> list[int]:
    """Distances step by step."""
    found = [FAR] * grid.size
    rim = set(sources)
    for far in range(most + 1):
        for h in rim:
            found[h] = far
        rim = {n for h in rim for n in grid.ring1[h] if n != NOWHERE and found[n] == FAR}
    return found


@pytest.mark.parametrize(("orientation", "shifted", "first", "void"), SHAPES)
def test_distances_are_those_of_going_there(
    orientation: Orientation, shifted: Parity, first: int, void: tuple[tuple[int, int], ...]
) -> None:
    spec = GridSpec(
        9, 7, orientation=orientation, shifted=shifted, first_column=first, first_row=first, void=frozenset(void)
    )
    grid = Grid(spec)
    for most in (0, 1, 3, 30):
        distances = Distances(grid, most)
        for h in grid.hexes:
            assert list(distances[h]) == plain(grid, [h], most)


@pytest.mark.parametrize("sources", [[], [0], [5, 40, 62]])
def test_rings_go_as_far_out_as_they_are_asked_about(sources: list[int]) -> None:
    grid = Grid(GridSpec(9, 7))
    expected = plain(grid, sources, 254)
    for asked in (list(grid.hexes), list(grid.hexes)[::-1]):
        depths = Depths(grid, sources)
        assert [depths[h] for h in asked] == [expected[h] for h in asked]
    near = Depths(grid, sources)
    assert [near[h] for h in sources] == [0] * len(sources)
    assert list(near.within(2)) == plain(grid, sources, 2)
