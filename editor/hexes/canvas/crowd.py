"""A great many marked hexes: from afar one small picture of them, near by their outlines in blocks.

The outline of half a million hexes as one path takes a minute to paint. So nothing here is painted that is not seen,
and no block is made while it is painted: those that are missing are made a few at a time between events.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection
from typing import Final

from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from editor.canvas.drawing.paper import SCALE
from editor.canvas.slices import go_on
from editor.hexes.drawing.geometry import Geometry
from editor.hexes.drawing.overview import picture_rect, picture_size, stagger
from engine.hexes.board.grid import Grid
from engine.hexes.mapping.lanes import Lanes

BLOCK: Final = 16
"""Columns and rows of a block."""
NEAR: Final = 15.0
"""The pixels to a hex's circumradius from which it is shown by its outline."""
SLICE: Final = 0.006
"""Seconds of making blocks before events get their turn."""
INNER: Final = 74
BORDER: Final = 205
"""How strongly inner and border hexes are seen from afar, of 255."""

Block = tuple[int, int]


class Crowd:
    """Marks the hexes of a set; made again for another set."""

    def __init__(
        self, geometry: Geometry, hexes: Collection[int], colour: QColor, tell: Callable[[QRectF], None]
    ) -> None:
        """``tell`` is called with what must be painted again, when blocks are ready."""
        self.geometry = geometry
        self.hexes = hexes if isinstance(hexes, set | frozenset) else set(hexes)
        self._tell = tell
        self._blocks: dict[Block, tuple[QPainterPath, QPainterPath]] = {}
        self._wanted: dict[Block, None] = {}
        self._ready = QRectF()
        """Where blocks were made that are not announced yet."""
        self._image, self._rect = _picture(geometry.grid, self.hexes, colour), picture_rect(geometry.grid)
        self._timer = QTimer()
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._make)

    def close(self) -> None:
        """The set is not shown any more: stop making blocks."""
        self._timer.stop()
        self._wanted.clear()

    # -- painting -----------------------------------------------------------------------------------------------

    def paint(self, painter: QPainter, seen: QRectF, level: float, tint: QColor | None, pens: list[QPen]) -> None:
        """Paint what is seen of it, at a level of detail in pixels to a scene unit."""
        if level * SCALE < NEAR:
            self._paint_picture(painter, seen)
            return
        for block in self._seen(seen):
            paths = self._blocks.get(block)
            if paths is None:
                self._want(block)
                self._paint_picture(painter, self._block_rect(block).intersected(seen))
                continue
            fill, outline = paths
            if tint is not None:
                painter.fillPath(fill, tint)
            for pen in pens:
                painter.strokePath(outline, pen)

    def _paint_picture(self, painter: QPainter, part: QRectF) -> None:
        part = part.intersected(self._rect)
        if not part.isEmpty():
            whole = self._rect
            sx, sy = self._image.width() / whole.width(), self._image.height() / whole.height()
            left, top = (part.x() - whole.x()) * sx, (part.y() - whole.y()) * sy
            painter.drawImage(part, self._image, QRectF(left, top, part.width() * sx, part.height() * sy))

    # -- blocks -------------------------------------------------------------------------------------------------

    @property
    def _step(self) -> tuple[float, float]:
        """Width and height that a block takes up."""
        along, across = 1.5 * SCALE * BLOCK, 2 * 0.8660254 * SCALE * BLOCK
        return (along, across) if self.geometry.grid.flat else (across, along)

    def _seen(self, seen: QRectF) -> list[Block]:
        grid, (wide, high) = self.geometry.grid, self._step
        columns, rows = -(-grid.columns // BLOCK), -(-grid.rows // BLOCK)
        # Hexes reach beyond their block by less than one hex.
        left, right = int((seen.left() - 2 * SCALE) // wide), int((seen.right() + 2 * SCALE) // wide)
        top, bottom = int((seen.top() - 2 * SCALE) // high), int((seen.bottom() + 2 * SCALE) // high)
        return [
            (column, row)
            for row in range(max(0, top), min(rows - 1, bottom) + 1)
            for column in range(max(0, left), min(columns - 1, right) + 1)
        ]

    def _block_rect(self, block: Block) -> QRectF:
        wide, high = self._step
        return QRectF(block[0] * wide, block[1] * high, wide, high)

    def _want(self, block: Block) -> None:
        if block not in self._wanted:
            self._wanted[block] = None
            self._timer.start(0)

    def _make(self) -> None:
        """Make some of the blocks that were missing, the ones asked for last first."""
        if go_on(self._make_one, SLICE):
            self._timer.start(0)
        ready, self._ready = self._ready, QRectF()
        if not ready.isEmpty():
            self._tell(ready)

    def _make_one(self) -> bool:
        if not self._wanted:
            return False
        block, _ = self._wanted.popitem()
        self._blocks[block] = self._paths(block)
        margin = 2 * SCALE
        self._ready |= self._block_rect(block).adjusted(-margin, -margin, margin, margin)
        return True

    def _paths(self, block: Block) -> tuple[QPainterPath, QPainterPath]:
        grid = self.geometry.grid
        left, top = block[0] * BLOCK, block[1] * BLOCK
        hexes = [
            h
            for row in range(top, min(top + BLOCK, grid.rows))
            for h in range(row * grid.columns + left, row * grid.columns + min(left + BLOCK, grid.columns))
            if h in self.hexes
        ]
        return hex_paths(self.geometry, hexes, self.hexes)


def hex_paths(geometry: Geometry, hexes: Collection[int], there: Collection[int]) -> tuple[QPainterPath, QPainterPath]:
    """The surface of hexes, and their hexsides toward others that are not ``there``."""
    fill, outline = QPainterPath(), QPainterPath()
    ring, offsets = geometry.grid.ring1, geometry.corner_offsets
    for h in hexes:
        x, y = geometry.centre(h)
        corners = [(x + dx, y + dy) for dx, dy in offsets]
        fill.moveTo(*corners[0])
        for corner in corners[1:]:
            fill.lineTo(*corner)
        fill.closeSubpath()
        for d, n in enumerate(ring[h]):
            if n not in there:
                outline.moveTo(*corners[d])
                outline.lineTo(*corners[(d + 1) % 6])
    return fill, outline


# -- from afar ----------------------------------------------------------------------------------------------------


def _picture(grid: Grid, hexes: set[int] | frozenset[int], colour: QColor) -> QImage:
    """The hexes as a see-through picture of two pixels each, stronger at their border."""
    lanes = Lanes(grid)
    number = lanes.number(hexes)
    # 1 within, 2 at the border.
    marks = lanes.cells(2 * number - lanes.inner(number))
    wide, high = picture_size(grid)
    cells = array("B", bytes(wide * high))
    stagger(grid, array("B", marks), cells)
    image = QImage(cells.tobytes(), wide, high, wide, QImage.Format.Format_Indexed8)
    shades = [QColor(colour) for _ in range(3)]
    for shade, alpha in zip(shades, (0, INNER, BORDER), strict=True):
        shade.setAlpha(alpha)
    image.setColorTable([shade.rgba() for shade in shades])
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
