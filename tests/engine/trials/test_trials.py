"""Trials: game n is the same game whatever the number of jobs, and the counts add up."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.formats import load_scenario
from engine.trials import GameResult, TrialSpec, run_games, summarise, wilson

sys.path.insert(0, str(Path(__file__).parents[1] / "umpire"))

from toy_race import RaceRules, race

from engine.play import registry
from engine.trials.games import play_one


def result(seed: int, winner: str, **more: object) -> GameResult:
    defaults = {
        "level": "decisive" if winner else "",
        "reason": "",
        "turns": 4,
        "actions": 20,
        "score": {"a": 2.0, "b": 1.0},
        "lost_steps": {"a": 1, "b": 2},
        "lost_units": {"a": 0, "b": 1},
    }
    return GameResult(seed=seed, winner=winner, **{**defaults, **more})


def test_the_number_of_jobs_changes_nothing() -> None:
    scenario = load_scenario("first_steps")
    spec = TrialSpec(scenario, dict.fromkeys(scenario.sides, "random"), games=9, first_seed=5)
    alone = list(run_games(spec, 1))
    assert list(run_games(spec, 2)) == alone
    assert [game.seed for game in alone] == list(range(5, 14))
    assert all(not game.stopped for game in alone)
    assert len({game.actions for game in alone}) > 1


def test_points_are_noted_at_the_end_of_every_turn() -> None:
    scenario = load_scenario("first_steps")
    spec = TrialSpec(scenario, dict.fromkeys(scenario.sides, "first"), games=1)
    (game,) = run_games(spec)
    assert len(game.score_by_turn) == game.turns == scenario.turns.count
    assert game.score_by_turn[-1] == game.score


def test_a_game_that_the_umpire_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SYSTEMS, "toy", "toy_race")
    scenario = race(options={"stuck": 2})
    spec = TrialSpec(scenario, {"a": "first", "b": "first"}, games=1)
    game = play_one(spec, 1, RaceRules(scenario))
    assert "no action is legal" in game.stopped
    assert game.winner == ""
    assert game.row()["stopped"] == game.stopped


def test_a_summary() -> None:
    games = [
        result(1, "a"),
        result(2, "a", turns=6, score_by_turn=({"a": 1.0, "b": 0.0}, {"a": 3.0, "b": 0.0})),
        result(3, "", score_by_turn=({"a": 2.0, "b": 0.0},)),
        result(4, "b", stopped="no end", turns=99),
    ]
    summary = summarise(games, ["a", "b"])
    assert summary.wins == {"a": 2, "b": 0, "draw": 1}
    assert summary.levels == {"a decisive": 2}
    assert summary.turns == pytest.approx(14 / 3)
    assert summary.lost_steps == {"a": 1.0, "b": 2.0}
    assert summary.score_by_turn == [{"a": 1.5, "b": 0.0}, {"a": 3.0, "b": 0.0}]
    assert summary.stopped == [(4, "no end")]
    data = summary.to_json()
    assert data["wins"]["a"]["rate"] == 0.6667
    assert data["games"] == 4


def test_a_summary_of_nothing() -> None:
    assert summarise([], ["a", "b"]).to_json()["wins"]["a"] == {"games": 0, "rate": 0.0, "interval": [0.0, 1.0]}


@pytest.mark.parametrize(
    ("hits", "games", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (50, 100, 0.4038, 0.5962)],
)
def test_wilson(hits: int, games: int, low: float, high: float) -> None:
    assert wilson(hits, games) == pytest.approx((low, high), abs=5e-5)
