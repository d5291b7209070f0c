"""A position of play as a scenario of its own: it can be played, with everybody where he stood, and the same score."""

from __future__ import annotations

import pytest

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
