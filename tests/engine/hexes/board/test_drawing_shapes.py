"""What drawing stands on: symmetry, shapes, mixes, cheapest ways, moving a part of a map."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation
from engine.hexes.board.shapes import in_box, in_lasso, mixed, on_ring
from engine.hexes.mapping.edit import cleared
from engine.hexes.mapping.routes import cheapest_way
from engine.hexes.mapping.shift import moved
from engine.hexes.mapping.symmetry import KINDS, Symmetry


def board(columns: int = 12, rows: int = 12, orientation: Orientation = Orientation.FLAT) -> BattleMap:
    return BattleMap(Grid(GridSpec(columns, rows, orientation=orientation)), load_palette("standard"))


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind])
def test_images_lie_as_far_from_the_centre_and_make_a_closed_set(orientation: Orientation, kind: str) -> None:
    grid = board(13, 13, orientation).grid
    centre = grid.at(6, 6)
    symmetry = Symmetry(grid, kind, centre)
    for h in grid.within(centre, 4):
        images = symmetry.hexes([h])
        assert {grid.distance(centre, image) for image in images} == {grid.distance(centre, h)}
        assert symmetry.hexes(images) == images
        for side in grid.sides[h]:
            sides = symmetry.sides([side])
            assert symmetry.sides(sides) == sides
            touched = {n for s in sides for n in grid.side_hexes(s)}
            assert touched == set(symmetry.hexes(n for n in grid.side_hexes(side)))


def test_six_fold_symmetry_gives_a_hex_six_places_and_a_slope_six_high_sides() -> None:
    grid = board(13, 13).grid
    centre = grid.at(6, 6)
    symmetry = Symmetry(grid, "6", centre)
    h = grid.neighbour(grid.neighbour(centre, 0), 0)
    assert symmetry.hexes([h]) == sorted(grid.ring(centre, 2)[i] for i in range(0, 12, 2))
    side = grid.side(h, 3)
    found = symmetry.high_sides({side: h})
    assert len(found) == 6
    assert all(high in grid.side_hexes(s) and grid.distance(centre, high) == 2 for s, high in found.items())


def test_images_off_the_map_are_left_out() -> None:
    grid = board(5, 5).grid
    symmetry = Symmetry(grid, "2", grid.at(0, 0))
    assert symmetry.hexes([grid.at(3, 3)]) == [grid.at(3, 3)]
    assert symmetry.sides([grid.side(grid.at(3, 3), 1)]) == [grid.side(grid.at(3, 3), 1)]


def test_a_box_and_a_lasso_take_the_hexes_whose_centres_they_hold() -> None:
    grid = board().grid
    a, b = grid.at(2, 2), grid.at(6, 5)
    box = in_box(grid, grid.centre(a), grid.centre(b))
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    spots = {h: grid.centre(h) for h in grid}
    wanted = {h for h, (x, y) in spots.items() if ax - 0.3 <= x <= bx + 0.3 and ay - 0.3 <= y <= by + 0.3}
    assert set(box) == wanted
    ax, ay, bx, by = ax - 0.31, ay - 0.31, bx + 0.31, by + 0.31
    assert wanted <= set(in_lasso(grid, [(ax, ay), (bx, ay), (bx, by), (ax, by)]))
    assert in_box(grid, (-9.0, -9.0), (-8.0, -8.0)) == []


def test_a_ring_is_as_wide_as_asked() -> None:
    grid = board().grid
    middle = grid.at(6, 6)
    assert set(on_ring(grid, middle, 3)) == set(grid.ring(middle, 3))
    assert set(on_ring(grid, middle, 3, 2)) == set(grid.ring(middle, 3)) | set(grid.ring(middle, 2))
    assert set(on_ring(grid, middle, 2, 9)) == set(grid.within(middle, 2))


def test_a_mix_keeps_to_its_weights_and_is_the_same_again() -> None:
    hexes = range(20_000)
    drawn = mixed(hexes, {"clear": 70, "forest": 30, "water": 0}, seed=4)
    shares = Counter(drawn.values())
    assert set(shares) == {"clear", "forest"}
    assert 0.29 < shares["forest"] / len(hexes) < 0.31
    assert drawn == mixed(hexes, {"clear": 70, "forest": 30}, seed=4)
    assert drawn != mixed(hexes, {"clear": 70, "forest": 30}, seed=5)
    assert mixed(hexes, {"clear": 0}, seed=1) == {}


def test_the_cheapest_way_goes_round_a_lake_and_over_the_bridge() -> None:
    made = board()
    grid = made.grid
    for row in range(1, 11):
        made.terrain[grid.at(5, row)] = "water"
    way = cheapest_way(made, grid.at(2, 5), grid.at(8, 5))
    assert way[0] == grid.at(2, 5)
    assert way[-1] == grid.at(8, 5)
    assert all(grid.adjacent(a, b) for a, b in itertools.pairwise(way))
    assert all(made.terrain[h] != "water" for h in way)
    open_ground = board()
    river = {open_ground.grid.side(h, d): h for h in (grid.at(5, row) for row in range(12)) for d in (1, 2)}
    for side in river:
        open_ground.hexsides[side] = {"river": NOWHERE}
    crossing = grid.side_between(grid.at(5, 7), grid.at(6, 7))
    open_ground.hexsides[crossing] = {"bridge": NOWHERE, "river": NOWHERE}
    way = cheapest_way(open_ground, grid.at(3, 5), grid.at(8, 5))
    assert crossing in {grid.side_between(a, b) for a, b in itertools.pairwise(way)}


def test_a_road_joins_one_that_is_there_and_shuns_high_ground() -> None:
    made = board()
    grid = made.grid
    for column in range(2, 9):
        a, b = grid.at(column, 7), grid.at(column + 1, 7)
        side = grid.side_between(a, b)
        made.paths[side if side != NOWHERE else grid.side_between(a, grid.at(column + 1, 6))] = frozenset({"road"})
    way = cheapest_way(made, grid.at(2, 6), grid.at(9, 6), "road")
    assert sum(made.on_path(h, "road") for h in way) >= 4
    made.elevation[grid.at(5, 6)] = 4
    assert grid.at(5, 6) not in cheapest_way(made, grid.at(3, 6), grid.at(8, 6))
    assert cheapest_way(made, NOWHERE, grid.at(8, 6)) == []


def test_what_is_moved_leaves_nothing_behind_and_takes_its_outer_hexsides() -> None:
    made = board()
    grid = made.grid
    a, b = grid.at(3, 3), grid.at(3, 4)
    made.terrain[a] = "forest"
    made.elevation[b] = 2
    made.features[b] = ("fort",)
    made.labels.append(Label("Keep", b))
    outer, inner = grid.side(a, 0), grid.side_between(a, b)
    made.hexsides = {outer: {"slope": a}, inner: {"river": NOWHERE}}
    before = (list(made.terrain), dict(made.hexsides), list(made.labels))
    found = moved(made, [a, b], a, grid.at(7, 5))
    assert (made.terrain, made.hexsides, made.labels) == before, "only worked out, not written"
    found.changes.write(made)
    c, d = grid.at(7, 5), grid.at(7, 6)
    assert made.terrain[c] == "forest"
    assert made.terrain[a] == "clear"
    assert made.elevation[d] == 2
    assert made.elevation[b] == 0
    assert made.features == {d: ("fort",)}
    assert [(label.text, label.at) for label in made.labels] == [("Keep", d)]
    assert made.hexsides == {grid.side(c, 0): {"slope": c}, grid.side_between(c, d): {"river": NOWHERE}}


def test_what_is_moved_by_one_hex_overlaps_its_old_place() -> None:
    made = board()
    grid = made.grid
    row = [grid.at(3, r) for r in (3, 4, 5)]
    for h, terrain in zip(row, ("forest", "swamp", "hill"), strict=True):
        made.terrain[h] = terrain
    moved(made, row, row[0], row[1]).changes.write(made)
    assert [made.terrain[grid.at(3, r)] for r in (3, 4, 5, 6)] == ["clear", "forest", "swamp", "hill"]


def test_clearing_takes_outer_hexsides_when_told() -> None:
    made = board()
    h = made.grid.at(4, 4)
    side = made.grid.side(h, 1)
    made.hexsides[side] = {"river": NOWHERE}
    assert not cleared(made, [h]).hexsides
    assert cleared(made, [h], outer=True).hexsides == {side: {}}
