"""Chapter 7 in numbers: range, strength, lines of sight, combined attacks, guns in contact, guns on defence."""

from __future__ import annotations

from typing import Any

import pytest
from tlg2_field import always, broken, field, game, happened, places, verbs

from engine.hexes.board.battlemap import BattleMap
from engine.play import Game
from engine.systems.twilights_last_gleaming import contact


def battery(
    target: str, strength: int = 4, reach: int = 6, at: str = "X0606", board: BattleMap | None = None, **more: Any
) -> Game:
    """One American battery and one Anglo-Canadian regiment of strength 4 at ``target``."""
    units = {f"us-gun artillery {strength} range {reach}": at, "ac-1 infantry 4": target, **more.pop("others", {})}
    return game(board or field(columns=16, rows=16), units, phase="combat", **more)


def strength(playing: Game, target: str, keys: str = "us-gun") -> int:
    return int(playing.rules.odds(playing.state, target, keys.split()).attack)


def sight(a: str, b: str, **ground: Any) -> str:
    """visible, attenuated or blocked, with no unit on the map between."""
    others = ground.pop("others", {})
    units = {"us-gun artillery 4 range 20": a, "ac-1 infantry 4": b, **others}
    playing = game(field(**ground), units, phase="combat")
    found = playing.rules.sight(playing.state, a, b)
    back = playing.rules.sight(playing.state, b, a)
    assert found.state == back.state, "sight is mutual"
    assert found.rule == ("tlg2:7.3" if found.state == "attenuated" else "tlg2:7.7")
    refused = broken(playing, f"attack {b} with us-gun")
    near = playing.rules.field.distance(playing.rules.field.grid.parse(a), playing.rules.field.grid.parse(b)) == 1
    assert near or ("7.7" in refused) == (found.state == "blocked")
    return str(found.state)


# -- range and strength ---------------------------------------------------------------------------------------


@pytest.mark.rule("tlg2:7.2")
@pytest.mark.parametrize("reach", range(2, 9))
def test_range_counts_the_target_s_hex_and_not_the_gun_s(reach: int) -> None:
    for distance in range(2, 10):
        playing = battery(f"X06{1 + distance:02}", reach=reach, at="X0601")
        refused = broken(playing, f"attack X06{1 + distance:02} with us-gun")
        assert refused == (set() if distance <= reach else {"7.2"}), distance


@pytest.mark.rule("tlg2:7.2")
@pytest.mark.parametrize("target", ["X1106", "X0106", "X1107", "X0107"])
def test_who_could_fire_is_found_as_far_as_the_range_goes_on_either_hand(target: str) -> None:
    for reach in (4, 5):
        playing = battery(target, reach=reach)
        rules: Any = playing.rules
        found = contact.bombarders(rules.field, playing.state, 0, rules.field.grid.parse(target))
        assert len(found) == (reach == 5), reach


@pytest.mark.rule("tlg2:7.2")
def test_the_range_of_the_text_s_example() -> None:
    playing = battery("X1202", at="X1206", reach=4)
    assert playing.rules.sight(playing.state, "X1206", "X1202").range == 4
    grid = field(columns=26, rows=14).grid
    assert grid.distance(grid.parse("X2512"), grid.parse("X2112")) == 4


@pytest.mark.rule("tlg2:7.3")
@pytest.mark.parametrize("reach", range(2, 10))
def test_beyond_half_the_range_a_gun_counts_one(reach: int) -> None:
    for distance in range(2, reach + 1):
        target = f"X06{1 + distance:02}"
        wanted = 4 if distance * 2 <= reach else 1
        assert strength(battery(target, reach=reach, at="X0601"), target) == wanted, distance


@pytest.mark.rule("tlg2:7.3")
def test_a_reduced_battery_fires_with_its_reduced_factor() -> None:
    units = {"us-gun artillery 6/3 range 8": "X0606", "ac-1 infantry 4": "X0603"}
    playing = game(field(), units, phase="combat", steps={"us-gun": 1})
    assert strength(playing, "X0603") == 3


