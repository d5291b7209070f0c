"""What is told of many sight lines at once is true of each, as whole numbers have it, and most are told."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.hexes.board.corridors import Corridors, Obstacles
from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity
from engine.hexes.board.sight import SightLines, Trace


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """Small grids of every kind, some with void places."""
    columns, rows = draw(st.integers(2, 13)), draw(st.integers(2, 13))
    places = [(column, row) for column in range(columns) for row in range(rows)]
    return Grid(
        GridSpec(
            columns,
            rows,
            orientation=draw(st.sampled_from(list(Orientation))),
            shifted=draw(st.sampled_from(list(Parity))),
            first_column=draw(st.integers(0, 1)),
            first_row=draw(st.integers(0, 1)),
            void=frozenset(draw(st.lists(st.sampled_from(places), max_size=len(places) // 3))),
        )
    )


def meets(trace: Trace, hexes: set[int], sides: set[int]) -> bool:
    """Whether a line passes through one of the hexes, or between two of them, or crosses one of the hexsides."""
    return bool(trace.met(hexes)) or not sides.isdisjoint(trace.sides)


def keeps_clear(trace: Trace, hexes: set[int], sides: set[int]) -> bool:
    """Whether a line meets, grazes, crosses and follows nothing of these; its ends count too."""
    sides_met = {*trace.sides, *(side for side, _, _ in trace.along)}
    hexes_met = {trace.start, trace.end, *trace.hexes, *(h for _, *beside in trace.along for h in beside)}
    return hexes.isdisjoint(hexes_met - {trace.start, trace.end}) and sides.isdisjoint(sides_met)


@given(grids(), st.integers(0, 10**6), st.floats(0, 0.5), st.floats(0, 0.4))
def test_what_is_sure_is_true(grid: Grid, seed: int, share: float, side_share: float) -> None:
    if len(grid) < 2:
        return
    random = Random(seed)
    hexes = {h for h in grid.hexes if random.random() < share}
    sides = {side for side in grid.all_sides() if random.random() < side_share}
    start = random.choice(grid.hexes)
    ends = [h for h in grid.hexes if h != start]
    lines, obstacles = Corridors(grid, start, np.array(ends)), Obstacles(grid, hexes, sides)
    meeting, missing = lines.meeting(obstacles), lines.missing(obstacles)
    traces = [SightLines(grid).trace(start, end) for end in ends]
    for trace, met, missed in zip(traces, meeting, missing, strict=True):
        assert meets(trace, hexes, sides) or not met, grid.name(trace.end)
        assert keeps_clear(trace, hexes, sides) or not missed, grid.name(trace.end)


@pytest.mark.parametrize("orientation", list(Orientation))
def test_little_is_left_to_be_decided_exactly(orientation: Orientation) -> None:
    grid, random = Grid(GridSpec(40, 30, orientation=orientation)), Random(3)
    woods = {h for h in grid.hexes if random.random() < 0.1}
    slopes = {side for side in grid.all_sides() if random.random() < 0.05}
    start = grid.at(20, 15)
    ends = [h for h in grid.hexes if h != start]
    lines = Corridors(grid, start, np.array(ends))
    for hexes, sides in ((woods, set[int]()), (set[int](), slopes)):
        obstacles = Obstacles(grid, hexes, sides)
        sure = lines.meeting(obstacles) | lines.missing(obstacles)
        # A line to an obstacle comes near it; whether it meets another one before is not always sure.
        others = [place for place, end in enumerate(ends) if end not in hexes]
        assert sure[others].mean() > 0.9


def test_no_obstacles_no_lines() -> None:
    grid = Grid(GridSpec(5, 5))
    lines = Corridors(grid, 0, np.array(grid.hexes[1:]))
    nothing = Obstacles(grid, ())
    assert not lines.meeting(nothing).any()
    assert lines.missing(nothing).all()
    none = lines.only(np.zeros(len(grid.hexes) - 1, dtype=bool))
    assert none.meeting(Obstacles(grid, [3])).size == 0


def test_a_line_between_two_hexes_of_a_wood_is_not_said_to_keep_clear() -> None:
    grid = Grid(GridSpec(9, 9))
    trace = next(t for t in SightLines(grid).all_from(grid.at(4, 4)) if t.along)
    _, left, right = trace.along[0]
    lines = Corridors(grid, trace.start, np.array([trace.end]))
    for wood in ([left], [right], [left, right]):
        assert not lines.missing(Obstacles(grid, wood))[0]
    side = grid.side_between(left, right)
    assert not lines.meeting(Obstacles(grid, (), [side]))[0], "it runs along that hexside and does not cross it"
