"""The clipboard for parts of maps: one for all windows and tabs of the program."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QObject, Signal

from editor.hexes.commands.cut_hexes import Cut
from engine.hexes.mapping.clip import Clip


class Clipboard(QObject):
    """Holds what was copied or cut last."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._clip: Clip | None = None
        self._cut: Cut | None = None

    @property
    def clip(self) -> Clip | None:
        """What was copied last; None before anything was."""
        return self._clip

    @property
    def cut(self) -> Cut | None:
        """Where it was cut from; None when it was only copied."""
        return self._cut

    def set(self, clip: Clip | None, cut: Cut | None = None) -> None:
        """Hold this from now on."""
        self._clip, self._cut = clip, cut
        self.changed.emit()


@cache
def clipboard() -> Clipboard:
    """The program's clipboard."""
    return Clipboard()
