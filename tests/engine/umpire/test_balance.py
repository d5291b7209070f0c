"""What the umpire says of what two sides can hope for, at the bounds: forces, points, levels, turns, hexes."""

from __future__ import annotations

from typing import Any

import pytest
import tlg2_field
from hex_field import field

from engine.scenario import (
    Arrival,
    Deployment,
    Level,
    Pool,
    Scenario,
    Scoring,
    Side,
    Turns,
    Victory,
    VictoryCondition,
    Win,
)
from engine.umpire.checks import check_scenario
from engine.umpire.checks.subject import near, nearest

UNITS = ("us-1 infantry 4/2", "us-2 infantry 3", "ac-1 infantry 3")


def made(units: tuple[str, ...] = UNITS, **more: Any) -> Scenario:
    setup = {text.split()[0]: f"X{number:02}{number:02}" for number, text in enumerate(units, 1)}
    arrivals = more.pop("arrivals", ())
    coming = {key for arrival in arrivals for key in arrival.units}
    setup = {key: at for key, at in setup.items() if key not in coming}
    return tlg2_field.scenario(field(), units, setup, arrivals, **more)


def said(code: str, scenario: Scenario) -> list[str]:
    return [found.message for found in check_scenario(scenario) if found.code == code]


@pytest.mark.parametrize(
    ("units", "words"),
    [
        (("us-1 infantry 8", "ac-1 infantry 3"), ""),
        (
            ("us-1 infantry 9", "ac-1 infantry 3"),
            "United States is 3.0 times as strong as Anglo-Canadian (9 to 3)",
        ),
        (
            ("us-1 infantry 2", "ac-1 infantry 3", "ac-2 infantry 4"),
            "Anglo-Canadian is 3.5 times as strong as United States (7 to 2)",
        ),
        (("us-1 infantry 9",), ""),
    ],
)
def test_lopsided_forces(units: tuple[str, ...], words: str) -> None:
    assert said("SIDE121", made(units)) == ([words] if words else [])


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [("#aa0000", "#AA0000", True), ("#aa0000", "#aa0001", False), (Side("", "").colour, Side("", "").colour, False)],
)
def test_two_sides_of_one_colour(first: str, second: str, told: bool) -> None:
    sides = {"us": Side("us", "United States", first), "ac": Side("ac", "Anglo-Canadian", second)}
    words = f"United States and Anglo-Canadian have counters of one colour, {second}"
    assert said("SIDE122", made().with_(sides=sides)) == ([words] if told else [])


@pytest.mark.parametrize(
    ("turn", "count", "name", "words"),
    [
        (3, 3, "", "us-2 arrives on turn 3, the last turn"),
        (3, 3, "The rear", "The rear arrives on turn 3, the last turn"),
        (2, 3, "", ""),
        (1, 1, "", ""),
    ],
)
def test_reinforcements_on_the_last_turn(turn: int, count: int, name: str, words: str) -> None:
    arrival = Arrival(turn, "us", ("X0112",), ("us-2",), name)
    assert said("REINF124", made(arrivals=(arrival,), turns=Turns(count))) == ([words] if words else [])


HOLD = Scoring("hold", 2, hexes=("X0505", "X0606"))


@pytest.mark.parametrize(
    ("lines", "handicap", "tie", "words"),
    [
        # Two hexes of two points each are four.
        ((HOLD,), {"ac": 4}, "us", ""),
        ((HOLD,), {"ac": 4}, "", "United States can reach at most 4 points; Anglo-Canadian starts with 4"),
        ((HOLD,), {"ac": 3}, "", ""),
        ((HOLD,), {"us": 1, "ac": 5}, "us", ""),
        (
            (HOLD,),
            {"us": 1, "ac": 6},
            "us",
            "United States can reach at most 5 points; Anglo-Canadian starts with 6",
        ),
        (
            (Scoring("hold", 2, "ac", ("X0505",)),),
            {"ac": 1},
            "us",
            "United States can reach at most 0 points; Anglo-Canadian starts with 1",
        ),
        ((Scoring("hold", 2, "", ("X0505",), turns=frozenset({1, 2, 3})),), {"ac": 6}, "us", ""),
        (
            (Scoring("hold", 2, "", ("X0505",), turns=frozenset({1, 2, 3})),),
            {"ac": 7},
            "us",
            "United States can reach at most 6 points; Anglo-Canadian starts with 7",
        ),
        # The enemy's only unit has three factors.
        ((Scoring("eliminated", 2),), {"ac": 6}, "us", ""),
        (
            (Scoring("eliminated", 2),),
            {"ac": 7},
            "us",
            "United States can reach at most 6 points; Anglo-Canadian starts with 7",
        ),
        ((Scoring("unit", 5, unit="ac-1"),), {"ac": 5}, "us", ""),
        (
            (Scoring("unit", 5, unit="us-1"),),
            {"ac": 1},
            "us",
            "United States can reach at most 0 points; Anglo-Canadian starts with 1",
        ),
        ((Scoring("exit", 1, "us", ("X0101",)),), {"ac": 99}, "", ""),
        ((HOLD, Scoring("hold", -1, "ac", ("X0707",))), {"ac": 9}, "", ""),
    ],
)
def test_a_side_that_cannot_win(lines: tuple[Scoring, ...], handicap: dict[str, float], tie: str, words: str) -> None:
    victory = Victory(scoring=lines, handicap=handicap, tie=tie)
    found = [message for message in said("WIN123", made(victory=victory)) if message.startswith("United States")]
    assert found == ([words] if words else [])
    outright = Win("us", VictoryCondition("hold", ("X0505",)))
    open_still = made(victory=Victory(scoring=lines, handicap=handicap, tie=tie, wins=(outright,)))
    assert not [message for message in said("WIN123", open_still) if message.startswith("United States")]


