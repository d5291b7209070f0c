"""What is to be painted: paths by layer and style, so that a whole chunk is a few dozen strokes of the brush."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

NO_PEN = QPen(Qt.PenStyle.NoPen)
NO_BRUSH = QBrush(Qt.BrushStyle.NoBrush)


class PaintOrder:
    """The layers from bottom to top. Terrains add their rank, path and hexside kinds their place."""

    GROUND = 0
    SHORE = 100
    RANGE = 190
    TINT = 200
    CONTOUR = 300
    REGION = 350
    PATTERN = 400
    SLOPE = 600
    WATER_CASING = 700
    STREAM_CASING = 720
    WATER = 740
    STREAM = 770
    ROAD_CASING = 800
    ROAD = 850
    BRIDGE = 880
    WALL = 900
    GRID = 950
    FEATURE = 1000


@dataclass(frozen=True, slots=True)
class Item:
    """One path, a rectangle, or many dots, with its pen and brush."""

    order: int
    path: QPainterPath
    pen: QPen
    brush: QBrush
    bounds: QRectF = field(default_factory=QRectF)
    """What it covers; known once the list is finished."""
    block: bool = False
    """Whether its bounds are filled, and nothing else: a rectangle takes a fifth of the time of its path."""
    dots: QPolygonF = field(default_factory=QPolygonF)
    """Where the pen makes dots instead: as strokes of no length they would take many times as long."""
    lined: float = 0.0
    """Width of the opaque line that covers its edge, in scene units; 0 for none."""
    rim: bool = False
    """Whether it is a line that smooths an edge where no line covers it, and is needed only where areas are drawn
    without smoothing."""


class PaintList:
    """Gathers paths; asking twice for the same layer and style gives the same path to add to."""

    def __init__(self) -> None:
        self._items: dict[object, Item] = {}
        self._dots: dict[object, tuple[Item, list[QPointF]]] = {}
        self._blocks: list[Item] = []

    def block(self, order: int, colour: str | QColor, rect: QRectF) -> None:
        """Add a rectangle to be filled, under what else there is of its layer."""
        self._blocks.append(Item(order, QPainterPath(), NO_PEN, QBrush(QColor(colour)), rect, block=True))

    def fill(self, order: int, colour: str | QColor, lined: float = 0.0) -> QPainterPath:
        """A path to be filled; ``lined`` as in `Item`."""
        tint = QColor(colour)
        key = (order, tint.rgba())
        item = self._items.get(key)
        if item is None:
            path = QPainterPath()
            path.setFillRule(Qt.FillRule.WindingFill)
            item = self._items[key] = Item(order, path, NO_PEN, QBrush(tint), lined=lined)
        return item.path

    def line(
        self,
        order: int,
        colour: str | QColor,
        width: float,
        dash: tuple[float, ...] = (),
        cap: Qt.PenCapStyle = Qt.PenCapStyle.RoundCap,
        part: int = 0,
    ) -> QPainterPath:
        """A path to be stroked; ``width`` and ``dash`` in scene units. What takes long to draw comes in parts."""
        tint = QColor(colour)
        key = (order, tint.rgba(), width, dash, cap, part)
        item = self._items.get(key)
        if item is None:
            pen = QPen(tint, width, Qt.PenStyle.SolidLine, cap, Qt.PenJoinStyle.RoundJoin)
            if dash:
                pen.setDashPattern([part / width for part in dash])
            item = self._items[key] = Item(order, QPainterPath(), pen, NO_BRUSH)
        return item.path

    def rim(self, order: int, colour: str | QColor) -> QPainterPath:
        """A path along the edge of an area where nothing covers it; see `Item`."""
        pen = QPen(QColor(colour), 1.0)
        pen.setCosmetic(True)
        made = Item(order, QPainterPath(), pen, NO_BRUSH, rim=True)
        return self._items.setdefault((order, "rim", pen.color().rgba()), made).path

    def dots(self, order: int, colour: str | QColor, width: float, part: int = 0) -> list[QPointF]:
        """A list of where to make dots; ``width`` in scene units. What takes long to draw comes in parts."""
        tint = QColor(colour)
        key = (order, tint.rgba(), width, part)
        if key not in self._dots:
            pen = QPen(tint, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
            self._dots[key] = Item(order, QPainterPath(), pen, NO_BRUSH), []
        return self._dots[key][1]

    @property
    def items(self) -> list[Item]:
        """What was gathered, bottom first."""
        dotted = [replace(item, dots=QPolygonF(spots)) for item, spots in self._dots.values() if spots]
        made = [item for item in self._items.values() if not item.path.isEmpty()] + dotted
        found = [replace(item, bounds=_bounds(item)) for item in made]
        return sorted([*self._blocks, *found], key=lambda item: item.order)


def _bounds(item: Item) -> QRectF:
    margin = item.pen.widthF() if item.pen.style() != Qt.PenStyle.NoPen else 0.0
    drawn = item.dots.boundingRect() if item.dots else item.path.controlPointRect()
    return drawn.adjusted(-margin, -margin, margin, margin)


def draw(painter: QPainter, item: Item, hiding: float = inf) -> None:
    """Draw one item; lines from ``hiding`` on, in scene units, are so wide that nobody sees how smooth an edge is under
    them."""
    if item.block:
        painter.fillRect(item.bounds, item.brush)
        return
    if item.rim and hiding == inf:
        return
    painter.setPen(item.pen)
    painter.setBrush(item.brush)
    if item.dots:
        painter.drawPoints(item.dots)
    elif item.lined >= hiding:
        # Without smoothing an area takes a quarter of the time.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.drawPath(item.path)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    else:
        painter.drawPath(item.path)


def mix(a: str | QColor, b: str | QColor, share: float) -> QColor:
    """A colour ``share`` of the way from ``a`` to ``b``."""
    one, two = QColor(a), QColor(b)
    return QColor.fromRgbF(
        one.redF() + (two.redF() - one.redF()) * share,
        one.greenF() + (two.greenF() - one.greenF()) * share,
        one.blueF() + (two.blueF() - one.blueF()) * share,
    )


def faded(colour: str | QColor, alpha: float) -> QColor:
    """A colour made transparent; ``alpha`` 0 to 1."""
    tint = QColor(colour)
    tint.setAlphaF(alpha)
    return tint
