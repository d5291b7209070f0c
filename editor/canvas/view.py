"""The view on the map: zooming, panning, and telling tools where the pointer is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QCursor,
    QDragEnterEvent,
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsItem, QGraphicsView

from editor.canvas.aim import Aim, aim_at
from editor.canvas.keyboard import Keyboard
from editor.canvas.render.geometry import SCALE
from editor.canvas.render.overview import DESK
from editor.canvas.scene import MapScene
from engine.board.grid import NOWHERE, Grid

STEP: Final = 2 ** (1 / 4)
"""One notch of the wheel."""
NEAREST: Final = 6.0
"""The largest zoom: 1 is 64 pixels a circumradius."""
AROUND: Final = 160
"""Pixels one can scroll beyond the map."""


class PointerTarget(Protocol):
    """Who is told of the pointer: the tools."""

    @property
    def takes_items(self) -> bool:
        """Whether units and other items under the pointer come first."""

    def hover(self, aim: Aim) -> None:
        """The pointer moves with no button held."""

    def press(self, aim: Aim) -> None:
        """The left button goes down."""

    def drag(self, aim: Aim) -> None:
        """The pointer moves with the left button held."""

    def release(self, aim: Aim) -> None:
        """The left button comes up."""

    def double_click(self, aim: Aim) -> None:
        """The left button is clicked twice."""

    def leave(self) -> None:
        """The pointer leaves the map."""

    def cancel(self) -> None:
        """Esc, or the stroke was broken off."""

    def key_action(self, key: int, shift: bool) -> Callable[[], None] | None:
        """What a key does, before any shortcut; None for keys of others."""

    def spots(self, h: int) -> list[tuple[float, float]]:
        """The points of a hex, on paper, that the keyboard's cursor visits; none for its middle alone."""

    @property
    def cursor(self) -> QCursor:
        """The pointer's shape."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a view stands: its zoom and the point of the scene in its middle; ``whole`` if the map is fitted."""

    zoom: float
    middle: QPointF
    whole: bool
    size: QSize
    """Of the viewport then; in one of the same size ``scrolled`` is to the pixel where it was."""
    scrolled: QPoint


