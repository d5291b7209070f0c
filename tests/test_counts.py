"""Set positions have as many legal actions as they had; work does not grow faster than the units."""

from __future__ import annotations

from cProfile import Profile
from random import Random
from typing import Any

import pytest
from sweeps import SWEEP
from tools.battles import battle
from tools.counting import EVERY, FOLDER, game_at, positions, split

from engine.play import Game
from engine.players import seat
from engine.umpire.testturns import play

POSITIONS = [
    pytest.param(position, id=f"{path.stem}-{position['name']}")
    for path in sorted(FOLDER.glob("*.yaml"))
    for position in positions(path.stem)
]


@pytest.mark.parametrize("position", POSITIONS)
def test_the_count_is_as_it_was(position: dict[str, Any]) -> None:
    game = game_at(position)
    before = game.state.to_json()
    all_of_them = SWEEP or "some" not in position
    counts = dict(split(game, 1 if all_of_them else EVERY))
    found = (len(game.legal_actions()), sum(counts.values()))
    by_action = "\n".join(f"{text}: {count}" for text, count in counts.items())
    told = "if meant: make record ARGS=counts"
    wanted = position["one"], position["two" if all_of_them else "some"]
    assert found == wanted, f"{found}; {told}\n{by_action}"
    assert game.state.to_json() == before


@pytest.mark.parametrize("position", POSITIONS)
def test_every_listed_action_is_legal_and_none_is_listed_twice(position: dict[str, Any]) -> None:
    game = game_at(position)
    actions = list(game.legal_actions())
    assert len(set(actions)) == len(actions)
    assert all(game.verdict(action) for action in actions)


def calls(scenario: str, player: str, units: int) -> int:
    """Calls of functions in two game turns of a battle with so many units a side."""
    game = Game(battle(units, scenario), 7)
    with Profile() as profile:
        play(game, seat([player], game.scenario.sides, 7))
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize(
    ("scenario", "player", "most"),
    [
        ("lundys_lane", "random", 8),
        ("arracourt", "random", 8),
        ("lundys_lane", "staff", 11),
        ("arracourt", "staff", 8),
    ],
)
def test_ten_times_the_units_take_so_many_times_the_calls(scenario: str, player: str, most: int) -> None:
    calls(scenario, player, 10)
    assert calls(scenario, player, 100) <= most * calls(scenario, player, 10)


@pytest.mark.parametrize("scenario", ["lundys_lane", "arracourt"])
def test_a_sound_position_is_not_gone_through_again_after_each_action(scenario: str) -> None:
    """What is asked after every action costs as little where there are ten times the units."""

    def asked(units: int) -> int:
        game = Game(battle(units, scenario), 7)
        assert game.rules.field.defects(game.state) == []
        game.apply(game.legal_actions().sample(Random(1)))
        with Profile() as profile:
            assert game.rules.field.defects(game.state) == []
        return sum(entry.callcount for entry in profile.getstats())

    assert asked(100) == asked(10)
