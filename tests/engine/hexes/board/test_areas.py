"""Sets of hexes: growing, shrinking, borders, and counting what is in them."""

from __future__ import annotations

import pytest

from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap, Label, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation
from engine.hexes.mapping.areas import border, connected, grown, shrunk, sides_around, sides_within, tally


@pytest.mark.parametrize("orientation", list(Orientation))
def test_a_disc_grows_and_shrinks_by_a_ring(orientation: Orientation) -> None:
    grid = Grid(GridSpec(12, 12, orientation=orientation))
    middle = grid.at(6, 6)
    disc = grid.within(middle, 2)
    assert set(grown(grid, disc)) == set(grid.within(middle, 3))
    assert set(shrunk(grid, disc)) == set(grid.within(middle, 1))
    assert set(border(grid, disc)) == set(grid.ring(middle, 2))
    assert grown(grid, disc)[: len(disc)] == list(disc), "what was selected keeps its order"


def test_the_edge_of_the_map_is_no_border() -> None:
    grid = Grid(GridSpec(5, 5))
    everything = list(grid.hexes)
    assert border(grid, everything) == []
    assert shrunk(grid, everything) == everything
    assert sides_around(grid, everything) == {}
    corner = [grid.at(0, 0)]
    assert set(sides_around(grid, corner).values()) == set(corner)
    assert len(sides_around(grid, corner)) == len(grid.neighbours[corner[0]])


def test_hexsides_are_around_or_within_never_both() -> None:
    grid = Grid(GridSpec(9, 9))
    disc = grid.within(grid.at(4, 4), 1)
    around, within = sides_around(grid, disc), sides_within(grid, disc)
    assert (len(around), len(within)) == (18, 12)
    assert len(set(within)) == 12
    assert not set(within) & around.keys()
    for side, inner in around.items():
        assert inner in disc
        assert len(set(grid.side_hexes(side)) & set(disc)) == 1


def test_areas_of_one_terrain_hang_together() -> None:
    board = BattleMap(Grid(GridSpec(8, 8)), load_palette("standard"))
    for place in ((1, 1), (1, 2), (1, 3), (6, 6)):
        board.terrain[board.grid.at(*place)] = "forest"
    assert connected(board, [board.grid.at(1, 2)]) == sorted(board.grid.at(1, r) for r in (1, 2, 3))
    both = connected(board, [board.grid.at(1, 1), board.grid.at(6, 6)])
    assert len(both) == 4


def test_a_tally_counts_hexes_and_hexsides() -> None:
    board = BattleMap(Grid(GridSpec(8, 8)), load_palette("standard"))
    grid = board.grid
    a, b, c = grid.at(3, 3), grid.at(3, 4), grid.at(6, 6)
    board.terrain[a] = "forest"
    board.elevation[b] = 2
    board.features = {a: ("village",), c: ("village",)}
    board.hexsides = {grid.side_between(a, b): {"river": NOWHERE}, grid.side(a, 0): {"river": NOWHERE, "slope": a}}
    board.paths = {grid.side_between(a, b): frozenset({"road"}), grid.side(c, 0): frozenset({"trail"})}
    board.labels = [Label("Mill", b), Label("Far", c)]
    board.regions = {"r": Region("r", "R", frozenset({a, c})), "s": Region("s", "S", frozenset({c}))}
    found = tally(board, [a, b])
    assert found.hexes == 2
    assert found.terrain == {"forest": 1, "clear": 1}
    assert found.elevation == {0: 1, 2: 1}
    assert found.features == {"village": 1}
    assert found.regions == {"r": 1}
    assert found.within == {"river": 1}
    assert found.around == {"river": 1, "slope": 1}
    assert found.paths == {"road": 2}
    assert [label.text for label in found.labels] == ["Mill"]
    assert tally(board, []).hexes == 0


def test_hexsides_of_very_many_hexes_are_left_uncounted_and_of_many_counted_alike() -> None:
    board = BattleMap(Grid(GridSpec(80, 80)), load_palette("standard"))
    grid = board.grid
    board.hexsides = {grid.side(h, 1): {"river": NOWHERE} for h in range(0, 6400, 7)}
    board.paths = {grid.side(h, 2): frozenset({"road"}) for h in range(0, 6400, 5)}
    everything = tally(board, list(grid.hexes))
    halves = [tally(board, [h for h in grid.hexes if (h < 3200) is low]) for low in (True, False)]
    assert everything.counted
    assert sum(everything.within.values()) + sum(everything.around.values()) == len(board.hexsides)
    # The smaller sets are counted hex by hex, the larger one hexside by hexside.
    total = sum(sum(half.within.values()) for half in halves) + sum(halves[0].around.values())
    assert total >= len(board.hexsides) - sum(halves[1].around.values())
    assert sum(half.paths["road"] for half in halves) == everything.paths["road"]
    few = tally(board, list(grid.hexes), most=100)
    assert not few.counted
    assert not few.within
    assert few.terrain == everything.terrain
