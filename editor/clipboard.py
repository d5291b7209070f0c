"""The clipboard for parts of maps: one for all windows and tabs of the program."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QObject, Signal

from engine.board.clip import Clip


class Clipboard(QObject):
    """Holds what was copied or cut last."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._clip: Clip | None = None

    @property
    def clip(self) -> Clip | None:
        """What was copied last; None before anything was."""
        return self._clip

    def set(self, clip: Clip | None) -> None:
        """Hold this from now on."""
        self._clip = clip
        self.changed.emit()


@cache
def clipboard() -> Clipboard:
    """The program's clipboard."""
    return Clipboard()
