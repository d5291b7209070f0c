"""The picture under the map on the screen: tiles are read off the main thread, coarse ones stand in until then."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas import layers
from editor.canvas.drawing.paper import SCALE
from editor.canvas.drawing.underlay import Key, Shelf, load, outline, paint_underlay, place_of, transform
from editor.pictures.pyramid import Pyramid
from editor.work.background import Worker
from engine.boards.underlay import Underlay

MARK: Final = QColor("#c2255c")


class UnderlayLayer(QGraphicsItem):
    """Shows a picture beneath the map."""

    def __init__(self, pyramid: Pyramid, underlay: Underlay, worker: Worker, height: int = 0) -> None:
        """``height`` says how many others lie beneath it."""
        super().__init__()
        self.setZValue(layers.UNDERLAY + height / 1000)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.pyramid = pyramid
        self.underlay = underlay
        self._worker = worker
        self._shelf = Shelf(pyramid)
        self._asked: set[Key] = set()
        self._closed = False

    def set_underlay(self, underlay: Underlay) -> None:
        """Show the picture in another place, or another part of it."""
        self.prepareGeometryChange()
        self.underlay = underlay
        self.update()

    @property
    def complete(self) -> bool:
        """Whether no tile is awaited."""
        return not self._asked

    def boundingRect(self) -> QRectF:
        return outline(self.pyramid, self.underlay).boundingRect()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        scale = painter.deviceTransform().m11()
        paint_underlay(painter, self.pyramid, self.underlay, QRectF(option.exposedRect), scale, self._fetch)

    def _fetch(self, key: Key) -> QImage | None:
        image = self._shelf.get(key)
        if image is None and key not in self._asked and not self._closed:
            self._asked.add(key)
            self._worker.start(partial(load, self.pyramid, key), partial(self._take, key))
        return image

    def _take(self, key: Key, image: QImage) -> None:
        if self._closed:
            return
        self._asked.discard(key)
        self._shelf.put(key, image)
        self.update(transform(self.underlay).mapRect(place_of(self.pyramid, key)))

    def close(self) -> None:
        """Take no more tiles."""
        self._closed = True


class TieMarks(QGraphicsItem):
    """Crosses where the user clicked, each with its hex's name."""

    def __init__(self) -> None:
        super().__init__()
        self.setZValue(layers.PREVIEW)
        self._marks: list[tuple[float, float, str]] = []

    def set_marks(self, marks: list[tuple[float, float, str]]) -> None:
        """Show these: paper coordinates and a word each."""
        self.prepareGeometryChange()
        self._marks = [(x * SCALE, y * SCALE, text) for x, y, text in marks]
        self.update()

    def boundingRect(self) -> QRectF:
        rect = QRectF()
        for x, y, _ in self._marks:
            rect |= QRectF(x - 3 * SCALE, y - 3 * SCALE, 6 * SCALE, 6 * SCALE)
        return rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pixel = 1 / max(1e-6, painter.deviceTransform().m11())
        font = painter.font()
        font.setPixelSize(13)
        font.setBold(True)
        painter.setFont(font)
        for x, y, text in self._marks:
            painter.save()
            painter.translate(x, y)
            painter.scale(pixel, pixel)
            for colour, width in ((QColor("#ffffff"), 5.0), (MARK, 2.0)):
                painter.setPen(QPen(colour, width))
                painter.drawLine(-12, 0, 12, 0)
                painter.drawLine(0, -12, 0, 12)
                painter.drawEllipse(-6, -6, 12, 12)
            box = painter.fontMetrics().boundingRect(text).adjusted(-4, -2, 4, 2)
            box.moveTo(10, 8)
            painter.fillRect(box, QColor(255, 255, 255, 220))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
            painter.restore()
