"""What is laid over a map of hexes: the shapes of hexes, and rings inside them."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from editor.canvas.drawing.paper import SCALE
from editor.canvas.overlay import Z_OVERLAY, MapOverlay, OverlayStyle
from editor.hexes.drawing.geometry import Geometry
from engine.hexes.board.grid import Grid

RING_PICTURES: Final = 8
"""Pictures of rings that an overlay keeps at most: a few colours at the zooms of two views; near by they are large."""


class OverlayItem(MapOverlay):
    """One overlay of a map of hexes."""

    def __init__(self, grid: Grid, style: OverlayStyle = OverlayStyle.FILL, z: float = Z_OVERLAY) -> None:
        super().__init__(style, z)
        self._geometry = Geometry(grid)
        self._hexagons: dict[float, QPolygonF] = {}
        """A hex about (0, 0), by how many times as large as hexes it is."""
        self._ring_pictures: dict[tuple[int, float], QImage] = {}
        """Colour and pixels to a scene unit to a ring."""

    def size(self) -> tuple[float, float]:
        return self._geometry.size

    def centre(self, spot: int) -> QPointF:
        """The centre of a hex in the scene."""
        return QPointF(*self._geometry.centre(spot))

    def outline(self, spot: int, share: float) -> QPolygonF:
        return self._hexagon(share).translated(self.centre(spot))

    def _hexagon(self, share: float) -> QPolygonF:
        found = self._hexagons.get(share)
        if found is None:
            corners = [QPointF(dx * share, dy * share) for dx, dy in self._geometry.corner_offsets]
            found = self._hexagons[share] = QPolygonF(corners)
        return found

    def _paint_rings(self, painter: QPainter, rings: Iterable[tuple[int, QColor]]) -> None:
        """Rings as pictures: they are in sight while one works, and their soft edges are slow to draw."""
        found = [(self._geometry.centre(h), colour.rgba()) for h, colour in rings]
        if not found:
            return
        place, device = painter.worldTransform(), painter.device()
        ratio = device.devicePixelRatio() if device else 1.0
        scale, right, down = place.m11(), place.dx(), place.dy()
        pictures = {rgba: self._ring_picture(QColor.fromRgba(rgba), scale, ratio) for _, rgba in found}
        half = next(iter(pictures.values())).width() / ratio / 2
        painter.save()
        painter.resetTransform()
        for (x, y), rgba in found:
            painter.drawImage(round(x * scale + right - half), round(y * scale + down - half), pictures[rgba])
        painter.restore()

    def _ring_picture(self, colour: QColor, scale: float, ratio: float) -> QImage:
        """A ring in the middle of a picture, for a zoom and a screen."""
        key = colour.rgba(), scale * ratio
        found = self._ring_pictures.get(key)
        if found is None:
            if len(self._ring_pictures) >= RING_PICTURES:
                self._ring_pictures.clear()
            half = ceil(SCALE * key[1]) + 1
            found = self._ring_pictures[key] = QImage(2 * half, 2 * half, QImage.Format.Format_ARGB32_Premultiplied)
            found.fill(Qt.GlobalColor.transparent)
            painter = QPainter(found)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(half, half)
            painter.scale(key[1], key[1])
            painter.setPen(QPen(colour, 6))
            painter.drawPolygon(self._hexagon(0.9))
            painter.end()
            found.setDevicePixelRatio(ratio)
        return found
