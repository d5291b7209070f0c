"""Two versions with the same seeds: pairs, McNemar's exact test, and what is left out."""

from __future__ import annotations

from math import sqrt

import pytest

from engine.trials import GameResult, compare
from engine.trials.comparing import mcnemar


def game(seed: int, winner: str, points: float = 0, lost: int = 0, stopped: str = "") -> GameResult:
    score, steps = {"a": points, "b": 0.0}, {"a": lost, "b": 0}
    return GameResult(seed, winner, "", "", 4, 20, score, steps, {"a": 0, "b": 0}, stopped=stopped)


def games(winners: str, **more: int) -> list[GameResult]:
    """A game for each letter, seeds from 1; ``-`` is a draw."""
    return [game(seed, winner.strip("-"), **more) for seed, winner in enumerate(winners, 1)]


@pytest.mark.parametrize(
    ("first", "second", "p"),
    # Exact binomial probabilities with n = first + second and 1/2, worked out by hand.
    [(0, 0, 1.0), (1, 1, 1.0), (0, 5, 2 / 32), (5, 0, 2 / 32), (0, 6, 2 / 64), (1, 9, 2 * 11 / 1024), (3, 7, 0.34375)],
)
def test_mcnemar(first: int, second: int, p: float) -> None:
    assert mcnemar(first, second) == pytest.approx(p)


def test_pairs_are_counted() -> None:
    made = compare(games("aabb-"), games("abba-"), ["a", "b"])
    a = made.wins["a"]
    assert made.pairs == 5
    assert (a.first_only, a.second_only, a.both, a.neither) == (1, 1, 1, 2)
    assert a.share == 0
    assert a.interval == pytest.approx((-1.959964 * sqrt(3) / 7, 1.959964 * sqrt(3) / 7), abs=1e-6)
    assert made.wins["draw"].both == 1
    assert not made.is_real


def test_the_same_games_differ_in_nothing() -> None:
    made = compare(games("ab" * 30), games("ab" * 30), ["a", "b"])
    assert {one.p for one in made.wins.values()} == {1.0}
    assert {one.mean for one in made.score.values()} == {0.0}


def test_a_real_difference_is_told() -> None:
    made = compare(games("b" * 40, points=1, lost=2), games("a" * 10 + "b" * 30, points=4, lost=1), ["a", "b"])
    assert made.wins["a"].share == 0.25
    assert made.wins["a"].interval[0] > 0
    assert made.wins["a"].p == pytest.approx(2 / 1024)
    assert made.is_real
    assert made.score["a"].mean == 3
    assert made.lost_steps["a"].mean == -1
    data = made.to_json()
    assert data["real"] is True
    assert data["test"] == "McNemar's exact test"


def test_what_is_usual_by_chance_is_not_real() -> None:
    """Fourteen games turned one way and seven the other: p is 0.19."""
    made = compare(games("b" * 14 + "a" * 7), games("a" * 14 + "b" * 7), ["a", "b"])
    assert made.wins["a"].p == pytest.approx(0.18924, abs=1e-5)
    assert not made.is_real


def test_pairs_need_both_games() -> None:
    first = [game(1, "a"), game(2, "a", stopped="no end"), game(3, "a"), game(4, "a")]
    second = [game(4, "b"), game(3, "a", stopped="no end"), game(2, "b"), game(9, "b")]
    made = compare(first, second, ["a", "b"])
    assert made.pairs == 1
    assert made.wins["a"].first_only == 1
    assert made.to_json()["score"]["a"]["interval"] is None


def test_nothing_to_compare() -> None:
    assert compare([], [], ["a", "b"]).to_json()["wins"]["a"]["difference"] == 0