def test_who_can_be_eliminated_again_and_again_has_no_bound() -> None:
    victory = Victory(scoring=(Scoring("eliminated", 2),), handicap={"ac": 99}, tie="us")
    assert said("WIN123", made(victory=victory))
    assert not said("WIN123", made(victory=victory).with_(pools={"reserve": Pool("ac", (), back=True)}))


@pytest.mark.parametrize(
    ("margin", "words"),
    [(5, ""), (6, ""), (7, "decisive needs a lead of 7 points; no side can lead by more than 6")],
)
def test_a_level_that_nobody_can_earn(margin: float, words: str) -> None:
    levels = (Level("marginal", 1), Level("decisive", margin))
    victory = Victory(scoring=(HOLD,), handicap={"us": 1, "ac": 3}, levels=levels)
    assert said("WIN124", made(victory=victory)) == ([words] if words else [])


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (Scoring("hold", 1, hexes=("X0707", "X0606")), "line 1 already gives points for X0606"),
        (Scoring("hold", 1, "us", ("X0606",)), ""),
        (Scoring("hold", 1, "", ("X0606",), turns=frozenset({2})), ""),
        (Scoring("hold", 1, hexes=("X0707",)), ""),
        (Scoring("exit", 1, hexes=("X0606",)), ""),
    ],
)
def test_a_hex_that_counts_twice(second: Scoring, words: str) -> None:
    assert said("WIN125", made(victory=Victory(scoring=(HOLD, second)))) == ([words] if words else [])


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (Turns(4, frozenset({1, 4}), labels={4: "Dawn"}), []),
        (Turns(4, frozenset({5})), ["turn 5 is marked as night, and the game has turns 1 to 4"]),
        (Turns(4, frozenset({0, 4})), ["turn 0 is marked as night, and the game has turns 1 to 4"]),
        (Turns(4, frozenset({5, 6})), ["turns 5-6 are marked as night, and the game has turns 1 to 4"]),
        (Turns(4, labels={5: "Dawn"}), ["turn 5 has a name, and the game has turns 1 to 4"]),
        (Turns(4, labels={5: "Dawn", 7: "Noon"}), ["turns 5 7 have a name, and the game has turns 1 to 4"]),
    ],
)
def test_marks_of_turns_that_are_never_played(turns: Turns, words: list[str]) -> None:
    assert said("RULE121", made(turns=turns)) == words


def test_of_many_who_start_in_enemy_zones_six_are_named() -> None:
    ring = ("X0605", "X0705", "X0706", "X0607", "X0506", "X0505")
    for count in (1, 6):
        units = {"us-0": "X0606", **{f"ac-{number}": name for number, name in enumerate(ring[:count], 1)}}
        scenario = tlg2_field.scenario(field(), [f"{key} infantry 3" for key in units], units)
        listed = ", ".join(f"ac-{number} in {name}" for number, name in enumerate(ring[:count], 1))
        found = said("SETUP122", scenario)
        assert f"in zones of control of United States start {listed}" in found
        assert "in zones of control of Anglo-Canadian start us-0 in X0606" in found
    more = {**units, "us-9": "X0909", "ac-9": "X0910"}
    scenario = tlg2_field.scenario(field(), [f"{key} infantry 3" for key in more], more)
    assert f"in zones of control of United States start {listed} and 1 more" in said("SETUP122", scenario)


