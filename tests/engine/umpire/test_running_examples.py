"""Examples of play pass when everything is as they say, and say what is not."""

from __future__ import annotations

from typing import Any

import pytest
from toy_race import RaceRules, race

from engine.formats.specs import ExampleSpec, ScriptStep
from engine.play import Event, Start
from engine.umpire.examples import ExampleResult, _misnamed, run_example

GOOD: dict[str, Any] = {
    "rule": "toy:3",
    "about": "a six lets a runner run again",
    "scenario": race(),
    "dice": [6, 3],
    "script": [("a", "run a1 0201"), ("a", "run a1 0301"), ("b", "run b1 0203")],
    "expect": [
        {"event": "run", "unit": "a1", "to": "0201"},
        {"event": "again", "rule": "toy:3"},
        {"event": "run", "unit": "b1"},
    ],
    "final": {"a1": {"at": "0301", "steps": 1, "dead": False}, "b1": {"at": "0203"}},
    "illegal": [("a", "run a1 0801", "toy:1"), ("a", "run a2 0203", "toy:2"), ("a", "run b1 0303", "")],
    "legal": [("a", "pass"), ("a", "run a2 0101")],
    "decision": {"side": "a", "kind": "run", "rule": "toy:1"},
}


def example(**changes: Any) -> ExampleResult:
    """An example with changes; scripts as (side, action), what is tried as (side, action, paragraph)."""
    fields = {**GOOD, **changes}
    script = [ScriptStep(*step, path=("script", number)) for number, step in enumerate(fields["script"])]
    tried = [
        ScriptStep(side, do, kind, tuple(filter(None, rules)), path=(kind, number))
        for kind in ("illegal", "legal")
        for number, (side, do, *rules) in enumerate(fields.pop(kind))
    ]
    return run_example(ExampleSpec(**{**fields, "script": script, "tried": tried}))


def only_failure(**changes: Any) -> str:
    result = example(**changes)
    assert [failure.place.path for failure in result.failures] == [result.failures[0].place.path]
    return result.failures[0].message


def test_a_good_example_passes() -> None:
    result = example()
    assert result.failures == []
    assert result.passed
    assert [event.kind for event in result.events][:2] == ["run", "again"]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ([("b", "run b1 0203")], "it is the choice of A (run, toy:1), not of B"),
        ([("a", "run a1 0801")], "this is illegal: not one hex, or not yours [toy:1]"),
        ([("a", "dance")], "cannot read 'dance'"),
        ([("a", "run a1 0201"), ("b", "pass")], "it is the choice of A (again, toy:3), not of B"),
    ],
)
def test_scripts_that_cannot_be_played(script: list[tuple[str, str]], words: str) -> None:
    result = example(script=script)
    assert len(result.failures) == 1
    assert words in result.failures[0].message
    assert result.failures[0].place.path == ("script", len(script) - 1)


def test_a_failing_script_shows_what_happened() -> None:
    message = only_failure(script=[("a", "run a1 0201"), ("a", "dance")])
    assert "what happened:\n    run unit a1, to 0201 [toy:1]\n    again unit a1 [toy:3]" in message
    assert "nothing happened" in only_failure(script=[("a", "dance")])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"expect": [{"event": "run", "unit": "a1", "to": "0202"}]}, 'expected {"event": "run"'),
        (
            {"expect": [{"event": "again"}, {"event": "run", "to": "0201"}]},
            "after again unit a1 [toy:3]",
        ),
        ({"final": {"a1": {"at": "0302"}}}, "expected a1 at 0302, but it is 0301"),
        ({"final": {"a1": {"at": None}}}, "expected a1 at nothing, but it is 0301"),
        ({"final": {"a1": {"steps": 2}}}, "expected a1 steps 2, but it is 1"),
        ({"final": {"a1": {"dead": True}}}, "expected a1 dead true, but it is false"),
        ({"final": {"a1": {"mood": "good"}}}, "units have at, steps, dead"),
        ({"final": {"a9": {"at": "0101"}}}, "no unit 'a9'"),
        ({"illegal": [("a", "pass", "toy:1")]}, "expected to be refused under toy:1, but it is legal"),
        ({"illegal": [("a", "run a1 0801", "toy:2")]}, "it is for: not one hex, or not yours [toy:1]"),
        ({"illegal": [("a", "dance", "toy:1")]}, "it cannot even be read"),
        ({"legal": [("b", "pass")]}, "expected to be legal, but it is the choice of A"),
        ({"legal": [("a", "run a1 0801")]}, "expected to be legal, but this is illegal"),
        ({"decision": {"kind": "again"}}, "expected a decision with kind again, but it is run"),
        (
            {"outcome": {"winner": "a"}},
            'over with {"winner": "a"}, but it goes on in turn 2 of 12; A is asked: run or pass',
        ),
        ({"dice": [7]}, "forced result 7 is not on a die"),
        ({"start": Start(phase="swimming")}, "cannot be set up: there is no phase 'swimming'"),
    ],
)
def test_what_is_not_as_the_example_says(changes: dict[str, Any], words: str) -> None:
    final = {"a1": {"at": "0301"}}
    assert words in only_failure(**{"final": final, **changes})


