"""What happened, drawn over the map: the ways units went, where battles were fought and how, and where units fell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.drawing.counters import counter_font
from editor.canvas.drawing.paper import SCALE
from editor.canvas.tiled_map import SceneGeometry
from engine.boards.board import Spot

Z_TRACES: Final = 590.0
"""Over counters and the selection."""
_HALO: Final = QColor(255, 255, 255, 220)
_BLOOD: Final = QColor("#b3261e")
_CLEAR: Final = 0.58
"""How far from the middle of its last place an arrow ends, in hex radii: who stands there can be read."""


@dataclass(frozen=True, slots=True)
class WayTrace:
    """The way of a unit, place by place, in the colour of its side; ``age`` 0 is the latest, 1 the oldest shown."""

    spots: tuple[Spot, ...]
    colour: QColor
    age: float
    dashed: bool = False
    """Whether it was driven back."""


@dataclass(frozen=True, slots=True)
class SpotTrace:
    """A battle (with its result in short) or, without a text, a unit that fell."""

    spot: Spot
    text: str
    age: float


class Traces(QGraphicsItem):
    """Draws the ways and spots that it is given; the older, the paler."""

    def __init__(self, geometry: SceneGeometry) -> None:
        super().__init__()
        self._geometry = geometry
        self.ways: tuple[WayTrace, ...] = ()
        self.spots: tuple[SpotTrace, ...] = ()
        self.setZValue(Z_TRACES)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_traces(self, ways: Iterable[WayTrace], spots: Iterable[SpotTrace]) -> None:
        """Show these and no others."""
        wanted = tuple(ways), tuple(spots)
        if wanted != (self.ways, self.spots):
            self.ways, self.spots = wanted
            self.update()

    def boundingRect(self) -> QRectF:
        """The whole map and a little more."""
        width, height = self._geometry.size
        return QRectF(-SCALE, -SCALE, width + 2 * SCALE, height + 2 * SCALE)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the oldest first."""
        if not (self.ways or self.spots):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for way in sorted(self.ways, key=lambda way: -way.age):
            self._paint_way(painter, way)
        for spot in sorted(self.spots, key=lambda spot: -spot.age):
            self._paint_spot(painter, spot)
        painter.setOpacity(1.0)

    def _paint_way(self, painter: QPainter, way: WayTrace) -> None:
        points = [QPointF(*self._geometry.centre(spot)) for spot in way.spots]
        if len(points) < 2:
            return
        painter.setOpacity(1.0 - 0.75 * way.age)
        line, head = _arrow(points)
        for colour, width in ((_HALO, 0.2 * SCALE), (way.colour.darker(150), 0.11 * SCALE)):
            style = Qt.PenStyle.DashLine if way.dashed and colour is not _HALO else Qt.PenStyle.SolidLine
            pen = QPen(colour, width, style, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.strokePath(line, pen)
            painter.setPen(QPen(colour, 0.09 * SCALE if colour is _HALO else 0.01 * SCALE))
            painter.setBrush(colour)
            painter.drawPolygon(head)

    def _paint_spot(self, painter: QPainter, spot: SpotTrace) -> None:
        painter.setOpacity(1.0 - 0.75 * spot.age)
        x, y = self._geometry.centre(spot.spot)
        if not spot.text:
            arm = 0.34 * SCALE
            for colour, width in ((_HALO, 0.26 * SCALE), (_BLOOD, 0.14 * SCALE)):
                painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                painter.drawLine(QPointF(x - arm, y - arm), QPointF(x + arm, y + arm))
                painter.drawLine(QPointF(x - arm, y + arm), QPointF(x + arm, y - arm))
            return
        painter.setFont(counter_font(SCALE * 0.3, bold=True))
        wide = painter.fontMetrics().horizontalAdvance(spot.text) + SCALE * 0.3
        plate = QRectF(x - wide / 2, y - SCALE * 0.98, wide, SCALE * 0.44)
        painter.setPen(QPen(_HALO, 0.06 * SCALE))
        painter.setBrush(_BLOOD)
        painter.drawRoundedRect(plate, 8, 8)
        painter.setPen(QColor("#ffffff"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, spot.text)


def _arrow(points: Sequence[QPointF]) -> tuple[QPainterPath, QPolygonF]:
    """A line through the points that ends beside the counter at the last, and the head there."""
    before, end = points[-2], points[-1]
    along = end - before
    length = max((along.x() ** 2 + along.y() ** 2) ** 0.5, 1.0)
    unit = along / length
    across = QPointF(-unit.y(), unit.x())
    tip, neck = end - unit * (_CLEAR * SCALE), end - unit * ((_CLEAR + 0.36) * SCALE)
    line = QPainterPath(points[0])
    for point in (*points[1:-1], neck):
        line.lineTo(point)
    return line, QPolygonF([tip, neck + across * (0.22 * SCALE), neck - across * (0.22 * SCALE)])
