"""What the base of a unit shows, and where it is drawn in the scene."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter, QPen

from editor.canvas.pieces import Piece
from editor.tables.drawing.bases import BaseFace, draw_base
from editor.tables.scale import PER_GRAIN, PER_PACE, base_polygon
from engine.scenario import Scenario
from engine.tables.places import BasePlace

SELECTED = QColor("#d9480f")


def face_of(piece: Piece, depth: float, scenario: Scenario | None) -> BaseFace:
    """The face of a unit's base, by the values of the unit."""
    unit, values = piece.unit, piece.unit.values
    command = str(values.get("command") or "")
    return BaseFace(
        unit.type,
        str(values.get("grade") or "O"),
        depth,
        piece.side.colour,
        piece.side.ink,
        regular=bool(values.get("regular", True)),
        general=str(values.get("general") or ""),
        chariot=bool(values.get("chariot")),
        double=bool(values.get("double")),
        hidden=bool(piece.unknown),
        key=unit.key,
        command=command[:1].upper(),
    )


def paint_base(painter: QPainter, face: BaseFace, where: BasePlace, scale: float, *, selected: bool = False) -> None:
    """Draw a base at its place; ``scale`` is pixels to a scene unit. One that is selected has a bright frame."""
    painter.save()
    painter.translate(QPointF(where.x, where.y) * PER_GRAIN)
    painter.rotate(where.facing / 10)
    painter.scale(PER_PACE, PER_PACE)
    draw_base(painter, face, scale * PER_PACE)
    painter.restore()
    if selected:
        frame = QPen(SELECTED, 3.0)
        frame.setCosmetic(True)
        painter.setPen(frame)
        painter.setBrush(QColor(0, 0, 0, 0))
        painter.drawPolygon(base_polygon(where, face.depth))
