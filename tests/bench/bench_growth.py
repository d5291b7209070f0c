"""How the cost grows with the work: what ten times the size costs, in times of the small one."""

from __future__ import annotations

from bench_engine import SCENARIO
from harness import bench, in_turns

from engine.garbage import seldom_collected
from engine.play import Game
from engine.players import seat
from engine.umpire.checks.run import check_map
from engine.umpire.testturns import play
from maps import made
from tests.tools.battles import battle

SMALL, LARGE = 57, 180
"""Columns and rows of two maps, one with ten times the hexes of the other."""
FEW, MANY = 10, 100
"""Units a side of two battles."""


@bench("checks of a map: what ten times the hexes cost", 11, "times")
def checks() -> float:
    small, large = made(SMALL), made(LARGE)
    more = large.grid.size / small.grid.size / 10
    return in_turns(lambda: check_map(large), lambda: check_map(small), rounds=5).share / more


def turns(player: str, name: str = SCENARIO) -> float:
    """Two game turns with many units against two with few, at so many actions each as there come to be.

    Garbage is looked for as the command line and the trials have it.
    """

    def battle_of(units: int) -> None:
        with seldom_collected():
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
