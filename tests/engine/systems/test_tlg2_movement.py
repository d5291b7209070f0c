"""Chapter 4 in numbers: allowances, costs, roads, water, zones of control, stacking, the edge of the map."""

from __future__ import annotations

import pytest
from tlg2_field import broken, field, game, happened, movement_costs

from engine.errors import HexwrightError
from engine.formats import load_scenario
from engine.mechanics.hexes.hexstate import DEAD
from engine.play import Game, Illegal, Start
from engine.scenario import Turns

DAY = {"infantry": 4, "warband": 4, "artillery": 6, "cavalry": 8}
NIGHT = {"infantry": 3, "warband": 3, "artillery": 4, "cavalry": 6}
FAR_AWAY = {"ac-1 infantry 1": "X1201"}


def alone(kind: str, at: str = "X0606", *, turn: int = 1, **ground: object) -> Game:
    """One unit of a kind on a field, the only enemy far away."""
    text = f"us-1 {kind} 3 range 4" if kind == "artillery" else f"us-1 {kind} 3"
    board = field(**ground)  # type: ignore[arg-type]
    return game(board, {text: at, **FAR_AWAY}, turn=turn, turns=Turns(5, frozenset({2, 3})))


@pytest.mark.rule("tlg2:2.7")
@pytest.mark.rule("tlg2:4.21")
@pytest.mark.parametrize("kind", DAY)
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_allowance_by_type_and_daylight(kind: str, turn: int) -> None:
    playing = alone(kind, turn=turn)
    wanted = NIGHT[kind] if turn in (2, 3) else DAY[kind]
    assert playing.rules.reach(playing.state, "us-1").allowance == wanted
    assert max(movement_costs(playing, "us-1").values()) == wanted


@pytest.mark.rule("tlg2:2.3")
@pytest.mark.parametrize("terrain", ["clear", "forest", "swamp"])
def test_a_warband_moves_as_infantry(terrain: str) -> None:
    every = " ".join(f"X{c:02}{r:02}" for c in range(1, 13) for r in range(1, 13))
    bands, foot = (alone(kind, terrain={terrain: every}) for kind in ("warband", "infantry"))
    assert movement_costs(bands, "us-1") == movement_costs(foot, "us-1")


@pytest.mark.rule("tlg2:4.13")
@pytest.mark.rule("tlg2:4.14")
@pytest.mark.rule("tlg2:4.15")
@pytest.mark.parametrize(
    ("kind", "terrain", "cost"),
    [
        ("infantry", "clear", 1),
        ("artillery", "clear", 1),
        ("cavalry", "clear", 1),
        ("infantry", "forest", 2),
        ("warband", "forest", 2),
        ("artillery", "forest", 3),
        ("cavalry", "forest", 4),
        ("infantry", "swamp", 4),
        ("artillery", "swamp", 4),
        ("cavalry", "swamp", 4),
    ],
)
def test_cost_to_enter(kind: str, terrain: str, cost: int) -> None:
    playing = alone(kind, terrain={terrain: "X0605"})
    assert movement_costs(playing, "us-1")["X0605"] == cost


@pytest.mark.rule("tlg2:4.13")
def test_the_hex_that_is_left_costs_nothing() -> None:
    playing = alone("infantry", terrain={"swamp": "X0606"})
    assert movement_costs(playing, "us-1")["X0605"] == 1


@pytest.mark.rule("tlg2:4.19")
@pytest.mark.parametrize("kind", ["infantry", "artillery", "cavalry"])
@pytest.mark.parametrize("terrain", ["clear", "forest", "swamp"])
def test_a_building_costs_one_off_the_road(kind: str, terrain: str) -> None:
    playing = alone(kind, terrain={terrain: "X0605"}, features={"building": "X0605"})
    assert movement_costs(playing, "us-1")["X0605"] == 1


@pytest.mark.rule("tlg2:4.19")
def test_a_road_runs_into_and_through_a_building() -> None:
    playing = alone("infantry", road="X0606 X0605 X0604", features={"building": "X0605"})
    costs = movement_costs(playing, "us-1")
    assert (costs["X0605"], costs["X0604"]) == (0.5, 1)


