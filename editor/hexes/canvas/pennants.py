"""Pennants on entry hexes: which groups of reinforcements come there, and when."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from editor.canvas.drawing.counters import counter_font
from editor.canvas.drawing.paper import SCALE


def paint_pennants(
    painter: QPainter, centre: tuple[float, float], groups: list[tuple[int, QColor]], level: float
) -> None:
    """Paint a pennant with the turn for each group that enters in a hex; at most three."""
    x, y = centre
    for i, (turn, colour) in enumerate(groups[:3]):
        left, top = x - SCALE * 0.62 + i * SCALE * 0.5, y - SCALE * 0.3
        painter.setPen(QPen(QColor("#333333"), 2))
        painter.drawLine(QPointF(left, top), QPointF(left, top + SCALE * 0.75))
        painter.setBrush(colour)
        painter.setPen(QPen(colour.darker(170), 1.5))
        painter.drawPolygon(
            QPolygonF(
                [
                    QPointF(left, top),
                    QPointF(left + SCALE * 0.48, top + SCALE * 0.2),
                    QPointF(left, top + SCALE * 0.4),
                ]
            )
        )
        if level * SCALE > 18:
            painter.setFont(counter_font(SCALE * 0.26, bold=True))
            painter.setPen(QColor("#1d2733"))
            painter.drawText(QRectF(left + 1, top, SCALE * 0.36, SCALE * 0.4), Qt.AlignmentFlag.AlignCenter, str(turn))
