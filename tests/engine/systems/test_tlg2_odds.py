"""Odds in numbers: rounding, limits, shifts, enfilade, the bayonet charge (6.2, 6.9, 6.10, 6.16)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from sweeps import SWEEP
from tlg2_field import broken, field, game, happened

from engine.findings import Severity
from engine.hexes.board.battlemap import BattleMap
from engine.mechanics.odds import ratio
from engine.play import Game
from engine.play.questions import plain_answer
from engine.systems.twilights_last_gleaming.setup import unit_findings

RING = ("X0605", "X0705", "X0706", "X0607", "X0506", "X0505")
"""The hexes round X0606, clockwise."""
COLUMNS = ("1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")


def fight(attackers: dict[str, int], defence: int = 4, board: BattleMap | None = None, **more: Any) -> Game:
    """American infantry of given strengths round one defender in X0606."""
    units = {f"us-{number} infantry {strength}": at for number, (at, strength) in enumerate(attackers.items(), 1)}
    return game(board or field(), {**units, f"ac-1 infantry {defence}": "X0606"}, phase="combat", **more)


def odds(playing: Game, keys: str = "", target: str = "X0606") -> dict[str, Any]:
    """The odds of an attack by all American units, or by some."""
    state = playing.state
    everyone = [key for key, found in playing.rules.units(state).items() if found["side"] == "us" and found["at"]]
    return dict(plain_answer(playing.rules.odds(state, target, keys.split() or everyone)))


def shifts(playing: Game, keys: str = "", target: str = "X0606") -> dict[str, int]:
    """Cause to columns."""
    return {shift["cause"]: shift["columns"] for shift in odds(playing, keys, target)["shifts"]}


def by_hand(attack: int, defence: int) -> str:
    """Rounding for the defender and the limits, written out column by column."""
    for column in reversed(COLUMNS):
        left, right = (int(part) for part in column.split(":"))
        if attack * right >= defence * left:
            return column
    return "1:4"


@pytest.mark.rule("tlg2:6.2")
@pytest.mark.rule("tlg2:6.16")
@pytest.mark.parametrize("defence", range(1, 14))
def test_rounding_for_the_defender(defence: int) -> None:
    """On both sides of every step from one column to the next, and at the ends; `make soak` tries all in between."""
    column = {attack: by_hand(attack, defence) for attack in range(101)}
    steps = [attack for attack in range(1, 100) if len({column[attack + by] for by in (-1, 0, 1)}) > 1]
    for attack in range(1, 100) if SWEEP else [1, *steps, 99]:
        assert odds(fight({"X0605": attack}, defence))["odds"] == by_hand(attack, defence), (attack, defence)


@pytest.mark.rule("tlg2:6.2")
@pytest.mark.parametrize(
    ("attack", "defence", "basic"),
    [
        (13, 4, "3:1"),
        (4, 4, "1:1"),
        (5, 4, "1:1"),
        (7, 4, "1:1"),
        (8, 4, "2:1"),
        (3, 4, "1:2"),
        (2, 4, "1:2"),
        (3, 5, "1:2"),
        (2, 5, "1:3"),
        (3, 10, "1:4"),
        (1, 4, "1:4"),
        (1, 1, "1:1"),
        (99, 14, "7:1"),
    ],
)
def test_known_odds(attack: int, defence: int, basic: str) -> None:
    assert odds(fight({"X0605": attack}, defence))["odds"] == basic


def test_what_an_attack_may_be_expected_to_cost_either_side() -> None:
    """Units of one step at 2:1, rounded to four places."""
    assert odds(fight({"X0605": 8}, 4))["expected"] == {
        "attacker_steps": 0.3333,
        "defender_steps": 0.5,
        "attacker_retreats": 0.1667,
        "defender_retreats": 0.5,
    }


@pytest.mark.rule("tlg2:6.16")
@pytest.mark.parametrize(
    ("attack", "defence", "before", "after"),
    [(36, 4, "6:1", "7:1"), (32, 4, "6:1", "7:1"), (28, 4, "6:1", "6:1"), (4, 4, "1:2", "1:2"), (1, 9, "1:4", "1:4")],
)
def test_odds_are_limited_before_the_shifts_unless_the_option_says_after(
    attack: int, defence: int, before: str, after: str
) -> None:
    house = field(features={"building": "X0606"})
    assert odds(fight({"X0605": attack}, defence, house))["odds"] == before
    assert odds(fight({"X0605": attack}, defence, house, options={"odds_limit": "after_shifts"}))["odds"] == after


@pytest.mark.rule("tlg2:6.16")
def test_odds_may_be_lowered_to_any_column_and_never_raised() -> None:
    playing = fight({"X0605": 13})
    for column in COLUMNS[:6]:
        assert broken(playing, f"attack X0606 with us-1 at {column}") == set()
    for column in COLUMNS[6:]:
        assert broken(playing, f"attack X0606 with us-1 at {column}") == {"6.16"}
    playing.apply("attack X0606 with us-1 at 1:2")
    assert happened(playing, "result")[0]["odds"] == "1:2"


@pytest.mark.rule("tlg2:6.2")
@pytest.mark.rule("tlg2:6.7")
def test_strengths_are_added_up_on_both_sides() -> None:
    playing = game(
        field(),
        {
            "us-1 infantry 5": "X0605",
            "us-2 infantry 4": "X0705",
            "ac-1 infantry 2": "X0606",
            "ac-2 infantry 1": "X0704",
        },
        phase="combat",
    )
    found = odds(playing, "us-1 us-2", "X0606,X0704")
    assert (found["attack"], found["defence"], found["odds"]) == (9, 3, "3:1")


# -- the ground -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tlg2:6.9")
@pytest.mark.rule("tlg2:4.22")
@pytest.mark.parametrize(
    ("ground", "wanted"),
    [
        ({}, {}),
        ({"features": {"building": "X0606"}}, {"building X0606": -1}),
        ({"terrain": {"forest": "X0606"}}, {"forest X0606": -1}),
        ({"terrain": {"swamp": "X0606"}}, {"swamp X0606": -1}),
        ({"hexsides": {"creek": "X0606/X0605"}}, {"all through creek": -1}),
        ({"hexsides": {"slope": "X0606>X0605"}}, {"all through slope": -1}),
        ({"hexsides": {"slope": "X0605>X0606"}}, {}),  # down the slope
        ({"hexsides": {"river": "X0606/X0605", "bridge": "X0606/X0605"}}, {"all through bridge": -1}),
        ({"hexsides": {"river": "X0606/X0605"}, "road": "X0606 X0605"}, {"all through bridge": -1}),
        ({"hexsides": {"creek": "X0606/X0605", "bridge": "X0606/X0605"}}, {"all through bridge": -1}),
        ({"hexsides": {"slope": "X0606>X0605"}, "road": "X0606 X0605"}, {"all through slope": -1}),
        (
            {"features": {"building": "X0606"}, "hexsides": {"river": "X0606/X0605", "bridge": "X0606/X0605"}},
            {"building X0606": -1, "all through bridge": -1},
        ),
        (
            {"terrain": {"forest": "X0606"}, "hexsides": {"slope": "X0606>X0605", "creek": "X0606/X0605"}},
            {"forest X0606": -1, "all through slope": -1, "all through creek": -1},
        ),
        ({"terrain": {"forest": "X0605"}, "features": {"building": "X0605"}}, {}),  # the attacker's own ground
    ],
)
def test_shifts_of_the_ground(ground: dict[str, Any], wanted: dict[str, int]) -> None:
    assert shifts(fight({"X0605": 4}, board=field(**ground))) == wanted


@pytest.mark.rule("tlg2:6.9")
def test_the_text_s_two_examples() -> None:
    bridge = {"river": "X0606/X0605", "bridge": "X0606/X0605"}
    assert odds(fight({"X0605": 4}, board=field(hexsides=bridge)))["odds"] == "1:2"
    both = field(hexsides=bridge, features={"building": "X0606"})
    assert odds(fight({"X0605": 4}, board=both))["odds"] == "1:3"


@pytest.mark.rule("tlg2:6.9")
@pytest.mark.parametrize("feature", ["creek", "slope", "river"])
def test_hexsides_count_only_when_all_come_through_one(feature: str) -> None:
    def ground(*names: str) -> BattleMap:
        mark = ">" if feature == "slope" else "/"
        sides = {feature: " ".join(f"X0606{mark}{name}" for name in names)}
        if feature == "river":
            sides["bridge"] = sides["river"]
        return field(hexsides=sides)

    both = {"X0605": 2, "X0705": 2}
    assert sum(shifts(fight(both, board=ground("X0605", "X0705"))).values()) == -1
    assert sum(shifts(fight(both, board=ground("X0605"))).values()) == 0
    assert sum(shifts(fight({"X0605": 2}, board=ground("X0605"))).values()) == -1


@pytest.mark.rule("tlg2:6.9")
def test_different_hexside_features_all_count_as_such() -> None:
    board = field(hexsides={"creek": "X0606/X0605", "slope": "X0606>X0705"})
    assert sum(shifts(fight({"X0605": 2, "X0705": 2}, board=board)).values()) == -1


@pytest.mark.rule("tlg2:6.9")
def test_slopes_of_the_text() -> None:
    """L2306 attacked from L2406 alone, and from L2307 too."""
    board = field(hexsides={"slope": "X0606>X0705"}, road="X0606 X0705", high="X0606 X0607")
    assert shifts(fight({"X0705": 4}, board=board)) == {"all through slope": -1}
    assert shifts(fight({"X0705": 2, "X0607": 2}, board=board)) == {}


@pytest.mark.rule("tlg2:6.9")
def test_several_defending_hexes_share_the_best_ground() -> None:
    board = field(features={"building": "X0606"})
    units = {"us-1 infantry 9": "X0605", "ac-1 infantry 2": "X0606", "ac-2 infantry 1": "X0604"}
    playing = game(board, units, phase="combat")
    assert shifts(playing, "us-1", "X0606,X0604") == {"building X0606": -1}
    board = field(hexsides={"creek": "X0606/X0605"})
    playing = game(board, units, phase="combat")
    assert shifts(playing, "us-1", "X0606,X0604") == {}  # not all come through the creek


# -- enfilade -------------------------------------------------------------------------------------------------


def enfiladed(places: tuple[int, ...]) -> bool:
    """The three cases of 6.10 over directions 0 to 5, with nobody else about."""
    found = set(places)
    opposite = any((place + 3) % 6 in found for place in found)
    spaced = found in ({0, 2, 4}, {1, 3, 5})
    return opposite or spaced or len(found) > 3


@pytest.mark.rule("tlg2:6.10")
@pytest.mark.parametrize("count", range(1, 7))
def test_enfilade_in_every_pattern(count: int) -> None:
    for places in combinations(range(6), count):
        playing = fight({RING[place]: 1 for place in places})
        assert shifts(playing) == ({"enfilade": 1} if enfiladed(places) else {}), places


@pytest.mark.rule("tlg2:6.10")
def test_only_those_that_take_part_enfilade() -> None:
    playing = fight({"X0605": 2, "X0607": 2, "X0705": 2})
    assert shifts(playing, "us-1 us-3") == {}
    assert shifts(playing, "us-1 us-2") == {"enfilade": 1}


@pytest.mark.rule("tlg2:6.10")
@pytest.mark.parametrize("who", ["us-9", "ac-9"])
def test_three_need_empty_hexes_between_them(who: str) -> None:
    units = {
        "us-1 infantry 2": "X0605",
        "us-2 infantry 2": "X0706",
        "us-3 infantry 2": "X0506",
        "ac-1 infantry 4": "X0606",
    }
    playing = game(field(), units, phase="combat")
    assert shifts(playing) == {"enfilade": 1}
    playing = game(field(), {**units, f"{who} infantry 1": "X0705"}, phase="combat")
    assert shifts(playing, "us-1 us-2 us-3") == {}
    looser = game(
        field(), {**units, f"{who} infantry 1": "X0705"}, phase="combat", options={"enfilade_gaps": "not_attacking"}
    )
    assert shifts(looser, "us-1 us-2 us-3") == {"enfilade": 1}


@pytest.mark.rule("tlg2:6.10")
def test_bombarding_guns_count_only_by_the_option() -> None:
    units = {
        "us-1 infantry 2": "X0605",
        "us-2 infantry 2": "X0705",
        "us-3 infantry 2": "X0706",
        "us-gun artillery 2 range 8": "X0609",
        "ac-1 infantry 4": "X0606",
    }
    assert shifts(game(field(), units, phase="combat")) == {}
    counted = {"enfilade_counts_bombardment": True}
    assert shifts(game(field(), units, phase="combat", options=counted)) == {"enfilade": 1}
    guns = {f"us-{n} artillery 1 range 8": at for n, at in enumerate(("X0609", "X0603", "X0909", "X0309"))}
    far = {**guns, "ac-1 infantry 4": "X0606"}
    assert shifts(game(field(), far, phase="combat")) == {}
    assert shifts(game(field(), far, phase="combat", options=counted)) == {"enfilade": 1}


@pytest.mark.rule("tlg2:6.10")
def test_guns_across_a_river_bombard_and_do_not_enfilade() -> None:
    units = {"us-1 infantry 2": "X0605", "us-gun artillery 2 range 8": "X0607", "ac-1 infantry 4": "X0606"}
    assert shifts(game(field(hexsides={"river": "X0606/X0607"}), units, phase="combat")) == {}
    assert shifts(game(field(), units, phase="combat")) == {"enfilade": 1}


@pytest.mark.rule("tlg2:6.10")
@pytest.mark.rule("tlg2:6.9")
def test_enfilade_and_ground_add_up() -> None:
    board = field(features={"building": "X0606"})
    playing = fight({"X0605": 4, "X0607": 4}, board=board)
    assert shifts(playing) == {"building X0606": -1, "enfilade": 1}
    assert odds(playing)["odds"] == "2:1"


# -- the bayonet charge of Chippewa -----------------------------------------------------------------------------


def charge(steps: dict[str, int], **more: Any) -> Game:
    units = {
        "us-1 infantry 4": "X0606",
        "ac-1 infantry 8/4 bayonet": "X0605",
        "ac-2 infantry 6/3 bayonet": "X0705",
        "ac-3 infantry 2": "X0706",
    }
    return game(field(), units, phase="combat", side="ac", steps=steps, **more)


@pytest.mark.rule("tlg2:6.9")
@pytest.mark.parametrize(
    ("steps", "keys", "wanted"),
    [
        ({}, "ac-1", 2),
        ({}, "ac-1 ac-2", 2),
        ({}, "ac-3", 0),
        ({"ac-1": 1}, "ac-1", 0),
        ({"ac-1": 1}, "ac-1 ac-2", 2),
        ({"ac-1": 1, "ac-2": 1}, "ac-1 ac-2", 0),
        ({}, "ac-1 ac-3", 2),
    ],
)
def test_bayonet_charge(steps: dict[str, int], keys: str, wanted: int) -> None:
    playing = charge(steps, special={"bayonet": {"side": "ac", "shift": 2}})
    assert shifts(playing, keys).get("bayonet charge", 0) == wanted


@pytest.mark.rule("tlg2:2.6")
def test_the_bayonet_charge_is_for_two_step_units() -> None:
    units = {"ac-1 infantry 8 bayonet": "X0605", "us-1 infantry 3": "X0606"}
    playing = game(field(), units, phase="combat", side="ac")
    assert shifts(playing, "ac-1") == {}
    with_rule = game(field(), units, phase="combat", side="ac", special={"bayonet": {"side": "ac", "shift": 2}})
    assert shifts(with_rule, "ac-1") == {}
    (found,) = unit_findings(playing.scenario)
    assert (found.code, found.place.unit, found.severity) == ("UNIT115", "ac-1", Severity.WARNING)
    two_step = game(field(), {"ac-1 infantry 8/4 bayonet": "X0605", "us-1 infantry 3": "X0606"})
    assert list(unit_findings(two_step.scenario)) == []


# -- the ladder -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tlg2:6.2")
def test_the_ladder_never_favours_the_attacker() -> None:
    for attack in range(1, 60):
        for defence in range(1, 60):
            step = ratio(attack, defence)
            if step >= 0:
                assert attack >= (step + 1) * defence
                assert attack < (step + 2) * defence
            else:
                assert attack * (1 - step) >= defence
                assert attack * -step < defence


def test_units_that_reach_nothing_are_not_said_to_bombard() -> None:
    playing = game(
        field(), {"us-1 infantry 4": "X0505", "us-2 infantry 4": "X0509", "ac-1 infantry 4": "X0504"}, phase="combat"
    )
    told = playing.rules.odds(playing.state, "X0504", ["us-1", "us-2"])
    assert {one.unit: one.how for one in told.attackers} == {"us-1": "adjacent", "us-2": "out of contact"}
    assert told.illegal[0].rule == "tlg2:6.4"
