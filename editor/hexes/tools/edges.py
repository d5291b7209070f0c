"""Ways along hexsides, with what is high beside them: for lines that snap and ways between vertices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from engine.hexes.board.grid import NOWHERE, Grid, Lattice
from engine.hexes.board.vertices import side_of_ends


def sides_with_high(grid: Grid, vertices: Sequence[Lattice], right: bool) -> dict[int, int]:
    """The hexsides from each vertex to the next, each with the hex on its left (or right) as one goes along.

    Where that hex would be off the map the hexside is left out: nothing there can be high.
    """
    found: dict[int, int] = {}
    for v, w in pairwise(vertices):
        side = side_of_ends(grid, v, w)
        if side == NOWHERE:
            continue
        (ax, ay), (bx, by) = grid.paper(v), grid.paper(w)
        for h in grid.side_hexes(side):
            if h != NOWHERE:
                x, y = grid.centre(h)
                on_right = (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0
                if on_right is right:
                    found[side] = h
    return found
