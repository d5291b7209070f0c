"""The art of a table as the scene, pictures and sheets want it: in scene units, in the styles of maps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from editor.canvas.drawing.look import GREY, ORGANIC, PLAIN, Look, Painting
from editor.tables.drawing.table_art import FINE, TableArt
from editor.tables.scale import PER_PACE
from engine.tables.table import Table

EDGE: Final = QPen(QColor("#4a4234"), 2.0)
"""The edge of the table, in scene units."""
VEIL: Final = 4096
"""Pixels along the side of a picture that is turned grey or seen through, at most."""


class StyledArt:
    """A table's art in one of the styles of maps."""

    def __init__(self, table: Table, style: str = ORGANIC) -> None:
        self.style = style
        self.art = TableArt(table)

    def on(self, around: QColor) -> Painting:
        """What paints the table on a desk of this colour."""
        return lambda painter, part, scale, look: self._painting(painter, part, scale, look, around)

    def _painting(self, painter: QPainter, part: QRectF, scale: float, look: Look, around: QColor) -> Iterator[None]:
        if look.ground >= 1:
            painter.fillRect(part, around)
        paper = QRectF(0, 0, *(side * PER_PACE for side in self.art.table.size))
        seen = part.intersected(paper)
        if seen.isEmpty():
            return
        strength = look.ground * look.opacity("areas")
        if strength < 1 or self.style == GREY:
            picture = self._picture(seen, scale, look)
            painter.save()
            painter.setOpacity(painter.opacity() * (strength if strength > 0 else 0.0))
            painter.drawImage(seen, picture)
            painter.restore()
        else:
            self._paint(painter, seen, scale, look)
        yield
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(EDGE)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(paper)

    def _paint(self, painter: QPainter, part: QRectF, scale: float, look: Look) -> None:
        """Paint a part of the scene, which lies on the table."""
        hidden = [name for name, on in (("labels", look.labels), ("regions", look.regions)) if not on]
        hidden += [name for name, share in look.opacities if share <= 0 and name != "areas"]
        layers = look.without(self.art.table)
        pixels = scale * PER_PACE
        painter.save()
        painter.scale(PER_PACE, PER_PACE)
        inside = QRectF(part.topLeft() / PER_PACE, part.size() / PER_PACE)
        # Plain tables are without fine strokes, however near.
        self.art.paint(painter, inside, min(pixels, 0.9 * FINE) if self.style == PLAIN else pixels, hidden, layers)
        painter.restore()

    def _picture(self, part: QRectF, scale: float, look: Look) -> QImage:
        """A part of the scene as pixels, so that it can be turned grey, or shown faintly as a whole."""
        fine = min(scale, VEIL / max(part.width(), part.height(), 1e-9))
        size = QSize(max(1, round(part.width() * fine)), max(1, round(part.height() * fine)))
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(size.width() / part.width(), size.height() / part.height())
        painter.translate(-part.topLeft())
        self._paint(painter, part, fine, look)
        painter.end()
        return image.convertToFormat(QImage.Format.Format_Grayscale8) if self.style == GREY else image
