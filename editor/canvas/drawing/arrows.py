"""Filled arrows from point to point of the scene."""

from __future__ import annotations

from math import hypot

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath, QPolygonF

from editor.canvas.drawing.paper import SCALE


def arrow(start: QPointF, end: QPointF, width: float = 0.22 * SCALE) -> QPainterPath:
    """A filled arrow from point to point of the scene."""
    dx, dy = end.x() - start.x(), end.y() - start.y()
    length = hypot(dx, dy) or 1.0
    ux, uy = dx / length, dy / length
    head = min(length, 2.4 * width)

    def spot(along: float, across: float) -> QPointF:
        return QPointF(start.x() + ux * along - uy * across, start.y() + uy * along + ux * across)

    path = QPainterPath()
    neck = length - head
    points = [(0, -width / 2), (neck, -width / 2), (neck, -width), (length, 0), (neck, width), (neck, width / 2)]
    path.addPolygon(QPolygonF([spot(*point) for point in [*points, (0, width / 2)]]))
    path.closeSubpath()
    return path
