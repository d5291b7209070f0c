"""Who plays a side, and whose knowledge the screen may therefore show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.play import Game

HUMAN: Final = "human"
"""The name of the player who sits at the screen."""


def people_of(seats: Mapping[str, str]) -> list[str]:
    """The sides that people play."""
    return [side for side, name in seats.items() if name == HUMAN]


def eyes_of(game: Game, seats: Mapping[str, str]) -> str:
    """The side that one person at the screen plays, where the rules keep secrets from it; empty for all else."""
    people = people_of(seats)
    return people[0] if game.rules.secrets and len(people) == 1 else ""


def screen_of(game: Game, seats: Mapping[str, str]) -> tuple[str, bool]:
    """The side that sees the beginning of a game, and whether people of several sides share the screen."""
    people = people_of(seats)
    shared = bool(game.rules.secrets) and len(people) > 1
    return (people[0] if shared else eyes_of(game, seats)), shared
