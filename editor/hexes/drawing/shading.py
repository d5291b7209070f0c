"""Hill shading: a small picture of light and shadow, two pixels a hex, laid softly over the ground.

The light comes from the north-west. Shades are worked out chunk by chunk when they are first looked at; what
is drawn is one stretched picture, whatever the zoom. A frame of one pixel repeats the outermost hexes, so that it
reaches to their tips; the places beside them that are no hexes are left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPolygonF, qRgba

from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing.geometry import Geometry
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Lattice

STEEP: Final = 1.6
"""The rise in levels to a neighbour that is shaded as dark as can be."""
DARK: Final = 0.34
LIGHT: Final = 0.42
"""Opacity of the deepest shadow and the brightest light."""
SEEN: Final = 12.0
"""Pixels of a circumradius from which on shadows beside the map would be seen."""


class Shading:
    """The shades of one map; ``neutral`` ones are black and white."""

    def __init__(self, battle_map: BattleMap, geometry: Geometry, neutral: bool = False) -> None:
        self.map = battle_map
        self.geometry = geometry
        grid = battle_map.grid
        self.wide = grid.columns + 2 if grid.flat else 2 * grid.columns + 1
        self.high = 2 * grid.rows + 1 if grid.flat else grid.rows + 2
        self._image: QImage | None = None
        self._known: set[int] = set()
        self._beside: dict[int, frozenset[Lattice]] = {}
        """The places beside the hexes of each chunk that are no hexes."""
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
        places = list(hexes)
        self._known.add(chunk)
        if chunk not in self._beside:
            self._beside[chunk] = frozenset(self._places_beside(places))
        self._draw(places)

    def _places_beside(self, hexes: Iterable[int]) -> Iterable[Lattice]:
        """The lattice points of hexes that would lie beside these, were there any."""
        grid = self.map.grid
        for h in hexes:
            if NOWHERE in grid.ring1[h]:
                x, y = grid.lattice(h)
                corners = grid.corner_steps
                for d, n in enumerate(grid.ring1[h]):
                    if n == NOWHERE:
                        (ax, ay), (bx, by) = corners[d], corners[(d + 1) % 6]
                        yield x + ax + bx, y + ay + by

    def forget(self, chunks: Iterable[int]) -> None:
        """The ground rose or fell in these chunks."""
        self._known.difference_update(chunks)

    def clear(self) -> None:
        """Forget all shades."""
        self._known.clear()
        self._beside.clear()
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
            if grid.flat:
                for px in _framed(column, grid.columns):
                    image.setPixel(px, y, colour)
                    image.setPixel(px, y + 1, colour)
            else:
                for py in _framed(row, grid.rows):
                    image.setPixel(x, py, colour)
                    image.setPixel(x + 1, py, colour)

    def _clip(self, painter: QPainter, rect: QRectF, chunks: Iterable[int]) -> None:
        """Keep to the paper, and off the places beside the hexes of these chunks."""
        clip = QRectF(0, 0, *self.geometry.size).intersected(rect)
        painter.setClipRect(clip, Qt.ClipOperation.IntersectClip)
        beside = frozenset().union(*(self._beside.get(chunk, ()) for chunk in chunks))
        if beside and abs(painter.worldTransform().m11()) * SCALE >= SEEN:
            path = QPainterPath()
            path.addRect(clip)
            for place in beside:
                x, y = self.geometry.spot(*place)
                path.addPolygon(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in self.geometry.corner_offsets]))
                path.closeSubpath()
            painter.setClipPath(path, Qt.ClipOperation.IntersectClip)

    def paint(self, painter: QPainter, rect: QRectF, chunks: Iterable[int] = ()) -> None:
        """Lay the shades over a rectangle of the scene, which these chunks cover."""
        if self._image is None:
            return
        half = 0.8660254 * SCALE
        across, down = (1.5 * SCALE, half) if self.map.grid.flat else (half, 1.5 * SCALE)
        left, top = (-1.25 * SCALE, 0.0) if self.map.grid.flat else (0.0, -1.25 * SCALE)
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
        self._clip(painter, rect, chunks)
        painter.drawImage(target, self._image, source)
        painter.restore()


def _framed(place: int, count: int) -> Iterable[int]:
    """Where each column or row lies in the picture; the outermost are repeated in the frame."""
    yield place + 1
    if place == 0:
        yield 0
    if place == count - 1:
        yield count + 1
