"""The picture under the map: drag it, or click places on it to fit it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QInputDialog

from editor.canvas.aim import PointerAim
from editor.controls.underlay import UnderlayControl
from editor.plain import as_written
from editor.tools.base import Tool


class UnderlayTool(Tool[PointerAim]):
    """Drags the picture; while it is being fitted, a click says where a place is on it."""

    key = "underlay"
    title = "Underlay"
    group = 3
    hint = "Drag the picture under the map, or fit it by clicks in the Underlay panel"

    _from: PointerAim | None = None

    @property
    def control(self) -> UnderlayControl:
        """What shows the picture and fits it."""
        return self.controls.underlay

    @property
    def cursor(self) -> QCursor:
        fitting = self.control.fitting is not None
        return QCursor(Qt.CursorShape.CrossCursor if fitting else Qt.CursorShape.SizeAllCursor)

    def hover(self, aim: PointerAim) -> None:
        self.marks.clear()

    def start(self, aim: PointerAim) -> None:
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

    def move(self, aim: PointerAim) -> None:
        control, start = self.control, self._from
        if start is None or control.underlay is None:
            return
        self._from = aim
        control.push(control.underlay.moved(aim.x - start.x, aim.y - start.y), "Move underlay", self.stroke)

    def finish(self, aim: PointerAim) -> None:
        control = self.control
        if control.fitting is not None and control.underlay is not None:
            self.ask(aim)

    def ask(self, aim: PointerAim) -> None:
        """Ask which place was clicked."""
        control = self.control
        if control.fitting is None or control.underlay is None:
            return
        pixel, places = control.underlay.to_pixel(aim.x, aim.y), control.places
        number = len(control.fitting.ties) + 1
        text, ok = QInputDialog.getText(
            self.stage.window,
            f"{places.words.column} {number}",
            as_written(places.words.prompt),
            text=places.near(aim.x, aim.y),
        )
        if not ok or not text.strip():
            return
        spot = places.find(text.strip())
        if spot is None:
            self.say(places.words.unknown.format(repr(text.strip())) + places.advice(text.strip()))
            return
        control.add_tie(pixel, spot)

    def cancel(self) -> None:
        control = self.control
        if not self.busy and control.fitting is not None:
            control.finish_fitting()
        super().cancel()