@pytest.mark.rule("tlg2:7.3")
@pytest.mark.parametrize(
    ("ground", "others", "wanted"),
    [
        ({}, {}, 4),
        ({"features": {"building": "X0604"}}, {}, 1),
        ({}, {"us-2 infantry 1": "X0604"}, 1),
        ({}, {"ac-2 infantry 1": "X0604"}, 1),
        ({"features": {"building": "X0604 X0605"}}, {"ac-2 infantry 1": "X0604"}, 1),  # never less than one
        ({"features": {"building": "X0606 X0603"}}, {}, 4),  # only what lies between
        ({"terrain": {"swamp": "X0604 X0605"}}, {}, 4),
        ({"hexsides": {"creek": "X0604/X0605"}}, {}, 4),
        ({"features": {"building": "X0504 X0704"}}, {"us-2 infantry 1": "X0705"}, 4),  # beside the line
    ],
)
def test_what_attenuates(ground: dict[str, Any], others: dict[str, str], wanted: int) -> None:
    options = {"mandatory_attacks": "at_end"}
    playing = battery("X0603", board=field(**ground), others=others, options=options)
    assert strength(playing, "X0603") == wanted


@pytest.mark.rule("tlg2:7.3")
def test_both_reasons_together_still_leave_one() -> None:
    playing = battery("X0601", reach=6, others={"us-2 infantry 1": "X0604"})
    assert strength(playing, "X0601") == 1


@pytest.mark.rule("tlg2:7.4")
def test_bombardment_alone_takes_ground_but_no_hexside() -> None:
    ground = {
        "features": {"building": "X0603"},
        "hexsides": {"creek": "X0603/X0604", "slope": "X0603>X0602", "river": "X0603/X0703"},
    }
    playing = battery("X0603", board=field(**ground))
    found = playing.rules.odds(playing.state, "X0603", ["us-gun"])
    assert [(shift.cause, shift.columns) for shift in found.shifts] == [("building X0603", -1)]
    assert found.odds == "1:2"


@pytest.mark.rule("tlg2:7.6")
@pytest.mark.rule("tlg2:6.9")
def test_a_combined_attack_takes_the_hexsides_of_those_next_to_the_target() -> None:
    board = field(hexsides={"creek": "X0606/X0605"})
    playing = battery("X0606", at="X0609", board=board, others={"us-1 infantry 4": "X0605"})
    found = playing.rules.odds(playing.state, "X0606", ["us-gun", "us-1"])
    assert [shift.cause for shift in found.shifts] == ["all through creek"]
    assert found.attack == 8


# -- across a river --------------------------------------------------------------------------------------------


@pytest.mark.rule("tlg2:7.2")
@pytest.mark.rule("tlg2:7.4")
def test_across_a_river_the_next_hex_is_bombarded() -> None:
    river = field(hexsides={"river": "X0606/X0605"})
    playing = battery("X0605", board=river, tables=always("BL"))
    assert broken(playing, "attack X0605 with us-gun") == set()
    assert broken(playing, "end phase") == set()  # and nobody is owed anything (6.4)
    playing.apply("attack X0605 with us-gun")
    assert happened(playing, "attack")[0]["kind"] == "bombardment"
    assert places(playing) == {"us-gun": "X0606", "ac-1": None}  # no loss, no advance


@pytest.mark.rule("tlg2:7.2")
@pytest.mark.rule("tlg2:7.8")
def test_next_to_the_enemy_a_gun_attacks_as_infantry() -> None:
    """Full strength, no line of sight, all results."""
    board = field(terrain={"forest": "X0605 X0606"})
    playing = battery("X0605", reach=1, board=board, tables=always("AR"))
    assert strength(playing, "X0605") == 4
    playing.apply("attack X0605 with us-gun")
    assert happened(playing, "attack")[0]["kind"] == "attack"
    assert {text.split()[0] for text in playing.legal_actions().texts()} == {"retreat"}
    playing = battery("X0605", tables=always("DE"))
    playing.apply("attack X0605 with us-gun")
    assert places(playing)["us-gun"] == "X0605"  # it must advance


@pytest.mark.rule("tlg2:6.4")
@pytest.mark.rule("tlg2:4.16")
def test_foot_does_not_attack_across_a_river() -> None:
    river = field(hexsides={"river": "X0606/X0605"})
    playing = game(river, {"us-1 infantry 4": "X0606", "ac-1 infantry 4": "X0605"}, phase="combat")
    assert broken(playing, "attack X0605 with us-1") == {"6.4", "4.16"}
    assert broken(playing, "end phase") == set()


