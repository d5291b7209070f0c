"""Scripts of examples of play: phases that close by themselves, what is tried on the way, forced results, ways made
whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.findings import FileProblem
from engine.formats import load_example
from engine.umpire.examples import ExampleResult, run_example

EXAMPLES = Path(__file__).parents[2] / "examples" / "sns2"
FIELD = """\
format: hexwright-example 1
rule: fm:4.1
about: without support fire the bombardment phase closes by itself
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


def run(tmp_path: Path, text: str) -> ExampleResult:
    path = tmp_path / "example.yaml"
    path.write_text(FIELD + text, encoding="utf-8")
    return run_example(load_example(path))


def failures(tmp_path: Path, text: str) -> list[str]:
    return [failure.message for failure in run(tmp_path, text).failures]


def script(*lines: str) -> str:
    return "script:\n" + "".join(f"- {line}\n" for line in lines)


# -- phases that close by themselves ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lines",
    [
        ("cw: end phase", "cw: attack X0505 with cw-1"),
        ("cw: end phase", "cw: end phase", "cw: attack X0505 with cw-1"),
        ("cw: end movement", "cw: end bombardment", "cw: attack X0505 with cw-1"),
        ("cw: End Movement Phase.", "cw: end bombardment phase", "cw: attack X0505 with cw-1"),
        ("cw: end movement", "cw: attack X0505 with cw-1"),
        ("cw: end phase", "cw: end bombardment", "cw: attack X0505 with cw-1"),
    ],
    ids=str,
)
def test_a_closed_phase_may_be_ended_or_left_out(tmp_path: Path, lines: tuple[str, ...]) -> None:
    """Whoever writes its end, by name or not, attacks in the same phase as who leaves it out."""
    assert failures(tmp_path, "results: Ex\n" + script(*lines) + "final: {ge-1: {steps: 1}}\n") == []


def test_whole_turns_with_every_phase_ended_or_the_closed_ones_left_out(tmp_path: Path) -> None:
    spelt = ["cw: end phase"] * 5 + ["ge: end phase"] * 5
    short = ["cw: end phase"] * 4 + ["ge: end phase"] * 4
    for lines in (spelt + spelt, short + short, spelt + short, short + spelt):
        assert failures(tmp_path, script(*lines, "cw: move cw-1 X0404") + "decision: {side: cw}\n") == []


def test_what_follows_says_which_phase_an_end_ended(tmp_path: Path) -> None:
    ends = script("cw: end phase", "cw: end phase")
    assert failures(tmp_path, ends + "decision: {kind: combat}\n") == []
    assert failures(tmp_path, ends + "decision: {kind: mobile movement}\n") == []
    [said] = failures(tmp_path, ends + "decision: {kind: mobile combat}\n")
    assert "expected a decision with kind mobile combat, but it is combat" in said
    named = script("cw: end movement", "cw: end bombardment")
    assert failures(tmp_path, named + "decision: {kind: combat}\n") == []
    assert failures(tmp_path, named + "decision: {kind: mobile movement}\n") != []


def test_a_phase_that_closed_at_the_start(tmp_path: Path) -> None:
    begin = "start: {phase: bombardment}\nresults: Ex\n"
    for lines in (["cw: end phase"], ["cw: end bombardment"], []):
        attack = script(*lines, "cw: attack X0505 with cw-1")
        assert failures(tmp_path, begin + attack + "final: {ge-1: {steps: 1}}\n") == []


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("cw: end combat",), "this is the movement phase, not the combat phase [fm:4.1]"),
        (("cw: end movement", "cw: end movement"), "this is the combat phase, not the movement phase [fm:4.1]"),
        (("cw: end movement", "ge: end bombardment"), "it is the choice of Commonwealth"),
        (("cw: end movement", "cw: end bombardment", "cw: end bombardment"), "not the bombardment phase"),
        (("cw: end movement", "ge: end phase"), "it is the choice of Commonwealth"),
        (("cw: end the war",), "the action is written: end phase, or end and one of movement, bombardment, combat"),
    ],
    ids=str,
)
def test_an_end_that_is_of_no_phase_is_told(tmp_path: Path, lines: tuple[str, ...], said: str) -> None:
    [message] = failures(tmp_path, script(*lines) + "decision: {side: cw}\n")
    assert said in message


