"""What rules files do at each action: no more than they have to, and the short ways say what the long ones say."""

from __future__ import annotations

import sys
from random import Random
from types import FrameType
from typing import Any

import pytest
from equality import TLG2
from test_equality import as_written_by_hand, played_by_both, written_kind

from engine.kit.combat.fighting import KitDeclaration
from engine.kit.play.state import KitState
from engine.kit.rules import kit_rules
from engine.mechanics.hexes.attacks import Building
from engine.play import Game, Rules
from engine.scenario import Scenario


def random_game(scenario: Scenario, rules: Rules[Any], seed: int) -> Game:
    """A whole game at random."""
    game, random = Game(scenario, seed, rules=rules), Random(seed)
    while game.decision is not None:
        game.apply(game.legal_actions().sample(random), trusted=True)
    return game


def calls_an_action(scenario: Scenario, rules: Rules[Any]) -> float:
    """How many functions of Python are called for each action of some random games."""
    random_game(scenario, rules, 0)  # what is worked out once is known from here on
    calls = actions = 0

    def count(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal calls
        calls += event == "call"

    for seed in range(3):
        sys.setprofile(count)
        try:
            actions += len(random_game(scenario, rules, seed))
        finally:
            sys.setprofile(None)
    return calls / actions


def test_a_rules_file_calls_at_most_eight_functions_for_five_of_the_rules_by_hand() -> None:
    scenario, hand, kit = played_by_both("chippewa", "tlg2", TLG2)
    stripped = TLG2.stripped(scenario)
    assert calls_an_action(TLG2.rewritten(stripped), kit) < 1.6 * calls_an_action(stripped, hand)


def test_a_state_is_copied_with_all_that_it_has() -> None:
    scenario, _, kit = played_by_both("first_steps", "tlg2", TLG2)
    state = Game(TLG2.rewritten(TLG2.stripped(scenario)), 1, rules=kit).state
    assert isinstance(state, KitState)
    names = {name for each in KitState.__mro__ for name in getattr(each, "__slots__", ())}
    for number, name in enumerate(sorted(names - {"stack", "kept", "asking"})):
        value = getattr(state, name)
        if isinstance(value, int | str):
            setattr(state, name, type(value)(number))
    state.kept = [[1.0, 2.0]]
    twin = state.copy()
    assert {name: getattr(twin, name) for name in names} == {name: getattr(state, name) for name in names} | {
        "asking": None
    }
    shared = {name for name in names if getattr(twin, name) is getattr(state, name)}
    mutable = {name for name in names if isinstance(getattr(state, name), dict | list)}
    assert shared & mutable == {"goings"}  # which is replaced, and never changed in what it says
    assert twin.kept[0] is not state.kept[0]


@pytest.mark.parametrize(
    "changes",
    [{}, {"hexes": "one"}, {"units": "one"}, {"units": "stack"}, {"must": "attackers"}, {"strict": False}],
    ids=str,
)
def test_whether_an_attack_may_be_fought_follows_from_the_contacts(
    changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario, *_ = played_by_both("first_steps", "tlg2", TLG2)
    rewritten = TLG2.rewritten(TLG2.stripped(scenario))
    rules = kit_rules(as_written_by_hand("tlg2", combat=[{**written_kind(), **changes}]))(rewritten, {})
    short = KitDeclaration.may_fight
    answers = []

    def both_ways(self: KitDeclaration, field: Any, state: KitState) -> bool:
        answers.append(short(self, field, state))
        assert Building.may_fight(self, field, state) is answers[-1]
        return answers[-1]

    monkeypatch.setattr(KitDeclaration, "may_fight", both_ways)
    for seed in range(3):
        random_game(rewritten, rules, seed)
    assert True in answers
