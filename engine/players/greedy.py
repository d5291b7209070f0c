"""A player that looks one action ahead and takes what is best at once: no plan, but it closes in."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from engine.play import Action, Game
from engine.play.dice import Dice
from engine.scenario import Scenario

_TRIED: Final = 24
"""So many actions are tried at a decision; where there are more, a random choice of them."""

_NEARER: Final = 0.02
"""What one hex nearer to the goal is worth, in steps."""


class GreedyPlayer:
    """Tries actions on a copy of the game, with dice of its own, and takes the one that serves it best."""

    def __init__(self, side: str, seed: int = 0) -> None:
        self.side = side
        self.last_reason = ""
        self._random = Random(f"{side}:{seed}")

    def choose(self, game: Game) -> Action:
        """The action with the best immediate result; the earlier one of two that are equal."""
        actions = self._candidates(game)
        if len(actions) == 1:
            self.last_reason = "no other choice"
            return actions[0]
        # One throw of our own dice for all candidates: fair between them, and blind to the game's.
        dice = Dice(self._random.getrandbits(48))
        worths = [self._worth_after(game, action, dice) for action in actions]
        best = max(range(len(actions)), key=worths.__getitem__)
        self.last_reason = f"best of {len(actions)} tried"
        return actions[best]

    def _candidates(self, game: Game) -> list[Action]:
        legal = list(game.legal_actions())
        return legal if len(legal) <= _TRIED else sorted(self._random.sample(legal, _TRIED))

    def _worth_after(self, game: Game, action: Action, dice: Dice) -> float:
        twin = game.copy()
        twin.dice = dice
        twin.apply(action, trusted=True)
        return worth(twin, self.side)


def worth(game: Game, side: str) -> float:
    """How well a side stands: won or lost, its steps against the enemy's, and how near it is to the goal."""
    outcome = game.outcome()
    if outcome is not None and outcome.winner:
        return 1000.0 if outcome.winner == side else -1000.0
    units = game.rules.units(game.state)
    scenario = game.scenario
    mine = [key for key in units if scenario.units[key].side == side]
    theirs = [key for key in units if scenario.units[key].side != side]
    goals = _goals(scenario) or [units[key] for key in theirs]
    nearness = sum(_distance(scenario, units[key], goals) for key in mine)
    return _steps(units, mine) - _steps(units, theirs) - _NEARER * nearness


def _steps(units: dict[str, dict[str, Any]], keys: list[str]) -> int:
    return sum(0 if units[key].get("dead") else int(units[key].get("steps", 1)) for key in keys)


def _goals(scenario: Scenario) -> list[dict[str, Any]]:
    return [{"at": name} for line in scenario.victory.scoring for name in line.hexes]


def _distance(scenario: Scenario, unit: dict[str, Any], goals: list[dict[str, Any]]) -> int:
    """Hexes to the nearest goal; 0 for units and goals that are in no hex."""
    grid = scenario.map.grid
    here = grid.find(str(unit.get("at") or ""))
    there = [grid.find(str(goal.get("at") or "")) for goal in goals]
    if here not in grid:
        return 0
    return min((grid.distance(here, goal) for goal in there if goal in grid), default=0)
