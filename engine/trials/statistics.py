"""Counts of many games, and how sure they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from engine.trials.games import GameResult

DRAW: Final = "draw"
_Z95: Final = 1.959963984540054
"""Standard deviations to either side that hold 95 % of a normal distribution."""


def wilson(hits: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate by Wilson's score: sensible near 0 and 1 and for few games; (0, 1) for none."""
    if games == 0:
        return 0.0, 1.0
    rate, z2 = hits / games, _Z95 * _Z95
    centre = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = _Z95 / (1 + z2 / games) * sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    return max(0.0, centre - half), min(1.0, centre + half)


@dataclass(frozen=True, slots=True)
class Summary:
    """What many games came to."""

    games: int
    wins: Mapping[str, int]
    """By side, and ``draw``. Games that the umpire stopped count for nobody."""
    intervals: Mapping[str, tuple[float, float]]
    """95 % intervals of the win rates."""
    levels: Mapping[str, int]
    """How often each level of victory, as ``side level``."""
    turns: float
    """Mean game turns, likewise actions and losses."""
    actions: float
    lost_steps: Mapping[str, float]
    lost_units: Mapping[str, float]
    score: Mapping[str, float]
    score_by_turn: Sequence[Mapping[str, float]]
    """Mean points at the end of each turn, over the games that lasted so long."""
    stopped: Sequence[tuple[int, str]]
    """(seed, reason) of the games that the umpire stopped."""

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        counted = self.games - len(self.stopped)
        return {
            "games": self.games,
            "stopped": [{"seed": seed, "reason": reason} for seed, reason in self.stopped],
            "wins": {
                side: {
                    "games": wins,
                    "rate": round(wins / counted, 4) if counted else 0.0,
                    "interval": [round(bound, 4) for bound in self.intervals[side]],
                }
                for side, wins in self.wins.items()
            },
            "levels": dict(self.levels),
            "mean": {
                "turns": round(self.turns, 3),
                "actions": round(self.actions, 3),
                "score": _rounded(self.score),
                "lost_steps": _rounded(self.lost_steps),
                "lost_units": _rounded(self.lost_units),
            },
            "score_by_turn": [_rounded(scores) for scores in self.score_by_turn],
        }


def summarise(results: Iterable[GameResult], sides: Sequence[str]) -> Summary:
    """Count the results of games between these sides."""
    games = list(results)
    counted = [game for game in games if not game.stopped]
    wins = Counter(game.winner or DRAW for game in counted)
    names = [*sides, DRAW]
    longest = max((len(game.score_by_turn) for game in counted), default=0)
    return Summary(
        games=len(games),
        wins={name: wins[name] for name in names},
        intervals={name: wilson(wins[name], len(counted)) for name in names},
        levels=dict(Counter(f"{game.winner} {game.level}" for game in counted if game.winner and game.level)),
        turns=_mean([game.turns for game in counted]),
        actions=_mean([game.actions for game in counted]),
        lost_steps=_means([game.lost_steps for game in counted]),
        lost_units=_means([game.lost_units for game in counted]),
        score=_means([game.score for game in counted]),
        score_by_turn=[
            _means([game.score_by_turn[turn] for game in counted if len(game.score_by_turn) > turn])
            for turn in range(longest)
        ],
        stopped=[(game.seed, game.stopped) for game in games if game.stopped],
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _means(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    keys = dict.fromkeys(key for row in rows for key in row)
    return {key: _mean([row[key] for row in rows if key in row]) for key in keys}


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {key: round(value, 3) for key, value in values.items()}