@pytest.mark.rule("tlg2:4.18")
@pytest.mark.parametrize("terrain", ["clear", "forest", "swamp"])
@pytest.mark.parametrize("kind", ["infantry", "artillery", "cavalry"])
def test_a_road_costs_a_half_whatever_lies_around_it(kind: str, terrain: str) -> None:
    column = "X0606 X0605 X0604 X0603 X0602 X0601"
    playing = alone(kind, road=column, terrain={terrain: column})
    costs = movement_costs(playing, "us-1")
    assert [costs[name] for name in column.split()[1:]] == [0.5, 1, 1.5, 2, 2.5]


@pytest.mark.rule("tlg2:4.18")
def test_only_the_course_of_the_road_counts() -> None:
    """X0605 and X0705 both have a road, but not one from the one to the other."""
    board = {"road": "X0606 X0605 X0604", "terrain": {"forest": "X0705 X0706"}}
    board_and_spur = field(**board)  # type: ignore[arg-type]
    spur = board_and_spur.grid.side_between(board_and_spur.grid.parse("X0705"), board_and_spur.grid.parse("X0706"))
    board_and_spur.paths[spur] = frozenset({"road"})
    playing = game(board_and_spur, {"us-1 infantry 3": "X0606", **FAR_AWAY})
    costs = movement_costs(playing, "us-1")
    assert costs["X0605"] == 0.5
    assert costs["X0705"] == 2  # entered from beside the road at the cost of the forest
    assert costs["X0706"] == 2


@pytest.mark.rule("tlg2:4.18")
def test_road_and_cross_country_mix() -> None:
    playing = alone("infantry", road="X0606 X0605 X0604 X0603 X0602")
    costs = movement_costs(playing, "us-1")
    assert costs["X0702"] == 2.5  # three half points along the road and one beside it
    assert broken(playing, "move us-1 X0605 X0604 X0603 X0602 X0601") == set()
    assert broken(playing, "move us-1 X0605 X0505 X0504 X0503 X0402") == {
        "4.6",
        "4.21",
        "2.7",
        "4.8",
        "4.18",
        "4.13",  # 4.5, with half a point left before the last hex
    }


@pytest.mark.rule("tlg2:4.16")
@pytest.mark.parametrize(("kind", "cost"), [("infantry", 2), ("artillery", 2), ("cavalry", 2)])
def test_a_creek_costs_one_more(kind: str, cost: int) -> None:
    playing = alone(kind, hexsides={"creek": "X0606/X0605"})
    assert movement_costs(playing, "us-1")["X0605"] == cost
    playing = alone(kind, hexsides={"creek": "X0606/X0605"}, road="X0606 X0605")
    assert movement_costs(playing, "us-1")["X0605"] == 1.5  # a road without a bridge does not help


@pytest.mark.rule("tlg2:4.16")
def test_a_bridge_over_a_creek_saves_the_point() -> None:
    playing = alone("infantry", hexsides={"creek": "X0606/X0605", "bridge": "X0606/X0605"}, road="X0606 X0605")
    assert movement_costs(playing, "us-1")["X0605"] == 0.5


RIVER_ROUND = "X0606/X0605 X0606/X0705 X0606/X0706 X0606/X0607 X0606/X0506 X0606/X0505"


@pytest.mark.rule("tlg2:4.16")
def test_rivers_are_crossed_on_bridges_alone() -> None:
    assert movement_costs(alone("infantry", hexsides={"river": RIVER_ROUND}), "us-1") == {}
    bridged = alone("infantry", hexsides={"river": RIVER_ROUND, "bridge": "X0606/X0607"})
    assert movement_costs(bridged, "us-1")["X0607"] == 1  # nothing extra for the crossing
    by_road = alone("infantry", hexsides={"river": RIVER_ROUND}, road="X0606 X0607")
    assert movement_costs(by_road, "us-1")["X0607"] == 0.5  # where a road crosses a river there is a bridge
    assert broken(by_road, "move us-1 X0606 X0605") == {"4.16"}


@pytest.mark.rule("tlg2:4.16")
def test_the_least_move_does_not_cross_a_river() -> None:
    assert broken(alone("infantry", hexsides={"river": RIVER_ROUND}), "move us-1 X0605") == {"4.16"}


