"""Chapters 8.2.4 to 8.5: losses, retreats, stiff resistance, advance; displacement has a room of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from fm_field import always, attack, game
from fm_fights import DEFENDER, DUEL, asked, corridor, driven, fought, pocket
from hex_field import broken, field, happened, places, strengths, verbs

from engine.hexes.board.battlemap import Region
from engine.play import Game
from engine.systems.fire_and_movement import retreat

# -- losses (8.2.4) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("fm:8.2.4")
def test_no_effect() -> None:
    playing = fought("-")
    assert strengths(playing) == {"cw-1": 2, "cw-2": 2, "ge-1": 2}
    assert asked(playing) == ("cw", "combat")


@pytest.mark.rule("fm:8.2.4")
def test_eliminated_whole_whatever_the_steps() -> None:
    dead = fought("De")
    assert (places(dead)["ge-1"], strengths(dead)) == (None, {"cw-1": 2, "cw-2": 2, "ge-1": 0})
    assert asked(dead) == ("cw", "combat")
    lost = fought("Ae")
    assert strengths(lost) == {"cw-1": 0, "cw-2": 0, "ge-1": 2}


@pytest.mark.rule("fm:8.2.4")
def test_an_attacker_is_reduced_by_the_attackers_choice() -> None:
    playing = fought("(A)")
    assert asked(playing) == ("cw", "loss")
    assert broken(playing, "reduce ge-1") == {"8.2.4"}
    assert "8.2.4" in broken(playing, "end phase")
    playing.apply("reduce cw-2")
    assert strengths(playing) == {"cw-1": 2, "cw-2": 1, "ge-1": 2}


@pytest.mark.rule("fm:8.2.4")
def test_an_exchange_costs_one_of_either_side() -> None:
    playing = fought("Ex")
    assert asked(playing) == ("cw", "loss")
    playing.apply("reduce cw-1")
    assert strengths(playing) == {"cw-1": 1, "cw-2": 2, "ge-1": 1}
    assert asked(playing) == ("cw", "combat")


@pytest.mark.rule("fm:8.2.4")
@pytest.mark.parametrize("units", [{"ge-1": 1, "cw-1": 1}, {}])
def test_reduced_and_one_step_units_die_of_a_reduction(units: dict[str, int]) -> None:
    texts = (
        {"cw-1 infantry 9-3-3/5-2": "X0605", **DEFENDER}
        if units
        else {"cw-1 infantry 9-3-3": "X0605", "ge-1 infantry 3-3-3": "X0606"}
    )
    playing = fought("Ex", texts, steps=units)
    assert places(playing) == {"cw-1": None, "ge-1": None}
    assert [event["unit"] for event in happened(playing, "eliminated")] == ["cw-1", "ge-1"]


@pytest.mark.rule("fm:8.2.4")
@pytest.mark.parametrize(
    ("result", "side", "length"),
    [
        ("A1", "cw", 1),
        ("A2", "cw", 2),
        ("A3", "cw", 3),
        ("D2", "ge", 2),
        ("D3", "ge", 3),
    ],
)
def test_who_retreats_how_far(result: str, side: str, length: int) -> None:
    playing = fought(result)
    assert asked(playing) == (side, "stiff resistance")
    playing.apply("fall back")
    while asked(playing) == (side, "retreat"):
        playing.apply(verbs(playing, "retreat")[0])
    grid = playing.scenario.map.grid
    before, after = {text.split()[0]: name for text, name in DUEL.items()}, places(playing)
    for key in before:
        gone = grid.distance(grid.parse(before[key]), grid.parse(after[key] or ""))
        assert gone == (length if key.startswith(side) else 0), key
    assert strengths(playing) == {"cw-1": 2, "cw-2": 2, "ge-1": 2}


@pytest.mark.rule("fm:8.3")
def test_several_attackers_retreat_one_by_one_as_their_owner_likes() -> None:
    playing = fought("A1")
    playing.apply("fall back")
    assert {text.split()[1] for text in verbs(playing, "retreat")} == {"cw-1", "cw-2"}
    playing.apply("retreat cw-2 X0704")
    assert {text.split()[1] for text in verbs(playing, "retreat")} == {"cw-1"}
    assert "8.3" in broken(playing, "retreat cw-2 X0703")
    assert "8.3" in broken(playing, "end phase")


# -- where to (8.3) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("fm:8.3")
def test_the_whole_distance_straight_or_not() -> None:
    playing = fought("D2")
    assert broken(playing, "retreat ge-1 X0607 X0707") == set()
    assert broken(playing, "retreat ge-1 X0607 X0608") == set()
    assert "8.3" in broken(playing, "retreat ge-1 X0607 X0706")  # two steps, and but one hex away
    assert "8.3" in broken(playing, "retreat ge-1 X0607")
    assert "8.3" in broken(playing, "retreat ge-1 X0607 X0608 X0609")
    assert "8.3" in broken(playing, "retreat ge-1 X0608 X0607")


@pytest.mark.rule("fm:8.3")
@pytest.mark.rule("fm:6.2")
def test_never_into_enemies_or_their_zones() -> None:
    playing = fought("D2", {**DUEL, "cw-3 infantry 1-1-1": "X0609", "cw-4 infantry 1-1-1 no_zoc": "X0507"})
    assert {"8.3", "6.2"} <= broken(playing, "retreat ge-1 X0607 X0608")
    assert {"8.3", "6.2"} <= broken(playing, "retreat ge-1 X0505 X0405")
    assert "8.3" in broken(playing, "retreat ge-1 X0607 X0507")
    assert broken(playing, "retreat ge-1 X0506 X0406") == set()


@pytest.mark.rule("fm:8.3")
def test_never_over_prohibited_ground_or_off_the_map() -> None:
    board = field(columns=8, rows=7, terrain={"water": "X0506"}, hexsides={"cliff": "X0607>X0606"})
    playing = fought("D2", board=board)
    assert "8.3" in broken(playing, "retreat ge-1 X0506 X0406")
    assert "8.3" in broken(playing, "retreat ge-1 X0607 X0707")
    assert "8.3" in broken(playing, "retreat ge-1 X0607 off")
    playing.apply("fall back")
    assert places(playing)["ge-1"] is None  # the sea on one side, a cliff on the other, the enemy in front


@pytest.mark.rule("fm:8.3")
def test_vacant_hexes_before_friends() -> None:
    board = corridor()
    units = {"cw-1 infantry 9-3-3": "X0202", "ge-1 infantry 3-3-3/2-2": "X0203", "ge-2 infantry 1-1-1": "X0204"}
    playing = game(board, units, phase="combat", tables=always("D2"))
    attack(playing, "X0203", "cw-1")
    playing.apply("fall back")  # through the friend, the only way
    assert places(playing)["ge-1"] == "X0205"
    assert strengths(playing)["ge-1"] == 2
    assert places(playing)["ge-2"] == "X0204"  # passed, not displaced
    wide = fought("D2", {**DUEL, "ge-2 infantry 1-1-1": "X0607"})
    assert "8.3" in broken(wide, "retreat ge-1 X0607 X0608")
    assert broken(wide, "retreat ge-1 X0506 X0507") == set()


@pytest.mark.rule("fm:8.3")
@pytest.mark.parametrize(("edge", "better", "worse"), [("S", "X0608", "X0406"), ("W", "X0406", "X0608")])
def test_nearer_its_own_edge_if_it_can(edge: str, better: str, worse: str) -> None:
    playing = fought("D2", special={"friendly_edge": {"ge": edge}})
    assert broken(playing, f"retreat ge-1 {better}") == set()
    assert broken(playing, f"retreat ge-1 {worse}") == {"8.3"}


@pytest.mark.rule("fm:8.3")
def test_away_from_its_own_edge_if_it_must() -> None:
    playing = fought("D2", special={"friendly_edge": {"ge": "N"}})
    playing.apply("fall back")
    assert "retreat ge-1 X0607 X0608" in verbs(playing, "retreat")


@pytest.mark.rule("fm:8.3")
def test_a_supply_source_instead_of_an_edge() -> None:
    board = field()
    board.regions["dump"] = Region("dump", "Dump", frozenset({board.grid.parse("X1206")}))
    playing = fought("D2", board=board, special={"friendly_edge": {"ge": "dump"}})
    playing.apply("fall back")
    assert places(playing)["ge-1"] == "X0707"  # five hexes from the dump, not six


@pytest.mark.rule("fm:8.3")
def test_a_short_retreat_costs_a_step() -> None:
    board = corridor(6)
    units = {"cw-1 infantry 9-3-3": "X0203", "ge-1 infantry 3-3-3/2-2": "X0204"}
    playing = game(board, units, phase="combat", tables=always("D3"))
    attack(playing, "X0204", "cw-1")
    playing.apply("fall back")
    assert (places(playing)["ge-1"], strengths(playing)["ge-1"]) == ("X0206", 1)
    assert happened(playing, "loss")[0]["rule"] == "fm:8.3"


@pytest.mark.rule("fm:8.3")
@pytest.mark.rule("fm:8.5")
def test_a_reduced_unit_dies_in_its_last_hex_and_leaves_it_to_the_advance() -> None:
    board = corridor(6)
    units = {"cw-1 infantry 9-3-3": "X0203", "ge-1 infantry 3-3-3": "X0204"}
    playing = game(board, units, phase="combat", tables=always("D3"))
    attack(playing, "X0204", "cw-1")
    playing.apply("fall back")
    assert happened(playing, "eliminated")[0]["at"] == "X0206"
    assert verbs(playing, "advance") == ["advance cw-1 X0204", "advance cw-1 X0205", "advance cw-1 X0206"]


@pytest.mark.rule("fm:8.3")
@pytest.mark.rule("fm:8.5")
def test_who_cannot_go_at_all_is_eliminated_and_the_retreat_stands() -> None:
    units = {**DUEL, "cw-3 infantry 1-1-1": "X0607"}
    playing = fought("D2", units)
    assert asked(playing) == ("ge", "stiff resistance")  # it may still stand
    assert verbs(playing, "retreat") == []
    playing.apply("fall back")
    assert places(playing)["ge-1"] is None
    assert asked(playing) == ("cw", "advance")
    playing.apply("advance cw-2 X0606")
    assert places(playing)["cw-2"] == "X0606"


@pytest.mark.rule("fm:8.3")
def test_a_zone_of_a_friend_opens_nothing() -> None:
    board = corridor()
    units = {
        "cw-1 infantry 9-3-3": "X0202",
        "ge-1 infantry 3-3-3/2-2": "X0203",
        "ge-2 infantry 1-1-1": "X0206",
        "cw-3 infantry 1-1-1": "X0207",
    }
    playing = game(board, units, phase="combat", tables=always("D3"))
    attack(playing, "X0203", "cw-1")
    playing.apply("fall back")
    assert (places(playing)["ge-1"], strengths(playing)["ge-1"]) == ("X0205", 1)


# -- seaborne units (8.3) -------------------------------------------------------------------------------------------

SHORE = field(terrain={"water": "X0605 X0705 X0505 X0504 X0604 X0704 X0804 X0805", "beach": "X0606 X0706"})


@pytest.mark.rule("fm:8.3")
def test_a_unit_at_sea_is_reduced_instead() -> None:
    units = {"cw-1 commando 9-3-3/5-2 seaborne": "X0605", "ge-1 infantry 3-3-3": "X0606"}
    playing = fought("A2", units, SHORE)
    assert asked(playing) == ("cw", "stiff resistance")
    playing.apply("fall back")
    assert (places(playing)["cw-1"], strengths(playing)["cw-1"]) == ("X0605", 1)
    again = fought("A2", units, SHORE, steps={"cw-1": 1})
    again.apply("fall back")
    assert places(again)["cw-1"] is None


@pytest.mark.rule("fm:8.3")
def test_a_unit_at_sea_does_not_retreat_ashore() -> None:
    """X0706 is a beach that nobody controls; a retreat is no landing."""
    board = field(terrain={"water": "X0605 X0704", "beach": "X0606 X0705"})
    units = {"cw-1 commando 9-3-3/5-2 seaborne": "X0605", "ge-1 infantry 3-3-3 no_zoc": "X0606"}
    playing = fought("A1", units, board)
    playing.apply("fall back")
    assert (places(playing)["cw-1"], strengths(playing)["cw-1"]) == ("X0605", 1)


@pytest.mark.rule("fm:8.3")
@pytest.mark.parametrize(("flags", "where"), [("seaborne", "X0606"), ("", None)])
def test_with_its_back_to_the_sea(flags: str, where: str | None) -> None:
    board = field(terrain={"water": "X0605 X0705 X0505", "beach": "X0606"})
    units = {f"cw-3 commando 1-3-3/1-2 {flags}": "X0606", "ge-1 infantry 9-3-3": "X0607"}
    playing = game(board, units, side="ge", phase="combat", tables=always("D2"))
    attack(playing, "X0606", "ge-1")
    if asked(playing) == ("cw", "stiff resistance"):
        playing.apply("fall back")
    blocked = {"X0506", "X0706"}
    assert blocked <= set(playing.rules.zoc(playing.state, "ge").hexes)
    assert places(playing)["cw-3"] == where


# -- stiff resistance (8.4) -----------------------------------------------------------------------------------------


@pytest.mark.rule("fm:8.4")
def test_the_defender_stands_and_nobody_advances() -> None:
    playing = fought("D3")
    playing.apply("stand ge-1")
    assert (places(playing)["ge-1"], strengths(playing)["ge-1"]) == ("X0606", 1)
    assert asked(playing) == ("cw", "combat")
    assert "8.5" in broken(playing, "advance cw-1 X0607")


@pytest.mark.rule("fm:8.4")
def test_a_reduced_defender_stands_and_dies_and_nobody_advances() -> None:
    playing = fought("D2", steps={"ge-1": 1})
    playing.apply("stand ge-1")
    assert places(playing)["ge-1"] is None
    assert asked(playing) == ("cw", "combat")


@pytest.mark.rule("fm:8.4")
def test_one_attacker_pays_for_all() -> None:
    playing = fought("A2")
    assert verbs(playing, "stand") == ["stand cw-1", "stand cw-2"]
    assert broken(playing, "stand ge-1") == {"8.4"}
    playing.apply("stand cw-2")
    assert (places(playing)["cw-1"], places(playing)["cw-2"]) == ("X0605", "X0705")
    assert strengths(playing) == {"cw-1": 2, "cw-2": 1, "ge-1": 2}


@pytest.mark.rule("fm:8.4")
@pytest.mark.parametrize("result", ["-", "Ex", "(A)", "De", "Ae"])
def test_no_resistance_to_other_results(result: str) -> None:
    playing = fought(result)
    assert asked(playing)[1] != "stiff resistance"


@pytest.mark.rule("fm:8.4")
def test_it_is_said_before_the_retreat() -> None:
    playing = fought("D2")
    assert "8.4" in broken(playing, "end phase")
    playing.apply("fall back")
    assert "8.4" in broken(playing, "stand ge-1")


# -- advance (8.5) --------------------------------------------------------------------------------------------------


def pursued(path: str = "X0607 X0608", units: Mapping[str, str] = DUEL, result: str = "D2", **more: Any) -> Game:
    """The defender of X0606 has retreated along a path."""
    playing = fought(result, units, **more)
    playing.apply(f"retreat ge-1 {path}")
    return playing


@pytest.mark.rule("fm:8.5")
def test_along_the_path_one_a_hex() -> None:
    playing = pursued()
    assert asked(playing) == ("cw", "advance")
    assert verbs(playing, "advance") == [
        f"advance {unit} {name}" for unit in ("cw-1", "cw-2") for name in ("X0606", "X0607")
    ]
    assert broken(playing, "advance cw-1 X0608") == {"8.5"}  # the enemy is there
    assert broken(playing, "advance cw-1 X0506") == {"8.5"}  # off the path
    assert "8.5" in broken(playing, "end phase")
    playing.apply("advance cw-1 X0607")
    assert verbs(playing, "advance") == ["advance cw-2 X0606"]
    assert broken(playing, "advance cw-2 X0607") == {"8.5"}
    assert broken(playing, "advance cw-1 X0606") == {"8.5"}  # once
    playing.apply("advance cw-2 X0606")
    assert asked(playing) == ("cw", "combat")


@pytest.mark.rule("fm:8.5")
def test_it_is_voluntary() -> None:
    playing = pursued()
    playing.apply("hold")
    assert (places(playing)["cw-1"], asked(playing)) == ("X0605", ("cw", "combat"))


@pytest.mark.rule("fm:8.5")
def test_only_who_took_part() -> None:
    playing = pursued(units={**DUEL, "cw-3 infantry 1-1-1": "X0505"})
    assert broken(playing, "advance cw-3 X0606") == {"8.5"}


@pytest.mark.rule("fm:8.5")
def test_one_may_pass_another_that_advanced() -> None:
    playing = pursued()
    playing.apply("advance cw-1 X0606")
    playing.apply("advance cw-2 X0607")
    assert (places(playing)["cw-1"], places(playing)["cw-2"]) == ("X0606", "X0607")


@pytest.mark.rule("fm:8.5")
def test_the_path_ends_where_an_enemy_unit_bars_it() -> None:
    """The defender fell back through a friend: what lies behind that friend is out of reach."""
    units = {"cw-1 infantry 9-3-3": "X0202", "ge-1 infantry 3-3-3/2-2": "X0203", "ge-2 infantry 1-1-1": "X0204"}
    playing = driven("D3", units)
    assert places(playing)["ge-1"] == "X0206"
    assert verbs(playing, "advance") == ["advance cw-1 X0203"]
    assert broken(playing, "advance cw-1 X0205") == {"8.5"}


@pytest.mark.rule("fm:8.5")
def test_the_path_after_a_displacement() -> None:
    playing = driven("D2", pocket(ge_2="X0205"))
    playing.apply("retreat ge-1 X0204 X0205")
    assert places(playing)["ge-2"] == "X0206"
    assert verbs(playing, "advance") == ["advance cw-1 X0203", "advance cw-1 X0204"]


@pytest.mark.rule("fm:8.5")
@pytest.mark.parametrize("result", ["Ex", "De", "A1", "-", "(A)"])
def test_no_advance_after_other_results(result: str) -> None:
    playing = fought(result)
    for _ in range(4):
        if asked(playing)[1] == "combat":
            break
        playing.apply(playing.legal_actions().texts()[0])
        assert playing.decision is not None
        assert playing.decision.kind != "advance"
    assert "8.5" in broken(playing, "advance cw-1 X0606")


@pytest.mark.rule("fm:8.5")
def test_the_defender_never_advances() -> None:
    playing = fought("A2")
    playing.apply("fall back")
    while asked(playing)[1] == "retreat":
        playing.apply(verbs(playing, "retreat")[0])
    assert asked(playing) == ("cw", "combat")


@pytest.mark.rule("fm:8.5")
def test_who_advanced_does_nothing_more_in_that_player_turn() -> None:
    units = {
        "cw-1 armour 9-3-9/5-2 mobile": "X0605",
        "ge-1 infantry 3-3-3/2-2": "X0606",
        "ge-2 infantry 3-3-3": "X0709",
        "cw-2 armour 1-1-9 mobile": "X0705",
    }
    playing = pursued("X0506 X0406", units)
    playing.apply("advance cw-1 X0606")
    playing.apply("hold")
    playing.apply("end phase")
    assert broken(playing, "move cw-1 X0605") == {"8.5"}
    assert broken(playing, "move cw-2 X0704") == set()
    playing.apply("end phase")
    assert "8.5" in broken(playing, "attack X0709 with cw-1")
    while asked(playing) != ("ge", "combat"):
        playing.apply("end phase")
    assert broken(playing, "attack X0606 with ge-1") == {"8.2"}  # too far; but the unit may be attacked


@pytest.mark.rule("fm:8.5")
def test_who_advanced_may_be_attacked_at_once_by_the_enemy() -> None:
    units = {**DUEL, "ge-2 infantry 3-3-3": "X0708"}
    playing = pursued("X0506 X0406", units)
    playing.apply("advance cw-1 X0606")
    playing.apply("hold")
    while asked(playing) != ("ge", "movement"):
        playing.apply("end phase")
    playing.apply("move ge-2 X0607")
    while asked(playing) != ("ge", "combat"):
        playing.apply("end phase")
    assert broken(playing, "attack X0606 with ge-2") == set()


@pytest.mark.rule("fm:8.1.5")
@pytest.mark.parametrize(
    ("others", "hexes"),
    [
        ({"cw-1 infantry 1-1-1": "X0603"}, "X0506 X0607 X0706"),
        ({"cw-1 infantry 1-1-1": "X0603", "cw-2 infantry 1-1-1": "X0610"}, "X0506 X0607 X0706"),
        # Away from both, who are as near, no hex leads.
        ({"cw-1 infantry 1-1-1": "X0603", "cw-2 infantry 1-1-1": "X0609"}, "X0505 X0506 X0605 X0607 X0705 X0706"),
        # Without an enemy on the map the closest friend draws it, and without a friend nobody does.
        ({"cw-1 infantry 1-1-1": "", "ge-2 infantry 1-1-1": "X0610"}, "X0607"),
        ({"cw-1 infantry 1-1-1": "", "ge-2 infantry 1-1-1": "X0610", "ge-3 infantry 1-1-1": "X0602"}, "X0605 X0607"),
        ({"cw-1 infantry 1-1-1": "", "ge-2 infantry 1-1-1": "X0611", "ge-3 infantry 1-1-1": "X0602"}, "X0605"),
        ({"cw-1 infantry 1-1-1": ""}, "X0505 X0506 X0605 X0607 X0705 X0706"),
    ],
)
def test_a_shelled_unit_goes_away_from_the_closest_enemy_or_else_to_a_friend(
    others: dict[str, str], hexes: str
) -> None:
    playing = game(field(), {"ge-1 infantry 3-3-3/1-1": "X0606", **others}, phase="bombardment")
    rules: Any = playing.rules
    state: Any = playing.state
    unit = rules.field.roster.find("ge-1")
    found = retreat.retreats(rules.field, state, unit, 1, True)
    assert sorted(rules.field.grid.name(way.path[-1]) for way in found) == hexes.split()
    assert not any(way.short or way.displaces for way in found)
