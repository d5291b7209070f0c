"""What a tool is about to do, drawn over a map of any kind: a line, arrows, a word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas import layers
from editor.canvas.drawing.paper import SCALE, Spot
from editor.canvas.tiled_map import TiledMap

ACCENT: Final = QColor("#1f6feb")
HALO: Final = QColor(255, 255, 255, 210)


class Marks(QGraphicsItem):
    """Marks over the map. ``show_marks`` replaces what was shown before."""

    def __init__(self, size: Spot, colour: QColor = ACCENT, z: float = layers.PREVIEW) -> None:
        """``size``: width and height of the map in the scene."""
        super().__init__()
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.colour = colour
        # Without it the exposed part is taken for all of the item.
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._outline = QPainterPath()
        """Areas, which are tinted and framed."""
        self._tinted = True
        self._stroke = QPainterPath()
        self._note = ""
        self._note_at = QPointF()
        self._noted = False
        self._drawn = QRectF()
        self._bounds = QRectF()
        self.set_size(size)

    def set_size(self, size: Spot) -> None:
        """Lie over a map of another size, empty."""
        self.prepareGeometryChange()
        self._bounds = QRectF(0, 0, *size).adjusted(-4 * SCALE, -4 * SCALE, 4 * SCALE, 4 * SCALE)
        self.clear()

    def renew(self, layer: TiledMap) -> None:
        """Lie over another map, empty."""
        self.set_size(layer.geometry.size)

    def boundingRect(self) -> QRectF:
        return self._bounds

    def clear(self) -> None:
        """Show nothing."""
        self.show_marks()

    def show_marks(
        self,
        *,
        line: Sequence[Spot] = (),
        arrows: Iterable[tuple[Spot, Spot]] = (),
        note: str = "",
        note_at: Spot = (0.0, 0.0),
        areas: QPainterPath | None = None,
        tinted: bool = True,
    ) -> None:
        """Show a line through points of the scene, arrows, a note, and areas, which are tinted."""
        self._outline, self._tinted = areas or QPainterPath(), tinted
        self._stroke = QPainterPath()
        self._take_lines(line, arrows, note, note_at)

    def _take_lines(self, line: Sequence[Spot], arrows: Iterable[tuple[Spot, Spot]], note: str, note_at: Spot) -> None:
        """Add lines to the strokes that there are, note the note, and have all that is to be seen drawn again."""
        for i, point in enumerate(line):
            (self._stroke.lineTo if i else self._stroke.moveTo)(QPointF(*point))
        for start, end in arrows:
            _arrow(self._stroke, start, end)
        self._note, self._note_at = note, QPointF(*note_at)
        margin = 0.2 * SCALE
        now = self._covered().adjusted(-margin, -margin, margin, margin)
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

    def _covered(self) -> QRectF:
        """What the marks cover, their notes left out."""
        return self._outline.boundingRect().united(self._stroke.boundingRect())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self._is_empty():
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tint = QColor(self.colour)
        tint.setAlpha(38)
        pens = self._pens(painter)
        self._paint_areas(painter, option, tint, pens)
        for pen, thick in zip(pens, self._thick_pens(painter), strict=True):
            painter.strokePath(self._outline, pen)
            painter.strokePath(self._stroke, thick)
        if self._note:
            self._paint_note(painter)

    def _is_empty(self) -> bool:
        return self._outline.isEmpty() and self._stroke.isEmpty() and not self._note

    def _paint_areas(self, painter: QPainter, option: QStyleOptionGraphicsItem, tint: QColor, pens: list[QPen]) -> None:
        """The tint of what is marked."""
        if self._tinted:
            painter.fillPath(self._outline, tint)

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
