"""Recoils, flights, pursuits and comrades who press forward (12.3, 22, 23, 24)."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import pytest
from field_of import bound, game, number, palette, told

from engine.play import Event, Game, Step
from engine.play.dice import Dice
from engine.systems.de_bellis_multitudinis import bursting, recoil
from engine.systems.de_bellis_multitudinis.flight import FlightWay, _Search, ways
from engine.systems.de_bellis_multitudinis.obstacles import base_of
from engine.systems.de_bellis_multitudinis.state import Flag
from engine.tables.places import parse
from engine.tables.table import Table, TableArea, TableWall


def events(played: Game) -> list[Event]:
    """What happened in the phase at which the game began."""
    return list(takewhile(lambda event: event.kind not in ("initiative", "demoralised", "beaten"), played.events))


def recoiled(units: dict[str, str], at: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The places after the first element has recoiled from the last; None for who is destroyed."""
    field, state = bound(units, at, **more)
    first, *_, last = (number(field, key) for key in units)
    recoil.recoil(field, state, first, last, Step(Dice(1)))
    return {key: where and told(where) for key, where in zip(units, state.at, strict=True)}


BLADES = {"bd-1": "red Bd O", "bd-2": "red Bd O", "sp-1": "blue Sp O"}


@pytest.mark.rule("dbm:22.2")
def test_a_friend_behind_is_pushed_back() -> None:
    at = {"bd-1": [1400, 900, 0], "bd-2": [1400, 950, 0], "sp-1": [1400, 900, 180]}
    assert recoiled(BLADES, at) == {"bd-1": (1400, 930, 0), "bd-2": (1400, 960, 0), "sp-1": (1400, 900, 180)}


@pytest.mark.rule("dbm:22.2")
@pytest.mark.parametrize("enemy", [[1400, 985, 0], [1400, 985, 180], [1425, 1025, 90]])
def test_who_pushes_a_friend_into_an_enemy_is_destroyed_and_nobody_else(enemy: list[float]) -> None:
    at = {"bd-1": [1400, 900, 0], "bd-2": [1400, 950, 0], "sp-1": enemy}
    if enemy[2] == 180:
        at["sp-1"] = [1400, 1015, 180]
    found = recoiled(BLADES, at)
    assert (found["bd-1"], found["bd-2"]) == (None, (1400, 955, 0))
    assert found["sp-1"] is not None


@pytest.mark.rule("dbm:22.2")
def test_an_enemy_met_on_side_or_rear_is_destroyed_with_who_recoils_into_him() -> None:
    for facing, survives in ((0, True), (180, False), (90, False)):
        place = {0: [1400, 945, 0], 180: [1400, 975, 180], 90: [1415, 985, 90]}[facing]
        found = recoiled(
            {"bd-1": "red Bd O", "bd-2": "red Bd O", "sp-1": "blue Sp O"},
            {"bd-1": [1400, 900, 0], "bd-2": [2000, 900, 0], "sp-1": place},
        )
        assert found["bd-1"] is None
        assert (found["sp-1"] is not None) == survives, facing


@pytest.mark.rule("dbm:22.2")
def test_who_cannot_push_a_friend_far_enough_is_destroyed() -> None:
    units = {**BLADES, "bge-1": "red Bge O", "kn-9": "blue Kn O"}
    at = {
        "bd-1": [1400, 900, 0],
        "bd-2": [1400, 950, 0],
        "sp-1": [1400, 900, 180],
        "bge-1": [1400, 982, 0],
        "kn-9": [2400, 900, 0],
    }
    found = recoiled(units, at)
    assert (found["bd-1"], found["bd-2"], found["bge-1"]) == (None, (1400, 952, 0), (1400, 982, 0))


def test_a_friend_who_faces_elsewhere_does_not_give_way_but_skirmishers_do() -> None:
    units = {"bd-1": "red Bd O", "ax-1": "red Ax O", "sp-1": "blue Sp O"}
    at = {"bd-1": [1400, 900, 0], "ax-1": [1400, 970, 180], "sp-1": [1400, 900, 180]}
    assert recoiled(units, at)["bd-1"] is None
    units["ax-1"] = "red Ps O"
    assert recoiled(units, at) == {"bd-1": (1400, 930, 0), "ax-1": (1400, 1000, 180), "sp-1": (1400, 900, 180)}


