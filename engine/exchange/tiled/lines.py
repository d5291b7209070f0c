"""Hexsides and paths of a map as polylines on lattice points, and polylines as hexsides and paths again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import dist
from typing import Final

import numpy as np
import shapely

from engine.errors import HexwrightError
from engine.exchange.tangles import made_valid
from engine.hexes.board import chains
from engine.hexes.board.grid import NOWHERE, Grid, Lattice, Point
from engine.hexes.board.vertices import side_of_ends
from engine.hexes.formats.chains import chains as path_chains
from engine.pauses import pause

ROUNDS: Final = 10
"""The lines of a file may be so many times as long as one that goes through every hex."""
SPARE: Final = 10_000
"""Circumradii that they may be long in any case."""


class LineLength:
    """How long the lines of a file are together: what somebody scribbles without end is refused, and not followed."""

    def __init__(self, grid: Grid, where: str) -> None:
        self.most = SPARE + ROUNDS * grid.size * 3**0.5
        self.where, self.length = where, 0.0

    def add(self, line: Sequence[Point]) -> None:
        """Count a line. Raises HexwrightError where all are too long."""
        self.length += sum(dist(before, after) for before, after in pairwise(line))
        if not self.length <= self.most:
            raise HexwrightError(
                f"{self.where}: its lines are longer together than {ROUNDS} times through every hex; delete those that "
                "are not part of the map"
            )


def side_lines(grid: Grid, sides: Mapping[int, int]) -> Iterator[tuple[list[Lattice], bool]]:
    """Hexsides of one kind as polylines of vertices; ``sides`` has the high hex of each, or NOWHERE. With True the high
    side is on the left as one goes along."""
    level = [side for side, high in sides.items() if high == NOWHERE]
    for line in chains.chains(grid, level):
        yield line, False
    onward: dict[Lattice, list[Lattice]] = {}
    arriving: dict[Lattice, int] = {}
    for side in sorted(set(sides) - set(level)):
        begin, end = grid.side_ends(side)
        if not on_left(grid, begin, end, sides[side]):
            begin, end = end, begin
        onward.setdefault(begin, []).append(end)
        arriving[end] = arriving.get(end, 0) + 1
    starts = [vertex for vertex, ends in onward.items() if len(ends) > arriving.get(vertex, 0)]
    for vertex in [*starts, *onward]:
        while onward.get(vertex):
            line = [vertex]
            while onward.get(line[-1]):
                line.append(onward[line[-1]].pop(0))
            yield line, True


def on_left(grid: Grid, begin: Lattice, end: Lattice, h: int) -> bool:
    """Whether a hex lies on the left as one goes from one vertex to another, as seen on paper."""
    (ax, ay), (bx, by), (x, y) = grid.paper(begin), grid.paper(end), grid.centre(h)
    # Paper is measured downwards, so that left is where the product is negative.
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0


def sides_of_line(grid: Grid, line: Sequence[Point]) -> Iterator[tuple[int, int]]:
    """The hexsides of a polyline on paper, each with the hex on its left, or NOWHERE beyond the map. Points that are
    vertices beside each other give the hexside between them; others are followed along the nearest hexsides."""
    known = [chains.snapped(grid, [point]) for point in line]
    for number in range(1, len(line)):
        before, after = known[number - 1], known[number]
        if before and after and side_of_ends(grid, before[0], after[0]) != NOWHERE:
            way = [before[0], after[0]]
        else:
            way = chains.snapped(grid, line[number - 1 : number + 1])
        for begin, end in pairwise(way):
            side = side_of_ends(grid, begin, end)
            if side != NOWHERE:
                beside = [h for h in grid.side_hexes(side) if h != NOWHERE]
                yield side, next((h for h in beside if on_left(grid, begin, end, h)), NOWHERE)


def path_lines(grid: Grid, sides: Iterable[int]) -> Iterator[list[Lattice]]:
    """Paths of one kind as polylines through centres; one that leaves the map ends at the centre beyond its edge."""
    for chain in path_chains(grid, sides):
        names = [name for name in chain if not name.startswith("/")]
        line = [grid.lattice(grid.parse(name)) for name in names]
        if chain[0].startswith("/"):
            line.insert(0, _beyond(grid, grid.parse(names[0]), chain[0]))
        if chain[-1].startswith("/"):
            line.append(_beyond(grid, grid.parse(names[-1]), chain[-1]))
        yield line


def _beyond(grid: Grid, h: int, way: str) -> Lattice:
    column, row = grid.offset(h)
    across, down = grid.moves[grid.parity(h)][grid.direction_names.index(way[1:])]
    return grid.lattice_of(column + across, row + down)


def path_sides(grid: Grid, line: Sequence[Point]) -> Iterator[int]:
    """The hexsides that a polyline on paper crosses on its way from hex to hex."""
    places = [grid.index_at(x, y) for x, y in line]
    for before, after in pairwise(places):
        if before != after:
            yield from _crossed(grid, before, after)


def _crossed(grid: Grid, before: tuple[int, int], after: tuple[int, int]) -> Iterator[int]:
    a, b = grid.at(*before), grid.at(*after)
    if a != NOWHERE and b != NOWHERE and not grid.adjacent(a, b):
        row = grid.line(a, b)
        yield from (side for one, two in pairwise(row) if (side := grid.side_between(one, two)) != NOWHERE)
        return
    if a == NOWHERE:
        a, before, after = b, after, before
    if a == NOWHERE:
        return
    step = after[0] - before[0], after[1] - before[1]
    moves = grid.moves[grid.parity(a)]
    if step in moves:
        yield grid.side(a, moves.index(step))


def within(grid: Grid, outlines: list[list[Point]], where: str) -> frozenset[int]:
    """The hexes whose centres are within an odd number of outlines, so that holes are left out. ``where`` names the
    file in errors; see `made_valid`."""
    pause()
    centres = np.array([grid.centre(h) for h in grid.hexes])
    inside = np.zeros(len(centres), dtype=bool)
    for outline in outlines:
        area = made_valid(shapely.Polygon(outline), where)
        inside ^= shapely.contains_xy(area, centres[:, 0], centres[:, 1])
    return frozenset(h for h, is_in in zip(grid.hexes, inside, strict=True) if is_in)
