"""Two versions of a scenario, played with the same seeds: what is different, and whether the difference is real.

Game n of the one is paired with game n of the other. Of the games that a side wins in one version alone, half would
fall to either version if the two were alike; McNemar's exact test says how likely so uneven a share would then be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, sqrt
from statistics import fmean, stdev
from typing import Any, Final

from engine.trials.games import GameResult
from engine.trials.statistics import DRAW, Z95, Interval

TEST: Final = "McNemar's exact test"
LEVEL: Final = 0.05
"""A difference as great as this comes by chance in one of twenty comparisons; a rarer one is taken for real."""


@dataclass(frozen=True, slots=True)
class WinDifference:
    """How often one side (or a draw) wins in the second version rather than in the first."""

    first_only: int
    """Games won in the first version and not in the second."""
    second_only: int
    both: int
    neither: int
    share: float
    """Share of games won in the second version, less that in the first."""
    interval: Interval
    """95 % interval of that, by Agresti and Min."""
    p: float
    """The chance of a difference at least as great if the versions were alike, by McNemar's exact test."""

    @property
    def is_real(self) -> bool:
        """Whether chance is a poor explanation of it."""
        return self.p < LEVEL


@dataclass(frozen=True, slots=True)
class MeanDifference:
    """A number of the second version less that of the first, over pairs of games; ``interval`` holds 95 %."""

    mean: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two versions of a scenario."""

    pairs: int
    wins: Mapping[str, WinDifference]
    """By side, and ``draw``."""
    score: Mapping[str, MeanDifference]
    """Points of each side."""
    lost_steps: Mapping[str, MeanDifference]

    @property
    def is_real(self) -> bool:
        """Whether any side wins more often, or less, than chance explains."""
        return any(one.is_real for name, one in self.wins.items() if name != DRAW)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "pairs": self.pairs,
            "test": TEST,
            "level": LEVEL,
            "real": self.is_real,
            "wins": {
                name: {
                    "first_only": one.first_only,
                    "second_only": one.second_only,
                    "both": one.both,
                    "neither": one.neither,
                    "difference": round(one.share, 4),
                    "interval": [round(bound, 4) for bound in one.interval],
                    "p": one.p,
                    "real": one.is_real,
                }
                for name, one in self.wins.items()
            },
            "score": _plain(self.score),
            "lost_steps": _plain(self.lost_steps),
        }


def compare(first: Iterable[GameResult], second: Iterable[GameResult], sides: Sequence[str]) -> Comparison:
    """Compare games of two versions, pair by pair of one seed; without pairs of which the umpire stopped a game."""
    seconds = {game.seed: game for game in second if not game.stopped}
    pairs = [(game, seconds[game.seed]) for game in first if not game.stopped and game.seed in seconds]
    return Comparison(
        pairs=len(pairs),
        wins={name: _difference([(_won(a, name), _won(b, name)) for a, b in pairs]) for name in (*sides, DRAW)},
        score={side: _of_means([b.score.get(side, 0) - a.score.get(side, 0) for a, b in pairs]) for side in sides},
        lost_steps={
            side: _of_means([b.lost_steps.get(side, 0) - a.lost_steps.get(side, 0) for a, b in pairs]) for side in sides
        },
    )


def mcnemar(first_only: int, second_only: int) -> float:
    """The two-sided p of McNemar's exact test: of the pairs that differ, half are expected either way."""
    differ = first_only + second_only
    tail = sum(comb(differ, k) for k in range(min(first_only, second_only) + 1))
    return min(1.0, float(Fraction(2 * tail, 2**differ)))


def _won(game: GameResult, name: str) -> bool:
    return (game.winner or DRAW) == name


def _difference(pairs: Sequence[tuple[bool, bool]]) -> WinDifference:
    first = sum(a and not b for a, b in pairs)
    second = sum(b and not a for a, b in pairs)
    both = sum(a and b for a, b in pairs)
    count = len(pairs)
    share = (second - first) / count if count else 0.0
    return WinDifference(
        first, second, both, count - first - second - both, share, _paired(first, second, count), mcnemar(first, second)
    )


def _paired(first: int, second: int, count: int) -> Interval:
    """The 95 % interval of a difference of paired shares, by Agresti and Min: half a pair is added to each cell."""
    games = count + 2
    middle = (second - first) / games
    half = Z95 * sqrt(max(0.0, first + second + 1 - (second - first) ** 2 / games)) / games
    return max(-1.0, middle - half), min(1.0, middle + half)


def _of_means(differences: Sequence[float]) -> MeanDifference:
    if len(differences) < 2:
        middle = differences[0] if differences else 0.0
        return MeanDifference(middle, (float("-inf"), float("inf")))
    middle, half = fmean(differences), Z95 * stdev(differences) / sqrt(len(differences))
    return MeanDifference(middle, (middle - half, middle + half))


def _plain(values: Mapping[str, MeanDifference]) -> dict[str, Any]:
    return {side: {"difference": round(one.mean, 3), "interval": _ends(one.interval)} for side, one in values.items()}


def _ends(interval: Interval) -> list[float] | None:
    return None if interval[0] == float("-inf") else [round(bound, 3) for bound in interval]
