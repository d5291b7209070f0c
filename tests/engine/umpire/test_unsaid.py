"""What a script of a campaign leaves unsaid, or names after it was done by itself; what it forces and has refused."""

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
    br-hq: {side: british, type: headquarters, tactical: 2, strategic: 1, movement: 6}
    na-1: {side: native, type: infantry, strength: 4, weapon: S, morale: F, movement: 6}
    na-2: {side: native, type: infantry, strength: 4, weapon: S, morale: F, movement: 6}
    na-3: {side: native, type: infantry, strength: 4, weapon: S, morale: F, movement: 6}
  setup: {br-1: 0407, br-2: 0607, na-1: 0404, na-2: 0404, na-3: 0404}
"""
MOVEMENT = "start: {turn: 1, side: british, phase: movement}\ndice: 4 4\n"
BATTLE = "start: {turn: 1, side: british, phase: battle, units: {br-1: 0405}}\ndice: 6 1\n"


def failures(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "example.yaml"
    path.write_text(FIELD + text, encoding="utf-8")
    return [failure.message for failure in run_example(load_example(path)).failures]


def test_a_march_is_halted_and_segments_end(tmp_path: Path) -> None:
    steps = """script:
- british: march 0407 with br-1
- british: go 0406
- british: march 0607 with br-2
- british: go 0504
- british: end movement
- british: attack 0404 from 0504 with br-2
expect: [{event: moves, to: 0406}, {event: moves, to: 0504}, {event: attack, target: 0404}]
"""
    assert failures(tmp_path, MOVEMENT + steps) == []


def test_what_cannot_be_done_in_this_player_turn_is_not_reached(tmp_path: Path) -> None:
    steps = "script:\n- british: march 0407 with br-1\n- british: go 0406\n- british: march 0406 with br-1\n"
    (message,) = failures(tmp_path, MOVEMENT + steps)
    assert "a force is on the march" in message


def test_other_like_units_may_be_named(tmp_path: Path) -> None:
    steps = """results: 2 0 0
script:
- british: attack 0404 from 0405 with br-1
- native: lose na-1
- native: lose na-3
final: {na-1: {at: null}, na-2: {steps: 1}, na-3: {at: null}}
"""
    assert failures(tmp_path, BATTLE + steps) == []


def test_who_was_not_hit_cannot_be_named(tmp_path: Path) -> None:
    steps = "results: 1 0 0\nscript:\n- british: attack 0404 from 0405 with br-1\n- native: lose br-1\n"
    (message,) = failures(tmp_path, BATTLE + steps)
    assert "this is illegal" in message or "it is the choice of" in message


@pytest.mark.parametrize(("forced", "die"), [("0", 1), ("3", 6)])
def test_any_result_of_a_rebuilt_table(tmp_path: Path, forced: str, die: int) -> None:
    steps = f"""results: {forced}
script: {{british: attack 0404 from 0405 with br-1}}
expect: [{{event: volley, round: rifle, die: {die}, result: "{forced}"}}]
"""
    assert failures(tmp_path, BATTLE + steps) == []


def test_no_result_that_the_table_does_not_have(tmp_path: Path) -> None:
    steps = "results: 4\nscript: {british: attack 0404 from 0405 with br-1}\n"
    (message,) = failures(tmp_path, BATTLE + steps)
    assert "the forced result 4 is not in column" in message


def test_refused_as_in_the_segment_that_has_closed(tmp_path: Path) -> None:
    start = "start: {turn: 1, side: british, phase: battle}\n"
    tried = "illegal: {british: attack 0404 from 0407 with br-1, rule: 7.0}\n"
    assert failures(tmp_path, start + tried) == []
    other = tried.replace("7.0", "8.91")
    (message,) = failures(tmp_path, start + other)
    assert "expected to be refused under sns2:8.91" in message


def test_a_choice_that_was_the_only_one(tmp_path: Path) -> None:
    """The second volley is fired by itself; the headquarters that has helped the first does not help it (10.32)."""
    start = "start: {turn: 1, side: british, phase: battle, units: {br-1: 0405, br-2: 0405, br-hq: 0405}}\ndice: 6 1\n"
    steps = """results: 0 0
script:
- british: attack 0404 from 0405 with br-1 br-2 br-hq
- british: fire B-veteran by br-hq
- illegal: {british: fire B-line by br-hq, rule: 10.32}
"""
    assert failures(tmp_path, start + steps) == []
