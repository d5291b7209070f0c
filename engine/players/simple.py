"""Players without a thought: random, first, and scripted."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engine.errors import HexwrightError
from engine.play import Action, Game
from engine.play.player import Player


class RandomPlayer:
    """Any legal action; its chance is its own and never touches the dice of the game."""

    def __init__(self, side: str, seed: int = 0) -> None:
        self.side = side
        self.last_reason = ""
        # A text seeds the same way on every machine and in every process.
        self._random = Random(f"{side}:{seed}")

    def choose(self, game: Game) -> Action:
        """A random legal action, each with a chance."""
        return game.legal_actions().sample(self._random)


class FirstPlayer:
    """Always the first legal action in order: predictable, for tests and for finding one's way."""

    def __init__(self, side: str, seed: int = 0) -> None:
        self.side = side
        self.last_reason = ""

    def choose(self, game: Game) -> Action:
        """The first legal action."""
        return next(iter(game.legal_actions()))


class ScriptedPlayer:
    """Plays the actions of a list, then hands over to ``then``, if there is one."""

    def __init__(self, side: str, script: Iterable[str], then: Player | None = None) -> None:
        self.side = side
        self.last_reason = ""
        self._script = iter(script)
        self._then = then

    def choose(self, game: Game) -> Action:
        """The next action of the script. HexwrightError for nonsense and at the script's end."""
        text = next(self._script, None)
        if text is not None:
            return game.parse(text)
        if self._then is None:
            raise HexwrightError(f"the script of {self.side} is at its end")
        action = self._then.choose(game)
        self.last_reason = self._then.last_reason
        return action
