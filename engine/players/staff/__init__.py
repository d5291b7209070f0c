"""The staff: a player that plans. Each rules system has a staff of its own; without one it is the greedy player."""

from __future__ import annotations

import importlib
from typing import Final, cast

from engine.play import Action, Game
from engine.players.greedy import GreedyPlayer
from engine.players.player import Player

STAFFS: Final = {
    "tlg2": "engine.players.staff.tlg2:TlgStaff",
    "fm": "engine.players.staff.fm:FmStaff",
}
"""Short name of a rules system to ``module:Class`` of its staff."""


class StaffPlayer:
    """Chooses as the staff of the game's rules system does; ``last_reason`` says why in a few words."""

    def __init__(self, side: str, seed: int = 0) -> None:
        self.side = side
        self.seed = seed
        self.last_reason = ""
        self._staff: tuple[str, Player] | None = None

    def choose(self, game: Game) -> Action:
        """The staff's choice."""
        staff = self._of(game.rules.system)
        action = staff.choose(game)
        self.last_reason = staff.last_reason
        return action

    def _of(self, system: str) -> Player:
        if self._staff is None or self._staff[0] != system:
            if system in STAFFS:
                module, _, kind = STAFFS[system].partition(":")
                made = cast(Player, getattr(importlib.import_module(module), kind)(self.side, self.seed))
            else:
                made = GreedyPlayer(self.side, self.seed)
            self._staff = (system, made)
        return self._staff[1]
