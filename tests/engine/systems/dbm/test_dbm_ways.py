"""The going under the way of a move: woods, roads, rivers, impassable ground, fortifications (12.1, 2.2)."""

from __future__ import annotations

import pytest
from test_moving import battle, rules, told

from engine.tables.table import TableArea, TableLine, TableWall

WOOD = TableArea("wood", "wood", ((900, 1000), (1300, 1000), (1300, 1400), (900, 1400)))
BD = {"bd-1": "red Bd"}


@pytest.mark.parametrize(("y", "most"), [(1500, 100), (1430, 50), (1399, 50), (1031, 50), (970, 100)])
def test_the_worst_going_that_is_touched_on_the_way_counts(y: int, most: int) -> None:
    played = battle(BD, {"bd-1": [1100, y, 0]}, areas=[WOOD])
    assert told(played, f"move bd-1: ahead {most}").legal
    assert rules(told(played, f"move bd-1: ahead {most + 1}")) == ["12.1"]


def test_along_a_road_the_going_is_good() -> None:
    road = TableLine("road", "road", ((1100, 0), (1100, 2400)))
    played = battle(BD, {"bd-1": [1100, 1300, 0]}, areas=[WOOD], lines=[road])
    assert told(played, "move bd-1: ahead 100").legal
    beside = battle(BD, {"bd-1": [1125, 1300, 0]}, areas=[WOOD], lines=[road])
    assert rules(told(beside, "move bd-1: ahead 100")) == ["12.1"]


def test_a_river_costs_fifty_paces() -> None:
    river = TableLine("river", "river", ((0, 1400), (3600, 1400)), width=20)
    played = battle(BD, {"bd-1": [1100, 1440, 0]}, lines=[river])
    assert told(played, "move bd-1: ahead 29").legal
    assert told(played, "move bd-1: ahead 50").legal
    assert rules(told(played, "move bd-1: ahead 51")) == ["12.1"]


def test_nobody_enters_impassable_ground() -> None:
    rocks = TableArea("rocks", "impassable", ((900, 1000), (1300, 1000), (1300, 1400), (900, 1400)))
    played = battle(BD, {"bd-1": [1100, 1440, 0]}, areas=[rocks])
    assert told(played, "move bd-1: ahead 40").legal
    assert rules(told(played, "move bd-1: ahead 42"))[0] == "12.1"


@pytest.mark.rule("dbm:2.2")
def test_nobody_goes_beyond_the_outside_of_a_defended_fortification() -> None:
    wall = TableWall("wall", "pf", ((900, 700), (1100, 700)), ((900, 740), (1100, 740)), side="blue")
    units, at = {**BD, "sp-9": "blue Sp"}, {"bd-1": [1000, 800, 0], "sp-9": [1000, 700, 180]}
    played = battle(units, at, lines=[wall])
    assaulted = told(played, "move bd-1: ahead 60")
    assert assaulted.legal
    assert [(one.edge, one.wall) for one in assaulted.contacts] == [("front", "wall")]
    assert "2.2" in rules(told(played, "move bd-1: ahead 70"))
    empty = battle(BD, {"bd-1": [1000, 800, 0]}, lines=[wall])
    assert "2.2" not in rules(told(empty, "move bd-1: ahead 70"))
