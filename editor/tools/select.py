"""Select hexes, and let units be dragged."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor

from editor.canvas.aim import Aim
from editor.tools.base import Tool
from engine.board.grid import NOWHERE


class Select(Tool):
    """A click selects a hex, a drag all hexes it passes; Shift adds, Ctrl toggles. Units come before hexes."""

    key = "select"
    title = "Select and place"
    hint = "Click a hex or a unit; drag a unit to place it; Shift adds, Ctrl toggles"
    takes_items = True

    _last = NOWHERE

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.ArrowCursor)

    def hover(self, aim: Aim) -> None:
        self.preview.show_marks(hexes=[aim.hex] if aim.on_map else ())

    def start(self, aim: Aim) -> None:
        selection = self.workbench.selection
        self._last = aim.hex
        if not aim.on_map:
            selection.clear()
            return
        before = selection.hexes
        if aim.control:
            kept = [h for h in before if h != aim.hex]
            selection.set(kept if aim.hex in before else [*before, aim.hex])
        elif aim.shift:
            selection.set([*before, aim.hex])
        else:
            selection.set([aim.hex])

    def move(self, aim: Aim) -> None:
        if not aim.on_map or aim.hex == self._last:
            return
        way = self.grid.line(self._last, aim.hex)[1:] if self._last != NOWHERE else [aim.hex]
        self._last = aim.hex
        selection = self.workbench.selection
        selection.set([*selection.hexes, *way])
        self.preview.show_marks(hexes=[aim.hex])

    def abandon(self) -> None:
        self.workbench.selection.clear()

    def cancel(self) -> None:
        if not self.busy:
            self.workbench.selection.clear()
        super().cancel()
