"""Vertices: which hexes and hexsides meet there, the nearest one, and the fewest hexsides between two."""

from __future__ import annotations

import random
from collections import deque
from itertools import pairwise
from math import dist

import board_reference as reference
import pytest

from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Lattice
from engine.hexes.board.vertices import (
    side_of_ends,
    sides_of_path,
    vertex_at,
    vertex_distance,
    vertex_hexes,
    vertex_neighbours,
    vertex_path,
)

VOID = frozenset({(0, 0), (3, 2), (3, 3), (2, 3), (6, 5)})


@pytest.fixture(
    params=reference.variants() + reference.variants(void=VOID),
    ids=lambda spec: reference.grid_id(Grid(spec)),
)
def grid(request: pytest.FixtureRequest) -> Grid:
    return Grid(request.param)


def web(grid: Grid) -> dict[Lattice, dict[Lattice, int]]:
    """Every vertex of the map with the vertices beside it and the hexsides that lead there."""
    found: dict[Lattice, dict[Lattice, int]] = {}
    for side in grid.all_sides():
        v, w = grid.side_ends(side)
        found.setdefault(v, {})[w] = side
        found.setdefault(w, {})[v] = side
    return found


def test_what_meets_at_a_vertex(grid: Grid) -> None:
    corners: dict[Lattice, set[int]] = {}
    for h in grid:
        for corner in grid.corners(h):
            corners.setdefault(corner, set()).add(h)
    known = web(grid)
    assert set(corners) == set(known)
    for vertex, hexes in corners.items():
        assert set(vertex_hexes(grid, vertex)) == hexes
        assert vertex_neighbours(grid, vertex) == sorted(known[vertex])
        for beside, side in known[vertex].items():
            assert side_of_ends(grid, vertex, beside) == side


def test_other_points_are_no_vertices(grid: Grid) -> None:
    known = web(grid)
    for x in range(-6, 30):
        for y in range(-6, 30):
            if (x, y) not in known:
                assert vertex_hexes(grid, (x, y)) == []
                assert vertex_neighbours(grid, (x, y)) == []


def test_vertices_without_a_hexside_between_them(grid: Grid) -> None:
    a, b, c, *_ = grid.corners(grid.hexes[5])
    assert side_of_ends(grid, a, b) != NOWHERE
    assert side_of_ends(grid, a, c) == NOWHERE
    assert side_of_ends(grid, a, a) == NOWHERE
    assert side_of_ends(grid, (-99, -99), a) == NOWHERE


def test_the_nearest_vertex_of_a_point_on_the_map(grid: Grid) -> None:
    known = web(grid)
    width, height = grid.extent
    rng = random.Random(5)
    for _ in range(200):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        if grid.hex_at(x, y) == NOWHERE:
            continue
        near = sorted(known, key=lambda v: dist(grid.paper(v), (x, y)))
        gap = dist(grid.paper(near[1]), (x, y)) - dist(grid.paper(near[0]), (x, y))
        if gap > 1e-9:
            assert vertex_at(grid, x, y) == near[0]


def test_points_far_from_the_map_have_no_vertex(grid: Grid) -> None:
    width, height = grid.extent
    assert vertex_at(grid, -9, -9) is None
    assert vertex_at(grid, width + 9, height + 9) is None


def test_a_point_just_off_the_map_has_one(grid: Grid) -> None:
    known = web(grid)
    for h in grid:
        x, y = grid.centre(h)
        for corner in grid.corners(h):
            px, py = grid.paper(corner)
            assert vertex_at(grid, x + (px - x) * 1.05, y + (py - y) * 1.05) in known


def test_paths_take_the_fewest_hexsides(grid: Grid) -> None:
    known = web(grid)
    vertices = sorted(known)
    rng = random.Random(9)
    for start in rng.sample(vertices, 6):
        steps = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for there in known[here]:
                if there not in steps:
                    steps[there] = steps[here] + 1
                    queue.append(there)
        for end in vertices:
            path = vertex_path(grid, start, end)
            assert (path[0], path[-1]) == (start, end)
            assert len(path) - 1 == steps[end]
            assert all(w in known[v] for v, w in pairwise(path))
            assert NOWHERE not in sides_of_path(grid, path)
            assert vertex_distance(grid, start, end) <= steps[end]
            if not grid.void:
                assert vertex_distance(grid, start, end) == steps[end]


def test_of_equal_ways_the_straighter_one_is_taken() -> None:
    grid = Grid(GridSpec(9, 9))
    start, end = grid.corners(grid.at(1, 1))[0], grid.corners(grid.at(6, 6))[3]
    for path in (vertex_path(grid, start, end), vertex_path(grid, end, start)):
        (ax, ay), (bx, by) = grid.paper(start), grid.paper(end)
        for vertex in path:
            x, y = grid.paper(vertex)
            off = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / dist((ax, ay), (bx, by))
            assert off <= 1


def test_no_way_and_no_vertex_give_an_empty_path() -> None:
    grid = Grid(GridSpec(5, 1, void=frozenset({(1, 0), (2, 0), (3, 0)})))
    a, b = grid.corners(grid.at(0, 0))[5], grid.corners(grid.at(4, 0))[2]
    assert vertex_path(grid, a, b) == []
    assert vertex_path(grid, a, (0, 1000)) == []
    assert vertex_path(grid, grid.lattice(0), a) == []
    assert vertex_path(grid, a, a) == [a]
