"""A map of hexes by keyboard: a cursor that goes from hex to hex, clicks, and draws strokes as the mouse does."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas import layers
from editor.canvas.aim import PointerAim as AnyAim
from editor.canvas.drawing.paper import SCALE
from editor.canvas.key_cursor import ARROWS, NONE, SCROLL, Action, Key, KeyCursor, Mod
from editor.canvas.zoom_view import ZoomView
from editor.hexes.canvas.aim import Aim
from editor.hexes.canvas.map_layer import geometry_of
from editor.hexes.drawing.geometry import Geometry
from engine.hexes.board.grid import NOWHERE, Grid

AROUND: Final = 1.6
"""How much of the neighbourhood stays in view about the cursor, in circumradii."""
CONTRAST: Final = (QColor(255, 255, 255, 235), QColor("#111111"))
"""Light under dark: seen on any ground, by any eye."""

# With Shift a key gives another sign, and which one hangs on the keyboard's country.
_TURNS: Final = {
    Key.Key_Period.value: 1,
    Key.Key_Greater.value: 1,
    Key.Key_Colon.value: 1,
    Key.Key_Comma.value: -1,
    Key.Key_Less.value: -1,
    Key.Key_Semicolon.value: -1,
}


class Keyboard(KeyCursor):
    """Where the keyboard's cursor is on one view, and what keys do with it."""

    def __init__(
        self, view: ZoomView, mouse_is_down: Callable[[], bool], spots: Callable[[int], list[tuple[float, float]]]
    ) -> None:
        """``mouse_is_down``: whether the mouse is drawing or moving the map. ``spots``: the points of a hex, on paper,
        that the tool in use knows; none for its middle alone."""
        super().__init__(view, mouse_is_down)
        self._spots_of_tool = spots
        self.hex = NOWHERE
        """The hex of the cursor, NOWHERE before it was ever used."""
        self.turn = 0
        """Which of the spots that the tool knows in a hex: hexsides, vertices, names."""
        self._mark = CursorMark(view)
        self._beyond: QPointF | None = None
        """A point off the map that a stroke was led to, in scene units."""

    @property
    def grid(self) -> Grid:
        """The grid of the map that the view shows."""
        return self.view.map_scene.document.battle_map.grid

    # -- what keys do -------------------------------------------------------------------------------------------

    def _other_action(self, key: int, held: Mod) -> Action | None:
        way = _TURNS.get(key)
        if way is not None and held in (NONE, Mod.ShiftModifier) and len(self._spots(self._present())) > 1:
            return lambda: self.go_round(way, held)
        return None

    def _step_action(self, key: int, step: tuple[int, int], held: Mod) -> Action | None:
        if held == Mod.ControlModifier:
            if key in ARROWS:
                return lambda: self.view.scroll_by(step[0] * SCROLL, step[1] * SCROLL)
            if key in (Key.Key_Home.value, Key.Key_End.value):
                return lambda: self.go_to(self.grid.hexes[0 if key == Key.Key_Home.value else -1])
            return None
        drag = bool(held & Mod.ShiftModifier)
        rest = held & ~Mod.ShiftModifier
        if rest and not drag:
            return None
        return lambda: self.step(step, held if drag else None)

    def step(self, step: tuple[int, int], held: Mod | None = None) -> None:
        """Go to a neighbour; with ``held`` (Shift, perhaps with Ctrl or Alt) the tool draws on the way there."""
        self.begin(held)
        here = self._present()
        there = self._towards(here, step)
        if there != NOWHERE:
            self.go_to(there)
        elif self.is_down:
            # A road may leave the map.
            x, y = self.grid.centre(here)
            dx, dy = self._way(here, step)
            self._beyond = QPointF((x + dx) * SCALE, (y + dy) * SCALE)
            self._send(QEvent.Type.MouseMove)

    def go_round(self, way: int, held: Mod = NONE) -> None:
        """Go to the next hexside, vertex or name in the hex; with Shift the tool draws on the way there."""
        self.begin(held if held == Mod.ShiftModifier else None)
        self.turn += way
        self.go_to(self._present())

    def _let_go_of(self) -> None:
        self._beyond = None

    # -- where the cursor is ------------------------------------------------------------------------------------

    def go_to(self, h: int) -> None:
        """Bring the cursor to a hex, and the hex into view."""
        self.hex, self._beyond = h, None
        x, y = self._spot(h)
        around = AROUND * SCALE
        self.view.ensureVisible(QRectF(x - around, y - around, 2 * around, 2 * around), 8, 8)
        self._show()
        self._send(QEvent.Type.MouseMove)

    def put_away(self) -> None:
        """The view shows another map: remove the cursor from this one."""
        self.forget_stroke()
        self.shown = False
        scene = self._mark.scene()
        if scene is not None:
            scene.removeItem(self._mark)

    def come(self) -> None:
        """Show the cursor where it was, or in the middle of what is seen."""
        self.go_to(self._present())

    def mouse_moved(self) -> None:
        """The mouse is used: the cursor is hidden, and remembers its place."""
        if not self._sending and not self.is_down and self.shown:
            self.shown = False
            self._mark.setVisible(False)

    def mouse_pressed(self, spot: int | None) -> None:
        """Where the mouse was pressed the keyboard goes on."""
        if not self._sending and spot is not None:
            self.hex = spot

    @property
    def point(self) -> QPointF:
        """Where the cursor points, in scene units."""
        return self._beyond or QPointF(*self._spot(self._present()))

    def _present(self) -> int:
        """The cursor's hex; where there is none in view, the hex in the middle of what is seen."""
        grid, view = self.grid, self.view
        seen = view.visible_rect
        if self.hex in grid and (self.shown or self.is_down or seen.contains(QPointF(*self._spot(self.hex)))):
            return self.hex
        middle = seen.center()
        h = grid.hex_at(middle.x() / SCALE, middle.y() / SCALE)
        if h == NOWHERE:
            h = min(grid.hexes, key=lambda n: hypot(*self._away(n, middle)))
        self.hex = h
        return h

    def _away(self, h: int, point: QPointF) -> tuple[float, float]:
        x, y = self.grid.centre(h)
        return x * SCALE - point.x(), y * SCALE - point.y()

    def _spots(self, h: int) -> list[tuple[float, float]]:
        return self._spots_of_tool(h) or [self.grid.centre(h)]

    def _spot(self, h: int) -> tuple[float, float]:
        spots = self._spots(h)
        x, y = spots[self.turn % len(spots)]
        return x * SCALE, y * SCALE

    def _way(self, h: int, step: tuple[int, int]) -> tuple[float, float]:
        """From a hex's centre to where the neighbour's lies, on paper; also where there is no such hex.

        Along the rows and columns the arrows zigzag as the numbers do; the corner keys go straight.
        """
        grid = self.grid
        dx, dy = step
        if grid.flat and dx and not dy:
            dy = -1 if grid.parity(h) else 1
        elif not grid.flat and dy and not dx:
            dx = -1 if grid.parity(h) else 1
        if grid.flat:
            return (dx * 1.5, dy * 3**0.5 / 2) if dx else (0.0, dy * 3**0.5)
        return (dx * 3**0.5 / 2, dy * 1.5) if dy else (dx * 3**0.5, 0.0)

    def _towards(self, h: int, step: tuple[int, int]) -> int:
        """The next hex that way, over void ones; NOWHERE where none is left."""
        grid = self.grid
        x, y = grid.centre(h)
        dx, dy = self._way(h, step)
        straight = not (step[0] and not step[1] if grid.flat else step[1] and not step[0])
        for count in range(1, max(grid.columns, grid.rows)):
            # A row or column goes there and back again.
            wide, high = (count, count) if straight else (count, count % 2) if grid.flat else (count % 2, count)
            found = grid.hex_at(x + dx * wide, y + dy * high)
            if found != NOWHERE:
                return found
        return NOWHERE

    # -- showing and doing --------------------------------------------------------------------------------------

    def _show(self) -> None:
        scene = self.view.map_scene
        if self._mark.scene() is not scene:
            self._mark = CursorMark(self.view)
            scene.addItem(self._mark)
        self.shown = True
        spots = self._spots(self.hex)
        spot = QPointF(*self._spot(self.hex)) if len(spots) > 1 else None
        self._mark.show_at(geometry_of(scene), self.hex, spot)

    def refresh(self) -> None:
        """The tool, the map or the zoom is another one: point as it does."""
        if self.shown:
            if self.hex in self.grid:
                self._show()
            else:
                self.shown = False
                self._mark.setVisible(False)

    def describe(self, text: str, aim: AnyAim) -> str:
        """The words for a place and the hexside that the cursor points at. A screen reader speaks them."""
        on_side = self._sending and isinstance(aim, Aim) and len(self._spots(self.hex)) > 5 and aim.side != NOWHERE
        if on_side and isinstance(aim, Aim):
            text = f"{text} · {self.grid.side_name(aim.side)}"
        return super().describe(text, aim)


