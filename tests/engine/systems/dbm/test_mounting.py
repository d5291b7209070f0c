"""Dismounting and mounting (3.1 to 3.8, 4.1)."""

from __future__ import annotations

from typing import Any

import pytest
from field_of import bound, told

from engine.systems.de_bellis_multitudinis import mounting
from engine.systems.de_bellis_multitudinis.notation import NOTHING
from engine.tables.table import TableArea

KNIGHTS = {"kn-1": "red Kn O dismounts=Bd_S", "kn-2": "red Kn O dismounts=Bd_S"}
RANKS: dict[str, Any] = {"kn-1": [1000, 1000, 0], "kn-2": [1000, 1060, 0]}


def rules(exchange: mounting.Exchange) -> set[str]:
    """The paragraphs that it breaks."""
    return {rule for rule, _ in exchange.breaches}


@pytest.mark.rule("dbm:3.1")
def test_ranks_dismount_on_their_front_line_and_behind_it() -> None:
    field, state = bound(KNIGHTS, RANKS)
    found = mounting.dismounting(field, state, (0, 1), NOTHING, NOTHING, NOTHING)
    assert not found.breaches
    assert [told(found.ends[unit]) for unit in (0, 1)] == [(1000.0, 1000.0, 0.0), (1000.0, 1030.0, 0.0)]


@pytest.mark.rule("dbm:3.1")
def test_nobody_mounts_without_room() -> None:
    units = {**KNIGHTS, "sp-1": "red Sp O"}
    at = {"kn-1": {"at": [1000, 1000, 0], "dismounted": True}, "kn-2": None, "sp-1": [1010, 1045, 90]}
    field, state = bound(units, at)
    assert "3.1" in rules(mounting.mounting(field, state, (0,))), "who faces aside is not put back"


@pytest.mark.rule("dbm:3.1")
def test_friends_behind_make_room_one_behind_the_other() -> None:
    units = {**KNIGHTS, "sp-1": "red Sp O", "sp-2": "red Sp O", "sp-3": "red Sp O"}
    at: dict[str, Any] = {"kn-1": {"at": [1000, 1000, 0], "dismounted": True}, "kn-2": None}
    at |= {"sp-1": [1000, 1030, 0], "sp-2": [1000, 1090, 180], "sp-3": [1000, 2380, 0]}
    field, state = bound(units, at)
    found = mounting.mounting(field, state, (0,))
    assert not found.breaches
    displaced = {field.roster.keys[unit]: told(place) for unit, place in found.displaced.items()}
    assert displaced == {"sp-1": (1000.0, 1060.0, 0.0), "sp-2": (1000.0, 1120.0, 180.0)}


@pytest.mark.rule("dbm:3.1")
@pytest.mark.parametrize("behind", [{"sp-1": [1000, 1030, 0], "sp-9": [1000, 1065, 0]}, {"sp-1": [1000, 1030, 0]}])
def test_nobody_is_put_back_onto_enemies_or_off_the_table(behind: dict[str, Any]) -> None:
    units = {**KNIGHTS, "sp-1": "red Sp O", "sp-9": "blue Sp O"}
    down = 0 if "sp-9" in behind else 1330
    at: dict[str, Any] = {"kn-1": {"at": [1000, 1000 + down, 0], "dismounted": True}, "kn-2": None}
    at |= {key: [x, y + down, facing] for key, (x, y, facing) in behind.items()}
    field, state = bound(units, at)
    assert "3.1" in rules(mounting.mounting(field, state, (0,)))


@pytest.mark.rule("dbm:3.2")
@pytest.mark.parametrize(("holders", "held"), [(1, True), (0, False), (NOTHING, False)])
def test_horse_holders_are_a_choice(holders: int, held: bool) -> None:
    field, state = bound(KNIGHTS, {**RANKS, "kn-2": None})
    found = mounting.dismounting(field, state, (0,), holders, NOTHING, NOTHING)
    assert bool(found.holders) is held
    if held:
        assert told(found.holders[0]) == (1000.0, 1030.0, 0.0)


