"""Shores follow the ground: straight along a row of hexes, round at points and bays, and rivers beside them alike."""

from __future__ import annotations

import pytest

from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing import ground
from editor.hexes.drawing.geometry import Geometry
from editor.hexes.drawing.ground import ROUGH, RoundedAreas
from engine import formats
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec, Orientation

pytestmark = pytest.mark.usefixtures("qapp")


def coast() -> BattleMap:
    """A map whose right half is water."""
    board = BattleMap(Grid(GridSpec(8, 10, Orientation.FLAT)), formats.load_palette("standard"), "Coast")
    for h in board.grid.hexes:
        if h % 8 >= 4:
            board.terrain[h] = "river"
    return board


def strays(board: BattleMap, hexes: list[int]) -> float:
    """How far the shore of some water hexes wanders from side to side, in circumradii."""
    geometry = Geometry(board.grid, ruled=True)
    areas = RoundedAreas(geometry, board)
    water = {h for h in board.grid.hexes if board.terrain[h] == "river"}
    xs = []
    for h in hexes:
        path = areas._share(h, board.grid.ring1[h], water, ROUGH).edge
        xs += [path.elementAt(i).x for i in range(path.elementCount())]
    return (max(xs) - min(xs)) / SCALE


def test_a_shore_along_a_column_of_hexes_runs_straight(monkeypatch: pytest.MonkeyPatch) -> None:
    hexes = [row * 8 + 4 for row in range(3, 7)]
    found = strays(coast(), hexes)
    monkeypatch.setattr(ground, "FLAT", 0.0)
    assert found < 0.6 * strays(coast(), hexes)


def test_a_point_of_land_stays_round() -> None:
    board = coast()
    board.terrain[5 * 8 + 4] = "clear"
    assert strays(board, [4 * 8 + 4, 6 * 8 + 4]) > 0.5
