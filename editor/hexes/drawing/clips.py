"""Pictures of clips: what is about to be pasted, and the stamps of the library."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPolygonF

from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.map_painter import paint
from engine.boards.palette import Palette
from engine.hexes.mapping.clip import Clip
from engine.hexes.mapping.stamp import KEY, as_map

LARGEST: Final = 1000
"""Pixels along the longer side of a clip's picture, at most."""
AROUND: Final = 0.16 * SCALE
"""What lies on the outer hexsides reaches so far beyond them."""
_LOOK: Final = Look(grid=False, numbers=False, regions=False)


def clip_picture(clip: Clip, palette: Palette, largest: int = LARGEST) -> tuple[QImage, QRectF]:
    """The clip's hexes, see-through around them, and where the picture lies (scene units) when the clip's anchor
    is at (0, 0)."""
    board, anchor = as_map(clip, palette)
    atlas = Atlas(board)
    geometry = atlas.geometry
    shape = QPainterPath()
    shape.setFillRule(Qt.FillRule.WindingFill)
    for h in board.regions[KEY].hexes:
        x, y = geometry.centre(h)
        shape.addPolygon(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in geometry.corner_offsets]))
        shape.closeSubpath()
    rect = shape.boundingRect().adjusted(-AROUND, -AROUND, AROUND, AROUND)
    scale = min(1.0, largest / max(rect.width(), rect.height()))
    image = QImage(
        max(1, round(rect.width() * scale)),
        max(1, round(rect.height() * scale)),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    painter.translate(-rect.topLeft())
    painter.setClipPath(shape)
    paint(painter, atlas, rect, scale, _LOOK)
    painter.end()
    ax, ay = geometry.centre(anchor)
    return image, rect.translated(-ax, -ay)