@pytest.mark.rule("dbm:22.2")
def test_ground_walls_and_the_table_edge_destroy_who_recoils() -> None:
    at = {"bd-1": [1400, 900, 0], "bd-2": [2000, 900, 0], "sp-1": [1400, 900, 180]}
    cliff = TableArea("cliff", "impassable", ((1300, 950), (1500, 950), (1500, 1000), (1300, 1000)))
    assert recoiled(BLADES, at, areas=(cliff,))["bd-1"] is None
    at["bd-1"] = [1400, 2370, 0]
    assert recoiled(BLADES, at)["bd-1"] is None
    at["bd-1"] = [1400, 2340, 0]
    assert recoiled(BLADES, at)["bd-1"] == (1400, 2370, 0)


@pytest.mark.rule("dbm:22.2")
def test_a_fortification_behind_destroys_who_recoils() -> None:

    wall = TableWall("wall-1", "pf", ((1300, 970), (1500, 970)), ((1300, 950), (1500, 950)))
    table = Table(palette(), lines={"wall-1": wall})
    at = {"bd-1": [1400, 900, 0], "bd-2": [2000, 900, 0], "sp-1": [1400, 900, 180]}
    assert recoiled(BLADES, at, table=table)["bd-1"] is None


@pytest.mark.rule("dbm:22.1")
def test_a_column_that_has_turned_by_90_degrees_hinders_nobody() -> None:
    units = {"ax-1": "red Ax O", "ax-2": "red Ax O", "sp-1": "blue Sp O"}
    # The second element stands round the corner, with a corner where the first one recoils to.
    at = {"ax-1": [1000, 1000, 90], "ax-2": [950, 1020, 0], "sp-1": [1000, 1000, 270]}
    assert recoiled(units, at)["ax-1"] is None
    bent = {"columns": [["ax-1", "ax-2"]]}
    found = recoiled(units, at, set=bent)
    assert found["ax-1"] is not None
    assert found["ax-2"] == (950, 1020, 0)


@pytest.mark.rule("dbm:3.3")
def test_horses_that_are_held_go_back_with_who_recoils() -> None:
    units = {"bd-1": "red Kn O dismounts=Bd_S", "sp-1": "blue Sp O"}
    at = {
        "bd-1": {"at": [1400, 900, 0], "dismounted": True, "holders": [1400, 930, 0]},
        "sp-1": [1400, 900, 180],
    }
    field, state = bound(units, at)
    assert recoil.recoil(field, state, 0, 1, Step(Dice(1)))
    assert told(state.holders[0]) == (1400, 960, 0)
    # An immovable friend behind the horses keeps them where they are, and the element with them.
    field, state = bound({**units, "bge-1": "red Bge O"}, {**at, "bge-1": [1400, 990, 0]})
    assert not recoil.recoil(field, state, 0, 1, Step(Dice(1)))
    assert state.has(0, Flag.LOST)


# -- flight -------------------------------------------------------------------------------------------------------


def fled(units: dict[str, str], at: dict[str, Any], **more: Any) -> list[tuple[Any, ...]]:
    """The ways of the first element, once it has recoiled and turned: side, angle in degrees, end."""
    field, state = bound(units, at, **more)
    return [
        ("left" if way.left else "right", way.angle / 10, told(way.end), way.through) for way in found(field, state)
    ]


def found(field: Any, state: Any) -> tuple[FlightWay, ...]:
    return ways(field, state, 0)


@pytest.mark.rule("dbm:23.1")
def test_who_flees_recoils_turns_and_goes_200_paces() -> None:
    units = {"bd-1": "red Bd O", "ps-1": "blue Ps O"}
    played = game(units, {"bd-1": [800, 400, 0], "ps-1": [800, 400, 180]}, phase="combat", dice=(6, 1))
    flight = next(event for event in events(played) if event.kind == "flight")
    assert flight.data == {
        "unit": "ps-1",
        "length": 200,
        "from": "800,320/0",
        "to": "800,120/0",
        "turns": 0,
    }


@pytest.mark.rule("dbm:23.1")
def test_the_least_change_of_direction_that_leaves_200_paces_clear() -> None:
    units = {"ps-1": "red Ps O", "sp-1": "blue Sp O"}
    # The enemy reaches 30 paces into the way from the right: the way to the left is the shorter one.
    ((side, angle, _, _),) = fled(units, {"ps-1": [1000, 1000, 180], "sp-1": [950, 1100, 0]})
    assert side == "left"
    assert 0 < angle < 45
    # Straight behind it: left and right are alike.
    (left, right) = fled(units, {"ps-1": [1000, 1000, 180], "sp-1": [1000, 1100, 0]})
    assert (left[0], right[0]) == ("left", "right")
    assert left[1] == right[1]