# -- guns in contact -------------------------------------------------------------------------------------------


@pytest.mark.rule("tlg2:7.8")
@pytest.mark.rule("tlg2:7.1")
def test_guns_in_a_zone_of_control_do_not_bombard() -> None:
    others = {"ac-2 infantry 2": "X0602"}
    playing = battery("X0605", others=others)
    assert broken(playing, "attack X0602 with us-gun") >= {"7.8"}
    assert "6.4" in broken(playing, "end phase")


@pytest.mark.rule("tlg2:7.8")
def test_not_even_when_others_have_driven_the_enemy_off() -> None:
    others = {"us-1 infantry 4": "X0505", "ac-2 infantry 2": "X0602"}
    playing = battery("X0605", others=others, options={"mandatory_attacks": "at_end"}, tables=always("DE"))
    playing.apply("attack X0605 with us-1")
    assert places(playing)["ac-1"] is None
    assert broken(playing, "attack X0602 with us-gun") == {"7.8", "7.1"}
    assert broken(playing, "end phase") == set()


@pytest.mark.rule("tlg2:7.8")
def test_guns_the_enemy_retreats_up_to_may_still_bombard() -> None:
    """They did not begin the phase in a zone of control."""
    river = "X0606/X0505 X0606/X0506 X0606/X0705 X0606/X0706"
    others = {"us-1 infantry 4": "X0605", "us-gun2 artillery 2 range 8": "X0608", "ac-2 infantry 2": "X1006"}
    playing = battery("X0606", at="X0212", others=others, board=field(hexsides={"river": river}), tables=always("DR"))
    playing.apply("attack X0606 with us-1")
    assert places(playing)["ac-1"] == "X0607"
    assert broken(playing, "attack X1006 with us-gun2") == set()
    assert broken(playing, "attack X0607 with us-gun2") >= {"6.12"}


# -- combined attacks ------------------------------------------------------------------------------------------


@pytest.mark.rule("tlg2:7.5")
def test_a_bombardment_has_one_target() -> None:
    others = {"ac-2 infantry 2": "X0704", "us-gun2 artillery 3 range 9": "X0607"}
    playing = battery("X0603", others=others, tables=always("NE"))
    assert broken(playing, "attack X0603 X0704 with us-gun") == {"7.5"}
    assert broken(playing, "attack X0603 with us-gun us-gun2") == set()
    playing.apply("attack X0603 with us-gun")
    assert "6.3" in broken(playing, "attack X0704 with us-gun")
    assert broken(playing, "attack X0704 with us-gun2") == set()
    assert broken(playing, "end phase") == set()  # never owed


@pytest.mark.rule("tlg2:7.6")
@pytest.mark.rule("tlg2:7.5")
def test_range_of_one_of_the_hexes_is_enough() -> None:
    """us-gun reaches X0606, and X0605 not."""
    others = {"us-1 infantry 6": "X0506", "ac-2 infantry 2": "X0505"}
    playing = battery("X0606", reach=4, at="X0610", board=field(), others=others)
    assert broken(playing, "attack X0606 X0505 with us-1 us-gun") == set()
    assert strength(playing, "X0606,X0505", "us-1 us-gun") == 7
    nearer = battery("X0606", reach=3, at="X0610", board=field(), others=others)
    assert "7.2" in broken(nearer, "attack X0606 X0505 with us-1 us-gun")


@pytest.mark.rule("tlg2:7.6")
def test_in_range_of_several_hexes_a_gun_counts_where_it_does_most() -> None:
    others = {"us-1 infantry 6": "X0506", "ac-2 infantry 2": "X0505"}
    playing = battery("X0606", reach=6, at="X0609", board=field(), others=others)
    assert strength(playing, "X0606,X0505", "us-1 us-gun") == 10  # three hexes to the one, four to the other


@pytest.mark.rule("tlg2:7.6")
@pytest.mark.rule("tlg2:7.4")
@pytest.mark.parametrize("result", ["AL1AR", "AR", "AL2", "BL"])
def test_supporting_guns_suffer_nothing(result: str) -> None:
    playing = battery("X0606", at="X0609", others={"us-1 infantry 4/2": "X0605"}, tables=always(result))
    playing.apply("attack X0606 with us-1 us-gun")
    assert happened(playing, "attack")[0]["kind"] == "combined attack"
    assert "us-gun" not in {event.data.get("unit") for event in playing.events}
    assert not any("us-gun" in text for text in playing.legal_actions().texts())


