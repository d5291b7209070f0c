"""Zones, lining up and contact (chapters 1, 10.2 and 13)."""

from __future__ import annotations

from typing import Any

import pytest
from moves_of import game, line, where
from test_moving import rules, told

from engine.errors import IllegalAction
from engine.play import Game
from engine.systems.de_bellis_multitudinis import contact, zones
from engine.tables.places import place

UNITS = {"bd-1": "red Bd", "bd-2": "red Bd", "kn-1": "red Kn", "lh-1": "red LH", "sp-8": "blue Sp", "sp-9": "blue Sp"}


def battle(units: dict[str, str] | None = None, **at: Any) -> Game:
    """A battle of some of the usual elements at places; keys are written with a low line."""
    placed = {key.replace("_", "-"): value for key, value in at.items()}
    return game({**UNITS, **(units or {})}, placed)


def contacts(played: Game, text: str) -> list[str]:
    field = played.rules.field
    return [contact.spelled(field, one) for one in told(played, text).contacts]


@pytest.mark.rule("dbm:13.1")
@pytest.mark.parametrize(
    ("at", "pinned"),
    [([3079, 750, 180], True), ([3080, 750, 180], False), ([3000, 779, 0], True), ([3000, 780, 0], False)],
)
def test_the_zone_is_the_square_before_the_front_edge(at: list[int], pinned: bool) -> None:
    played = battle(sp_9=[3000, 700, 180], bd_1=at)
    field, state = played.rules.field, played.state
    found = zones.pins(field, state, field.roster.find("bd-1"), place(*at))
    assert found == ((field.roster.find("sp-9"),) if pinned else ())


@pytest.mark.rule("dbm:13.1")
def test_who_is_pinned_advances_towards_him_who_pins() -> None:
    """The projection of the front edge meets some part of him; it need not be directly opposite."""
    played = battle(sp_9=[3000, 700, 180], bd_1=[3060, 770, 0], bd_2=[3000, 1000, 0])
    assert told(played, "move bd-1: ahead 50").legal
    crossing = battle(sp_9=[3000, 700, 180], lh_1=[3090, 770, 270])
    assert rules(told(crossing, "move lh-1: ahead 60")) == ["13.1"]
    assert told(crossing, "move lh-1: ahead 9").legal


@pytest.mark.rule("dbm:13.2")
def test_the_flank_of_an_enemy_is_protected_by_the_zone_of_his_friend() -> None:
    """kn-1 goes for the right flank of sp-8, through the zone of sp-9."""
    played = battle(sp_8=[1000, 700, 180], sp_9=[900, 600, 180], kn_1=[820, 660, 90])
    assert "13.2" in rules(told(played, "move kn-1: ahead 140"))
    alone = battle(sp_8=[1000, 700, 180], kn_1=[820, 660, 90])
    assert told(alone, "move kn-1: ahead 140").legal


@pytest.mark.rule("dbm:13.3")
def test_a_pinned_element_turns_once_and_comes_nearer() -> None:
    played = battle(sp_9=[3000, 700, 180], bd_1=[3000, 770, 0], kn_1=[1000, 1000, 0])
    assert "13.3" in rules(told(played, "move bd-1: left 20"))
    assert not told(played, "move bd-1: wheel left 10").legal
    assert "13.3" in rules(told(played, "move bd-1: wheel left 10; ahead 20"))
    assert told(played, "move bd-1: ahead 20").legal
    about = battle(sp_9=[3000, 700, 180], bd_1=[3000, 740, 180])
    assert told(about, "move bd-1: turn about; ahead 10").legal


@pytest.mark.rule("dbm:13.3")
def test_a_pinned_element_shifts_to_stand_directly_opposite() -> None:
    played = battle(sp_9=[3000, 700, 180], bd_1=[3030, 775, 0])
    assert told(played, "move bd-1: to 3000,730/0").legal
    assert "13.3" in rules(told(played, "move bd-1: to 3010,730/0"))