class MapView(QGraphicsView):
    """Shows the scene of a document."""

    hex_hovered = Signal(int)
    """The hex under the pointer, NOWHERE beyond the map; only when it changes."""
    aim_changed = Signal(object)
    """An ``Aim`` for every move of the pointer."""
    hex_clicked = Signal(int, object)
    """A hex was clicked with the left button: hex, keyboard modifiers."""
    context_asked = Signal(int, QPoint)
    """The right button was clicked: hex, global position."""
    broken_off = Signal()
    """Esc was pressed: whatever is being dragged goes back to where it was."""
    view_changed = Signal()
    """Zoom, place or size of the visible part changed."""

    focused = Signal()
    """The keyboard came here, or the pointer set to work."""

    def __init__(self, scene: MapScene) -> None:
        self._scene = scene
        super().__init__(scene)
        self.target: PointerTarget | None = None
        self.keys = Keyboard(self)
        self._panning: QPoint | None = None
        self._space = False
        self._stroke = False
        self._hovered = NOWHERE
        self._fit_pending = True
        self._whole = True
        """Whether the map was fitted and nobody has zoomed or moved it since: then it stays fitted."""
        self._settling = False
        self._reaches = False
        """Whether what is drawn has come to reach farther, or less far, during the stroke."""
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setBackgroundBrush(QColor(DESK))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Map")
        self.setAcceptDrops(True)
        self._scene.paper_changed.connect(self._paper_changed)
        self._set_scene_rect()

    # -- the document -------------------------------------------------------------------------------------------

    @property
    def map_scene(self) -> MapScene:
        """The scene of the open document."""
        return self._scene

    @property
    def grid(self) -> Grid:
        """The grid of the open map."""
        return self._scene.document.battle_map.grid

    def show_scene(self, scene: MapScene) -> None:
        """Show another document; whoever asks says what of it."""
        self.close_scene()
        self._scene = scene
        self.setScene(scene)
        scene.paper_changed.connect(self._paper_changed)
        self._stroke = self._reaches = False
        self._panning = None
        self.keys = Keyboard(self)
        self._hovered = NOWHERE
        self._set_scene_rect()

    def close_scene(self) -> None:
        """Look away from the scene."""
        self._scene.paper_changed.disconnect(self._paper_changed)
        self._scene.look_away(self.viewport())
        self.keys.put_away()

    @property
    def picking(self) -> Callable[[int], None] | None:
        """When set, clicks on hexes go here and not to the tool; in every view of the document."""
        return self._scene.picking

    @picking.setter
    def picking(self, picking: Callable[[int], None] | None) -> None:
        self._scene.picking = picking

    def add_layer(self, layer: QGraphicsItem) -> None:
        """Add a layer over the map."""
        self._scene.add_layer(layer)

    # -- zoom and place -----------------------------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """The zoom: 1 is 64 pixels a circumradius."""
        return self.transform().m11()

    @property
    def _farthest(self) -> float:
        paper = self._scene.paper
        whole = min(self.viewport().width() / paper.width(), self.viewport().height() / paper.height())
        return min(0.5, whole * 0.6)

    def set_zoom(self, zoom: float, about: QPointF | None = None) -> None:
        """Zoom, keeping a point of the viewport (default: its middle) where it is."""
        held = about if about is not None else QPointF(self.viewport().rect().center())
        scene = self.mapToScene(held.toPoint())
        zoom = max(self._farthest, min(NEAREST, zoom))
        if abs(zoom - self.zoom) < 1e-9:
            return
        self._whole = False
        self.setTransform(QTransform.fromScale(zoom, zoom))
        self._set_scene_rect()
        moved = self.mapFromScene(scene) - held.toPoint()
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + moved.x())
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + moved.y())
        self._moved()

    def zoom_in(self) -> None:
        """Come a step nearer."""
        self.set_zoom(self.zoom * STEP**2)

    def zoom_out(self) -> None:
        """Go a step back."""
        self.set_zoom(self.zoom / STEP**2)

    def fit(self) -> None:
        """Show the whole map."""
        paper = self._scene.paper
        size = self.viewport().size()
        room = min((size.width() - 24) / paper.width(), (size.height() - 24) / paper.height())
        zoom = max(0.005, min(1.0, room))
        self._settling = True
        self.setTransform(QTransform.fromScale(zoom, zoom))
        self._set_scene_rect()
        self.centerOn(paper.center())
        self._settling = False
        self._whole = True
        self._moved()

    def centre_on(self, h: int) -> None:
        """Bring a hex into the middle, and near enough to be read."""
        if self.zoom * SCALE < 16:
            self.set_zoom(36 / SCALE)
        self.centerOn(QPointF(*self._scene.geometry.centre(h)))
        self._moved()

    @property
    def stand(self) -> Stand:
        """Where the view stands, to come back to."""
        scrolled = QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        return Stand(self.zoom, self.visible_rect.center(), self._whole, self.viewport().size(), scrolled)

    def take_stand(self, stand: Stand) -> None:
        """Show what was shown there."""
        if stand.whole:
            self.fit()
            return
        self._fit_pending = self._whole = False
        self.setTransform(QTransform.fromScale(stand.zoom, stand.zoom))
        self._set_scene_rect()
        self.centerOn(stand.middle)
        if stand.size == self.viewport().size():
            self.horizontalScrollBar().setValue(stand.scrolled.x())
            self.verticalScrollBar().setValue(stand.scrolled.y())
        self._moved()

    @property
    def visible_rect(self) -> QRectF:
        """What is in view, in scene units."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def _set_scene_rect(self) -> None:
        around = AROUND / max(self.zoom, 1e-6)
        self.setSceneRect(self._scene.paper.adjusted(-around, -around, around, around))

    def _paper_changed(self) -> None:
        """More or less is drawn: scroll as far, and stay where we are. During a stroke nothing may slip away."""
        self._reaches = self._stroke
        self.keys.refresh()
        if self._stroke:
            return
        if self._whole and self.isVisible():
            self.fit()
            return
        held = self.viewport().rect().center()
        scene = self.mapToScene(held)
        self._set_scene_rect()
        moved = self.mapFromScene(scene) - held
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + moved.x())
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + moved.y())

    def _moved(self) -> None:
        self._scene.map_layer.look_at(self.viewport(), self.visible_rect, self.zoom * self.devicePixelRatioF())
        self.view_changed.emit()

    # -- Qt's events --------------------------------------------------------------------------------------------

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self._whole = self._whole and self._settling
        self._moved()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Scroll bars that find their new range move the map, but no hand did.
        self._settling = True
        super().resizeEvent(event)
        self._settling = False
        if self._fit_pending and self.isVisible():
            self._fit_pending = False
            QTimer.singleShot(0, self, self.fit)
        elif self._whole and not self._fit_pending:
            self.fit()
        self._moved()

    def wheelEvent(self, event: QWheelEvent) -> None:
        notches = event.angleDelta().y() / 120
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            super().wheelEvent(event)
            return
        if notches:
            self.set_zoom(self.zoom * STEP**notches, event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.focused.emit()
        button = event.button()
        if button == Qt.MouseButton.MiddleButton or (button == Qt.MouseButton.LeftButton and self._space):
            self._panning = event.position().toPoint()
            self._show_cursor()
            return
        if button != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        aim = self._aim(event)
        self.keys.mouse_pressed(aim.hex)
        if self.picking is not None:
            self.picking(aim.hex)
            return
        if self.target is not None and self.target.takes_items:
            event.setAccepted(False)
            super().mousePressEvent(event)
            if event.isAccepted():
                return
        self._stroke = True
        if self.target is not None:
            self.target.press(aim)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.keys.mouse_moved()
        if self._panning is not None:
            here = event.position().toPoint()
            moved = here - self._panning
            self._panning = here
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - moved.x())
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() - moved.y())
            return
        aim = self._aim(event)
        self._notice(aim)
        if self._stroke:
            if self.target is not None:
                self.target.drag(aim)
            return
        super().mouseMoveEvent(event)
        if self.target is not None and not event.buttons() and self.picking is None:
            self.target.hover(aim)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._panning is not None and event.button() in (Qt.MouseButton.MiddleButton, Qt.MouseButton.LeftButton):
            self._panning = None
            self._show_cursor()
            return
        if self._stroke and event.button() == Qt.MouseButton.LeftButton:
            self._stroke = False
            aim = self._aim(event)
            if self.target is not None:
                self.target.release(aim)
            if self._reaches:
                self._paper_changed()
            if aim.on_map:
                self.hex_clicked.emit(aim.hex, aim.modifiers)
            return
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.target is not None and not self._space:
            if self.target.takes_items:
                event.setAccepted(False)
                super().mouseDoubleClickEvent(event)
                if event.isAccepted():
                    return
            self.target.double_click(self._aim(event))
            return
        super().mouseDoubleClickEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        place = event.pos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.keys.come()
            place = self.mapFromScene(self.keys.point)
        scene = self.mapToScene(place)
        h = self.grid.hex_at(scene.x() / SCALE, scene.y() / SCALE)
        self.keys.mouse_pressed(h)
        self.context_asked.emit(h, self.viewport().mapToGlobal(place))
        event.accept()

    def event(self, event: QEvent) -> bool:
        # Keys that the tool in use wants come to it before any shortcut takes them.
        before_shortcuts = event.type() == QEvent.Type.ShortcutOverride
        if before_shortcuts and isinstance(event, QKeyEvent) and self._key_action(event) is not None:
            event.accept()
            return True
        return super().event(event)

    def _key_action(self, event: QKeyEvent) -> Callable[[], None] | None:
        """What the tool in use does with a key, else what the keyboard's cursor does."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        shift = held == Qt.KeyboardModifier.ShiftModifier
        action = None
        if self.target is not None and (shift or not held) and not self.keys.is_down:
            action = self.target.key_action(event.key(), shift)
        return action or self.keys.action(event)

    @property
    def mouse_is_down(self) -> bool:
        """Whether a stroke is being drawn or the map is being moved."""
        return self._stroke or self._panning is not None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        action = self._key_action(event)
        if action is not None:
            action()
        elif key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = True
            self._show_cursor()
        elif key == Qt.Key.Key_Escape and self.target is not None:
            self._break_off()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _break_off(self) -> None:
        self._stroke = False
        self.keys.forget_stroke()
        held = self._scene.mouseGrabberItem()
        if held is not None:
            held.ungrabMouse()
        self.broken_off.emit()
        if self.target is not None:
            self.target.cancel()

    def scroll_by(self, dx: int, dy: int) -> None:
        """Move the view over the map, in pixels."""
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + dx)
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + dy)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self.keys.key_up(event.key())
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            self._show_cursor()
        else:
            super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()
        reason = Qt.FocusReason
        if event.reason() in (reason.TabFocusReason, reason.BacktabFocusReason, reason.ShortcutFocusReason):
            self.keys.come()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.keys.let_go()
        self._space = False
        self._show_cursor()
        super().focusOutEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            # The scene would take anything; files are for the window.
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._show_cursor()

    def leaveEvent(self, event: object) -> None:
        if self._hovered != NOWHERE:
            self._hovered = NOWHERE
            self.hex_hovered.emit(NOWHERE)
        if self.target is not None:
            self.target.leave()

    # -- helpers ------------------------------------------------------------------------------------------------

    def _aim(self, event: QMouseEvent) -> Aim:
        # With the fraction of the pixel: far out, a hex is only a few pixels wide.
        inverse, _ = self.viewportTransform().inverted()
        scene = inverse.map(event.position())
        return aim_at(self.grid, scene, event.modifiers())

    def _notice(self, aim: Aim) -> None:
        self.aim_changed.emit(aim)
        if aim.hex != self._hovered:
            self._hovered = aim.hex
            self.hex_hovered.emit(aim.hex)

    def _show_cursor(self) -> None:
        if self._panning is not None:
            shape = QCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._space:
            shape = QCursor(Qt.CursorShape.OpenHandCursor)
        elif self.picking is not None:
            shape = QCursor(Qt.CursorShape.CrossCursor)
        else:
            shape = self.target.cursor if self.target is not None else QCursor(Qt.CursorShape.ArrowCursor)
        self.viewport().setCursor(shape)

    def update_cursor(self) -> None:
        """The tool changed: show its pointer."""
        self._show_cursor()
        self.keys.refresh()