@pytest.mark.rule("dbm:3.3")
def test_who_has_left_his_mounts_does_not_mount() -> None:
    field, state = bound(KNIGHTS, {"kn-1": {"at": [1000, 1000, 0], "dismounted": True, "mounts": "left"}})
    assert "3.3" in rules(mounting.mounting(field, state, (0,)))


@pytest.mark.rule("dbm:3.5")
def test_a_command_on_foot_has_no_mounts_but_its_generals() -> None:
    units = {
        "cv-1": "red Cv O general=cinc command=left",
        "sp-1": "red Sp O command=left",
        "kn-1": "red Kn O command=left dismounts=Bd_S",
    }
    commands = {"left": {"side": "red", "general": "cv-1"}}
    at: dict[str, Any] = {"cv-1": [1000, 1000, 0], "sp-1": [1100, 1000, 0], "kn-1": [1200, 1000, 0]}
    field, state = bound(units, at, commands=commands)
    assert not mounting.entirely_on_foot(field, state, 0)
    field, state = bound(units, {**at, "kn-1": {"at": [1200, 1000, 0], "dismounted": True}}, commands=commands)
    assert mounting.entirely_on_foot(field, state, 0)


@pytest.mark.rule("dbm:3.6")
@pytest.mark.parametrize(("away", "allowed"), [(300, True), (302, False)])
def test_three_hundred_paces_to_what_the_list_names(away: int, allowed: bool) -> None:
    wood = TableArea("w", "wood", ((500, 400), (1500, 400), (1500, 1000 - away), (500, 1000 - away)))
    units = {"kn-1": "red Kn O dismounts=Bd_S dismount_for=El_wood"}
    field, state = bound(units, {"kn-1": [1000, 1000, 0]}, areas=(wood,))
    found = mounting.dismounting(field, state, (0,), NOTHING, NOTHING, NOTHING)
    assert ("3.6" not in rules(found)) is allowed


@pytest.mark.rule("dbm:3.6")
def test_an_enemy_of_the_named_type_is_reason_enough() -> None:
    units = {"kn-1": "red Kn O dismounts=Bd_S dismount_for=El", "el-1": "blue El O irr"}
    field, state = bound(units, {"kn-1": [1000, 1000, 0], "el-1": [1000, 700, 180]})
    assert not mounting.dismounting(field, state, (0,), NOTHING, NOTHING, NOTHING).breaches


@pytest.mark.rule("dbm:3.8")
def test_horse_holders_follow_their_element() -> None:
    from engine.play.dice import Dice
    from engine.play.step import Step

    at = {"kn-1": {"at": [1000, 1000, 0], "dismounted": True, "holders": [1000, 1030, 0]}}
    field, state = bound(KNIGHTS, at)
    moved = state.at[0]
    assert moved is not None
    state.put(0, moved.moved(50 * 1024))
    mounting.follow(field, state, 0, Step(Dice(1, ())))
    assert told(state.holders[0]) == (1000.0, 980.0, 0.0)


@pytest.mark.rule("dbm:4.1")
def test_double_bases_dismount_whole() -> None:
    units = {"kn-1": "red Kn O double=1 dismounts=Bd_S", "cv-1": "red Cv O double=1 dismounts=Sp_O"}
    at = {"kn-1": [1000, 1000, 0], "cv-1": [1200, 1000, 0]}
    field, state = bound({key: text.replace("=1", "") for key, text in units.items()}, at)
    as_double, as_singles = 1, 0
    assert "4.1" in rules(mounting.dismounting(field, state, (0,), NOTHING, as_double, NOTHING))
    assert not mounting.dismounting(field, state, (1,), NOTHING, as_double, NOTHING).breaches
    assert mounting.dismounting(field, state, (1,), NOTHING, as_double, NOTHING).cost == 2
    assert mounting.dismounting(field, state, (1,), NOTHING, as_singles, NOTHING).cost == 4
    assert "4.1" in rules(mounting.dismounting(field, state, (1,), NOTHING, as_singles, 0))