@pytest.mark.rule("dbm:13.4")
def test_a_pinned_element_goes_straight_back() -> None:
    played = battle(sp_9=[3000, 700, 180], bd_1=[3000, 740, 0])
    assert told(played, "move bd-1: back 60").legal
    assert told(played, "move bd-1: turn about; ahead 60").legal
    assert told(played, "move bd-1: back 60; turn about").legal
    assert not told(played, "move bd-1: to 3040,800/0").legal


@pytest.mark.rule("dbm:13.4")
def test_with_its_rear_towards_the_enemy_it_does_not_go_away() -> None:
    played = battle(sp_9=[3000, 700, 180], bd_1=[3000, 790, 180])
    assert rules(told(played, "move bd-1: ahead 40")) == ["13.1", "13.4"]


@pytest.mark.rule("dbm:13.6")
def test_a_group_slides_to_stand_opposite() -> None:
    played = game(
        {"ax-1": "red Ax", "ax-2": "red Ax", "sp-9": "blue Sp"},
        {**line("ax", 2, 910, 700), "sp-9": [930, 620, 180]},
    )
    judged = told(played, "move ax-1 ax-2: ahead 80; right 20")
    assert judged.legal
    assert judged.length == 80
    assert "13.6" in rules(told(played, "move ax-1 ax-2: ahead 60; right 30"))
    assert "13.6" in rules(told(played, "move ax-1 ax-2: right 20; ahead 80"))
    assert told(played, "move ax-1 ax-2: ahead 60; right 20").legal


@pytest.mark.rule("dbm:13.6")
def test_a_slide_is_no_longer_than_half_an_element() -> None:
    units = {"ax-1": "red Ax", "ax-2": "red Ax", "sp-9": "blue Sp"}
    near = game(units, {**line("ax", 2, 910, 700), "sp-9": [950, 620, 180]})
    assert told(near, "move ax-1 ax-2: ahead 80; right 40").legal
    far = game(units, {**line("ax", 2, 909, 700), "sp-9": [950, 620, 180]})
    assert "13.6" in rules(told(far, "move ax-1 ax-2: ahead 80; right 41"))


@pytest.mark.rule("dbm:13.7")
def test_a_slide_to_line_up_costs_no_move() -> None:
    group = game(
        {"bd-1": "red Bd", "bd-2": "red Bd", "sp-9": "blue Sp"},
        {**line("bd", 2, 900, 720), "sp-9": [930, 620, 180]},
    )
    assert told(group, "move bd-1 bd-2: ahead 100; right 30").legal
    single = battle(bd_1=[900, 720, 0], sp_9=[930, 620, 180])
    straight = told(single, "move bd-1: ahead 100; right 30")
    assert (straight.length, straight.breaches, straight.cost) == (100, (), 1)
    assert told(single, "move bd-1: to 930,620/0").length == 104


@pytest.mark.rule("dbm:13.9")
def test_bows_do_not_close_with_horse_that_they_could_shoot() -> None:
    units = {"bw-1": "red Bw", "kn-8": "blue Kn", "bd-8": "blue Bd"}
    played = game(units, {"bw-1": [1000, 700, 0], "kn-8": [1000, 620, 180], "bd-8": [1400, 100, 180]})
    assert rules(told(played, "move bw-1: ahead 80")) == ["13.9"]
    foot = game(units, {"bw-1": [1000, 700, 0], "bd-8": [1000, 620, 180], "kn-8": [1400, 100, 180]})
    assert told(foot, "move bw-1: ahead 80").legal
    assert told(played, "move bw-1: ahead 60").legal


@pytest.mark.rule("dbm:1.1")
def test_nobody_touches_an_enemy_out_of_line_alone() -> None:
    played = battle(bd_1=[1000, 700, 0], sp_9=[1030, 620, 180])
    assert rules(told(played, "move bd-1: ahead 80")) == ["1.1"]
    assert contacts(played, "move bd-1: ahead 80") == ["bd-1 touching sp-9"]