@pytest.mark.parametrize(
    ("initial", "count", "words"),
    [
        ("", 1, "no unit of United States or Anglo-Canadian can reach the objective X1201 in 1 turn"),
        ("ac", 1, "no unit of United States can reach the objective X1201 in 1 turn"),
        ("ac", 2, "no unit of United States can reach the objective X1201 in 2 turns"),
        ("us", 2, ""),
        ("ac", 3, ""),
    ],
)
def test_an_objective_out_of_reach(initial: str, count: int, words: str) -> None:
    """It is eleven hexes from us-1, who goes four a turn, and eight from ac-1."""
    victory = Victory(scoring=(Scoring("hold", 1, hexes=("X1201",), initial=initial),))
    scenario = tlg2_field.scenario(
        field(),
        ["us-1 infantry 3", "ac-1 infantry 3"],
        {"us-1": "X0101", "ac-1": "X1209"},
        victory=victory,
        turns=Turns(count),
    )
    assert said("WIN121", scenario) == ([words] if words else [])


def test_only_the_side_that_may_win_outright_needs_no_points() -> None:
    lines = (Scoring("hold", 1, "us", ("X0505",)),)
    for side, poor in (("ac", "Anglo-Canadian"), ("us", "United States")):
        rich = Victory(scoring=lines, handicap={"us": 9, "ac": 9}, wins=(Win(side, VictoryCondition("turn", count=2)),))
        assert not [message for message in said("WIN123", made(victory=rich)) if message.startswith(poor)]
        for mine in ("us", "ac"):
            far = Victory(scoring=lines, handicap={mine: 9}, wins=(Win(mine, VictoryCondition("turn", count=2)),))
            told = {"us": "Anglo-Canadian can reach at most 0", "ac": "United States can reach at most 1"}[mine]
            assert [message.startswith(told) for message in said("WIN123", made(victory=far))] == [True]


@pytest.mark.parametrize(("turn", "told"), [(-1, True), (0, True), (1, False), (4, False), (5, True)])
def test_reinforcements_on_turns_that_are_never_played(turn: int, told: bool) -> None:
    arrival = Arrival(turn, "us", ("X0112",), ("us-2",))
    words = f"reinforcements arrive on turn {turn}, but the game has turns 1 to 4"
    assert said("REINF102", made(arrivals=(arrival,), turns=Turns(4))) == ([words] if told else [])


@pytest.mark.parametrize(
    ("groups", "words"),
    [
        ([("us", "us-1")], []),
        ([("us", "us-1"), ("us", "us-2")], []),
        ([("us", "us-1"), ("ac", "ac-1")], ["both sides enter at X0112"]),
        ([("us", "us-1"), ("ac", "ac-1"), ("us", "us-2")], ["both sides enter at X0112"]),
    ],
)
def test_an_entry_hex_of_both_sides_is_told_once(groups: list[tuple[str, str]], words: list[str]) -> None:
    arrivals = tuple(Arrival(turn, side, ("X0112",), (key,)) for turn, (side, key) in enumerate(groups, 2))
    assert said("REINF109", made(arrivals=arrivals, turns=Turns(9))) == words


@pytest.mark.parametrize(
    ("margins", "words"),
    [
        ((1, 2), []),
        ((2, 2), ["second needs 2 points, no more than first before it"]),
        ((2, 1), ["second needs 1 point, no more than first before it"]),
    ],
)
def test_levels_out_of_order(margins: tuple[float, float], words: list[str]) -> None:
    levels = tuple(Level(name, margin) for name, margin in zip(("first", "second"), margins, strict=True))
    assert said("WIN108", made(victory=Victory(scoring=(HOLD,), levels=levels))) == words


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        (VictoryCondition("hold", ("X0505", "X0606"), count=2), ""),
        (VictoryCondition("hold", ("X0505", "X0606"), count=3), "no side can hold 3 of 2 hexes"),
        (VictoryCondition("hold"), "this condition needs `hexes` or a `region` to hold"),
        (VictoryCondition("turn", count=4), ""),
        (VictoryCondition("turn", count=5), "turn 5 is never played"),
        (VictoryCondition("exit", ("X0101",)), ""),
        (VictoryCondition("exit"), "there is no exit: name `hexes` or a `region`"),
        (VictoryCondition("unit"), "this condition needs the `unit` that is eliminated"),
        (VictoryCondition("any"), "any needs conditions under `of`"),
        (VictoryCondition("all"), "all needs conditions under `of`"),
        (VictoryCondition("none"), "none needs conditions under `of`"),
    ],
)
def test_a_condition_that_can_never_be_so(condition: VictoryCondition, words: str) -> None:
    victory = Victory(scoring=(HOLD,), wins=(Win("us", condition),))
    assert said("WIN111", made(victory=victory, turns=Turns(4))) == ([words] if words else [])


