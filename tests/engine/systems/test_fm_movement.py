"""Chapter 5 in numbers: costs by hex and hexside, roads and trails, what no move may do, stacking."""

from __future__ import annotations

from typing import Any

import pytest
from fm_field import NOBODY, game
from hex_field import broken, every_hex, field, happened, movement_costs, places

from engine.play import Game

KINDS = {"leg": "cw-1 infantry 4-3-{}", "mobile": "cw-1 armour 4-3-{} mobile"}


def alone(kind: str = "leg", allowance: int = 6, at: str = "X0606", **ground: Any) -> Game:
    """One unit on a field, the only enemy far away and without a zone of control."""
    board = field(**ground)
    return game(board, {KINDS[kind].format(allowance): at, NOBODY: "X1201"})


@pytest.mark.rule("fm:5.4")
@pytest.mark.parametrize(
    ("terrain", "leg", "mobile"),
    [
        ("clear", 1, 1),
        ("desert", 1, 1),
        ("beach", 1, 1),
        ("rough", 2, 2),
        ("forest", 2, 3),
        ("jungle", 2, 3),
        ("swamp", 2, 3),
        ("hill", 2, 3),
        ("mountain", 2, 3),
        ("bocage", 2, 3),
    ],
)
def test_cost_to_enter(terrain: str, leg: int, mobile: int) -> None:
    for kind, cost in (("leg", leg), ("mobile", mobile)):
        assert movement_costs(alone(kind, terrain={terrain: "X0605"}), "cw-1")["X0605"] == cost


@pytest.mark.rule("fm:5.4")
@pytest.mark.parametrize("feature", ["village", "town", "city", "building", "church"])
@pytest.mark.parametrize(("terrain", "cost"), [("clear", 2), ("rough", 3), ("forest", 3)])
def test_what_is_added_to_a_hex(feature: str, terrain: str, cost: int) -> None:
    playing = alone(terrain={terrain: "X0605"}, features={feature: "X0605"})
    assert movement_costs(playing, "cw-1")["X0605"] == cost


@pytest.mark.rule("fm:5.4")
@pytest.mark.parametrize("feature", ["fort", "tower"])
def test_fortifications_cost_nothing(feature: str) -> None:
    assert movement_costs(alone(features={feature: "X0605"}), "cw-1")["X0605"] == 1


@pytest.mark.rule("fm:5.4")
@pytest.mark.parametrize("water", ["river", "creek"])
def test_hexsides_cost_beside_the_hex(water: str) -> None:
    playing = alone(hexsides={water: "X0606/X0605 X0606/X0607"}, terrain={"rough": "X0607"})
    costs = movement_costs(playing, "cw-1")
    assert (costs["X0605"], costs["X0607"]) == (2, 3)
    assert costs["X0505"] == 1


@pytest.mark.rule("fm:5.4")
def test_the_example_of_the_text() -> None:
    """A clear hex, a village in it, a river before it: three points."""
    playing = alone(hexsides={"river": "X0606/X0605"}, features={"village": "X0605"})
    assert playing.apply("move cw-1 X0605")[0].data["cost"] == 3


@pytest.mark.rule("fm:5.4")
def test_the_hex_that_is_left_costs_nothing() -> None:
    assert movement_costs(alone(terrain={"swamp": "X0606"}), "cw-1")["X0605"] == 1


@pytest.mark.rule("fm:5.4")
@pytest.mark.parametrize("side", ["bridge", "river bridge"])
def test_a_bridge_without_a_road_costs_as_its_river(side: str) -> None:
    playing = alone(hexsides=dict.fromkeys(side.split(), "X0606/X0605"))
    assert movement_costs(playing, "cw-1")["X0605"] == len(side.split())


@pytest.mark.rule("fm:5.4.1")
@pytest.mark.parametrize("kind", KINDS)
def test_a_road_costs_half_whatever_is_in_its_way(kind: str) -> None:
    playing = alone(
        kind,
        1,
        road="X0606 X0605 X0604",
        terrain={"bocage": "X0605"},
        features={"city": "X0605"},
        hexsides={"river": "X0606/X0605"},
    )
    costs = movement_costs(playing, "cw-1")
    assert (costs["X0605"], costs["X0604"]) == (0.5, 1)


@pytest.mark.rule("fm:5.4.1")
def test_a_road_counts_only_through_its_hexside() -> None:
    playing = alone(allowance=2, road="X0606 X0505 X0605", terrain={"rough": "X0605"})
    assert movement_costs(playing, "cw-1")["X0605"] == 1  # by the road, the long way round
    assert playing.apply("move cw-1 X0606 X0605")[0].data["cost"] == 2  # straight across


