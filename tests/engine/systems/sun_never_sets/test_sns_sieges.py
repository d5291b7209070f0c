"""Chapter 18: what sieges do to zones, marks and starts, where an example of play cannot show it."""

from __future__ import annotations

from typing import Any

import pytest
from sns_field import begun, breaches, campaign, country, state_of, unit

from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.play import Game, Illegal
from engine.scenario.model import Arrival

ON = {"sieges": True}
SIEGE = {"sieges": {"S0403": ["S0303", "S0302"]}}


def walled(*fortresses: str) -> BattleMap:
    """Open country with fortresses."""
    board = country()
    for name in fortresses or ("S0403",):
        board.features[board.grid.parse(name)] = frozenset({"fortress"})
    return board


def siege(phase: str = "movement", given: dict[str, Any] | None = None, **more: Any) -> Game:
    """A Native garrison besieged by two British units, each in a hex of its own."""
    units = [unit("br-1"), unit("br-2"), unit("na-1")]
    places = {"br-1": "S0303", "br-2": "S0302", "na-1": "S0403"}
    given = SIEGE if given is None else given
    return begun(campaign(units, walled()), places, phase, dice=[4] * 9, options=ON, given=given, **more)


def sieges(game: Game) -> list[tuple[str, str]]:
    """The sieges: (besiegers' hex, fortress)."""
    name = game.scenario.map.grid.name
    return sorted((name(origin), name(fortress)) for origin, fortress in state_of(game).extras.sieges)


@pytest.mark.rule("sns2:18.3")
@pytest.mark.rule("sns2:18.41")
def test_a_marker_goes_with_the_last_unit_of_its_hex_and_the_siege_with_the_last_marker() -> None:
    game = siege()
    game.apply("march S0303 with br-1")
    assert sieges(game) == [("S0302", "S0403"), ("S0303", "S0403")]
    game.apply("go S0203")
    assert sieges(game) == [("S0302", "S0403")]
    game.apply("halt")
    game.apply("march S0302 with br-2")
    game.apply("go S0202")
    assert sieges(game) == []


@pytest.mark.rule("sns2:18.4")
def test_a_siege_is_over_when_the_garrison_is_gone() -> None:
    game = siege()
    rules: Any = game.rules
    rules.field.put(state_of(game), rules.field.roster.find("na-1"), -1)
    assert sieges(game) == []


@pytest.mark.rule("sns2:9.23")
def test_the_zone_of_a_garrison_comes_back_with_the_end_of_the_siege() -> None:
    game = siege()
    rules: Any = game.rules
    assert rules.zoc(game.state, "native").hexes == {}
    state_of(game).extras = type(state_of(game).extras)()
    state_of(game).zones = [None, None]
    assert rules.zoc(game.state, "native").hexes


def test_a_siege_lies_on_the_map_with_the_hexes_of_the_besiegers() -> None:
    game = siege()
    (mark,) = game.rules.marks(game.state)
    assert (mark.at, mark.kind, mark.side) == ("S0403", "siege", "british")
    assert mark.name == "Siege from S0302 and S0303"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"S0505": ["S0504"]}, "no fortress with a garrison"),
        ({"S0403": ["S0402"]}, "no enemy is there"),
        ({"S0403": ["S0303"]}, ""),
    ],
)
def test_a_start_sets_only_sieges_that_can_be(given: dict[str, list[str]], said: str) -> None:
    if not said:
        assert sieges(siege(given={"sieges": given})) == [("S0303", "S0403")]
        return
    with pytest.raises(HexwrightError, match=said):
        siege(given={"sieges": given})


def test_a_start_cannot_set_sieges_that_are_not_played() -> None:
    with pytest.raises(HexwrightError, match="turn the option sieges on"):
        begun(campaign([unit("br-1")]), {"br-1": "S0303"}, given=SIEGE)


def test_a_siege_goes_through_json_and_may_be_seen_by_both() -> None:
    game = siege()
    rules: Any = game.rules
    data = game.state.to_json()
    assert data["extras"]["sieges"]
    assert rules.load(data).extras == state_of(game).extras
    for side in ("british", "native"):
        assert rules.view(game.state, side)["extras"]["sieges"] == data["extras"]["sieges"]


