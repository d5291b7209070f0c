"""Examples of play that judge actions, ask questions, and name what the checks find in their scenario."""

from __future__ import annotations

import pytest

from engine.formats import load_text
from engine.formats.specs import ExampleSpec
from engine.umpire.checks import bars_to_play, check_loaded
from engine.umpire.examples import ExampleResult, run_example

FIELD = """\
format: hexwright-example 1
rule: fm:4.1
about: a field to try things on
scenario:
  system: fm
  map:
    grid: {columns: 9, rows: 9, numbering: {prefix: X}}
  turns: 3
  sides: {cw: Commonwealth, ge: German}
  units:
    cw-1: {side: cw, type: infantry, attack: 5, defense: 3, movement: 4}
    cw-2: {side: cw, type: armour, attack: 5, defense: 3, movement: 8, mobile: true}
    ge-1: {side: ge, type: infantry, attack: 4, defense: 4, movement: 4, reduced_attack: 2, reduced_defense: 2}
  setup: {cw-1: X0504, cw-2: X0101, ge-1: X0505}
"""
TWO_IN_A_HEX = FIELD.replace("ge-1: X0505", "ge-1: X0504")


def run(text: str, field: str = FIELD) -> ExampleResult:
    loaded = load_text(field + text)
    assert isinstance(loaded.model, ExampleSpec), loaded.findings
    assert loaded.errors == []
    return run_example(loaded.model)


def failures(text: str, field: str = FIELD) -> list[str]:
    return [failure.message for failure in run(text, field).failures]


def unread(text: str) -> list[str]:
    return [finding.message for finding in load_text(FIELD + text).errors]


SMALL_WAR = """\
format: hexwright-example 1
rule: sns2:6.2
about: a country to try things in
scenario:
  system: sns2
  map: {grid: {columns: 12, rows: 9, numbering: {prefix: S}}, palette: campaign}
  turns: 3
  sides: {british: {name: British, role: empire}, native: {name: Natives, role: native}}
  units:
    br-1: {side: british, type: infantry, strength: 3, weapon: R, morale: L, movement: 6}
    na-1: {side: native, type: infantry, strength: 3, weapon: R, morale: L, movement: 6}
  special: {events: 0}
start: {phase: movement, units: {br-1: S0303, na-1: S0503}, only: true}
dice: [3]
"""


# -- an action that stands for several ---------------------------------------------------------------------------------


@pytest.mark.parametrize("tried", ["{british: march br-1 to S0503, rule: 5.12}", "{british: march br-1 to S1203}"])
def test_a_march_and_its_way_are_refused_where_the_way_is(tried: str) -> None:
    assert failures(f"illegal: {tried}\n", SMALL_WAR) == []


def test_a_march_and_its_way_are_refused_for_no_other_paragraph_than_theirs() -> None:
    (said,) = failures("illegal: {british: march br-1 to S0304, rule: 5.12}\n", SMALL_WAR)
    assert said.endswith("expected to be refused under sns2:5.12, but it is legal")


def test_a_march_and_its_way_are_legal_where_both_are() -> None:
    assert failures("legal: {british: march br-1 to S0304}\n", SMALL_WAR) == []
    (said,) = failures("legal: {british: march br-1 to S0503}\n", SMALL_WAR)
    assert "[sns2:5.12" in said


def test_what_is_not_there_may_be_expected_as_null() -> None:
    assert failures("answers: {ask: score, answer: {leader: null}}\n", SMALL_WAR) == []


# -- verdicts --------------------------------------------------------------------------------------------------------