@pytest.mark.rule("fm:5.4.1")
def test_two_road_hexes_without_a_road_between() -> None:
    board = field(paths={"road": ["X0606 X0607", "X0605 X0604"]})
    playing = game(board, {"cw-1 infantry 4-3-5": "X0606", NOBODY: "X1201"})
    assert movement_costs(playing, "cw-1")["X0605"] == 1


@pytest.mark.rule("fm:5.4.1")
def test_half_points_add_up() -> None:
    chain = "X0601 X0602 X0603 X0604 X0605 X0606"
    playing = alone(allowance=1, at="X0601", road=chain)
    assert movement_costs(playing, "cw-1") == {"X0602": 0.5, "X0603": 1, "X0501": 1, "X0701": 1}
    assert broken(playing, "move cw-1 X0602 X0603 X0604") == {"5.1", "5.2"}


@pytest.mark.rule("fm:5.4.2")
@pytest.mark.parametrize("kind", KINDS)
def test_a_trail_costs_one_whatever_is_in_its_way(kind: str) -> None:
    board = field(
        paths={"trail": ["X0606 X0605 X0604"]},
        terrain={"bocage": "X0605 X0604"},
        hexsides={"river": "X0606/X0605"},
        features={"city": "X0604"},
    )
    playing = game(board, {KINDS[kind].format(2): "X0606", NOBODY: "X1201"})
    costs = movement_costs(playing, "cw-1")
    assert (costs["X0605"], costs["X0604"]) == (1, 2)


@pytest.mark.rule("fm:5.4.2")
def test_a_road_beside_a_trail_counts() -> None:
    board = field(paths={"trail": ["X0606 X0605"], "road": ["X0606 X0605"]})
    assert movement_costs(game(board, {KINDS["leg"].format(2): "X0606", NOBODY: "X1201"}), "cw-1")["X0605"] == 0.5


@pytest.mark.rule("fm:5.2")
@pytest.mark.parametrize("allowance", [0, 1, 2, 5])
def test_no_more_than_the_allowance(allowance: int) -> None:
    playing = alone(allowance=allowance)
    grid = playing.scenario.map.grid
    far = {name: grid.distance(grid.parse(name), grid.parse("X0606")) for name in every_hex().split()}
    assert movement_costs(playing, "cw-1") == {name: hexes for name, hexes in far.items() if 0 < hexes <= allowance}


@pytest.mark.rule("fm:5.2")
def test_there_is_no_least_move() -> None:
    playing = alone(allowance=1, terrain={"rough": every_hex()})
    assert movement_costs(playing, "cw-1") == {}
    assert broken(playing, "move cw-1 X0605") == {"5.1", "5.2", "5.4"}


@pytest.mark.rule("fm:5.2")
def test_prohibited_terrain_and_hexsides() -> None:
    playing = alone(terrain={"water": "X0605", "river": "X0607"}, hexsides={"cliff": "X0606>X0505 X0706>X0606"})
    for name in ("X0605", "X0607", "X0505", "X0706"):
        assert broken(playing, f"move cw-1 X0606 {name}") == {"5.2"}, name
    costs = movement_costs(playing, "cw-1")
    assert "X0605" not in costs
    assert costs["X0505"] == 2  # round the cliff


@pytest.mark.rule("fm:5.2")
def test_no_way_off_the_map() -> None:
    playing = alone(at="X0601")
    assert broken(playing, "move cw-1 X0600") == {"5.2"}
    assert broken(playing, "move cw-1 off") == {"5.2"}


@pytest.mark.rule("fm:5.1")
def test_hex_by_hex() -> None:
    playing = alone()
    assert broken(playing, "move cw-1 X0605 X0705 X0705") == {"5.1"}
    playing.apply("move cw-1 X0603")
    assert happened(playing, "move")[0]["path"] == ["X0605", "X0604", "X0603"]


@pytest.mark.rule("fm:5.1")
def test_any_way_within_the_allowance_and_back() -> None:
    playing = alone()
    assert not broken(playing, "move cw-1 X0605 X0604 X0605 X0606 X0607")
    assert broken(playing, "move cw-1 X0605 X0604 X0605 X0606 X0607 X0608 X0609") == {"5.1", "5.2"}