def test_a_failure_is_told_of_the_reading_that_came_furthest(tmp_path: Path) -> None:
    lines = ["cw: end phase", "cw: end phase", "cw: move cw-2 X0102", "cw: move cw-2 X0103", "cw: end phase"]
    result = run(tmp_path, script(*lines) + "decision: {side: cw}\n")
    [failure] = result.failures
    assert "cw-2 has already moved" in failure.message
    assert failure.place.path == ("script", 3)


# -- what is tried on the way ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("example", "step"),
    [
        ("13.55-either-of-two-alike", "- {native: remove na-2}\n"),
        ("8.54-which-of-like-units", "- native: lose na-2\n"),
        ("8.54-which-of-like-units", "- native: shake na-3\n"),
    ],
)
def test_what_was_taken_by_itself_with_another_of_like_units_is_spelled_out_once(
    tmp_path: Path, example: str, step: str
) -> None:
    text = (EXAMPLES / f"{example}.yaml").read_text(encoding="utf-8")
    assert text.count(step) == 1
    path = tmp_path / "example.yaml"
    for script, well in ((text, True), (text.replace(step, step + step), False)):
        path.write_text(script, encoding="utf-8")
        assert (run_example(load_example(path)).failures == []) == well


@pytest.mark.parametrize("instead", ["remove na-9", "remove", "frobnicate na-2", ""], ids=repr)
def test_what_cannot_be_read_spells_nothing_out(tmp_path: Path, instead: str) -> None:
    """Not even where something was carried out by itself just before."""
    text = (EXAMPLES / "13.55-either-of-two-alike.yaml").read_text(encoding="utf-8")
    text = text.replace("- {native: remove na-2}\n", f"- {{native: {instead!r}}}\n").partition("expect:")[0]
    path = tmp_path / "example.yaml"
    path.write_text(text + "decision: {}\n", encoding="utf-8")
    (failure,) = run_example(load_example(path)).failures
    assert failure.place.path == ("script", 0)


def test_steps_are_tried_where_they_stand(tmp_path: Path) -> None:
    tried = script(
        "legal: {cw: move cw-1 X0404}",
        "illegal: {cw: attack X0505 with cw-1, rule: 4.1, about: not yet}",
        "cw: end phase",
        "legal: {cw: attack X0505 with cw-1}",
        "illegal:\n  - {cw: move cw-1 X0404, rule: 4.1}\n  - 'ge: end phase'",
        "{legal: 'cw: end phase', illegal: {side: cw, do: move cw-1 X0404}, about: both}",
    )
    result = run(tmp_path, tried)
    assert result.failures == []
    assert result.game is not None
    assert result.game.actions == ["end phase"], "what is tried is not played"


def test_every_step_that_is_tried_in_vain_is_told_at_its_line(tmp_path: Path) -> None:
    result = run(
        tmp_path,
        script(
            "illegal: {cw: end phase, rule: 4.1}",
            "legal: {cw: attack X0505 with cw-1}",
            "cw: end phase",
            "illegal:\n  - {cw: move cw-1 X0404, rule: 6.1}",
        ),
    )
    first = FIELD.count("\n") + 1
    assert [(failure.place.line - first, failure.message.partition(" [")[0]) for failure in result.failures] == [
        (1, "cw: end phase: expected to be refused under fm:4.1, but it is legal"),
        (
            2,
            "cw: attack X0505 with cw-1: expected to be legal, but this is illegal: "
            "this is a movement phase: move units, or end it",
        ),
        (
            5,
            "cw: move cw-1 X0404: expected to be refused under fm:6.1, but it is for: "
            "this is a combat phase: attack a hex, or end it",
        ),
    ]


@pytest.mark.parametrize("side", ["cw", "ge"])
@pytest.mark.parametrize(
    "text",
    [
        *("advance cw-1 X0505", "reduce cw-1", "retreat ge-1 X0506", "stand ge-1", "displace cw-1 X0404", "pass"),
        *("support", "fight", "with cw-1", "hold", "move cw-1 X0404", "bombard X0505 with 1"),
    ],
)
def test_what_is_refused_for_another_reason_is_told_whatever_went_on_by_itself(
    tmp_path: Path, side: str, text: str
) -> None:
    """The bombardment phase has closed by itself, the combat phase is asked: neither speaks of paragraph 9.9."""
    line = f"illegal:\n  - {{{side}: {text}, rule: 9.9}}"
    [said] = failures(tmp_path, script("cw: end phase", line))
    assert f"{side}: {text}: expected to be refused under fm:9.9, but it is for: " in said


