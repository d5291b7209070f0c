"""A map, or an item of the canvas, painted for tests."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem

from editor.canvas.drawing.look import Look
from editor.hexes.drawing.map_painter import atlas_for, paint
from engine.hexes.board.battlemap import BattleMap


def picture(made: BattleMap, look: Look, scale: float = 0.5) -> QImage:
    """The whole map as a look shows it, on white."""
    atlas = atlas_for(made, look)
    width, height = atlas.geometry.size
    image = QImage(round(width * scale), round(height * scale), QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    painter.scale(scale, scale)
    paint(painter, atlas, QRectF(0, 0, width, height), scale, look)
    painter.end()
    return image


def painted(item: QGraphicsItem, scale: float) -> QImage:
    """What an item paints at so many pixels to a scene unit, on nothing."""
    room = item.boundingRect()
    image = QImage(round(room.width() * scale), round(room.height() * scale), QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-room.topLeft())
    item.paint(painter, QStyleOptionGraphicsItem())
    painter.end()
    return image
