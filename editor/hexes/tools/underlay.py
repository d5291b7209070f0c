"""The picture under the map: drag it, or click hex centres on it to fit it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QInputDialog

from editor.controls.underlay import UnderlayControl
from editor.hexes.canvas.aim import Aim
from editor.hexes.tools.base import HexTool
from engine.hexes.board.grid import NOWHERE


class UnderlayTool(HexTool):
    """Drags the picture; while it is being fitted, a click says where a hex is on it."""

    key = "underlay"
    title = "Underlay"
    group = 3
    hint = "Drag the picture under the map, or fit it by clicks in the Underlay panel"

    _from: Aim | None = None

    @property
    def control(self) -> UnderlayControl:
        """What shows the picture and fits it."""
        return self.controls.underlay

    @property
    def cursor(self) -> QCursor:
        fitting = self.control.fitting is not None
        return QCursor(Qt.CursorShape.CrossCursor if fitting else Qt.CursorShape.SizeAllCursor)

    def hover(self, aim: Aim) -> None:
        self.marks.clear()

    def start(self, aim: Aim) -> None:
        control = self.control
        self._from = None
        if control.underlay is None:
            self.say("There is no picture under this map; choose one in the Underlay panel")
        elif control.fitting is not None:
            return
        elif control.underlay.locked:
            self.say("The underlay is locked; unlock it in the Underlay or the Layers panel to move it")
        else:
            self._from = aim

    def move(self, aim: Aim) -> None:
        control, start = self.control, self._from
        if start is None or control.underlay is None:
            return
        self._from = aim
        control.push(control.underlay.moved(aim.x - start.x, aim.y - start.y), "Move underlay", self.stroke)

    def finish(self, aim: Aim) -> None:
        control = self.control
        if control.fitting is not None and control.underlay is not None:
            self.ask(aim)

    def ask(self, aim: Aim) -> None:
        """Ask which hex's centre was clicked."""
        control = self.control
        if control.fitting is None or control.underlay is None:
            return
        pixel = control.underlay.to_pixel(aim.x, aim.y)
        number = len(control.fitting.ties) + 1
        guess = self.grid.name(aim.hex) if aim.on_map else ""
        text, ok = QInputDialog.getText(
            self.stage.window, f"Hex {number}", "The number of the hex whose centre you clicked:", text=guess
        )
        if not ok or not text.strip():
            return
        h = self.grid.find(text.strip())
        if h == NOWHERE:
            self.say(f"There is no hex {text.strip()!r} on this map{self.grid.suggest(text.strip())}")
            return
        control.add_tie(pixel, h)

    def cancel(self) -> None:
        control = self.control
        if not self.busy and control.fitting is not None:
            control.finish_fitting()
        super().cancel()
