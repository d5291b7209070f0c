"""The checks of openings and of what both sides can hope for: just on the wrong side, and just on the right one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from spoiled import BARELY, KNOLL, SPOILED, sound

from engine import data
from engine.findings import Severity
from engine.formats import load
from engine.scenario.model import Pool, Turns, VictoryCondition, Win
from engine.umpire.checks import CHECKS, check_loaded, check_scenario


def told(code: str, scenario: object) -> list[str]:
    return [finding.message for finding in check_scenario(scenario) if finding.code == code]


def test_nothing_is_found_in_the_sound_scenario() -> None:
    assert check_scenario(sound()) == []


@pytest.mark.parametrize("code", BARELY)
def test_what_is_just_right_is_not_told_of(code: str) -> None:
    assert told(code, BARELY[code]()) == []


@pytest.mark.parametrize("code", SPOILED)
def test_what_is_wrong_is_said_with_names(code: str) -> None:
    """No finding speaks of sides by their keys."""
    (first, *_) = told(code, SPOILED[code][0]())
    assert " us " not in f" {first} "
    assert " ac " not in f" {first} "


def test_of_a_pool_all_who_stand_elsewhere_are_told_and_nobody_else() -> None:
    setup = {key: at for key, at in sound().setup.items() if key != "us-militia"}
    made = sound(pools={"all": Pool("us", ("us-militia", "us-guns", "us-1"))}, setup=setup)
    assert [line.partition(" is in the pool all")[0] for line in told("UNIT121", made)] == [
        "Guns (us-guns)",
        "1st Regiment",
    ]


def test_rules_are_not_asked_where_something_is_wrong() -> None:
    broken = SPOILED["UNIT122"][0]().with_(options={"nosuch": 1})
    found = check_scenario(broken)
    assert any(finding.severity is Severity.ERROR for finding in found)
    assert not any(CHECKS[finding.code].scope == "opening" for finding in found if finding.code in CHECKS)


@pytest.mark.parametrize(
    ("condition", "so"),
    [
        (KNOLL, True),
        (VictoryCondition("hold", hexes=("F1104", "F0605")), False),
        (VictoryCondition("hold", hexes=("F1104", "F1004", "F0605"), count=2), True),
        (VictoryCondition("turn", count=1), True),
        (VictoryCondition("turn", count=2), False),
        (VictoryCondition("all", of=(KNOLL, VictoryCondition("turn", count=1))), True),
        (VictoryCondition("all", of=(KNOLL, VictoryCondition("turn", count=2))), False),
        (VictoryCondition("any", of=(KNOLL, VictoryCondition("turn", count=2))), True),
        (VictoryCondition("eliminated", count=1), False),
    ],
)
def test_ways_to_win_that_are_open_at_the_start(condition: VictoryCondition, so: bool) -> None:
    made = sound(victory=replace(sound().victory, wins=(Win("ac", condition, "The knoll", at_once=True),)))
    assert told("WIN122", made) == (["Anglo-Canadian has won at the start: The knoll is already met"] if so else [])


def test_the_side_that_is_behind_is_named() -> None:
    assert told("WIN123", SPOILED["WIN123"][0]()) == [
        "United States can reach at most 4 points; Anglo-Canadian starts with 4"
    ]
    assert told("WIN122", SPOILED["WIN122"][0]()) == [
        "Anglo-Canadian leads by 2 points at the start, and 2 end the game"
    ]


def test_losses_are_counted_among_what_a_side_can_have() -> None:
    """The Anglo-Canadians score ten points for the hill and one for each of seventeen American factors."""
    assert told("WIN123", sound(victory=replace(sound().victory, handicap={"us": 27}))) == []
    assert told("WIN123", sound(victory=replace(sound().victory, handicap={"us": 28}))) == [
        "Anglo-Canadian can reach at most 27 points; United States starts with 28"
    ]


def test_where_points_are_lost_nobody_is_said_to_be_behind() -> None:
    victory = replace(sound().victory, handicap={"us": 28})
    lost = replace(victory.scoring[0], points=-1)
    assert told("WIN123", sound(victory=replace(victory, scoring=(*victory.scoring, lost)))) == []


def test_turns_beyond_the_end_are_told_of_together() -> None:
    turns = Turns(3, night=frozenset({2, 4, 5, 6, 9}), labels={1: "dawn", 7: "noon"})
    assert told("RULE121", sound(turns=turns)) == [
        "turn 7 has a name, and the game has turns 1 to 3",
        "turns 4-6 9 are marked as night, and the game has turns 1 to 3",
    ]


def test_a_colour_that_both_sides_were_given_is_told_of_also_where_it_is_the_usual_one(tmp_path: Path) -> None:
    """Sides that were given no colour are drawn in the usual one; that is nobody's mistake."""
    text = (data.scenarios() / "first_steps.yaml").read_text(encoding="utf-8")
    given = text.replace('colour: "#f2b8c0"', 'colour: "#9CC3E6"')
    left_out = text.replace('colour: "#f2b8c0", ', "").replace('colour: "#9cc3e6", ', "")
    for name, content, found in (("given", given, 1), ("left out", left_out, 0)):
        path = tmp_path / f"{name}.yaml"
        path.write_text(content, encoding="utf-8")
        assert [one.code for one in check_loaded(load(path))].count("SIDE122") == found, name


def test_an_objective_is_out_of_reach_only_where_nobody_gets_there() -> None:
    """The game is long enough for the dragoons that come on turn 2, and not one turn shorter."""
    made = SPOILED["WIN121"][0]()
    assert told("WIN121", made) == ["no unit of Anglo-Canadian can reach the objective F1409 in 3 turns"]
    far = sound(victory=replace(sound().victory, scoring=(replace(sound().victory.scoring[0], hexes=("F0101",)),)))
    turned = far.with_(victory=replace(far.victory, scoring=(replace(far.victory.scoring[0], initial="us"),)))
    lengths = [
        count
        for count in (1, 2, 3)
        if not told("WIN121", turned.with_(turns=replace(sound().turns, count=count), arrivals=()))
    ]
    assert lengths == [3]
