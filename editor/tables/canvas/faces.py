"""What the base of a unit shows, and where it is drawn in the scene."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap

from editor.canvas.pieces import Piece
from editor.tables.drawing.bases import WIDTH, BaseFace, draw_base
from editor.tables.scale import PER_GRAIN, PER_PACE, base_polygon
from engine.scenario import Scenario, Side, Unit
from engine.tables.places import BasePlace

SELECTED = QColor("#d9480f")


def face_of(piece: Piece, depth: float, scenario: Scenario | None) -> BaseFace:
    """The face of a unit's base, by the values of the unit."""
    return face_of_unit(piece.unit, piece.side, depth, hidden=bool(piece.unknown))


def face_of_unit(unit: Unit, side: Side, depth: float, *, hidden: bool = False) -> BaseFace:
    """The face of the base of a unit of a side; ``depth`` is in paces."""
    values = unit.values
    command = str(values.get("command") or "")
    return BaseFace(
        unit.type,
        str(values.get("grade") or "O"),
        depth,
        side.colour,
        side.ink,
        regular=bool(values.get("regular", True)),
        general=str(values.get("general") or ""),
        chariot=bool(values.get("chariot")),
        double=bool(values.get("double")),
        hidden=hidden,
        key=unit.key,
        command=command[:1].upper(),
    )


def base_pixmap(unit: Unit, side: Side, depth: float, size: int, ratio: float) -> QPixmap:
    """A base as a picture ``size`` pixels of the desktop wide and high; ``depth`` is in paces."""
    picture = QPixmap(QSize(size, size) * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    scale = (size - 2) / max(WIDTH, depth)
    painter = QPainter(picture)
    painter.translate(size / 2, (size - depth * scale) / 2)
    painter.scale(scale, scale)
    draw_base(painter, face_of_unit(unit, side, depth), scale * ratio)
    painter.end()
    return picture


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
