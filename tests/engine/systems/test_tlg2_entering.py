"""Chapter 5 in numbers: when reinforcements enter, what the column pays, blocked hexes and their substitutes."""

from __future__ import annotations

import pytest
from tlg2_field import broken, field, game, happened, movement_costs, verbs

from engine.hexes.board.battlemap import BattleMap
from engine.play import Game
from engine.scenario import Arrival, Turns

COLUMN = ("us-1", "us-2", "us-3", "us-4", "us-5", "us-6", "us-7", "us-8", "us-9", "us-10")


def column(
    kinds: str = "infantry infantry infantry infantry",
    *,
    entry: str = "X0601",
    board: BattleMap | None = None,
    enemy: str = "X0112",
    turn: int = 1,
    night: bool = False,
    others: dict[str, str] | None = None,
    **more: object,
) -> Game:
    """A column due in turn 1 at an entry hex; a friend stands far off, so that the side has units."""
    units = {}
    for key, kind in zip(COLUMN, kinds.split(), strict=False):
        units[f"{key} {kind} 3" + (" range 4" if kind == "artillery" else "")] = ""
    units |= {"us-far infantry 1": "X1212", "ac-1 infantry 3": enemy, **(others or {})}
    keys = tuple(text.split()[0] for text in list(units)[: len(kinds.split())])
    ground = board or field(road="X0601 X0602 X0603 X0604 X0605 X0606 X0607")
    return game(
        ground,
        units,
        turn=turn,
        arrivals=[Arrival(1, "us", (entry,), keys)],
        turns=Turns(5, frozenset({1, 2, 3, 4, 5}) if night else frozenset()),
        **more,
    )


@pytest.mark.rule("tlg2:5.3")
@pytest.mark.parametrize("kind", ["infantry", "artillery", "cavalry"])
def test_each_of_the_column_pays_half_a_point_more(kind: str) -> None:
    playing = column(" ".join([kind] * 6))
    for place, key in enumerate(COLUMN[:6], 1):
        costs = movement_costs(playing, key)
        assert costs["X0601"] == place / 2
        if place < 6:
            assert costs["X0602"] == place / 2 + 0.5
        playing.apply(f"enter {key} X0601 X060{7 - place}")
    assert [event["entry"] for event in happened(playing, "enter")] == [0.5, 1, 1.5, 2, 2.5, 3]
    assert [event["cost"] for event in happened(playing, "enter")] == [3] * 6


@pytest.mark.rule("tlg2:5.3")
@pytest.mark.parametrize(("night", "places"), [(False, 8), (True, 6)])
def test_the_last_place_that_still_enters(night: bool, places: int) -> None:
    playing = column(" ".join(["infantry"] * 10), night=night)
    rules, state = playing.rules, playing.state
    state.columns = ((rules.field.grid.parse("X0601"), rules.field.grid.parse("X0601"), places - 1),)
    assert movement_costs(playing, "us-1") == {"X0601": places / 2}
    state.columns = ((rules.field.grid.parse("X0601"), rules.field.grid.parse("X0601"), places),)
    assert movement_costs(playing, "us-1") == {}
    assert broken(playing, "enter us-1 X0601") == {"5.3", "4.6"}


@pytest.mark.rule("tlg2:5.3")
def test_the_next_turn_begins_with_the_lowest_cost() -> None:
    playing = column()
    playing.apply("enter us-1 X0601 X0605")
    playing.apply("enter us-2 X0601 X0604")
    assert movement_costs(playing, "us-3")["X0601"] == 1.5
    for _ in range(4):
        playing.apply("end phase")
    assert playing.state.turn == 2
    assert movement_costs(playing, "us-3")["X0601"] == 0.5
    playing.apply("enter us-4 X0601 X0603")
    assert movement_costs(playing, "us-3")["X0601"] == 1


