"""A view that can be zoomed and moved over a scene."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QCursor,
    QNativeGestureEvent,
    QPainter,
    QResizeEvent,
    QShowEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsView

from editor.canvas.drawing.paper import DARK_DESK, DESK, SCALE
from editor.canvas.scene import MapScene
from editor.canvas.wheel import read_turn
from editor.work.background import hands_on
from engine.boards.board import Spot

STEP: Final = 2 ** (1 / 4)
"""One notch of the wheel."""
NEAREST: Final = 6.0
"""The largest zoom: 1 is 64 pixels a circumradius."""
AROUND: Final = 160
"""Pixels one can scroll beyond the map."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a view stands: its zoom and the point of the scene in its middle."""

    zoom: float
    middle: QPointF
    origin: QPoint | None
    """Where in the window the origin of the scene lay; None where it was not laid out."""
    window: QSize
    """The size of the window then: in one of the same size the map comes back to the pixel where it was."""
    fitted: bool
    """Whether the whole map was shown by Fit to page, and not zoomed or moved since."""


First = Callable[["ZoomView"], None]


class ZoomView(QGraphicsView):
    """Shows the scene of a document, at a zoom and a place. What pointer and keys do there is ``MapView``'s.

    Panels around it may come, go and change their size: each point of the map then stays where it is in the window, at
    the zoom it has. Only what is shown first is shown again, when the window gets another size before anybody touches
    it, and a fitted map is fitted again when a whole arrangement of panels takes the place of another.
    """

    view_changed = Signal()
    """Zoom, place or size of the visible part changed."""

    def __init__(self, scene: MapScene) -> None:
        self._scene = scene
        self._first: First | None = ZoomView.fit
        """Shows what is shown first; None once the user has zoomed or moved, or panels have changed."""
        self._first_in = QSize()
        """The size of the window in which it was shown."""
        self._settled = False
        """Whether the window has its panels: what changes from now on is no longer the beginning."""
        self._held: QPoint | None = None
        """Where in the window the origin of the scene lies; None while that is not laid out."""
        self.steady = False
        """Whether ``view_changed`` tells of another size only: the map has not moved."""
        self._settling = False
        self._fitted = False
        """Whether the whole map was shown by Fit to page, and not zoomed or moved since."""
        self.moves = 0
        """How often the map was zoomed or moved, by a hand or by what it asked for."""
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
        self._settling = True
        self.setTransform(QTransform.fromScale(zoom, zoom))
        if nearer:
            self._put(kept - QPoint(round(scene.x() * zoom), round(scene.y() * zoom)))
        else:
            self._set_scene_rect()
            moved = self.mapFromScene(scene) - kept
            self.scroll_by(moved.x(), moved.y())
            self._middle_if_small()
        self._settling = False
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
        self._moved()
        self._fitted = True

    def fit_again(self) -> None:
        """Show the whole map again where it was fitted and other panels now hide a part of it."""
        if self._fitted and self._first is None and not self.shows_all:
            self.fit()

    @property
    def is_fitted(self) -> bool:
        """Whether the whole map was shown by Fit to page, and not zoomed or moved since."""
        return self._fitted

    @property
    def shows_all(self) -> bool:
        """Whether all that is drawn is in view."""
        return self.visible_rect.contains(self._scene.paper)

    def show_area(self, area: QRectF) -> None:
        """Show a part of the scene as large as there is room, at most at zoom 1."""
        size = self.viewport().size()
        room = min((size.width() - 24) / area.width(), (size.height() - 24) / area.height())
        self.go(min(1.0, room), area.center())

    # -- what is shown first ------------------------------------------------------------------------------------

    def show_first(self, show: First) -> None:
        """Show what is to be seen first of a document: ``show`` has the view now, and again while the window gets its
        size and its panels."""
        self._first, self._settled = show, False
        self._show_first()
        if self.isVisible():
            # A bar of tabs may come with the document.
            QTimer.singleShot(0, self, self.settle_in)

    def settle_in(self) -> None:
        """The window has its panels: show what is shown first in the room that is left."""
        self._show_first()
        self._settled = True

    @property
    def is_first(self) -> bool:
        """Whether the view has not been zoomed or moved since the document was shown first."""
        return self._first is not None

    def _show_first(self) -> None:
        first = self._first
        if first is not None:
            self._first_in = self.window().size() if self.isVisible() else QSize()
            first(self)
            self._first = first

    def touch(self) -> None:
        """A hand is at work here: what is shown is no longer the beginning."""
        self._first = None

    def centre_on(self, spot: Spot) -> None:
        """Bring a place into the middle, and near enough to be read."""
        if self.zoom * SCALE < 16:
            self.set_zoom(36 / SCALE)
        self.centerOn(QPointF(*self._scene.geometry.centre(spot)))
        self._moved()

    @property
    def stand(self) -> Stand:
        """Where the view stands, to come back to."""
        return Stand(self.zoom, self.visible_rect.center(), self._held, self.window().size(), self._fitted)

    def take_stand(self, stand: Stand) -> None:
        """Show what was shown there."""
        self._settling = True
        self.setTransform(QTransform.fromScale(stand.zoom, stand.zoom))
        self._set_scene_rect()
        self.centerOn(stand.middle)
        if stand.origin is not None and stand.window == self.window().size():
            self._put(stand.origin - self._corner)
        self._settling = False
        self._moved()
        self._fitted = stand.fitted

    def go(self, zoom: float, middle: QPointF) -> None:
        """Show a point of the scene in the middle, as near as may be."""
        zoom = max(self._farthest, min(NEAREST, zoom))
        self._settling = True
        if abs(zoom - self.zoom) > 1e-9:
            self.setTransform(QTransform.fromScale(zoom, zoom))
            self._set_scene_rect()
        self.centerOn(middle)
        self._settling = False
        self._moved()

    @property
    def visible_rect(self) -> QRectF:
        """What is in view, in scene units."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    @property
    def _range(self) -> QRectF:
        """What hands can scroll to: the paper, and a little around it."""
        around = AROUND / max(self.zoom, 1e-6)
        return self._scene.paper.adjusted(-around, -around, around, around)

    def _set_scene_rect(self) -> None:
        self.setSceneRect(self._range)

    def follow_paper(self) -> None:
        """More or less is drawn: scroll as far, and stay where we are."""
        self._settling = True
        if self.visible_rect.intersects(self._scene.paper):
            self._put(self.mapFromScene(QPointF()))
        else:
            self._set_scene_rect()
        self._settling = False
        self._moved()

    def _put(self, origin: QPoint) -> None:
        """Have the origin of the scene at a point of the viewport, however far from the map the view then reaches."""
        size, zoom = self.viewport().size(), self.zoom
        # A little more, for Qt brings to the middle what has no room to be scrolled.
        seen = QRectF(-origin.x() - 2, -origin.y() - 2, size.width() + 4, size.height() + 4)
        seen = QRectF(seen.x() / zoom, seen.y() / zoom, seen.width() / zoom, seen.height() / zoom)
        self.setSceneRect(self._range.united(seen))
        self.horizontalScrollBar().setValue(-origin.x())
        self.verticalScrollBar().setValue(-origin.y())

    @property
    def _origin(self) -> QPoint:
        """Where in the window the origin of the scene lies now."""
        return self._corner + self.mapFromScene(QPointF())

    @property
    def _corner(self) -> QPoint:
        """Where in the window the viewport begins."""
        return self.viewport().mapTo(self.window(), QPoint())

    def _hold(self) -> None:
        """Panels came or went, or changed their size: each point of the map stays where it is in the window."""
        if not self.isVisible() or self._settling:
            return
        if self._settled and self.window().size() == self._first_in:
            self._first = None
        if self._held is None:
            self._held = self._origin
        elif self._origin != self._held:
            self._settling = True
            self._put(self._held - self._corner)
            self._settling = False
        self.steady = True
        self._tell()
        self.steady = False

    def _moved(self) -> None:
        """A hand, or what it asked for, has moved the map."""
        hands_on()
        self.moves += 1
        self._first = None
        self._fitted = False
        self._held = self._origin if self.isVisible() else None
        self._tell()

    def _tell(self) -> None:
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
        if not self._settling:
            self._moved()

    def showEvent(self, event: QShowEvent) -> None:
        """From now on the map stays where it is in the window, whichever part around it moves."""
        super().showEvent(event)
        part = self.parentWidget()
        while part is not None and not part.isWindow():
            part.installEventFilter(self)
            part = part.parentWidget()
        self._resized()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A part around the view moves in the window; the view may not even hear of it."""
        if event.type() == QEvent.Type.Move:
            self._hold()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Scroll bars that find their new range move the map, but no hand did.
        self._settling = True
        super().resizeEvent(event)
        self._settling = False
        self._resized()

    def _resized(self) -> None:
        if self._first is not None and self.isVisible() and self.window().size() != self._first_in:
            # The size of the window is not its last one yet.
            self._first_in = self.window().size()
            QTimer.singleShot(0, self, self._show_first)
        self._hold()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = read_turn(event)
        if turned.notches:
            self.set_zoom(self.zoom * STEP**turned.notches, event.position())
        else:
            self.scroll_by(turned.along.x(), turned.along.y())
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        """Two fingers that come together or go apart on a touchpad zoom to the pointer."""
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.set_zoom(self.zoom * max(0.1, 1 + event.value()), event.position())
            event.accept()
            return True
        return super().viewportEvent(event)
