"""The signals of the test game in front, whichever tab that is."""

from __future__ import annotations

from PySide6.QtCore import QObject

from editor.preview.news import NEWS, GameNews
from editor.preview.session import Preview


class GameSignals(GameNews):
    """Passes on what the test game of the tab in front tells; those of other tabs go on unheard."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._followed: Preview | None = None

    def follow(self, preview: Preview) -> None:
        """Pass on the signals of this game, and no more those of the one before."""
        for name in NEWS:
            if self._followed is not None:
                getattr(self._followed, name).disconnect(getattr(self, name))
            getattr(preview, name).connect(getattr(self, name))
        self._followed = preview
