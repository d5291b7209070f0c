"""An example of play whose scenario the umpire rejects is refused with the findings, at their places; but for what it
may be about."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.findings import Severity
from engine.formats import load, load_text
from engine.formats.specs import ExampleSpec
from engine.umpire.checks import bars_to_play, check_loaded, check_scenario

EXAMPLES = Path(__file__).parents[2] / "examples"
FIELD = """\
format: hexwright-example 1
rule: sns2:6.0
about: a march
scenario:
  system: sns2
  map:
    grid: {columns: 12, rows: 9, numbering: {prefix: S}}
    palette: campaign
    legend: {".": clear, "~": sea}
  turns: 4
  sides: {british: {name: British, role: empire}, native: {name: Natives, role: native}}
  units:
    br-1: {side: british, type: infantry, strength: 3, weapon: R, morale: L, movement: 6}
    na-1: {side: native, type: infantry, strength: 3, weapon: S, morale: R, movement: 6}
  setup: {br-1: S0303, na-1: S0505}
start: {phase: movement}
script: {british: march br-1 to S0304}
"""
SETUP = "  setup: {br-1: S0303, na-1: S0505}\n"
START = "start: {phase: movement}\n"


def bars(*changes: tuple[str, str]) -> list[tuple[str, int]]:
    """The code and line of everything that keeps the example from being played; it is what a check says as well."""
    text = FIELD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    loaded = load_text(text)
    found = bars_to_play(loaded)
    assert found == [one for one in check_loaded(loaded) if one.severity is Severity.ERROR]
    return [(one.code, one.place.line) for one in found]


def test_a_sound_one_is_played() -> None:
    assert bars() == []


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("na-1: S0505}", "na-1: S0303}", ("SETUP104", 15)),
        (SETUP, SETUP + "  setup_areas: {british: S0101}\n", ("SETUP105", 15)),
        ("turns: 4", "turns: 4\n  options: {wings: true}", ("RULE102", 11)),
        ("turns: 4", "turns: 4\n  options: {rivers: perhaps}", ("RULE103", 11)),
        (START, "start: {phase: movement, units: {br-1: S0505}}\n", ("SETUP104", 16)),
        (START, "start: {phase: movement, units: {br-1: S0303, na-1: S0303}, only: true}\n", ("SETUP104", 16)),
    ],
)
def test_one_with_an_error_is_refused_at_its_place(old: str, new: str, found: tuple[str, int]) -> None:
    assert bars((old, new)) == [found]


def test_reinforcements_of_a_turn_that_it_does_not_have_are_left_alone() -> None:
    late = "  reinforcements: [{turn: 9, side: british, units: br-1, entry: S0101, how: place}]\n"
    loaded = load_text(FIELD.replace(SETUP, "  setup: {na-1: S0505}\n" + late))
    assert bars_to_play(loaded) == []


def test_a_start_may_move_enemies_and_leave_units_off_the_map() -> None:
    assert bars((SETUP, ""), (START, "start: {phase: movement, units: {br-1: S0303}, only: true}\n")) == []
    moved = "start: {phase: movement, units: {br-1: S0505, na-1: S0606}}\n"
    assert bars((START, moved)) == []


def test_double_bases_of_any_troops_are_no_bar_to_an_example() -> None:
    """Chapter 4 tells of double skirmishers: that they are not usual is worth a warning."""
    assert bars_to_play(load(EXAMPLES / "dbm" / "4.3-double-backwards.yaml")) == []


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("fm/3.0-seaborne", "REINF105"),
        ("tlg2/4.16-no-entry-in-the-river", "REINF123"),
        ("sns2/15.1-no-room", "SETUP115"),
        ("sns2/17.5-railroad-engineers-do-not-sap", "UNIT131"),
    ],
)
def test_what_an_example_is_about_does_not_keep_it_from_being_played(name: str, code: str) -> None:
    loaded = load(EXAMPLES / f"{name}.yaml")
    assert isinstance(loaded.model, ExampleSpec)
    errors = [one.code for one in check_scenario(loaded.model.scenario) if one.severity is Severity.ERROR]
    assert errors == [code]
    assert bars_to_play(loaded) == []
