"""Asking for a hex: the next click on the map answers, Esc lets it be."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from editor.desk.desk import Desk
from engine.board.grid import NOWHERE


class HexPick(QObject):
    """Waits for one click on a hex. The tool in use rests while it waits."""

    def __init__(self, desk: Desk, prompt: str, then: Callable[[int], None]) -> None:
        super().__init__(desk)
        self.desk = desk
        self._then = then
        canvas = desk.canvas
        self._before = canvas.picking
        canvas.picking = self._picked
        canvas.setFocus()
        desk.panes.update_cursor()
        desk.leaving.connect(self.cancel)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        desk.status(prompt)

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
        self.desk.status("")

    def _picked(self, h: int) -> None:
        if h == NOWHERE:
            return
        self._end()
        self.desk.status("")
        self._then(h)

    def _end(self) -> None:
        self.desk.canvas.picking = self._before
        self.desk.panes.update_cursor()
        self.desk.leaving.disconnect(self.cancel)
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self.deleteLater()


def pick_hex(desk: Desk, prompt: str, then: Callable[[int], None]) -> HexPick:
    """Ask for a hex; ``prompt`` goes to the status bar, ``then`` gets the hex that is clicked."""
    return HexPick(desk, prompt, then)