def test_a_script_may_spell_out_what_was_forced() -> None:
    tired: dict[str, Any] = {"options": {"tired": True}, "expect": [{"event": "again"}], "final": {}, "illegal": []}
    spelt = [("a", "run a1 0201"), ("a", "pass"), ("b", "run b1 0203")]
    assert example(**tired, script=spelt).passed
    assert example(**tired, script=[spelt[0], spelt[2]]).passed
    twice = example(**tired, script=[spelt[0], spelt[1], spelt[1]])
    assert "it is the choice of B" in twice.failures[0].message
    assert "it is the choice of B" in example(**tired, script=[spelt[0], ("a", "run a1 0301")]).failures[0].message


def test_the_end_of_a_game() -> None:
    near = Start(units={"a1": "0801", "a2": "0101"})
    win = {"start": near, "script": [("a", "run a1 0802")], "expect": [{"event": "win"}], "final": {}}
    none: dict[str, Any] = {"decision": None, "illegal": [], "legal": []}
    assert example(**win, **none, outcome={"winner": "a", "rule": "toy:4"}).passed
    assert "expected winner b, but it is a" in only_failure(**win, **none, outcome={"winner": "b"})
    assert "the game is over" in only_failure(**win, **{**none, "decision": {"side": "b"}})
    assert "the game is over" in only_failure(**win, **{**none, "illegal": [("b", "pass", "")]})
    assert "the game is over" in only_failure(**win, **{**none, "legal": [("b", "pass")]})


def test_what_comes_out_of_turn_is_refused() -> None:
    assert example(illegal=[("b", "pass", "toy:1"), ("b", "run b1 0303", "toy:1")]).passed
    message = only_failure(illegal=[("b", "pass", "toy:3")])
    assert "it is for: this decision (run) is for A, not for B [toy:1]" in message
    tired = Start(phase="running")
    again = {"script": [("a", "run a1 0201")], "start": tired, "final": {}, "legal": [], "decision": None, "expect": []}
    assert example(**again, illegal=[("b", "pass", "toy:3")]).passed  # what a is asked after a six


def test_what_is_told_at_once_may_be_expected_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    turned = [{"event": "again"}, {"event": "run", "unit": "a1", "to": "0201"}]
    assert not example(expect=turned).passed
    monkeypatch.setattr(RaceRules, "told_at_once", frozenset({"run", "again"}))
    assert example(expect=turned).passed
    assert not example(expect=[turned[0], turned[0]]).passed  # each event is expected once
    monkeypatch.setattr(RaceRules, "told_at_once", frozenset({"run"}))
    assert not example(expect=turned).passed


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"event": "runs", "unit": "a1"}, "(did you mean the event 'run'?)"),
        ({"event": "run", "hex": "0201"}, "(no run event has 'hex'; there are rule, unit, to)"),
        ({"event": "run", "to": "0808"}, '"to": "0808"}; what happened'),
    ],
)
def test_misnamed_events_are_told(wanted: dict[str, Any], words: str) -> None:
    assert words in only_failure(expect=[wanted])


def test_all_fields_of_a_misnamed_event_are_told() -> None:
    made = [Event("hit", "toy:1", {"at": "0201", "unit": "a1"})]
    assert _misnamed({"event": "hit", "hex": "0201"}, made) == (" (no hit event has 'hex'; there are rule, at, unit)")


def test_all_failures_are_told() -> None:
    result = example(final={"a1": {"at": "0302", "steps": 9}}, expect=[{"event": "fly"}], decision={"side": "b"})
    assert len(result.failures) == 4
