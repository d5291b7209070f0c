"""Hill shading: a small picture of light and shadow, two pixels a hex, laid softly over the ground.

The light comes from the north-west. Shades are worked out chunk by chunk when they are first looked at; what
is drawn is one stretched picture, whatever the zoom.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, qRgba

from editor.canvas.render.geometry import SCALE, Geometry
from engine.board.battlemap import BattleMap
from engine.board.grid import NOWHERE

STEEP: Final = 1.6
"""A rise of so many levels to a neighbour is shaded as dark as can be."""
DARK: Final = 0.34
LIGHT: Final = 0.42
"""Opacity of the deepest shadow and the brightest light."""


class Shading:
    """The shades of one map; ``neutral`` ones are black and white."""

    def __init__(self, battle_map: BattleMap, geometry: Geometry, neutral: bool = False) -> None:
        self.map = battle_map
        self.geometry = geometry
        grid = battle_map.grid
        self.wide = grid.columns if grid.flat else 2 * grid.columns + 1
        self.high = 2 * grid.rows + 1 if grid.flat else grid.rows
        self._image: QImage | None = None
        self._known: set[int] = set()
        self._ways = self._towards()
        self._shadow, self._light = ((0, 0, 0), (255, 255, 255)) if neutral else ((24, 18, 40), (255, 250, 228))

    def _towards(self) -> list[float]:
        """For each direction how much a rise that way faces the light."""
        offsets = self.geometry.corner_offsets
        found = []
        for d in range(6):
            x, y = (offsets[d][i] + offsets[(d + 1) % 6][i] for i in (0, 1))
            found.append((x + y) / hypot(x, y) / 2**0.5)
        return found

    def shade(self, h: int) -> float:
        """How a hex is lit: from -1, in the shadow, over 0 on level ground, to 1, facing the light."""
        elevation = self.map.elevation
        here = elevation[h]
        total = 0.0
        for n, way in zip(self.map.grid.ring1[h], self._ways, strict=True):
            if n != NOWHERE:
                total += (elevation[n] - here) * way
        return max(-1.0, min(1.0, total / (2 * STEEP)))

    def has(self, chunk: int) -> bool:
        """Whether the shades of a chunk are known."""
        return chunk in self._known

    def add(self, chunk: int, hexes: Iterable[int]) -> None:
        """Work out the shades of a chunk."""
        self._known.add(chunk)
        self._draw(hexes)

    def forget(self, chunks: Iterable[int]) -> None:
        """The ground rose or fell in these chunks."""
        self._known.difference_update(chunks)

    def clear(self) -> None:
        """Forget all shades."""
        self._known.clear()
        self._image = None

    def _draw(self, hexes: Iterable[int]) -> None:
        image = self._image
        if image is None:
            image = self._image = QImage(self.wide, self.high, QImage.Format.Format_ARGB32)
            image.fill(Qt.GlobalColor.transparent)
        grid = self.map.grid
        for h in hexes:
            value = self.shade(h)
            if value < 0:
                colour = qRgba(*self._shadow, round(-255 * DARK * value))
            else:
                colour = qRgba(*self._light, round(255 * LIGHT * value))
            column, row = grid.offset(h)
            x, y = grid.lattice(h)
            for px, py in ((column, y), (column, y + 1)) if grid.flat else ((x, row), (x + 1, row)):
                image.setPixel(px, py, colour)

    def paint(self, painter: QPainter, rect: QRectF) -> None:
        """Lay the shades over a rectangle of the scene."""
        if self._image is None:
            return
        half = 0.8660254 * SCALE
        across, down = (1.5 * SCALE, half) if self.map.grid.flat else (half, 1.5 * SCALE)
        left, top = (0.25 * SCALE, 0.0) if self.map.grid.flat else (0.0, 0.25 * SCALE)
        # A few pixels more than are seen, so that softened edges do not depend on the tile.
        first, last = int((rect.left() - left) // across) - 2, int((rect.right() - left) // across) + 3
        upper, lower = int((rect.top() - top) // down) - 2, int((rect.bottom() - top) // down) + 3
        first, upper = max(0, first), max(0, upper)
        last, lower = min(self.wide, last), min(self.high, lower)
        if first >= last or upper >= lower:
            return
        source = QRectF(first, upper, last - first, lower - upper)
        target = QRectF(left + first * across, top + upper * down, source.width() * across, source.height() * down)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRect(QRectF(0, 0, *self.geometry.size).intersected(rect), Qt.ClipOperation.IntersectClip)
        painter.drawImage(target, self._image, source)
        painter.restore()
