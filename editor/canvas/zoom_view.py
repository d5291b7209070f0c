"""A view that can be zoomed and moved over a scene."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QCursor, QPainter, QResizeEvent, QTransform, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsView

from editor.canvas.scene import MapScene
from editor.hexes.drawing.geometry import SCALE
from editor.hexes.drawing.overview import DARK_DESK, DESK
from editor.work.background import hands_on
from engine.hexes.board.grid import Grid

STEP: Final = 2 ** (1 / 4)
"""One notch of the wheel."""
NEAREST: Final = 6.0
"""The largest zoom: 1 is 64 pixels a circumradius."""
AROUND: Final = 160
"""Pixels one can scroll beyond the map."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a view stands: its zoom and the point of the scene in its middle; ``whole`` if the map is fitted."""

    zoom: float
    middle: QPointF
    whole: bool
    size: QSize
    """Of the viewport then; in one of the same size ``scrolled`` is to the pixel where it was."""
    scrolled: QPoint


class ZoomView(QGraphicsView):
    """Shows the scene of a document, at a zoom and a place. What pointer and keys do there is ``MapView``'s."""

    view_changed = Signal()
    """Zoom, place or size of the visible part changed."""

    def __init__(self, scene: MapScene) -> None:
        self._scene = scene
        self._fit_pending = True
        self._whole = True
        """Whether the map was fitted and nobody has zoomed or moved it since: then it stays fitted."""
        self._settling = False
        super().__init__(scene)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # The desk covers all of it: nothing need be painted beneath.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.BoundingRectViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._set_scene_rect()
        self._take_desk()

    @property
    def map_scene(self) -> MapScene:
        """The scene of the open document."""
        return self._scene

    @property
    def grid(self) -> Grid:
        """The grid of the open map."""
        return self._scene.document.battle_map.grid

    def set_scene(self, scene: MapScene) -> None:
        """Look at another scene; whoever asks says what of it."""
        self._scene = scene
        self.setScene(scene)
        self._set_scene_rect()
        self._take_desk()

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
        """Zoom, keeping a point of the viewport (default: its middle) where it is; beside the map, the point of the map
        that is nearest. A map that has come to be smaller than the view moves to its middle."""
        held = about if about is not None else QPointF(self.viewport().rect().center())
        scene = self._on_paper(self.mapToScene(held.toPoint()))
        kept = self.mapFromScene(scene)
        zoom = max(self._farthest, min(NEAREST, zoom))
        if abs(zoom - self.zoom) < 1e-9:
            return
        nearer = zoom > self.zoom
        self._whole = False
        self.setTransform(QTransform.fromScale(zoom, zoom))
        self._set_scene_rect()
        moved = self.mapFromScene(scene) - kept
        self.scroll_by(moved.x(), moved.y())
        if not nearer:
            self._middle_if_small()
        self._moved()

    def _on_paper(self, point: QPointF) -> QPointF:
        """The point of the map, or of what is drawn beside it, nearest to a point of the scene."""
        paper = self._scene.paper
        return QPointF(
            min(max(point.x(), paper.left()), paper.right()), min(max(point.y(), paper.top()), paper.bottom())
        )

    def _middle_if_small(self) -> None:
        """Bring the map into the middle across, or down, where all of it fits into the view."""
        paper, seen = self._scene.paper, self.visible_rect
        apart = paper.center() - seen.center()
        across = apart.x() * self.zoom if paper.width() < seen.width() else 0.0
        down = apart.y() * self.zoom if paper.height() < seen.height() else 0.0
        self.scroll_by(round(across), round(down))

    def zoom_in(self) -> None:
        """Come a step nearer."""
        self.set_zoom(self.zoom * STEP**2)

    def zoom_out(self) -> None:
        """Go a step back."""
        self.set_zoom(self.zoom / STEP**2)

    def show_full_size(self, wanted: QPointF | None) -> None:
        """Show the map at zoom 1. A point of the scene that is wanted stays where it is in the view, or, from outside
        the view, comes into its middle; None keeps the middle."""
        if wanted is None:
            self.set_zoom(1.0)
        elif self.visible_rect.contains(wanted):
            self.set_zoom(1.0, QPointF(self.mapFromScene(wanted)))
        else:
            self.go(1.0, wanted)

    @property
    def pointed_at(self) -> QPointF | None:
        """The point of the map under the pointer, in scene units; None where the pointer is elsewhere."""
        place = self.viewport().mapFromGlobal(QCursor.pos())
        if not self.viewport().underMouse() or not self.viewport().rect().contains(place):
            return None
        scene = self.mapToScene(place)
        return scene if self._scene.paper.contains(scene) else None

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

    def go(self, zoom: float, middle: QPointF) -> None:
        """Show a point of the scene in the middle, as near as may be."""
        zoom = max(self._farthest, min(NEAREST, zoom))
        self._fit_pending = self._whole = False
        if abs(zoom - self.zoom) > 1e-9:
            self.setTransform(QTransform.fromScale(zoom, zoom))
            self._set_scene_rect()
        self.centerOn(middle)
        self._moved()

    @property
    def visible_rect(self) -> QRectF:
        """What is in view, in scene units."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def _set_scene_rect(self) -> None:
        around = AROUND / max(self.zoom, 1e-6)
        self.setSceneRect(self._scene.paper.adjusted(-around, -around, around, around))

    def follow_paper(self) -> None:
        """More or less is drawn: scroll as far, and stay where we are."""
        if self._whole and self.isVisible():
            self.fit()
            return
        held = self.viewport().rect().center()
        scene = self.mapToScene(held)
        self._set_scene_rect()
        moved = self.mapFromScene(scene) - held
        self.scroll_by(moved.x(), moved.y())

    def _moved(self) -> None:
        hands_on()
        self._scene.map_layer.look_at(self.viewport(), self.visible_rect, self.zoom * self.devicePixelRatioF())
        self.view_changed.emit()

    def scroll_by(self, dx: int, dy: int) -> None:
        """Move the view over the map, in pixels."""
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + dx)
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + dy)

    def _take_desk(self) -> None:
        """Have the desk around the map as light or dark as the desktop is."""
        desk = QColor(DARK_DESK if self.palette().window().color().lightness() < 128 else DESK)
        self.setBackgroundBrush(desk)
        self._scene.map_layer.take_desk(desk)

    # -- Qt's events --------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        """The desk goes with the desktop, light or dark."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._take_desk()

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
