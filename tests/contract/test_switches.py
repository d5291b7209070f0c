"""Campaigns of The Sun Never Sets with their optional chapters switched on and off: however they meet, what is offered
is legal and short, the state stays sound and survives JSON, and nothing hidden is told.

`make test` takes the eight sets in which any two switches meet in every way, and a few actions from some segments;
`make soak` those in which any three do, and many actions from all of them.
"""

from __future__ import annotations

from functools import cache
from random import Random

import covering
import pytest
from contract_cases import SCENARIOS, scenario_of
from soak import one_action
from sweeps import SWEEP

from engine.formats import ReplayAction
from engine.play import Game, Rules, Start
from engine.play.registry import system

SEGMENTS = ("events", "reinforcement", "movement", "battle", "logistics", "rally")
ACTIONS = 120 if SWEEP else 12
LISTED = 400
"""No decision of a campaign lists as many actions; who lists a sample is left out, as those on the march are."""


def switches_of(name: str) -> tuple[str, ...]:
    """The optional chapters of a scenario's system, in order."""
    offered = system(scenario_of(name).system).options.items()
    return tuple(key for key, option in offered if option.choices == (False, True))


CAMPAIGNS = [name for name in SCENARIOS if scenario_of(name).system in ("sns2", "ffl")]
CASES = [
    (name, number)
    for name in CAMPAIGNS
    for number in range(len((covering.by_threes if SWEEP else covering.by_pairs)(switches_of(name))))
]


@cache
def sets_of(name: str) -> list[covering.Switches]:
    cover = covering.by_threes if SWEEP else covering.by_pairs
    return cover(switches_of(name))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}")
def test_however_switches_meet_a_campaign_can_be_played(case: tuple[str, int]) -> None:
    name, number = case
    scenario, options = scenario_of(name), sets_of(name)[number]
    rules: Rules = system(scenario.system).rules(scenario, options)
    sides, random = list(scenario.sides), Random(f"switches:{name}:{number}")
    for segment in SEGMENTS if SWEEP else random.sample(SEGMENTS, 2):
        start = Start(turn=random.randint(1, 3), side=random.choice(sides), phase=segment)
        game = Game(scenario, number, start=start, rules=rules)
        for _ in range(ACTIONS):
            if game.decision is None:
                break
            if game.state.top.exhaustive:
                assert game.legal_actions().count() < LISTED, f"{segment}: {game.decision.prompt}"
            taken: list[ReplayAction] = []
            assert not (wrong := one_action(game, random, taken)), f"{segment}, {taken[-1].do}: {wrong}"
        keeps_its_secrets(game)


def keeps_its_secrets(game: Game) -> None:
    """What is hidden from a side and dealt again looks to it as it did, and the state survives JSON."""
    for side in game.scenario.sides:
        dealt = game.rules.redeal(game.state, side, Random(1))
        assert game.rules.view(dealt, side) == game.rules.view(game.state, side)
        assert game.rules.defects(dealt) == []
    assert game.rules.load(game.state.to_json()) == game.state
