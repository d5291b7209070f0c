"""What is said of set-ups that cannot be: every reason of Fire & Movement (3.0, 5.2, 5.3) and of Twilight's Last
Gleaming 2 (2.8, 4.9, 4.10, 4.16), each with its words."""

from __future__ import annotations

from typing import Any

import fm_field
import pytest
import tlg2_field
from hex_field import field, refused

from engine.play import Game
from engine.scenario import Deployment, Pool

AREA = ("X0102", "X0103", "X0202", "X0203")

Said = list[tuple[str, str]]


def ashore() -> Game:
    """Three units, of which one is seaborne, for three hexes of land and one of sea, one unit to a hex."""
    units = ["cw-0 infantry 3-3-4", "cw-1 infantry 3-3-4 seaborne", "cw-2 armour 3-3-4", "cw-3 infantry 3-3-4"]
    made = fm_field.scenario(
        field(terrain={"water": "X0102"}), [*units, "ge-1 infantry 3-3-4"], {"ge-1": "X0202", "cw-3": "X0505"}
    )
    return Game(made.with_(deployments=(Deployment("cw", AREA, ("cw-0", "cw-1", "cw-2"), most=1),)))


def by_the_river(*units: str, **more: Any) -> Game:
    """A group that may stand in three hexes of land and one of river."""
    own = ["us-1 infantry 3", "us-2 artillery 3 range 6 heavy_battery", "us-3 infantry 4", "us-4 cavalry 3"]
    made = tlg2_field.scenario(field(terrain={"river": "X0102"}), [*own, "ac-1 infantry 3"], {"ac-1": "X0202"})
    pools = more.pop("pools", {})
    return Game(made.with_(deployments=(Deployment("us", AREA, units, **more),), pools=pools))


def full(name: str) -> Said:
    """What is said of a hex that has its one unit."""
    return [
        ("3.0", f"{name} already holds 1 unit, the limit for this group"),
        ("5.3", f"{name} is occupied; one unit per hex"),
    ]


FIRST = [("3.0", "units are put onto the map first: deploy a unit")]
CHOSEN = [("3.0", "cw-1 was chosen; give the hex where it is placed")]


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("deploy cw-0 at X0102", [("5.2", "X0102 is an all-sea hex and cw-0 is not seaborne")]),
        ("deploy cw-1 at X0102", []),
        ("deploy cw-2 at X0102", [("5.2", "X0102 is an all-sea hex and cw-2 is not seaborne")]),
        ("deploy cw-0 at X0104", [("3.0", "X0104 is not in the set-up area of cw-0")]),
        ("deploy cw-0 at off", [("3.0", "off is not in the set-up area of cw-0")]),
        ("deploy cw-0 at X0202", [("3.0", "X0202 holds an enemy unit"), *full("X0202")]),
        ("deploy ge-1", [("3.0", "ge-1 is not in the group being set up")]),
        ("deploy cw-3", [("3.0", "cw-3 is not in the group being set up")]),
        ("end phase", FIRST),
        ("at X0103", FIRST),
        ("move cw-0 X0103", FIRST),
    ],
)
def test_first_units_that_cannot_stand_there(action: str, said: Said) -> None:
    assert refused(ashore(), action) == said


def test_further_units_that_cannot_stand_there() -> None:
    game = ashore()
    game.apply("deploy cw-0 at X0103")
    assert refused(game, "deploy cw-0") == [("3.0", "cw-0 is set up already")]
    assert refused(game, "deploy cw-0 at X0203") == [("3.0", "cw-0 is set up already")]
    assert refused(game, "deploy cw-2 at X0103") == full("X0103")
    game.apply("deploy cw-1")
    assert game.decision is not None
    assert (game.decision.prompt, game.decision.units) == ("Choose the hex of cw-1", ("cw-1",))
    assert game.decision.hexes == ("X0102", "X0203")
    assert refused(game, "deploy cw-2") == CHOSEN
    assert refused(game, "end phase") == CHOSEN
    assert refused(game, "at X0103") == full("X0103")
    assert refused(game, "at X0505") == [("3.0", "X0505 is not in the set-up area of cw-1")]
    game.apply("at X0102")
    game.apply("deploy cw-2 at X0203")
    assert game.decision.kind == "movement"


def test_a_group_that_stands_together_takes_nobody_who_may_not_stack() -> None:
    game = by_the_river("us-1", "us-2", "us-3", together=True, name="The first")
    assert game.decision is not None
    assert game.decision.prompt == "Set up The first: choose a unit and its hex, 3 to go"
    assert refused(game, "deploy us-1 at X0102") == [("4.16", "X0102 is an all-river hex")]
    assert refused(game, "deploy us-1 at X0202") == [
        ("2.8", "X0202 holds an enemy unit"),
        ("4.10", "X0202 is occupied by the enemy (ac-1)"),
    ]
    assert refused(game, "deploy us-4") == [("2.8", "us-4 is not in the group being set up")]
    game.apply("deploy us-1 at X0103")
    for key in ("us-2", "us-3"):
        assert refused(game, f"deploy {key} at X0203") == [("2.8", "all units of this group must be in one hex, X0103")]
    assert refused(game, "deploy us-3 at X0103") == [
        ("4.9", "X0103 is occupied by us-1; units cannot stack or pass through each other")
    ]
    assert refused(game, "deploy us-3") == [("2.8", "us-3 cannot be placed in any hex of its set-up area")]
    game.apply("deploy us-2 at X0103")
    assert [event.data["unit"] for event in game.events if event.kind == "left_out"] == ["us-3"]


def test_of_each_kind_no_more_than_are_wanted() -> None:
    pools = {"reserve": Pool("us", ("us-1", "us-3", "us-4", "us-2"))}
    game = by_the_river(source="reserve", kinds={"infantry": 1, "cavalry": 1}, by="choice", pools=pools)
    assert refused(game, "deploy us-2") == [("2.8", "no more units of type artillery belong to this group")]
    game.apply("deploy us-3 at X0103")
    assert game.decision is not None
    assert (game.decision.prompt, game.decision.units) == ("Set up your units: choose a unit and its hex", ("us-4",))
    assert refused(game, "deploy us-1") == [("2.8", "no more units of type infantry belong to this group")]