@pytest.mark.rule("dbm:23.1")
def test_the_least_angle_is_the_least() -> None:
    units = {"ps-1": "red Ps O", "sp-1": "blue Sp O"}
    at = {"ps-1": [1000, 1000, 180], "sp-1": [960, 1100, 0]}
    field, state = bound(units, at)
    (way,) = found(field, state)
    search = _Search(field, state, 0)
    base = base_of(field, state, 0)
    for angle in range(1, way.angle):
        for left in (True, False):
            assert search._way(base, angle, left=left, gone=0, others=search.firm) is None


@pytest.mark.rule("dbm:23.1")
def test_the_owner_chooses_between_equal_ways() -> None:
    units = {"ps-1": "red Ps O", "bd-1": "blue Bd O", "sp-1": "blue Sp O"}
    at = {"ps-1": [1000, 1000, 0], "bd-1": [1000, 1000, 180], "sp-1": [1000, 1180, 180]}
    played = game(units, at, phase="combat", dice=(1, 6))
    assert played.decision is not None
    assert (played.decision.side, played.decision.kind) == ("red", "flight")
    assert played.legal_actions().texts() == ["flee ps-1 left", "flee ps-1 right"]
    assert not played.verdict("end phase")
    flight = next(event for event in played.apply("flee ps-1 left") if event.kind == "flight")
    assert flight.data["turns"] == 1
    assert parse(flight.data["to"]).x > parse(flight.data["from"]).x


@pytest.mark.rule("dbm:23.1")
def test_who_cannot_complete_a_flight_is_destroyed() -> None:
    walls = [
        TableArea("a", "impassable", ((900, 900), (930, 900), (930, 1200), (900, 1200))),
        TableArea("b", "impassable", ((1070, 900), (1100, 900), (1100, 1200), (1070, 1200))),
        TableArea("c", "impassable", ((900, 1150), (1100, 1150), (1100, 1200), (900, 1200))),
    ]
    units = {"ps-1": "red Ps O", "bd-1": "blue Bd O"}
    assert fled(units, {"ps-1": [1000, 1000, 180], "bd-1": [3000, 1000, 180]}, areas=tuple(walls)) == []


@pytest.mark.rule("dbm:23.1")
def test_nobody_turns_to_stay_off_his_own_base_edge() -> None:
    units = {"ps-1": "red Ps O", "bd-1": "blue Bd O"}
    played = game(units, {"ps-1": [1000, 2200, 0], "bd-1": [1000, 2200, 180]}, phase="combat", dice=(1, 6))
    assert [event.kind for event in events(played)][-2:] == ["flight", "destroyed"]
    field, state = bound(units, {"ps-1": [1000, 150, 0], "bd-1": [3000, 1000, 180]})
    assert all(way.angle for way in found(field, state))


@pytest.mark.rule("dbm:23.2")
def test_friends_burst_through_turn_and_follow() -> None:
    units = {"lh-1": "red LH O", "bd-1": "red Bd O", "bd-2": "red Bd O", "bd-3": "red Bd O", "kn-1": "blue Kn O"}
    at = {
        "lh-1": [1000, 1000, 180],
        "bd-1": [920, 1150, 0],
        "bd-2": [1000, 1150, 0],
        "bd-3": [1080, 1150, 0],
        "kn-1": [3000, 1000, 180],
    }
    # A line of friends with rocks at its ends leaves no way round.
    rocks = tuple(
        TableArea(key, "impassable", ((x, 900), (x + 60, 900), (x + 60, 1400), (x, 1400)))
        for key, x in (("a", 820), ("b", 1121))
    )
    ((_, angle, end, through),) = fled(units, at, areas=rocks)
    assert (angle, end, through) == (0, (1000, 1200, 180), (2,))


@pytest.mark.rule("dbm:23.2")
def test_skirmishers_within_a_base_depth_flee_first() -> None:
    units = {"lh-1": "red LH O", "ps-1": "red Ps O", "ps-2": "red Ps O", "kn-1": "blue Bd O"}
    at = {
        "lh-1": [1000, 1000, 0],
        "ps-1": [1000, 1100, 0],
        "ps-2": [1000, 1400, 0],
        "kn-1": [1000, 1000, 180],
    }
    played = game(units, at, phase="combat", dice=(1, 6))
    fled_first = [event.data["unit"] for event in events(played) if event.kind == "flight"]
    assert fled_first == ["ps-1", "lh-1"]
    # The skirmishers who fled first are passed through and only make room.
    assert [event.data["unit"] for event in events(played) if event.kind == "pushed"] == ["ps-1"]


