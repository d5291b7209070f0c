"""How the cost grows with the work: what ten times the size costs, in times of the small one."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from bench_engine import SCENARIO
from harness import bench, in_turns

from engine.board.battlemap import BattleMap
from engine.board.grid import Grid, GridSpec
from engine.formats import load_palette, load_scenario
from engine.play import Game
from engine.players import seat
from engine.scenario import Scenario, Turns, Unit, Victory
from engine.umpire.checks.run import check_map
from engine.umpire.testturns import play
from maps import made

SMALL, LARGE = 57, 180
"""Columns and rows of two maps, one with ten times the hexes of the other."""
FEW, MANY = 10, 100
"""Units a side of two battles."""
ROOM = 41
"""Hexes of map for each unit of a side, as on Lundy's Lane."""


@bench("checks of a map: what ten times the hexes cost", 11, "times")
def checks() -> float:
    small, large = made(SMALL), made(LARGE)
    more = large.grid.size / small.grid.size / 10
    return in_turns(lambda: check_map(large), lambda: check_map(small), rounds=5).share / more


@cache
def battle(units: int, name: str = SCENARIO) -> Scenario:
    """A battle with so many units a side in two lines that face each other, on a map that has room for them."""
    base, random = load_scenario(name), Random(units)
    size = round((ROOM * units) ** 0.5)
    grid = Grid(GridSpec(size, size))
    board = BattleMap(grid, load_palette("standard"))
    for h in grid.hexes:
        if random.random() < 0.15:
            board.terrain[h] = "forest"
    found: dict[str, Unit] = {}
    setup: dict[str, str] = {}
    for side, rows in zip(base.sides, (range(size // 2 + 2, size), range(size // 2 - 2, -1, -1)), strict=True):
        kinds = [unit for unit in base.units.values() if unit.side == side and unit.key in base.setup]
        deep = list(rows)[: 1 + 2 * units // size]
        places = random.sample([grid.at(column, row) for row in deep for column in range(size)], units)
        for number, h in enumerate(places):
            key = f"{side}-{number}"
            found[key] = replace(kinds[number % len(kinds)], key=key)
            setup[key] = grid.name(h)
    return base.with_(
        map=board, units=found, setup=setup, arrivals=(), victory=Victory(), special={}, turns=Turns(2, frozenset())
    )


def turns(player: str, name: str = SCENARIO) -> float:
    """Two game turns with many units against two with few, at so many actions each as there come to be."""

    def battle_of(units: int) -> None:
        game = Game(battle(units, name), 7)
        report = play(game, seat([player], game.scenario.sides, 7))
        if report.stopped_by_umpire:
            raise RuntimeError(f"the umpire stopped the game: {report.findings}")

    return in_turns(lambda: battle_of(MANY), lambda: battle_of(FEW), rounds=3).share


@bench("turns of random players: what ten times the units cost", 11, "times")
def random_turns() -> float:
    return turns("random")


@bench("turns of the staff: what ten times the units cost", 11, "times")
def staff_turns() -> float:
    return turns("staff")


@bench("turns of the Fire & Movement staff: what ten times the units cost", 11, "times")
def fire_turns() -> float:
    return turns("staff", "arracourt")
