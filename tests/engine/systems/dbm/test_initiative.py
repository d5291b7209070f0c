"""What moves, marches and halts cost (chapter 10, 4.3), and how near to enemies marches go (14.1, 4.4)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from moves_of import game, line, where
from test_moving import battle, rules, told

from engine.play import Game

GENERAL = {"cv-9": "red Cv general=cinc command=main"}
ORDERS = {"main": {"side": "red", "general": "cv-9"}}


def led(units: dict[str, str], at: dict[str, Any], general: list[int], **more: Any) -> Game:
    """A battle of one command under its general."""
    made = {key: f"{words} command=main" for key, words in units.items() if words.startswith("red")}
    return battle({**units, **made, **GENERAL}, {**at, "cv-9": general}, commands=ORDERS, **more)


def cost(played: Game, text: str) -> int:
    return told(played, text).cost


@pytest.mark.rule("dbm:10.1")
def test_points_are_paid_by_the_command_when_they_are_spent() -> None:
    played = battle(
        {"bd-1": "red Bd", "bd-2": "red Bd"}, line("bd", 2, 1000, 1500, step=200), start={"pips": {"red": 1}}
    )
    assert cost(played, "move bd-1: ahead 50") == 1
    played.apply("move bd-1: ahead 50")
    assert played.state.pips[0] == 0
    assert rules(told(played, "move bd-2: ahead 50")) == ["10.1"]


@pytest.mark.rule("dbm:10.1")
def test_whoever_is_far_from_his_general_costs_one_more() -> None:
    near = led({"bd-1": "red Bd"}, {"bd-1": [1000, 900, 0]}, [1000, 2100, 0])
    far = led({"bd-1": "red Bd"}, {"bd-1": [1000, 800, 0]}, [1000, 2100, 0])
    assert (cost(near, "move bd-1: ahead 50"), cost(far, "move bd-1: ahead 50")) == (1, 2)


@pytest.mark.rule("dbm:10.1")
def test_the_commander_in_chief_moves_once_for_a_point_less() -> None:
    played = led({"bd-1": "red Bd"}, {"bd-1": [1000, 1800, 0]}, [1000, 2100, 0])
    assert cost(played, "move cv-9: ahead 50") == 0
    played.apply("move cv-9: ahead 50")
    assert played.state.waived


IRREGULAR = {"wb-1": "red Wb irregular", "wb-2": "red Wb irregular"}


@pytest.mark.rule("dbm:10.1")
@pytest.mark.parametrize(
    ("parts", "price"),
    [("ahead 100", 1), ("ahead 99", 2), ("wheel left 30", 2), ("back 100", 2)],
)
def test_irregulars_cost_more_when_they_deviate_or_move_short(parts: str, price: int) -> None:
    played = battle(IRREGULAR, line("wb", 2, 1000, 1500))
    assert cost(played, f"move wb-1 wb-2: {parts}") == price


@pytest.mark.rule("dbm:10.1")
def test_light_troops_and_cavalry_do_not() -> None:
    units = {"ax-1": "red Ax irregular", "cv-1": "red Cv irregular"}
    played = battle(units, {"ax-1": [1000, 1500, 0], "cv-1": [1400, 1500, 0]})
    assert [cost(played, f"move {key}: wheel left 10") for key in units] == [1, 1]


@pytest.mark.rule("dbm:10.2")
def test_legal_contact_costs_irregulars_one_point() -> None:
    units = {**IRREGULAR, "sp-9": "blue Sp"}
    played = game(units, {"wb-1": [1000, 700, 0], "sp-9": [1000, 640, 180], "wb-2": [2000, 2000, 0]})
    assert cost(played, "move wb-1: ahead 60") == 1
    askew = game(units, {"wb-1": [1000, 700, 0], "sp-9": [1040, 640, 180], "wb-2": [2000, 2000, 0]})
    assert cost(askew, "move wb-1: ahead 60") == 2


@pytest.mark.rule("dbm:10.2")
def test_from_contact_to_another_costs_one_point() -> None:
    """wb-1 stands in overlap; whatever it does to come into contact costs one point."""
    units = {**IRREGULAR, "sp-9": "blue Sp", "sp-8": "blue Sp"}
    played = game(
        units,
        {"wb-1": [1080, 640, 0], "wb-2": [2000, 2000, 0], "sp-9": [1000, 640, 180], "sp-8": [2400, 100, 180]},
    )
    judged = told(played, "line up wb-1 with sp-9 left")
    assert (judged.cost, judged.breaches) == (1, ())


@pytest.mark.rule("dbm:10.3")
def test_a_wheel_into_contact_costs_no_more_when_the_move_stops_at_once() -> None:
    units = {**IRREGULAR, "sp-9": "blue Sp"}
    played = game(units, {**line("wb", 2, 1000, 700), "sp-9": [1000, 628, 170]})
    at_once = told(played, "line up wb-1 wb-2 with sp-9 front")
    assert (at_once.cost, at_once.breaches) == (1, ())


@pytest.mark.rule("dbm:10.4")
def test_a_march_short_of_known_enemies_costs_irregulars_one_more() -> None:
    units = {"kn-1": "red Kn irregular", "sp-9": "blue Sp"}
    played = game(units, {"kn-1": [1000, 1000, 0], "sp-9": [1000, 700, 180]})
    assert told(played, "march kn-1: ahead 100").cost == 2
    free = game(units, {"kn-1": [1000, 1100, 0], "sp-9": [1000, 700, 180]})
    assert told(free, "march kn-1: ahead 150").cost == 1


@pytest.mark.rule("dbm:10.5")
def test_a_third_march_costs_groups_one_more() -> None:
    units = {"cv-1": "red Cv", "cv-2": "red Cv", "cv-3": "red Cv"}
    marched = {"marches": 2}
    at = {
        "cv-1": {"at": [1000, 2000, 0], **marched},
        "cv-2": {"at": [1080, 2000, 0], **marched},
        "cv-3": {"at": [2000, 2000, 0], **marched},
    }
    played = battle(units, at)
    assert cost(played, "march cv-1 cv-2: ahead 200") == 2
    assert cost(played, "march cv-3: ahead 200") == 1


@pytest.mark.rule("dbm:4.3")
def test_double_bases_pay_each_for_a_move_backwards() -> None:
    units = {f"kn-{n}": "red Kn double" for n in (1, 2)} | {f"cv-{n}": "red Cv double" for n in (1, 2)}
    played = battle(units, {**line("kn", 2, 1000, 1500), **line("cv", 2, 2000, 1500)})
    assert cost(played, "move kn-1 kn-2: back 50") == 2
    assert cost(played, "move kn-1 kn-2: ahead 50") == 1
    assert cost(played, "move cv-1 cv-2: back 50") == 1
    assert cost(played, "move kn-1 kn-2: turn about") == 1


def test_guns_and_mixed_groups_cost_more() -> None:
    units = {"art-1": "red Art", "art-2": "red Art X", "kn-1": "red Kn", "bd-1": "red Bd"}
    at = {"art-1": [500, 1500, 0], "art-2": [800, 1500, 0], "kn-1": [1000, 1500, 0], "bd-1": [1080, 1500, 0]}
    played = battle(units, at)
    assert cost(played, "move art-1: ahead 50") == 2
    assert cost(played, "move art-2: ahead 50") == 1
    assert cost(played, "move kn-1 bd-1: ahead 100") == 2


@pytest.mark.rule("dbm:14.1")
@pytest.mark.parametrize(("y", "legal"), [(900, True), (899, False)])
def test_a_march_stays_two_hundred_paces_away(y: int, legal: bool) -> None:
    units = {"cv-1": "red Cv", "sp-9": "blue Sp"}
    played = game(units, {"cv-1": [1000, 1000, 0], "sp-9": [1000, 700, 180]})
    assert told(played, f"march cv-1: ahead {1000 - y}").legal is legal


@pytest.mark.rule("dbm:14.1")
def test_a_march_does_not_start_nearer() -> None:
    units = {"cv-1": "red Cv", "sp-9": "blue Sp"}
    played = game(units, {"cv-1": [1000, 899, 0], "sp-9": [1000, 700, 180]})
    assert rules(told(played, "march cv-1: back 100")) == ["14.1"]


@pytest.mark.rule("dbm:4.4")
def test_a_single_skirmisher_keeps_marches_fifty_paces_away_but_a_double_base_counts_as_a_group() -> None:
    units = {"cv-1": "red Cv", "lh-8": "blue LH", "lh-9": "blue LH double"}
    alone = game(units, {"cv-1": [1000, 1000, 0], "lh-8": [1000, 850, 180]})
    assert told(alone, "march cv-1: ahead 100").legal
    assert rules(told(alone, "march cv-1: ahead 101")) == ["14.1"]
    double = game(units, {"cv-1": [1000, 1000, 0], "lh-9": [1000, 850, 180]})
    assert rules(told(double, "march cv-1: ahead 100")) == ["14.1"]


@pytest.mark.rule("dbm:12.4")
def test_a_column_that_wheels_bends_and_stays_a_column() -> None:
    units = {f"ps-{n}": "red Ps" for n in (1, 2, 3)}
    played = battle(units, {"ps-1": [500, 1000, 0], "ps-2": [500, 1040, 0], "ps-3": [500, 1080, 0]})
    played.apply("move ps-1..ps-3: wheel left 30; ahead 30")
    assert [where(played, key) for key in units] == [(479.6, 954, 330), (500, 1010, 0), (500, 1050, 0)]
    assert played.state.columns == ((0, 1, 2),)


@pytest.mark.rule("dbm:16.4")
def test_skirmishers_pass_through_friends() -> None:
    played = battle({"ps-1": "red Ps", "bd-1": "red Bd"}, {"ps-1": [2400, 600, 0], "bd-1": [2400, 560, 0]})
    played.apply("move ps-1: ahead 110")
    assert (where(played, "ps-1"), where(played, "bd-1")) == ((2400, 490, 0), (2400, 560, 0))


def test_a_bound_is_played_by_random_moves() -> None:
    units = {f"bd-{n}": "red Bd" for n in range(1, 5)} | {f"sp-{n}": "blue Sp" for n in range(1, 5)}
    played = game(units, {**line("bd", 4, 1000, 1200), **line("sp", 4, 1500, 900, 180)})
    random = Random(3)
    for _ in range(30):
        if played.decision is None:
            break
        offered = played.legal_actions().sample(random)
        assert played.verdict(offered)
        played.apply(offered)
    assert played.state.bound > 1


@pytest.mark.rule("dbm:3.7")
def test_infantry_leaves_its_mounts_at_the_end_of_a_tactical_move() -> None:
    played = battle({"bd-1": "red Bd mounted_infantry"}, {"bd-1": [1000, 1500, 0]})
    assert rules(told(played, "march bd-1: ahead 50; dismount")) == ["3.7"]
    assert rules(told(played, "move bd-1: ahead 101; dismount")) == ["12.1"]
    judged = told(played, "move bd-1: ahead 50; dismount")
    assert (judged.cost, judged.breaches) == (2, ())
    played.apply("move bd-1: ahead 50; dismount")
    assert played.rules.units(played.state)["bd-1"]["mounts"] == "left"


def test_the_measures_of_an_action_are_told() -> None:
    played = battle({"bd-1": "red Bd", "wb-1": "red Wb irregular"}, {"bd-1": [1000, 1500, 0], "wb-1": [2000, 1500, 0]})
    state, judge = played.state, played.rules.judge
    moved = judge(state, played.parse("move bd-1: ahead 50"))
    assert (moved.legal, moved.length, moved.share, moved.cost) == (True, 50, 50, 1)
    assert (moved.ends, moved.contacts, moved.reveals) == ({"bd-1": "1000,1450/0"}, (), ())
    assert judge(state, played.parse("halt wb-1")).cost == 2
    too_far = judge(state, played.parse("move bd-1: ahead 150"))
    assert (too_far.legal, too_far.rule, too_far.length, too_far.share) == (False, "dbm:12.1", 150, 150)
