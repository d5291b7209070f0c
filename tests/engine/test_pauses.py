"""Long work can be held up: nothing is left out, and pauses come often enough."""

from __future__ import annotations

from engine.board.battlemap import BattleMap
from engine.board.grid import Grid, GridSpec
from engine.board.pieces import pieces
from engine.formats import load_palette
from engine.pauses import OFTEN, with_pauses
from engine.umpire.checks import check_map


class Paused:
    """Counts pauses."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> None:
        self.times += 1


def test_everything_comes_in_order_with_a_pause_before_each_couple_of_thousand() -> None:
    for count, pauses in ((0, 0), (1, 1), (OFTEN, 1), (OFTEN + 1, 2), (3 * OFTEN, 3)):
        paused = Paused()
        assert list(with_pauses(range(count), paused)) == list(range(count))
        assert paused.times == pauses


def test_a_flood_pauses_and_finds_the_same() -> None:
    grid, paused = Grid(GridSpec(100, 100)), Paused()
    assert pieces(grid, grid.hexes, (), paused) == pieces(grid, grid.hexes)
    assert paused.times == 10_000 // OFTEN


def test_the_umpire_pauses_and_finds_the_same() -> None:
    board = BattleMap(Grid(GridSpec(100, 100)), load_palette("standard"))
    land = board.grid.at(50, 50)
    for near in board.grid.within(land, 2):
        board.terrain[near] = "water"
    board.terrain[land] = "clear"
    paused = Paused()
    found = check_map(board, pause=paused)
    assert [finding.code for finding in found] == ["MAP107"]
    assert found == check_map(board)
    assert paused.times > 10_000 // OFTEN
