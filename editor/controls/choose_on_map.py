"""Choosing hexes on the map, one by one or by dragging, for as long as it takes; Esc ends it, and so does
Enter on the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QApplication

from editor.canvas.overlay import Z_ABOVE, OverlayStyle
from editor.commands.undo_stack import new_stroke
from editor.hexes.canvas.aim import Aim
from editor.hexes.canvas.way import aims_between, hexes_between
from editor.stage.stage import Stage
from engine.hexes.board.grid import NOWHERE, Grid
from engine.hexes.board.shapes import in_box, in_lasso

CHOSEN: Final = QColor(217, 72, 15, 235)
KEY: Final = "choice"
"""The overlay that shows what is chosen."""

_ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)

MODES: Final = {"brush": "Paint", "rectangle": "Rectangle", "lasso": "Lasso"}
"""How a drag takes hexes in."""

Chosen = Callable[[list[int], int], None]


class MapChoice(QObject):
    """Waits for clicks on hexes. The tool in use rests meanwhile.

    A press on a hex that is not chosen adds it, and all that the pointer is dragged over; a press on a chosen one takes
    hexes out. Hexes are painted, as wide as the brush, or taken in by a rectangle or a lasso, as the settings
    say (``MODES``).
    """

    ended = Signal()

    def __init__(self, stage: Stage, hexes: Iterable[int], prompt: str, then: Chosen) -> None:
        """``then`` is told at each change of the hexes, in the order they were chosen, and of the stroke's number."""
        super().__init__(stage)
        self.stage = stage
        self.hexes = list(dict.fromkeys(hexes))
        self._then = then
        self._down = False
        self._aim: Aim | None = None
        """Where the pointer was last."""
        self._points: list[tuple[float, float]] = []
        """The way of the drag, on paper."""
        self._held: list[int] = []
        """What was chosen before the drag."""
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
        stage.panes.aim_changed.connect(self._over)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        stage.form_in_hand.emit()
        stage.status(prompt)
        self._show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc ends the choice wherever the focus is, Enter only on the map: in a field it takes what was typed or
        chosen. A button that comes up ends the drag."""
        if event.type() == QEvent.Type.MouseButtonRelease:
            self._down = False
        pressed = event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        elsewhere = QApplication.activeModalWidget() or QApplication.activePopupWidget()
        pressed = pressed and self._canvas.isVisible() and elsewhere is None
        if pressed and isinstance(event, QKeyEvent) and self._ends(event.key()):
            # Not while the event is under way: what hears of the end may change whom it goes to.
            QTimer.singleShot(0, self, self.end)
            return True
        return False

    def _ends(self, key: int) -> bool:
        """Whether a key means that all has been chosen."""
        return key == Qt.Key.Key_Escape or (key in _ENTER and self.stage.canvas.hasFocus())

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
        self.stage.panes.aim_changed.disconnect(self._over)
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self.stage.status("")
        self.ended.emit()
        self.deleteLater()

    def _pressed(self, h: int | None) -> None:
        if h is None and self._mode == "brush":
            return
        self._down, self._stroke = True, new_stroke()
        if self._aim is None and h is not None:
            # The pointer lay there when the choosing began, and has not moved since.
            self._aim = Aim(*self._grid.centre(h), h, NOWHERE)
        self._adding = h not in self.hexes
        self._held = list(self.hexes)
        self._points = [(self._aim.x, self._aim.y)] if self._aim is not None else []
        if h is not None:
            self._put(self._spread([h]) if self._mode == "brush" else [h])

    def _over(self, aim: Aim) -> None:
        before, self._aim = self._aim, aim
        if not self._down:
            return
        if self._mode == "brush":
            self._put(self._spread(hexes_between(self._grid, before, aim)))
            return
        self._points += [(step.x, step.y) for step in aims_between(self._grid, before, aim)]
        box = self._mode == "rectangle"
        taken = in_box(self._grid, self._points[0], self._points[-1]) if box else in_lasso(self._grid, self._points)
        self.hexes = list(self._held)
        self._put(taken, always=True)

    @property
    def _grid(self) -> Grid:
        return self.stage.document.battle_map.grid

    @property
    def _mode(self) -> str:
        """How a drag takes hexes in: a key of ``MODES``."""
        return str(self.stage.settings.get("choice_mode"))

    def _spread(self, way: Iterable[int]) -> list[int]:
        """The hexes under the brush along a way, in the pointer's order."""
        return list(dict.fromkeys(n for h in way for n in self._grid.within(h, self.stage.settings.size - 1)))

    def _put(self, hexes: Iterable[int], *, always: bool = False) -> None:
        """Add hexes or take them out, and tell of it where that changes anything; ``always`` where it may have changed
        back."""
        chosen, taken = set(self.hexes), set(hexes)
        if self._adding:
            now = [*self.hexes, *(h for h in dict.fromkeys(hexes) if h not in chosen)]
        else:
            now = [h for h in self.hexes if h not in taken]
        if now != self.hexes or always:
            self.hexes = now
            self._show()
            self._then(list(self.hexes), self._stroke)

    def _show(self) -> None:
        item = self._canvas.map_scene.overlay(KEY, OverlayStyle.RING, Z_ABOVE)
        item.set_cells(dict.fromkeys(self.hexes, (CHOSEN, "")))
