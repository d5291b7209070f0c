"""Tiles: square pictures of the map at one zoom, drawn a few milliseconds at a time, kept while there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from math import ceil, floor
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.drawing.look import Look, Painting

TILE: Final = 256
"""Pixels along the side of a tile."""
ROOM: Final = 700
"""How many tiles are kept: about 180 MB."""

Key = tuple[float, int, int]
"""Scale, column and row of a tile."""


class Tiles:
    """The tiles of one map."""

    def __init__(self, painting: Painting) -> None:
        """``painting`` paints the map."""
        self.painting = painting
        self.look = Look()
        self._images: OrderedDict[Key, QImage] = OrderedDict()
        self._stale: set[Key] = set()

    def get(self, key: Key) -> QImage | None:
        """The picture of a tile, perhaps an old one, or None."""
        image = self._images.get(key)
        if image is not None:
            self._images.move_to_end(key)
        return image

    def wanting(self, key: Key) -> bool:
        """Whether a tile has to be drawn, for the first time or again."""
        return key not in self._images or key in self._stale

    @staticmethod
    def span(rect: QRectF, scale: float) -> tuple[int, int, int, int]:
        """First and last column, first and last row of the tiles that cover a rectangle of the scene."""
        pitch = TILE / scale
        return (
            floor(rect.left() / pitch),
            ceil(rect.right() / pitch) - 1,
            floor(rect.top() / pitch),
            ceil(rect.bottom() / pitch) - 1,
        )

    @staticmethod
    def rect(key: Key) -> QRectF:
        """Where a tile lies in the scene."""
        scale, column, row = key
        pitch = TILE / scale
        return QRectF(column * pitch, row * pitch, pitch, pitch)

    def draw(self, key: Key) -> QImage:
        """Draw a tile."""
        for _ in self.drawing(key):
            pass
        return self._images[key]

    def drawing(self, key: Key) -> Iterator[None]:
        """Draw a tile a step at a time; it is shown when it is whole."""
        image = QImage(TILE, TILE, self._format)
        yield from self._painting(image, QRect(key[1] * TILE, key[2] * TILE, TILE, TILE), key[0])
        self._images[key] = image
        self._images.move_to_end(key)
        self._stale.discard(key)
        self._trim()

    def redrawing(self, keys: list[Key], part: QRectF) -> Iterator[None]:
        """Draw a part of the map again, a step at a time, in these tiles of one scale; those that are not there, or
        old, stay so."""
        present = [key for key in keys if key in self._images and key not in self._stale]
        if not present:
            return
        scale = present[0][0]
        box = _pixels(part, scale)
        covered = [QRect(key[1] * TILE, key[2] * TILE, TILE, TILE) for key in present]
        whole = covered[0]
        for rect in covered[1:]:
            whole = whole.united(rect)
        box = box.intersected(whole)
        if box.isEmpty():
            return
        # Painted once, then copied into every tile it touches.
        patch = QImage(box.size(), self._format)
        yield from self._painting(patch, box, scale)
        for key, rect in zip(present, covered, strict=True):
            if key not in self._images:
                continue
            painter = QPainter(self._images[key])
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.drawImage(box.topLeft() - rect.topLeft(), patch)
            painter.end()

    @property
    def _format(self) -> QImage.Format:
        """What can be seen through takes longer to show; it is done only where something lies below."""
        clear = self.look.ground < 1
        return QImage.Format.Format_ARGB32_Premultiplied if clear else QImage.Format.Format_RGB32

    def _painting(self, image: QImage, box: QRect, scale: float) -> Iterator[None]:
        """Paint a box of pixels of the whole map's picture at a scale, a step at a time."""
        if image.hasAlphaChannel():
            image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.translate(-box.left(), -box.top())
        painter.scale(scale, scale)
        part = QRectF(box.left() / scale, box.top() / scale, box.width() / scale, box.height() / scale)
        try:
            yield from self.painting(painter, part, scale, self.look)
        finally:
            painter.end()

    def outdate(self, rect: QRectF, keep: Collection[float]) -> None:
        """Mark the tiles of the scales in ``keep`` that touch ``rect`` as old; forget those of other scales."""
        for key in list(self._images):
            if self.rect(key).intersects(rect):
                if key[0] in keep:
                    self._stale.add(key)
                else:
                    del self._images[key]
                    self._stale.discard(key)

    def mark(self, key: Key) -> None:
        """Mark one tile as old."""
        if key in self._images:
            self._stale.add(key)

    def forget(self, rect: QRectF, scales: Collection[float]) -> None:
        """Forget the tiles of all scales but these that touch ``rect``."""
        self._drop(key for key in self._images if key[0] not in scales and self.rect(key).intersects(rect))

    def keep(self, seen: Iterable[tuple[QRectF, float]]) -> None:
        """Forget all tiles but those that show these parts of the map at these scales."""
        kept = list(seen)
        self._drop(
            key
            for key in self._images
            if not any(key[0] == scale and self.rect(key).intersects(rect) for rect, scale in kept)
        )

    def _drop(self, keys: Iterable[Key]) -> None:
        for key in list(keys):
            del self._images[key]
            self._stale.discard(key)

    def clear(self) -> None:
        """Forget all tiles."""
        self._images.clear()
        self._stale.clear()

    def scales(self) -> list[float]:
        """The scales there are tiles of."""
        return sorted({key[0] for key in self._images})

    def _trim(self) -> None:
        while len(self._images) > ROOM:
            key, _ = self._images.popitem(last=False)
            self._stale.discard(key)


def _pixels(rect: QRectF, scale: float) -> QRect:
    """The whole pixels that a rectangle of the scene touches."""
    left, top = floor(rect.left() * scale), floor(rect.top() * scale)
    return QRect(left, top, ceil(rect.right() * scale) - left, ceil(rect.bottom() * scale) - top)
