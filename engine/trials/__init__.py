"""Many games of a scenario: run them on all cores, count, say how sure the counts are."""

from engine.trials.games import GameResult, TrialSpec, run_games
from engine.trials.statistics import Summary, summarise, wilson

__all__ = ["GameResult", "Summary", "TrialSpec", "run_games", "summarise", "wilson"]
