"""What can be done with a thing here: legal actions by the units, places and verbs that they name."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "systems"))

import fm_field
import tlg2_field
from hex_field import field

from engine.play import Game
from engine.play.choices import Choices
from engine.scenario import Arrival


def marching() -> Game:
    units = {"us-1 infantry 6/3": "X0405", "us-2 infantry 5/2": "X0406", "ac-1 infantry 9/4": "X1002"}
    return tlg2_field.game(field(), units)


def test_each_unit_has_its_own_choices_and_what_needs_no_unit_stands_apart() -> None:
    game = marching()
    choices = game.choices()
    assert sorted(choice.text for choice in choices) == sorted(game.legal_actions().texts())
    assert len(choices) == game.legal_actions().count()
    assert choices.units == ["us-1", "us-2"]
    assert [choice.text for choice in choices.of()] == ["end phase"]
    assert all(choice.parts.units == ("us-2",) for choice in choices.of("us-2"))


def test_a_hex_that_two_units_reach_is_a_goal_of_each() -> None:
    choices = marching().choices()
    for unit in ("us-1", "us-2"):
        (choice,) = choices.at("X0506", unit)
        assert choice.parts.units == (unit,)
        assert choice.goal == "X0506"
    assert {choice.parts.units[0] for choice in choices.at("X0506", "us-1", "us-2")} == {"us-1", "us-2"}
    assert choices.at("X0506") == [], "nobody goes there without a unit"
    assert set(choices.about("us-1")["X0506"]) == {"move"}


def test_an_attack_without_a_unit_leads_to_its_target() -> None:
    units = {"us-1 infantry 6/3": "X0405", "ac-1 infantry 2": "X0406"}
    choices = tlg2_field.game(field(), units, phase="combat").choices()
    (choice,) = choices.at("X0406")
    assert (choice.text, choice.parts.targets) == ("attack X0406", ("X0406",))
    assert set(choices.about()) == {"X0406"}


def test_what_differs_in_more_than_its_way_is_told_apart() -> None:
    units = {"cw-1 infantry 3-3-4": "X0405", "ge-1 infantry 3-3-4": "X0406"}
    playing = fm_field.game(field(), units, phase="bombardment", special=fm_field.support("2/0", cw=[3, 3]))
    assert [choice.text for choice in playing.choices().at("X0406")] == ["bombard X0406 with 1", "bombard X0406 with 2"]


def test_who_enters_is_found_by_the_hex_it_enters() -> None:
    units = {"us-1 infantry 6/3": "X0405", "ac-1 infantry 9/4": "X1002"}
    arrivals = [Arrival(1, "us", ("X0112",), ("us-2",))]
    playing = tlg2_field.game(field(), {**units, "us-2 infantry 5/2": ""}, arrivals=arrivals)
    choices = playing.choices()
    assert choices.beginning("X0112", ["us-1", "us-2"]) == ["us-2"]
    assert choices.beginning("X0405", ["us-1", "us-2"]) == []


def test_without_a_game_nothing_can_be_done() -> None:
    choices = Choices()
    assert (len(choices), list(choices), choices.units, choices.about(), choices.at("X0101")) == (0, [], [], {}, [])
