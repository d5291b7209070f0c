"""Map furniture on the screen: each piece a picture at the zoom it is seen at, made again where it changed."""

from __future__ import annotations

from math import ceil
from typing import Final

from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from editor.canvas import layers
from editor.canvas.drawing.furniture import FurnitureContents, furnished, paint_piece, scene_rect, setting_of
from editor.canvas.drawing.paper import SCALE
from editor.canvas.tiled_map import TiledMap
from editor.commands.change import Change
from editor.document.document import Document
from engine.boards.furniture import Furniture, FurnitureKind

LARGEST: Final = 2_500_000
"""Pixels of a picture that is kept; larger pieces are drawn again each time."""
KEPT: Final = 40
LATER: Final = 250
"""Milliseconds after the last stroke that a legend is listed again."""


class FurnitureLayer(QGraphicsObject):
    """Shows the furniture of a document's map."""

    def __init__(self, document: Document, map_layer: TiledMap) -> None:
        super().__init__()
        self.setZValue(layers.MAP + 1)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.document = document
        self._map_layer = map_layer
        self._bounds = QRectF()
        self._setting: FurnitureContents | None = None
        self._pictures: dict[object, QImage] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LATER)
        self._timer.timeout.connect(self.refresh)
        self.refresh()

    def boundingRect(self) -> QRectF:
        return self._bounds

    @property
    def rect(self) -> QRectF:
        """What furniture covers, in scene units; empty when there is none or none is shown."""
        return furnished(self.document.board) if self._map_layer.look.furniture else QRectF()

    def refresh(self) -> None:
        """Look at the document again."""
        self.prepareGeometryChange()
        self._setting = None
        rect = self.rect
        margin = 0.1 * SCALE
        self._bounds = rect.adjusted(-margin, -margin, margin, margin) if not rect.isEmpty() else QRectF()
        self.update()

    def on_change(self, change: Change) -> None:
        """The document changed: draw what it touched again."""
        if change.what in ("furniture", "all", "map", "scenario"):
            self.refresh()
        elif change.of_map and any(item.kind is FurnitureKind.LEGEND for item in self.document.board.look.furniture):
            self._timer.start()

    def forget_pictures(self) -> None:
        """No view shows this map for now: free the pictures."""
        self._pictures.clear()

    def close(self) -> None:
        """Draw nothing any more; the document may be closed."""
        self._timer.stop()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        look, board = self._map_layer.look, self.document.board
        if not look.furniture:
            return
        setting = self._setting
        if setting is None or setting.style != look.style or setting.board is not board:
            setting = self._setting = setting_of(board, self.document.scenario, look)
            self._pictures.clear()
        scale = painter.deviceTransform().m11()
        for item in setting.pieces:
            rect = scene_rect(item)
            if rect.intersects(QRectF(option.exposedRect)):
                self._show(painter, item, rect, setting, scale)

    def _show(self, painter: QPainter, item: Furniture, rect: QRectF, setting: FurnitureContents, scale: float) -> None:
        margin = 0.05 * SCALE
        outer = rect.adjusted(-margin, -margin, margin, margin)
        wide, high = ceil(outer.width() * scale), ceil(outer.height() * scale)
        if wide * high > LARGEST or wide < 1 or high < 1:
            paint_piece(painter, item, setting, scale)
            return
        # A piece that is only moved keeps its picture.
        key = (item.kind, item.width, item.height, item.title, round(scale, 6))
        image = self._pictures.get(key)
        if image is None:
            while len(self._pictures) >= KEPT:
                del self._pictures[next(iter(self._pictures))]
            image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(Qt.GlobalColor.transparent)
            brush = QPainter(image)
            brush.scale(scale, scale)
            brush.translate(-outer.topLeft())
            paint_piece(brush, item, setting, scale)
            brush.end()
            self._pictures[key] = image
        painter.drawImage(QRectF(outer.topLeft(), image.size().toSizeF() / scale), image)
