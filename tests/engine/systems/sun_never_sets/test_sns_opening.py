"""What a scenario lays on the map as its game begins: boats at hexsides, sieges, railways, and what is found wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from sns_field import begun, campaign, country, state_of, unit

from engine.errors import ActionError, HexwrightError, IllegalAction
from engine.formats import load_scenario
from engine.formats.fitting import misfits
from engine.hexes.board.battlemap import BattleMap
from engine.mechanics.hexes.hexstate import DEAD, POOL
from engine.play import Game
from engine.scenario import Scenario
from engine.scenario.model import Pool
from engine.scenario.revising import renamed, struck
from engine.systems.sun_never_sets.answers.setup import opening_findings
from engine.systems.sun_never_sets.base.effects import FOR_EVER
from engine.systems.sun_never_sets.base.extras import Extras
from engine.systems.sun_never_sets.rules import SnsRules
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


def test_a_position_has_the_sieges_that_stand_in_it_and_no_other() -> None:
    game = game_of(laid_out())
    state_of(game).extras = replace(state_of(game).extras, sieges=frozenset())
    assert "sieges" not in as_scenario(game).special
    begun_without = game_of(laid_out({key: value for key, value in SPECIAL.items() if key != "sieges"}))
    parse = begun_without.scenario.map.grid.parse
    state_of(begun_without).extras = replace(
        state_of(begun_without).extras, sieges=frozenset({(parse("S0303"), parse("S0203"))})
    )
    assert as_scenario(begun_without).special["sieges"] == {"S0203": ["S0303"]}


def test_who_came_back_to_a_pool_lies_in_the_first_that_takes_the_eliminated_in() -> None:
    scenario = load_scenario("sns_first_steps")
    hills = replace(scenario.pools["hills"], units=("za-horse",))
    late = Pool("zangari", (), back="eliminated")
    pools = {"early": Pool("zangari", ("za-4",)), **scenario.pools, "hills": hills, "late": late}
    game = Game(scenario.with_(pools=pools), 1)
    rules: Any = game.rules
    field, state = rules.field, game.state
    field.put(state, field.roster.find("za-guard"), POOL)
    field.put(state, field.roster.find("za-horse"), DEAD)
    found = rules.pools(state)
    assert found == {"early": ("za-4",), "hills": ("za-guard",), "trains": ("br-train2",), "late": ()}
    made = as_scenario(game).pools
    assert {key: pool.units for key, pool in made.items()} == found
    assert [key for key, pool in made.items() if pool.back] == ["hills", "late"]


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


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"sieges": {"S0203": ["S0909"]}}, "S0203 cannot be besieged from S0909: it is not adjacent"),
        ({"sieges": {"S0203": ["S0202"]}}, "S0203 cannot be besieged from S0202: no enemy is there"),
        ({"sieges": {"S0909": ["S0303"]}}, "no unit can be besieged in S0909"),
        (
            {"factors": {"british": {"british": {"infantry": 2}}}},
            "no replacement factors for british infantry",
        ),
        ({"columns": {"d1": ["br-1"]}}, "'d1' is not a column; they are c1 to c24"),
        ({"banks": {"br-boat": "S0403/S0404"}}, "is not adjacent to S0403/S0404"),
        ({"aboard": {"br-1": ["na-1"]}}, "can be carried only by boats or fleets"),
        ({"aboard": {"br-gun": ["br-boat"]}}, "is not in the hex of its boats"),
        ({"aboard": {"br-host": ["br-boat"]}}, "there is no room for"),
    ],
    ids=str,
)
def test_what_a_start_cannot_set_is_told(given: dict[str, Any], said: str) -> None:
    units = [*UNITS, unit("br-gun"), unit("br-host", strength=99)]
    with pytest.raises(HexwrightError, match=said):
        begun(campaign(units, board()), {**SETUP, "br-gun": "S0808", "br-host": "S0303"}, options=ON, given=given)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("march X9999", "'X9999' is neither a column nor a hex of this map"),
        ("organise S0303 as c25 with br-1", "'c25' is not a column; they are c1 to c24"),
        ("fire Q-line", "'Q-line' is not a class of volleys"),
        ("steer S9999 bank S0303", "'S9999' is neither a hexside nor a hex of this map"),
        ("steer S0101/S0109 bank S0101", "S0101 and S0109 are not adjacent"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, said: str) -> None:
    game = begun(campaign(UNITS, board()), SETUP, options=ON)
    with pytest.raises(ActionError, match=said):
        game.parse(text)


def test_where_nobody_lays_a_railway_it_is_refused() -> None:
    game = begun(campaign(UNITS, board()), SETUP, options=ON)
    with pytest.raises(IllegalAction, match="no railroad engineer is next to S0909: name the unit that lays") as told:
        game.parse("lay S0909")
    assert told.value.rule == "sns2:30.22"


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (
            lambda field, state: (field.put(state, 0, -1), state.column.__setitem__(0, 3)),
            "off the map and in column c3",
        ),
        (lambda field, state: [state.column.__setitem__(u, 2) for u in (2, 3)], "column c2 of native is in two hexes"),
        (
            lambda field, state: (field.put(state, 3, 0), [state.column.__setitem__(u, 2) for u in (2, 3)]),
            "column c2 of native is in two hexes",
        ),
        (lambda field, state: state.steps.__setitem__(4, 1), "is a demoralized headquarters"),
        (lambda field, state: state.points.__setitem__(0, -1), "below 0"),
        (lambda field, state: state.factors.__setitem__(-1, -1), "below 0"),
    ],
)
def test_what_must_never_be_is_told(spoil: Callable[[Any, Any], Any], said: str) -> None:
    game = begun(
        campaign([*UNITS, unit("br-hq", type="headquarters")], board()), {**SETUP, "br-hq": "S0303"}, options=ON
    )
    rules: Any = game.rules
    assert rules.defects(game.state) == []
    spoil(rules.field, game.state)
    assert [line for line in rules.defects(game.state) if said in line]


@pytest.mark.rule("sns2:4.1")
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"effects": {"evacute": {}}}, "there is no event evacute (did you mean 'evacuate'?)"),
        ({"effects": {"none": {}}}, "there is no event none"),
        ({"happened": ["golden_stol"]}, "there is no event golden_stol (did you mean 'golden_stool'?)"),
        ({"happened": ["asante_fieldworks"]}, "there is no event asante_fieldworks"),
    ],
    ids=str,
)
def test_a_position_does_not_begin_with_what_is_no_event(given: dict[str, Any], said: str) -> None:
    with pytest.raises(HexwrightError, match=re.escape(said)):
        begun(campaign(UNITS), {"br-1": "S0303"}, given=given)


@pytest.mark.rule("sns2:4.1")
def test_effects_of_a_position_last_as_their_events_do() -> None:
    given = {"effects": "evacuate foul_weather rain_native"}
    game = begun(campaign(UNITS), {"br-1": "S0303", "na-1": "S0909"}, side="native", phase="movement", given=given)
    assert {effect.key: (effect.turn, effect.side) for effect in state_of(game).effects} == {
        "evacuate": (FOR_EVER, 1),
        "foul_weather": (2, 0),
        "rain_native": (1, 1),
    }
    last = {"effects": {"onward": {"turn": 6}, "floods": {"turn": 2, "side": "british"}}}
    game = begun(campaign(UNITS), {"br-1": "S0303", "na-1": "S0909"}, given=last)
    assert [(effect.turn, effect.side) for effect in state_of(game).effects] == [(FOR_EVER, 1), (2, 0)]
