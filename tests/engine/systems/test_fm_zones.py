"""Chapter 6: zones of control, and what they do to leg units, mobile units and commandos."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from fm_field import always, attack, game
from hex_field import broken, every_hex, field, happened, movement_costs, places

from engine.play import Game

RING = ["X0505", "X0506", "X0605", "X0607", "X0705", "X0706"]
"""The six hexes round X0606."""


def zone(playing: Game, side: str = "ge") -> list[str]:
    return sorted(playing.rules.zoc(playing.state, side).hexes)


def facing(unit: str, at: str, *enemies: str, friends: tuple[str, ...] = (), **ground: Any) -> Game:
    """A unit ``cw-1`` against German infantry in some hexes."""
    units = {f"cw-1 {unit}": at}
    units |= {f"cw-friend{number} infantry 1-1-1": name for number, name in enumerate(friends)}
    units |= {f"ge-{number} infantry 2-2-2": name for number, name in enumerate(enemies)}
    return game(field(**ground), units)


# -- what is in a zone of control -------------------------------------------------------------------------------


@pytest.mark.rule("fm:6.0")
def test_all_six_hexes_and_not_its_own() -> None:
    playing = facing("infantry 4-3-5", "X0101", "X0606")
    assert zone(playing) == RING
    assert playing.rules.zoc(playing.state, "ge").hexes["X0605"] == ["ge-0"]


@pytest.mark.rule("fm:6.0")
def test_into_all_terrain_across_all_hexsides() -> None:
    playing = facing(
        "infantry 4-3-5",
        "X0101",
        "X0606",
        terrain={"water": "X0605", "mountain": "X0607", "river": "X0505"},
        features={"city": "X0506", "fort": "X0705"},
        hexsides={"cliff": "X0606>X0706", "river": "X0606/X0506", "wall": "X0606/X0705", "minefield": "X0606/X0607"},
    )
    assert zone(playing) == RING


@pytest.mark.rule("fm:6.0")
def test_friends_and_enemies_cancel_nothing() -> None:
    playing = facing("infantry 4-3-5", "X0605", "X0606", "X0607", friends=("X0506", "X0505"))
    assert set(RING) <= set(zone(playing))
    assert "X0606" in zone(playing)  # its neighbour's zone reaches a hex that a friend holds
    assert {"X0606", "X0506"} <= set(zone(playing, "cw"))


@pytest.mark.rule("fm:6.0")
def test_some_units_exert_none() -> None:
    playing = game(field(), {"cw-1 infantry 4-3-5": "X0605", "ge-1 headquarters 0-1-3 no_zoc": "X0606"})
    assert zone(playing) == []
    assert broken(playing, "move cw-1 X0506 X0607 X0706") == set()


@pytest.mark.rule("fm:6.0")
def test_hexes_that_exclusive_rules_keep_free() -> None:
    playing = game(
        field(features={"fort": "X0605"}),
        {"cw-1 infantry 4-3-5": "X0101", "ge-1 infantry 2-2-2": "X0606"},
        special={"no_zoc_into": "X0605 X0607"},
    )
    assert zone(playing) == sorted(set(RING) - {"X0605", "X0607"})


@pytest.mark.rule("fm:6.0")
def test_zones_move_with_their_units_in_every_phase() -> None:
    playing = facing("infantry 4-3-5", "X0606", "X0101")
    assert zone(playing, "cw") == RING
    playing.apply("move cw-1 X0605")
    assert zone(playing, "cw") == ["X0504", "X0505", "X0604", "X0606", "X0704", "X0705"]
    while playing.decision is not None and playing.decision.side == "cw":
        playing.apply("end phase")
        assert len(zone(playing, "cw")) == 6


@pytest.mark.rule("fm:6.0")
@pytest.mark.parametrize("seed", range(12))
def test_zones_against_distances(seed: int) -> None:
    """A hex is controlled when a unit with a zone is one hex away."""
    spots = Random(seed).sample(every_hex(8, 8).split(), 12)
    units = {}
    for number, spot in enumerate(spots):
        flag = "" if number % 3 else " no_zoc"
        units[f"{'cw' if number % 2 else 'ge'}-{number} infantry 1-1-1{flag}"] = spot
    playing = game(field(columns=8, rows=8), units)
    grid = playing.scenario.map.grid
    for side in ("cw", "ge"):
        loud = [spot for text, spot in units.items() if text.startswith(side) and "no_zoc" not in text]
        wanted = [
            name
            for name in every_hex(8, 8).split()
            if any(grid.distance(grid.parse(name), grid.parse(spot)) == 1 for spot in loud)
        ]
        assert zone(playing, side) == wanted


# -- leg units ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("fm:6.1")
def test_a_leg_unit_stops_where_it_enters_a_zone() -> None:
    playing = facing("infantry 4-3-9", "X0603", "X0606")
    costs = movement_costs(playing, "cw-1")
    assert costs["X0605"] == 2  # nothing more than the terrain
    assert "6.1" in broken(playing, "move cw-1 X0604 X0605 X0705")
    assert "6.1" in broken(playing, "move cw-1 X0604 X0605 X0604")
    playing.apply("move cw-1 X0605")
    assert places(playing)["cw-1"] == "X0605"


@pytest.mark.rule("fm:6.1")
def test_a_leg_unit_goes_from_zone_to_zone_with_all_it_has() -> None:
    walls = {"terrain": {"water": "X0704 X0604 X0504", "bocage": "X0705"}, "hexsides": {"river": "X0605/X0505"}}
    playing = facing("infantry 4-3-5", "X0605", "X0606", **walls)
    assert movement_costs(playing, "cw-1") == {"X0705": 5, "X0505": 5}
    assert playing.apply("move cw-1 X0605 X0705")[0].data["cost"] == 5


@pytest.mark.rule("fm:6.1")
def test_round_by_a_free_hex_it_pays_as_it_goes() -> None:
    playing = facing("infantry 4-3-5", "X0605", "X0606")
    assert movement_costs(playing, "cw-1")["X0705"] == 2
    assert playing.apply("move cw-1 X0605 X0704 X0705")[0].data["cost"] == 2


@pytest.mark.rule("fm:6.1")
@pytest.mark.parametrize(("allowance", "may"), [(1, False), (2, True), (3, True)])
def test_from_zone_to_zone_only_where_the_terrain_can_be_paid(allowance: int, may: bool) -> None:
    playing = facing(f"infantry 4-3-{allowance}", "X0605", "X0606", terrain={"rough": "X0705"})
    assert (broken(playing, "move cw-1 X0605 X0705") == set()) is may
    assert ("X0705" in movement_costs(playing, "cw-1")) is may


@pytest.mark.rule("fm:6.1")
def test_from_zone_to_zone_is_the_whole_move() -> None:
    playing = facing("infantry 4-3-9", "X0605", "X0606")
    assert {"6.1"} <= broken(playing, "move cw-1 X0705 X0704")
    assert movement_costs(playing, "cw-1")["X0607"] == 6  # round by free hexes


@pytest.mark.rule("fm:6.1")
def test_whoever_begins_in_a_zone_leaves_it_at_no_cost() -> None:
    for kind in ("infantry 4-3-3", "armour 4-3-3 mobile"):
        playing = facing(kind, "X0605", "X0606")
        costs = movement_costs(playing, "cw-1")
        assert (costs["X0604"], costs["X0603"], costs["X0602"]) == (1, 2, 3), kind


@pytest.mark.rule("fm:6.1")
def test_out_of_a_zone_and_into_it_again_stops() -> None:
    playing = facing("infantry 4-3-9", "X0605", "X0606")
    assert broken(playing, "move cw-1 X0605 X0504 X0505") == set()
    assert "6.1" in broken(playing, "move cw-1 X0605 X0504 X0505 X0506")
    assert "6.1" in broken(playing, "move cw-1 X0605 X0604 X0605 X0705")
    assert "6.1" in broken(playing, "move cw-1 X0605 X0604 X0605 X0604 X0603")


@pytest.mark.rule("fm:6.1")
def test_a_leg_unit_passes_no_friend_in_a_zone() -> None:
    playing = facing("infantry 4-3-9", "X0603", "X0606", friends=("X0605",))
    assert {"6.1"} <= broken(playing, "move cw-1 X0604 X0605 X0705")
    assert broken(playing, "move cw-1 X0604 X0605") == {"5.3"}


# -- mobile units -------------------------------------------------------------------------------------------------


@pytest.mark.rule("fm:6.1")
@pytest.mark.parametrize(("allowance", "cost"), [(2, 2), (3, 2), (5, 3), (8, 5), (9, 5), (10, 6)])
def test_a_mobile_unit_pays_half_its_allowance_rounded_down(allowance: int, cost: int) -> None:
    playing = facing(f"armour 4-3-{allowance} mobile", "X0604", "X0606")
    assert movement_costs(playing, "cw-1").get("X0605") == (cost if cost <= allowance else None)


@pytest.mark.rule("fm:6.1")
def test_the_terrain_is_paid_as_well() -> None:
    playing = facing("armour 4-3-8 mobile", "X0604", "X0606", terrain={"forest": "X0605"}, road="X0604 X0704 X0705")
    costs = movement_costs(playing, "cw-1")
    assert costs["X0605"] == 7
    assert costs["X0705"] == 5  # by road


@pytest.mark.rule("fm:6.1")
def test_a_mobile_unit_does_not_stop() -> None:
    playing = facing("armour 4-3-8 mobile", "X0604", "X0606")
    assert broken(playing, "move cw-1 X0605 X0604 X0603 X0602") == set()
    assert {"6.1", "5.2", "5.1"} == broken(playing, "move cw-1 X0605 X0705")


@pytest.mark.rule("fm:6.1")
def test_a_mobile_unit_from_zone_to_zone() -> None:
    playing = facing("armour 4-3-5 mobile", "X0605", "X0606")
    costs = movement_costs(playing, "cw-1")
    assert costs["X0705"] == 3  # 2 for the zone, 1 for the hex
    assert "X0706" not in costs  # the second hex of the zone would make it six
    playing = facing("armour 4-3-1 mobile", "X0605", "X0606")
    assert movement_costs(playing, "cw-1")["X0705"] == 1  # half of one is nothing


@pytest.mark.rule("fm:6.1")
def test_mobile_units_may_go_far_along_a_zone_by_road() -> None:
    playing = facing("armour 4-3-3 mobile", "X0605", "X0606", road="X0605 X0705 X0706")
    assert movement_costs(playing, "cw-1")["X0706"] == 3
    assert broken(playing, "move cw-1 X0605 X0705 X0706") == set()


# -- minefields, fortifications, commandos ------------------------------------------------------------------------


@pytest.mark.rule("fm:6.1")
@pytest.mark.parametrize("kind", ["infantry 4-3-8", "armour 4-3-8 mobile"])
def test_not_from_zone_to_zone_across_mines_or_into_a_fortification(kind: str) -> None:
    ground = {"hexsides": {"minefield": "X0605/X0505"}, "features": {"fort": "X0705"}}
    playing = facing(kind, "X0605", "X0606", **ground)
    assert broken(playing, "move cw-1 X0605 X0505") == {"6.1"}
    assert broken(playing, "move cw-1 X0605 X0705") == {"6.1"}
    # Out of no zone it may, and out of a zone into none as well.
    outside = facing(kind, "X0604", "X0606", hexsides={"minefield": "X0604/X0605"}, features={"fort": "X0705"})
    assert broken(outside, "move cw-1 X0604 X0605") == set()
    assert broken(outside, "move cw-1 X0604 X0705") == set()
    inside = facing(kind, "X0605", "X0606", hexsides={"minefield": "X0604/X0605"}, features={"fort": "X0604"})
    assert broken(inside, "move cw-1 X0605 X0604") == set()


@pytest.mark.rule("fm:6.1")
@pytest.mark.parametrize("flags", ["commando", "commando mobile"])
def test_commandos_pay_nothing_extra_and_mind_no_mines(flags: str) -> None:
    ground = {"hexsides": {"minefield": "X0605/X0505"}, "features": {"fort": "X0705"}, "terrain": {"rough": "X0705"}}
    playing = facing(f"commando 4-3-5 {flags}", "X0605", "X0606", **ground)
    assert playing.verdict("move cw-1 X0605 X0505")
    assert movement_costs(playing, "cw-1")["X0505"] == 1
    assert movement_costs(playing, "cw-1")["X0705"] == 2


@pytest.mark.rule("fm:6.1")
def test_a_commando_on_foot_stops_all_the_same() -> None:
    playing = facing("commando 4-3-5 commando", "X0604", "X0606")
    assert "6.1" in broken(playing, "move cw-1 X0605 X0705")
    riding = facing("commando 4-3-5 commando mobile", "X0604", "X0606")
    assert broken(riding, "move cw-1 X0605 X0705 X0706") == set()


# -- retreat and advance ------------------------------------------------------------------------------------------


@pytest.mark.rule("fm:6.2")
def test_a_friend_in_a_hex_does_not_open_it_to_a_retreat() -> None:
    """X0607 holds a German unit and is in the zone of cw-2: no way through it, friend or not."""
    units = {
        "cw-1 infantry 9-1-5": "X0605",
        "cw-2 infantry 1-1-5": "X0608",
        "ge-1 infantry 1-1-5/1-1": "X0606",
        "ge-2 infantry 1-1-5": "X0607",
    }
    playing = game(field(), units, side="cw", phase="combat")
    found = playing.rules.retreats(playing.state, "ge-1")
    assert "X0607" not in {name for item in found.paths for name in item.path}
    assert found.hexes == ["X0406", "X0407", "X0806", "X0807"]


@pytest.mark.rule("fm:6.2")
def test_an_advance_ignores_zones() -> None:
    units = {"cw-1 infantry 9-1-5": "X0605", "ge-1 infantry 1-1-5/1-1": "X0606", "ge-2 infantry 1-1-5": "X0707"}
    playing = game(field(), units, phase="combat", tables=always("D2"))
    attack(playing, "X0606", "cw-1")
    playing.apply("retreat ge-1 X0608")
    assert "X0607" in zone(playing)
    playing.apply("advance cw-1 X0607")
    assert happened(playing, "advance")[0]["to"] == "X0607"
