"""Pieces of a map, against a flood that goes hex by hex."""

from __future__ import annotations

from random import Random

import pytest

from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation, Parity
from engine.hexes.board.pieces import pieces


def flooded(grid: Grid, hexes: set[int], barred: set[int]) -> list[set[int]]:
    left, found = set(hexes), []
    while left:
        edge = [min(left)]
        piece = set(edge)
        while edge:
            h = edge.pop()
            for d in range(6):
                n = grid.neighbour(h, d)
                if n != NOWHERE and n in left and n not in piece and grid.side(h, d) not in barred:
                    piece.add(n)
                    edge.append(n)
        left -= piece
        found.append(piece)
    return found


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("shifted", list(Parity))
def test_pieces_are_what_a_flood_finds(orientation: Orientation, shifted: Parity) -> None:
    random = Random(f"{orientation}{shifted}")
    for size in (1, 2, 5, 9):
        void = frozenset((random.randrange(size), random.randrange(size)) for _ in range(size // 3))
        grid = Grid(GridSpec(size, size + 1, orientation, shifted, void=void))
        for _ in range(10):
            hexes = {h for h in grid if random.random() < 0.7}
            barred = {grid.side(h, random.randrange(6)) for h in grid if random.random() < 0.5}
            assert [set(piece) for piece in pieces(grid, hexes, barred)] == flooded(grid, hexes, barred)


def test_no_hexes_no_pieces() -> None:
    assert pieces(Grid(GridSpec(4, 4)), ()) == []
