"""Bounds at random leave nothing in disorder: a few in `make test`, 2,000 in `make soak`."""

from __future__ import annotations

from random import Random

import pytest
from sweeps import SWEEP

from engine.formats import load_scenario
from engine.play import Game

BOUNDS = 2000 if SWEEP else 24


def test_bounds_at_random_leave_no_defect() -> None:
    scenario, seed, played = load_scenario("teaching_table"), 0, 0
    while played < BOUNDS:
        game, random = Game(scenario, seed), Random(seed)
        bound = game.state.bound
        while game.decision is not None:
            action = game.legal_actions().sample(random)
            assert game.verdict(action), game.text(action)
            assert game.parse(game.text(action)) == action
            game.apply(action)
            if game.state.bound != bound or game.decision is None:
                bound, played = game.state.bound, played + 1
                assert game.rules.defects(game.state) == []
        assert game.outcome() is not None
        seed += 1


@pytest.mark.skipif(not SWEEP, reason="a minute and more: make soak")
@pytest.mark.parametrize("name", ["zama", "hastings"])
def test_large_battles_at_random_leave_no_defect(name: str) -> None:
    game, random = Game(load_scenario(name), 1), Random(1)
    while game.decision is not None:
        game.apply(game.legal_actions().sample(random))
        assert game.rules.defects(game.state) == []
