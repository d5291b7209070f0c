"""The bases on a table: picked, carried, turned by a handle before their front, set down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from math import atan2, degrees
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsItem,
    QGraphicsSceneDragDropEvent,
    QGraphicsSceneHoverEvent,
    QGraphicsSceneMouseEvent,
    QStyleOptionGraphicsItem,
    QWidget,
)

from editor.canvas.overlay import Z_UNITS
from editor.canvas.pieces import Piece, describe
from editor.canvas.units_layer import UnitsOnMap
from editor.canvas.units_mime import MIME, unpack
from editor.document.document import Document
from editor.tables.canvas.faces import SELECTED, face_of, paint_base
from editor.tables.canvas.handling import snapped, turned
from editor.tables.drawing.bases import BaseFace
from editor.tables.scale import PER_GRAIN, PER_PACE, base_polygon, spot_at
from editor.tables.things import TableScene, Thing
from engine.exchange.bases import depth_of
from engine.scenario import Scenario
from engine.tables.places import PACE, BasePlace

HANDLE: Final = 34.0
"""Paces from the front edge to the handle that turns a base."""
GRIP: Final = 10.0
"""How near the handle the pointer takes it, in pixels."""


class TablePieces(UnitsOnMap):
    """Draws the bases on a table, and lets them be picked up, turned and set down."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.pieces: list[Piece] = []
        """The lowest first."""
        self.selected: frozenset[str] = frozenset()
        self.waiting: frozenset[str] = frozenset()
        self._scenario: Scenario | None = None
        self._lies = TableScene(document.board)
        self._bases: dict[str, QPolygonF] = {}
        self._faces: dict[str, BaseFace] = {}
        self._pressed: Piece | None = None
        self._turning: Piece | None = None
        self._from = QPointF()
        self._ghosts: dict[str, BasePlace] = {}
        """Where the units that are carried or turned would stand."""
        self.setZValue(Z_UNITS)
        self.setAcceptDrops(True)
        self.setAcceptHoverEvents(True)
        self.setAcceptedMouseButtons(Qt.MouseButton.LeftButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._document = document

    # -- what is shown ------------------------------------------------------------------------------------------

    def renew(self, document: Document) -> None:
        self.prepareGeometryChange()
        self._lies, self._document = TableScene(document.board), document
        self.set_pieces(())

    def set_pieces(self, pieces: Iterable[Piece]) -> None:
        self.pieces = list(pieces)
        self._scenario = self._document.scenario
        self._bases = {piece.unit.key: self._base(piece, piece.spot) for piece in self.pieces}
        self._faces = {piece.unit.key: face_of(piece, self.depth(piece), self._scenario) for piece in self.pieces}
        self._ghosts = {}
        self.update()

    def depth(self, piece: Piece) -> float:
        """How deep a unit's base is, in paces."""
        return depth_of(self._scenario, piece.unit) if self._scenario is not None else 40.0

    def face(self, unit: str) -> BaseFace:
        """The face of a unit that is on the table."""
        return self._faces[unit]

    def base_at(self, spot: BasePlace) -> QPolygonF | None:
        """The base that stands at a place exactly; None where none does."""
        return next((self._bases[piece.unit.key] for piece in self.pieces if piece.spot == spot), None)

    def _base(self, piece: Piece, where: BasePlace) -> QPolygonF:
        return base_polygon(where, self.depth(piece))

    def select(self, units: Iterable[str]) -> None:
        chosen = frozenset(units)
        if chosen != self.selected:
            self.selected = chosen
            self.update()

    def set_waiting(self, units: Iterable[str]) -> None:
        waiting = frozenset(units)
        if waiting != self.waiting:
            self.waiting = waiting
            self.update()

    def find(self, unit: str | None) -> Piece | None:
        return next((piece for piece in self.pieces if piece.unit.key == unit), None)

    def standing_at(self, spot: BasePlace | Thing) -> list[Piece]:
        """The units whose bases cover the point of a place, the lowest first; none for an area or a line."""
        if isinstance(spot, Thing):
            return []
        point = QPointF(spot.x * PER_GRAIN, spot.y * PER_GRAIN)
        return [piece for piece in self.pieces if self._covers(piece, point)]

    def piece_at(self, point: QPointF) -> Piece | None:
        return next((piece for piece in reversed(self.pieces) if self._covers(piece, point)), None)

    def _covers(self, piece: Piece, point: QPointF) -> bool:
        return self._bases[piece.unit.key].containsPoint(point, Qt.FillRule.OddEvenFill)

    def within(self, rect: QRectF) -> list[Piece]:
        """The units whose bases lie wholly in a rectangle of the scene."""
        return [piece for piece in self.pieces if rect.contains(self._bases[piece.unit.key].boundingRect())]

    # -- the handle ---------------------------------------------------------------------------------------------

    def handle_of(self, piece: Piece) -> QPointF:
        """Where the handle of a unit is: before the middle of its front."""
        ahead = piece.spot.at(round(HANDLE * PACE), 0)
        return QPointF(ahead.x * PER_GRAIN, ahead.y * PER_GRAIN)

    @property
    def handled(self) -> Piece | None:
        """The unit that shows a handle: the one that is selected alone, while units may be moved."""
        if self.fixed or len(self.selected) != 1:
            return None
        return self.find(next(iter(self.selected)))

    # -- being moved --------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        """Pick the unit under the pointer, or its handle; where there is none the press is the tool's."""
        point, handled = event.scenePos(), self.handled
        level = QStyleOptionGraphicsItem.levelOfDetailFromTransform(self._transform(event.widget()))
        if handled is not None and (self.handle_of(handled) - point).manhattanLength() <= 1.5 * GRIP / level:
            self._turning = handled
            event.accept()
            return
        piece = self.piece_at(point)
        if piece is None or piece.unknown:
            event.ignore()
            return
        event.accept()
        if event.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier):
            self.added.emit(piece.unit.key)
            return
        self._pressed, self._from = piece, point
        if piece.unit.key not in self.selected:
            self.picked.emit(piece.unit.key)

    def _transform(self, widget: QWidget | None) -> QTransform:
        scene = self.scene()
        views = scene.views()
        view = next((view for view in views if widget is not None and view.viewport() is widget), views[0])
        return view.viewportTransform()

    def mouseMoveEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        """Carry the picked units along, or turn the one whose handle is held. Alt lets go of the contact nearby."""
        if self.fixed:
            return
        if self._turning is not None:
            self._ghosts = {self._turning.unit.key: self._towards(self._turning, event.scenePos())}
            self.update()
            return
        if self._pressed is None:
            return
        moved = event.screenPos() - event.buttonDownScreenPos(Qt.MouseButton.LeftButton)
        if not self._ghosts and moved.manhattanLength() < QApplication.startDragDistance():
            return
        free = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        self._ghosts = self._carried_by(event.scenePos() - self._from, free=free)
        self.carried.emit(self._ghosts[self._pressed.unit.key])
        self.update()

    def _held(self) -> list[Piece]:
        """The units that are carried: the one that was pressed, with the others that are selected."""
        pressed = self._pressed
        if pressed is None:
            return []
        together = [piece for piece in self.pieces if piece.unit.key in self.selected]
        return together if pressed in together else [pressed]

    def _carried_by(self, way: QPointF, *, free: bool) -> dict[str, BasePlace]:
        """Where the carried units would stand after a way in the scene; near another base they touch it."""
        held = self._held()
        x, y = round(way.x() / PER_GRAIN), round(way.y() / PER_GRAIN)
        there = {piece.unit.key: BasePlace(piece.spot.x + x, piece.spot.y + y, piece.spot.facing) for piece in held}
        if free:
            return there
        others = [(piece.spot, self.depth(piece)) for piece in self.pieces if piece not in held]
        return snapped(there, {piece.unit.key: self.depth(piece) for piece in held}, others)

    def _towards(self, piece: Piece, point: QPointF) -> BasePlace:
        """A unit turned in its place so that it faces a point; to five degrees near them."""
        x, y = piece.spot.x * PER_GRAIN, piece.spot.y * PER_GRAIN
        angle = degrees(atan2(point.x() - x, y - point.y())) % 360
        near = round(angle / 15) * 15
        facing = near if abs(angle - near) < 2.5 else angle
        return BasePlace(piece.spot.x, piece.spot.y, round(facing * 10) % 3600)

    def mouseReleaseEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        """Set down what was carried or turned; a click on one of several that are selected picks it alone."""
        pressed, ghosts = self._pressed, self._ghosts
        picked = pressed is not None and not ghosts
        self._let_go()
        if ghosts:
            self.laid.emit(ghosts)
        elif picked and pressed is not None:
            self.picked.emit(pressed.unit.key)

    def mouseDoubleClickEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        """Open the unit under the pointer."""
        piece = self.piece_at(event.scenePos())
        if piece is None or piece.unknown:
            event.ignore()
            return
        self._let_go()
        self.opened.emit(piece.unit.key)

    def nudge(self, ahead: int, right: int, tenths: int = 0) -> None:
        """Move the selected units by this many paces and turn each by tenths of a degree, where they may be moved."""
        held = [piece for piece in self.pieces if piece.unit.key in self.selected]
        if held and not self.fixed:
            self.laid.emit({piece.unit.key: turned(piece.spot, right, ahead, tenths) for piece in held})

    def cancel(self) -> None:
        self._let_go()

    def _let_go(self) -> None:
        self._pressed = self._turning = None
        if self._ghosts:
            self._ghosts = {}
            self.carried.emit(None)
            self.update()

    # -- from the panels ----------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QGraphicsSceneDragDropEvent) -> None:
        """Take units that are dragged in from a panel."""
        event.setAccepted(not self.fixed and event.mimeData().hasFormat(MIME))

    def dropEvent(self, event: QGraphicsSceneDragDropEvent) -> None:
        """Set units from a panel down side by side, the first at the pointer."""
        units, point = unpack(event.mimeData()), event.scenePos()
        if units and QRectF(0, 0, *self._lies.size).contains(point):
            event.acceptProposedAction()
            first = spot_at(point)
            self.laid.emit({key: first.moved(0, 80 * PACE * place) for place, key in enumerate(units)})

    # -- Qt's side ----------------------------------------------------------------------------------------------

    def hoverMoveEvent(self, event: QGraphicsSceneHoverEvent) -> None:
        """Have the tooltip of the unit under the pointer ready."""
        piece = self.piece_at(event.scenePos())
        self.setToolTip(describe(piece, escape(self._document.board.spell(piece.spot))) if piece is not None else "")

    def boundingRect(self) -> QRectF:
        """The whole table and a little more."""
        width, height = self._lies.size
        return QRectF(-200, -200, width + 400, height + 400)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the bases of the exposed part, what is carried, and the handle."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        level = QStyleOptionGraphicsItem.levelOfDetailFromTransform(painter.worldTransform())
        for piece in self.pieces:
            base = self._bases[piece.unit.key]
            if base.boundingRect().intersects(option.exposedRect):
                pale = piece.unit.key in self.waiting or piece.unit.key in self._ghosts
                painter.setOpacity(0.35 if pale else 1.0)
                chosen = piece.unit.key in self.selected
                paint_base(painter, self._faces[piece.unit.key], piece.spot, level, selected=chosen)
        painter.setOpacity(0.8)
        for piece in self.pieces:
            ghost = self._ghosts.get(piece.unit.key)
            if ghost is not None:
                paint_base(painter, self._faces[piece.unit.key], ghost, level, selected=True)
        painter.setOpacity(1.0)
        handled = self.handled
        if handled is not None and not self._ghosts:
            self._paint_handle(painter, handled, level)

    def _paint_handle(self, painter: QPainter, piece: Piece, level: float) -> None:
        handle = self.handle_of(piece)
        front = QPointF(piece.spot.x * PER_GRAIN, piece.spot.y * PER_GRAIN)
        painter.setPen(QPen(SELECTED, 1.2 * PER_PACE))
        painter.drawLine(front, handle)
        painter.setBrush(QColor("#ffffff"))
        painter.drawEllipse(handle, 6 / level, 6 / level)

    def set_entries(self, entries: Mapping[BasePlace, list[tuple[int, QColor]]]) -> None:
        """Tables have no places of entry that are flagged."""
