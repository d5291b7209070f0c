"""Questions are checked in words, and answered by the rules."""

from __future__ import annotations

import json

import pytest
from toy_race import race

from engine.errors import HexwrightError, NameNotKnown
from engine.play import Game
from engine.umpire import query


@pytest.fixture
def game() -> Game:
    return Game(race())


def test_reach_is_plain_data(game: Game) -> None:
    answer = query.reach(game, "A1")
    assert answer["unit"] == "a1"
    assert answer["hexes"]["0201"] == {"cost": 1}
    assert json.loads(json.dumps(answer)) == answer


def test_odds(game: Game) -> None:
    assert query.ask(game, "odds", ["0103", "a1", "a2"]) == {
        "hex": "0103",
        "units": ["a1", "a2"],
        "odds": "1:1",
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["reach", "a"], "no unit 'a'; did you mean a1|a2"),
        (["reach", "xyz"], "there are a1, a2, b1, b2"),
        (["zoc", "z"], "no side 'z'"),
        (["odds", "9999", "a1"], "no hex '9999'"),
        (["odds", "0101"], "is written: odds HEX UNIT"),
        (["los", "0101"], "is written: los A B"),
        (["raech", "a1"], "no question 'raech'; did you mean reach"),
        (["zoc", "a"], "the rules of toy do not tell zones of control"),
        (["los", "0101", "0103"], "the rules of toy do not tell lines of sight"),
        (["field", "0101"], "the rules of toy do not tell lines of sight"),
        (["field", "Z9"], "no hex 'Z9'"),
        (["field"], "is written: field HEX..."),
    ],
)
def test_questions_that_make_no_sense(game: Game, words: list[str], said: str) -> None:
    with pytest.raises(HexwrightError, match=said):
        query.ask(game, words[0], words[1:])


@pytest.mark.parametrize(
    "words",
    [
        *(["los"], ["los", "0101", "0102", "0103"], ["reach"], ["reach", "a1", "a2"], ["zoc"], ["zoc", "a", "b"]),
        *(["supply"], ["supply", "a", "b"], ["field"], ["odds"], ["odds", "0101"], ["columns", "a", "b"]),
        *(["march"], ["forage"], ["score", "a"], ["concealed"], ["concealed", "a", "b"], ["view"], ["view", "a", "b"]),
    ],
    ids=" ".join,
)
def test_a_question_with_too_few_or_too_many_words_is_shown_as_it_is_written(game: Game, words: list[str]) -> None:
    with pytest.raises(HexwrightError, match=f"the question is written: {words[0]} "):
        query.ask(game, words[0], words[1:])


def test_no_attackers(game: Game) -> None:
    with pytest.raises(HexwrightError, match="at least one"):
        query.odds(game, "0101", [])
    with pytest.raises(NameNotKnown):
        query.los(game, "0101", "Z9")


def test_rules_that_count_nothing_tell_no_score(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game.rules), "tally", lambda _rules, _state: None)
    with pytest.raises(HexwrightError, match="the rules of toy tell no score"):
        query.ask(game, "score", [])


def test_no_hexes_to_look_from(game: Game) -> None:
    with pytest.raises(HexwrightError, match="at least one hex"):
        query.field(game, [])


def test_a_view_is_what_one_side_may_know(game: Game) -> None:
    answer = query.ask(game, "view", ["A"], side="a")
    assert answer["side"] == "a"
    assert answer["state"] == game.view("a")
    assert answer["units"] == game.rules.units(game.state)
    assert json.loads(json.dumps(answer)) == answer


def test_a_side_may_not_ask_for_anothers_view(game: Game) -> None:
    with pytest.raises(HexwrightError, match="A may not see what B sees"):
        query.ask(game, "view", ["b"], side="a")
    assert query.ask(game, "view", ["b"])["side"] == "b"


def test_answers_to_a_side_are_those_to_all_where_nothing_is_hidden(game: Game) -> None:
    assert query.ask(game, "reach", ["a1"], side="b") == query.ask(game, "reach", ["a1"])
    with pytest.raises(NameNotKnown, match="no side 'z'"):
        query.ask(game, "reach", ["a1"], side="z")