@pytest.mark.rule("dbm:13.11")
def test_one_of_a_group_in_legal_contact_lets_the_others_touch() -> None:
    played = battle(bd_1=[1000, 700, 0], bd_2=[1080, 700, 0], sp_9=[1000, 620, 180], sp_8=[1090, 620, 180])
    judged = told(played, "move bd-1 bd-2: ahead 80")
    assert judged.legal
    assert contacts(played, "move bd-1 bd-2: ahead 80") == [
        "bd-1 front sp-9",
        "bd-2 touching sp-8",
        "bd-2 overlap sp-9",
    ]


@pytest.mark.rule("dbm:13.11")
def test_the_front_of_an_enemy_is_not_crossed_to_reach_another() -> None:
    crossing = game(
        {"cv-1": "red Cv", "sp-8": "blue Sp", "sp-9": "blue Sp"},
        {"cv-1": [1000, 700, 0], "sp-8": [1090, 660, 270], "sp-9": [1000, 560, 180]},
    )
    assert "13.1" in rules(told(crossing, "move cv-1: ahead 140"))


def test_lining_up_finds_the_shortest_legal_move() -> None:
    played = battle({"sp-1": "red Sp"}, sp_1=[3000, 1500, 0], sp_9=[3020, 1440, 170])
    action = played.rules.parse("line up sp-1 with sp-9 front", played.state)
    assert played.rules.text(action) == "move sp-1: to 3020,1440/350"
    assert told(played, "line up sp-1 with sp-9 front").length == 72
    played.apply("line up sp-1 with sp-9")
    assert where(played, "sp-1") == (3020, 1440, 350)


def test_a_group_lines_up_by_wheel_and_slide() -> None:
    played = game(
        {"ax-1": "red Ax", "ax-2": "red Ax", "ax-3": "red Ax", "sp-9": "blue Sp"},
        {**line("ax", 3, 1000, 1200), "sp-9": [1100, 1110, 195]},
    )
    action = played.rules.parse("line up ax-1..ax-3 with sp-9 front", played.state)
    assert played.verdict(action)
    contacts = [contact.spelled(played.rules.field, one) for one in told(played, played.rules.text(action)).contacts]
    assert any(one.endswith("front sp-9") for one in contacts)


@pytest.mark.parametrize("text", ["line up bd-1 with sp-9", "line up bd-1 with bd-2"])
def test_who_is_too_far_cannot_line_up(text: str) -> None:
    played = battle(bd_1=[1000, 1500, 0], bd_2=[1300, 1500, 0], sp_9=[1000, 620, 180])
    with pytest.raises(IllegalAction):
        played.rules.parse(text, played.state)


@pytest.mark.rule("dbm:13.1", "dbm:13.4")
def test_to_a_place_straight_ahead_or_back_is_straight() -> None:
    played = battle(sp_9=[3000, 700, 180], bd_1=[3060, 770, 0])
    assert told(played, "move bd-1: to 3060,720/0").legal
    assert told(played, "move bd-1: to 3060,800/0").legal
    assert not told(played, "move bd-1: to 3050,720/0").legal


@pytest.mark.rule("dbm:13.4")
@pytest.mark.parametrize("parts", ["back 100; left 10", "back 50; turn left", "turn left; ahead 100"])
def test_who_leaves_a_zone_otherwise_than_straight_back_breaks_that_paragraph(parts: str) -> None:
    played = battle({"ax-1": "red Ax"}, sp_9=[1000, 600, 180], ax_1=[1020, 670, 0])
    assert "13.4" in rules(told(played, f"move ax-1: {parts}"))
    aside = rules(told(played, "move ax-1: ahead 20; left 10; ahead 5"))
    assert "13.4" not in aside  # he comes nearer: that is no way back


@pytest.mark.rule("dbm:13.4")
@pytest.mark.parametrize("facing", [10, 350])
def test_a_place_straight_behind_with_another_facing_is_not_straight_back(facing: int) -> None:
    played = battle({"ax-1": "red Ax"}, sp_9=[1000, 600, 180], ax_1=[1000, 670, 0])
    assert rules(told(played, "move ax-1: to 1000,750/0")) == []
    assert "13.4" in rules(told(played, f"move ax-1: to 1000,750/{facing}"))
