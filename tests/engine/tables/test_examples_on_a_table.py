"""Examples of play on an open table: places by their numbers, lengths, contacts, answers, findings."""

from __future__ import annotations

import pytest

from engine.formats import load_text
from engine.formats.specs import ExampleSpec
from engine.play import Game, registry
from engine.umpire import query
from engine.umpire.checks import bars_to_play
from engine.umpire.examples import run_example

FIELD = """\
format: hexwright-example 1
rule: bases:1
about: three bases on a table
scenario:
  system: bases
  map: {palette: table, table: {size: [3600, 2400]}}
  turns: 3
  sides: {red: {name: Red}, blue: {name: Blue}}
  units:
    ax-1: {side: red, type: Ax}
    ax-2: {side: red, type: Ax}
    sp-9: {side: blue, type: Sp}
start:
  {side: red, phase: moves, only: true, set: {bound: 2},
   units: {ax-1: [910, 700, 0], ax-2: "990,700/0", sp-9: {at: [910, 620, 180]}}}
"""


@pytest.fixture(autouse=True)
def _bases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.SYSTEMS, "bases", "toy_bases")


def spec_of(text: str, field: str = FIELD) -> ExampleSpec:
    loaded = load_text(field + text)
    assert isinstance(loaded.model, ExampleSpec), loaded.findings
    assert bars_to_play(loaded) == []
    return loaded.model


def failures(text: str) -> list[str]:
    return [failure.message for failure in run_example(spec_of(text)).failures]


WHOLE = """\
script:
- answers: [{ask: contacts ax-1, answer: []}, {ask: height ax-1, answer: 701}]
- red: "move ax-2: ahead 40"
- verdicts: {red: "move ax-1: ahead 40", length: 40, share: 20, cost: 1, ends: {ax-1: [910, 660, 0]}}
- red: "move ax-1: ahead 79"
expect: [{event: move, unit: ax-1, length: 78, to: [910, 621, 0]}]
final: {ax-1: [910, 620, 0], ax-2: {at: "990,661/0.1"}, sp-9: "910,620/180"}
verdicts:
- {red: "move ax-2: ahead 201", is: illegal, rule: bases:1, length: 200, share: 101}
- {red: "move ax-2: ahead 700", is: illegal, rule: [bases:2, 9.9]}
- {red: "move ax-1: ahead 1", is: illegal, rule: 3, contacts: [ax-1 front sp-9], ends: {ax-1: "910,620/0"}}
answers:
- {ask: going ax-1, answer: good}
- {ask: "going 300,300 facing 90", answer: good}
- {ask: civil war, answer: false}
- {ask: targets ax-1, answer: sp-9 ax-2}
clean: [{rule: 9}]
"""


def test_a_whole_example() -> None:
    assert failures(WHOLE) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "ax-1: [910, 620, 0], ax-2",
            "ax-1: [910, 619, 0], ax-2",
            "expected ax-1 at 910,619/0, but it is [910.0, 621.0",
        ),
        ('"990,661/0.1"', '"990,661/0.2"', "expected ax-2 at 990,661/0.2"),
        ("length: 40, share", "length: 42, share", "expected length 42, but it is 40"),
        ("share: 20", "share: 22", "expected share 22, but it is 20"),
        ("cost: 1", "cost: 2", "expected cost 2, but it is 1"),
        ("ends: {ax-1: [910, 660, 0]}", "ends: {ax-1: [910, 662, 0]}", "expected ends"),
        ("contacts: [ax-1 front sp-9]", "contacts: []", "expected contacts [], but it is"),
        ("answer: 701", "answer: 702", "height ax-1: expected 702, but it is 700.0"),
        ("answer: sp-9 ax-2", "answer: ax-2 sp-9", "targets ax-1: expected ax-2 sp-9"),
        ("answer: false", "answer: true", "civil war: expected true, but it is false"),
        ("length: 78, to", "length: 77, to", 'expected {"event": "move"'),
        ("to: [910, 621, 0]", "to: [910, 623, 0]", 'expected {"event": "move"'),
        ("rule: [bases:2, 9.9]", "rule: [9.8, 9.9]", "expected to be refused under bases:9.8 or bases:9.9"),
    ],
)
def test_what_is_not_so_is_a_failure(old: str, new: str, said: str) -> None:
    assert old in WHOLE
    (message,) = failures(WHOLE.replace(old, new))
    assert said in message


WALLS = FIELD.replace(
    "table: {size: [3600, 2400]}}",
    'table: {size: [3600, 2400]}, lines: [{key: w-1, kind: pf, inside: "100,100 300,100", outside: "100,140 300,140"},'
    ' {key: w-2, kind: pf, side: red, inside: "500,100 700,100", outside: "500,140 700,140"}]}',
)


def test_findings_of_the_system_are_named_by_what_they_are_about() -> None:
    named = "findings: [{rule: 9, at: w-1}]\nclean: [{rule: 9, at: w-2}]\n"
    assert run_example(spec_of(named, WALLS)).failures == []
    with pytest.raises(AssertionError, match="BASE901"):
        spec_of("script: {red: end}\n", WALLS)


def test_a_place_that_is_not_on_the_table_is_a_finding() -> None:
    found = load_text(FIELD.replace("[910, 700, 0]", "[9100, 700, 0]")).errors
    assert [(finding.code, finding.place.line) for finding in found] == [("SETUP002", 15)]


def test_questions_take_places_in_several_words() -> None:
    spec = spec_of("clean: [{rule: 9}]\n")
    game = Game(spec.scenario, start=spec.start)
    assert query.ask(game, "going", ["300,300", "facing", "90"]) == "good"
    assert query.judge(game, ["red", "move", "ax-1:", "ahead", "40"]).ends == {"ax-1": "910,660/0"}
