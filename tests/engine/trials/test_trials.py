"""Trials: game n is the same game whatever the number of jobs, and the counts add up."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from engine.errors import HexwrightError
from engine.formats import load_scenario
from engine.trials import GameResult, Loss, TrialSpec, run_games, summarise, wilson

sys.path.insert(0, str(Path(__file__).parents[1] / "umpire"))

from toy_race import RaceRules, race

from engine.play import Event, Game, registry
from engine.players import seat
from engine.trials.games import _last_place, play_one
from engine.trials.statistics import UnitCount
from engine.umpire.testturns import play


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


def first_steps(games: int, player: str = "random") -> TrialSpec:
    scenario = load_scenario("first_steps")
    return TrialSpec(scenario, dict.fromkeys(scenario.sides, player), games, first_seed=5)


@pytest.mark.parametrize("make", [ThreadPoolExecutor, lambda n: ProcessPoolExecutor(n, get_context("spawn"))])
def test_any_executor_gives_the_same_games(make: Callable[[int], Executor]) -> None:
    spec = first_steps(9)
    with make(2) as executor:
        assert list(run_games(spec, executor=executor)) == list(run_games(spec, 1))


class Unlucky(ThreadPoolExecutor):
    """Loses what it is given, or plays other games than it was asked for."""

    def __init__(self, wrong: Callable[..., object]) -> None:
        super().__init__(1)
        self.wrong = wrong
        self.given: list[Future[object]] = []

    def submit(self, fn: Callable[..., object], /, *args: object, **more: object) -> Future[object]:
        self.given.append(super().submit(self.wrong, fn, *args))
        return self.given[-1]


def loses(_play: Callable[..., object], *_given: object) -> object:
    raise ConnectionError("the line is dead")


def doubles(play: Callable[..., list[GameResult]], packed: bytes, seeds: range) -> list[GameResult]:
    return play(packed, seeds) + play(packed, seeds[:1])


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (loses, "games 5 to 8 could not be played there: ConnectionError: the line is dead"),
        (doubles, "other games came back"),
    ],
)
def test_games_that_an_executor_loses_or_doubles_are_told_of(wrong: Callable[..., object], told: str) -> None:
    with Unlucky(wrong) as executor, pytest.raises(HexwrightError, match=told):
        list(run_games(first_steps(9), executor=executor))


def test_whoever_goes_away_calls_the_rest_off() -> None:
    with Unlucky(lambda play, *given: play(*given)) as executor:
        games = run_games(first_steps(400), executor=executor)
        next(games)
        games.close()
    assert sum(future.cancelled() for future in executor.given) > 50


def test_what_happened_to_units_is_noted() -> None:
    spec = first_steps(6, "staff")
    for game in run_games(spec):
        for side in spec.scenario.sides:
            lost = [loss for loss in game.losses if loss.side == side]
            assert sum(loss.steps for loss in lost) == game.lost_steps[side]
            assert sum(loss.dead for loss in lost) == game.lost_units[side]
        assert all(1 <= loss.turn <= 3 and spec.scenario.map.grid.find(loss.hex) >= 0 for loss in game.losses)
        assert {loss.unit for loss in game.losses} <= set(game.fought) <= set(game.present) <= set(spec.scenario.units)
        assert [set(held) for held in game.held_by_turn] == 3 * [{"F1004", "F1104"}]


def test_a_unit_that_is_lost_in_retreat_died_where_it_stood_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two events of one action lead it on before it is eliminated."""
    game = next(game for game in run_games(first_steps(60, "staff")) if any(loss.dead for loss in game.losses))
    loss = next(loss for loss in game.losses if loss.dead)
    events = [
        Event("retreat", "", {"unit": loss.unit, "from": "F0101", "to": "F0102"}),
        Event("retreat", "", {"unit": "another", "from": "F0101", "to": "F0109"}),
        Event("loss", "", {"unit": loss.unit, "steps": 0}),
    ]
    assert _last_place(loss.unit, "F0101", events) == "F0102"
    assert (
        _last_place(loss.unit, "F0101", [*events, Event("eliminated", "", {"unit": loss.unit, "at": "F0103"})])
        == "F0103"
    )


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
    assert "no legal action" in game.stopped
    assert game.winner == ""
    assert game.row()["stopped"] == game.stopped


def test_a_summary() -> None:
    games = [
        result(1, "a"),
        result(2, "a", turns=6, score_by_turn=({"a": 1.0, "b": 0.0}, {"a": 3.0, "b": 0.0})),
        result(3, "", score_by_turn=({"a": 2.0, "b": 0.0},)),
        result(4, "b", stopped="no end", turns=99, losses=(Loss(1, "a", "u", "0101", 9, True),)),
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


def test_losses_objectives_and_units_are_counted() -> None:
    first = result(
        1,
        "a",
        turns=2,
        losses=(
            Loss(1, "a", "u", "0101", 1, False),
            Loss(2, "a", "u", "0102", 1, True),
            Loss(2, "b", "v", "", 2, True),
        ),
        held_by_turn=({"0303": "a"}, {"0303": "b"}),
        present=("u", "v", "w"),
        fought=("u",),
    )
    second = result(2, "b", turns=1, held_by_turn=({"0303": ""},), present=("u",), fought=())
    summary = summarise([first, second], ["a", "b"])
    assert summary.lost_by_turn == [{"a": 0.5, "b": 0.0}, {"a": 2.0, "b": 2.0}]
    assert summary.held_by_turn == [{"0303": {"a": 0.5, "": 0.5}}, {"0303": {"b": 1.0}}]
    assert summary.lost_at == {"0101": {"a": 0.5}, "0102": {"a": 0.5}}
    assert summary.units == {"u": UnitCount(2, 1, 1), "v": UnitCount(1, 0, 1), "w": UnitCount(1, 0, 0)}
    assert summary.idle == ["v", "w"]
    assert summary.lengths == {1: 1, 2: 1}
    assert summary.to_json()["never_fought"] == ["v", "w"]


def test_a_summary_of_nothing() -> None:
    assert summarise([], ["a", "b"]).to_json()["wins"]["a"] == {"games": 0, "rate": 0.0, "interval": [0.0, 1.0]}


@pytest.mark.parametrize(
    ("hits", "games", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (50, 100, 0.4038, 0.5962)],
)
def test_wilson(hits: int, games: int, low: float, high: float) -> None:
    assert wilson(hits, games) == pytest.approx((low, high), abs=5e-5)


def test_steps_lost_are_those_that_units_have_no_more() -> None:
    """Counted again from where the same game ends."""
    spec = first_steps(6, "staff")
    for played in run_games(spec):
        game = Game(spec.scenario, played.seed)
        before = game.rules.units(game.state)
        play(game, seat(["staff"], spec.scenario.sides, played.seed), inspect=False)
        after = game.rules.units(game.state)
        for side in spec.scenario.sides:
            mine = [key for key, unit in spec.scenario.units.items() if unit.side == side]
            assert played.lost_steps[side] == sum(before[key]["steps"] - after[key]["steps"] for key in mine)


def test_no_game_of_a_trial_begins_with_enemies_in_one_hex() -> None:
    given = load_scenario("first_steps")
    ours, theirs = (next(key for key in given.setup if given.units[key].side == side) for side in given.sides)
    broken = given.with_(setup={**given.setup, ours: given.setup[theirs]})
    with pytest.raises(HexwrightError, match=r"breaks the rules: both sides at .*; correct the set-up first"):
        list(run_games(TrialSpec(broken, dict.fromkeys(given.sides, "random"), 2), jobs=1))
