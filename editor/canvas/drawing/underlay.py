"""Paints the picture under a map on any painter, from the tiles of its pyramid."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from math import floor, log2, sqrt
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPolygonF, QTransform

from editor.canvas.drawing.paper import SCALE
from editor.pictures.pyramid import TILE, Pyramid
from engine.boards.underlay import Underlay

Key = tuple[int, int, int]
"""Level, column and row of a tile."""
Underlaid = Sequence[tuple[Underlay, Pyramid]]
"""Pictures under a map, the lowest first, each with where it lies."""
Fetch = Callable[[Key], QImage | None]
"""Gives a tile, or None when it is not at hand."""
KEEP: Final = 96
"""Tiles kept in memory, 1 MB each."""


def transform(underlay: Underlay) -> QTransform:
    """From pixels of the picture to scene units."""
    return QTransform(*(value * SCALE for value in underlay.matrix))


def shown_box(pyramid: Pyramid, underlay: Underlay) -> QRectF:
    """What is shown of the picture, in its pixels."""
    whole = QRectF(0, 0, pyramid.width, pyramid.height)
    if underlay.crop is None:
        return whole
    left, top, right, bottom = underlay.crop
    return QRectF(left, top, right - left, bottom - top).intersected(whole)


def outline(pyramid: Pyramid, underlay: Underlay) -> QPolygonF:
    """The edge of what is shown, in scene units."""
    return transform(underlay).map(QPolygonF(shown_box(pyramid, underlay)))


def level_for(pyramid: Pyramid, underlay: Underlay, scale: float) -> int:
    """The level whose pixels are no larger than those of the device; ``scale`` is pixels a scene unit."""
    a, b, c, d, _, _ = underlay.matrix
    pixels = sqrt(abs(a * d - b * c)) * SCALE * scale
    return max(0, min(pyramid.levels - 1, floor(log2(1 / pixels) + 0.25)))


def tiles_in(pyramid: Pyramid, underlay: Underlay, rect: QRectF, level: int) -> list[Key]:
    """The tiles of a level that may be seen in a rectangle of the scene."""
    inverse, possible = transform(underlay).inverted()
    box = inverse.mapRect(rect).intersected(shown_box(pyramid, underlay)) if possible else QRectF()
    if box.isEmpty():
        return []
    pitch = TILE << level
    wide, high = pyramid.size(level)
    columns = range(floor(box.left() / pitch), min(-(-wide // TILE) - 1, floor(box.right() / pitch)) + 1)
    rows = range(floor(box.top() / pitch), min(-(-high // TILE) - 1, floor(box.bottom() / pitch)) + 1)
    return [(level, column, row) for row in rows for column in columns]


def paint_underlay(
    painter: QPainter, pyramid: Pyramid, underlay: Underlay, rect: QRectF, scale: float, fetch: Fetch
) -> None:
    """Paint what lies in ``rect`` (scene units); where a tile is not read yet a coarser one is drawn."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.setOpacity(painter.opacity() * underlay.opacity)
    painter.setTransform(transform(underlay), True)
    if underlay.crop is not None:
        painter.setClipRect(shown_box(pyramid, underlay), _clip(painter))
    for key in tiles_in(pyramid, underlay, rect, level_for(pyramid, underlay, scale)):
        _paint_tile(painter, pyramid, key, fetch)
    painter.restore()


def _clip(painter: QPainter) -> Qt.ClipOperation:
    return Qt.ClipOperation.IntersectClip if painter.hasClipping() else Qt.ClipOperation.ReplaceClip


def _paint_tile(painter: QPainter, pyramid: Pyramid, key: Key, fetch: Fetch) -> None:
    level, column, row = key
    place = place_of(pyramid, key)
    for up in range(pyramid.levels - level):
        image = fetch((level + up, column >> up, row >> up))
        if image is not None and not image.isNull():
            if not up:
                painter.drawImage(place, image)
                return
            corner = place_of(pyramid, (level + up, column >> up, row >> up)).topLeft()
            size = 1 << (level + up)
            part = QRectF((place.topLeft() - corner) / size, place.size() / size)
            painter.drawImage(place, image, part)
            return


def place_of(pyramid: Pyramid, key: Key) -> QRectF:
    """Where a tile lies in the picture."""
    level, column, row = key
    wide, high = pyramid.size(level)
    left, top = column * TILE, row * TILE
    size = 1 << level
    # Levels of odd size are rounded up: the last tile ends where the picture does.
    right = pyramid.width if left + TILE >= wide else (left + TILE) * size
    bottom = pyramid.height if top + TILE >= high else (top + TILE) * size
    return QRectF(left * size, top * size, right - left * size, bottom - top * size)


def load(pyramid: Pyramid, key: Key) -> QImage:
    """A tile from its file; a null image when the cache has lost it."""
    return QImage(str(pyramid.tile(*key)))


class Shelf:
    """Keeps the tiles that were used last, and reads others when they are asked for; for print."""

    def __init__(self, pyramid: Pyramid, keep: int = KEEP) -> None:
        self.pyramid = pyramid
        self._keep = keep
        self._images: OrderedDict[Key, QImage] = OrderedDict()

    def get(self, key: Key) -> QImage | None:
        """A tile that is read already; None for others."""
        image = self._images.get(key)
        if image is not None:
            self._images.move_to_end(key)
        return image

    def put(self, key: Key, image: QImage) -> None:
        """Take a tile; the coarsest one always stays."""
        self._images[key] = image
        while len(self._images) > self._keep:
            oldest = next(key for key in self._images if key[0] < self.pyramid.levels - 1 or len(self._images) == 1)
            del self._images[oldest]

    def fetch(self, key: Key) -> QImage:
        """A tile, read now if it has to be."""
        image = self.get(key)
        if image is None:
            image = load(self.pyramid, key)
            self.put(key, image)
        return image
