"""Play many games of one scenario, on several processes. Game n is the same game whatever the number of jobs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.play import Game, Rules
from engine.play.registry import system
from engine.players import make
from engine.scenario import Scenario
from engine.trials.crew import shared_out
from engine.umpire.testturns import LIMIT, Report, Taken, play

_CHUNK: Final = 4
"""Games handed to a process at a time: enough to keep it busy, few enough to stop soon."""


@dataclass(frozen=True, slots=True)
class TrialSpec:
    """What to play: ``games`` games with the seeds from ``first_seed`` on."""

    scenario: Scenario
    players: Mapping[str, str]
    """Side to the name of its player."""
    games: int
    first_seed: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    limit: int = LIMIT
    """Actions after which a game is stopped."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game went. ``winner`` is empty for a draw; ``stopped`` is the umpire's reason, if it stopped the game."""

    seed: int
    winner: str
    level: str
    reason: str
    turns: int
    actions: int
    score: Mapping[str, float]
    lost_steps: Mapping[str, int]
    lost_units: Mapping[str, int]
    score_by_turn: tuple[Mapping[str, float], ...] = ()
    """Points of each side at the end of each turn, where the rules keep a running score."""
    stopped: str = ""

    def row(self) -> dict[str, Any]:
        """One line of a table: a column for each number and side."""
        row: dict[str, Any] = {
            "seed": self.seed,
            "winner": self.winner,
            "level": self.level,
            "turns": self.turns,
            "actions": self.actions,
        }
        for side, points in self.score.items():
            row[f"score_{side}"] = points
        for side in self.lost_steps:
            row[f"lost_steps_{side}"] = self.lost_steps[side]
            row[f"lost_units_{side}"] = self.lost_units[side]
        return {**row, "reason": self.reason, "stopped": self.stopped}


def run_games(spec: TrialSpec, jobs: int = 1) -> Iterator[GameResult]:
    """Play the games and give their results in the order of their seeds, each as soon as it may be had.

    ``jobs`` is how many processes work at once. Abandoning the iterator stops the work.
    """
    seeds = range(spec.first_seed, spec.first_seed + spec.games)
    if jobs <= 1 or spec.games <= 1:
        rules = _bound(spec)
        yield from (play_one(spec, seed, rules) for seed in seeds)
        return
    step = min(_CHUNK, -(-spec.games // jobs))
    chunks = (seeds[begin : begin + step] for begin in range(0, len(seeds), step))
    for results in shared_out(_player_of, (spec,), chunks, jobs):
        yield from results


def play_one(spec: TrialSpec, seed: int, rules: Rules[Any] | None = None) -> GameResult:
    """One game of a trial."""
    game = Game(spec.scenario, seed, spec.options, rules=rules)
    players = {side: make(name, side, seed) for side, name in spec.players.items()}
    before = game.rules.units(game.state)
    scores: list[dict[str, float]] = []

    def watch(taken: Taken) -> None:
        if game.state.turn > taken.turn or game.state.ended:
            scores.append(_score(game))

    report = play(game, players, limit=spec.limit, inspect=False, progress=watch)
    return _result(report, seed, before, scores)


def _score(game: Game) -> dict[str, float]:
    score = game.rules.status(game.state).get("score")
    return dict(score) if isinstance(score, Mapping) else {}


def _result(report: Report, seed: int, before: dict[str, dict[str, Any]], scores: list[dict[str, float]]) -> GameResult:
    game, outcome = report.game, report.outcome
    after = game.rules.units(game.state)
    sides = list(game.scenario.sides)
    steps, units = dict.fromkeys(sides, 0), dict.fromkeys(sides, 0)
    for key, unit in game.scenario.units.items():
        if key in before and key in after and unit.side in steps:
            steps[unit.side] += _steps(before[key]) - _steps(after[key])
            units[unit.side] += bool(after[key].get("dead")) - bool(before[key].get("dead"))
    return GameResult(
        seed=seed,
        winner=outcome.winner if outcome else "",
        level=outcome.level if outcome else "",
        reason=outcome.reason if outcome else "",
        turns=report.turns,
        actions=report.actions,
        score=dict(outcome.score) if outcome else {},
        lost_steps=steps,
        lost_units=units,
        score_by_turn=tuple(scores) if any(scores) else (),
        stopped=report.findings[0].message if report.findings else "",
    )


def _steps(unit: Mapping[str, Any]) -> int:
    return 0 if unit.get("dead") else int(unit.get("steps", 1))


def _bound(spec: TrialSpec) -> Rules[Any]:
    return system(spec.scenario.system).rules(spec.scenario, spec.options)


def _player_of(spec: TrialSpec) -> Callable[[range], list[GameResult]]:
    """What plays the games of some seeds: the rules are bound once for all of them."""
    rules = _bound(spec)
    return lambda seeds: [play_one(spec, seed, rules) for seed in seeds]