def test_a_step_that_is_tried_wrongly_written(tmp_path: Path) -> None:
    for line in ("illegal: {cw: a, ge: b}", "legal: {cw: end phase, rule: 4.1}", "{illegal: {cw: x}, cw: end phase}"):
        with pytest.raises(FileProblem):
            failures(tmp_path, script(line))


# -- forced results -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["results: D2 Ex", "results: [D2, ex]"])
def test_results_are_forced_in_order(tmp_path: Path, given: str) -> None:
    lines = script("cw: end phase", "cw: attack X0505 with cw-1", "ge: stand ge-1")
    expect = "expect: [{event: result, result: D2, column: 7}, {event: loss, unit: ge-1}]\n"
    assert failures(tmp_path, f"{given}\n{lines}{expect}final: {{ge-1: {{steps: 1}}}}\n") == []


def test_a_forced_result_takes_no_throw(tmp_path: Path) -> None:
    """The dice that are given are those of the combats after it."""
    first = ["cw: end movement", "cw: attack X0505 with cw-1", "ge: stand ge-1"]
    ends = ["cw: end combat", "cw: end mobile movement", "cw: end phase", "ge: end movement"]
    expect = "expect: [{event: result, result: D2}, {event: result, die: 6}]\n"
    result = run(tmp_path, f"results: D2\ndice: 6\n{script(*first, *ends, 'ge: attack cw-1 with ge-1')}{expect}")
    assert result.failures == []


def test_a_result_that_the_column_does_not_have_is_told(tmp_path: Path) -> None:
    [said] = failures(tmp_path, "results: [DR]\n" + script("cw: end phase", "cw: attack X0505 with cw-1"))
    assert "cw: attack X0505 with cw-1: the forced result DR is not in column 7, which has D2, Ex, -, A2, (A)" in said


# -- ways made whole ------------------------------------------------------------------------------------------------


def test_hexes_that_were_filled_in_are_told(tmp_path: Path) -> None:
    [said] = failures(tmp_path, script("cw: move cw-1 X0507 X0509"))
    assert "are not adjacent: filled in by X0" in said
    [said] = failures(tmp_path, "illegal: {cw: move cw-1 X0509 X0507, rule: 8.5}\n")
    assert "are not adjacent: filled in by X0" in said
    [said] = failures(tmp_path, script("cw: move cw-1 X0505"))
    assert "filled in" not in said, "every hex of it was given"
    [said] = failures(tmp_path, script("cw: attack ge-1 with cw-1"))
    assert "filled in" not in said


# -- what a script leaves out -------------------------------------------------------------------------------------

CAMPAIGN = """\
format: hexwright-example 1
rule: sns2:7.0
scenario:
  system: sns2
  map: {grid: {columns: 6, rows: 6, numbering: {prefix: S}}}
  turns: 3
  sides: {british: {name: British, role: empire}, native: {name: Natives, role: native}}
  units:
    br-1: {side: british, type: infantry, strength: 3, weapon: B, morale: V, movement: 6}
    br-2: {side: british, type: infantry, strength: 3, weapon: B, morale: V, movement: 6}
    na-1: {side: native, type: infantry, strength: 3, weapon: S, morale: F, movement: 6}
  special: {events: 0}
start: {phase: movement, units: {br-1: S0203, br-2: S0203, na-1: S0204}}
"""


def campaign(tmp_path: Path, *lines: str) -> list[str]:
    path = tmp_path / "example.yaml"
    path.write_text(CAMPAIGN + script(*lines), encoding="utf-8")
    return [failure.message for failure in run_example(load_example(path)).failures]


def test_the_end_of_a_phase_may_leave_out_what_it_closes_with(tmp_path: Path) -> None:
    assert not campaign(tmp_path, "british: end movement", "british: attack S0204 from S0203 with br-1")


def test_a_battle_before_the_end_of_the_marches_stays_wrong(tmp_path: Path) -> None:
    (said,) = campaign(tmp_path, "british: attack S0204 from S0203 with br-1")
    assert "this is the movement segment" in said
    assert "British is asked now (movement)" in said