@pytest.mark.rule("tlg2:7.4")
@pytest.mark.rule("tlg2:6.15")
@pytest.mark.parametrize("result", ["DE", "DR", "AR", "AL2AR"])
def test_bombardment_alone_moves_no_attacker(result: str) -> None:
    playing = battery("X0603", tables=always(result))
    playing.apply("attack X0603 with us-gun")
    if result == "DR":
        playing.apply(verbs(playing, "retreat")[0])
    assert places(playing)["us-gun"] == "X0606"
    assert playing.rules.units(playing.state)["us-gun"]["steps"] == 1
    assert happened(playing, "advance") == []


@pytest.mark.rule("tlg2:7.9")
@pytest.mark.parametrize("kind", ["infantry 4", "artillery 4 range 8"])
def test_bombarded_guns_suffer_everything(kind: str) -> None:
    units = {"us-gun artillery 4 range 8": "X0606", f"ac-1 {kind}": "X0603", "ac-2 infantry 1": "X1212"}
    playing = game(field(), units, phase="combat", tables=always("DL1"))
    playing.apply("attack X0603 with us-gun")
    assert places(playing)["ac-1"] is None


@pytest.mark.rule("tlg2:7.9")
@pytest.mark.parametrize(("factors", "steps"), [("1", 1), ("9", 1), ("8/4", 2), ("8/4", 1)])
def test_artillery_defends_at_one(factors: str, steps: int) -> None:
    units = {"us-1 infantry 4": "X0605", f"ac-1 artillery {factors} range 8": "X0606"}
    playing = game(field(), units, phase="combat", steps={"ac-1": steps})
    assert playing.rules.odds(playing.state, "X0606", ["us-1"]).defence == 1


@pytest.mark.rule("tlg2:7.9")
def test_guns_add_nothing_to_the_defence_of_others() -> None:
    units = {"us-1 infantry 4": "X0605", "ac-1 infantry 2": "X0606", "ac-gun artillery 9 range 8": "X0609"}
    playing = game(field(), units, phase="combat")
    assert playing.rules.odds(playing.state, "X0606", ["us-1"]).defence == 2


# -- lines of sight --------------------------------------------------------------------------------------------


@pytest.mark.rule("tlg2:7.7")
def test_forest_blocks_only_in_between() -> None:
    assert sight("X0606", "X0603") == "visible"
    assert sight("X0606", "X0603", terrain={"forest": "X0604"}) == "blocked"
    assert sight("X0606", "X0603", terrain={"forest": "X0606 X0603"}) == "visible"
    assert sight("X0606", "X0603", terrain={"forest": "X0504 X0704 X0602"}) == "visible"
    assert sight("X0606", "X0603", terrain={"forest": "X0604"}, features={"building": "X0605"}) == "blocked"
    assert sight("X0606", "X0603", terrain={"swamp": "X0604 X0605"}) == "visible"
    assert sight("X0606", "X0603", terrain={"river": "X0604 X0605"}) == "visible"  # 4.16


ALONG = ("X0606", "X0806", ("X0705", "X0706"))
"""A line that runs along the hexside between the two hexes."""


@pytest.mark.rule("tlg2:7.7")
@pytest.mark.parametrize(
    ("left", "right", "wanted"),
    [
        ("", "", "visible"),
        ("forest", "", "attenuated"),
        ("", "forest", "attenuated"),
        ("forest", "forest", "blocked"),
        ("building", "", "attenuated"),
        ("", "building", "attenuated"),
        ("building", "building", "attenuated"),
        ("forest", "building", "attenuated"),
        ("unit", "", "attenuated"),
        ("unit", "forest", "attenuated"),
        ("unit", "unit", "attenuated"),
        ("swamp", "swamp", "visible"),
    ],
)
def test_along_a_hexside(left: str, right: str, wanted: str) -> None:
    a, b, beside = ALONG
    terrain: dict[str, str] = {}
    features: dict[str, str] = {}
    others: dict[str, str] = {}
    for number, (what, name) in enumerate(zip((left, right), beside, strict=True)):
        if what == "unit":
            others[f"us-{number + 2} infantry 1"] = name
        elif what == "building":
            features[what] = f"{features.get(what, '')} {name}"
        elif what:
            terrain[what] = f"{terrain.get(what, '')} {name}"
    options: dict[str, Any] = {"terrain": terrain, "features": features, "others": others}
    if others:  # those units are in contact; ask for the sight alone
        units = {"us-gun artillery 4 range 20": a, "ac-1 infantry 4": b, **others}
        playing = game(field(terrain=terrain, features=features), units, phase="combat")
        assert playing.rules.sight(playing.state, a, b).state == wanted
    else:
        assert sight(a, b, **options) == wanted


