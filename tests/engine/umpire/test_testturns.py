"""Test turns stop where they should, and say why."""

from __future__ import annotations

import pytest
from toy_race import race

from engine.play import Action, Game
from engine.players import seat
from engine.players.simple import ScriptedPlayer
from engine.umpire.testturns import Report, Stop, Taken, play, steps


def played(*players: str, turns: int | None = None, limit: int = 1000, **options: object) -> Report:
    game = Game(race(), 3, options)
    return play(game, seat(players, game.scenario.sides, 3), turns, limit)


def test_turns_are_played_to_their_end() -> None:
    report = played("first", turns=2)
    assert report.stop is Stop.TURNS
    assert report.turns == 2
    assert report.actions == 4
    assert report.game.state.turn == 3
    assert not report.findings


def test_the_outcome_ends_the_game() -> None:
    report = played("greedy", "first")
    assert report.stop is Stop.OUTCOME
    assert report.outcome is not None
    assert report.outcome.winner == "a"
    assert report.game.decision is None


def test_all_turns_counted_when_time_runs_out() -> None:
    report = played("first")
    assert report.stop is Stop.OUTCOME
    assert report.turns == 12 == report.game.scenario.turns.count


@pytest.mark.parametrize(
    ("options", "limit", "code", "words"),
    [
        ({"stuck": 2}, 1000, "PLAY101", "no legal action"),
        ({"unsound": 2}, 1000, "PLAY102", "the option says so"),
        ({}, 7, "PLAY103", "no end after 7 actions"),
    ],
)
def test_the_umpire_stops_a_game(options: dict[str, object], limit: int, code: str, words: str) -> None:
    report = played("first", limit=limit, **options)
    assert report.stopped_by_umpire
    assert [finding.code for finding in report.findings] == [code]
    assert words in report.findings[0].message
    assert report.findings[0].rule.startswith("toy:")


@pytest.mark.parametrize(
    ("text", "words"),
    [("run a1 0801", "illegal: not one hex"), ("dance", "cannot read 'dance'"), ("run a1 9999", "no hex")],
)
def test_a_player_that_errs_stops_the_game(text: str, words: str) -> None:
    game = Game(race())
    report = play(game, {"a": ScriptedPlayer("a", [text])})
    assert [finding.code for finding in report.findings] == ["PLAY104"]
    assert words in report.findings[0].message
    assert len(game) == 0


class Failing(ScriptedPlayer):
    """A player with a fault in it."""

    def choose(self, game: Game) -> Action:
        raise LookupError("no answer")


def test_a_player_that_fails_where_nothing_is_legal_is_not_at_fault() -> None:
    game = Game(race(), options={"stuck": 1})
    report = play(game, {"a": Failing("a", [])})
    assert [finding.code for finding in report.findings] == ["PLAY101"]
    # An answer there is wrong whatever it is.
    report = play(Game(race(), options={"stuck": 1}), {"a": ScriptedPlayer("a", ["run a1 0201"])})
    assert [finding.code for finding in report.findings] == ["PLAY101"]
    with pytest.raises(LookupError, match="no answer"):
        play(Game(race()), {"a": Failing("a", [])})


def test_a_side_without_player_stops_the_game() -> None:
    report = play(Game(race()), seat(["first"], ["a"]))
    assert "no player plays B" in report.findings[0].message


def test_steps_yield_after_each_action() -> None:
    game = Game(race(), 3)
    going = steps(game, seat(["greedy"], game.scenario.sides))
    first = next(going)
    assert isinstance(first, Taken)
    assert len(game) == 1 == first.number
    assert first.side == "a"
    assert first.kind == "run"
    assert first.text == game.actions[0]
    assert first.reason
    assert first.to_json()["events"][0]["event"] == "run"
    next(going)
    going.close()
    assert len(game) == 2


def test_progress_hears_of_every_action() -> None:
    heard: list[Taken] = []
    game = Game(race(), 3)
    report = play(game, seat(["random"], game.scenario.sides), 3, progress=heard.append)
    assert [taken.text for taken in heard] == game.actions
    assert len(heard) == report.actions


def test_a_game_that_is_played_on_meanwhile_stops_after_its_turns_all_the_same() -> None:
    game = Game(race(), 3)
    going = steps(game, seat(["first"], game.scenario.sides), 1)
    next(going)
    while game.state.turn < 4:
        game.apply("pass")
    with pytest.raises(StopIteration) as stopped:
        next(going)
    assert stopped.value.value.stop is Stop.TURNS
