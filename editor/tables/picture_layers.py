"""The layers of a table as drawings with layers have them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.drawing.look import GREY, PLAIN
from editor.kinds import PictureLayer
from editor.tables.canvas.art import EDGE, VEIL
from editor.tables.drawing.table_art import FINE, LAYERS, TableArt
from editor.tables.scale import PER_PACE
from engine.tables.table import Table

GROUND: Final = "ground"
TITLES: Final = {
    GROUND: "Ground",
    "areas": "Areas",
    "lines": "Roads, rivers and walls",
    "regions": "Regions",
    "labels": "Names",
}
"""The layers, the lowest first."""


def picture_layers(table: Table, style: str) -> Iterator[PictureLayer]:
    """The layers of a table, the lowest first."""
    art = TableArt(table)
    for layer, title in TITLES.items():
        yield PictureLayer(title, layer == "labels", partial(_paint_layer, art, style, layer))


def _paint_layer(
    art: TableArt, style: str, layer: str, painter: QPainter, area: QRectF, hidden: frozenset[str]
) -> None:
    """Paint a layer by itself; in grey it is pixels, which have no colours."""
    if style != GREY:
        _paint(art, style, layer, hidden, painter)
        return
    fine = min(1.0, VEIL / max(area.width(), area.height(), 1e-9))
    image = QImage(QSize(round(area.width() * fine), round(area.height() * fine)), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    drawn = QPainter(image)
    drawn.scale(fine, fine)
    drawn.translate(-area.topLeft())
    _paint(art, style, layer, hidden, drawn)
    drawn.end()
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8).convertToFormat(QImage.Format.Format_ARGB32)
    grey.setAlphaChannel(image.convertToFormat(QImage.Format.Format_Alpha8))
    painter.drawImage(area, grey)


def _paint(art: TableArt, style: str, layer: str, hidden: frozenset[str], painter: QPainter) -> None:
    """Paint a layer in its colours, in the scene."""
    # Plain tables are without fine strokes.
    scale = 0.9 * FINE if style == PLAIN else max(PER_PACE, FINE)
    painter.save()
    painter.scale(PER_PACE, PER_PACE)
    if layer == GROUND:
        art.paint_ground(painter, art.rect, scale)
    else:
        art.paint_things(painter, art.rect, scale, set(LAYERS) - {layer}, hidden)
    painter.restore()
    if layer == GROUND:
        painter.setPen(EDGE)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(art.rect.topLeft() * PER_PACE, art.rect.size() * PER_PACE))