@pytest.mark.rule("tlg2:4.16")
def test_nobody_enters_an_all_river_hex() -> None:
    playing = alone("cavalry", terrain={"river": "X0605"})
    assert "X0605" not in movement_costs(playing, "us-1")
    assert broken(playing, "move us-1 X0605") == {"4.16"}
    assert "4.16" in broken(playing, "move us-1 X0605 X0604")


@pytest.mark.rule("tlg2:4.8")
@pytest.mark.parametrize(
    ("kind", "turn", "side"),
    [
        ("infantry", 2, {}),  # three points at night, four for the swamp
        ("infantry", 1, {"creek": "X0606/X0605"}),  # four by day, five with the creek
        ("artillery", 2, {"creek": "X0606/X0605"}),
    ],
)
def test_one_hex_is_always_allowed(kind: str, turn: int, side: dict[str, str]) -> None:
    playing = alone(kind, terrain={"swamp": "X0605"}, hexsides=side, turn=turn)
    assert broken(playing, "move us-1 X0605") == set()
    assert broken(playing, "move us-1 X0605 X0604") >= {"4.6", "4.8"}
    assert broken(playing, "move us-1 X0607 X0606 X0605") >= {"4.6"}  # only as the whole of a move
    spent = NIGHT[kind] if turn == 2 else DAY[kind]
    assert movement_costs(playing, "us-1")["X0605"] == spent
    playing.apply("move us-1 X0605")
    assert happened(playing, "move")[0]["cost"] == spent
    assert broken(playing, "move us-1 X0604") == {"4.7", "3.1"}


@pytest.mark.rule("tlg2:4.8")
def test_a_first_hex_that_takes_just_all_points_is_no_exception() -> None:
    # Four points by day, four for the swamp: what is too long is the second hex alone.
    playing = alone("infantry", terrain={"swamp": "X0605"})
    verdict = playing.verdict("move us-1 X0605 X0604")
    assert isinstance(verdict, Illegal)
    assert "takes all of them" not in " ".join(reason for _, reason in verdict.also)


@pytest.mark.rule("tlg2:4.6")
def test_a_move_too_long_says_what_each_hex_costs() -> None:
    board = {
        "terrain": {"forest": "X0605", "swamp": "X0604"},
        "features": {"building": "X0603"},
        "hexsides": {"creek": "X0603/X0602"},
    }
    verdict = alone("cavalry", **board).verdict("move us-1 X0605 X0604 X0603 X0602")
    assert not verdict
    assert verdict.reason == "this move costs 11 movement points; us-1 has 8"
    assert verdict.also == (
        ("tlg2:4.21", "us-1 has 8 movement points this turn"),
        ("tlg2:2.7", "cavalry has that movement factor by day"),
        ("tlg2:4.14", "X0605 costs 4 (forest)"),
        ("tlg2:4.15", "X0604 costs 4 (swamp)"),
        ("tlg2:4.19", "X0603 costs 1 (building)"),
        ("tlg2:4.16", "X0602 costs 2 (across a creek)"),
    )


@pytest.mark.rule("tlg2:4.8")
def test_one_hex_by_road_through_swamp_leaves_the_rest() -> None:
    playing = alone("infantry", terrain={"swamp": "X0605"}, road="X0606 X0605", turn=2)
    assert movement_costs(playing, "us-1")["X0604"] == 1.5


# -- zones of control -----------------------------------------------------------------------------------------


def facing(at: str, us: str = "X0606", **ground: object) -> Game:
    board = field(**ground)  # type: ignore[arg-type]
    return game(board, {"us-1 infantry 3": us, "ac-1 infantry 3": at})


@pytest.mark.rule("tlg2:4.1")
@pytest.mark.rule("tlg2:4.5")
@pytest.mark.parametrize("at", ["X0605", "X0705", "X0706", "X0607", "X0506", "X0505"])
def test_a_zone_of_control_locks_from_each_of_the_six_hexes(at: str) -> None:
    playing = facing(at)
    assert playing.rules.reach(playing.state, "us-1").locked
    assert movement_costs(playing, "us-1") == {}
    assert broken(playing, "move us-1 X0607" if at != "X0607" else "move us-1 X0605") >= {"4.1"}
    zones = [set(playing.rules.zoc(playing.state, side).hexes) for side in ("us", "ac")]
    assert at in zones[0]
    assert "X0606" in zones[1]


