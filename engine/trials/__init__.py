"""Many games of a scenario: run them on all cores, count, say how sure the counts are; compare, sweep a value."""

from engine.trials.comparing import Comparison, compare
from engine.trials.games import GameResult, Loss, TrialSpec
from engine.trials.running import run_games
from engine.trials.statistics import DRAW, Summary, summarise, wilson

__all__ = [
    "DRAW",
    "Comparison",
    "GameResult",
    "Loss",
    "Summary",
    "TrialSpec",
    "compare",
    "run_games",
    "summarise",
    "wilson",
]