def test_verdicts_say_what_is_legal_and_under_what_it_is_not() -> None:
    assert (
        failures(
            """\
verdicts:
- {cw: move cw-1 X0404, is: legal}
- {cw: move cw-1 X0404}
- {cw: move cw-2 X0104, length: 3, cost: 3, ends: {cw-2: x0104}}
- {cw: move cw-1 X0909, is: illegal}
- {cw: move cw-1 X0505, is: illegal, rule: 5.2}
- {cw: move cw-1 X0505, is: illegal, rule: [9.9, fm:5.2]}
- {ge: end phase, is: illegal, rule: 4.1, about: it is not its turn}
"""
        )
        == []
    )


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        ("{cw: move cw-1 X0404, is: illegal}", "cw: move cw-1 X0404: expected to be refused, but it is legal"),
        (
            "{cw: move cw-1 X0505, is: illegal, rule: [9.9, 9.8]}",
            "cw: move cw-1 X0505: expected to be refused under fm:9.9 or fm:9.8, but it is for: ",
        ),
        ("{cw: move cw-1 X0505}", "cw: move cw-1 X0505: expected to be legal, but this is illegal"),
        ("{cw: move cw-1 X0404, cost: 2}", "cw: move cw-1 X0404: expected cost 2, but it is 1.0"),
        ("{cw: move cw-1 X0404, share: 2}", "cw: move cw-1 X0404: expected share 2, but it is nothing"),
        ("{cw: move cw-1 X0404, ends: {cw-1: X0505}}", "cw: move cw-1 X0404: expected ends {"),
        ("{cw: end phase, cost: 0}", "cw: end phase: expected cost 0, but it is nothing"),
        ("{cw: dance, is: illegal}", "cw: dance: expected to be refused, but it cannot even be read"),
    ],
)
def test_a_verdict_that_does_not_hold_is_a_failure_at_its_line(verdict: str, said: str) -> None:
    result = run(f"verdicts:\n- {{cw: end phase}}\n- {verdict}\n")
    (failure,) = result.failures
    assert failure.message.startswith(said)
    assert failure.place.line == FIELD.count("\n") + 3


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        ("{cw: end phase, is: fine}", "a verdict is 'legal' or 'illegal', not 'fine'"),
        ("{cw: end phase, rule: 4.1}", "an action that is legal breaks no paragraph"),
        ("{cw: end phase, is: illegal, rule: [[4.1]]}", "a paragraph is text"),
        ("{cw: end phase, ge: end phase}", "an entry must be one side and its action"),
        ("{cw: 7}", "an entry must be one side and its action"),
        ("{is: legal}", "an entry must be one side and its action"),
        ("{cw: end phase, weight: 3}", "an entry must be one side and its action"),
        ("{us: end phase}", "there is no side 'us'"),
        ("cw", ""),
        ("[]", ""),
    ],
)
def test_a_verdict_that_is_wrongly_written_is_a_finding(verdict: str, said: str) -> None:
    found = unread(f"verdicts: [{verdict}]\n")
    assert found
    assert found[0].startswith(said)


def test_a_verdict_may_be_written_as_in_replays() -> None:
    assert failures("verdicts: {side: cw, do: move cw-1 X0404, is: legal}\n") == []


# -- answers ---------------------------------------------------------------------------------------------------------


def test_answers_compare_what_is_named() -> None:
    assert (
        failures(
            """\
answers:
- {ask: reach cw-1, answer: {unit: cw-1, allowance: 4, hexes: {x0404: {cost: 1, path: X0404}}}}
- {ask: zoc ge, answer: {hexes: {X0504: ge-1}}}
- ask: odds ge-1 cw-1
  answer: {target: X0505}
  about: a unit is no hex
""".replace("odds ge-1", "odds X0505")
        )
        == []
    )


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("{ask: reach cw-1, answer: {allowance: 5}}", 'reach cw-1: expected {"allowance": 5}, but it is {'),
        ("{ask: reach cw-9, answer: 1}", "reach cw-9: this cannot be asked: there is no unit 'cw-9'"),
        ("{ask: raech cw-1, answer: 1}", "raech cw-1: this cannot be asked: there is no question 'raech'"),
        ("{ask: supply cw, answer: 1}", "supply cw: this cannot be asked: the rules of fm do not tell supply"),
    ],
)
def test_an_answer_that_is_another_is_a_failure(entry: str, said: str) -> None:
    (message,) = failures(f"answers: {entry}\n")
    assert message.startswith(said)


def test_an_answer_that_is_wrongly_written_is_a_finding() -> None:
    for entry in ("{ask: reach cw-1}", "{answer: 1}", "{ask: reach cw-1, answer: 1, is: legal}", "reach cw-1"):
        assert unread(f"answers: [{entry}]\n"), entry


