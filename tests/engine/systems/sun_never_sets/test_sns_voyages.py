"""Voyages: who may not set out, go on, embark or land, word for word, and what is asked on the way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from sns_battle import board
from sns_field import begun, breaches, campaign, state_of, unit

from engine.errors import ActionError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.hexes.hexstate import DEAD
from engine.play import Action, Game
from engine.systems.sun_never_sets.base.effects import lay
from engine.systems.sun_never_sets.battle.aftermath import Pursuit
from engine.systems.sun_never_sets.battle.beaten_boats import Chase, FallingBack
from engine.systems.sun_never_sets.march import movement
from engine.systems.sun_never_sets.position import afloat

RIVER = ("S0302/S0402", "S0302/S0403", "S0303/S0403", "S0303/S0404", "S0304/S0404")
SEA = {f"S{column:02d}{row:02d}": "sea" for column in (1, 2) for row in range(1, 11)}
ON = {"rivers": True, "fleets": True}
UNITS = (
    unit("br-boat", type="gunboat", guns=2, machine_guns=1, strength=0, weapon="F"),
    unit("br-boat2", type="gunboat", guns=1, strength=0, weapon="F"),
    unit("br-fleet", type="fleet", guns=4, strength=0, weapon="H"),
    unit("br-hq", type="headquarters", movement=8, tactical=1, strategic=1, commander=True),
    unit("br-1"),
    unit("br-2"),
    unit("br-fort", movement=0),
    unit("na-chief", type="headquarters", movement=8, tactical=1, strategic=1, commander=True),
    unit("na-junk", type="junk", guns=1, strength=0, weapon="F"),
    unit("na-fleet", type="fleet", guns=4, strength=0, weapon="H"),
    unit("na-1"),
)
FAR = {"na-1": "S1209"}


def waters() -> BattleMap:
    """A river between the third and the fourth column, and sea in the first two."""
    return board(terrain=SEA, sides={tuple(side.split("/")): "major_river" for side in RIVER})  # type: ignore[misc]


def game(
    places: dict[str, Any], *dice: int, side: str = "british", aboard: dict[str, list[str]] | None = None, **more: Any
) -> Game:
    given = {"aboard": aboard or {}, **more.pop("given", {})}
    return begun(campaign(UNITS, waters()), {**FAR, **places}, side=side, dice=dice, options=ON | more, given=given)


# -- setting out -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:27.1")
@pytest.mark.rule("sns2:6.2")
def test_who_sails_once_does_not_sail_again_nor_does_who_is_no_boat() -> None:
    made = game({"br-boat": "S0303", "br-boat2": "S0303", "br-1": "S0303"}, 4)
    assert breaches(made, "sail br-1") == {"27.1": "br-1 is not a British boat or fleet on the map"}
    assert breaches(made, "sail na-junk") == {"27.1": "na-junk is not a British boat or fleet on the map"}
    assert breaches(made, "sail br-fleet") == {"27.1": "br-fleet is not a British boat or fleet on the map"}
    assert breaches(made, "sail br-boat") == {}
    for text in ("sail br-boat", "roll", "halt"):
        made.apply(text)
    assert breaches(made, "sail br-boat") == {"6.2": "br-boat has sailed in this segment"}
    assert breaches(made, "sail br-boat br-boat2") == {"6.2": "br-boat has sailed in this segment"}
    assert breaches(made, "embark br-1 on br-boat") == {
        "27.471": "br-boat has already sailed and cannot take units aboard",
        "27.47": "br-boat has already sailed and cannot take units aboard",
    }
    assert breaches(made, "sail br-boat2") == {}


@pytest.mark.rule("sns2:4.1")
@pytest.mark.parametrize("text", ["br-boat from S0303 to S0403/S0404", "br-boat S0303/S0403 S0403/S0404"])
def test_where_a_boat_sails_from_may_be_said(text: str) -> None:
    made = game({"br-boat": "S0303"}, 4)
    assert made.parse(f"sail {text}") == made.parse("sail br-boat S0403/S0404")
    # From elsewhere it is where the boat is to go.
    assert made.parse("sail br-boat from S0304/S0404") == made.parse("sail br-boat S0304/S0404")


def test_a_boat_that_is_not_there_is_named() -> None:
    with pytest.raises(ActionError, match="there is no unit 'gb'"):
        game({"br-boat": "S0303"}, 4).parse("sail gb S0304/S0504 bank S0503")


@pytest.mark.parametrize(("chief", "sails"), [("S0403", True), ("S0505", False), ("", False)])
def test_after_palace_infighting_only_boats_with_the_commander_in_chief_sail(chief: str, sails: bool) -> None:
    made = game({"na-junk": "S0403"} | ({"na-chief": chief} if chief else {}), side="native")
    assert breaches(made, "sail na-junk") == {}
    state = state_of(made)
    lay(state, 1, "infighting", "player_turn")
    state.pop()
    movement.begin(made.rules.field, state, 1)
    assert breaches(made, "sail na-junk") == (
        {}
        if sails
        else {
            "4.1": "na-junk cannot sail: palace infighting",
            "event1:native:46": "only units that began with the commander in chief move",
        }
    )
    assert ("sail na-junk" in made.legal_actions().texts()) is sails


@pytest.mark.rule("sns2:27.47")
def test_who_does_not_go_aboard_is_told_why() -> None:
    made = game({"br-boat": "S0303", "br-1": "S0303", "br-2": "S0504", "br-fort": "S0303"}, 4)
    assert breaches(made, "embark br-1 on br-boat") == {}
    assert breaches(made, "embark br-2 on br-boat") == {"27.47": "br-2 is not in the hex of br-boat"}
    assert breaches(made, "embark br-boat on br-boat") == {"27.47": "br-boat is not a land unit of British on the map"}
    assert breaches(made, "embark na-1 on br-boat")["27.47"] == "na-1 is not in the hex of br-boat"
    assert breaches(made, "embark br-hq on br-boat")["27.47"] == "br-hq is not in the hex of br-boat"
    assert breaches(made, "embark br-fort on br-boat") == {"6.6": "br-fort has no movement"}
    offers = {text for text in made.legal_actions().texts() if text.startswith("embark")}
    assert offers == {"embark br-1 on br-boat"}
    for text in ("march S0504 with br-2", "go S0404", "halt"):
        made.apply(text)
    assert "br-2 has moved or cannot move" in breaches(made, "embark br-2 on br-boat2")["27.47"]


@pytest.mark.rule("sns2:27.48")
@pytest.mark.rule("sns2:27.481")
def test_who_does_not_land_is_told_why() -> None:
    made = game({"br-boat": "S0303", "br-1": "S0303", "br-2": "S0303"}, aboard={"br-1": ["br-boat"]})
    assert breaches(made, "land br-1") == {}
    assert breaches(made, "land br-2") == {"27.48": "br-2 is not aboard"}
    assert breaches(made, "land na-1") == {"27.48": "na-1 is not aboard"}
    assert "land br-1" in made.legal_actions().texts()
    made.apply("land br-1")
    assert breaches(made, "march S0303 with br-1") == {"6.2": "br-1 has already marched in this segment"}
    assert breaches(made, "embark br-1 on br-boat")["27.47"].startswith("br-1 has moved")


@pytest.mark.rule("sns2:27.481")
@pytest.mark.parametrize(("enemy", "told"), [("na-1", {"27.481": "the enemy is in S0303"}), ("", {})])
def test_nobody_lands_where_an_enemy_stands(enemy: str, told: dict[str, str]) -> None:
    made = game({"br-boat": "S0303", "br-1": "S0303"}, aboard={"br-1": ["br-boat"]})
    if enemy:
        made.rules.field.put(state_of(made), made.rules.field.roster.find(enemy), made.scenario.map.grid.parse("S0303"))
    assert breaches(made, "land br-1") == told


@pytest.mark.rule("sns2:27.55")
@pytest.mark.rule("sns2:8.91")
def test_boats_do_not_advance_over_land() -> None:
    made = game({"br-boat": "S0303", "br-1": "S0303", "br-2": "S0505"}, 4)
    h, vacated = (made.scenario.map.grid.parse(name) for name in ("S0303", "S0304"))
    force = sum(1 << made.rules.field.roster.find(key) for key in ("br-boat", "br-1"))
    state_of(made).push(Pursuit(0, h, vacated, NOWHERE, force))
    assert breaches(made, "advance br-boat S0304") == {"27.55": "br-boat is afloat and advances by water"}
    assert breaches(made, "advance br-2 S0304") == {"8.91": "br-2 is not in the hex of the winner"}
    assert breaches(made, "advance br-1 S0304") == {}


# -- on the way ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sns2:27.1")
@pytest.mark.rule("sns2:28.1")
@pytest.mark.rule("sns2:13.41")
@pytest.mark.parametrize(
    ("boats", "at", "aboard", "evacuates", "asked", "rule"),
    [
        ("br-boat", "S0303", (), False, "br-boat in S0303: sail on, or halt", "27.1"),
        ("br-boat", "S0303", ("br-1",), False, "br-boat in S0303: sail on, land units, or halt", "27.1"),
        ("br-boat", "S0303", ("br-1",), True, "br-boat in S0303: sail on, land units, or halt", "27.1"),
        ("br-boat br-boat2", "S0303", (), False, "br-boat and br-boat2 in S0303: sail on, or halt", "27.1"),
        ("br-fleet", "S0205", ("br-1",), True, "br-fleet in S0205: sail on, or halt", "28.1"),
        ("br-fleet", "S0105", (), False, "br-fleet in S0105: sail on, or halt", "28.1"),
        ("br-fleet", "S0105", (), True, "br-fleet in S0105: sail on, leave the map, or halt", "28.1"),
        (
            "br-fleet",
            "S0310",
            ("br-1",),
            True,
            "br-fleet in S0310: sail on, land units, leave the map, or halt",
            "28.1",
        ),
    ],
)
def test_boats_on_their_way_are_asked_what_they_can_do(
    boats: str, at: str, aboard: tuple[str, ...], evacuates: bool, asked: str, rule: str
) -> None:
    carried = {key: boats.split() for key in aboard}
    made = game(dict.fromkeys((*boats.split(), *aboard), at), 4, aboard=carried)
    if evacuates:
        lay(state_of(made), 0, "evacuate", "game")
    made.apply(f"sail {boats}")
    if made.decision is not None and made.decision.prompt.startswith("Add boats"):
        made.apply("roll")
    assert made.decision is not None
    assert (made.decision.prompt, made.decision.rule, made.decision.hexes) == (asked, f"sns2:{rule}", (at,))
    offered = {text.split()[0] for text in made.legal_actions().texts()}
    named = {"sail on": "steer", "land units": "land", "leave the map": "withdraw"}
    assert offered == {"halt", *(verb for words, verb in named.items() if words in asked)}


@pytest.mark.rule("sns2:27.13")
@pytest.mark.rule("sns2:27.48")
@pytest.mark.parametrize(
    ("aboard", "asked", "offered"),
    [
        ((), "March with another force, sail, embark and land units, or end the marches", {"march", "end"}),
        (("br-1",), "br-boat in S0303: land units, or halt", {"halt", "land"}),
    ],
)
def test_boats_that_have_nowhere_to_go_are_not_asked_where(
    aboard: tuple[str, ...], asked: str, offered: set[str]
) -> None:
    """The river is one hexside long, and the enemy stands on its other bank."""
    made = board(sides={("S0303", "S0403"): "major_river"})
    places = {**dict.fromkeys(("br-boat", *aboard), "S0303"), "br-2": "S0909", "na-1": "S0403"}
    given = {"aboard": {key: ["br-boat"] for key in aboard}}
    sailing = begun(campaign(UNITS, made), places, dice=[4], options=ON, given=given)
    sailing.apply("sail br-boat")
    assert sailing.decision is not None
    assert sailing.decision.prompt == asked
    assert {text.split()[0] for text in sailing.legal_actions().texts()} == offered


@pytest.mark.rule("sns2:27.48")
def test_boats_that_have_sailed_land_units_and_then_go_on() -> None:
    given = {"banks": {"br-boat": "S0303/S0403"}, "aboard": {"br-1": ["br-boat"]}}
    made = game({"br-boat": "S0303", "br-1": "S0303"}, 4, given=given)
    for text in ("sail br-boat", "steer S0303/S0404 bank S0404"):
        made.apply(text)
    assert made.decision is not None
    assert made.decision.prompt == "br-boat in S0404: land units, or halt"
    assert breaches(made, "steer S0302/S0402 bank S0302") == {}
    assert breaches(made, "storm S0505")["27.56"] == "boats and fleets do not attack from the march"
    made.apply("land br-1")
    assert made.decision.prompt == "br-boat in S0404: sail on, or halt"


@pytest.mark.rule("sns2:27.55")
def test_boats_that_can_go_nowhere_hold() -> None:
    made = game({"br-boat": "S0303", "na-junk": "S0403"})
    field, state = made.rules.field, state_of(made)
    nowhere = Chase(0, 0, made.scenario.map.grid.parse("S0403"))
    assert nowhere.goals(field, state) == []
    assert [*nowhere.actions(field, state)] == [Action("hold")]
    assert nowhere.decision(field, state) is None
    assert FallingBack(0, 0, made.scenario.map.grid.parse("S0303")).options(field, state) == []


@pytest.mark.rule("sns2:27.14")
@pytest.mark.rule("sns2:28.0")
@pytest.mark.parametrize("at", ["S0101", "S0201", "S0205"])
def test_boats_do_not_enter_hexsides_beside_a_fleet_of_the_enemy(at: str) -> None:
    made = game({"na-fleet": at, "br-boat": "S0303"})
    field, state = made.rules.field, state_of(made)
    h = field.grid.parse(at)
    assert afloat.shut_sides(field, state, 0) == {field.grid.side(h, d) for d in range(6)}
    assert afloat.shut_hexes(field, state, 0) == {h}
    assert not afloat.shut_sides(field, state, 1) & {field.grid.side(h, d) for d in range(6)}
    field.put(state, field.roster.find("na-fleet"), DEAD)
    assert not afloat.shut_sides(field, state, 0)
    assert not afloat.shut_hexes(field, state, 0)


@pytest.mark.rule("sns2:28.1")
def test_a_fleet_does_not_go_from_one_sea_to_another() -> None:
    made = waters()
    for name in ("S1101", "S1201", "S1102"):
        made.terrain[made.grid.parse(name)] = "sea"
    places = {"br-fleet": "S0105", "na-1": "S0209"}
    sailing = begun(campaign(UNITS, made), places, dice=(4,), options=ON)
    assert breaches(sailing, "sail br-fleet S1101") == {"28.1": "no open sea or coast leads to S1101"}
    assert breaches(sailing, "sail br-fleet S0606") == {"28.1": "S0606 is neither sea nor coast"}
    assert breaches(sailing, "sail br-fleet S0209") == {"27.13": "the enemy is in S0209, where no fleet stops"}
    assert breaches(sailing, "sail br-fleet S0303/S0403 bank S0303") == {
        "28.1": "a fleet goes to a hex of the sea or the coast"
    }
    assert breaches(sailing, "sail br-fleet S0108") == {}


@pytest.mark.rule("sns2:27.12")
@pytest.mark.rule("sns2:27.16")
@pytest.mark.rule("sns2:27.11")
@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("S0304/S0404 bank S0404", {}),
        (
            "S0505",
            {"27.12": "a boat moves to a hexside: name its two hexes, and the bank that the boat lies on"},
        ),
        (
            "S0505/S0605 bank S0505",
            dict.fromkeys(("27.1", "27.12"), "S0505/S0605 is neither a hexside of a major river nor of the coast"),
        ),
        ("S0303/S0403 bank S0505", {"27.11": "S0505 is not a land hex beside S0303/S0403, on which a boat could lie"}),
        ("S0203/S0303 bank S0203", {"27.16": "S0203 is not a land hex beside S0203/S0303, on which a boat could lie"}),
        ("S0203/S0303 bank S0303", {"27.12": "no unbroken line of open hexsides leads to S0203/S0303"}),
    ],
    ids=str,
)
def test_a_boat_is_told_why_it_does_not_go_somewhere(where: str, told: dict[str, str]) -> None:
    given = {"banks": {"br-boat": "S0303/S0403"}}
    made = game({"br-boat": "S0303", "na-1": "S0402"}, given=given)
    assert breaches(made, f"sail br-boat {where}") == told
    assert (
        breaches(made, "sail br-boat S0302/S0402 bank S0402")["27.13"] == "the enemy is in S0402, where no boat stops"
    )


@pytest.mark.rule("sns2:27.13")
@pytest.mark.rule("sns2:27.14")
@pytest.mark.parametrize(
    ("enemies", "where", "told"),
    [
        ({"na-1": "S0404"}, "br-boat S0303/S0404 bank S0303", []),
        (
            {"na-1": "S0404"},
            "br-boat S0303/S0404 bank S0404",
            [("27.13", "the enemy is in S0404, where no boat stops")],
        ),
        (
            {"na-junk": "S0403", "na-1": "S0404"},
            "br-boat S0304/S0404 bank S0404",
            [
                ("27.12", "no unbroken line of open hexsides leads to S0304/S0404"),
                ("27.14", "an enemy boat, fleet or fortress blocks the path to S0304/S0404"),
                ("27.13", "the enemy is in S0404, where no boat stops"),
            ],
        ),
        (
            {"na-junk": "S0403", "na-1": "S0403"},
            "br-boat S0303/S0403 bank S0403",
            [
                ("27.14", "an enemy boat, fleet or fortress bars S0303/S0403"),
                ("27.13", "the enemy is in S0403, where no boat stops"),
            ],
        ),
        (
            {"na-junk": "S0403"},
            "br-boat S0302/S0403 bank S0403",
            [("5.12", "the enemy is in S0403, where no boat stops")],
        ),
        (
            {},
            "br-boat S0304/S0404 bank S0304",
            [("asante:6.3", "S0304 is closed to the British")],
        ),
        (
            {"na-fleet": "S0108", "na-1": "S0108"},
            "br-fleet S0108",
            [
                ("27.14", "an enemy boat, fleet or fortress bars S0108"),
                ("27.13", "the enemy is in S0108, where no fleet stops"),
            ],
        ),
        ({}, "br-fleet S0109", [("asante:6.3", "S0109 is closed to the British")]),
    ],
    ids=str,
)
def test_who_stands_on_a_bank_is_told_from_what_bars_the_way(
    enemies: dict[str, str], where: str, told: list[tuple[str, str]]
) -> None:
    """A boat goes past land units as it likes (27.13): they bar no hexside unless they hold a fortress (27.14)."""
    banks = {"br-boat": "S0302/S0402", "na-junk": "S0303/S0403"}
    places = {**FAR, "br-boat": "S0302", "br-fleet": "S0105", **enemies}
    given = {"banks": {key: side for key, side in banks.items() if key in places}}
    scenario = campaign(UNITS, waters(), special={"closed": {"british": "S0304 S0109"}})
    made = begun(scenario, places, options=ON, given=given)
    assert [*breaches(made, f"sail {where}").items()] == told


# -- what must never be ----------------------------------------------------------------------------------------------


def test_what_is_wrong_with_loads_is_told() -> None:
    made = game({"br-boat": "S0303", "br-1": "S0303", "br-2": "S0505"}, aboard={"br-1": ["br-boat"]})
    rules, state, number = made.rules, state_of(made), made.rules.field.roster.number
    one, two, boat = (number[key] for key in ("br-1", "br-2", "br-boat"))
    assert rules.defects(state) == []

    def wrong(**changes: Any) -> list[str]:
        twin = state.copy()
        twin.column[one] = changes.pop("column", 0)
        twin.extras = replace(twin.extras, **changes)
        return rules.defects(twin)

    carried = (one, 1 << boat)
    assert wrong(column=1) == ["br-1 is aboard and in a column"]
    assert wrong(aboard=0) == ["the units aboard are not those that are carried"]
    assert wrong(loads=frozenset({carried, (two, 1 << boat)}), aboard=1 << one | 1 << two) == [
        "br-2 is not where it is carried",
        "there are more units aboard than there is room for",
    ]
    assert wrong(loads=frozenset({(one, 0)})) == ["br-1 is not where it is carried"]
    moved = state.copy()
    moved.where[boat] = made.scenario.map.grid.parse("S0909")
    assert "br-boat is on dry land" in rules.defects(moved)