# -- pursuit ------------------------------------------------------------------------------------------------------


def test_irregular_knights_pursue_regular_ones_may() -> None:
    at = {"kn-1": [1000, 1000, 0], "bd-1": [1000, 1000, 180]}
    played = game({"kn-1": "red Kn O irr", "bd-1": "blue Bd O"}, at, phase="combat", dice=(6, 1))
    pursued = next(event for event in events(played) if event.kind == "pursuit")
    assert (pursued.data["units"], pursued.data["length"]) == ("kn-1", 60)
    played = game({"kn-1": "red Kn O", "bd-1": "blue Bd O"}, at, phase="combat", dice=(6, 1))
    assert played.decision is not None
    assert played.legal_actions().texts() == ["pursue kn-1", "stay kn-1"]
    assert not [event for event in played.apply("stay kn-1") if event.kind == "pursuit"]


@pytest.mark.rule("dbm:24.1")
def test_demoralised_winners_pursue_like_others() -> None:
    at = {"kn-1": [1000, 1000, 0], "bd-1": [1000, 1000, 180]}
    broken = {"demoralised": ["red"]}
    units = {"kn-1": "red Kn O irr", "bd-1": "blue Bd O"}
    played = game(units, at, phase="combat", dice=(6, 1), set=broken)
    assert [event.kind for event in events(played)][-1] == "pursuit"


@pytest.mark.rule("dbm:24.2")
def test_expendables_that_pursue_from_difficult_going_are_destroyed() -> None:
    at = {"exp-1": [1000, 1000, 0], "bd-1": [1000, 1000, 180]}
    units = {"exp-1": "red Exp O irr", "bd-1": "blue Bd O"}
    marsh = TableArea("marsh", "marsh", ((900, 1000), (1100, 1000), (1100, 1200), (900, 1200)))
    played = game(units, at, phase="combat", dice=(6, 1), areas=(marsh,))
    lost = [event.data["unit"] for event in events(played) if event.kind == "destroyed"]
    assert lost == ["bd-1", "exp-1"]
    played = game(units, at, phase="combat", dice=(6, 1))
    assert [event.kind for event in events(played)][-1] == "pursuit"


def test_a_pursuit_stops_at_whom_it_meets() -> None:
    units = {"kn-1": "red Kn O irr", "bd-1": "blue Bd O", "bd-2": "blue Bd O"}
    at = {"kn-1": [1000, 1000, 0], "bd-1": [1000, 1000, 180], "bd-2": [1000, 960, 180]}
    played = game(units, at, phase="combat", dice=(6, 1))
    pursued = next(event for event in events(played) if event.kind == "pursuit")
    assert pursued.data["length"] == 40


@pytest.mark.rule("dbm:12.3")
def test_comrades_of_another_command_press_forward_as_a_group() -> None:
    commands = {"left": {"side": "red"}, "right": {"side": "red"}}
    units = {
        "kn-1": "red Kn O irr command=left",
        "kn-2": "red Kn O irr command=right",
        "bd-1": "blue Bd O",
    }
    at = {"kn-1": [1000, 1000, 0], "kn-2": [1000, 1060, 0], "bd-1": [1000, 1000, 180]}
    played = game(units, at, phase="combat", dice=(6, 1), commands=commands)
    assert played.decision is not None
    assert played.decision.kind == "press"
    assert not played.verdict("press bd-1")
    assert not played.verdict("fight kn-1")
    assert played.verdict("end phase")
    pressed = next(event for event in played.apply("press kn-2") if event.kind == "pursuit")
    assert (pressed.data["units"], pressed.data["length"]) == ("kn-2", 60)


@pytest.mark.rule("dbm:23.2")
def test_who_is_burst_through_and_finds_no_room_is_destroyed() -> None:
    field, state = bound({"bd-1": "red Bd O", "sp-1": "blue Sp O"}, {"bd-1": [1400, 900, 0], "sp-1": [3000, 900, 180]})
    step = Step(Dice(1))
    bursting._move(field, state, number(field, "bd-1"), None, step)
    assert state.has(number(field, "bd-1"), Flag.LOST)
    assert [event.kind for event in step.events] == ["destroyed"]
