"""What a tool is about to do on a map of hexes: hexes, hexsides, borders; and the selected hexes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from editor.canvas import layers, marks
from editor.canvas.drawing.paper import Spot
from editor.canvas.marks import ACCENT
from editor.canvas.tiled_map import TiledMap
from editor.hexes.canvas.border import Border
from editor.hexes.canvas.crowd import Crowd
from editor.hexes.canvas.map_layer import MapLayer
from editor.hexes.drawing.geometry import Geometry
from engine.hexes.board.chains import outlines
from engine.hexes.board.grid import NOWHERE

MANY: Final = 3000
"""More hexes than these are marked block by block."""


def marks_of(found: marks.Marks) -> Marks:
    """Marks as those over a map of hexes, which they are."""
    assert isinstance(found, Marks)
    return found


class Marks(marks.Marks):
    """Marks over a map of hexes."""

    def __init__(self, geometry: Geometry, colour: QColor = ACCENT, z: float = layers.PREVIEW) -> None:
        self.geometry = geometry
        self._crowd: Crowd | None = None
        self._border: Border | None = None
        super().__init__(geometry.size, colour, z)

    def renew(self, layer: TiledMap) -> None:
        if isinstance(layer, MapLayer):
            self.geometry = layer.geometry
        self._forget_border()
        super().renew(layer)

    def show_marks(
        self,
        hexes: Iterable[int] = (),
        sides: Iterable[int] = (),
        *,
        line: Sequence[Spot] = (),
        arrows: Iterable[tuple[Spot, Spot]] = (),
        note: str = "",
        note_at: Spot = (0.0, 0.0),
        areas: QPainterPath | None = None,
        tinted: bool = True,
        border: Iterable[int] = (),
    ) -> None:
        """Show hexes (as one outline, and tinted), hexsides, a line through scene points, arrows, a note, and the
        border of other hexes, of which only what changed since is looked for."""
        self._stroke, self._tinted = QPainterPath(), tinted
        marked = set(hexes)
        marked.discard(NOWHERE)
        self._show_hexes(marked)
        if areas is not None:
            self._outline.addPath(areas)
        self._show_border(border)
        for side in sides:
            a, b = self.geometry.grid.side_ends(side)
            self._stroke.moveTo(*self.geometry.spot(*a))
            self._stroke.lineTo(*self.geometry.spot(*b))
        self._take_lines(line, arrows, note, note_at)

    def _covered(self) -> QRectF:
        found = super()._covered()
        return found | QRectF(0, 0, *self.geometry.size) if self._crowd is not None else found

    def _show_hexes(self, hexes: set[int]) -> None:
        if self._crowd is not None:
            self._crowd.close()
            self._crowd = None
        self._outline = QPainterPath()
        if len(hexes) > MANY:
            self._crowd = Crowd(self.geometry, hexes, self.colour, self.update)
            return
        for ring in outlines(self.geometry.grid, hexes):
            self._outline.addPolygon(QPolygonF([QPointF(*self.geometry.spot(*vertex)) for vertex in ring]))
            self._outline.closeSubpath()

    @property
    def border(self) -> set[int]:
        """The hexsides of the border that is shown."""
        if self._border is None or not self._border.isVisible():
            return set()
        return {side for sides in self._border.sides.values() for side in sides}

    def _show_border(self, hexes: Iterable[int]) -> None:
        hexes = hexes if isinstance(hexes, frozenset) else frozenset(hexes)
        if hexes and self._border is None:
            self._border = Border(self.geometry, self._thick_pens, self)
        if self._border is not None:
            self._border.setVisible(bool(hexes))
            if hexes:
                # While nothing is shown it keeps what it knows: most often the same hexes are shown again.
                self._border.show_hexes(hexes)

    def _forget_border(self) -> None:
        """Another grid: what is known of the border says nothing of it."""
        border, self._border = self._border, None
        if border is not None and (scene := border.scene()) is not None:
            scene.removeItem(border)

    def _is_empty(self) -> bool:
        return self._crowd is None and super()._is_empty()

    def _paint_areas(self, painter: QPainter, option: QStyleOptionGraphicsItem, tint: QColor, pens: list[QPen]) -> None:
        if self._crowd is None:
            super()._paint_areas(painter, option, tint, pens)
            return
        level = option.levelOfDetailFromTransform(painter.worldTransform())
        self._crowd.paint(painter, option.exposedRect, level, tint if self._tinted else None, pens)
