"""Long work can be held up: nothing is left out, and pauses come often enough."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from engine.formats import dump_map, load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.board.pieces import pieces
from engine.pauses import OFTEN, held_up_by, pause, with_pauses
from engine.umpire.checks import check_map


class Wait:
    """Counts how often work would have waited."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> None:
        self.times += 1


def waits(work: Callable[[], object]) -> int:
    """How often some work pauses; what it gives must be the same without."""
    wait = Wait()
    with held_up_by(wait):
        held_up = work()
    assert held_up == work()
    return wait.times


@pytest.fixture
def board() -> BattleMap:
    """A hundred by a hundred hexes with a lake around an island, and roads."""
    made = BattleMap(Grid(GridSpec(100, 100)), load_palette("standard"))
    island = made.grid.at(50, 50)
    for near in made.grid.within(island, 2):
        made.terrain[near] = "water"
    made.terrain[island] = "clear"
    for h in made.grid.hexes:
        made.paths[made.grid.side(h, 0)] = frozenset({"road"})
    return made


def test_everything_comes_in_order_with_a_pause_before_each_couple_of_thousand() -> None:
    for count, pauses in ((0, 0), (1, 1), (OFTEN, 1), (OFTEN + 1, 2), (3 * OFTEN, 3)):
        assert waits(lambda count=count: list(with_pauses(range(count)))) == pauses
        assert list(with_pauses(range(count))) == list(range(count))


def test_a_pause_is_for_one_thread_while_it_lasts() -> None:
    wait = Wait()
    with held_up_by(wait):
        other = threading.Thread(target=pause)
        other.start()
        other.join()
        assert wait.times == 0
        pause()
    pause()
    assert wait.times == 1


def test_work_ends_with_what_the_wait_raises() -> None:
    def enough() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError), held_up_by(enough):
        list(with_pauses(range(3)))


def test_a_flood_pauses_and_finds_the_same(board: BattleMap) -> None:
    assert waits(lambda: pieces(board.grid, board.grid.hexes)) == len(board.grid) // OFTEN


def test_the_umpire_pauses_and_finds_the_same(board: BattleMap) -> None:
    assert "MAP107" in {finding.code for finding in check_map(board)}
    assert waits(lambda: check_map(board)) > 3 * len(board.grid) // OFTEN


def test_a_map_is_written_with_pauses_and_the_same(board: BattleMap) -> None:
    assert waits(lambda: dump_map(board)) > 3 * len(board.paths) // OFTEN
