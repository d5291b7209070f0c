"""The switches of the optional chapters: any combination of them plays, and what is off leaves no trace."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations, islice, product
from random import Random
from typing import Final

import pytest

from engine.formats import load_scenario
from engine.play import Game
from engine.play.registry import system
from engine.systems.sun_never_sets.base.options import OPTIONS, SWITCHES
from engine.systems.sun_never_sets.rules import SnsRules

SCENARIO: Final = load_scenario("sns_first_steps")
MOST: Final = 3_000


def words() -> list[str]:
    """Eight-bit words that begin with 0 and hold four ones: any two differ in both ways in some bit."""
    return [f"{n:08b}" for n in range(128) if f"{n:08b}".count("1") == 4]


def covering() -> list[dict[str, bool]]:
    """None, all, and eight sets in which any two switches are both on, both off, and either way apart."""
    given = dict(zip(SWITCHES, words(), strict=False))
    sets = [{name: word[bit] == "1" for name, word in given.items()} for bit in range(8)]
    return [dict.fromkeys(SWITCHES, False), dict.fromkeys(SWITCHES, True), *sets]


def test_the_sets_cover_every_pair_of_switches() -> None:
    either_way = set(product((True, False), repeat=2))
    for one, other in combinations(SWITCHES, 2):
        assert {(sets[one], sets[other]) for sets in covering()} == either_way


def test_switches_are_off_unless_a_scenario_says_otherwise() -> None:
    assert [name for name in SWITCHES if OPTIONS[name].default is not False] == []
    assert "extras" not in Game(SCENARIO, 1).state.to_json()


def test_a_scenario_turns_a_switch_on() -> None:
    rules = system("sns2").rules(replace(SCENARIO, options={"routing": True}))
    assert isinstance(rules, SnsRules)
    assert rules.field.on("routing")


@pytest.mark.parametrize("number", range(10))
def test_any_combination_plays(number: int) -> None:
    """Random play with no defect, whole and sorted lists, every action as a text that is read back, every event with a
    sentence, and a state that goes through JSON."""
    rules = SnsRules(SCENARIO, covering()[number])
    game, random = Game(SCENARIO, number, rules=rules), Random(number)
    seen: set[tuple[str, ...]] = set()
    while game.decision is not None:
        assert len(game) < MOST, "the game does not end"
        kind = tuple(type(frame).__name__ for frame in game.state.stack)
        if kind not in seen:
            seen.add(kind)
            listed = list(islice(game.legal_actions(), 400))
            assert len(listed) < 400
            assert listed == sorted(listed)
            texts = [game.text(action) for action in listed]
            assert [game.parse(text) for text in texts] == listed
            assert [text for text, action in zip(texts, listed, strict=True) if not game.verdict(action)] == []
            data = json.loads(json.dumps(game.state.to_json()))
            assert rules.load(data).to_json() == game.state.to_json()
        game.apply(game.legal_actions().sample(random))
        assert rules.defects(game.state) == [], game.actions[-1:]
    assert {event.kind for event in game.events} <= set(system("sns2").sentences)
