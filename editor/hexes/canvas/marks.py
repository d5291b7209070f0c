"""What a tool is about to do, drawn over the map: hexes, hexsides, a line, a word; and the selected hexes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas import layers
from editor.hexes.canvas.border import Border
from editor.hexes.canvas.crowd import Crowd
from editor.hexes.drawing.geometry import SCALE, Geometry, Spot
from engine.hexes.board.chains import outlines
from engine.hexes.board.grid import NOWHERE

ACCENT = QColor("#1f6feb")
HALO = QColor(255, 255, 255, 210)
MANY: Final = 3000
"""More hexes than these are marked block by block."""


class Marks(QGraphicsItem):
    """Marks over the map. ``show_hexes`` and its like replace what was shown before."""

    def __init__(self, geometry: Geometry, colour: QColor = ACCENT, z: float = layers.PREVIEW) -> None:
        super().__init__()
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.colour = colour
        # Without it the exposed part is taken for all of the item.
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._crowd: Crowd | None = None
        self._border: Border | None = None
        self._outline = QPainterPath()
        self._tinted = True
        self._stroke = QPainterPath()
        self._note = ""
        self._note_at = QPointF()
        self._noted = False
        self._drawn = QRectF()
        self.set_geometry(geometry)

    def set_geometry(self, geometry: Geometry) -> None:
        """Lie over another grid, empty."""
        self.prepareGeometryChange()
        self.geometry = geometry
        self._forget_border()
        width, height = geometry.size
        self._bounds = QRectF(0, 0, width, height).adjusted(-4 * SCALE, -4 * SCALE, 4 * SCALE, 4 * SCALE)
        self.clear()

    def boundingRect(self) -> QRectF:
        return self._bounds

    def clear(self) -> None:
        """Show nothing."""
        self.show_marks()

    def show_marks(
        self,
        hexes: Iterable[int] = (),
        sides: Iterable[int] = (),
        line: Sequence[Spot] = (),
        arrows: Iterable[tuple[Spot, Spot]] = (),
        note: str = "",
        note_at: Spot = (0.0, 0.0),
        tinted: bool = True,
        border: Iterable[int] = (),
    ) -> None:
        """Show hexes (as one outline, and tinted), hexsides, a line through scene points, arrows, a note, and the
        border of other hexes, of which only what changed since is looked for."""
        self._stroke, self._tinted = QPainterPath(), tinted
        marked = set(hexes)
        marked.discard(NOWHERE)
        self._show_hexes(marked)
        self._show_border(border)
        for side in sides:
            a, b = self.geometry.grid.side_ends(side)
            self._stroke.moveTo(*self.geometry.spot(*a))
            self._stroke.lineTo(*self.geometry.spot(*b))
        for i, point in enumerate(line):
            (self._stroke.lineTo if i else self._stroke.moveTo)(QPointF(*point))
        for start, end in arrows:
            _arrow(self._stroke, start, end)
        self._note, self._note_at = note, QPointF(*note_at)
        margin = 0.2 * SCALE
        now = self._outline.boundingRect().united(self._stroke.boundingRect())
        if self._crowd is not None:
            now |= QRectF(0, 0, *self.geometry.size)
        now = now.adjusted(-margin, -margin, margin, margin)
        if not self._bounds.contains(now):
            # Furniture may lie far from the map.
            self.prepareGeometryChange()
            self._bounds = self._bounds.united(now)
        if note or self._noted:
            # A note is laid out in pixels of the screen: its place in the scene depends on the zoom.
            self.update()
        else:
            self.update(self._drawn)
            self.update(now)
        self._noted = bool(note)
        self._drawn = now

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

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self._crowd is None and self._outline.isEmpty() and self._stroke.isEmpty() and not self._note:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tint = QColor(self.colour)
        tint.setAlpha(38)
        pens = self._pens(painter)
        if self._crowd is not None:
            level = option.levelOfDetailFromTransform(painter.worldTransform())
            self._crowd.paint(painter, option.exposedRect, level, tint if self._tinted else None, pens)
        elif self._tinted:
            painter.fillPath(self._outline, tint)
        for pen, thick in zip(pens, self._thick_pens(painter), strict=True):
            painter.strokePath(self._outline, pen)
            painter.strokePath(self._stroke, thick)
        if self._note:
            self._paint_note(painter)

    def _pens(self, painter: QPainter) -> list[QPen]:
        """The pens of outlines, the halo's first."""
        device = painter.device()
        # Cosmetic pens count in dots of the screen, however fine it is.
        dense = device.devicePixelRatio() if device else 1.0
        pens = [
            QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.MiterJoin)
            for colour, width in ((HALO, 4.5 * dense), (self.colour, 2.2 * dense))
        ]
        for pen in pens:
            pen.setCosmetic(True)
        return pens

    def _thick_pens(self, painter: QPainter) -> list[QPen]:
        """The pens of hexsides and lines."""
        pens = self._pens(painter)
        for pen in pens:
            pen.setWidthF(pen.widthF() * 1.5)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        return pens

    def _paint_note(self, painter: QPainter) -> None:
        """The note in screen pixels, whatever the zoom."""
        place = painter.worldTransform().map(self._note_at)
        painter.save()
        painter.resetTransform()
        font = QFont(painter.font())
        font.setPixelSize(13)
        font.setBold(True)
        painter.setFont(font)
        metrics = QFontMetricsF(font)
        box = QRectF(place.x() + 14, place.y() - 30, metrics.horizontalAdvance(self._note) + 16, metrics.height() + 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(24, 30, 38, 225))
        painter.drawRoundedRect(box, 5, 5)
        painter.setPen(QColor("#ffffff"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._note)
        painter.restore()


def _arrow(path: QPainterPath, start: Spot, end: Spot) -> None:
    path.moveTo(*start)
    path.lineTo(*end)
    dx, dy = (end[0] - start[0]) * 0.32, (end[1] - start[1]) * 0.32
    path.moveTo(end[0] - dx - dy, end[1] - dy + dx)
    path.lineTo(*end)
    path.lineTo(end[0] - dx + dy, end[1] - dy - dx)
