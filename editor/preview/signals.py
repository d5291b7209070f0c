"""The signals of the test game in front, whichever tab that is."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal

from editor.preview.session import Preview


class GameSignals(QObject):
    """Passes on what the test game of the tab in front tells; those of other tabs go on unheard."""

    started = Signal()
    closed = Signal()
    grown = Signal(int)
    cut = Signal(int)
    moved = Signal(int)
    busy_changed = Signal(bool)
    refused = Signal(str, str)
    stopped = Signal(str, object)
    seats_changed = Signal()
    retold = Signal()
    lines_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._followed: Preview | None = None

    def follow(self, preview: Preview) -> None:
        """Pass on the signals of this game, and no more those of the one before."""
        for name in _NAMES:
            if self._followed is not None:
                getattr(self._followed, name).disconnect(getattr(self, name))
            getattr(preview, name).connect(getattr(self, name))
        self._followed = preview


_NAMES: Final = (
    "started",
    "closed",
    "grown",
    "cut",
    "moved",
    "busy_changed",
    "refused",
    "stopped",
    "seats_changed",
    "retold",
    "lines_changed",
)
