"""Asking for a hex: the next click on the map answers, Esc lets it be."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from editor.stage.stage import Stage
from engine.boards.board import Spot


class HexPick(QObject):
    """Waits for one click on a hex. The tool in use rests while it waits."""

    def __init__(self, stage: Stage, prompt: str, then: Callable[[Spot], None]) -> None:
        super().__init__(stage)
        self.stage = stage
        self._then = then
        canvas = stage.canvas
        self._before = canvas.picking
        canvas.picking = self._picked
        canvas.setFocus()
        stage.panes.update_cursor()
        stage.leaving.connect(self.cancel)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        stage.status(prompt)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc ends the waiting, wherever the focus is."""
        pressed = event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        if pressed and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            self.cancel()
            return True
        return False

    def cancel(self) -> None:
        """Stop waiting; nothing happens."""
        self._end()
        self.stage.status("")

    def _picked(self, h: Spot | None) -> None:
        if h is None:
            return
        self._end()
        self.stage.status("")
        self._then(h)

    def _end(self) -> None:
        self.stage.canvas.picking = self._before
        self.stage.panes.update_cursor()
        self.stage.leaving.disconnect(self.cancel)
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self.deleteLater()


def pick_hex(stage: Stage, prompt: str, then: Callable[[Spot], None]) -> HexPick:
    """Ask for a hex; ``prompt`` goes to the status bar, ``then`` gets the hex that is clicked."""
    return HexPick(stage, prompt, then)