@pytest.mark.rule("tlg2:5.2")
@pytest.mark.parametrize("turn", [1, 2, 3, 4, 5])
def test_never_early_and_late_at_will(turn: int) -> None:
    units = {"us-1 infantry 3": "", "us-far infantry 1": "X1212", "ac-1 infantry 3": "X0112"}
    playing = game(field(), units, turn=turn, arrivals=[Arrival(3, "us", ("X0601",), ("us-1",))], turns=Turns(5))
    if turn < 3:
        assert broken(playing, "enter us-1 X0601") == {"5.2"}
        assert verbs(playing, "enter") == []
    else:
        assert "enter us-1 X0601" in verbs(playing, "enter")
    assert broken(playing, "move us-1 X0601") == {"5.1", "5.2"}


@pytest.mark.rule("tlg2:3.2")
@pytest.mark.rule("tlg2:5.2")
def test_nobody_enters_in_the_other_player_turn() -> None:
    playing = column()
    assert broken(playing, "enter us-1 X0601") == set()
    playing.apply("end phase")
    playing.apply("end phase")
    assert playing.decision is not None
    assert (playing.decision.side, playing.decision.kind) == ("ac", "movement")
    assert broken(playing, "enter us-1 X0601") == {"5.2", "3.2"}


@pytest.mark.rule("tlg2:5.2")
def test_who_has_entered_moves_no_more_this_phase_and_never_leaves() -> None:
    playing = column()
    playing.apply("enter us-1 X0601")
    playing.apply("stop")
    assert broken(playing, "move us-1 X0602") == {"4.7", "3.1"}
    assert "5.1" in broken(playing, "enter us-1 X0601")
    for _ in range(4):
        playing.apply("end phase")
    assert broken(playing, "move us-1 off") == {"4.20"}


@pytest.mark.rule("tlg2:5.1")
def test_units_that_stand_on_the_map_do_not_enter() -> None:
    assert "5.1" in broken(column(), "enter us-far X0601")
    assert broken(column(), "enter ac-1 X0601") >= {"5.2", "5.1"}


@pytest.mark.rule("tlg2:5.3")
def test_the_entry_hex_is_not_the_players_choice() -> None:
    playing = column()
    assert broken(playing, "enter us-1 X0501") == {"5.3"}
    assert broken(playing, "enter us-1 off") == {"5.3"}


@pytest.mark.rule("tlg2:5.3")
def test_a_friend_does_not_open_a_substitute() -> None:
    playing = column(others={"us-friend infantry 1": "X0601"})
    assert broken(playing, "enter us-1 X0601") == {"4.9"}
    assert broken(playing, "enter us-1 X0501") == {"5.3"}
    playing.apply("move us-friend X0602")
    assert broken(playing, "enter us-1 X0601") == set()


@pytest.mark.rule("tlg2:5.3")
@pytest.mark.parametrize(
    ("enemy", "allowed"),
    [
        ("X0501", {"X0701", "X0301"}),  # its zone takes X0601, X0401 and X0502; X0501 is held
        ("X0602", {"X0401", "X0801"}),  # its zone takes X0601, X0501 and X0701
        ("X0601", {"X0401", "X0801"}),  # held itself; zone in X0501, X0701
    ],
)
def test_a_blocked_entry_hex_gives_the_nearest_unblocked_one(enemy: str, allowed: set[str]) -> None:
    playing = column(enemy=enemy)
    offered = {text.split()[2] for text in verbs(playing, "enter") if text.startswith("enter us-1 ")}
    distance = playing.rules.field.grid.distance
    parse = playing.rules.field.grid.parse
    nearest = min(distance(parse("X0601"), parse(name)) for name in allowed)
    assert offered == {name for name in allowed if distance(parse("X0601"), parse(name)) == nearest}
    assert broken(playing, "enter us-1 X0601") == {"5.3"} if enemy != "X0601" else {"5.3", "4.10"}
    assert broken(playing, "end phase") == set()  # or wait


@pytest.mark.rule("tlg2:5.3")
def test_the_choice_of_one_of_two_holds_for_the_whole_column() -> None:
    playing = column(enemy="X0602")
    assert broken(playing, "enter us-1 X0401") == set()
    assert broken(playing, "enter us-1 X0801") == set()
    playing.apply("enter us-1 X0401 X0301")
    assert broken(playing, "enter us-2 X0801") == {"5.3"}
    assert broken(playing, "enter us-2 X0601") == {"5.3"}
    assert broken(playing, "enter us-2 X0401") == set()


