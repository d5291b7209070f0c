"""What is said of exclusive rules that cannot be, under Fire & Movement and Twilight's Last Gleaming 2."""

from __future__ import annotations

from typing import Any

import fm_field
import pytest
import tlg2_field
from hex_field import field

from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap, Region
from engine.play import Game
from engine.scenario import Scenario
from engine.umpire.checks import check_scenario

SIDES = "must be one of the sides"
MARKERS = "must be a number of markers or two, such as 8/9"


def coast() -> BattleMap:
    """A field with a region."""
    board = field(road="X0101 X0102", hexsides={"bridge": "X0101/X0102"})
    board.regions["coast"] = Region("coast", "Coast", frozenset({board.grid.parse("X0101")}))
    return board


def said(scenario: Scenario) -> dict[str, str]:
    """What the umpire says of the exclusive rules, by where; a game cannot begin where it says anything."""
    found = {one.place.data_path: one.message for one in check_scenario(scenario) if one.code == "RULE107"}
    if found:
        with pytest.raises(HexwrightError, match="special"):
            Game(scenario)
    else:
        Game(scenario)
    return {path.removeprefix("special."): words for path, words in found.items()}


def fire(**values: Any) -> dict[str, Any]:
    """One marker of the Commonwealth in the pool of support fire."""
    return {"support_fire": {"cw": [{"strength": 3} | {key.rstrip("_"): value for key, value in values.items()}]}}


def allotted(text: Any, turn: str = "1") -> dict[str, Any]:
    """Support fire that is allotted in one turn."""
    return {"support_fire": {"allotment": {turn: text}}}


@pytest.mark.parametrize(
    ("special", "wrong"),
    [
        ({"friendly_edge": {"cw": "N", "ge": "s"}, "armour_shift": "cw", "no_zoc_into": "coast X0202"}, {}),
        ({"friendly_edge": {"cw": "coast", "ge": "W"}}, {}),
        (
            {"friendly_edge": {"cw": "E", "ge": "X"}},
            {"friendly_edge.ge": "'ge' must be N, E, S, W or a region of the map, not 'X'"},
        ),
        ({"friendly_edge": {"us": "N"}}, {"friendly_edge.us": f"'us' {SIDES} cw, ge, not 'us'"}),
        ({"armour_shift": "us"}, {"armour_shift": f"'armour_shift' {SIDES} cw, ge, not 'us'"}),
        (
            {"no_zoc_into": ["coast", "hills"]},
            {"no_zoc_into.1": "entry 2 of 'no_zoc_into' must name hexes or regions of the map; 'hills' is neither"},
        ),
        (fire(from_="sea", range=999), {}),
        (fire(from_="coast", count=999, strength=999), {}),
        (fire(from_="hills"), {"support_fire.cw.0.from": "'from' must be sea or a region of the map, not 'hills'"}),
        (fire(strength=1000), {"support_fire.cw.0.strength": "'strength' must be at most 999"}),
        (fire(strength=-1), {"support_fire.cw.0.strength": "'strength' must be at least 0"}),
        (fire(strength=True), {"support_fire.cw.0.strength": "'strength' must be a whole number, not true"}),
        (fire(count=1000), {"support_fire.cw.0.count": "'count' must be at most 999"}),
        ({"support_fire": {"cw": [{"strength": 0}] * 100}}, {}),
        ({"support_fire": {"cw": [{"strength": 0}] * 101}}, {"support_fire.cw": "'cw' must have at most 100 entries"}),
        (
            {"support_fire": {"ge": [], "uk": [], "us": []}},
            {"support_fire": "'support_fire' must have allotment and the sides cw, ge, not 'uk'"},
        ),
        ({"support_fire": 5}, {"support_fire": "'support_fire' must be a mapping of keys to values, not the number 5"}),
        (allotted("8 / 999"), {}),
        (allotted(0), {}),
        (allotted("1/1000"), {"support_fire.allotment.1": "'1' must be at most 999"}),
        *(
            (allotted(text), {"support_fire.allotment.1": f"'1' {MARKERS}"})
            for text in ("1/2/3", "1/x", "-1", True, "", "٣")
        ),
        (allotted(1, "0"), {"support_fire.allotment.0": "'0' must be at least 1"}),
        (allotted(1, "x"), {"support_fire.allotment.x": "'x' must be a whole number, not the text 'x'"}),
        (allotted(1, "٣"), {"support_fire.allotment.٣": "'٣' must be a whole number, not the text '٣'"}),
    ],
)
def test_exclusive_rules_of_fire_and_movement(special: dict[str, Any], wrong: dict[str, str]) -> None:
    units = {"cw-1": "X0505", "ge-1": "X1212"}
    texts = ["cw-1 infantry 4-3-5", "ge-1 infantry 3-3-3"]
    assert said(fm_field.scenario(coast(), texts, units, special=special)) == wrong


@pytest.mark.parametrize(
    ("special", "wrong"),
    [
        ({"bayonet": {"side": "us", "shift": 9}, "free_bridges": "X0101/X0102", "no_ac_road_turns": "2-3"}, {}),
        ({"bayonet": {"shift": 0}, "no_us_road_turns": [1]}, {}),
        ({"bayonet": {"side": "uk"}}, {"bayonet.side": f"'side' {SIDES} us, ac, not 'uk'"}),
        ({"bayonet": {"shift": 10}}, {"bayonet.shift": "'shift' must be at most 9"}),
        ({"bayonet": {"shift": -1}}, {"bayonet.shift": "'shift' must be at least 0"}),
        ({"bayonet": {"charge": 1}}, {"bayonet.charge": "there is no key 'charge' here"}),
    ],
)
def test_exclusive_rules_of_twilights_last_gleaming(special: dict[str, Any], wrong: dict[str, str]) -> None:
    units = {"us-1": "X0505", "ac-1": "X1212"}
    assert said(tlg2_field.scenario(coast(), ["us-1 infantry 4", "ac-1 infantry 3"], units, special=special)) == wrong


def test_exclusive_rules_that_nobody_has_are_told_with_those_there_are() -> None:
    scenario = tlg2_field.scenario(
        coast(),
        ["us-1 infantry 4"],
        {"us-1": "X0505"},
        special={"no_uk_road_turns": [1], "free_bridges": ["X0101/X0109"]},
    )
    found = [(one.place.data_path, one.message) for one in check_scenario(scenario) if one.code == "RULE107"]
    assert found == [
        ("special.no_uk_road_turns", "the rules have no exclusive rule 'no_uk_road_turns'"),
        (
            "special.free_bridges.0",
            "entry 1 of 'free_bridges' must name hexsides of the map: "
            "X0101 and X0109 are not adjacent, so 'X0101/X0109' is not a hexside",
        ),
    ]