def test_the_halt_of_a_force_may_be_left_out_and_nothing_else(tmp_path: Path) -> None:
    lines = ("british: march S0203 with br-1", "british: go S0202", "british: march S0203 with br-2")
    text = "dice: [4, 4]\n" + script(*lines)
    path = tmp_path / "example.yaml"
    path.write_text(CAMPAIGN + text, encoding="utf-8")
    assert not run_example(load_example(path)).failures
    path.write_text(CAMPAIGN + text + "- british: march S0202 with br-1\n", encoding="utf-8")
    (failure,) = run_example(load_example(path)).failures
    assert "sns2:6.2" in failure.message


def test_a_refusal_is_found_in_a_phase_that_closed_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "example.yaml"
    alone = CAMPAIGN.replace("phase: movement", "phase: battle").replace("na-1: S0204", "na-1: S0606")
    for rule, wrong in (("7.0", 0), ("7.31", 1)):
        path.write_text(alone + f"illegal: {{british: attack S0606 from S0203, rule: {rule}}}\n", encoding="utf-8")
        assert len(run_example(load_example(path)).failures) == wrong


CHAIN = """\
format: hexwright-example 1
rule: tlg2:6.13
scenario:
  system: tlg2
  map:
    grid: {columns: 9, rows: 9, numbering: {prefix: X}}
    hexsides:
      river: X0504/X0604 X0504/X0404 X0504/X0405 X0504/X0605 X0503/X0403 X0503/X0404 X0503/X0603 X0503/X0604
  turns: 3
  sides: [us, ac]
  units:
    us-1: {side: us, type: infantry, strength: 4}
    us-2: {side: us, type: infantry, strength: 4}
    ac-1: {side: ac, type: infantry, strength: 4}
    ac-2: {side: ac, type: infantry, strength: 4}
    ac-3: {side: ac, type: infantry, strength: 4}
    ac-4: {side: ac, type: infantry, strength: 4}
start: {phase: combat, units: {us-1: X0505, us-2: X0909, ac-1: X0504, ac-2: X0503, ac-3: X0502, ac-4: X0908}}
results: DR DR
"""
STEPS = ("ac: retreat ac-1 X0503", "ac: displace ac-2 X0502", "ac: displace ac-3 X0501", "us: advance us-1 X0504")


def chained(tmp_path: Path, *lines: str) -> list[str]:
    path = tmp_path / "example.yaml"
    path.write_text(CHAIN + script("us: attack X0504 with us-1", *lines), encoding="utf-8")
    return [failure.message for failure in run_example(load_example(path)).failures]


def test_a_chain_of_displacements_is_spelled_out_from_either_end(tmp_path: Path) -> None:
    first, second, third, last = STEPS
    for lines in ((third,), STEPS, (third, second, first, last), (second, third, first, last), (third, last)):
        assert chained(tmp_path, *lines) == [], lines


def test_but_each_step_once_and_not_when_it_is_over(tmp_path: Path) -> None:
    first, second, third, _ = STEPS
    for lines in ((third, second, second), (third, "us: attack X0908 with us-2", second), (third, first, first)):
        assert chained(tmp_path, *lines) != [], lines


def test_phases_in_which_nothing_can_be_done_may_be_left_out(tmp_path: Path) -> None:
    """Alone on the map nobody attacks, and a leg unit has nothing to do in the mobile phases."""
    alone = FIELD.replace("cw-2: X0101, ge-1: X0505", "ge-1: X0905").replace(
        "    cw-2: {side: cw, type: armour, attack: 5, defense: 3, movement: 8, mobile: true}\n", ""
    )
    path = tmp_path / "example.yaml"
    path.write_text(alone + script("cw: end movement", "ge: move ge-1 X0906"), encoding="utf-8")
    assert not run_example(load_example(path)).failures
    path.write_text(alone + script("ge: move ge-1 X0906"), encoding="utf-8")
    (failure,) = run_example(load_example(path)).failures
    assert "it is the choice of Commonwealth (movement, fm:5.1)" in failure.message


def test_a_unit_may_be_called_at(tmp_path: Path) -> None:
    path = tmp_path / "example.yaml"
    for line in ("cw: move at X0404", "cw: move at to X0404"):
        text = FIELD.replace("cw-1", "at") + script(line) + "final: {at: X0404}\n"
        path.write_text(text, encoding="utf-8")
        assert [failure.message for failure in run_example(load_example(path)).failures] == [], line