GROUP = ("X0101", "X0102")


@pytest.mark.parametrize(
    ("group", "words"),
    [
        ({"units": ("us-1", "us-2"), "most": 1}, ""),
        ({"units": ("us-1", "us-2"), "most": 0}, ""),
        (
            {"units": ("us-1", "us-2", "us-3"), "most": 1},
            "the group 1 has 3 units but room for only 2 in 2 hexes",
        ),
        (
            {"units": ("us-1", "us-2", "us-3"), "most": 2, "together": True},
            "the group 1 has 3 units but room for only 2 in one hex",
        ),
        ({"units": ("us-1", "us-2", "us-3"), "most": 2}, ""),
        ({"units": ("us-1", "us-2", "us-3"), "most": 1, "draw": "d2"}, ""),
        (
            {"units": ("us-1", "us-2", "us-3"), "most": 1, "draw": "d3", "name": "The first"},
            "the group The first has 3 units but room for only 2 in 2 hexes",
        ),
        ({"source": "reserve", "kinds": {"infantry": 2}, "most": 1}, ""),
        (
            {"source": "reserve", "kinds": {"infantry": 3}, "most": 1},
            "the group 1 has 3 units but room for only 2 in 2 hexes",
        ),
    ],
)
def test_an_area_too_small_for_its_group(group: dict[str, Any], words: str) -> None:
    units = ("us-1 infantry 3", "us-2 infantry 3", "us-3 infantry 3", "ac-1 infantry 3")
    scenario = tlg2_field.scenario(field(), units, {"ac-1": "X1212"}).with_(
        deployments=(Deployment("us", GROUP, **group),), pools={"reserve": Pool("us", ("us-1", "us-2", "us-3"))}
    )
    assert said("SETUP115", scenario) == ([words] if words else [])


def test_of_a_kind_no_more_are_taken_than_the_groups_before_have_left() -> None:
    units = ("us-1 infantry 3", "us-2 infantry 3", "us-3 cavalry 3", "ac-1 infantry 3")
    pools = {"reserve": Pool("us", ("us-1", "us-2", "us-3"))}

    def told(*kinds: dict[str, int]) -> list[str]:
        groups = tuple(Deployment("us", GROUP, source="reserve", kinds=one) for one in kinds)
        scenario = tlg2_field.scenario(field(), units, {"ac-1": "X1212"})
        return said("SETUP114", scenario.with_(pools=pools, deployments=groups))

    assert told({"infantry": 2, "cavalry": 1}) == []
    assert told({"infantry": 3}) == ["the group 1 takes 3 infantry; the pool reserve has 2 for it"]
    assert told({"infantry": 1}, {"infantry": 1}) == []
    assert told({"infantry": 1}, {"infantry": 2}) == ["the group 2 takes 2 infantry; the pool reserve has 1 for it"]
    assert told({"infantry": 5}, {"infantry": 1, "cavalry": 1})[1:] == [
        "the group 2 takes 1 infantry; the pool reserve has 0 for it"
    ]


def test_of_many_words_a_dozen_are_listed() -> None:
    words = [f"word-{number:02}" for number in range(14)]
    assert near("xyz", words[:12]) == f"there are {', '.join(words[:12])}"
    assert near("xyz", words) == f"there are {', '.join(words[:12])} and 2 more"
    assert near("alpa", ["alpha", "beta"]) == "did you mean alpha?"
    assert near("xyz", []) == "there are none"
    assert nearest("word-4999", [f"word-{number}" for number in range(499)] + ["word-4999x"]) == "word-4999x"
    assert nearest("word-4999", [f"word-{number}" for number in range(500)] + ["word-4999x"]) == ""


@pytest.mark.parametrize(
    "lines", [(), (HOLD, Scoring("hold", -1, hexes=("X0707",))), (HOLD, Scoring("exit", 1, hexes=("X0707",)))]
)
def test_where_there_are_no_points_or_points_are_lost_nothing_is_reckoned(lines: tuple[Scoring, ...]) -> None:
    levels = (Level("decisive", 999),)
    victory = Victory(scoring=lines, handicap={"us": 1, "ac": 99}, levels=levels)
    assert said("WIN124", made(victory=victory)) == []
    assert not [message for message in said("WIN123", made(victory=victory)) if message.startswith("United States")]
