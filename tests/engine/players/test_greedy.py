"""The greedy player wants the best odds at once, whatever the system, and has no plan."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.formats import load_scenario
from engine.play import Game
from engine.players import make

sys.path.insert(0, str(Path(__file__).parents[1] / "systems"))

from tlg2_field import field, game


def played(playing: Game, side: str, kind: str) -> list[str]:
    """What the greedy player does in one phase, as text."""
    player = make("greedy", side, 1)
    found = []
    while (decision := playing.decision) is not None and (decision.side, decision.kind) == (side, kind):
        action = player.choose(playing)
        assert playing.verdict(action)
        found.append(playing.text(action))
        playing.apply(action)
    return found


def test_everybody_goes_for_the_best_odds() -> None:
    units = {"us-1 infantry 6/3": "X0405", "us-2 infantry 5/2": "X0406", "ac-1 infantry 9/4": "X0702"}
    playing = game(field(), {**units, "ac-2 infantry 3": "X0706"})
    played(playing, "us", "movement")
    where = playing.rules.units(playing.state)
    grid = playing.scenario.map.grid
    assert {key: grid.distance(grid.parse(where[key]["at"]), grid.parse("X0706")) for key in ("us-1", "us-2")} == {
        "us-1": 1,
        "us-2": 1,
    }


def test_nobody_walks_into_bad_odds() -> None:
    playing = game(field(), {"us-1 infantry 2": "X0405", "ac-1 infantry 9/4": "X0705"})
    played(playing, "us", "movement")
    grid = playing.scenario.map.grid
    at = playing.rules.units(playing.state)["us-1"]["at"]
    assert grid.distance(grid.parse(at), grid.parse("X0705")) == 2, "nearer, but not into contact"


def test_the_best_odds_are_fought_first_and_bad_ones_not_at_all() -> None:
    units = {
        "us-1 infantry 6/3": "X0405",
        "us-gun artillery 2 range 6": "X0410",
        "ac-1 infantry 2": "X0406",
        "ac-2 infantry 9/4": "X0710",
    }
    playing = game(field(), units, phase="combat", dice=[6])
    assert playing.text(make("greedy", "us").choose(playing)) == "attack X0406"
    done = played(playing, "us", "combat") + played(playing, "us", "attack") + played(playing, "us", "combat")
    assert done[-1] == "end phase"
    assert not any("X0710" in text for text in done), "a gun at 1:4 is left silent"


@pytest.mark.parametrize("name", ["lundys_lane", "chippewa"])
def test_the_same_seed_makes_the_same_game(name: str) -> None:
    scenario = load_scenario(name)

    def actions(seed: int) -> list[str]:
        playing = Game(scenario, 3)
        players = {side: make("greedy", side, seed) for side in scenario.sides}
        while (decision := playing.decision) is not None:
            playing.apply(players[decision.side].choose(playing))
        assert playing.outcome() is not None
        return playing.actions

    assert actions(5) == actions(5)
