"""What must never take long whatever it is given: files that are hopeless, a whole game against the greedy player."""

from __future__ import annotations

from harness import Took, bench, slowest, typical

from engine.formats import load_scenario, load_text
from engine.play import Game
from engine.players import seat
from engine.umpire.testturns import play

MANY = 2_500_000
HOPELESS = (
    "[" * (4 * MANY),
    "- a\n" * MANY,
    "[" + "a," * (2 * MANY) + "]",
    'a: "' + "b" * (4 * MANY),
    "&a " * MANY,
    "%YAML 1.1\n" * (MANY // 3),
    "name: x\n" * 20_000,
)
"""Ten megabytes each, but for the last: nested, endless, never closed, the same key again and again."""


@bench("the slowest hopeless file of 10 MB, refused", 2, "s")
def hopeless() -> Took:
    """From the text to the findings."""
    return slowest(typical(lambda text=text: load_text(text), rounds=1) for text in HOPELESS)


@bench("a game of Lundy's Lane, greedy against greedy", 1, "s")
def greedy() -> Took:
    """From the first turn to the outcome."""
    scenario = load_scenario("lundys_lane")

    def game() -> None:
        play(Game(scenario, 3), seat(["greedy"], scenario.sides, 5))

    return typical(game, rounds=3)
