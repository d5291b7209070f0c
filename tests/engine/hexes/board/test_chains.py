"""Chains, outlines, snapping and road lines, alone and against shapely."""

from __future__ import annotations

import random
from itertools import pairwise
from math import cos, dist, pi, sin

import board_reference as reference
import pytest
import shapely

from engine.hexes.board.chains import chains, outlines, snapped
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec
from engine.hexes.board.vertices import side_of_ends, sides_of_path, vertex_hexes
from engine.hexes.mapping import geometry

SPECS = [spec for spec in reference.variants(12, 10) if spec.first_column in (0, 1)]


@pytest.fixture(params=SPECS, ids=lambda spec: reference.grid_id(Grid(spec)))
def grid(request: pytest.FixtureRequest) -> Grid:
    return Grid(request.param)


class TestChains:
    def test_every_side_is_in_one_chain_as_long_as_can_be(self, grid: Grid) -> None:
        for seed in range(30):
            rng = random.Random(seed)
            sides = rng.sample(grid.all_sides(), rng.randrange(1, 150))
            lines = chains(grid, sides)
            walked = [side_of_ends(grid, v, w) for line in lines for v, w in pairwise(line)]
            assert sorted(walked) == sorted(sides)
            degree: dict[tuple[int, int], int] = {}
            for side in sides:
                for end in grid.side_ends(side):
                    degree[end] = degree.get(end, 0) + 1
            for line in lines:
                assert all(degree[vertex] == 2 for vertex in line[1:-1])
                if line[0] != line[-1]:
                    assert degree[line[0]] != 2
                    assert degree[line[-1]] != 2

    def test_the_order_given_does_not_matter(self, grid: Grid) -> None:
        sides = random.Random(2).sample(grid.all_sides(), 80)
        assert chains(grid, sides) == chains(grid, sides[::-1]) == chains(grid, sides + sides)

    def test_the_sides_of_a_hex_make_a_closed_chain(self, grid: Grid) -> None:
        h = grid.at(5, 5)
        (ring,) = chains(grid, grid.sides[h])
        assert ring[0] == ring[-1]
        assert set(ring) == set(grid.corners(h))

    def test_a_river_and_its_tributary_meet_at_a_junction(self) -> None:
        grid = Grid(GridSpec(6, 6))
        river = [grid.parse_side(f"0303/{d}") for d in ("N", "NE", "SE")]
        tributary = grid.side_between(grid.parse("0302"), grid.parse("0403"))
        lines = chains(grid, [*river, tributary])
        assert sorted(len(line) - 1 for line in lines) == [1, 1, 2]

    def test_no_sides_no_chains(self, grid: Grid) -> None:
        assert chains(grid, []) == []

    def test_shapely_merges_the_same_way(self, grid: Grid) -> None:
        for seed in range(15):
            sides = random.Random(seed).sample(grid.all_sides(), 60)
            lines = shapely.MultiLineString([[grid.paper(v) for v in chain] for chain in chains(grid, sides)])
            ends = [[grid.paper(end) for end in grid.side_ends(side)] for side in sides]
            merged = shapely.line_merge(shapely.MultiLineString(ends))
            assert len(lines.geoms) == len(shapely.get_parts(merged))
            assert lines.length == pytest.approx(len(sides))
            assert lines.equals(merged)


