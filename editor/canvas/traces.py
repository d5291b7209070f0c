"""What happened, drawn over the map: the ways units went, where battles were fought and how, and where units fell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.drawing.counters import counter_font
from editor.canvas.drawing.paper import SCALE
from editor.canvas.tiled_map import SceneGeometry, TiledMap
from engine.boards.board import Spot

Z_TRACES: Final = 590.0
"""Over counters and the selection."""
_HALO: Final = QColor(255, 255, 255, 220)
_BLOOD: Final = QColor("#b3261e")
HEAD: Final = 0.36
"""How long the head of an arrow is, in hex radii."""
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

    def __init__(self, layer: TiledMap, way: Callable[[TiledMap, Sequence[Spot]], list[QPointF]]) -> None:
        """``way`` gives the points of the scene that a march through places goes along."""
        super().__init__()
        self._layer, self._way = layer, way
        self._points: list[tuple[WayTrace, list[QPointF]]] = []
        """The ways with their points, the oldest first."""
        self.ways: tuple[WayTrace, ...] = ()
        self.spots: tuple[SpotTrace, ...] = ()
        self.setZValue(Z_TRACES)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_traces(self, ways: Iterable[WayTrace], spots: Iterable[SpotTrace]) -> None:
        """Show these and no others."""
        wanted = tuple(ways), tuple(spots)
        if wanted != (self.ways, self.spots):
            self.ways, self.spots = wanted
            oldest_first = sorted(self.ways, key=lambda way: -way.age)
            self._points = [(way, self.points(way)) for way in oldest_first]
            self.update()

    def points(self, way: WayTrace) -> list[QPointF]:
        """The points of the scene that an arrow goes along: of a march those of its road."""
        if way.dashed:
            return [QPointF(*self._geometry.centre(spot)) for spot in way.spots]
        return self._way(self._layer, way.spots)

    @property
    def _geometry(self) -> SceneGeometry:
        return self._layer.geometry

    def boundingRect(self) -> QRectF:
        """The whole map and a little more."""
        width, height = self._geometry.size
        return QRectF(-SCALE, -SCALE, width + 2 * SCALE, height + 2 * SCALE)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the oldest first."""
        if not (self.ways or self.spots):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for way, points in self._points:
            self._paint_way(painter, way, points)
        for spot in sorted(self.spots, key=lambda spot: -spot.age):
            self._paint_spot(painter, spot)
        painter.setOpacity(1.0)

    def _paint_way(self, painter: QPainter, way: WayTrace, points: Sequence[QPointF]) -> None:
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
    *others, end = points
    # A bend of a road may lie where the head is drawn.
    while len(others) > 1 and _length(end - others[-1]) < (_CLEAR + HEAD) * SCALE:
        others.pop()
    along = end - others[-1]
    unit = along / max(_length(along), 1.0)
    across = QPointF(-unit.y(), unit.x())
    tip, neck = end - unit * (_CLEAR * SCALE), end - unit * ((_CLEAR + HEAD) * SCALE)
    line = QPainterPath(others[0])
    for point in (*others[1:], neck):
        line.lineTo(point)
    return line, QPolygonF([tip, neck + across * (0.22 * SCALE), neck - across * (0.22 * SCALE)])


def _length(way: QPointF) -> float:
    return float((way.x() ** 2 + way.y() ** 2) ** 0.5)
