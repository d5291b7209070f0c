"""A small sharp picture of a whole map, drawn a little at a time while nothing else is to be done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final
from weakref import ref

from PySide6.QtCore import QObject, QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QImage, QPainter
from shiboken6 import isValid

from editor.canvas.drawing.look import Look
from editor.canvas.slices import go_on
from editor.canvas.tiled_map import TiledMap

SLICE: Final = 0.004
"""Seconds of drawing between two looks at the event queue."""
BREATH: Final = 5
"""Milliseconds between two slices: frames and tiles come first."""
LATER: Final = 250
"""Milliseconds after a change of the map that it is drawn again."""

Wanted = tuple[object, Look, QSize, int]
"""What a picture is made from, its size in pixels, and the colour of the desk around the map."""


class Miniature(QObject):
    """Keeps the picture of one map. It never blocks: until it is done there is none, or the same map's before."""

    drawn = Signal()
    """There is another picture."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._layer: ref[TiledMap] | None = None
        """Of a tab that is closed nothing may be kept, though no other map is looked at."""
        self._wanted: Wanted | None = None
        self._picture: QImage | None = None
        self._job: Iterator[None] | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._work)

    def picture(self, layer: TiledMap, size: QSize) -> QImage | None:
        """The map of a layer in this many pixels; None as long as it is not drawn, or for one that is too large."""
        look = replace(layer.look, grid=False, numbers=False, labels=False, ground=1.0)
        small = layer.from_afar()[1]
        coarse = small.width() < size.width() or small.height() < size.height()
        drawn = coarse and layer.small_detail(1.0) is not None
        wanted = (layer.art, look, size, layer.desk.rgb()) if drawn else None
        if wanted != self._wanted:
            if wanted is None or self._wanted is None or layer is not self._shown() or size != self._wanted[2]:
                self._picture = None
            self._layer, self._wanted = ref(layer), wanted
            self.begin(0)
        return self._picture

    def begin(self, after: int = LATER) -> None:
        """Draw the picture again after ``after`` milliseconds; until it is done the one there is stays."""
        self._job = None
        self._timer.start(after)

    def _work(self) -> None:
        layer = self._shown()
        if self._wanted is None or layer is None:
            return
        if not layer.busy:
            self._job = self._job or self._drawing(layer, *self._wanted[1:3])
            if not go_on(self._step, SLICE):
                self._job = None
                self.drawn.emit()
                return
        self._timer.start(BREATH)

    def _shown(self) -> TiledMap | None:
        """The layer whose map is drawn; None when its tab was closed."""
        layer = self._layer() if self._layer is not None else None
        return layer if layer is not None and isValid(layer) else None

    def _step(self) -> bool:
        return self._job is not None and next(self._job, self) is not self

    def _drawing(self, layer: TiledMap, look: Look, size: QSize) -> Iterator[None]:
        wide, high = layer.geometry.size
        image = QImage(size, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        scale = size.width() / wide
        painter.scale(scale, size.height() / high)
        steps = layer.painting(painter, QRectF(0, 0, wide, high), layer.small_detail(scale) or scale, look)
        # A map that is closed meanwhile is freed.
        del layer
        try:
            yield from steps
        finally:
            painter.end()
        self._picture = image
