"""What an item of the canvas paints."""

from __future__ import annotations

from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem


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