def harbour(fleet: bool) -> Game:
    """A British garrison besieged in a coastal fortress, with or without a fleet at sea."""
    board = walled()
    board.terrain[board.grid.parse("S0402")] = board.terrain[board.grid.parse("S0401")] = "sea"
    units = [unit("br-1"), unit("br-2"), unit("br-3"), unit("br-4"), unit("na-1")]
    places = {"br-1": "S0403", "br-4": "S0503", "na-1": "S0303"}
    if fleet:
        units.append(unit("br-fleet", type="fleet"))
        places["br-fleet"] = "S0401"
    arrival = Arrival(1, "british", ("S0403",), ("br-2", "br-3"), how="place")
    special = {"communication": {"british": ["S0403"]}}
    scenario = campaign(units, board, arrivals=(arrival,), special=special)
    given = {"sieges": {"S0403": ["S0303"]}}
    return begun(scenario, places, "reinforcement", dice=[4] * 9, options={**ON, "fleets": True}, given=given)


@pytest.mark.rule("sns2:18.7")
@pytest.mark.rule("sns2:18.71")
@pytest.mark.rule("sns2:18.72")
@pytest.mark.parametrize("fleet", [True, False])
def test_the_sea_stays_open_to_a_coastal_fortress_with_a_fleet(fleet: bool) -> None:
    game = harbour(fleet)
    rules: Any = game.rules
    fed = rules.supply(game.state, "british").hexes
    assert fed["S0403"].line == (["S0403"] if fleet else [])
    assert fed["S0503"].line == []
    game.apply("place br-2 at S0403")
    assert bool(game.verdict("place br-3 at S0403")) is fleet


@pytest.mark.rule("sns2:18.24")
def test_a_besieged_garrison_is_told_at_any_time_that_it_does_not_advance() -> None:
    for given, cited in ((SIEGE, True), ({}, False)):
        game = siege(given=given, side="native")
        verdict = game.verdict(game.parse("advance na-1 to S0303"))
        assert isinstance(verdict, Illegal)
        assert ("sns2:18.24" in verdict.rules) is cited


@pytest.mark.rule("sns2:18.21")
@pytest.mark.parametrize("attacks", [True, False])
def test_a_garrison_marches_only_where_it_may_attack_from_the_march(attacks: bool) -> None:
    places = {"br-1": "S0303", "br-2": "S0302", "na-1": "S0403"}
    units = [unit("br-1"), unit("br-2"), unit("na-1")]
    options = {**ON, "march_attack": attacks}
    game = begun(campaign(units, walled()), places, "movement", side="native", options=options, given=SIEGE)
    assert bool(game.verdict("march S0403 with na-1")) is attacks


@pytest.mark.parametrize(
    ("phase", "before", "order", "stands"),
    [
        ("battle", "", "attack S0101 from S0102", "S0101"),
        ("movement", "march S0102 with na-1", "storm S0101", "S0101"),
        ("movement", "march S0102 with na-1", "go S0101", "S0808"),
    ],
)
def test_the_first_hex_of_the_map_is_one_as_any_other(phase: str, before: str, order: str, stands: str) -> None:
    places = {"br-1": stands, "br-2": "S0909", "na-1": "S0102"}
    units = [unit("br-1"), unit("br-2"), unit("na-1")]
    options = {"march_attack": True}
    game = begun(campaign(units), places, phase, side="native", options=options, dice=[3])
    if before:
        game.apply(before)
    assert [text for text in game.legal_actions().texts() if text.startswith(order)]


@pytest.mark.parametrize(
    ("places", "text", "rule", "words"),
    [
        ({}, "besiege S0403 from S0303", "asante:6.3", "S0403 is closed to the British"),
        ({}, "besiege S0603 from S0503", "18.1", "no enemy holds S0603"),
        ({"br-2": "S0602"}, "besiege S0603 from S0503", "18.1", "no unit with combat strength is in S0503"),
        ({"na-2": "S0504"}, "besiege S0504 from S0503", "18.5", "there is no fortress in S0504"),
        ({}, "besiege S0603 from S0303", "18.1", "S0603 is not next to S0303"),
    ],
)
def test_who_does_not_besiege_is_told_why(places: dict[str, str], text: str, rule: str, words: str) -> None:
    units = [unit("br-1"), unit("br-2"), unit("na-1"), unit("na-2")]
    there = {"br-1": "S0303", "br-2": "S0503", "na-1": "S0403", "na-2": "S0909", **places}
    scenario = campaign(units, walled("S0403", "S0603"), special={"closed": {"british": ["S0403"]}})
    game = begun(scenario, there, options=ON)
    game.apply("end movement")
    assert words in breaches(game, text)[rule]
