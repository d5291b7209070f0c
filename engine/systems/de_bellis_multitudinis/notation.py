"""The actions there are, as text: ``move ax-1 ax-2: ahead 80; right 20``.

An action's arguments are ints and tuples of ints: elements, commands and sides by number, places as grains and tenths
of a degree, distances in paces, angles in tenths of a degree. A part of a move begins with a `PartKind`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

PHASES: Final = ("set-up", "dice", "moves", "advance", "shooting", "combat")
"""The phases of a bound that a game can start at."""
EDGES: Final = ("front", "left", "right", "rear", "overlap")
"""What one lines up with, by number."""
MOST_PARTS: Final = 40
"""Parts of a move."""
NOTHING: Final = -1
"""An argument that was left out."""


class PartKind(IntEnum):
    """What a part of a move does."""

    AHEAD = 0
    BACK = 1
    LEFT = 2
    RIGHT = 3
    WHEEL_LEFT = 4
    WHEEL_RIGHT = 5
    PIVOT_LEFT = 6
    PIVOT_RIGHT = 7
    TURN_LEFT = 8
    TURN_RIGHT = 9
    TURN_ABOUT = 10
    TO = 11
    """(TO, x, y, facing, then x and y of each point by which it goes), in grains and tenths of a degree."""
    DISMOUNT = 12


Part = tuple[int, ...]

STRAIGHT: Final = {"ahead": PartKind.AHEAD, "back": PartKind.BACK, "left": PartKind.LEFT, "right": PartKind.RIGHT}
"""Parts that go straight on, by their word."""
TURNING: Final = {
    ("wheel", "left"): PartKind.WHEEL_LEFT,
    ("wheel", "right"): PartKind.WHEEL_RIGHT,
    ("pivot", "left"): PartKind.PIVOT_LEFT,
    ("pivot", "right"): PartKind.PIVOT_RIGHT,
}
"""Parts that turn about a corner, by their word and way."""
TURNS: Final = {"left": PartKind.TURN_LEFT, "right": PartKind.TURN_RIGHT, "about": PartKind.TURN_ABOUT}
"""Parts that turn where they stand, by their way."""


def angle_text(tenths: int) -> str:
    """An angle in tenths of a degree as actions write it: ``12.5``."""
    whole, tenth = divmod(tenths, 10)
    return f"{whole}.{tenth}" if tenth else str(whole)
