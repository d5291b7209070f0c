"""What the umpire and the players are measured by: checks, lines of sight, test turns."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from math import inf
from random import Random
from typing import Any

from harness import Took, Watch, bench, shared, typical

from engine.formats import load_palette, load_scenario
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.play import Game, Rules
from engine.play.registry import system
from engine.players import seat
from engine.scenario import Scenario
from engine.umpire.testturns import play

SCENARIO = "lundys_lane"


@cache
def scenario() -> Scenario:
    """Lundy's Lane."""
    return load_scenario(SCENARIO)


@cache
def rules() -> Rules[Any]:
    """The rules bound to it."""
    return system(scenario().system).rules(scenario())


@cache
def wide_game() -> Game:
    """The battle on a map of 50 x 40 hexes with woods, buildings and slopes strewn over it."""
    grid = Grid(GridSpec(columns=50, rows=40))
    random = Random(50 * 40)
    board = BattleMap(grid, load_palette("standard"))
    for h in grid.hexes:
        if random.random() < 0.12:
            board.terrain[h] = "forest"
        if random.random() < 0.03:
            board.features[h] = ("building",)
    for h in random.sample(grid.hexes, 40):
        for direction in range(6):
            if grid.neighbour(h, direction) >= 0:
                board.hexsides[grid.side(h, direction)] = {"slope": h}
    names = iter(grid.name(h) for h in random.sample(grid.hexes, len(scenario().setup)))
    setup = dict(zip(scenario().setup, names, strict=True))
    victory = type(scenario().victory)()
    return Game(scenario().with_(map=board, setup=setup, arrivals=(), victory=victory, special={}))


@bench("`hexwright check` of a shipped scenario, whole process", 0.6, "s")
def check() -> Took:
    """Lundy's Lane, from the start of Python to its exit."""
    command = [sys.executable, "-m", "editor.commandline.cli", "check", SCENARIO]
    return typical(lambda: subprocess.run(command, check=True, capture_output=True), rounds=5, children=True)


@bench("line of sight, one pair", 0.05)
def sight_of_a_pair() -> Took:
    """Any two hexes of the wide map, with the reasons, as the umpire is asked for it."""
    game = wide_game()
    grid = scenario_grid(game)
    random = Random(7)
    pairs = [(grid.name(a), grid.name(b)) for a, b in (random.sample(grid.hexes, 2) for _ in range(400))]
    knows: Any = game.rules

    def look() -> None:
        for a, b in pairs:
            knows.sight(game.state, a, b)

    return shared(typical(look), len(pairs))


def scenario_grid(game: Game) -> Grid:
    """The grid a game is played on."""
    return game.scenario.map.grid


@bench("staff plays one game turn of Lundy's Lane", inf)
def staff_turn() -> Took:
    """The mean over the turns of a whole game, the umpire looking on."""
    game = Game(scenario(), 1812, rules=rules())
    players = seat(["staff"], scenario().sides, 1812)
    watch = Watch()
    report = play(game, players)
    taken = watch.took()
    if report.stopped_by_umpire or not report.turns:
        raise RuntimeError(f"the umpire stopped the game: {report.findings}")
    return shared(taken, report.turns)
