"""Amounts of rules files: dice where none are thrown, and what asks about a unit where there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fuzzed import written
from kit_files import HERE

from engine.formats import load
from engine.formats.reading import read_source

ROLL = {"dice": "1d6"}
ATTACK = {"name": "attack", "table": "crt", "strength": {"attacker": "strength", "defender": "strength"}}
CHECK = {"check": "defender", "dice": "1d6", "at_most": 3, "fail": [{"lose": "unit"}]}


def attack(**keys: Any) -> dict[str, Any]:
    return {"combat": [{**ATTACK, "retreat": {}, **keys}]}


def result(*effects: dict[str, Any]) -> dict[str, Any]:
    return {"results": {"AR": [{"retreat": "attacker", "hexes": 1}], "BL": [{"lose": "both"}], "DR": list(effects)}}


def events(effect: dict[str, Any], **row: Any) -> dict[str, Any]:
    rows = [{"name": "storm", "on": "1-6", "do": [effect], **row}]
    phases = [{"name": "fate", "do": "events"}, {"name": "movement", "do": "move"}, {"name": "combat", "do": "attack"}]
    return {"events": {"luck": {"dice": "1d6", "rows": rows}}, "sequence": {"phases": phases}}


def codes(folder: Path, changes: dict[str, Any]) -> list[str]:
    source, _ = read_source(HERE / "two_banks.yaml")
    assert source.root is not None
    found = load(written({**source.root.data, **changes}, folder)).findings
    return [one.code for one in found if one.severity == "error"]


@pytest.mark.parametrize(
    "changes",
    [
        {"movement": {"allowance": ROLL, "costs": {"hex": {"woods": 2}}}},
        {"movement": {"allowance": {"value": "movement", "changes": [{"add": ROLL}]}}},
        {"stacking": {"limit": ROLL}},
        {"sight": {"limit": ROLL}},
        {"victory": {"worth": ROLL}},
        attack(range=ROLL),
        attack(range={"least": 1, "most": ROLL}),
        attack(strength={"attacker": ROLL, "defender": 1}),
        attack(shifts=[{"total": "attacker", "add": ROLL}]),
        attack(support={"who": {"type": "guns"}, "strength": {"table": "crt", "row": ROLL, "column": "1:1"}}),
    ],
)
def test_dice_that_nobody_throws_are_an_error(tmp_path: Path, changes: dict[str, Any]) -> None:
    assert codes(tmp_path, changes) == ["FILE020"]


def test_dice_in_the_numbers_of_a_check_are_not_enforced_yet(tmp_path: Path) -> None:
    assert codes(tmp_path, result({**CHECK, "at_most": ROLL})) == ["KIT150"]
    assert codes(tmp_path, result({**CHECK, "changes": [{"add": ROLL}]})) == ["KIT150"]


@pytest.mark.parametrize("verb", [{"lose": "defender", "steps": ROLL}, {"points": ROLL, "to": "attacker"}])
def test_dice_of_effects_are_thrown(tmp_path: Path, verb: dict[str, Any]) -> None:
    assert codes(tmp_path, result(verb)) == []


@pytest.mark.parametrize("amount", ["strength", "steps", "units", {"foot": 1, "else": 2}])
def test_an_amount_of_a_unit_needs_one(tmp_path: Path, amount: Any) -> None:
    assert codes(tmp_path, attack(shifts=[{"total": "attacker", "add": amount}])) == ["KIT121"]
    assert codes(tmp_path, attack(shifts=[{"best": [{"total": "attacker", "set": amount}]}])) == ["KIT121"]
    assert codes(tmp_path, {"sight": {"limit": amount}}) == ["KIT121"]
    assert codes(tmp_path, {"sight": {"limit": {"value": 4, "changes": [{"most": amount}]}}}) == ["KIT121"]
    assert codes(tmp_path, result({"points": amount, "to": "attacker"})) == ["KIT121"]
    assert codes(tmp_path, result({**CHECK, "fail": [{"points": amount, "to": "attacker"}]})) == []


def test_sight_sees_no_unit_but_a_hex(tmp_path: Path) -> None:
    assert (
        codes(tmp_path, {"sight": {"limit": {"value": 4, "changes": [{"when": {"terrain": "woods"}, "set": 2}]}}}) == []
    )
    assert codes(tmp_path, {"sight": {"limit": {"value": 4, "changes": [{"when": {"type": "foot"}, "set": 2}]}}}) == [
        "KIT121"
    ]


def test_a_check_in_an_event_is_about_the_unit_that_throws(tmp_path: Path) -> None:
    woods = {"when": {"terrain": "woods"}, "add": 1}
    check = {**CHECK, "check": "active", "changes": [woods]}
    assert codes(tmp_path, events(check)) == []
    assert codes(tmp_path, events(check, when={"terrain": "woods"})) == ["KIT121"]


def test_points_are_whole(tmp_path: Path) -> None:
    assert codes(tmp_path, result({"points": "1/2", "to": "attacker"})) == ["FILE020"]


def test_choices_of_an_option_may_be_one_text(tmp_path: Path) -> None:
    options = {"fog": {"choices": "clear thick", "default": "thick"}}
    changes = [{"when": {"option": {"fog": "thick"}}, "add": 1}]
    movement = {"costs": {"hex": {"clear": 1, "woods": 2}, "changes": changes}}
    assert codes(tmp_path, {"options": options, "movement": movement}) == []
