"""The attack under way, drawn over the map: from whom it comes and on whom it falls; volleys are broken lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.drawing.arrows import arrow
from editor.canvas.drawing.paper import SCALE
from editor.canvas.tiled_map import SceneGeometry
from engine.boards.board import Spot

Z_ATTACKS: Final = 595.0
"""Over counters and traces, below what marks findings."""
FROM: Final = 0.3
"""Where an arrow begins, of the way from the attacker to the defender ..."""
TO: Final = 0.82
"""... and where it ends: both counters can be read."""
WIDE: Final = 0.3 * SCALE
HALO: Final = QColor(255, 255, 255, 230)


@dataclass(frozen=True, slots=True)
class Thrust:
    """An attack, or fire, from a place on another."""

    start: Spot
    end: Spot
    colour: QColor
    volley: bool = False
    """Whether it is fire: a broken line with no head."""


class AttackArrows(QGraphicsItem):
    """Draws the thrusts that it is given."""

    def __init__(self, geometry: SceneGeometry) -> None:
        super().__init__()
        self._geometry = geometry
        self.thrusts: tuple[Thrust, ...] = ()
        self.setZValue(Z_ATTACKS)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_thrusts(self, thrusts: Iterable[Thrust]) -> None:
        """Show these and no others."""
        wanted = tuple(thrusts)
        if wanted != self.thrusts:
            self.thrusts = wanted
            self.update()

    def ends(self, thrust: Thrust) -> tuple[QPointF, QPointF]:
        """Where the arrow of a thrust begins and ends in the scene."""
        start, end = QPointF(*self._geometry.centre(thrust.start)), QPointF(*self._geometry.centre(thrust.end))
        return start + (end - start) * FROM, start + (end - start) * TO

    def boundingRect(self) -> QRectF:
        """The whole map and a little more."""
        width, height = self._geometry.size
        return QRectF(-SCALE, -SCALE, width + 2 * SCALE, height + 2 * SCALE)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the fire below the arrows."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for thrust in sorted(self.thrusts, key=lambda thrust: not thrust.volley):
            start, end = self.ends(thrust)
            if thrust.volley:
                _paint_volley(painter, start, end, thrust.colour)
            elif hypot((end - start).x(), (end - start).y()) > 1:
                shape = arrow(start, end, WIDE)
                painter.setPen(QPen(HALO, 0.09 * SCALE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawPath(shape)
                painter.setPen(QPen(thrust.colour.darker(180), 0.03 * SCALE))
                painter.setBrush(thrust.colour.darker(115))
                painter.drawPath(shape)


def _paint_volley(painter: QPainter, start: QPointF, end: QPointF, colour: QColor) -> None:
    """Three lines of shots that spread a little."""
    along = end - start
    length = hypot(along.x(), along.y()) or 1.0
    across = QPointF(-along.y(), along.x()) / length * (0.16 * SCALE)
    for place in (-1, 0, 1):
        for ink, width in ((HALO, 0.11 * SCALE), (colour.darker(170), 0.06 * SCALE)):
            pen = QPen(ink, width, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
            # A pattern counts in widths of its pen.
            pen.setDashPattern([0.22 * SCALE / width, 0.16 * SCALE / width])
            painter.setPen(pen)
            painter.drawLine(start + across * (place * 0.6), end + across * place)
