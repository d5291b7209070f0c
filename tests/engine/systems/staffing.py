"""What the staff does in a position, for tests of its judgement."""

from __future__ import annotations

from engine.play import Action, Game
from engine.players import make


def choice(game: Game, side: str) -> str:
    """What the staff does now."""
    return game.text(make("staff", side).choose(game))


def phase(game: Game, side: str) -> list[str]:
    """All that the staff does up to the end of the phase."""
    staff, done = make("staff", side), []
    while game.decision is not None and game.decision.side == side:
        action = staff.choose(game)
        done.append(game.text(action))
        game.apply(action)
        if action == Action("end"):
            break
    return done