@pytest.mark.rule("fm:5.1")
def test_nobody_has_to_move() -> None:
    playing = alone()
    assert playing.legal_actions().texts()[0] == "end phase"
    playing.apply("end phase")
    assert places(playing)["cw-1"] == "X0606"


@pytest.mark.rule("fm:5.2")
def test_enemy_hexes_are_closed() -> None:
    """The enemy has no zone of control, so that only its hex is in the way."""
    board = field()
    playing = game(board, {"cw-1 infantry 4-3-9": "X0606", "ge-1 infantry 1-1-1 no_zoc": "X0605"})
    assert broken(playing, "move cw-1 X0605") == {"5.2"}
    assert broken(playing, "move cw-1 X0605 X0604") == {"5.2"}
    assert movement_costs(playing, "cw-1")["X0604"] == 3


@pytest.mark.rule("fm:5.2")
def test_a_unit_moves_once() -> None:
    playing = alone(allowance=9)
    playing.apply("move cw-1 X0605")
    assert broken(playing, "move cw-1 X0604") == {"5.2"}


@pytest.mark.rule("fm:5.2")
def test_points_are_not_saved_for_another_phase_or_turn() -> None:
    board = field(columns=30, rows=4)
    playing = game(board, {"cw-1 armour 4-3-4 mobile": "X0102", "ge-1 infantry 1-1-1": "X3004"})
    most = max(movement_costs(playing, "cw-1").values())
    playing.apply("end phase")
    while playing.decision is not None and playing.decision.kind != "mobile movement":
        playing.apply("end phase")
    assert max(movement_costs(playing, "cw-1").values()) == most == 4
    while playing.decision is not None and (playing.decision.side, playing.decision.kind) != ("cw", "movement"):
        playing.apply("end phase")
    assert max(movement_costs(playing, "cw-1").values()) == 4


@pytest.mark.rule("fm:5.2")
@pytest.mark.parametrize("phase", ["bombardment", "combat", "mobile combat"])
def test_no_move_out_of_sequence(phase: str) -> None:
    board = field()
    special = {"support_fire": {"allotment": {1: "1"}, "cw": [{"strength": 1}]}}
    playing = game(board, {"cw-1 infantry 4-3-9": "X0606", NOBODY: "X1201"}, phase=phase, special=special)
    assert {"4.1", "5.2"} <= broken(playing, "move cw-1 X0605")


@pytest.mark.rule("fm:5.2")
def test_the_other_player_does_not_move() -> None:
    assert broken(alone(), "move ge-far X1202") == {"5.2"}


@pytest.mark.rule("fm:5.3")
def test_friends_are_passed_at_no_cost() -> None:
    board = field(columns=3, rows=6, terrain={"water": "X0101 X0102 X0103 X0301 X0302 X0303"})
    units = {"cw-1 infantry 4-3-3": "X0201", "cw-2 infantry 4-3-3": "X0202", "cw-3 infantry 4-3-3": "X0203"}
    playing = game(board, {**units, NOBODY: "X0306"})
    assert movement_costs(playing, "cw-1")["X0204"] == 3
    assert broken(playing, "move cw-1 X0202") == {"5.3"}
    assert broken(playing, "move cw-1 X0202 X0203") == {"5.3"}
    playing.apply("move cw-1 X0204")
    assert places(playing)["cw-1"] == "X0204"


@pytest.mark.rule("fm:5.3")
def test_a_hex_that_was_left_may_be_taken() -> None:
    board = field()
    playing = game(board, {"cw-1 infantry 4-3-3": "X0606", "cw-2 infantry 4-3-3": "X0605", NOBODY: "X1201"})
    assert broken(playing, "move cw-1 X0605") == {"5.3"}
    playing.apply("move cw-2 X0604")
    assert not broken(playing, "move cw-1 X0605")


@pytest.mark.rule("fm:5.2")
@pytest.mark.rule("fm:8.3")
def test_out_of_the_sea_only_onto_a_beach() -> None:
    board = field(terrain={"water": "X0606 X0605", "beach": "X0607 X0506"})
    playing = game(board, {"cw-1 commando 4-3-5 seaborne": "X0606", NOBODY: "X1201"})
    assert broken(playing, "move cw-1 X0605") == {"5.2"}
    assert broken(playing, "move cw-1 X0606 X0706") == {"5.2"}
    assert not broken(playing, "move cw-1 X0607")
    playing.apply("move cw-1 X0607")
    assert places(playing)["cw-1"] == "X0607"
