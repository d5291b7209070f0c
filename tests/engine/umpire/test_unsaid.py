"""What a script of a campaign leaves unsaid: it is let go, or done in any order, as far as the player turn goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.formats import load_example
from engine.umpire.examples import run_example

FIELD = """\
format: hexwright-example 1
rule: sns2:6.0
about: what is left unsaid
scenario:
  system: sns2
  map:
    palette: campaign
    grid: {shifted: odd, columns: 9, rows: 9}
  turns: 4
  sides: {british: {name: British, role: empire}, native: {name: Natives, role: native}}
  units:
    br-1: {side: british, type: infantry, strength: 4, weapon: B, morale: V, movement: 6}
    br-2: {side: british, type: infantry, strength: 4, weapon: B, morale: L, movement: 6}
    na-1: {side: native, type: infantry, strength: 4, weapon: S, morale: F, movement: 6}
    na-2: {side: native, type: infantry, strength: 4, weapon: S, morale: R, movement: 6}
    na-train: {side: native, type: supply, movement: 4}
  setup: {br-1: 0407, br-2: 0607, na-1: 0404, na-2: 0404, na-train: 0404}
"""
MOVEMENT = "start: {turn: 1, side: british, phase: movement}\ndice: 4 4\nresults: 0 0 0 0\n"
MARCHES = """script:
- british: march 0407 with br-1
- british: go 0406
- british: march 0607 with br-2
- british: go 0504
- british: end movement
- british: attack 0404 from 0504 with br-2
"""
BATTLE = "start: {turn: 1, side: british, phase: battle, units: {br-1: 0405}}\ndice: 6 1\n"


def failures(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "example.yaml"
    path.write_text(FIELD + text, encoding="utf-8")
    return [failure.message for failure in run_example(load_example(path)).failures]


def test_marches_are_halted_segments_ended_and_hexes_forage(tmp_path: Path) -> None:
    steps = """- british: end battle
- british: end logistics
expect: [{event: moves, to: 0406}, {event: moves, to: 0504}, {event: attack}, {event: forage}, {event: forage}]
"""
    assert failures(tmp_path, MOVEMENT + MARCHES + steps) == []


def test_not_beyond_the_player_turn(tmp_path: Path) -> None:
    steps = "script:\n- british: march 0407 with br-1\n- british: go 0406\n- british: march 0406 with br-1\n"
    (message,) = failures(tmp_path, MOVEMENT + steps)
    assert "this is illegal" in message


def test_volleys_in_any_order(tmp_path: Path) -> None:
    """Rabble and fanatics fire apart; nobody says which first."""
    steps = """results: (1) (1) 0 0
script:
- british: attack 0404 from 0405 with br-1
- native: shake na-1
- native: shake na-2
- native: retreat 0403 0402
expect: [{event: volley, side: native}, {event: battle, winner: british}, {event: retreat, to: 0402}]
"""
    assert failures(tmp_path, BATTLE + steps) == []


def test_what_is_due_at_the_end_is_done(tmp_path: Path) -> None:
    steps = (
        "results: 0 0 0 0\nscript: {british: attack 0404 from 0405 with br-1}\nexpect: [{event: battle, winner: ''}]\n"
    )
    assert failures(tmp_path, BATTLE + steps) == []


@pytest.mark.parametrize(("ends", "problem"), [("eliminated", 0), ("{steps: 1}", 1)])
def test_a_lost_supply_unit_is_eliminated(tmp_path: Path, ends: str, problem: int) -> None:
    steps = f"""results: 1
script:
- british: attack 0404 from 0405 with br-1
- native: lose na-train
- native: shake na-2
final: {{na-train: {ends}}}
"""
    assert len(failures(tmp_path, BATTLE + steps)) == problem


def test_tried_once_the_rest_is_done(tmp_path: Path) -> None:
    start = "start: {turn: 1, side: british, phase: movement}\n"
    tried = "illegal: {british: attack 0404 from 0407 with br-1, rule: 7.0}\nlegal: {british: end logistics}\n"
    (message,) = failures(tmp_path, start + tried)
    assert "end logistics: expected to be legal" in message


def test_events_may_have_the_names_of_the_text(tmp_path: Path) -> None:
    steps = """expect:
- {event: march, at: 0407, units: [br-1], leader: "", points: 6, die: 4}
- {event: move, to: 0406}
- {event: march, units: [br-2]}
- {event: volley, class: B-line, factors: 4}
"""
    assert failures(tmp_path, MOVEMENT + MARCHES + steps) == []
    (message,) = failures(tmp_path, MOVEMENT + MARCHES + steps.replace("[br-2]", "[br-1]"))
    assert '"units": ["br-1"]' in message


def test_an_attack_that_is_named_last_is_fought(tmp_path: Path) -> None:
    """Two units may attack, and nobody says that they fight: they do where something is expected of it."""
    start = BATTLE.replace("br-1: 0405", "br-1: 0405, br-2: 0405")
    steps = "results: 0 0 0 0 0 0\nscript: {british: attack 0404 from 0405}\n"
    assert failures(tmp_path, start + steps + "expect: [{event: attack, attackers: br-1 br-2}, battle]\n") == []
    assert failures(tmp_path, start + steps + "decision: {side: british, kind: attack}\n") == []


def test_nobody_is_null_in_an_event(tmp_path: Path) -> None:
    steps = "results: 0 0 0 0\nscript: {british: attack 0404 from 0405 with br-1}\n"
    assert failures(tmp_path, BATTLE + steps + "expect: [{event: battle, winner: null, nowhere: null}]\n") == []
    (message,) = failures(tmp_path, BATTLE + steps + "expect: [{event: battle, at: null}]\n")
    assert "expected" in message


def test_what_a_closed_segment_would_have_refused(tmp_path: Path) -> None:
    """The march of the only unit ends with its defeat in an ambush, and so do the segments after it."""
    start = """start: {turn: 1, side: british, phase: movement, units: {br-1: 0506, na-1: 0404}, only: true}
