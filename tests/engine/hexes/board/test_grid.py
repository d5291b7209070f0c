"""The grid against a naive reference of centres on paper, in all orientations, parities and first numbers."""

from __future__ import annotations

import random
from itertools import pairwise
from math import dist, sqrt

import board_reference as reference
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import HexwrightError
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation, Parity

VOID = frozenset({(0, 0), (3, 2), (3, 3), (6, 5), (4, 0)})
SPECS = reference.variants() + reference.variants(void=VOID)


@pytest.fixture(params=SPECS, ids=lambda spec: reference.grid_id(Grid(spec)))
def grid(request: pytest.FixtureRequest) -> Grid:
    return Grid(request.param)


@pytest.fixture(params=reference.variants(), ids=lambda spec: reference.grid_id(Grid(spec)))
def whole(request: pytest.FixtureRequest) -> Grid:
    """A grid without void hexes."""
    return Grid(request.param)


specs = st.builds(
    GridSpec,
    columns=st.integers(1, 9),
    rows=st.integers(1, 9),
    orientation=st.sampled_from(Orientation),
    shifted=st.sampled_from(Parity),
    first_column=st.integers(0, 5),
    first_row=st.integers(0, 5),
    void=st.frozensets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=6),
)


class TestExistence:
    def test_hexes_are_all_but_the_void_ones(self, grid: Grid) -> None:
        expected = sorted(reference.centres(grid.spec))
        assert list(grid) == expected
        assert len(grid) == len(expected)
        assert [h for h in range(-3, grid.size + 3) if h in grid] == expected

    def test_at_and_offset_are_inverse(self, grid: Grid) -> None:
        for h in grid:
            assert grid.at(*grid.offset(h)) == h
        for column, row in [(-1, 0), (0, -1), (grid.columns, 0), (0, grid.rows), *grid.spec.void]:
            assert grid.at(column, row) == NOWHERE

    def test_void_pairs_beyond_the_map_mean_nothing(self) -> None:
        grid = Grid(GridSpec(3, 3, void=frozenset({(3, 0), (-1, 1), (0, 7)})))
        assert len(grid) == 9
        assert list(grid) == list(range(9))

    @pytest.mark.parametrize(("columns", "rows"), [(0, 3), (3, 0), (-1, 5)])
    def test_a_grid_has_hexes(self, columns: int, rows: int) -> None:
        with pytest.raises(HexwrightError, match="at least one column"):
            Grid(GridSpec(columns, rows))

    def test_numbers_start_at_nought_or_more(self) -> None:
        with pytest.raises(HexwrightError, match="0 or more"):
            Grid(GridSpec(3, 3, first_row=-1))


class TestPaper:
    def test_centres_lie_where_the_numbers_say(self, grid: Grid) -> None:
        for h, place in reference.centres(grid.spec).items():
            assert grid.centre(h) == pytest.approx(place)

    def test_corners_are_at_one_circumradius_and_turn_clockwise(self, grid: Grid) -> None:
        for h in grid:
            outline, centre = grid.outline(h), grid.centre(h)
            assert [dist(corner, centre) for corner in outline] == pytest.approx([1] * 6)
            area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True))
            assert area / 2 == pytest.approx(1.5 * sqrt(3)), "clockwise where y points down"

    @pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 4), (4, 1), (2, 3), (5, 5)])
    def test_extent_holds_the_corners_and_no_more_than_a_half_hex_shift(self, columns: int, rows: int) -> None:
        for base in reference.variants(columns, rows):
            grid = Grid(base)
            corners = [corner for h in grid for corner in grid.outline(h)]
            width, height = grid.extent
            assert max(x for x, _ in corners) == pytest.approx(width)
            assert max(y for _, y in corners) == pytest.approx(height)
            assert min(min(corner) for corner in corners) >= -1e-9

    def test_every_point_belongs_to_the_nearest_centre(self, grid: Grid) -> None:
        places = reference.centres(grid.spec)
        width, height = grid.extent
        rng = random.Random(7)
        for _ in range(400):
            point = rng.uniform(-2, width + 2), rng.uniform(-2, height + 2)
            near = sorted(places, key=lambda h: dist(places[h], point))[:2]
            h = grid.hex_at(*point)
            gap = dist(places[near[1]], point) - dist(places[near[0]], point)
            if h == NOWHERE:
                assert not _inside(grid, near[0], point), "the nearest hex does not hold the point either"
            elif gap > 1e-9:
                assert h == near[0]

    def test_centres_and_points_near_corners_belong_to_their_hex(self, grid: Grid) -> None:
        for h in grid:
            x, y = grid.centre(h)
            assert grid.hex_at(x, y) == h
            for cx, cy in grid.outline(h):
                assert grid.hex_at(x + (cx - x) * 0.999, y + (cy - y) * 0.999) == h

    def test_lattice_points_lead_back(self, grid: Grid) -> None:
        for h in grid:
            assert grid.from_lattice(grid.lattice(h)) == h
            for corner in grid.corners(h):
                assert grid.from_lattice(corner) == NOWHERE
        centres = {grid.lattice(h) for h in grid}
        for x in range(-4, 30):
            for y in range(-4, 30):
                assert (grid.from_lattice((x, y)) != NOWHERE) is ((x, y) in centres)

    def test_axial_leads_back(self, grid: Grid) -> None:
        for h in grid:
            assert grid.from_axial(*grid.axial(h)) == h


