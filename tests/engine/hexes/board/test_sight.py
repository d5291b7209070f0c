"""Sight lines against exact brute force: every hex and hexside is asked where the line meets it."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import board_reference as reference
import pytest

from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation, Parity
from engine.hexes.board.numbering import Numbering
from engine.hexes.board.sight import SightLines, Trace

VOID = frozenset({(0, 0), (3, 2), (3, 3), (4, 3), (5, 5), (5, 0)})
SHAPES = {Orientation.FLAT: (8, 6), Orientation.POINTY: (6, 8)}
SPECS = [
    GridSpec(columns, rows, orientation, parity, void=void)
    for orientation in Orientation
    for parity in Parity
    for columns, rows in [SHAPES[orientation]]
    for void in (frozenset(), VOID)
]


@pytest.fixture(params=SPECS, ids=lambda spec: f"{reference.grid_id(Grid(spec))}-{spec.columns}x{spec.rows}")
def grid(request: pytest.FixtureRequest) -> Grid:
    return Grid(request.param)


class BruteForce:
    """Where a line meets the hexes and hexsides of a map, by asking every one of them."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.corners = {h: grid.corners(h) for h in grid}
        self.ends = {side: grid.side_ends(side) for side in grid.all_sides()}

    def inside(self, a: int, b: int) -> list[tuple[Fraction, Fraction, int]]:
        """The hexes whose inside the line passes through, in order, each with its part of the line (0 to 1)."""
        start, end = self.grid.lattice(a), self.grid.lattice(b)
        found = []
        for h, corners in self.corners.items():
            span = _clip(start, end, corners)
            if span is not None:
                found.append((*span, h))
        return sorted(found)

    def along(self, a: int, b: int) -> list[tuple[Fraction, int]]:
        """The hexsides that lie wholly on the line, in order."""
        start, end = self.grid.lattice(a), self.grid.lattice(b)
        found = []
        for side, (v, w) in self.ends.items():
            if _cross(start, end, v) == 0 == _cross(start, end, w):
                at = [_along(start, end, v), _along(start, end, w)]
                if min(at) > 0 and max(at) < 1:
                    found.append((min(at), side))
        return sorted(found)

    def crossed(self, a: int, b: int) -> tuple[list[int], set[int]]:
        """The hexsides crossed between their ends, in order, and those the line meets at one end only."""
        start, end = self.grid.lattice(a), self.grid.lattice(b)
        within, touched = [], set()
        for side, (v, w) in self.ends.items():
            one, two = _cross(start, end, v), _cross(start, end, w)
            if one == two == 0 or ((one > 0) is (two > 0) and one and two):
                continue
            at = Fraction(one, one - two)
            meets = v[0] + (w[0] - v[0]) * at, v[1] + (w[1] - v[1]) * at
            place = _along(start, end, meets)
            if 0 < place < 1:
                if one and two:
                    within.append((place, side))
                else:
                    touched.add(side)
        return [side for _, side in sorted(within)], touched


def test_traces_agree_with_brute_force(grid: Grid) -> None:
    lines, brute = SightLines(grid), BruteForce(grid)
    corner_crossings = 0
    for a in grid:
        for b in grid:
            trace = lines.trace(a, b)
            assert (trace.start, trace.end) == (a, b)
            if a == b:
                assert trace == Trace(a, b, (), (), ())
            if a >= b:  # the way back is the same line, as is proved below
                continue
            assert list(trace.hexes) == [h for _, _, h in brute.inside(a, b) if h not in (a, b)]
            assert [side for side, _, _ in trace.along] == [side for _, side in brute.along(a, b)]
            within, touched = brute.crossed(a, b)
            assert [side for side in trace.sides if side not in touched] == within
            corner_crossings += sum(side in touched for side in trace.sides)
            _check_stretches(grid, trace)
    assert corner_crossings > 0, "lines that pass through a corner were among them"


def test_sides_lie_between_one_hex_and_the_next(grid: Grid) -> None:
    if grid.void:
        return
    lines = SightLines(grid)
    for a in grid:
        for b in grid:
            trace = lines.trace(a, b)
            chain = [a, *trace.hexes, b]
            if trace.along:
                assert trace.sides == ()
                assert len(trace.along) == len(chain) - 1
                for (m, n), (side, left, right) in zip(pairwise(chain), trace.along, strict=True):
                    assert grid.distance(m, n) == 2
                    for flank in {left, right} - {NOWHERE}:
                        assert grid.adjacent(m, flank)
                        assert grid.adjacent(flank, n)
                    assert set(grid.side_hexes(side)) == {left, right}
            elif a != b:
                assert list(trace.sides) == [grid.side_between(m, n) for m, n in pairwise(chain)]


def test_the_way_back_is_the_same_line(grid: Grid) -> None:
    lines = SightLines(grid)
    for a in grid:
        for b in grid:
            there, back = lines.trace(a, b), lines.trace(b, a)
            assert there.hexes == back.hexes[::-1]
            assert there.sides == back.sides[::-1]
            assert there.along == tuple((side, right, left) for side, left, right in back.along[::-1])


def test_a_corner_met_without_a_hexside_is_crossed_into_the_next_hex() -> None:
    """From the middle of a hex four columns over and one down (axial 4, 1) the line meets two corners."""
    grid = Grid(GridSpec(8, 8))
    a = grid.parse("0203")
    q, r = grid.axial(a)
    b = grid.from_axial(q + 4, r + 1)
    trace = SightLines(grid).trace(a, b)
    assert trace.along == ()
    within, touched = BruteForce(grid).crossed(a, b)
    met = [side for side in trace.sides if side in touched]
    assert len(met) == 2, "the line goes through two corners"
    assert len(touched) == 6, "three hexsides end at each"
    assert len(trace.sides) == len(within) + 2


