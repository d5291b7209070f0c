"""Questions are checked in words, and answered by the rules."""

from __future__ import annotations

import json

import fm_field
import pytest
import tlg2_field
from hex_field import field
from toy_race import race

from engine.errors import HexwrightError, NameNotKnown
from engine.mechanics.hexes.hexstate import DEAD, exited_at
from engine.play import Game
from engine.scenario import Arrival
from engine.umpire import query


@pytest.fixture
def game() -> Game:
    return Game(race())


def test_reach_is_plain_data(game: Game) -> None:
    answer = query.ask(game, "reach", ["A1"])
    assert answer["unit"] == "a1"
    assert answer["hexes"]["0201"] == {"cost": 1, "path": ["0201"], "stops": False}
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
        *(["supply"], ["supply", "a", "b"], ["field"], ["odds"], ["odds", "0101"]),
        *(["retreats"], ["score", "a"], ["view"], ["view", "a", "b"]),
    ],
    ids=" ".join,
)
def test_a_question_with_too_few_or_too_many_words_is_shown_as_it_is_written(game: Game, words: list[str]) -> None:
    with pytest.raises(HexwrightError, match=f"the question is written: {words[0]} "):
        query.ask(game, words[0], words[1:])


def test_rules_that_count_nothing_tell_no_score(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game.rules), "tally", lambda _rules, _state: None)
    with pytest.raises(HexwrightError, match="the rules of toy have no score"):
        query.ask(game, "score", [])


@pytest.mark.parametrize("words", [["march"], ["march", "br-1", "na-1", "by"], ["columns", "british", "native"]])
def test_what_only_campaigns_are_asked_is_no_question_to_others(game: Game, words: list[str]) -> None:
    with pytest.raises(NameNotKnown, match=f"there is no question '{words[0]}'"):
        query.ask(game, words[0], words[1:])
    assert words[0] not in query.helped(game.scenario)


def test_every_question_of_the_rules_is_listed_with_what_it_wants(game: Game) -> None:
    listed = query.helped(game.scenario)
    assert listed["reach"] == "UNIT: where a unit can move, and at what cost"
    assert listed["odds"].startswith("HEX UNIT...: ")
    assert listed["view"].startswith("SIDE: ")


def test_an_action_is_judged_as_one_of_a_side(game: Game) -> None:
    assert query.judge(game, ["A", "run", "a1", "0201"]).to_json() == {
        "legal": True,
        "rule": "",
        "reason": "",
        "also": [],
    }
    far = query.judge(game, ["a", "run a1 0801"])
    assert (far.legal, far.rule, far.also) == (False, "toy:1", ())
    others = query.judge(game, ["b", "run b1 0203"], side="b")
    assert (others.legal, others.rule) == (False, "toy:1")
    assert "is for A, not for B" in others.reason
    with pytest.raises(HexwrightError, match="judge SIDE ACTION"):
        query.judge(game, ["a"])
    with pytest.raises(NameNotKnown, match="no side 'z'"):
        query.judge(game, ["z", "pass"])
    with pytest.raises(HexwrightError, match="cannot read 'dance'"):
        query.judge(game, ["a", "dance"])


def test_a_view_is_what_one_side_may_know(game: Game) -> None:
    answer = query.ask(game, "view", ["A"], side="a")
    assert answer["side"] == "a"
    assert answer["state"] == game.view("a")
    assert answer["units"] == game.rules.units(game.state)
    assert json.loads(json.dumps(answer)) == answer


def test_a_side_may_not_ask_for_anothers_view(game: Game) -> None:
    with pytest.raises(HexwrightError, match="A cannot see what B sees"):
        query.ask(game, "view", ["b"], side="a")
    assert query.ask(game, "view", ["b"])["side"] == "b"


def test_answers_to_a_side_are_those_to_all_where_nothing_is_hidden(game: Game) -> None:
    assert query.ask(game, "reach", ["a1"], side="b") == query.ask(game, "reach", ["a1"])
    with pytest.raises(NameNotKnown, match="no side 'z'"):
        query.ask(game, "reach", ["a1"], side="z")


FM_FIELD = fm_field.game(
    field(), {"cw-1 infantry 4-3-3": "X0605", "cw-2 infantry 4-3-3": "", "ge-1 infantry 3-3-3": "X0606"}
)
TLG2_FIELD = tlg2_field.game(
    field(), {"us-1 infantry 3": "X0605", "us-2 infantry 3": "", "ac-1 infantry 3": "X0606", "ac-2 infantry 3": "X1212"}
)


@pytest.mark.parametrize(
    ("playing", "target", "units", "said"),
    [
        (FM_FIELD, "X0909", ["cw-1"], "there is no enemy unit in X0909"),
        (FM_FIELD, "X0605", ["cw-1"], "there is no enemy unit in X0605"),
        (FM_FIELD, "X0606", ["cw-2"], "cw-2 is not on the map"),
        (TLG2_FIELD, "X0909", ["us-1"], "there is no unit in X0909"),
        (TLG2_FIELD, "X0606", ["us-2"], "us-2 is not on the map"),
    ],
)
def test_odds_of_what_is_not_there(playing: Game, target: str, units: list[str], said: str) -> None:
    with pytest.raises(HexwrightError, match=rf"^{said}$"):
        query.ask(playing, "odds", [target, *units])
    with pytest.raises(HexwrightError, match=r"^name the attacking units$"):
        playing.rules.odds(playing.state, target, [])


@pytest.mark.parametrize(
    ("unit", "rule", "because"),
    [
        ("us-1", "tlg2:4.1", "is in an enemy zone of control"),
        ("us-2", "tlg2:2.6", "takes no part in this game"),
        ("us-gone", "tlg2:2.6", "has left the map"),
        ("us-3", "tlg2:4.9", "every hex next to it is closed to it"),
        ("us-9", "tlg2:4.6", ""),
        ("us-late", "tlg2:5.2", "arrives on turn 2"),
        ("us-now", "tlg2:5.3", "its entry hex is closed to it, or its place in the column costs too much"),
        ("us-dead", "tlg2:2.6", "is eliminated"),
    ],
)
def test_why_a_unit_goes_nowhere(unit: str, rule: str, because: str) -> None:
    shut_in = dict.fromkeys(["us-late infantry 3", "us-now infantry 3", "us-2 infantry 3"], "")
    shut_in |= {"us-1 infantry 3": "X0605", "ac-1 infantry 3": "X0606", "us-3 infantry 3": "X1201"}
    shut_in |= {"us-9 infantry 3": "X0101", "us-dead infantry 3": "X0112", "us-gone infantry 3": "X0111"}
    board = field(terrain={"river": "X1101 X1102 X1202 X0301 X0401 X0501 X0201"})
    arrivals = [Arrival(turn, "us", ("X0301",), (key,)) for turn, key in ((2, "us-late"), (1, "us-now"))]
    playing = tlg2_field.game(board, shut_in, arrivals=arrivals)
    find = playing.rules.field.roster.find
    playing.state.place(find("us-dead"), DEAD)
    playing.state.place(find("us-gone"), exited_at(playing.state.where[find("us-gone")]))
    answer = query.ask(playing, "reach", [unit])
    assert (answer["rule"], answer["because"]) == (rule, because)