class TestNeighbours:
    def test_neighbours_are_one_spacing_away(self, grid: Grid) -> None:
        around = reference.neighbours(grid.spec)
        for h in grid:
            assert set(grid.neighbours[h]) == around[h]
            assert set(grid.ring1[h]) - {NOWHERE} == around[h]
            assert tuple(n for n in grid.ring1[h] if n != NOWHERE) == grid.neighbours[h]

    def test_tables_and_arithmetic_agree(self, grid: Grid) -> None:
        for h in range(grid.size):
            assert tuple(grid.neighbour(h, d) for d in range(6)) == grid.ring1[h]
            assert tuple(grid.side(h, d) for d in range(6)) == grid.sides[h]
            column, row = grid.offset(h)
            assert tuple(grid.at(column + dc, row + dr) for dc, dr in grid.moves[grid.parity(h)]) == grid.ring1[h]

    def test_void_hexes_have_no_neighbours(self, grid: Grid) -> None:
        for column, row in grid.spec.void:
            assert grid.neighbours[row * grid.columns + column] == ()

    def test_directions_point_where_their_names_say(self, whole: Grid) -> None:
        middle = whole.at(3, 3)
        x, y = whole.centre(middle)
        for d, name in enumerate(whole.direction_names):
            nx, ny = whole.centre(whole.neighbour(middle, d))
            assert ("N" in name, "S" in name) == (ny < y - 0.1, ny > y + 0.1)
            assert ("W" in name, "E" in name) == (nx < x - 0.1, nx > x + 0.1)

    def test_direction_and_adjacency(self, grid: Grid) -> None:
        around = reference.neighbours(grid.spec)
        for a in grid:
            for b in grid:
                d = grid.direction(a, b)
                assert (d != NOWHERE) is (b in around[a])
                assert grid.adjacent(a, b) is (b in around[a])
                if d != NOWHERE:
                    assert grid.neighbour(a, d) == b
                    assert grid.direction(b, a) == (d + 3) % 6


