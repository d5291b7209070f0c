"""Samples of kinds of area and line, for palettes and legends."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.drawing.look import GREY, ORGANIC
from editor.tables.drawing.table_art import TableArt
from engine.boards.palette import TABLE_LAYERS, Kind, Layer, Palette
from engine.tables.table import FORTIFICATIONS, LEAST_SIDE, Table, TableArea, TableLine, TableWall

HIGH = 130
"""Paces that a sample is high."""


def swatch_image(palette: Palette, kind: Kind, width: int, height: int, style: str = ORGANIC) -> QImage:
    """A kind as a picture of this many pixels in a map style."""
    image = _drawn(kind, width, height)
    return image.convertToFormat(QImage.Format.Format_Grayscale8) if style == GREY else image


def _drawn(kind: Kind, wide: int, high: int) -> QImage:
    kinds: dict[Layer, dict[str, Kind]] = {layer: {} for layer in TABLE_LAYERS}
    kinds[Layer.AREA]["ground"] = Kind("ground", Layer.AREA, "Ground", "#d9dca6")
    kinds[kind.layer][kind.key] = kind
    table = Table(Palette("sample", "Sample", kinds), size=(LEAST_SIDE, LEAST_SIDE), ground="ground")
    across = HIGH * wide // max(1, high)
    if kind.layer is Layer.AREA:
        box = ((14, 14), (across - 14, 14), (across - 14, HIGH - 14), (14, HIGH - 14))
        table.areas["one"] = TableArea("one", kind.key, box, smooth=True)
    elif kind.key in FORTIFICATIONS:
        table.lines["one"] = TableWall("one", kind.key, ((20, 90), (across - 20, 90)), ((20, 50), (across - 20, 50)))
    else:
        table.lines["one"] = TableLine("one", kind.key, ((0, 100), (across // 2, 70), (across, 30)), smooth=True)
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    scale = image.height() / HIGH
    painter.scale(scale, scale)
    TableArt(table).paint(painter, QRectF(0, 0, across, HIGH), max(scale, 0.5))
    painter.end()
    return image
