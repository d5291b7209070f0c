"""Tables in the scene: paces and grains in scene units, bases as polygons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from editor.canvas.drawing.paper import SCALE
from engine.boards.board import Board
from engine.errors import HexwrightError
from engine.exchange.bases import USUAL_DEPTH
from engine.tables.places import PACE, BasePlace, corners
from engine.tables.table import UNIT, table_of

PER_PACE: Final = SCALE / UNIT
"""Scene units to a pace."""
PER_GRAIN: Final = PER_PACE / PACE


def on_scene(x: float, y: float) -> QPointF:
    """A point in paces in the scene."""
    return QPointF(x * PER_PACE, y * PER_PACE)


def in_paces(point: QPointF) -> tuple[float, float]:
    """A point of the scene in paces."""
    return point.x() / PER_PACE, point.y() / PER_PACE


def spot_at(point: QPointF, facing: int = 0) -> BasePlace:
    """The place whose front edge has its middle at a point of the scene."""
    return BasePlace(round(point.x() / PER_GRAIN), round(point.y() / PER_GRAIN), facing)


def whole_paces(point: QPointF) -> tuple[int, int]:
    """A point of the scene in whole paces."""
    x, y = in_paces(point)
    return round(x), round(y)


def polygon(points: Iterable[tuple[float, float]]) -> QPolygonF:
    """Points in paces as a polygon of the scene."""
    return QPolygonF([on_scene(x, y) for x, y in points])


def outline_path(points: Iterable[tuple[float, float]]) -> QPainterPath:
    """An outline in paces as a closed path of the scene."""
    path = QPainterPath()
    path.addPolygon(polygon(points))
    path.closeSubpath()
    return path


def line_path(points: Iterable[tuple[float, float]]) -> QPainterPath:
    """A line in paces as a path of the scene."""
    path = QPainterPath()
    path.addPolygon(polygon(points))
    return path


def base_polygon(where: BasePlace, depth: float = USUAL_DEPTH) -> QPolygonF:
    """A base in the scene, from its front left corner clockwise; ``depth`` is in paces."""
    return QPolygonF([QPointF(x * PER_GRAIN, y * PER_GRAIN) for x, y in corners(where, round(depth * PACE))])


def part_named(board: Board, area: str) -> QRectF:
    """The part of the scene that a text names: a region, an area, or two corners ``x,y:x,y``. Raises HexwrightError."""
    table, wanted = table_of(board), area.strip()
    for key, region in table.regions.items():
        if wanted.lower() in (key.lower(), region.name.lower()):
            return polygon(region.outline).boundingRect()
    if wanted in table.areas:
        return polygon(table.areas[wanted].edge).boundingRect()
    first, colon, last = wanted.partition(":")
    ends = [table.find(first), table.find(last)] if colon else []
    if len(ends) == 2 and ends[0] is not None and ends[1] is not None:
        a, b = (QPointF(end.x, end.y) * PER_GRAIN for end in ends if end is not None)
        found = QRectF(a, b).normalized()
        if not found.isEmpty():
            return found
    raise HexwrightError(
        f"there is no part {wanted!r} of this table: name a region, an area, or two corners such as 0,0:900,600"
    )
