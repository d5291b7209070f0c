"""Selecting on a table: units, areas, lines and names; their points are dragged, added and taken away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QCursor, QPainterPath

from editor.tables.canvas.aim import TableAim
from editor.tables.canvas.units import TablePieces
from editor.tables.commands.edit_table import EditTable
from editor.tables.editing import moved, removed, with_point, with_points, without_point
from editor.tables.scale import on_scene
from editor.tables.things import (
    LABELS,
    Thing,
    edge_at,
    is_closed,
    is_there,
    points_of,
    said_of,
    thing_at,
    vertex_at,
)
from editor.tables.tools.base import TableTool, square
from editor.tables.tools.label import rename_in_place
from engine.plural import counted

HANDLE: Final = 4.0
"""Half the side of a point's handle, in pixels."""
TURN: Final = 50
"""Tenths of a degree that a key turns the selected units by; with Shift it is one."""


class TableSelect(TableTool):
    """Selects units, areas, lines and names, and moves them."""

    key = "table-select"
    title = "Select"
    shortcut = "V"
    draws = False
    takes_items = True
    hint = (
        "Click a unit or an area; drag over several units. Points of what is selected can be dragged; hold Alt and "
        "click to add or remove one"
    )

    _vertex = -1
    _grabbed: Thing | None = None
    _from: TableAim | None = None
    _box: TableAim | None = None

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.ArrowCursor)

    @property
    def thing(self) -> Thing | None:
        """The thing that is selected last, if it is there still and its layer is not locked."""
        spot = self.stage.selection.spot
        there = isinstance(spot, Thing) and is_there(self.table, spot) and spot.layer not in self.document.locked
        return spot if isinstance(spot, Thing) and there else None

    @property
    def bases(self) -> TablePieces | None:
        """The units on the table."""
        layer = self.controls.units.layer
        return layer if isinstance(layer, TablePieces) else None

    # -- the pointer --------------------------------------------------------------------------------------------

    def hover(self, aim: TableAim) -> None:
        self._show()

    def start(self, aim: TableAim) -> None:
        thing, self._from, self._box = self.thing, aim, None
        self._vertex, self._grabbed = -1, None
        if thing is not None and thing.layer != LABELS:
            points = points_of(self.table, thing)
            vertex = vertex_at(points, aim.scene, self.reach)
            if aim.alt:
                self._add_or_remove(thing, vertex, aim)
                return
            if vertex >= 0:
                self._vertex, self._grabbed = vertex, thing
                return
        under = thing_at(self.table, aim.scene)
        if under is not None and under.layer not in self.document.locked:
            self.stage.selection.set([under])
            self._grabbed = under
            self.say(f"Selected: {said_of(self.table, under)}")
        else:
            self.stage.selection.clear()
            self._box = aim
        self._show()

    def move(self, aim: TableAim) -> None:
        start, grabbed = self._from, self._grabbed
        if self._box is not None:
            self._show_box(self._box.scene, aim.scene)
            return
        if start is None or grabbed is None or not is_there(self.table, grabbed):
            return
        if self._vertex >= 0:
            points = list(points_of(self.table, grabbed))
            points[self._vertex] = self.on_table(aim)
            self._change(with_points(self.table, grabbed, tuple(points), self.stroke))
        else:
            (ax, ay), (bx, by) = start.point, aim.point
            if max(abs(bx - ax), abs(by - ay)) >= 1:
                self._change(moved(self.table, grabbed, bx - ax, by - ay, self.stroke))
                self._from = aim
        self._show()

    def finish(self, aim: TableAim) -> None:
        if self._box is not None and self.bases is not None:
            rect = QRectF(self._box.scene, aim.scene).normalized()
            found = self.bases.within(rect)
            if found:
                self.stage.selection.set([piece.spot for piece in found], [piece.unit.key for piece in found])
                self.say(f"{counted(len(found), 'unit')} selected")
        self._vertex, self._grabbed, self._box = -1, None, None
        self._show()

    def abandon(self) -> None:
        super().abandon()
        self._vertex, self._grabbed, self._box = -1, None, None

    def leave(self) -> None:
        """What is selected keeps its points."""
        if not self.busy:
            self._show()

    def _add_or_remove(self, thing: Thing, vertex: int, aim: TableAim) -> None:
        """Take a point of the selected thing away, or add one to the edge under the pointer."""
        table = self.table
        points = points_of(table, thing)
        if vertex >= 0:
            self._change(without_point(table, thing, vertex, self.stroke))
        else:
            edge = edge_at(points, aim.scene, 2 * self.reach, closed=is_closed(thing))
            if edge >= 0:
                self._change(with_point(table, thing, edge + 1, self.on_table(aim), self.stroke))
        self._show()

    def _change(self, command: EditTable) -> None:
        self.push(command)

    # -- showing ------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """The points of what is selected, as small squares."""
        thing = self.thing
        if thing is None or thing.layer == LABELS:
            self.marks.clear()
            return
        reach = HANDLE / max(self.stage.canvas.zoom, 1e-6)
        handles = QPainterPath()
        for x, y in points_of(self.table, thing):
            corners = square(on_scene(x, y), reach)
            handles.moveTo(*corners[0])
            for corner in corners[1:]:
                handles.lineTo(*corner)
        self.marks.show_marks(areas=handles)

    def _show_box(self, one: QPointF, other: QPointF) -> None:
        box = QPainterPath()
        box.addRect(QRectF(one, other).normalized())
        self.marks.show_marks(areas=box)

    # -- keys ---------------------------------------------------------------------------------------------------

    def key_action(self, key: int, shift: bool) -> Callable[[], None] | None:
        """Delete removes what is selected, F2 renames it; arrows move the selected units, and . , turn them."""
        thing, bases = self.thing, self.bases
        if thing is not None and key in (Qt.Key.Key_Delete.value, Qt.Key.Key_Backspace.value):
            return lambda: self._remove(thing)
        if thing is not None and key == Qt.Key.Key_F2.value and not shift:
            return lambda: rename_in_place(self, thing)
        if not self.stage.selection.units or bases is None or bases.fixed:
            return None
        paces = 1 if shift else 10
        steps = {
            Qt.Key.Key_Left.value: (0, -paces),
            Qt.Key.Key_Right.value: (0, paces),
            Qt.Key.Key_Up.value: (paces, 0),
            Qt.Key.Key_Down.value: (-paces, 0),
        }
        if key in steps:
            ahead, right = steps[key]
            return lambda: bases.nudge(ahead, right)
        turn = {Qt.Key.Key_Period.value: TURN, Qt.Key.Key_Comma.value: -TURN}.get(key)
        return (lambda: bases.nudge(0, 0, turn)) if turn is not None else None

    def _remove(self, thing: Thing) -> None:
        if self.push(removed(self.table, thing)):
            self.stage.selection.clear()
            self.marks.clear()

    def cancel(self) -> None:
        if not self.busy:
            self.stage.selection.clear()
        super().cancel()
