"""The edges of fortifications: set off, and measured."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from engine.tables.smooth import Outline
from engine.tables.table import TableWall
from engine.tables.walls import SLACK, aside, depths, open_ends, runs_along, set_off


def test_a_straight_edge_is_set_off_to_its_left_or_right() -> None:
    assert set_off(((0, 500), (300, 500)), 40) == ((0, 460), (300, 460))
    assert set_off(((0, 500), (300, 500)), -40) == ((0, 540), (300, 540))
    assert set_off(((0, 500),), 40) == ((0, 500),)
    assert set_off((), 40) == ()


def test_a_corner_is_set_off_by_the_depth_on_both_sides() -> None:
    assert set_off(((0, 500), (300, 500), (300, 800)), 40) == ((0, 460), (340, 460), (340, 800))


def test_left_is_where_it_is_when_looking_along_the_edge() -> None:
    assert aside((0, 0), (100, 0), (50, -30)) == 30
    assert aside((0, 0), (100, 0), (50, 30)) == -30
    assert aside((0, 0), (0, 0), (50, 30)) == 0


steps = st.tuples(st.integers(60, 300), st.integers(-150, 150))


@given(st.lists(steps, min_size=1, max_size=6), st.integers(10, 40), st.booleans())
def test_what_is_set_off_is_parallel(ways: list[tuple[int, int]], depth: int, right: bool) -> None:
    x, y = 1000, 1000
    points = [(x, y)]
    for dx, dy in ways:
        x, y = x + dx, y + dy
        points.append((x, y))
    inside: Outline = tuple(points)
    outside = set_off(inside, -depth if right else depth)
    wall = TableWall("w", "pf", inside, outside)
    assume(runs_along(wall))
    found = [one.paces for one in depths(wall)]
    assert len(found) == 2 * len(ways)
    assert all(abs(abs(paces) - depth) <= SLACK / 2 + 0.5 for paces in found)
    assert all((paces < 0) == right for paces in found)


def test_a_chain_is_open_where_its_pieces_do_not_meet() -> None:
    first = TableWall("w-1", "pf", ((0, 0), (100, 0)), ((0, 40), (100, 40)))
    second = TableWall("w-2", "pf", ((100, 1), (100, 200)), ((60, 1), (60, 200)))
    third = TableWall("w-3", "pf", ((102, 200), (0, 0)), ((102, 160), (0, 0)))
    assert open_ends([first, second]) == [("w-1", (0, 0)), ("w-2", (100, 200))]
    assert open_ends([first, second, third]) == [("w-2", (100, 200)), ("w-3", (102, 200))]
    assert open_ends([]) == []