def test_along_pairs_on_the_edge_have_nowhere_on_one_side() -> None:
    grid = Grid(GridSpec(3, 2))
    a, b = grid.parse("0101"), grid.parse("0301")
    assert SightLines(grid).trace(a, b).along == (
        (grid.parse_side("0201/0202"), grid.parse("0201"), grid.parse("0202")),
    )
    bottom = SightLines(grid).trace(grid.parse("0102"), grid.parse("0302"))
    assert bottom.along == ((grid.parse_side("0202/S"), grid.parse("0202"), NOWHERE),)


def test_left_and_right_are_those_of_the_way() -> None:
    grid = Grid(GridSpec(5, 5))
    trace = SightLines(grid).trace(grid.parse("0102"), grid.parse("0302"))
    ((_, left, right),) = trace.along
    assert (grid.name(left), grid.name(right)) == ("0202", "0203"), "going east, north is on the left"


def test_the_example_of_the_battle_games() -> None:
    """L2407 to L2409, the text's example of a line that slopes may block, crosses hexsides."""
    grid = Grid(GridSpec(30, 24, numbering=Numbering(prefix="L")))
    trace = SightLines(grid).trace(grid.parse("L2407"), grid.parse("L2409"))
    assert [grid.name(h) for h in trace.hexes] == ["L2408"]
    assert [grid.side_name(s) for s in trace.sides] == ["L2407/L2408", "L2408/L2409"]
    assert trace.along == ()


class TestAreas:
    """A line past (area on one side) and into (area on both) a wood, as rules on blocking terrain ask."""

    grid = Grid(GridSpec(6, 6))

    def trace(self, a: str, b: str) -> Trace:
        return SightLines(self.grid).trace(self.grid.parse(a), self.grid.parse(b))

    def area(self, names: str) -> frozenset[int]:
        return frozenset(self.grid.parse(name) for name in names.split())

    def test_a_hex_in_the_way_is_met(self) -> None:
        trace = self.trace("0101", "0104")
        assert trace.met(self.area("0103 0202 0101 0104")) == tuple(self.area("0103"))
        assert trace.met(self.area("0202 0101")) == ()
        assert trace.grazed(self.area("0103 0202")) == ()

    def test_one_side_of_a_hexside_is_grazed(self) -> None:
        trace = self.trace("0102", "0302")
        assert trace.grazed(self.area("0202")) == tuple(self.area("0202"))
        assert trace.grazed(self.area("0203")) == tuple(self.area("0203"))
        assert trace.met(self.area("0203")) == ()

    def test_both_sides_of_a_hexside_are_met(self) -> None:
        trace = self.trace("0102", "0502")
        wood = self.area("0202 0203 0402")
        assert set(trace.met(wood)) == self.area("0202 0203")
        assert trace.grazed(wood) == tuple(self.area("0402"))

    def test_the_edge_of_the_map_is_no_wood(self) -> None:
        trace = self.trace("0106", "0306")
        assert trace.grazed(self.area("0206")) == tuple(self.area("0206"))
        assert trace.met(self.area("0206")) == ()


def test_all_from_visits_every_other_hex() -> None:
    grid = Grid(GridSpec(5, 4, void=frozenset({(1, 1)})))
    lines = SightLines(grid)
    h = grid.parse("0303")
    assert [trace.end for trace in lines.all_from(h)] == [n for n in grid if n != h]
    assert all(trace == lines.trace(h, trace.end) for trace in lines.all_from(h))


def test_forgetting_courses_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = Grid(GridSpec(12, 12))
    remembered = [trace for a in (0, 70) for trace in SightLines(grid).all_from(a)]
    monkeypatch.setattr("engine.hexes.board.sight._CACHED_NUMBERS", 60)
    lines = SightLines(grid)
    assert [trace for a in (0, 70) for trace in lines.all_from(a)] == remembered
    assert len(lines._courses) < 20


def _check_stretches(grid: Grid, trace: Trace) -> None:
    start, end = grid.lattice(trace.start), grid.lattice(trace.end)
    for side, left, right in trace.along:
        assert {left, right} - {NOWHERE} == set(grid.side_hexes(side)) - {NOWHERE} != set()
        if left != NOWHERE:
            assert _cross(start, end, grid.lattice(left)) < 0
        if right != NOWHERE:
            assert _cross(start, end, grid.lattice(right)) > 0


def _cross(a: tuple[int, int], b: tuple[int, int], p: tuple[int, int]) -> int:
    """Positive where p lies to the right of the way from a to b (y points down)."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _along(a: tuple[int, int], b: tuple[int, int], p: tuple[int | Fraction, int | Fraction]) -> Fraction:
    """How far along from a (0) to b (1) a point of the line lies."""
    i = 0 if a[0] != b[0] else 1
    return Fraction(p[i] - a[i]) / (b[i] - a[i])


def _clip(a: tuple[int, int], b: tuple[int, int], corners: list[tuple[int, int]]) -> tuple[Fraction, Fraction] | None:
    """The part of the line inside a clockwise convex polygon; None where it misses the inside."""
    low, high = Fraction(0), Fraction(1)
    for v, w in pairwise([*corners, corners[0]]):
        one, two = _cross(v, w, a), _cross(v, w, b)
        if one <= 0 and two <= 0:
            return None
        if one != two:
            at = Fraction(one, one - two)
            if two > one:
                low = max(low, at)
            else:
                high = min(high, at)
    return (low, high) if low < high else None
