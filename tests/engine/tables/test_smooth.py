"""Smooth outlines and lines go through their points, the same on every machine."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.tables.smooth import CHORDS, Outline, smooth_line, smooth_outline

points = st.tuples(st.integers(0, 12_000), st.integers(0, 12_000))
outlines = st.lists(points, min_size=3, max_size=12, unique=True).map(tuple)


def test_the_curve_through_a_square_is_known() -> None:
    square = ((0, 0), (800, 0), (800, 800), (0, 800))
    curve = smooth_outline(square)
    assert len(curve) == 4 * CHORDS
    # Halfway along a side the curve is an eighth of the side outside: (-1 + 9 + 9 - 1) / 16 of the four points.
    assert curve[CHORDS // 2] == (400, -100)
    assert curve[::CHORDS] == square


def test_an_open_curve_ends_at_its_ends() -> None:
    line = ((0, 0), (400, 0), (400, 400))
    curve = smooth_line(line)
    assert (curve[0], curve[CHORDS], curve[-1]) == line
    assert len(curve) == 2 * CHORDS + 1


@given(outlines)
def test_curves_go_through_their_points_in_order(outline: Outline) -> None:
    for curve in (smooth_outline(outline), smooth_line(outline)):
        there = [curve.index(point) for point in outline]
        assert there[0] == 0
        assert [*curve] != [curve[0]] * len(curve)
        assert all(one != two for one, two in pairwise(curve))


@given(outlines, points)
def test_a_curve_that_is_moved_keeps_its_shape(outline: Outline, by: tuple[int, int]) -> None:
    moved = smooth_outline([(x + by[0], y + by[1]) for x, y in outline])
    assert moved == tuple((x + by[0], y + by[1]) for x, y in smooth_outline(outline))


def test_two_points_stay_two_points() -> None:
    assert smooth_outline(((1, 2), (3, 4))) == smooth_line(((1, 2), (3, 4))) == ((1, 2), (3, 4))
    assert smooth_line(()) == ()
    assert smooth_outline(((5, 5), (5, 5), (5, 5))) == ((5, 5),)
