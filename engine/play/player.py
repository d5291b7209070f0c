"""What a player is to the code that lets players play."""

from __future__ import annotations

from typing import Protocol

from engine.play.game import Game
from engine.play.model import Action


class Player(Protocol):
    """Chooses for one side. A player keeps no part of the game: it reads all it needs from ``game``.

    A player that looks further than the legal actions looks at `Game.guess` of its side, so that nothing that is hidden
    from the side, and no die still to be thrown, has a part in its choice: one view, one choice.
    """

    last_reason: str
    """Why the last choice was made, in a few words for the log; empty when there is nothing to say."""

    def choose(self, game: Game) -> Action:
        """One of the legal actions of ``game``, which is at a decision of this player's side.

        The player may copy the game and try things out on the copy; it never changes ``game``.
        """
