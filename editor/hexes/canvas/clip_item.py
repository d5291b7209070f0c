"""What is about to be pasted, drawn over the map where it would lie."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas import layers
from editor.hexes.drawing.clips import clip_picture
from engine.boards.palette import Palette
from engine.hexes.mapping.clip import Clip

MOST: Final = 2500
"""Clips with more hexes are shown by their outline alone."""


class ClipItem(QGraphicsItem):
    """A see-through picture of a clip; ``setPos`` puts its anchor somewhere."""

    def __init__(self, clip: Clip, palette: Palette) -> None:
        super().__init__()
        self.setZValue(layers.PREVIEW - 1)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setOpacity(0.9)
        self._image = QImage()
        self._rect = QRectF()
        if len(clip.cells) <= MOST:
            self._image, self._rect = clip_picture(clip, palette)

    def boundingRect(self) -> QRectF:
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(self._rect, self._image)
