"""What the umpire and the players are measured by: checks, reach, lines of sight, test turns, playouts."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from random import Random
from typing import Any

from harness import Took, Watch, bench, shared, typical

from engine.board.battlemap import BattleMap
from engine.board.grid import Grid, GridSpec
from engine.formats import load_palette, load_scenario
from engine.mechanics.movement import reach
from engine.play import Game, Rules
from engine.play.registry import system
from engine.players import seat
from engine.scenario import Scenario
from engine.umpire.testturns import play

SCENARIO = "lundys_lane"
MOVEMENT_POINTS = 8
HALVES = 2
"""TLG2 counts movement in half points."""


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


@bench("reach of one unit, 8 movement points", 0.15)
def reach_of_a_unit() -> Took:
    """From the middle of Lundy's Lane, where the ground is open, roads and all, with nobody in the way."""
    bound: Any = rules()
    grid = scenario().map.grid
    steps = next(iter(bound.steps.values()))
    middle = grid.at(grid.columns // 2, grid.rows // 2)
    return typical(lambda: reach(middle, steps, MOVEMENT_POINTS * HALVES, {}, None), number=50)


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


@bench("lines of sight from one hex to all of a 50 x 40 map", 20)
def sight_of_all() -> Took:
    """What the editor's overlay asks for: state and reasons for every hex."""
    game = wide_game()
    grid = scenario_grid(game)
    start = grid.name(grid.at(25, 20))
    knows: Any = game.rules
    return typical(lambda: knows.sights(game.state, start))


def scenario_grid(game: Game) -> Grid:
    """The grid a game is played on."""
    return game.scenario.map.grid


@bench("staff plays one game turn of Lundy's Lane", 60)
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


@bench("random playout of Lundy's Lane, actions", 15_000, "a second", more=True)
def playout() -> float:
    """Thirty whole games."""
    actions, taken = 0, 0.0
    for seed in range(30):
        game, random = Game(scenario(), seed, rules=rules()), Random(seed)
        watch = Watch()
        while game.decision is not None:
            game.apply(game.legal_actions().sample(random), trusted=True)
            actions += 1
        taken += watch.took().idle
    return actions / taken