class TestOutlines:
    def test_outlines_are_the_union_of_the_hexes(self, grid: Grid) -> None:
        for seed in range(25):
            rng = random.Random(seed)
            hexes = rng.sample(list(grid), rng.randrange(1, len(grid)))
            union = shapely.union_all([shapely.Polygon(grid.outline(h)) for h in hexes])
            area = geometry.region(grid, hexes)
            assert area.is_valid
            assert area.symmetric_difference(union).area == pytest.approx(0, abs=1e-9)
            assert len(area.geoms) == len(shapely.get_parts(union))
            assert sum(len(part.interiors) for part in area.geoms) == sum(
                len(part.interiors) for part in shapely.get_parts(union)
            )

    def test_hexes_lie_on_the_right(self, grid: Grid) -> None:
        hexes = set(random.Random(4).sample(list(grid), 60))
        for ring in outlines(grid, hexes):
            for v, w in pairwise([*ring, ring[0]]):
                side = side_of_ends(grid, v, w)
                inside = [h for h in grid.side_hexes(side) if h in hexes]
                assert len(inside) == 1
                x, y = grid.lattice(inside[0])
                assert (w[0] - v[0]) * (y - v[1]) - (w[1] - v[1]) * (x - v[0]) > 0

    def test_rings_never_touch(self, grid: Grid) -> None:
        for seed in range(20):
            rings = outlines(grid, random.Random(seed).sample(list(grid), 60))
            vertices = [vertex for ring in rings for vertex in ring]
            assert len(vertices) == len(set(vertices))

    def test_an_island_in_a_lake_in_an_island(self) -> None:
        grid = Grid(GridSpec(11, 11))
        middle = grid.at(5, 5)
        hexes = [middle, *grid.ring(middle, 2), *grid.ring(middle, 4)]
        area = geometry.region(grid, hexes)
        assert sorted(len(part.interiors) for part in area.geoms) == [0, 1, 1]
        union = shapely.union_all([shapely.Polygon(grid.outline(h)) for h in hexes])
        assert area.symmetric_difference(union).area == pytest.approx(0, abs=1e-9)

    def test_nothing_has_no_outline(self, grid: Grid) -> None:
        assert outlines(grid, []) == []
        assert geometry.region(grid, []).is_empty


class TestSnapping:
    def test_a_stroke_drawn_along_hexsides_gives_those_hexsides(self, grid: Grid) -> None:
        rng = random.Random(1)
        for _ in range(10):
            ring = outlines(grid, grid.within(grid.at(5, 5), rng.randrange(0, 4)))[0]
            way = ring[: len(ring) - 2]
            wobbly = [
                (x + rng.uniform(-0.15, 0.15), y + rng.uniform(-0.15, 0.15))
                for x, y in (grid.paper(vertex) for vertex in way)
            ]
            assert snapped(grid, wobbly) == way

    def test_a_freehand_stroke_stays_near_its_hexsides(self, grid: Grid) -> None:
        width, height = grid.extent
        for seed in range(20):
            rng = random.Random(seed)
            stroke = [(rng.uniform(1, width - 1), rng.uniform(1, height - 1)) for _ in range(4)]
            path = snapped(grid, stroke)
            line = shapely.LineString(stroke)
            assert NOWHERE not in sides_of_path(grid, path)
            for vertex in path:
                assert line.distance(shapely.Point(grid.paper(vertex))) <= 1 + 1e-9
            for v, w in pairwise(path):
                assert dist(grid.paper(v), grid.paper(w)) == pytest.approx(1)
            assert all(path[i - 1] != path[i + 1] for i in range(1, len(path) - 1)), "no spurs"

    def test_a_closed_stroke_closes(self) -> None:
        grid = Grid(GridSpec(12, 12))
        cx, cy = grid.centre(grid.at(6, 6))
        lake = [(cx + 1.1 * cos(i * pi / 18), cy + 1.1 * sin(i * pi / 18)) for i in range(37)]
        path = snapped(grid, lake)
        assert path[0] == path[-1]
        assert set(path) == set(grid.corners(grid.at(6, 6)))

    def test_parts_beyond_the_map_are_left_out(self, grid: Grid) -> None:
        path = snapped(grid, [(-30, -30), grid.centre(grid.at(5, 5)), (300, 300)])
        assert path
        assert all(vertex_hexes(grid, vertex) for vertex in path)

    def test_a_dot_is_a_vertex_and_nothing_is_nothing(self, grid: Grid) -> None:
        corner = grid.corners(7)[2]
        assert snapped(grid, [grid.paper(corner)]) == [corner]
        assert snapped(grid, []) == []


class TestShapes:
    def test_a_region_covers_its_own_hexes(self, grid: Grid) -> None:
        hexes = sorted(random.Random(8).sample(list(grid), 40))
        area = geometry.region(grid, hexes)
        assert [h for h in grid if area.covers(shapely.Point(grid.centre(h)))] == hexes
        assert area.area == pytest.approx(len(hexes) * 1.5 * 3**0.5)
