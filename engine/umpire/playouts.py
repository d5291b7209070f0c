"""Random games of a scenario: the deep check, and what the contract suite and the soak run are made of."""

from __future__ import annotations

from typing import Any, Final

from engine.findings import Finding
from engine.play import Game, Rules
from engine.players import seat
from engine.scenario import Scenario
from engine.umpire.testturns import LIMIT, Report, play

GAMES: Final = 3


def playout(
    scenario: Scenario, seed: int, player: str = "random", limit: int = LIMIT, rules: Rules[Any] | None = None
) -> Report:
    """One whole game, every side played by one kind of player; the same seed gives the same game."""
    game = Game(scenario, seed, rules=rules)
    return play(game, seat([player], scenario.sides, seed), limit=limit)


def playout_findings(scenario: Scenario, games: int = GAMES, first_seed: int = 1) -> list[Finding]:
    """What stopped random games, each kind of finding once; the message says the seed that shows it again."""
    found: dict[str, Finding] = {}
    for seed in range(first_seed, first_seed + games):
        for finding in playout(scenario, seed).findings:
            said = f"{finding.message} (random players, seed {seed})"
            again = Finding(finding.code, finding.severity, said, finding.place, finding.rule, finding.hint)
            found.setdefault(finding.code, again)
    return list(found.values())
