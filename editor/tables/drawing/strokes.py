"""Paths to be painted, gathered by style, so that an area is a few strokes of the brush."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen


@dataclass(slots=True)
class Stroke:
    """A path with its pen and brush; in paces."""

    path: QPainterPath
    pen: QPen
    brush: QBrush
    fine: bool = False
    """Whether it is left out from afar."""


@dataclass(slots=True)
class Strokes:
    """What is painted of one thing, from the bottom up."""

    items: list[Stroke] = field(default_factory=list)

    def fill(self, path: QPainterPath, colour: str | QColor | QBrush, *, fine: bool = False) -> None:
        """Fill a path."""
        brush = colour if isinstance(colour, QBrush) else QBrush(QColor(colour))
        self.items.append(Stroke(path, QPen(Qt.PenStyle.NoPen), brush, fine))

    def line(
        self,
        path: QPainterPath,
        colour: str | QColor,
        width: float,
        *,
        dash: tuple[float, ...] = (),
        cap: Qt.PenCapStyle = Qt.PenCapStyle.RoundCap,
        fine: bool = False,
    ) -> None:
        """Draw along a path; ``width`` and ``dash`` in paces."""
        pen = QPen(QColor(colour), width, Qt.PenStyle.SolidLine, cap, Qt.PenJoinStyle.RoundJoin)
        if dash:
            pen.setDashPattern([part / width for part in dash])
        self.items.append(Stroke(path, pen, QBrush(Qt.BrushStyle.NoBrush), fine))

    @property
    def bounds(self) -> QRectF:
        """What it covers."""
        found = QRectF()
        for item in self.items:
            margin = item.pen.widthF() if item.pen.style() != Qt.PenStyle.NoPen else 0.0
            found |= item.path.controlPointRect().adjusted(-margin, -margin, margin, margin)
        return found

    def paint(self, painter: QPainter, *, fine: bool = True) -> None:
        """Paint it; without what is fine where it is seen from afar."""
        for item in self.items:
            if fine or not item.fine:
                painter.setPen(item.pen)
                painter.setBrush(item.brush)
                painter.drawPath(item.path)
