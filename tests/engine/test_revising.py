"""Units revised: whatever names them follows, and nobody is in two places."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import HexwrightError
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.scenario import (
    Arrival,
    Deployment,
    Pool,
    Scenario,
    Scoring,
    Side,
    Turns,
    Unit,
    Victory,
    VictoryCondition,
    Win,
    revising,
)
from engine.scenario.numbering import letter, next_name, numbered, ordinal, roman


@pytest.fixture
def battle() -> Scenario:
    units = [Unit("a", "us", "A", "infantry"), Unit("b", "us", "B", "infantry"), Unit("c", "ac", "C", "infantry")]
    return Scenario(
        "x",
        "X",
        "tlg2",
        BattleMap(Grid(GridSpec(4, 4)), load_palette("standard")),
        turns=Turns(6),
        sides={"us": Side("us", "US"), "ac": Side("ac", "AC")},
        units={unit.key: unit for unit in units},
        setup={"a": "0101"},
        arrivals=(Arrival(2, "us", ("0104",), ("b",)),),
        deployments=(Deployment("us", ("0101",), ("a", "b")), Deployment("ac", ("0402",), ("c",))),
        pools={"p": Pool("us", ("a",))},
        victory=Victory(
            (Scoring("unit", unit="a"),),
            wins=(Win("us", VictoryCondition("all", of=tuple(VictoryCondition("unit", unit=key) for key in "ac"))),),
        ),
    )


def test_a_new_key_is_followed_everywhere(battle: Scenario) -> None:
    made = revising.renamed(battle, {"a": "z"})
    assert list(made.units) == ["z", "b", "c"]
    assert made.units["z"].key == "z"
    assert made.setup == {"z": "0101"}
    assert made.deployments[0].units == ("z", "b")
    assert made.pools["p"].units == ("z",)
    assert made.victory.scoring[0].unit == "z"
    assert [part.unit for part in made.victory.conditions()] == ["", "z", "c"]
    assert revising.renamed(battle, {"b": "y"}).arrivals[0].units == ("y",)


def test_struck_units_leave_every_list_and_empty_groups_go(battle: Scenario) -> None:
    made = revising.struck(battle, {"b", "c"})
    assert list(made.units) == ["a"]
    assert made.arrivals == ()
    assert [group.units for group in made.deployments] == [("a",)]


def test_a_unit_that_changes_sides_comes_with_its_new_side(battle: Scenario) -> None:
    made = revising.changed(battle, [replace(battle.units["b"], side="ac")])
    assert [(group.turn, group.side, group.units) for group in made.arrivals] == [(2, "ac", ("b",))]
    assert list(made.units) == ["a", "b", "c"]
    back = revising.changed(made, [Unit("d", "us", "D", "infantry")])
    assert list(back.units) == ["a", "d", "b", "c"]


def test_places_and_turns_exclude_each_other(battle: Scenario) -> None:
    made = revising.placed(battle, {"b": "0202", "a": ""})
    assert made.setup == {"b": "0202"}
    assert made.arrivals == ()
    again = revising.arriving(made, {"b": 3, "c": 3})
    assert again.setup == {}
    assert [(group.side, group.units) for group in again.arrivals] == [("us", ("b",)), ("ac", ("c",))]
    assert revising.arriving(again, {"b": 0, "c": 3}).arrivals == (again.arrivals[1],)


def test_who_is_to_withdraw_still_does_when_it_is_placed_or_comes(battle: Scenario) -> None:
    leaving = Arrival(5, "us", (), ("a", "b"), how="withdraw")
    both = battle.with_(arrivals=(*battle.arrivals, leaving))
    assert revising.placed(both, {"b": "0202"}).arrivals == (leaving,)
    assert revising.arriving(both, {"a": 5}).arrivals[1:] == (leaving, Arrival(5, "us", ("0104",), ("a",)))
    assert revising.struck(both, {"b"}).arrivals == (replace(leaving, units=("a",)),)


def test_order_is_kept_within_sides(battle: Scenario) -> None:
    assert list(revising.ordered(battle, ["c", "b"]).units) == ["b", "a", "c"]


@pytest.mark.parametrize(
    ("name", "taken", "expected"),
    [
        ("Militia", {"Militia"}, "Militia 2"),
        ("Militia 2", {"Militia 2", "Militia 3"}, "Militia 4"),
        ("9", {"9"}, "10"),
        ("9th Infantry", {"9th Infantry", "10th Infantry"}, "11th Infantry"),
        ("1st Battalion, 9th", {"1st Battalion, 9th"}, "2nd Battalion, 9th"),
        ("12th Foot 2", {"12th Foot 2"}, "12th Foot 3"),
    ],
)
def test_the_next_name_is_free(name: str, taken: set[str], expected: str) -> None:
    assert next_name(name, taken) == expected


def test_patterns_of_numbers() -> None:
    assert [numbered("{1st} Infantry", n) for n in (1, 2, 3, 4, 11, 22, 113)] == [
        f"{n} Infantry" for n in ("1st", "2nd", "3rd", "4th", "11th", "22nd", "113th")
    ]
    assert numbered("{I} Corps, {name} {A}{1}", 14, "Old") == "XIV Corps, Old N14"
    assert (roman(3999), letter(28), ordinal(101)) == ("MMMCMXCIX", "AB", "101st")
    for wrong in ("{2nd} Foot", "  "):
        with pytest.raises(HexwrightError):
            numbered(wrong, 1)
    with pytest.raises(HexwrightError):
        numbered("{I}", 4000)
