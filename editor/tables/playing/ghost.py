"""The ghost of a move: the bases where they would stand, what was wanted beyond that in red, handles at the front."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas import layers
from editor.tables.canvas.faces import paint_base
from editor.tables.drawing.bases import BaseFace
from editor.tables.scale import PER_GRAIN, PER_PACE, base_polygon
from engine.tables.places import BasePlace, TablePoint

ALLOWED: Final = QColor("#1a7f37")
FORBIDDEN: Final = QColor("#b3261e")
OPEN: Final = QColor("#1f6feb")
"""While the rules have not spoken."""
GRIP: Final = 7.0
"""Pixels from the middle of a handle to its edge."""

Stand = tuple[BaseFace, BasePlace]
"""A base, and where it would stand."""


class MoveGhost(QGraphicsItem):
    """Lies over the table while a move is thought of. ``show_plan`` replaces what was shown before."""

    def __init__(self, size: tuple[float, float]) -> None:
        """``size``: width and height of the table in the scene."""
        super().__init__()
        self._bounds = QRectF(-200, -200, size[0] + 400, size[1] + 400)
        self.stands: Sequence[Stand] = ()
        self.beyond: Sequence[Stand] = ()
        self.ways: Sequence[tuple[QPointF, QPointF]] = ()
        self.handles: Sequence[QPointF] = ()
        self.colour = OPEN
        self.setZValue(layers.PREVIEW)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._bounds

    def show_plan(
        self, stands: Sequence[Stand], beyond: Sequence[Stand], ways: Sequence[tuple[QPointF, QPointF]], colour: QColor
    ) -> None:
        """Show bases where they would stand, and in red those that go further than the rules allow."""
        self.stands, self.beyond, self.ways, self.colour = stands, beyond, ways, colour
        self.update()

    def show_handles(self, handles: Sequence[QPointF]) -> None:
        """Show handles at points of the scene: dragging one wheels."""
        if list(handles) != list(self.handles):
            self.handles = handles
            self.update()

    def clear(self) -> None:
        """Show no move; the handles stay."""
        if self.stands or self.beyond or self.ways:
            self.show_plan((), (), (), OPEN)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw all of it."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        level = QStyleOptionGraphicsItem.levelOfDetailFromTransform(painter.worldTransform())
        painter.setPen(QPen(self.colour, 2.2 / level, Qt.PenStyle.DashLine))
        for start, end in self.ways:
            painter.drawLine(start, end)
        for face, where in self.beyond:
            self._outline(painter, face, where, FORBIDDEN, level, dashed=True)
        painter.setOpacity(0.8)
        for face, where in self.stands:
            paint_base(painter, face, where, level)
        painter.setOpacity(1.0)
        for face, where in self.stands:
            self._outline(painter, face, where, self.colour, level)
        painter.setPen(QPen(QColor("#5c2a12"), 1.5 / level))
        painter.setBrush(QColor("#ffffff"))
        for handle in self.handles:
            painter.drawEllipse(handle, GRIP / level, GRIP / level)

    @staticmethod
    def _outline(
        painter: QPainter, face: BaseFace, where: BasePlace, colour: QColor, level: float, *, dashed: bool = False
    ) -> None:
        path = QPainterPath()
        path.addPolygon(base_polygon(where, face.depth))
        path.closeSubpath()
        tint = QColor(colour)
        tint.setAlpha(40)
        painter.fillPath(path, tint)
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        for tone, wide in ((QColor(255, 255, 255, 190), 5.0), (colour, 2.6)):
            painter.strokePath(path, QPen(tone, wide / level, style))


def on_screen(point: TablePoint) -> QPointF:
    """A point of the table in the scene."""
    return QPointF(point.x * PER_GRAIN, point.y * PER_GRAIN)


def front_of(place: BasePlace) -> QPointF:
    """The middle of a front edge in the scene."""
    return QPointF(place.x * PER_GRAIN, place.y * PER_GRAIN)


def beside_corner(corner: TablePoint, facing: int) -> QPointF:
    """Where the handle at a front corner is: a little before it."""
    ahead = BasePlace(corner.x, corner.y, facing)
    return on_screen(ahead.at(round(12 * PER_PACE / PER_GRAIN), 0))
