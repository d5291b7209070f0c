"""The grid's tables by hex: whole lists on maps of ordinary size, worked out one by one on very big ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeVar, overload

from engine.hexes.board.indexing import Indexing

TABLE_LIMIT: Final = 50_000
"""Maps with more hexes than this do without whole tables: there memory matters more."""

Six = tuple[int, int, int, int, int, int]
"""Something for each direction."""

_Entry = TypeVar("_Entry")


class Lazy(Sequence[_Entry]):
    """A table that works out each entry when it is asked for, and keeps none."""

    def __init__(self, size: int, make: Callable[[int], _Entry]) -> None:
        self._size = size
        self._make = make

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, at: int) -> _Entry: ...

    @overload
    def __getitem__(self, at: slice) -> list[_Entry]: ...

    def __getitem__(self, at: int | slice) -> _Entry | list[_Entry]:
        if isinstance(at, slice):
            return [self._make(h) for h in range(*at.indices(self._size))]
        if not -self._size <= at < self._size:
            raise IndexError(f"there is no hex {at}")
        return self._make(at if at >= 0 else at + self._size)


def ring_table(grid: Indexing) -> Sequence[Six]:
    """For each hex its six neighbours by direction, -1 where there is none."""
    if grid.size > TABLE_LIMIT:
        return Lazy(grid.size, _ring_of(grid))
    # Every hex with a frame of "nowhere" around the map, so that a neighbour is always a fixed distance on.
    stride, columns = grid.stride, grid.columns
    framed = [-1] * (stride * (grid.rows + 2))
    for row in range(grid.rows):
        first, place = row * columns, (row + 1) * stride + 1
        framed[place : place + columns] = range(first, first + columns)
    for h in grid.void:
        framed[(h // columns + 1) * stride + h % columns + 1] = -1

    def run(first: int, parity: int, count: int, step: int) -> Iterator[tuple[int, ...]]:
        starts = [first + dr * stride + dc for dc, dr in grid.moves[parity]]
        return zip(*(framed[at : at + count * step : step] for at in starts), strict=True)

    return _by_runs(grid, run)


def side_table(grid: Indexing) -> Sequence[Six]:
    """For each hex the ids of its six hexsides by direction."""
    if grid.size > TABLE_LIMIT:
        return Lazy(grid.size, _sides_of(grid))
    # Both hexes of a side share one number object: a third of the memory.
    ids = list(range(grid.side_count))

    def run(first: int, parity: int, count: int, step: int) -> Iterator[tuple[int, ...]]:
        starts = [3 * first + delta for delta in grid.side_steps[parity]]
        return zip(*(ids[at : at + 3 * step * (count - 1) + 1 : 3 * step] for at in starts), strict=True)

    return _by_runs(grid, run)


def neighbour_table(grid: Indexing, ring: Sequence[Six]) -> Sequence[tuple[int, ...]]:
    """For each hex its neighbours that exist, clockwise; none for void hexes. ``ring``: the table of rings."""

    def existing(h: int) -> tuple[int, ...]:
        return tuple([n for n in ring[h] if n >= 0]) if h in grid else ()

    if grid.size > TABLE_LIMIT:
        return Lazy(grid.size, existing)
    return [existing(h) for h in range(grid.size)]


def _six(ask: Callable[[int, int], int], h: int) -> Six:
    return ask(h, 0), ask(h, 1), ask(h, 2), ask(h, 3), ask(h, 4), ask(h, 5)


def _ring_of(grid: Indexing) -> Callable[[int], Six]:
    """What works out the neighbours of one hex: by adding within the map, by asking at its edge and beside voids."""
    columns, last_column, last_row = grid.columns, grid.columns - 1, grid.rows - 1
    neighbour, void, parity_of = grid.neighbour, grid.void, grid.parity
    steps = [[dr * columns + dc for dc, dr in moves] for moves in grid.moves]

    def ring(h: int) -> Six:
        row, column = divmod(h, columns)
        if not (0 < row < last_row and 0 < column < last_column):
            return _six(neighbour, h)
        a, b, c, d, e, f = steps[parity_of(h)]
        found = h + a, h + b, h + c, h + d, h + e, h + f
        return found if not void or void.isdisjoint(found) else _six(neighbour, h)

    return ring


def _sides_of(grid: Indexing) -> Callable[[int], Six]:
    """What works out the hexsides of one hex."""
    columns, stride, steps, parity_of = grid.columns, grid.stride, grid.side_steps, grid.parity

    def sides(h: int) -> Six:
        row, column = divmod(h, columns)
        first = 3 * ((row + 1) * stride + column + 1)
        a, b, c, d, e, f = steps[parity_of(h)]
        return first + a, first + b, first + c, first + d, first + e, first + f

    return sides


def _by_runs(grid: Indexing, run: Callable[[int, int, int, int], Iterator[tuple[int, ...]]]) -> list[Six]:
    """A table made of runs of hexes of one parity: ``run(first place in the frame, parity, count, step)``."""
    table: list[Any] = [()] * grid.size
    for row in range(grid.rows):
        first, place = row * grid.columns, (row + 1) * grid.stride + 1
        if not grid.flat:
            table[first : first + grid.columns] = run(place, grid.parity(first), grid.columns, 1)
            continue
        for start in range(min(2, grid.columns)):
            count = (grid.columns - start + 1) // 2
            every_other = run(place + start, grid.parity(first + start), count, 2)
            table[first + start : first + grid.columns : 2] = every_other
    return table