class TestDistance:
    def test_distance_counts_steps(self, whole: Grid) -> None:
        for a in whole:
            steps = reference.distances(whole.spec, a)
            assert {b: whole.distance(a, b) for b in whole} == steps

    def test_distance_needs_no_table_on_big_maps(self) -> None:
        small, big = Grid(GridSpec(60, 60)), Grid(GridSpec(60, 900))
        rng = random.Random(3)
        for _ in range(300):
            a, b = rng.randrange(small.size), rng.randrange(small.size)
            assert small.distance(a, b) == big.distance(a, b)
        assert "_axials" in vars(small)
        assert "_axials" not in vars(big)

    def test_within_and_ring(self, grid: Grid) -> None:
        steps_of = Grid(
            reference.GridSpec(
                grid.columns,
                grid.rows,
                grid.spec.orientation,
                grid.spec.shifted,
                grid.spec.first_column,
                grid.spec.first_row,
            )
        )
        for h in grid:
            steps = reference.distances(steps_of.spec, h)
            for radius in range(9):
                near = sorted(n for n, far in steps.items() if far <= radius and n in grid)
                assert grid.within(h, radius) == near
                ring = grid.ring(h, radius)
                assert sorted(ring) == sorted(n for n in near if steps[n] == radius)

    def test_a_ring_goes_round_clockwise_without_a_gap(self, whole: Grid) -> None:
        middle = whole.at(3, 3)
        for radius in (1, 2):
            ring = whole.ring(middle, radius)
            assert len(ring) == 6 * radius
            assert ring[0] == _walk(whole, middle, 0, radius)
            assert all(whole.adjacent(a, b) for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
            assert ring[radius] == _walk(whole, middle, 1, radius)


class TestLine:
    def test_a_line_is_a_row_of_adjacent_hexes_along_the_true_line(self, whole: Grid) -> None:
        for a in whole:
            for b in whole:
                line = whole.line(a, b)
                assert (line[0], line[-1]) == (a, b)
                assert len(line) == whole.distance(a, b) + 1
                assert all(whole.adjacent(m, n) for m, n in pairwise(line))
                assert line == whole.line(b, a)[::-1]
                here, there = whole.centre(a), whole.centre(b)
                for h in line[1:-1]:
                    assert _off_line(here, there, whole.centre(h)) <= 1 + 1e-9, "the true line touches the hex"

    def test_void_hexes_leave_a_gap(self) -> None:
        grid = Grid(GridSpec(1, 5, void=frozenset({(0, 2)})))
        assert grid.line(0, 4) == [0, 1, 3, 4]

    @given(specs, st.data())
    def test_lines_on_maps_with_holes_never_leave_the_map(self, spec: GridSpec, data: st.DataObject) -> None:
        grid = Grid(spec)
        if len(grid) == 0:
            return
        a, b = data.draw(st.sampled_from(grid.hexes)), data.draw(st.sampled_from(grid.hexes))
        line = grid.line(a, b)
        assert all(h in grid for h in line)
        assert (line[0], line[-1]) == (a, b)


class TestCost:
    def test_making_a_big_grid_builds_no_table(self) -> None:
        grid = Grid(GridSpec(700, 700, void=frozenset((c, r) for c in range(100) for r in range(100))))
        h = grid.at(350, 350)
        grid.name(h), grid.parse(grid.name(h)), grid.neighbour(h, 2), grid.side(h, 4), grid.distance(h, 5)
        grid.side_name(grid.side(h, 1)), grid.within(h, 5), grid.ring(h, 5), grid.line(h, 499_999 - 350)
        grid.hex_at(100.0, 100.0), grid.side_at(400.0, 400.0), grid.suggest("nonsense"), len(grid)
        tables = {"ring1", "neighbours", "sides", "_names", "_axials", "hexes"}
        assert not tables & set(vars(grid))

    @pytest.mark.parametrize("orientation", Orientation)
    def test_very_big_maps_have_the_same_tables_without_holding_them(self, orientation: Orientation) -> None:
        void = frozenset({(4, 4), (5, 5), (259, 199)})
        big = Grid(GridSpec(260, 200, orientation, void=void))
        small = Grid(GridSpec(260, 190, orientation, void=void))
        for h in [*range(2000), *range(small.size - 1500, small.size - 260)]:
            assert big.ring1[h] == small.ring1[h]
            assert big.neighbours[h] == small.neighbours[h]
            assert big.sides[h] == small.sides[h]
        assert len(big.ring1) == big.size
        assert big.sides[10:13] == list(small.sides[10:13])
        assert big.neighbours[-1] == ()
        with pytest.raises(IndexError):
            big.ring1[big.size]
        assert not isinstance(big.ring1, list)


def _inside(grid: Grid, h: int, point: tuple[float, float]) -> bool:
    """Whether a point lies well inside a hex."""
    outline = grid.outline(h)
    return all(
        (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) > 1e-9
        for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True)
    )


def _walk(grid: Grid, h: int, direction: int, steps: int) -> int:
    for _ in range(steps):
        h = grid.neighbour(h, direction)
    return h


def _off_line(a: tuple[float, float], b: tuple[float, float], point: tuple[float, float]) -> float:
    """How far a point is from the straight line through a and b."""
    cross = (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
    return abs(cross) / dist(a, b)