@pytest.mark.rule("tlg2:7.7")
def test_along_the_edge_of_the_map_one_side_attenuates() -> None:
    """The line from X0601 to X0801 runs between X0701 and nothing."""
    assert sight("X0601", "X0801", terrain={"forest": "X0701"}) == "attenuated"
    assert sight("X0601", "X0801") == "visible"


@pytest.mark.rule("tlg2:7.7")
@pytest.mark.parametrize(("ends", "wanted"), [("", "visible"), ("X0606", "visible"), ("X0606 X0806", "visible")])
def test_along_a_slope_hexside_nothing_is_blocked(ends: str, wanted: str) -> None:
    assert sight("X0606", "X0806", hexsides={"slope": "X0705>X0706"}, high=ends) == wanted
    assert sight("X0606", "X0806", hexsides={"slope": "X0706>X0705"}, high=ends) == wanted


@pytest.mark.rule("tlg2:7.7")
def test_slopes_between_low_and_low() -> None:
    """A hill of one hex in the way, and slopes that are the hexsides of the firing or the target hex."""
    hill = {"slope": "X0604>X0605 X0604>X0603"}
    assert sight("X0606", "X0602", hexsides=hill) == "blocked"
    assert sight("X0605", "X0603", hexsides=hill) == "blocked"  # as from L2407 to L2409
    assert sight("X0605", "X0602", hexsides=hill) == "blocked"
    assert sight("X0606", "X0604", hexsides=hill) == "visible"  # up from below
    assert sight("X0604", "X0601", hexsides=hill) == "visible"  # down from above
    assert sight("X0506", "X0503", hexsides=hill) == "visible"  # past it


@pytest.mark.rule("tlg2:7.7")
def test_slopes_between_high_and_high_and_low() -> None:
    """A valley between two heights; the perimeter hinders nobody who stands on one of them."""
    valley = {"slope": "X0606>X0605 X0602>X0603"}
    assert sight("X0606", "X0602", hexsides=valley) == "visible"
    assert sight("X0604", "X0602", hexsides=valley) == "visible"
    assert sight("X0604", "X0601", hexsides=valley, high="X0601") == "visible"
    assert sight("X0604", "X0601", hexsides=valley) == "blocked"


@pytest.mark.rule("tlg2:7.7")
def test_a_hex_is_high_by_its_elevation_or_by_a_slope() -> None:
    hill = {"slope": "X0604>X0605"}
    assert sight("X0607", "X0602", hexsides=hill) == "blocked"
    assert sight("X0607", "X0602", hexsides=hill, high="X0602") == "visible"
    assert sight("X0607", "X0602", hexsides={**hill, "creek": "X0602/X0603"}) == "blocked"


@pytest.mark.rule("tlg2:7.7")
def test_slopes_never_attenuate() -> None:
    hill = field(hexsides={"slope": "X0604>X0605 X0604>X0603"})
    playing = battery("X0604", at="X0607", board=hill)
    assert strength(playing, "X0604") == 4


@pytest.mark.rule("tlg2:7.7")
def test_units_and_buildings_do_not_block() -> None:
    playing = battery("X0603", board=field(features={"building": "X0604 X0605"}))
    assert broken(playing, "attack X0603 with us-gun") == set()


@pytest.mark.rule("tlg2:7.5")
def test_only_guns_bombard_and_only_on_the_map() -> None:
    playing = battery("X0603", others={"us-1 infantry 3": "X0607"})
    assert broken(playing, "attack X0603 with us-1") == {"6.4", "7.1"}
    assert broken(playing, "attack X0603 with us-1 us-gun") == {"6.4", "6.5", "7.1"}
    assert broken(playing, "attack X0604 with us-gun") == {"6.2"}
