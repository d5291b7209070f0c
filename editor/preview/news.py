"""The signals of a test game."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal


class GameNews(QObject):
    """The signals of a test game, and of whatever passes them on."""

    started = Signal()
    """A game began; there is one position."""
    closing = Signal()
    """The game is given up in a moment; its positions are still there, and no player is at work."""
    closed = Signal()
    """The game was given up; the map shows the set-up again."""
    grown = Signal(int)
    """Positions were added; the number of the first new one."""
    cut = Signal(int)
    """Positions were taken back; how many are left."""
    moved = Signal(int)
    """Another position is shown: its number."""
    busy_changed = Signal(bool)
    refused = Signal(str, str)
    """An action is not allowed: paragraph and reason."""
    stopped = Signal(str, object)
    """Players stopped playing: why, and the findings if the umpire stopped it."""
    seats_changed = Signal()
    """Another player plays a side now."""
    retold = Signal()
    """Another side looks at the positions; it may know of other events."""
    lines_changed = Signal()
    """There are more or fewer lines, or one has another name."""


NEWS: Final = tuple(name for name, signal in vars(GameNews).items() if isinstance(signal, Signal))
"""The names of these signals."""
