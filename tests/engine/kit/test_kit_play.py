"""Two Banks is played: whole random games, every action legal, every state sound, every refusal with its paragraphs."""

from __future__ import annotations

import json
from random import Random

import pytest
from kit_files import first_steps, kit_file

from engine.kit.rules import KitRules, kit_rules
from engine.play import Game, Illegal, Start

RULES: type[KitRules] = kit_rules(kit_file("two_banks"))


@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_is_sound_from_beginning_to_end(seed: int) -> None:
    scenario = first_steps()
    game, random = Game(scenario, seed, rules=RULES(scenario)), Random(seed)
    while game.decision is not None:
        assert len(game) < 500
        listed = list(game.legal_actions())
        assert listed == sorted(listed)
        action = game.legal_actions().sample(random)
        assert game.verdict(action), game.text(action)
        assert game.parse(game.text(action)) == action
        assert action in listed or action.verb in ("move", "enter", "go", "fight")
        state = game.rules.load(json.loads(json.dumps(game.state.to_json())))
        assert state == game.state
        game.apply(action)
        assert game.rules.defects(game.state) == []
    assert game.outcome() is not None


def begun(**changes: object) -> Game:
    scenario = first_steps()
    rules = kit_rules(kit_file("two_banks", **changes)) if changes else RULES
    return Game(scenario, 1, rules=rules(scenario))


def refused(game: Game, action: str) -> tuple[str, ...]:
    verdict = game.verdict(action)
    assert isinstance(verdict, Illegal), action
    return verdict.rules


def test_what_costs_too_much_is_refused_under_the_paragraph_of_the_costs() -> None:
    game = begun()
    assert "two_banks:4" in refused(game, "move us-1 F0101")
    assert game.verdict("move us-1 F0705")


def test_out_of_its_phase_an_action_is_refused_with_what_else_it_breaks() -> None:
    rules = refused(begun(), "attack F1005 with us-1")
    assert rules[:2] == ("two_banks:sequence.movement", "two_banks:sequence")
    assert "two_banks:6" in rules


def test_nobody_goes_on_from_an_enemy_zone() -> None:
    scenario = first_steps()
    start = Start(side="us", phase="movement", units={"us-1": "F0805", "ac-1": "F1005", "ac-light": "F1104"})
    game = Game(scenario, 1, rules=RULES(scenario), start=start)
    stop = next(name for name in ("F0905", "F0906", "F0904") if game.rules.reach(game.state, "us-1").hexes[name].stops)
    behind = [n for n in game.rules.reach(game.state, "us-1").hexes.values() if n.path[:1] == [stop]]
    assert [way.path for way in behind] == [[stop]]


def test_a_unit_moves_once_in_a_phase() -> None:
    game = begun()
    game.apply("move us-1 F0705")
    assert "two_banks:4" in refused(game, "move us-1 F0605")


def test_a_phase_in_which_nobody_can_do_anything_closes_by_itself() -> None:
    game = begun()
    game.apply("end movement")
    assert game.decision is not None
    assert (game.decision.side, game.decision.kind) == ("ac", "movement")
    assert [action.verb for action in game.forced] == ["end"]


def test_friends_may_be_closed_and_stacking_asked_at_once() -> None:
    game = begun(movement={"friends": "closed"}, stacking={"limit": 1})
    assert "two_banks:movement" in refused(game, "move us-1 F0604")
    assert "two_banks:stacking" in refused(game, "move us-1 F0604")


def test_a_reinforcement_enters_in_its_turn_and_goes_on() -> None:
    scenario = first_steps()
    start = Start(turn=2, side="us", phase="movement")
    game = Game(scenario, 1, rules=RULES(scenario), start=start)
    game.apply("enter us-dragoons F0106")
    assert game.decision is not None
    assert game.decision.kind == "entry"
    game.apply("stop")
    assert game.rules.units(game.state)["us-dragoons"]["at"] == "F0106"
    assert "two_banks:arrivals" in refused(begun(), "enter us-dragoons F0106")
