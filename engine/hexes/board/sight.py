"""Sight lines from hex centre to hex centre, exact to the last corner.

A straight line between two centres does one of three things at a time:

- it passes through the **inside of a hex**;
- it **crosses a hexside** from one hex into the next. Where it meets a corner of a hex exactly without
  running along a hexside there, it goes from one hex straight into another beside it: it crosses the
  hexside that these two share (at its very end), and the third hex at that corner is not entered;
- it **runs along a hexside**, from corner to corner, with a hex on its left and one on its right that it
  does not enter. Such a stretch begins where the line leaves a hex by a corner, and ends where it enters the
  next by a corner; no hexside is crossed at either end. Only lines in the six directions of the corners do
  so, and they do nothing else: hex, hexside, hex, hexside, hex.

All of it is integer arithmetic on lattice points: which side of the line a corner lies on is the sign
of a whole number, and nought means exactly on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import NamedTuple

from engine.hexes.board.grid import NOWHERE, Grid


class Trace(NamedTuple):
    """What a sight line meets on its way from the centre of ``start`` to the centre of ``end``."""

    start: int
    end: int
    hexes: tuple[int, ...]
    """The hexes whose inside the line passes through, in order; ``start`` and ``end`` are left out."""
    sides: tuple[int, ...]
    """The hexsides that the line crosses, in order, those of ``start`` and ``end`` included."""
    along: tuple[tuple[int, int, int], ...]
    """The hexsides that the line runs along, in order, each with the hex on the left and the hex on the right
    of the way; NOWHERE where there is no hex, though never on both sides."""

    def met(self, area: Set[int]) -> tuple[int, ...]:
        """The hexes of an area that stand in the line: those it passes through, and both hexes of a
        hexside that it runs along where both are of the area."""
        if not self.along:
            return () if area.isdisjoint(self.hexes) else tuple(h for h in self.hexes if h in area)
        found = [h for h in self.hexes if h in area]
        for _, left, right in self.along:
            if left in area and right in area:
                found += (left, right)
        return tuple(found)

    def grazed(self, area: Set[int]) -> tuple[int, ...]:
        """The hexes of an area that the line runs along while the hex across the hexside is not of it."""
        found = []
        for _, left, right in self.along:
            if (left in area) is not (right in area):
                found.append(left if left in area else right)
        return tuple(found)


class _Course(NamedTuple):
    """A trace as steps from its start, so that it holds wherever on the map a line like it begins."""

    hexes: tuple[int, ...]
    sides: tuple[int, ...]
    along: tuple[tuple[int, tuple[int, int], tuple[int, int]], ...]
    """The side's step, and the (column, row) steps to the hexes on its left and right."""


_Exit = tuple[int, int, int, int, int, int, int]

_CACHED_NUMBERS = 1_000_000
"""How many numbers the remembered courses may hold before they are forgotten: some 40 MB."""