@pytest.mark.rule("tlg2:4.1")
@pytest.mark.parametrize(
    "hexsides",
    [
        {"creek": "X0606/X0605"},
        {"slope": "X0606>X0605"},
        {"slope": "X0605>X0606"},
        {"river": "X0606/X0605", "bridge": "X0606/X0605"},
        {"ford": "X0606/X0605", "creek": "X0606/X0605"},
    ],
)
@pytest.mark.parametrize("terrain", ["clear", "forest", "swamp"])
def test_zones_cross_every_hexside_and_hex_but_rivers(hexsides: dict[str, str], terrain: str) -> None:
    playing = facing("X0605", hexsides=hexsides, terrain={terrain: "X0605 X0606"})
    assert playing.rules.reach(playing.state, "us-1").locked


@pytest.mark.rule("tlg2:4.1")
def test_zones_stop_at_rivers_without_a_bridge() -> None:
    playing = facing("X0605", hexsides={"river": "X0606/X0605"})
    assert not playing.rules.reach(playing.state, "us-1").locked
    assert "X0606" not in playing.rules.zoc(playing.state, "ac").hexes
    assert len(playing.rules.zoc(playing.state, "ac").hexes) == 5
    water = facing("X0604", terrain={"river": "X0605"})
    assert "X0605" not in water.rules.zoc(water.state, "ac").hexes


@pytest.mark.rule("tlg2:4.3")
def test_the_move_ends_in_the_first_hex_of_a_zone_and_costs_no_more() -> None:
    playing = facing("X0603")
    costs = movement_costs(playing, "us-1")
    assert costs["X0604"] == 2
    assert "X0605" in costs
    assert broken(playing, "move us-1 X0605 X0604 X0504") == {"4.3", "4.1"}
    assert broken(playing, "move us-1 X0605 X0604") == set()
    assert costs["X0503"] == 3  # round by X0504
    assert "X0602" not in costs  # four hexes away, but every way of four leads through the zone


@pytest.mark.rule("tlg2:4.2")
def test_units_in_a_hex_do_not_cancel_the_zone_there() -> None:
    board = field()
    playing = game(
        board,
        {
            "us-1 infantry 3": "X0606",
            "us-2 infantry 3": "X0505",
            "us-3 infantry 3": "X0705",
            "ac-1 infantry 3": "X0605",
        },
    )
    assert {"X0606", "X0505", "X0705"} <= set(playing.rules.zoc(playing.state, "ac").hexes)
    assert "X0605" in playing.rules.zoc(playing.state, "us").hexes
    for key in ("us-1", "us-2", "us-3"):
        assert playing.rules.reach(playing.state, key).locked


@pytest.mark.rule("tlg2:4.4")
def test_when_the_enemy_is_gone_the_unit_is_free() -> None:
    playing = game(
        field(),
        {"us-1 infantry 8": "X0606", "ac-1 infantry 1": "X0605", "ac-2 infantry 1": "X1201"},
        phase="combat",
        dice=[6],
    )
    playing.apply("attack X0605 with us-1")
    assert happened(playing, "eliminated")
    playing.apply("end phase")
    playing.apply("end phase")
    playing.apply("end phase")
    assert playing.decision is not None
    assert playing.decision.side == "us"
    assert not playing.rules.reach(playing.state, "us-1").locked


# -- strictures -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tlg2:4.7")
def test_hex_by_hex_once_a_phase_and_only_ones_own() -> None:
    playing = game(field(), {"us-1 infantry 3": "X0606", "us-2 infantry 3": "X0209", "ac-1 infantry 3": "X1201"})
    assert broken(playing, "move ac-1 X1202") == {"4.7", "3.2"}
    assert broken(playing, "move us-1 X0605 X0603 X0602") == set()  # what lies between is filled in
    assert broken(playing, "move us-1 X0606") != set()
    playing.apply("move us-1 X0605")
    assert broken(playing, "move us-1 X0604") == {"4.7", "3.1"}
    assert broken(playing, "move us-2 X0208") == set()
    playing.apply("end phase")
    assert "3.1" in broken(playing, "move us-2 X0208")


