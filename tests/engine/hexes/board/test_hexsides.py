"""Hexsides: one id for both hexes, their ends, their names, and which one lies under the pointer."""

from __future__ import annotations

import random
from itertools import pairwise
from math import dist

import board_reference as reference
import pytest

from engine.errors import NameNotKnown
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation
from engine.hexes.board.numbering import Numbering

VOID = frozenset({(0, 0), (3, 2), (3, 3), (6, 5)})


@pytest.fixture(
    params=reference.variants() + reference.variants(void=VOID),
    ids=lambda spec: reference.grid_id(Grid(spec)),
)
def grid(request: pytest.FixtureRequest) -> Grid:
    return Grid(request.param)


def test_a_shared_side_has_one_id_and_no_other_pair_has_it(grid: Grid) -> None:
    owners: dict[int, set[int]] = {}
    for h in grid:
        for side in grid.sides[h]:
            assert 0 <= side < grid.side_count
            owners.setdefault(side, set()).add(h)
    for side, hexes in owners.items():
        first, second = grid.side_hexes(side)
        assert {first, second} - {NOWHERE} == hexes
        assert first != NOWHERE
        assert second == NOWHERE or first < second
    edges = sum(len(hexes) == 1 for hexes in owners.values())
    inner = sum(len(around) for around in reference.neighbours(grid.spec).values()) // 2
    assert len(owners) == inner + edges
    assert edges + 2 * inner == 6 * len(grid)
    assert list(grid.all_sides()) == sorted(owners)


def test_ids_that_are_no_hexside_belong_to_nobody(grid: Grid) -> None:
    known = set(grid.all_sides())
    for side in range(-5, grid.side_count + 5):
        if side not in known:
            assert grid.side_hexes(side) == (NOWHERE, NOWHERE)
            assert grid.side_name(side) == "?"


def test_ends_are_the_corners_that_both_hexes_share(grid: Grid) -> None:
    for side in grid.all_sides():
        a, b = grid.side_hexes(side)
        ends = set(grid.side_ends(side))
        assert len(ends) == 2
        assert ends <= set(grid.corners(a))
        if b != NOWHERE:
            assert ends == set(grid.corners(a)) & set(grid.corners(b))
    for h in grid:
        corners = grid.corners(h)
        for d, (start, end) in enumerate(pairwise([*corners, corners[0]])):
            assert set(grid.side_ends(grid.side(h, d))) == {start, end}


def test_names_lead_back(grid: Grid) -> None:
    names = {}
    for side in grid.all_sides():
        name = grid.side_name(side)
        assert grid.parse_side(name) == side
        assert grid.parse_side(f" {name.lower()} ") == side
        names[name] = side
        a, b = grid.side_hexes(side)
        if b == NOWHERE:
            assert name.startswith(grid.name(a) + "/")
            assert name.partition("/")[2] in grid.direction_names
        else:
            assert name == f"{grid.name(a)}/{grid.name(b)}"
            assert grid.parse_side(f"{grid.name(b)}/{grid.name(a)}") == side
            assert grid.side_between(a, b) == grid.side_between(b, a) == side
    assert len(names) == len(grid.all_sides())


def test_a_direction_names_an_inner_side_too() -> None:
    grid = Grid(GridSpec(4, 4))
    h = grid.parse("0202")
    for d, direction in enumerate(grid.direction_names):
        assert grid.parse_side(f"0202/{direction}") == grid.side(h, d)


def test_sides_between_hexes_that_are_not_adjacent_do_not_exist() -> None:
    grid = Grid(GridSpec(4, 4))
    assert grid.side_between(0, 2) == NOWHERE
    assert grid.side_between(0, 0) == NOWHERE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0101/0301", "not adjacent"),
        ("0101/0101", "not adjacent"),
        ("0101", "two hexes or as a hex and a direction"),
        ("0101/", "no hex ''"),
        ("/0101", "no hex ''"),
        ("0101/E", "directions of this map are N NE SE S SW NW"),
        ("0101/9999", "no hex '9999'"),
        ("x" * 5000, "x..."),
        ("0101/" + "N" * 5000, "N..."),
    ],
)
def test_what_is_no_hexside_is_said(text: str, said: str) -> None:
    grid = Grid(GridSpec(4, 4))
    with pytest.raises(NameNotKnown) as caught:
        grid.parse_side(text)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 200


def test_the_side_under_a_point_is_the_nearest_of_its_hex(grid: Grid) -> None:
    width, height = grid.extent
    rng = random.Random(11)
    for _ in range(300):
        point = rng.uniform(-1, width + 1), rng.uniform(-1, height + 1)
        side, h = grid.side_at(*point), grid.hex_at(*point)
        if h == NOWHERE:
            assert side == NOWHERE
            continue
        far = sorted((_off_side(grid, s, point), s) for s in grid.sides[h])
        if far[1][0] - far[0][0] > 1e-9:
            assert side == far[0][1]


def test_the_middle_of_a_side_is_the_side(grid: Grid) -> None:
    for h in grid:
        x, y = grid.centre(h)
        for side in grid.sides[h]:
            (ax, ay), (bx, by) = (grid.paper(end) for end in grid.side_ends(side))
            mx, my = (ax + bx) / 2, (ay + by) / 2
            assert grid.side_at(x + (mx - x) * 0.99, y + (my - y) * 0.99) == side


def test_the_facts_of_the_battle_games() -> None:
    """The pairs of hexes that the TLG2 text calls adjacent, and the distance it gives."""
    for prefix, pairs in {
        "C": ["C2925/C3026"],
        "T": ["T2539/T2639"],
        "L": ["L2306/L2406", "L2306/L2307"],
    }.items():
        grid = Grid(GridSpec(40, 45, numbering=Numbering(prefix=prefix)))
        for pair in pairs:
            first, _, second = pair.partition("/")
            assert grid.adjacent(grid.parse(first), grid.parse(second))
            assert grid.side_name(grid.parse_side(pair)) == pair
    lundy = Grid(GridSpec(40, 45, numbering=Numbering(prefix="L")))
    assert lundy.distance(lundy.parse("L2512"), lundy.parse("L2112")) == 4
    assert lundy.distance(lundy.parse("L2407"), lundy.parse("L2409")) == 2
    assert lundy.spec.orientation is Orientation.FLAT


@pytest.mark.parametrize("first", [0, 1, 2, 20, 21])
def test_parity_goes_by_the_printed_number(first: int) -> None:
    """An odd-numbered column sits lower whatever number the map begins with."""
    grid = Grid(GridSpec(8, 8, first_column=first))
    for number in range(first, first + 7):
        here, beside = f"{number:02d}03", f"{number + 1:02d}04"
        assert grid.adjacent(grid.parse(here), grid.parse(beside)) is (number % 2 == 1)


def _off_side(grid: Grid, side: int, point: tuple[float, float]) -> float:
    """How far a point is from a hexside."""
    (ax, ay), (bx, by) = (grid.paper(end) for end in grid.side_ends(side))
    x, y = point
    t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    t = min(1.0, max(0.0, t))
    return dist(point, (ax + (bx - ax) * t, ay + (by - ay) * t))
