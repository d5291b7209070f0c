"""One value swept: what can be named, what it is set to, and what is refused."""

from __future__ import annotations

import pytest

from engine.errors import HexwrightError
from engine.formats import load_scenario
from engine.scenario import Scenario
from engine.trials.sweeping import find, levers, parse, values_of


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return load_scenario("first_steps")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("3..6", [3, 4, 5, 6]),
        ("6..4", [6, 5, 4]),
        ("-1..1", [-1, 0, 1]),
        ("2, 4,2", [2, 4]),
        ("1.5", [1.5]),
        ("yes", ["yes"]),
    ],
)
def test_values(text: str, values: list[object]) -> None:
    assert values_of(text) == values


@pytest.mark.parametrize(("text", "told"), [("", "no values"), (" , ", "no values"), ("1..900", "at most 50")])
def test_values_that_are_none(text: str, told: str) -> None:
    with pytest.raises(HexwrightError, match=told):
        values_of(text)


def read(scenario: Scenario, path: str) -> object:
    return find(scenario, path).value


@pytest.mark.parametrize(
    ("text", "title", "before"),
    [
        ("units.us-1.strength=3,7", "strength of 1st Regiment (us-1)", 5),
        ("reinforcements.0.turn=1,3", "turn on which Cavalry arrives", 2),
        ("reinforcements.support.turn=1,3", "turn on which Support arrives", 2),
        ("victory.handicap.us=0,4", "points that United States begins with", 8),
        ("victory.handicap.ac=2,4", "points that Anglo-Canadian begins with", 0),
        ("victory.scoring.1.points=2,9", "points for The knoll", 6),
        ("victory.sudden=5,9", "lead that ends the game at once", 0),
        ("turns.count=2,4", "number of turns", 3),
    ],
)
def test_a_value_is_set(scenario: Scenario, text: str, title: str, before: int) -> None:
    if text.startswith("turns"):
        text = text.replace("2,", "3,")
    lever, made = parse(text, scenario)
    assert (lever.title, lever.value) == (title, before)
    assert [read(one.scenario, lever.path) for one in made] == [one.value for one in made]
    changed = [
        path
        for path in (known.path for known in levers(scenario))
        if read(made[1].scenario, path) != read(scenario, path)
    ]
    assert changed == [lever.path]


def test_an_option_is_set(scenario: Scenario) -> None:
    given = scenario.with_(options={"mandatory_attacks": "strict"})
    _, made = parse("options.mandatory_attacks=at_end,strict", given)
    assert [one.scenario.options["mandatory_attacks"] for one in made] == ["at_end", "strict"]
    with pytest.raises(HexwrightError, match=r"option mandatory_attacks cannot be never.*RULE103"):
        parse("options.mandatory_attacks=never", given)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("units.us-1.strength", "a sweep is written"),
        ("units.us-9.strength=3", "there is no value 'units.us-9.strength' to set; there are units.us-1.strength"),
        ("moral=3", "there are options|there are reinforcements"),
        ("units.us-1.strength=hero", r"strength of 1st Regiment \(us-1\) cannot be hero"),
        ("units.us-1.strength=-4", "cannot be -4"),
        ("reinforcements.0.turn=2,9", "cannot be 9.*REINF102"),
        ("reinforcements.0.turn=soon", "whole number"),
        ("turns.count=1", "cannot be 1"),
        ("victory.handicap.us=yes", "whole number"),
    ],
)
def test_what_cannot_be_set_is_said(scenario: Scenario, text: str, told: str) -> None:
    with pytest.raises(HexwrightError, match=told):
        parse(text, scenario)