@pytest.mark.rule("tlg2:4.7")
def test_points_are_not_saved_for_the_next_turn() -> None:
    playing = alone("infantry")
    for _ in range(4):
        playing.apply("end phase")
    assert playing.state.turn == 2
    assert playing.rules.reach(playing.state, "us-1").allowance == 3


@pytest.mark.rule("tlg2:4.9")
@pytest.mark.rule("tlg2:4.10")
def test_no_stacking_at_any_instant() -> None:
    playing = game(field(), {"us-1 infantry 3": "X0606", "us-2 infantry 3": "X0605", "ac-1 infantry 3": "X0909"})
    assert broken(playing, "move us-1 X0605") == {"4.9"}
    assert broken(playing, "move us-1 X0605 X0604") == {"4.9"}  # not even in passing
    assert "X0605" not in movement_costs(playing, "us-1")
    assert movement_costs(playing, "us-1")["X0604"] == 3  # round the friend
    assert "4.10" in broken(playing, "move us-1 X0707 X0808 X0909")
    assert "4.9" not in broken(playing, "move us-1 X0707 X0808 X0909")


@pytest.mark.rule("tlg2:4.9")
def test_one_other_unit_may_stack_with_the_heavy_battery() -> None:
    units = {
        "us-1 infantry 3": "X1212",
        "ac-hb artillery 4 range 12 heavy_battery": "X0606",
        "ac-1 infantry 3": "X0605",
        "ac-2 infantry 3": "X0604",
        "ac-3 infantry 3": "X0707",
    }
    playing = game(field(), units, side="ac")
    assert broken(playing, "move ac-1 X0606") == set()
    assert broken(playing, "move ac-1 X0606 X0607") == set()
    playing.apply("move ac-1 X0606")
    assert broken(playing, "move ac-3 X0606") == {"4.9"}
    assert broken(playing, "move ac-3 X0606 X0506") == {"4.9"}
    assert broken(playing, "move ac-hb X0605") == set()
    playing.apply("move ac-hb X0605 X0604")  # the battery may go to a unit, and leave one behind
    assert broken(playing, "move ac-2 X0603") == set()


@pytest.mark.rule("tlg2:4.20")
def test_nobody_moves_off_the_map() -> None:
    playing = alone("infantry", "X0101")
    assert broken(playing, "move us-1 off") == {"4.20"}
    assert broken(playing, "move us-1 X0102 X0002") == {"4.20"}


def test_a_position_with_both_sides_in_a_hex_is_refused() -> None:
    with pytest.raises(HexwrightError, match="us-9 and ac-1 of both sides would start in X0505"):
        game(field(), {"us-9 infantry 8/4": "X0505", "ac-1 infantry 6/3": "X0505"})


def test_why_a_unit_goes_nowhere() -> None:
    playing = game(field(), {"us-1 infantry 3": "X0606", "ac-1 infantry 3": "X0605"})
    told = playing.rules.reach(playing.state, "us-1")
    assert (told.rule, told.because) == ("tlg2:4.1", "is in an enemy zone of control")
    playing.rules.field.put(playing.state, playing.rules.field.roster.find("ac-1"), DEAD)
    assert playing.rules.reach(playing.state, "us-1").because == ""
    told = playing.rules.reach(playing.state, "ac-1")
    assert (told.rule, told.because) == ("tlg2:2.6", "is eliminated")


@pytest.mark.rule("tlg2:5.2")
def test_a_unit_that_is_not_due_says_when() -> None:
    playing = Game(load_scenario("lundys_lane"))
    told = playing.rules.reach(playing.state, "us-21")
    assert (told.hexes, told.rule, told.because) == ({}, "tlg2:5.2", "arrives on turn 4 (8:30 pm)")


def test_nobody_begins_in_a_river() -> None:
    start = Start(units={"us-9": "C3401"}, only=True)
    with pytest.raises(HexwrightError, match=r"9th Infantry would start in the river at C3401 \[tlg2:4.16\]"):
        Game(load_scenario("chippewa"), start=start)
