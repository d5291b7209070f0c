"""Counts of many games, and how sure they are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final, TypeVar

from engine.trials.games import GameResult

DRAW: Final = "draw"
Z95: Final = 1.959963984540054
"""Standard deviations to either side that hold 95 % of a normal distribution."""

Interval = tuple[float, float]
Numbers = Mapping[str, float]
_Row = TypeVar("_Row")


def wilson(hits: int, games: int) -> Interval:
    """The 95 % interval of a rate by Wilson's score: sensible near 0 and 1 and for few games; (0, 1) for none."""
    if games == 0:
        return 0.0, 1.0
    rate, z2 = hits / games, Z95 * Z95
    centre = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = Z95 / (1 + z2 / games) * sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    return max(0.0, centre - half), min(1.0, centre + half)


@dataclass(frozen=True, slots=True)
class UnitCount:
    """What became of a unit: in how many games it was on the map, fought, and was eliminated."""

    present: int
    fought: int
    eliminated: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What many games came to."""

    games: int
    wins: Mapping[str, int]
    """By side, and ``draw``. Games that the umpire stopped do not count."""
    intervals: Mapping[str, Interval]
    """95 % intervals of the win rates."""
    levels: Mapping[str, int]
    """How often each level of victory, as ``side level``."""
    turns: float
    """Mean game turns, likewise actions and losses."""
    actions: float
    lost_steps: Numbers
    lost_units: Numbers
    score: Numbers
    score_by_turn: Sequence[Numbers]
    """Mean points at the end of each turn, over the games that lasted so long."""
    lost_by_turn: Sequence[Numbers]
    """Mean steps that each side has lost up to the end of each turn, over the games that lasted so long."""
    held_by_turn: Sequence[Mapping[str, Numbers]]
    """For each turn and objective the share of the games that lasted so long in which each side holds it."""
    lost_at: Mapping[str, Numbers]
    """For each hex the mean steps that each side loses there in a game."""
    units: Mapping[str, UnitCount]
    """By unit, for those that were on the map in any game."""
    lengths: Mapping[int, int]
    """How many games lasted each number of turns."""
    stopped: Sequence[tuple[int, str]]
    """(seed, reason) of the games that the umpire stopped."""

    @property
    def counted(self) -> int:
        """The games that came to their end."""
        return self.games - len(self.stopped)

    def rate(self, name: str) -> float:
        """The share of games that a side has won, or that were a ``draw``."""
        return self.wins[name] / self.counted if self.counted else 0.0

    @property
    def idle(self) -> list[str]:
        """The units that were on the map and never fought in any game."""
        return [key for key, unit in self.units.items() if not unit.fought]

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "games": self.games,
            "stopped": [{"seed": seed, "reason": reason} for seed, reason in self.stopped],
            "wins": {
                name: {
                    "games": wins,
                    "rate": round(self.rate(name), 4),
                    "interval": [round(bound, 4) for bound in self.intervals[name]],
                }
                for name, wins in self.wins.items()
            },
            "levels": dict(self.levels),
            "mean": {
                "turns": round(self.turns, 3),
                "actions": round(self.actions, 3),
                "score": _rounded(self.score),
                "lost_steps": _rounded(self.lost_steps),
                "lost_units": _rounded(self.lost_units),
            },
            "lengths": {str(turns): games for turns, games in self.lengths.items()},
            "score_by_turn": [_rounded(scores) for scores in self.score_by_turn],
            "lost_by_turn": [_rounded(steps) for steps in self.lost_by_turn],
            "held_by_turn": [{place: _rounded(by) for place, by in held.items()} for held in self.held_by_turn],
            "lost_at": {name: _rounded(steps) for name, steps in self.lost_at.items()},
            "units": {
                key: {"present": unit.present, "fought": unit.fought, "eliminated": unit.eliminated}
                for key, unit in self.units.items()
            },
            "never_fought": self.idle,
        }


def summarise(results: Iterable[GameResult], sides: Sequence[str]) -> Summary:
    """Count the results of games between these sides."""
    games = list(results)
    counted = [game for game in games if not game.stopped]
    wins = Counter(game.winner or DRAW for game in counted)
    names = [*sides, DRAW]
    return Summary(
        games=len(games),
        wins={name: wins[name] for name in names},
        intervals={name: wilson(wins[name], len(counted)) for name in names},
        levels=dict(Counter(f"{game.winner} {game.level}" for game in counted if game.winner and game.level)),
        turns=mean([game.turns for game in counted]),
        actions=mean([game.actions for game in counted]),
        lost_steps=_means([game.lost_steps for game in counted]),
        lost_units=_means([game.lost_units for game in counted]),
        score=_means([game.score for game in counted]),
        score_by_turn=[_means(rows) for rows in _by_turn([game.score_by_turn for game in counted])],
        lost_by_turn=[_means(rows) for rows in _by_turn([_lost_so_far(game, sides) for game in counted])],
        held_by_turn=[_shares(rows) for rows in _by_turn([game.held_by_turn for game in counted])],
        lost_at=_lost_at(counted),
        units=_unit_counts(counted),
        lengths=dict(sorted(Counter(game.turns for game in counted).items())),
        stopped=[(game.seed, game.stopped) for game in games if game.stopped],
    )


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def _by_turn(games: Sequence[Sequence[_Row]]) -> list[list[_Row]]:
    """For each turn the rows of the games that lasted so long."""
    longest = max(map(len, games), default=0)
    return [[rows[turn] for rows in games if len(rows) > turn] for turn in range(longest)]


def _lost_so_far(game: GameResult, sides: Sequence[str]) -> list[dict[str, float]]:
    """The steps that each side has lost up to the end of each turn that was played."""
    lost = dict.fromkeys(sides, 0.0)
    rows = []
    for turn in range(1, game.turns + 1):
        for loss in game.losses:
            if loss.turn == turn and loss.side in lost:
                lost[loss.side] += loss.steps
        rows.append(dict(lost))
    return rows


def _shares(rows: Sequence[Mapping[str, str]]) -> dict[str, Numbers]:
    holders: dict[str, Counter[str]] = {}
    for held in rows:
        for place, side in held.items():
            holders.setdefault(place, Counter())[side] += 1
    return {place: {side: count / len(rows) for side, count in by.items()} for place, by in holders.items()}


def _lost_at(games: Sequence[GameResult]) -> dict[str, Numbers]:
    lost: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for game in games:
        for loss in game.losses:
            if loss.hex:
                lost[loss.hex][loss.side] += loss.steps
    return {name: {side: steps / len(games) for side, steps in by.items()} for name, by in sorted(lost.items())}


def _unit_counts(games: Sequence[GameResult]) -> dict[str, UnitCount]:
    present = Counter(key for game in games for key in game.present)
    fought = Counter(key for game in games for key in game.fought)
    dead = Counter(loss.unit for game in games for loss in game.losses if loss.dead)
    return {key: UnitCount(count, fought[key], dead[key]) for key, count in present.items()}


def _means(rows: Sequence[Numbers]) -> dict[str, float]:
    keys = dict.fromkeys(key for row in rows for key in row)
    return {key: mean([row[key] for row in rows if key in row]) for key in keys}


def _rounded(values: Numbers) -> dict[str, float]:
    return {key: round(value, 3) for key, value in values.items()}
