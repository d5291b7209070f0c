"""Rivers that run through hexes: on which side of a road they leave a hex, and where roads cross them.

Where a road and a stream leave a hex over the same hexside they lie side by side there, each in its lane.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from engine.hexes.board.grid import NOWHERE, Grid

Paths = Mapping[int, Collection[str]]
"""Kinds of path by the hexside they cross."""

_LANE: Final = 0.25
"""How far from the middle of a hexside a lane is, where a hexside is 1 long."""


def exits(grid: Grid, paths: Paths, streams: frozenset[str], h: int) -> tuple[list[int], list[int]]:
    """The directions in which roads leave a hex, and those in which streams do."""
    roads, water = [], []
    for d, side in enumerate(grid.sides[h]):
        kinds = paths.get(side)
        if kinds:
            if not streams.isdisjoint(kinds):
                water.append(d)
            if not streams.issuperset(kinds):
                roads.append(d)
    return roads, water


def lane(grid: Grid, paths: Paths, streams: frozenset[str], h: int, d: int) -> int:
    """Where a stream crosses the side of ``h`` in direction ``d``, as seen from ``h``: 1 for clockwise of a road that
    crosses it too, -1 for anticlockwise, 0 where there is no road.

    It is the lane in which the two need not cross; where that is all one, it keeps to one side of the road.
    """
    roads, water = exits(grid, paths, streams, h)
    if d not in roads or d not in water:
        return 0
    other = grid.ring1[h][d]
    wish = _wish(roads, water, d)
    if other != NOWHERE:
        wish -= _wish(*exits(grid, paths, streams, other), (d + 3) % 6)
    if wish:
        return 1 if wish > 0 else -1
    (ax, ay), (bx, by) = grid.corner_steps[d], grid.corner_steps[(d + 1) % 6]
    return 1 if (ax + bx, ay + by) > (0, 0) else -1


def _wish(roads: list[int], water: list[int], d: int) -> int:
    """In which lane of side ``d`` the stream need not cross the road within the hex: above 0 for clockwise."""
    total = 0
    for p in roads:
        for r in water:
            if p != d != r:
                turn_of_road, turn_of_water = (p - d) % 6, (r - d) % 6
                total += (turn_of_road > turn_of_water) - (turn_of_road < turn_of_water)
    return total


def is_crossed(grid: Grid, paths: Paths, streams: frozenset[str], h: int) -> bool:
    """Whether a road crosses a stream within a hex: both run through it, and the road parts the stream's exits."""
    roads, water = exits(grid, paths, streams, h)
    if len(roads) < 2 or len(water) < 2:
        return False
    places = [d + _LANE * lane(grid, paths, streams, h, d) for d in water]
    # Between which two roads, going round the hex, does the stream leave it?
    return len({sum(road < place for road in roads) % len(roads) for place in places}) > 1