class CursorMark(QGraphicsItem):
    """The ring around the cursor's hex, and a dot on the spot within it: dark on light, the same at any zoom.

    Of several views on one map only its own shows it.
    """

    def __init__(self, view: ZoomView) -> None:
        super().__init__()
        self.view = view
        self.setZValue(layers.CURSOR)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setVisible(False)
        self._corners: list[QPointF] = []
        self._spot: QPointF | None = None

    def show_at(self, geometry: Geometry, h: int, spot: QPointF | None) -> None:
        """Lie around a hex, with a dot on a spot of it."""
        self.prepareGeometryChange()
        self._corners = [QPointF(x, y) for x, y in geometry.shape(h).corners]
        self._spot = spot
        self.setVisible(True)

    def boundingRect(self) -> QRectF:
        if not self._corners:
            return QRectF()
        xs, ys = [p.x() for p in self._corners], [p.y() for p in self._corners]
        room = 0.5 * SCALE
        return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).adjusted(-room, -room, room, room)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if widget is not None and widget is not self.view.viewport():
            return
        level = QStyleOptionGraphicsItem.levelOfDetailFromTransform(painter.worldTransform())
        device = painter.device()
        # Cosmetic pens count in dots of the screen, however fine it is.
        dense = device.devicePixelRatio() if device else 1.0
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in zip(CONTRAST, (5.0, 2.4), strict=True):
            pen = QPen(colour, width * dense, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
            pen.setCosmetic(True)
            painter.setPen(pen)
            painter.drawPolygon(self._corners)
        if self._spot is not None and level > 0:
            painter.setPen(Qt.PenStyle.NoPen)
            for colour, radius in zip(CONTRAST, (6.0, 4.0), strict=True):
                painter.setBrush(colour)
                painter.drawEllipse(self._spot, radius / level, radius / level)