@pytest.mark.rule("tlg2:5.3")
@pytest.mark.parametrize(
    ("kind", "terrain", "first", "second"),
    [
        ("infantry", "clear", 1, 2),
        ("infantry", "forest", 2, 3),
        ("artillery", "forest", 3, 4),
        ("cavalry", "forest", 4, 5),
        ("cavalry", "swamp", 4, 5),
        ("infantry", "swamp", 4, None),
    ],
)
def test_a_substitute_costs_the_ground_and_a_point_a_place(
    kind: str, terrain: str, first: int, second: int | None
) -> None:
    """Also where a road runs through the substitute: the column comes over clear ground off the map."""
    board = field(road="X0401 X0402 X0403", terrain={terrain: "X0401 X0402"})
    playing = column(f"{kind} {kind} {kind}", enemy="X0602", board=board)
    assert movement_costs(playing, "us-1")["X0401"] == first
    if first < {"infantry": 4, "artillery": 6, "cavalry": 8}[kind]:
        assert movement_costs(playing, "us-1")["X0402"] == first + 0.5  # from then on by the road
        playing.apply("enter us-1 X0401 X0402")
    else:
        playing.apply("enter us-1 X0401")
    costs = movement_costs(playing, "us-2")
    assert costs.get("X0401") == (second if first < 4 or kind != "infantry" else None)


@pytest.mark.rule("tlg2:5.3")
@pytest.mark.rule("tlg2:4.8")
def test_the_first_of_a_column_may_always_take_its_one_hex() -> None:
    playing = column("infantry infantry", enemy="X0602", night=True, board=field(terrain={"swamp": "X0401"}))
    assert movement_costs(playing, "us-1")["X0401"] == 3
    assert [name for name in movement_costs(playing, "us-1") if name.startswith("X04")] == ["X0401"]


@pytest.mark.rule("tlg2:5.3")
def test_two_entry_hexes_make_two_columns() -> None:
    units = {
        "us-1 infantry 3": "",
        "us-2 infantry 3": "",
        "us-3 infantry 3": "",
        "us-far infantry 1": "X1212",
        "ac-1 infantry 3": "X0112",
    }
    arrivals = [Arrival(1, "us", ("X0601",), ("us-1", "us-2")), Arrival(1, "us", ("X0901",), ("us-3",))]
    playing = game(field(road="X0601 X0602 X0603"), units, arrivals=arrivals)
    playing.apply("enter us-1 X0601 X0602")
    assert movement_costs(playing, "us-2")["X0601"] == 1
    assert movement_costs(playing, "us-3")["X0901"] == 1  # clear ground, the first of its own column


@pytest.mark.rule("tlg2:5.3")
def test_groups_of_one_entry_hex_share_its_column() -> None:
    units = {"us-1 infantry 3": "", "us-2 infantry 3": "", "us-far infantry 1": "X1212", "ac-1 infantry 3": "X0112"}
    arrivals = [Arrival(1, "us", ("X0601",), ("us-1",)), Arrival(2, "us", ("X0601",), ("us-2",))]
    playing = game(field(road="X0601 X0602 X0603"), units, turn=2, arrivals=arrivals)
    playing.apply("enter us-2 X0601 X0602")
    assert movement_costs(playing, "us-1")["X0601"] == 1


@pytest.mark.rule("tlg2:5.3")
def test_entering_into_a_zone_of_control_farther_in_ends_the_move() -> None:
    playing = column(enemy="X0604")
    assert broken(playing, "enter us-1 X0601 X0602 X0603") == set()
    assert broken(playing, "enter us-1 X0601 X0602 X0603 X0503") == {"4.3", "4.1"}
    playing.apply("enter us-1 X0601 X0602 X0603")
    playing.apply("end phase")
    assert "6.4" in broken(playing, "end phase")


@pytest.mark.rule("tlg2:5.2")
def test_arriving_units_fight_at_once() -> None:
    playing = column(enemy="X0604", dice=[1])
    playing.apply("enter us-1 X0601 X0603")
    playing.apply("end phase")
    assert broken(playing, "attack X0604 with us-1") == set()