class SightLines:
    """The sight lines of a grid. Lines alike in shape share their arithmetic: keep one of these."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._courses: dict[tuple[int, int, int], _Course] = {}
        self._held = 0

    def trace(self, a: int, b: int) -> Trace:
        """What the line from the centre of ``a`` to the centre of ``b`` meets. Both must be hexes of the map.

        Void hexes on the way are left out, and so are hexsides between two of them.
        """
        grid = self.grid
        columns = grid.columns
        row, column = divmod(a, columns)
        to_row, to_column = divmod(b, columns)
        parity = grid.parity(a)
        key = parity, to_column - column, to_row - row
        course = self._courses.get(key) or self._remember(key)
        first = 3 * ((row + 1) * grid.stride + column + 1)
        along: tuple[tuple[int, int, int], ...] = ()
        if course.along:
            at = grid.at
            along = tuple(
                [
                    (first + side, at(column + lc, row + lr), at(column + rc, row + rr))
                    for side, (lc, lr), (rc, rr) in course.along
                ]
            )
        hexes = tuple([a + step for step in course.hexes])
        sides = tuple([first + step for step in course.sides])
        if grid.void:
            return self._without_void(Trace(a, b, hexes, sides, along))
        return Trace(a, b, hexes, sides, along)

    def all_from(self, a: int) -> Iterator[Trace]:
        """The traces from ``a`` to every other hex of the map, in order."""
        trace = self.trace
        for b in self.grid.hexes:
            if b != a:
                yield trace(a, b)

    def _without_void(self, trace: Trace) -> Trace:
        """The trace with what does not exist left out."""
        void = self.grid.void
        chain = (trace.start, *trace.hexes, trace.end)
        return trace._replace(
            hexes=tuple(h for h in trace.hexes if h not in void),
            # A line that crosses hexsides crosses one between each hex and the next.
            sides=tuple(side for i, side in enumerate(trace.sides) if chain[i] not in void or chain[i + 1] not in void),
            along=tuple(part for part in trace.along if part[1] != NOWHERE or part[2] != NOWHERE),
        )

    def _remember(self, key: tuple[int, int, int]) -> _Course:
        course = self._course(*key)
        self._held += len(course.hexes) + len(course.sides) + 6 * len(course.along) + 8
        if self._held > _CACHED_NUMBERS:
            self._courses.clear()
            self._held = 0
        self._courses[key] = course
        return course

    def _course(self, parity: int, columns: int, rows: int) -> _Course:
        """The course of a line that goes this many columns and rows from a hex of this parity."""
        grid = self.grid
        if grid.flat:
            dx, dy = 3 * columns, 2 * rows + ((parity + columns) & 1) - parity
        else:
            dx, dy = 2 * columns + ((parity + rows) & 1) - parity, 3 * rows
        if dx == dy == 0:
            return _Course((), (), ())
        # For each corner how far it lies to the right of the line's direction (cross product).
        beside = [dx * y - dy * x for x, y in grid.corner_steps]
        for corner, offset in enumerate(beside):
            x, y = grid.corner_steps[corner]
            if offset == 0 and dx * x + dy * y > 0:
                return self._straight_along(parity, corner, (dx or dy) // (3 * (x if dx else y)))
        return self._across(parity, rows * grid.columns + columns, beside)

    def _across(self, parity: int, end: int, beside: list[int]) -> _Course:
        """The course of a line that crosses hexsides, one hex after the other, to the hex ``end`` ids further on."""
        grid = self.grid
        ahead = next(d for d in range(6) if beside[d] < 0 < beside[(d + 1) % 6])
        # A line may leave a hex by these three hexsides only. For each parity of the hex: the corners to
        # the left and right of the way, then what goes with leaving between them.
        exits: tuple[list[_Exit], list[_Exit]] = ([], [])
        for d in (ahead, (ahead + 1) % 6, (ahead + 5) % 6):
            left, right = beside[d], beside[(d + 1) % 6]
            for here in (0, 1):
                dc, dr = grid.moves[here][d]
                step, cells = dr * grid.columns + dc, 3 * (dr * grid.stride + dc)
                turned = (here + (dc if grid.flat else dr)) & 1
                exits[here].append((left, right, left + right, grid.side_steps[here][d], step, cells, turned))
        at = cell = offset = 0
        hexes: list[int] = []
        sides: list[int] = []
        while True:
            for left, right, drift, side, step, cells, turned in exits[parity]:
                # A corner exactly on the line (a sum of nought) counts as lying on the side where it lies as
                # seen from its hex's centre: that leads into the hex that the line enters behind the corner.
                if (offset + left or left) < 0 < (offset + right or right):
                    sides.append(cell + side)
                    at, cell, offset, parity = at + step, cell + cells, offset + drift, turned
                    break
            if at == end:
                return _Course(tuple(hexes), tuple(sides), ())
            hexes.append(at)

    def _straight_along(self, parity: int, corner: int, stretches: int) -> _Course:
        """The course of a line that leaves each hex by the same corner and runs along the hexside there."""
        grid = self.grid
        column = row = 0
        hexes: list[int] = []
        along: list[tuple[int, tuple[int, int], tuple[int, int]]] = []

        def beyond(column: int, row: int, direction: int) -> tuple[int, int]:
            here = (parity + (column if grid.flat else row)) & 1
            dc, dr = grid.moves[here][direction % 6]
            return column + dc, row + dr

        for _ in range(stretches):
            left, right = beyond(column, row, corner - 1), beyond(column, row, corner)
            there = (parity + (left[0] if grid.flat else left[1])) & 1
            side = 3 * (left[1] * grid.stride + left[0]) + grid.side_steps[there][(corner + 1) % 6]
            along.append((side, left, right))
            column, row = beyond(*left, corner)
            hexes.append(row * grid.columns + column)
        return _Course(tuple(hexes[:-1]), (), tuple(along))
