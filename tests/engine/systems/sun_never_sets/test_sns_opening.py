"""What a scenario lays on the map as its game begins: boats at hexsides, sieges, railways, and what is found wrong."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from sns_field import campaign, country, state_of, unit

from engine.board.battlemap import BattleMap
from engine.errors import HexwrightError
from engine.formats.fitting import misfits
from engine.play import Game
from engine.scenario import Scenario
from engine.scenario.revising import renamed, struck
from engine.systems.sun_never_sets.extras import Extras
from engine.systems.sun_never_sets.rules import SnsRules
from engine.systems.sun_never_sets.setup import opening_findings
from engine.umpire.positions import as_scenario

ON = {"railroads": True, "sieges": True, "rivers": True}
UNITS = (
    unit("br-1"),
    unit("br-boat", type="gunboat", guns=2, strength=0, weapon="F"),
    unit("na-1"),
    unit("na-2"),
)
SETUP = {"br-1": "S0303", "br-boat": "S0303", "na-1": "S0203", "na-2": "S0909"}
SPECIAL: dict[str, Any] = {
    "sieges": {"S0203": "S0303"},
    "banks": {"br-boat": "S0303/S0404"},
    "railway": "S0303 S0403 S0503",
    "railheads": "S0503",
    "cuts": "S0403",
}


def board() -> BattleMap:
    """A fortress, a river east of the third column, and a potential railway across it."""
    made = country()
    grid = made.grid
    made.features[grid.parse("S0203")] = frozenset({"fortress"})
    for side in ("S0303/S0403", "S0303/S0404"):
        made.hexsides[grid.parse_side(side)] = frozenset({"major_river"})
    for a, b in pairwise(["S0303", "S0403", "S0503", "S0603"]):
        made.paths[grid.side_between(grid.parse(a), grid.parse(b))] = frozenset({"rail_planned"})
    return made


def laid_out(special: dict[str, Any] = SPECIAL, **more: Any) -> Scenario:
    return campaign(UNITS, board(), **{"setup": SETUP, "special": special, "options": ON, **more})


def game_of(scenario: Scenario) -> Game:
    return Game(scenario, 1, rules=SnsRules(scenario))


@pytest.mark.rule("sns2:27.11")
@pytest.mark.rule("sns2:18.1")
@pytest.mark.rule("sns2:30.2")
def test_boats_sieges_and_railways_are_there_as_the_game_begins() -> None:
    game = game_of(laid_out())
    rules: Any = game.rules
    assert rules.units(game.state)["br-boat"]["along"] == "S0303/S0404"
    marks = {(mark.at, mark.kind) for mark in rules.marks(game.state)}
    assert marks >= {("S0503", "railhead"), ("S0403", "cut"), ("S0303", "track"), ("S0203", "siege")}
    parse = game.scenario.map.grid.parse
    assert state_of(game).extras.sieges == {(parse("S0303"), parse("S0203"))}


def test_what_belongs_to_chapters_that_are_not_played_stays_away() -> None:
    extras = state_of(game_of(laid_out(options={}))).extras
    assert extras == Extras()


def test_a_position_is_a_scenario_that_begins_with_the_same_markers() -> None:
    game = game_of(laid_out())
    made = as_scenario(game)
    assert state_of(game_of(made)).extras == state_of(game).extras
    assert not [*opening_findings(made)]


@pytest.mark.parametrize(
    ("special", "code", "path"),
    [
        ({"banks": {"br-boat": "S0203/S0303"}}, "SETUP133", ("special", "banks", "br-boat")),
        ({"banks": {"br-1": "S0303/S0404"}}, "SETUP133", ("special", "banks", "br-1")),
        ({"sieges": {"S0303": "S0203"}}, "SETUP134", ("special", "sieges", "S0303")),
        ({"sieges": {"S0203": "S0303 S0909"}}, "SETUP134", ("special", "sieges", "S0203")),
        ({"railway": "S0303 S0403 S0909"}, "RULE132", ("special", "railway")),
        ({"railway": "S0303 S0403", "cuts": "S0503"}, "RULE132", ("special", "cuts")),
    ],
)
def test_what_cannot_be_there_is_found_at_its_place(special: dict[str, Any], code: str, path: tuple[str, ...]) -> None:
    (found,) = opening_findings(laid_out(special))
    assert (found.code, found.place.path) == (code, path)
    assert not [*opening_findings(laid_out())]


def test_of_a_boat_that_lies_wrongly_it_is_said_where_it_may() -> None:
    (found,) = opening_findings(laid_out({"banks": {"br-boat": "S0203/S0303"}}))
    assert "S0303/S0404" in found.message.partition("; it may lie on ")[2].split()


@pytest.mark.parametrize(
    ("special", "said"),
    [
        ({"banks": {"br-boot": "S0303/S0404"}}, "must be the key of a unit"),
        ({"banks": {"br-boat": "S0303/S0909"}}, "hexside"),
        ({"sieges": {"Herat": "S0303"}}, "must name a hex of the map"),
    ],
)
def test_names_that_nobody_knows_are_refused_with_their_place(special: dict[str, Any], said: str) -> None:
    scenario = laid_out(special)
    (found,) = misfits(scenario)
    assert said in found.message
    assert found.path[:2] == ("special", *special)
    with pytest.raises(HexwrightError, match=said):
        game_of(scenario)


def test_exclusive_rules_follow_a_unit_to_its_new_key_and_forget_one_that_is_struck() -> None:
    scenario = laid_out()
    assert renamed(scenario, {"br-boat": "br-2"}).special["banks"] == {"br-2": "S0303/S0404"}
    assert "banks" not in struck(scenario, ["br-boat"]).special
    assert struck(scenario, ["br-boat"]).special["sieges"] == SPECIAL["sieges"]
