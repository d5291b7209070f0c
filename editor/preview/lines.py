"""Lines of play: how a test game might have gone on, and games that were left, to be gone back to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from editor.preview.position import Position
from engine.play import Game
from engine.players import Player

FIRST_LINE: Final = "Line 1"
"""The name of a line of play before the user gives it another."""


@dataclass(slots=True)
class LineOfPlay:
    """How a game might have continued: what was played before the user went back and played differently."""

    name: str
    game: Game
    positions: list[Position]


@dataclass(frozen=True, slots=True)
class Left:
    """A game that was left, to be gone back to."""

    game: Game
    seats: dict[str, str]
    players: dict[str, Player]
    positions: list[Position]
    shown: int
    line: str = FIRST_LINE
    lines: list[LineOfPlay] = field(default_factory=list)
    file: Path | None = None
    """The file that has the game, or some of it."""
    unsaved: bool = False
    """Whether it was played in since it was saved."""
    told: bool = True
    """Whether the log has told of what was played; not of a game that was just begun or comes from a file."""
    kept_as: str = ""
    """The key under which it is kept against a crash."""


MOST_LINES: Final = 20
"""Of more lines the oldest is forgotten."""


def free_name(lines: Iterable[LineOfPlay]) -> str:
    """A name for another line that none of these has."""
    taken = {line.name for line in lines}
    return next(name for number in range(1, len(taken) + 2) if (name := f"Line {number}") not in taken)


def in_common(first: LineOfPlay, second: LineOfPlay) -> int:
    """How many positions from the beginning two lines have in common."""
    pairs = zip(first.positions, second.positions, strict=False)
    parting = (place for place, (a, b) in enumerate(pairs) if a.happened is not b.happened)
    return next(parting, len(second.positions))
