"""Choosing hexes on the map, one by one or by dragging, for as long as it takes; Esc or Enter ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QApplication

from editor.commands.base import new_stroke
from editor.hexes.canvas.overlays import Z_ABOVE, OverlayStyle
from editor.stage.stage import Stage
from engine.hexes.board.grid import NOWHERE

CHOSEN: Final = QColor(217, 72, 15, 235)
KEY: Final = "choice"
"""The overlay that shows what is chosen."""

Chosen = Callable[[list[int], int], None]


class MapChoice(QObject):
    """Waits for clicks on hexes. The tool in use rests meanwhile.

    A press on a hex that is not chosen adds it, and all that the pointer is dragged over; a press on a chosen one takes
    hexes out.
    """

    ended = Signal()

    def __init__(self, stage: Stage, hexes: Iterable[int], prompt: str, then: Chosen) -> None:
        """``then`` is told at each change of the hexes, in the order they were chosen, and of the stroke's number."""
        super().__init__(stage)
        self.stage = stage
        self.hexes = list(dict.fromkeys(hexes))
        self._then = then
        self._down = False
        self._adding = True
        self._stroke = 0
        self._over_and_done = False
        self._canvas = stage.canvas
        self._before = self._canvas.picking
        self._canvas.picking = self._pressed
        self._canvas.setFocus()
        stage.panes.update_cursor()
        stage.leaving.connect(self.end)
        stage.game.started.connect(self.end)
        stage.panes.hex_hovered.connect(self._over)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        stage.status(prompt)
        self._show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc ends the choice wherever the focus is; a button that comes up ends the drag."""
        if event.type() == QEvent.Type.MouseButtonRelease:
            self._down = False
        pressed = event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        elsewhere = QApplication.activeModalWidget() or QApplication.activePopupWidget()
        pressed = pressed and self._canvas.isVisible() and elsewhere is None
        if pressed and isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
            # Not while the event is under way: what hears of the end may change whom it goes to.
            QTimer.singleShot(0, self, self.end)
            return True
        return False

    def follow(self, hexes: Iterable[int]) -> None:
        """What is chosen was changed elsewhere, by undo perhaps."""
        self.hexes = list(dict.fromkeys(hexes))
        self._show()

    def end(self) -> None:
        """Stop waiting; what was chosen stays."""
        if self._over_and_done:
            return
        self._over_and_done = True
        self._canvas.picking = self._before
        self._canvas.map_scene.overlay(KEY, OverlayStyle.RING, Z_ABOVE).clear()
        self.stage.panes.update_cursor()
        self.stage.leaving.disconnect(self.end)
        self.stage.game.started.disconnect(self.end)
        self.stage.panes.hex_hovered.disconnect(self._over)
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self.stage.status("")
        self.ended.emit()
        self.deleteLater()

    def _pressed(self, h: int) -> None:
        if h == NOWHERE:
            return
        self._down, self._stroke = True, new_stroke()
        self._adding = h not in self.hexes
        self._put(h)

    def _over(self, h: int) -> None:
        if self._down and h != NOWHERE:
            self._put(h)

    def _put(self, h: int) -> None:
        if (h in self.hexes) == self._adding:
            return
        self.hexes = [*self.hexes, h] if self._adding else [n for n in self.hexes if n != h]
        self._show()
        self._then(list(self.hexes), self._stroke)

    def _show(self) -> None:
        item = self._canvas.map_scene.overlay(KEY, OverlayStyle.RING, Z_ABOVE)
        item.set_cells(dict.fromkeys(self.hexes, (CHOSEN, "")))
