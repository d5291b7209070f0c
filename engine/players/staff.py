"""The staff: a player that plans. Each rules system brings its own; where one has none it is the greedy player."""

from __future__ import annotations

import importlib
from random import Random
from typing import cast

from engine.mechanics.procedure import ARRIVAL, SET_UP
from engine.play import Action, Game
from engine.play.player import Player
from engine.play.registry import system
from engine.players.greedy import GreedyPlayer


class StaffPlayer:
    """Chooses as the staff of the game's rules system does, on a guess at what is hidden from its side.

    ``last_reason`` says why in a few words.
    """

    def __init__(self, side: str, seed: int = 0) -> None:
        self.side = side
        self.seed = seed
        self.last_reason = ""
        self._staff: tuple[str, Player] | None = None
        self._deploys = GreedyPlayer(side, seed)
        self._guesses = Random(f"{side}:{seed}:guess")

    def choose(self, game: Game) -> Action:
        """The staff's choice; where it sets up no units that is done as the greedy player does."""
        setting_up = game.decision is not None and game.decision.kind in (SET_UP, ARRIVAL)
        if setting_up and not system(game.scenario.system).staff_sets_up:
            action = self._deploys.choose(game)
            self.last_reason = self._deploys.last_reason
            return action
        sure = next(game.rules.rewarded(game.state), None)
        if sure is not None:
            self.last_reason = "scores at once"
            return sure
        staff = self._of(game.scenario.system)
        action = staff.choose(game.guess(self.side, self._guesses))
        self.last_reason = staff.last_reason
        return action

    def _of(self, name: str) -> Player:
        if self._staff is None or self._staff[0] != name:
            self._staff = (name, self._made(system(name).staff))
        return self._staff[1]

    def _made(self, path: str) -> Player:
        if not path:
            return GreedyPlayer(self.side, self.seed)
        module, _, kind = path.partition(":")
        return cast(Player, getattr(importlib.import_module(module), kind)(self.side, self.seed))
