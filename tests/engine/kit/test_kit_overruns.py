"""Overruns: whole games in which units run over weaker ones, and what is refused or looked for on the way."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kit_files import HERE, first_steps, kit_file

from engine.formats import load_example
from engine.kit.rules import KitRules, kit_rules
from engine.kit.staff.staff import KitStaff
from engine.play import Action, Event, Game, Illegal

COSTS: dict[str, Any] = {
    "hex": {"clear": 1, "woods": {"foot": 2, "guns": "prohibited"}},
    "hexside": {"river": {"cost": 2, "unless": "road"}},
    "path": {"road": "1/2"},
}


def rules(cost: object = 1, **zones: object) -> type[KitRules]:
    """Two Banks, where whatever is weaker is overrun."""
    movement = {"rule": "4", "costs": COSTS, "enemies": {"overrun": {"ratio": "1/2", "cost": cost}}}
    return kit_rules(kit_file("two_banks", movement=movement, zones=zones))


def overrun(game: Game) -> list[Event]:
    """Those who were eliminated by overruns."""
    return [event for event in game.events if event.kind == "eliminated" and event.rule == "two_banks:4"]


def eager(game: Game, random: Random) -> Action:
    """A random action, an overrun where there is one more often than not."""
    side, stacks = game.rules.field.active_side(game.state), game.state.stacks
    foes = game.rules.field.roster.of_side[1 - side]
    moves = [action for action in game.legal_actions() if action.verb == "move"]
    overruns = [action for action in moves if any(stacks.get(h, 0) & foes for h in action.args[1:])]
    return random.choice(overruns) if overruns and random.random() < 0.7 else game.legal_actions().sample(random)


@pytest.mark.parametrize("seed", range(20))
def test_a_random_game_with_overruns_is_sound_from_beginning_to_end(seed: int) -> None:
    scenario = first_steps()
    made = rules(("1/3", 0, 1, "1/2")[seed % 4], **({"enter": "1/2"} if seed % 2 else {"enter": "free"}))
    game, random = Game(scenario, seed, rules=made(scenario)), Random(seed)
    while game.decision is not None:
        assert len(game) < 500
        action = eager(game, random)
        assert game.verdict(action), game.text(action)
        if len(game) % 5 == 0:
            assert all(game.verdict(one) for one in game.legal_actions())
            assert game.rules.load(json.loads(json.dumps(game.state.to_json()))) == game.state
        game.apply(action)
        assert game.rules.defects(game.state) == []
    assert overrun(game)


def example(name: str) -> Game:
    spec = load_example(Path(HERE) / "plays" / f"{name}.yaml")
    return Game(spec.scenario, 1, start=spec.start)


def with_overruns() -> Game:
    scenario = first_steps()
    return Game(scenario, 1, rules=rules(enter="free")(scenario))


@pytest.mark.parametrize("begun", [with_overruns, lambda: example("facing-turning")], ids=["overruns", "facing"])
def test_the_staff_plays_whatever_ways_there_are(begun: Callable[[], Game]) -> None:
    game = begun()
    staffs = {side: KitStaff(side, 1) for side in game.scenario.sides}
    while game.decision is not None and len(game) < 200:
        game.apply(staffs[game.decision.side].choose(game))
    assert game.rules.defects(game.state) == []


def test_what_is_too_strong_is_refused_with_the_figures() -> None:
    verdict = example("overrun-ratio").verdict("move us-1 X0504")
    assert isinstance(verdict, Illegal)
    assert "its strength is 2, and us-1 may overrun less than 2" in verdict.reason


def test_a_refusal_says_nothing_of_who_is_not_known() -> None:
    game = example("raiding-unknown")
    said = [game.verdict(f"move us-1 {where}") for where in ("X0504", "X0605")]
    reasons = [each.reason.replace("X0605", "X0504") for each in said if isinstance(each, Illegal)]
    assert len(reasons) == 2
    assert len(set(reasons)) == 1
    # What the other side asks about a unit that it does not know tells nothing of it either.
    theirs = [game.verdict(f"move {unit} X0505") for unit in ("ac-1", "ac-2")]
    assert len({each.rules for each in theirs if isinstance(each, Illegal)}) == 1


def test_what_can_be_overrun_is_in_reach_at_its_price() -> None:
    game = example("overrun-cost")
    assert game.verdict("move us-1 X0504")
    ends = {action.args[-1] for action in game.legal_actions() if action.verb == "move" and action.args[0] == 0}
    grid = game.rules.field.grid
    assert grid.find("X0504") in ends
    assert {grid.find("X0503"), grid.find("X0502")}.isdisjoint(ends)