# -- on the way ------------------------------------------------------------------------------------------------------


def test_steps_of_a_script_judge_and_ask_at_their_moment() -> None:
    text = """\
script:
- answers: [{ask: reach cw-2, answer: {at: X0101}}]
- cw: move cw-2 X0102
- verdicts:
  - {cw: move cw-2 X0103, is: illegal}
  - {cw: move cw-1 X0404}
- answers: {ask: reach cw-2, answer: {at: X0102}}
- {legal: {cw: end phase}, illegal: {ge: end phase}}
- cw: end phase
final: {cw-2: X0102}
"""
    assert failures(text) == []
    assert failures(text.replace("answer: {at: X0102}", "answer: {at: X0101}")) == [
        'reach cw-2: expected {"at": "X0101"}, but it is '
        + failures(text.replace("answer: {at: X0102}", "answer: {at: X0101}"))[0].partition("but it is ")[2]
    ]


def test_without_a_script_they_are_tried_at_the_start() -> None:
    assert failures("start: {units: {cw-1: X0104}}\nanswers: {ask: reach cw-1, answer: {at: X0104}}\n") == []


# -- what the checks find --------------------------------------------------------------------------------------------


def test_an_example_may_be_about_what_the_checks_find() -> None:
    for line in (
        "findings: [{code: SETUP104, at: X0504}]",
        "findings: SETUP104",
        "findings: {at: x0504 cw-1, code: SETUP104}",
        "findings: [SETUP104]\nclean: [{rule: 9.9}, SETUP105]",
    ):
        result = run(line + "\n", TWO_IN_A_HEX)
        assert result.failures == [], line
        assert result.game is None, "nothing of a game is compared"
        loaded = load_text(TWO_IN_A_HEX + line + "\n")
        assert bars_to_play(loaded) == []
        assert "SETUP104" not in {finding.code for finding in check_loaded(loaded)}


def test_a_scenario_that_is_rejected_for_anything_else_is_refused() -> None:
    loaded = load_text(TWO_IN_A_HEX + "findings: [{code: SETUP104, at: X0909}]\n")
    assert [finding.code for finding in bars_to_play(loaded)] == ["SETUP104"]
    assert [finding.code for finding in bars_to_play(load_text(TWO_IN_A_HEX + "script: {cw: end phase}\n"))] == [
        "SETUP104"
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("findings: [{code: SETUP104, at: X0909}]", "expected the checks to find SETUP104 at X0909; they find "),
        ("findings: [{rule: 9.9}]", "expected the checks to find fm:9.9; they find "),
        ("clean: [SETUP104]", "expected the checks not to find SETUP104, but they do: "),
        ("clean: [{at: X0504}]", "expected the checks not to find anything at X0504, but they do: "),
    ],
)
def test_a_finding_that_is_not_as_named_is_a_failure(line: str, said: str) -> None:
    (message,) = failures(line + "\n", TWO_IN_A_HEX)
    assert message.startswith(said)


def test_what_is_named_beside_a_game_is_compared_as_well() -> None:
    result = run("clean: [SETUP104]\nscript: {cw: end phase}\nfinal: {cw-1: X0504}\n")
    assert result.failures == []
    assert result.game is not None


def test_a_finding_has_to_be_named_by_something() -> None:
    assert "a finding is named by" in unread("findings: [{about: nothing}]\n")[0]
    assert unread("clean: [{rule: 9.9, where: X0504}]\n")


# -- places by their numbers ------------------------------------------------------------------------------------------


def test_a_place_may_be_a_list_of_numbers_and_a_map_of_hexes_knows_none() -> None:
    found = load_text(FIELD + "start: {units: {cw-1: [910, 700, 0], ge-1: {at: [930, 620]}}}\n").errors
    assert [finding.message for finding in found] == [
        "there is no hex '910,700/0' on the map",
        "there is no hex '930,620' on the map",
    ]
    assert unread("start: {units: {cw-1: [a, b]}}\n") == [
        "unit cw-1 must be placed in a hex, or by a mapping with 'at'"
    ]
    (message,) = failures("final: {cw-1: [910, 700, 0]}\n")
    assert message == "expected cw-1 at 910,700/0, but it is X0504"
