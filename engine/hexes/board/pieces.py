"""Pieces of a map: hexes that hang together, with hexsides that part them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.hexes.board.grid import NOWHERE, Grid
from engine.pauses import OFTEN, pause


def pieces(grid: Grid, hexes: Iterable[int], barred: Iterable[int] = ()) -> list[list[int]]:
    """The pieces that hexes fall into, each in the order in which it was reached, by their lowest hexes.

    Two neighbours hang together where the hexside between them is not ``barred``.
    """
    # A byte a place, with a frame of noughts around the map: a neighbour is a fixed distance on, and needs no
    # check. Places are cleared as they are reached.
    stride, columns = grid.stride, grid.columns
    open_places = bytearray(stride * (grid.rows + 2))
    for h in hexes:
        open_places[(h // columns + 1) * stride + h % columns + 1] = 1
    shut = set(barred)
    beside = {
        (h // columns + 1) * stride + h % columns + 1 for side in shut for h in grid.side_hexes(side) if h != NOWHERE
    }
    steps = [tuple(dr * stride + dc for dc, dr in moves) for moves in grid.moves]
    turn = grid.parity(0) ^ 1
    found = []
    start = open_places.find(1)
    while start >= 0:
        open_places[start] = 0
        reached = [start]
        for number, place in enumerate(reached):
            if not number % OFTEN:
                pause()
            parity = ((place % stride if grid.flat else place // stride) ^ turn) & 1
            ways: Iterable[int] = steps[parity]
            if place in beside:
                # Hexsides are counted by the same places.
                ways = [
                    step
                    for step, on in zip(steps[parity], grid.side_steps[parity], strict=True)
                    if 3 * place + on not in shut
                ]
            for step in ways:
                if open_places[place + step]:
                    open_places[place + step] = 0
                    reached.append(place + step)
        found.append([(place // stride - 1) * columns + place % stride - 1 for place in reached])
        start = open_places.find(1, start)
    return found
