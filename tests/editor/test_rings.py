"""Rings round hexes: where they are, in whatever colour, at every zoom and on dense screens."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QGraphicsScene
from pytestqt.qtbot import QtBot

from editor.canvas.drawing.paper import SCALE
from editor.canvas.overlay import OverlayStyle
from editor.hexes.canvas.overlays import OverlayItem
from engine.hexes.board.grid import Grid, GridSpec, Orientation

RED, BLUE = QColor("#d02020"), QColor("#2040c0")


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize(("zoom", "ratio"), [(0.4, 1.0), (1.0, 1.0), (1.0, 2.0), (2.5, 1.0)])
def test_a_ring_lies_within_its_hex(qtbot: QtBot, orientation: Orientation, zoom: float, ratio: float) -> None:
    grid = Grid(GridSpec(4, 4, orientation))
    item = OverlayItem(grid, OverlayStyle.RING)
    marked = {grid.at(1, 1): (RED, ""), grid.at(2, 2): (BLUE, "")}
    item.set_cells(marked)
    scene = QGraphicsScene()
    scene.addItem(item)
    area = item.boundingRect()
    image = QImage((area.size() * zoom * ratio).toSize(), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill("white")
    painter = QPainter(image)
    scene.render(painter, QRectF(QPointF(0, 0), area.size() * zoom), area)
    painter.end()

    def colour_at(spot: QPointF) -> QColor:
        place = (spot * zoom * ratio).toPoint()
        return image.pixelColor(place)

    inner = 0.9 * 0.5 * 3**0.5 * SCALE
    across = QPointF(0, inner) if orientation is Orientation.FLAT else QPointF(inner, 0)
    for h in grid.hexes:
        centre = item.centre(h)
        assert colour_at(centre) == QColor("white")
        for edge in (centre + across, centre - across):
            assert colour_at(edge) == (marked[h][0] if h in marked else QColor("white"))