options: {ambush: true}
dice: 3 6 1
results: 0 (1) 0
script:
- british: march 0506 with br-1
- british: go 0505 0504
- native: ambush
- british: retreat 0505 0506
"""
    tried = "- illegal: {british: go 0606, rule: %s}\n"
    assert failures(tmp_path, start + tried % "21.5") == []
    (message,) = failures(tmp_path, start + tried % "20.43")
    assert "expected to be refused under sns2:20.43" in message


def test_a_train_used_up_by_attrition_is_eliminated(tmp_path: Path) -> None:
    """The text says both: a supply unit is expended, or eliminated, in place of another (6.0, 6.22)."""
    text = """start: {turn: 1, side: native, phase: movement}
dice: 6
script:
- native: march 0404 with na-1 na-train
- native: lose na-train
expect: [{event: march, attrition: yes}, {event: eliminated, unit: na-train, at: 0404}]
final: {na-train: eliminated}
"""
    assert failures(tmp_path, text) == []
    assert failures(tmp_path, text.replace("dice: 6", "dice: 3").replace("yes", "no")) != []


def test_rows_of_events_as_they_are_printed(tmp_path: Path) -> None:
    field = FIELD.replace("  setup:", "  special: {events: 1}\n  setup:")
    start = "start: {turn: 1, side: british, phase: events, set: {points: {british: 0, native: 20}}}\ndice: 1 2\n"
    path = tmp_path / "example.yaml"
    for row, problems in (("11-12", 0), ("12", 0), ("13-16", 1)):
        path.write_text(f"{field}{start}expect: {{event: event, row: {row}, happens: yes}}\n", encoding="utf-8")
        assert len(run_example(load_example(path)).failures) == problems, row


def test_the_end_of_a_phase_that_closed_by_itself_will_do(tmp_path: Path) -> None:
    """What comes after the last step by dice that nobody gave is not what its writer saw: here a leader deserts."""
    text = """format: hexwright-example 1
rule: event2:asante:23
about: without the king nobody is fanatic
scenario: asante
start: {side: asante, phase: events, units: {as-kofi: dead, as-nkwanta: A1603, br-bw: A1924}, only: true}
dice: 2 3
script: []
expect: [{event: event, row: 23, happens: no}, {event: deserted, unit: as-nkwanta}]
final: {as-nkwanta: A1603}
"""
    path = tmp_path / "example.yaml"
    path.write_text(text, encoding="utf-8")
    assert not run_example(load_example(path)).failures
    path.write_text(text.replace("final: {as-nkwanta: A1603}", "final: {as-nkwanta: A1604}"), encoding="utf-8")
    (failure,) = run_example(load_example(path)).failures
    assert "expected as-nkwanta at A1604, but it is nothing" in failure.message


@pytest.mark.parametrize(
    ("steps", "problems"),
    [
        ("- native: lose na-1 na-train\n- native: shake na-2 na-3", 0),
        ("- native: lose na-1, na-train and na-2", 1),
        ("- native: lose na-1 na-nobody", 1),
    ],
)
def test_several_units_in_one_step(tmp_path: Path, steps: str, problems: int) -> None:
    """An action takes one unit: a step that names several means one after the other, and none is passed over."""
    third = "    na-3: {side: native, type: infantry, strength: 9, weapon: M, morale: L, movement: 6}\n"
    field = FIELD.replace("    na-train", f"{third}    na-train").replace(
        "na-train: 0404}", "na-train: 0404, na-3: 0404}"
    )
    path = tmp_path / "example.yaml"
    attack = "- british: attack 0404 from 0405 with br-1"
    script = f"results: 2 0 0 0 0\nscript:\n{attack}\n{steps}\nfinal: {{na-train: eliminated}}\n"
    path.write_text(field + BATTLE + script, encoding="utf-8")
    assert bool(run_example(load_example(path)).failures) is bool(problems)


def test_failures_are_those_of_the_moment_that_has_the_fewest(tmp_path: Path) -> None:
    """The fight that the script leaves out has been fought, and only what is wrong with it is told."""
    start = BATTLE.replace("br-1: 0405", "br-1: 0405, br-2: 0405")
    steps = "results: 0 0 0 0 0 0\nscript: {british: attack 0404 from 0405}\n"
    (message,) = failures(tmp_path, start + steps + "expect: [battle, {event: retreat}]\n")
    assert "battle" in message
    assert '"event": "retreat"' in message
