"""Questions are records: how they are written, what their words name, and where a system registers them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

import pytest
import toy_race
from toy_race import race

from engine.errors import HexwrightError, NameNotKnown
from engine.play import Game, registry
from engine.play.answer_records import SightAnswer
from engine.play.asked import arguments, find
from engine.play.display import ReachOverlay
from engine.play.questions import Argument, Question, Takes, plain_answer
from engine.umpire import query


@dataclass(frozen=True)
class Pair:
    names: tuple[str, ...]
    seen: frozenset[str] = frozenset()


def question(key: str, *arguments: Argument, **more: Any) -> Question:
    """A question that answers with what it was given."""
    return Question(
        key=key,
        about="what it was asked",
        arguments=arguments,
        answer=dict,
        function=lambda _rules, _state, side, given: {"side": side, **given},
        **more,
    )


GOING = question("going", Argument("what", (Takes.UNIT, Takes.PLACE)))
MARCH = question(
    "march",
    Argument("units", Takes.UNIT, "UNIT", many=True),
    Argument("leader", Takes.UNIT, "HQ", optional=True, after="by"),
)
COMPARE = question("compare", Argument("a", Takes.NUMBER), Argument("b", Takes.NUMBER))
TARGETS = question("targets", Argument("unit", Takes.UNIT), Argument("edge", Takes.WORD, optional=True))
WAR = question("civil war")
OWN = question("mine", Argument("side", Takes.SIDE), own="side")
ALL = (GOING, MARCH, COMPARE, TARGETS, WAR, question("war", Argument("side", Takes.SIDE)), OWN)


def read(*words: str) -> dict[str, Any]:
    return arguments(find(ALL, words), race())


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose rules can be asked all of these questions, and no others."""
    monkeypatch.setattr(toy_race, "ASKED", replace(toy_race.SYSTEM, questions=ALL), raising=False)
    monkeypatch.setitem(registry.SYSTEMS, "toy", "toy_race:ASKED")
    return Game(race())


@pytest.mark.parametrize(
    ("asked", "form"),
    [(GOING, "WHAT"), (MARCH, "UNIT... [by HQ]"), (COMPARE, "A B"), (TARGETS, "UNIT [EDGE]"), (WAR, "")],
    ids=lambda one: getattr(one, "key", ""),
)
def test_help_says_how_a_question_is_written(asked: Question, form: str) -> None:
    assert asked.form == form
    assert asked.help == (f"{form}: what it was asked" if form else "what it was asked")


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (("going", "A1"), {"what": "a1"}),
        (("going", "0101"), {"what": "0101"}),
        (("march", "a1", "a2"), {"units": ["a1", "a2"]}),
        (("march", "a1..a2", "b1"), {"units": ["a1", "a2", "b1"]}),
        (("march", "a1", "BY", "a2"), {"units": ["a1"], "leader": "a2"}),
        (("compare", "3", "-2.5"), {"a": 3, "b": -2.5}),
        (("targets", "a1"), {"unit": "a1"}),
        (("targets", "a1", "left"), {"unit": "a1", "edge": "left"}),
        (("civil", "war"), {}),
        (("Civil", "War"), {}),
        (("war", "B"), {"side": "b"}),
    ],
    ids=str,
)
def test_words_are_read_as_names_of_the_scenario(words: tuple[str, ...], given: dict[str, Any]) -> None:
    assert read(*words) == given


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("going",), "the question is written: going WHAT: what it was asked"),
        (("going", "a1", "a2"), "the question is written: going WHAT"),
        (("going", "xyz"), "no hex 'xyz'"),
        (("march",), "the question is written: march UNIT"),
        (("march", "a1", "by", "z"), "there is no unit 'z'"),
        (("march", "a2..a1"), "runs backwards"),
        (("march", "a1..a9"), "there is no unit 'a3'"),
        (("compare", "3", "many"), "'many' is not a number"),
        (("compare", "3", "inf"), "'inf' is not a number"),
        (("compare", "3", "1e999"), "'1e999' is not a number"),
        (("compare", "3", "9" * 5000), "is not a number"),
        (("civil", "war", "a"), "the question is written: civil war"),
        (("civil",), "no question 'civil'; did you mean civil war"),
        ((), "no question ''"),
    ],
    ids=str,
)
def test_words_that_make_no_sense_are_refused_with_how_it_is_written(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(HexwrightError, match=said):
        read(*words)


def test_a_place_may_have_several_words(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = race()
    find_one = scenario.map.find
    monkeypatch.setattr(
        type(scenario.map), "find", lambda _map, text: 7 if text == "0101 facing 90" else find_one(text)
    )
    monkeypatch.setattr(type(scenario.map), "parse", lambda map_, text: map_.find(text))
    far = question("far", Argument("a", Takes.PLACE), Argument("b", Takes.PLACE))
    given = arguments(find([far], ["far", "0101", "facing", "90", "0102"]), scenario)
    assert given == {"a": scenario.map.spell(7), "b": "0102"}


def test_what_a_system_registers_can_be_asked_by_its_key(game: Game) -> None:
    assert query.ask(game, "going", ["a1"]) == {"side": "", "what": "a1"}
    assert query.ask(game, "civil war") == {"side": ""}
    assert query.ask(game, "civil", ["war"], side="b") == {"side": "b"}
    assert query.helped(game.scenario).keys() == {one.key for one in ALL} | {"view"}
    with pytest.raises(NameNotKnown, match="no question 'reach'"):
        query.ask(game, "reach", ["a1"])


def test_nobody_asks_for_what_another_side_knows(game: Game) -> None:
    assert query.ask(game, "mine", ["a"]) == {"side": "a"}
    assert query.ask(game, "mine", ["A"], side="a") == {"side": "a"}
    with pytest.raises(HexwrightError, match="A cannot see what B sees"):
        query.ask(game, "mine", ["b"], side="a")


def test_answers_become_plain_data() -> None:
    answer = {"pair": Pair(("b", "a"), frozenset("yx")), "numbers": (1, 2.5), "none": None}
    plain = {"pair": {"names": ["b", "a"], "seen": ["x", "y"]}, "numbers": [1, 2.5], "none": None}
    assert plain_answer(answer) == plain
    assert json.loads(json.dumps(plain_answer(answer))) == plain


def test_a_record_becomes_keys_in_its_own_order_and_from_is_one_of_them() -> None:
    answer = SightAnswer("L0101", "L0103", 2, "blocked", ["woods"], "x:1", ["L0102"], [], [])
    keys = ["from", "to", "range", "state", "because", "rule", "hexes", "sides", "along"]
    assert list(plain_answer(answer)) == keys
    assert plain_answer(answer)["from"] == "L0101"


def test_the_questions_of_every_system_are_told_apart_and_say_what_they_answer() -> None:
    for system in registry.systems():
        keys = [one.key for one in system.questions]
        assert len(keys) == len(set(keys))
        for one in system.questions:
            assert one.about
            assert not one.about.endswith(".")
            assert one.answer is not None
            assert all(not argument.many for argument in one.arguments[:-1] if not one.arguments[-1].after)
            assert one.own in ("", *(argument.name for argument in one.arguments))
        assert len(list(system.shown(ReachOverlay))) <= 1, "the View menu has one switch for such a question"


def test_a_question_is_found_by_its_key_and_a_near_one_is_hinted_at() -> None:
    assert registry.system("sns2").question("Forage").key == "forage"
    with pytest.raises(NameNotKnown, match="did you mean forage"):
        registry.system("sns2").question("forrage")
