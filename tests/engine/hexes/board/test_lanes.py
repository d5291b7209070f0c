"""Very many hexes at once: the same as one by one."""

from __future__ import annotations

from random import Random

import pytest

from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity
from engine.hexes.mapping import areas
from engine.hexes.mapping.lanes import Lanes


def grids() -> list[Grid]:
    void = frozenset({(3, 2), (0, 0), (6, 4)})
    return [
        Grid(GridSpec(7, 5, orientation=orientation, shifted=shifted, void=holes))
        for orientation in Orientation
        for shifted in Parity
        for holes in (frozenset(), void)
    ]


@pytest.mark.parametrize("grid", grids(), ids=lambda grid: f"{grid.spec.orientation}-{grid.spec.shifted}")
def test_neighbours_and_inner_hexes_are_those_of_the_grid(grid: Grid) -> None:
    random, lanes = Random(7), Lanes(grid)
    for count in (0, 1, 5, 20, len(grid)):
        chosen = set(random.sample(grid.hexes, count))
        number = lanes.number(chosen)
        assert set(lanes.hexes(number)) == chosen
        assert sum(lanes.cells(number)) == count
        near = {n for h in chosen for n in grid.neighbours[h]}
        assert set(lanes.hexes(lanes.grown(number))) == chosen | near
        for direction in range(6):
            toward = {h for h in grid.hexes if grid.neighbour(h, direction) in chosen}
            assert set(lanes.hexes(lanes.toward(number, direction) & lanes.all)) == toward
        inner = {h for h in chosen if all(n in chosen for n in grid.ring1[h])}
        assert set(lanes.hexes(lanes.inner(number))) == inner
        within = {h for h in chosen if chosen.issuperset(grid.neighbours[h])}
        assert set(lanes.hexes(lanes.inner(number | lanes.beyond) & number)) == within


@pytest.mark.parametrize("grid", grids(), ids=lambda grid: f"{grid.spec.orientation}-{grid.spec.shifted}")
def test_the_hexes_beside_hexsides_are_those_of_the_grid(grid: Grid) -> None:
    lanes = Lanes(grid)
    chosen = set(Random(5).sample(grid.hexes, 12))
    for side in grid.all_sides():
        ends = {h for h in grid.side_hexes(side) if h in grid}
        assert set(lanes.hexes(lanes.beside([side]))) == ends
        assert list(lanes.reached(lanes.number(chosen), [side])) == [len(ends & chosen)]
    some = Random(5).sample(grid.all_sides(), 9)
    both = sorted({h for side in some for h in grid.side_hexes(side) if h in grid})
    assert lanes.hexes(lanes.beside(some)) == both
    assert lanes.beside(some).bit_count() == len(both)


@pytest.mark.parametrize("orientation", list(Orientation))
def test_large_areas_grow_and_shrink_as_small_ones_do(
    orientation: Orientation, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = Grid(GridSpec(30, 30, orientation=orientation, void=frozenset({(4, 4), (29, 29)})))
    chosen = Random(3).sample(grid.hexes, 600)
    results = []
    for many in (10, 10_000):
        monkeypatch.setattr(areas, "MANY", many)
        results.append([how(grid, chosen) for how in (areas.grown, areas.border, areas.shrunk)])
    assert results[0] == results[1]
