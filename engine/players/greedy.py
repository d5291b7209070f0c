"""A player without a plan: it wants the best odds at once, and what is best at once where there are no odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any, Final

from engine.boards.board import Board, place_text
from engine.play import Action, Game
from engine.play.dice import Dice
from engine.players.greedy_odds import Attacks, Marches

_ENTRY: Final = "entry"
"""The decision of a unit that came onto the map by the first step of its way; it was told the whole of others."""
_TRIED: Final = 24
"""The most actions that are tried at a decision; where there are more, a random choice of them."""

_NEARER: Final = 0.02
"""What one hex (or other unit of length) nearer to the goal is worth, in combat factors."""


class GreedyPlayer:
    """Where units fight in hexes it goes where the best attack is to be had this turn, and fights the best odds first.

    Any other choice it tries on a copy of the game as its side may know it, with dice of its own, and takes what serves
    it best.
    """

    def __init__(self, side: str, seed: int = 0) -> None:
        self.side = side
        self.last_reason = ""
        self._random = Random(f"{side}:{seed}")
        self._guesses = Random(f"{side}:{seed}:guess")
        self._orders: list[tuple[Action, str]] = []
        """Moves still to be made in the phase they were thought out in."""
        self._phase: tuple[int, str] | None = None

    def choose(self, game: Game) -> Action:
        """The action with the best immediate result; the earlier one of two that are equal."""
        if game.decision and game.decision.kind == _ENTRY:
            self.last_reason = "where it was to go"
            return Action("stop")
        game = game.guess(self.side, self._guesses)
        phase = (game.state.turn, game.decision.kind if game.decision else "")
        if phase != self._phase:
            self._phase, self._orders = phase, []
        while self._orders:
            action, self.last_reason = self._orders.pop(0)
            if game.verdict(action):
                return action
        legal = list(game.legal_actions())
        if len(legal) == 1:
            self.last_reason = "no other choice"
            return legal[0]
        return self._by_odds(game, legal) or self._by_trial(game, legal)

    def _by_odds(self, game: Game, legal: list[Action]) -> Action | None:
        """A move or an attack where the rules tell what attacks promise; None for every other choice."""
        if not game.rules.tells("prospects"):
            return None
        verbs = {action.verb for action in legal}
        if verbs & {"move", "enter"}:
            self._orders = Marches(game, self.side, legal).orders()
            action, self.last_reason = self._orders.pop(0)
            return action
        if verbs & {"attack", "with", "fight"}:
            action, self.last_reason = Attacks(game, self.side, legal).choice()
            return action
        return None

    def _by_trial(self, game: Game, legal: list[Action]) -> Action:
        actions = legal if len(legal) <= _TRIED else sorted(self._random.sample(legal, _TRIED))
        # One throw of our own dice for all candidates: fair between them, and blind to the game's.
        dice = Dice(self._random.getrandbits(48))
        worths = [self._worth_after(game, action, dice) for action in actions]
        best = max(range(len(actions)), key=worths.__getitem__)
        self.last_reason = f"best of {len(actions)} tried"
        return actions[best]

    def _worth_after(self, game: Game, action: Action, dice: Dice) -> float:
        twin = game.copy()
        twin.dice = dice
        twin.apply(action, trusted=True)
        return worth(twin, self.side)


def worth(game: Game, side: str) -> float:
    """How well a side stands: won or lost, its combat factors against the enemy's, and how near it is to the goal."""
    outcome = game.outcome()
    if outcome is not None and outcome.winner:
        return 1000.0 if outcome.winner == side else -1000.0
    units = game.rules.units(game.state)
    scenario = game.scenario
    mine = [key for key in units if scenario.units[key].side == side]
    theirs = [key for key in units if scenario.units[key].side != side]
    goals: list[str | None] = [name for line in scenario.victory.scoring for name in line.hexes]
    goals = goals or [place_text(units[key].get("at")) for key in theirs]
    nearness = _nearness(scenario.map, [place_text(units[key].get("at")) for key in mine], goals)
    return _factors(units, mine) - _factors(units, theirs) - _NEARER * nearness


def _factors(units: dict[str, dict[str, Any]], keys: list[str]) -> float:
    """Combat factors where the system has them, else steps."""
    return sum(0 if units[key].get("dead") else units[key].get("strength", units[key].get("steps", 1)) for key in keys)


def _nearness(board: Board, places: Iterable[str | None], goals: Iterable[str | None]) -> float:
    """The distance of each place to its nearest goal, all together; 0 for places and goals that are not on the map."""
    ends = {spot for goal in set(goals) if (spot := board.find(goal or "")) is not None}
    if not ends:
        return 0
    standing = Counter(places)  # units stand together, and a place is worked out once
    found = ((number, board.find(place or "")) for place, number in standing.items())
    return sum(number * min(board.distance(spot, end) for end in ends) for number, spot in found if spot is not None)
