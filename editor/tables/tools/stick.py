"""The measuring stick: how far it is, with the distances that matter marked on it."""

from __future__ import annotations

from math import hypot
from typing import Final

from PySide6.QtCore import QLineF
from PySide6.QtGui import QPainterPath

from editor.tables.canvas.aim import TableAim
from editor.tables.scale import PER_PACE
from editor.tables.tools.base import TableTool

MARKS: Final = (80, 200, 300, 600)
"""Paces that are marked on the stick: a base, a march, far sight, far from a general."""
TICK: Final = 14 * PER_PACE
"""Half the length of a mark across the stick, in scene units."""


class StickTool(TableTool):
    """Measures from where the button goes down to where the pointer is."""

    key = "stick"
    title = "Measuring stick"
    shortcut = "M"
    group = 3
    draws = False
    hint = "Drag to measure; marks at 80, 200, 300 and 600 paces"

    _from: TableAim | None = None

    def hover(self, aim: TableAim) -> None:
        """What was measured stays until the next press."""

    def start(self, aim: TableAim) -> None:
        self._from = aim
        self.marks.clear()

    def move(self, aim: TableAim) -> None:
        start = self._from
        if start is None:
            return
        (ax, ay), (bx, by) = start.paces, aim.paces
        length = hypot(bx - ax, by - ay)
        line = QLineF(start.scene, aim.scene)
        ticks = QPainterPath()
        for mark in MARKS:
            if mark <= length:
                across = line.normalVector().unitVector()
                point = line.pointAt(mark / length)
                step = (across.p2() - across.p1()) * TICK
                ticks.moveTo(point - step)
                ticks.lineTo(point + step)
        text = f"{length:.0f} paces"
        self.marks.show_marks(
            line=[(line.x1(), line.y1()), (line.x2(), line.y2())],
            areas=ticks,
            tinted=False,
            note=text,
            note_at=(line.x2(), line.y2()),
        )
        self.say(text)

    def leave(self) -> None:
        """What was measured stays until the next press."""
