"""The base of the tools of tables, and of those that draw point by point."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, Qt

from editor.commands.undo_stack import new_stroke
from editor.controls.controls import Controls
from editor.stage.stage import Stage
from editor.tables.canvas.aim import TableAim
from editor.tables.scale import PER_PACE, on_scene
from editor.tools.base import Tool
from engine.tables.smooth import Outline, Point
from engine.tables.table import Table, table_of

GRIP: Final = 9.0
"""How near a point the pointer takes it, in pixels."""
FREEHAND: Final = 22
"""Paces from point to point of what is drawn with the button held."""


class TableTool(Tool[TableAim]):
    """A tool that works on tables."""

    kinds = ("tables",)

    @property
    def table(self) -> Table:
        """The open table."""
        return table_of(self.board)

    @property
    def reach(self) -> float:
        """How near a point the pointer takes it, in scene units."""
        return GRIP / max(self.stage.canvas.zoom, 1e-6)

    def on_table(self, aim: TableAim) -> Point:
        """The point of an aim in whole paces; beyond the table the nearest one on it."""
        x, y = aim.point
        width, height = self.table.size
        return min(max(x, 0), width), min(max(y, 0), height)


class PointTool(TableTool):
    """Draws point by point: clicks set points, a drag draws freely, a double click or Enter ends, Esc gives up.

    Subclasses say what is made of the points.
    """

    least = 3
    """Points that are needed."""
    closed = True
    """Whether the last point is joined to the first one."""

    def __init__(self, stage: Stage, controls: Controls) -> None:
        super().__init__(stage, controls)
        self.points: list[Point] = []
        self._dragged = False

    def make(self, points: Outline) -> bool:
        """Make it of these points; whether that was done."""
        raise NotImplementedError

    def shown(self, points: list[Point]) -> list[QPointF]:
        """What is shown of these points while one draws."""
        return [on_scene(x, y) for x, y in points]

    # -- the pointer --------------------------------------------------------------------------------------------

    def hover(self, aim: TableAim) -> None:
        self._show(aim)

    def start(self, aim: TableAim) -> None:
        self._dragged = False
        point = self.on_table(aim)
        first = self.points[0] if len(self.points) >= self.least else None
        if self.closed and first is not None and (on_scene(*first) - aim.scene).manhattanLength() <= self.reach:
            self.end()
            return
        if not self.points or self.points[-1] != point:
            self.points.append(point)
        self._show(aim)

    def move(self, aim: TableAim) -> None:
        """With the button held the way of the pointer is drawn."""
        point = self.on_table(aim)
        x, y = self.points[-1] if self.points else point
        if self.points and max(abs(point[0] - x), abs(point[1] - y)) >= FREEHAND:
            self.points.append(point)
            self._dragged = True
        self._show(aim)

    def finish(self, aim: TableAim) -> None:
        """A stroke that was drawn freely, and is long enough, is whole when the button comes up."""
        if self._dragged and len(self.points) >= 2 * self.least:
            self.end()
        else:
            self._show(aim)

    def double_click(self, aim: TableAim) -> None:
        self.end()

    def end(self) -> None:
        """Make what was drawn, if there are points enough."""
        points, self.busy = tuple(self.points), False
        self.stroke = new_stroke()
        if len(points) < self.least:
            if points:
                self.say(f"It needs at least {self.least} points: click where they are to be.")
            return
        if self.make(points):
            self.points = []
        self.marks.clear()

    def abandon(self) -> None:
        self.points = []

    def cancel(self) -> None:
        self.points = []
        super().cancel()

    def key_action(self, key: int, shift: bool) -> Callable[[], None] | None:
        """Enter ends what is being drawn, Backspace takes its last point away, Esc gives it up."""
        if not self.points:
            return None
        if key in (Qt.Key.Key_Return.value, Qt.Key.Key_Enter.value) and len(self.points) >= self.least:
            return self.end
        if key == Qt.Key.Key_Backspace.value:
            return self._take_last
        return None

    def _take_last(self) -> None:
        self.points.pop()
        self.marks.clear()
        if self.points:
            self._mark(self.points)

    def _show(self, aim: TableAim) -> None:
        if self.points:
            self._mark([*self.points, self.on_table(aim)])
        else:
            self.marks.clear()

    def _mark(self, points: list[Point]) -> None:
        shown = self.shown(points)
        line = [(point.x(), point.y()) for point in shown]
        if self.closed and len(line) > 2:
            line.append(line[0])
        last = points[-1]
        length = sum(_gap(one, other) for one, other in pairwise(points))
        note = f"{len(points)} points" if self.closed else f"{length:.0f} paces"
        at = on_scene(*last)
        self.marks.show_marks(line=line, note=note, note_at=(at.x(), at.y()))


def _gap(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def square(point: QPointF, reach: float) -> list[tuple[float, float]]:
    """The corners of a small square about a point of the scene, closed."""
    x, y = point.x(), point.y()
    return [(x + dx * reach, y + dy * reach) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))]


def thickness(paces: float) -> float:
    """Paces in scene units."""
    return paces * PER_PACE
