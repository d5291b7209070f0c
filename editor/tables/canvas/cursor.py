"""A table by keyboard: a cursor that goes from point to point, clicks, and draws strokes as the mouse does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas import layers
from editor.canvas.key_cursor import ARROWS, SCROLL, Action, KeyCursor, Mod
from editor.canvas.zoom_view import ZoomView
from editor.tables.scale import PER_GRAIN, PER_PACE
from editor.tables.things import TableScene
from engine.tables.places import BasePlace

STEP: Final = 20
"""Paces of a step; with Alt it is one."""
AROUND: Final = 80 * PER_PACE
"""How much about the cursor stays in view, in scene units."""
REACH: Final = 12
"""Pixels from the middle of the cursor to the ends of its cross."""


class TableCursor(KeyCursor):
    """Where the keyboard's cursor is on a view of a table, and what keys do with it."""

    def __init__(
        self,
        view: ZoomView,
        mouse_is_down: Callable[[], bool],
        spots: Callable[[BasePlace], list[tuple[float, float]]],
    ) -> None:
        super().__init__(view, mouse_is_down)
        self._at: QPointF | None = None
        """Where it was last, in scene units; None before it was ever used."""
        self._mark = _Cross(view)

    def _step_action(self, key: int, step: tuple[int, int], held: Mod) -> Action | None:
        if held == Mod.ControlModifier and key in ARROWS:
            return lambda: self.view.scroll_by(step[0] * SCROLL, step[1] * SCROLL)
        rest = held & ~(Mod.ShiftModifier | Mod.AltModifier)
        if rest:
            return None
        paces = 1 if held & Mod.AltModifier else STEP
        return lambda: self.step(step, paces, held if held & Mod.ShiftModifier else None)

    def step(self, step: tuple[int, int], paces: int, held: Mod | None) -> None:
        """Go this many paces; with ``held`` (Shift) the tool draws on the way there."""
        self.begin(held)
        here = self.point
        self.go_to(here + QPointF(step[0], step[1]) * paces * PER_PACE)

    def go_to(self, point: QPointF) -> None:
        """Bring the cursor to a point of the table, and the point into view."""
        wide, high = TableScene(self.view.map_scene.document.board).size
        self._at = QPointF(min(max(point.x(), 0.0), wide), min(max(point.y(), 0.0), high))
        around = QRectF(-AROUND, -AROUND, 2 * AROUND, 2 * AROUND).translated(self._at)
        self.view.ensureVisible(around, 8, 8)
        self._show()
        self._send(QEvent.Type.MouseMove)

    def come(self) -> None:
        self.go_to(self.point)

    @property
    def point(self) -> QPointF:
        """Where the cursor points; in the middle of what is seen where it is not in view."""
        seen = self.view.visible_rect
        if self._at is not None and (self.shown or self.is_down or seen.contains(self._at)):
            return self._at
        return seen.center()

    def put_away(self) -> None:
        """The view shows another map: remove the cursor from this one."""
        self.forget_stroke()
        self.shown = False
        if (scene := self._mark.scene()) is not None:
            scene.removeItem(self._mark)

    def mouse_moved(self) -> None:
        """The mouse is used: the cursor is hidden, and remembers its place."""
        if not self._sending and not self.is_down and self.shown:
            self.shown = False
            self._mark.setVisible(False)

    def mouse_pressed(self, spot: BasePlace | None) -> None:
        """Where the mouse was pressed the keyboard goes on."""
        if not self._sending and spot is not None:
            self._at = QPointF(spot.x * PER_GRAIN, spot.y * PER_GRAIN)

    def refresh(self) -> None:
        """The tool, the map or the zoom is another one: point as it does."""
        if self.shown:
            self._show()

    def _show(self) -> None:
        scene = self.view.map_scene
        if self._mark.scene() is not scene:
            self._mark = _Cross(self.view)
            scene.addItem(self._mark)
        self.shown = True
        self._mark.show_at(self.point)


class _Cross(QGraphicsItem):
    """A cross, dark on light, of the same size at any zoom. Of several views on one table only its own shows it."""

    def __init__(self, view: ZoomView) -> None:
        super().__init__()
        self.view = view
        self.setZValue(layers.CURSOR)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setVisible(False)

    def show_at(self, point: QPointF) -> None:
        """Lie at a point of the scene."""
        self.setPos(point)
        self.setVisible(True)

    def boundingRect(self) -> QRectF:
        return QRectF(-REACH - 3, -REACH - 3, 2 * REACH + 6, 2 * REACH + 6)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if widget is not self.view.viewport():
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for colour, width in ((QColor(255, 255, 255, 235), 5), (QColor("#111111"), 2)):
            painter.setPen(QPen(colour, width))
            painter.drawLine(-REACH, 0, REACH, 0)
            painter.drawLine(0, -REACH, 0, REACH)
