"""A position of play as a scenario of its own: it can be played, with everybody where he stood, and the same score."""

from __future__ import annotations

from dataclasses import replace

import fm_field
import pytest
import tlg2_field
from hex_field import field

from engine.formats import load_scenario
from engine.play import Game
from engine.players import make
from engine.umpire.positions import as_scenario
from engine.umpire.testturns import play


def played(name: str, turns: int) -> Game:
    game = Game(load_scenario(name), 4)
    play(game, {side: make("random", side, 4) for side in game.scenario.sides}, turns)
    return game


@pytest.mark.parametrize("name", ["lundys_lane", "fm_first_steps", "chippewa"])
def test_a_position_after_two_turns_is_a_scenario_that_can_be_played(name: str) -> None:
    game = played(name, 2)
    made = as_scenario(game)
    again = Game(made, 1)
    before, after = game.rules.units(game.state), again.rules.units(again.state)
    assert {key: how["at"] for key, how in after.items() if how["at"]} == {
        key: how["at"] for key, how in before.items() if how["at"]
    }
    assert not {key for key, how in before.items() if how["dead"]} & set(after)
    assert {key: how["strength"] for key, how in after.items()} == {key: before[key]["strength"] for key in after}
    assert made.turns.count == game.scenario.turns.count - game.state.turn + 1
    assert again.rules.status(again.state)["score"] == pytest.approx(game.rules.status(game.state)["score"])
    assert made.turns.label(1) == game.scenario.turns.label(game.state.turn) or made.turns.label(1) == "Turn 1"


def test_a_counter_that_was_turned_over_begins_as_it_lies() -> None:
    units = {"us-1 infantry 6/3": "X0405", "ac-1 infantry 3/2": "X0406"}
    game = tlg2_field.game(field(), units, phase="combat", dice=[2])
    game.apply("attack X0406 with us-1")
    made = as_scenario(game)
    assert made.units["us-1"].values["strength"] == 3, "both have lost a step"
    assert made.units["ac-1"].values["strength"] == 2
    assert not {"reduced"} & (made.units["us-1"].values.keys() | made.units["ac-1"].values.keys())


def test_each_value_of_a_counter_that_was_turned_over_is_that_of_its_other_side() -> None:
    units = {"cw-1 infantry 5-4-3/2-1": "X0605", "ge-1 infantry 4-3-3/2-1": "X0606"}
    whole = fm_field.game(field(), units, phase="combat")
    assert whole.start is not None
    turned_over = {**whole.start.units, "cw-1": {"at": "X0605", "steps": 1}}
    made = as_scenario(Game(whole.scenario, 1, start=replace(whole.start, units=turned_over)))
    turned, upright = made.units["cw-1"].values, made.units["ge-1"].values
    assert (turned["attack"], turned["defense"]) == (2, 1)
    assert not [key for key in turned if key.startswith("reduced")]
    assert (upright["attack"], upright["reduced_attack"]) == (4, 2)


def test_reinforcements_still_come_on_their_day() -> None:
    game = played("lundys_lane", 2)
    made = as_scenario(game, "Evening")
    assert made.name == "Evening"
    waiting = {
        key: game.scenario.arrival_of(key) for key, how in game.rules.units(game.state).items() if how["waiting"]
    }
    assert waiting
    for key, arrival in waiting.items():
        later = made.arrival_of(key)
        assert arrival is not None
        assert later is not None
        assert later.turn == max(1, arrival.turn - 2)
