"""Overlays: tinted hexes with a short text, and lines, drawn above the map without touching it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.drawing.counters import counter_font
from editor.hexes.drawing.geometry import SCALE, Geometry, Spot
from engine.hexes.board.grid import Grid

TEXT_PIXELS: Final = 13.0
"""From this many pixels a circumradius on the texts are drawn."""
BLOCK: Final = 16 * SCALE
"""Cells are drawn in blocks of this size."""
RING_PICTURES: Final = 8
"""Pictures of rings that an overlay keeps at most: a few colours at the zooms of two views; near by they are large."""
AREA_LINE: Final = 7.0
"""Scene units that the outline of an area is wide."""
Z_OVERLAY: Final = 400.0
Z_UNITS: Final = 500.0
Z_ABOVE: Final = 600.0
"""For what must be seen over counters: lines of sight, marks of findings."""


class OverlayStyle(StrEnum):
    """How an overlay's hexes are drawn."""

    FILL = "fill"
    HATCH = "hatch"
    """Slanted strokes that let the terrain show through."""
    BACK_HATCH = "back-hatch"
    """Slanted the other way, to lie over ``HATCH``."""
    RING = "ring"
    """A frame inside the hex."""


@dataclass(frozen=True, slots=True)
class OverlayLine:
    """A line between two points of the scene, with a mark at its far end where something is in the way."""

    start: QPointF
    end: QPointF
    colour: QColor
    width: float = 3.0


@dataclass(frozen=True, slots=True)
class Area:
    """An area with a firm outline, in units of the scene."""

    path: QPainterPath
    fill: QColor
    outline: QColor
    dashed: bool = False


Cell = tuple[QColor, str]
Ring = tuple[Spot, int]
"""Its middle, and its colour as a number."""


class OverlayItem(QGraphicsItem):
    """One overlay of a map: hexes with a colour and a text, and lines."""

    def __init__(self, grid: Grid, style: OverlayStyle = OverlayStyle.FILL, z: float = Z_OVERLAY) -> None:
        super().__init__()
        self._geometry = Geometry(grid)
        self.style = style
        self.cells: dict[int, Cell] = {}
        self.lines: list[OverlayLine] = []
        self.areas: list[Area] = []
        self._blocks: list[tuple[QColor, QPainterPath, QRectF]] = []
        self._rings: list[Ring] = []
        self._ring_pictures: dict[tuple[int, float], QImage] = {}
        """Colour and pixels to a scene unit to a ring."""
        self._texts: list[tuple[QPointF, str]] = []
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    def set_grid(self, grid: Grid) -> None:
        """Lie over another grid; everything shown is gone."""
        self.prepareGeometryChange()
        self._geometry = Geometry(grid)
        self.clear()

    def set_cells(self, cells: Mapping[int, Cell]) -> None:
        """Show these hexes and no others."""
        if cells == self.cells:
            return
        self.cells = dict(cells)
        self._gather()
        self.update()

    def set_lines(self, lines: Iterable[OverlayLine]) -> None:
        """Show these lines and no others."""
        self.lines = list(lines)
        self.update()

    def set_areas(self, areas: Iterable[Area]) -> None:
        """Show these areas and no others."""
        self.areas = list(areas)
        self.update()

    def clear(self) -> None:
        """Show nothing."""
        self.cells, self.lines, self.areas = {}, [], []
        self._gather()
        self.update()

    def _gather(self) -> None:
        """One path for the cells of a colour in a block of the map: thousands of cells are drawn in a few strokes."""
        hexagon = self._hexagon(0.97)
        blocks: dict[tuple[int, int, int], QPainterPath] = {}
        self._texts = []
        self._rings = []
        for h, (colour, text) in self.cells.items():
            centre = self.centre(h)
            if text:
                self._texts.append((centre, text))
            if self.style is OverlayStyle.RING:
                self._rings.append(((centre.x(), centre.y()), colour.rgba()))
                continue
            key = (colour.rgba(), int(centre.x() // BLOCK), int(centre.y() // BLOCK))
            path = blocks.setdefault(key, QPainterPath())
            path.addPolygon(hexagon.translated(centre))
            path.closeSubpath()
        self._blocks = [
            (QColor.fromRgba(rgba), path, path.controlPointRect().adjusted(-4, -4, 4, 4))
            for (rgba, _, _), path in blocks.items()
        ]

    def centre(self, h: int) -> QPointF:
        """The centre of a hex in the scene."""
        return QPointF(*self._geometry.centre(h))

    # -- Qt's side --------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """The whole map."""
        width, height = self._geometry.size
        return QRectF(0, 0, width, height)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw what lies in the exposed part."""
        if not (self.cells or self.lines or self.areas):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        level = QStyleOptionGraphicsItem.levelOfDetailFromTransform(painter.worldTransform())
        seen = option.exposedRect.adjusted(-SCALE, -SCALE, SCALE, SCALE)
        for area in self.areas:
            self._paint_area(painter, area)
        self._paint_rings(painter, [ring for ring in self._rings if seen.contains(*ring[0])])
        for colour, path, bounds in self._blocks:
            if bounds.intersects(seen):
                self._paint_cells(painter, path, colour)
        if self._texts and level * SCALE >= TEXT_PIXELS:
            self._paint_texts(painter, [item for item in self._texts if seen.contains(item[0])])
        for line in self.lines:
            painter.setPen(QPen(QColor(255, 255, 255, 200), line.width + 3))
            painter.drawLine(line.start, line.end)
            painter.setPen(QPen(line.colour, line.width))
            painter.drawLine(line.start, line.end)
            painter.setBrush(line.colour)
            painter.drawEllipse(line.end, 5.0, 5.0)

    def _paint_area(self, painter: QPainter, area: Area) -> None:
        painter.fillPath(area.path, area.fill)
        # A pale line under the outline keeps it in sight on any ground.
        for colour, width in ((QColor(255, 255, 255, 160), AREA_LINE + 4.0), (area.outline, AREA_LINE)):
            pen = QPen(colour, width, Qt.PenStyle.DashLine if area.dashed else Qt.PenStyle.SolidLine)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(area.path, pen)

    def _hexagon(self, share: float) -> QPolygonF:
        """A hex about (0, 0), so many times as large as hexes are."""
        return QPolygonF([QPointF(dx * share, dy * share) for dx, dy in self._geometry.corner_offsets])

    def _paint_rings(self, painter: QPainter, rings: list[Ring]) -> None:
        """Rings as pictures: they are in sight while one works, and their soft edges are slow to draw."""
        if not rings:
            return
        place, device = painter.worldTransform(), painter.device()
        ratio = device.devicePixelRatio() if device else 1.0
        scale, right, down = place.m11(), place.dx(), place.dy()
        pictures = {rgba: self._ring_picture(QColor.fromRgba(rgba), scale, ratio) for _, rgba in rings}
        half = next(iter(pictures.values())).width() / ratio / 2
        painter.save()
        painter.resetTransform()
        for (x, y), rgba in rings:
            painter.drawImage(round(x * scale + right - half), round(y * scale + down - half), pictures[rgba])
        painter.restore()

    def _ring_picture(self, colour: QColor, scale: float, ratio: float) -> QImage:
        """A ring in the middle of a picture, for a zoom and a screen."""
        key = colour.rgba(), scale * ratio
        found = self._ring_pictures.get(key)
        if found is None:
            if len(self._ring_pictures) >= RING_PICTURES:
                self._ring_pictures.clear()
            half = ceil(SCALE * key[1]) + 1
            found = self._ring_pictures[key] = QImage(2 * half, 2 * half, QImage.Format.Format_ARGB32_Premultiplied)
            found.fill(Qt.GlobalColor.transparent)
            painter = QPainter(found)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(half, half)
            painter.scale(key[1], key[1])
            painter.setPen(QPen(colour, 6))
            painter.drawPolygon(self._hexagon(0.9))
            painter.end()
            found.setDevicePixelRatio(ratio)
        return found

    def _paint_cells(self, painter: QPainter, path: QPainterPath, colour: QColor) -> None:
        if not colour.alpha():
            return
        brush = QBrush(colour)
        if self.style is not OverlayStyle.FILL:
            slant = Qt.BrushStyle.BDiagPattern if self.style is OverlayStyle.HATCH else Qt.BrushStyle.FDiagPattern
            wash = QColor(colour)
            wash.setAlpha(colour.alpha() // 3)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(wash)
            painter.drawPath(path)
            brush = QBrush(colour, slant)
        edge = QColor(colour)
        edge.setAlpha(min(255, colour.alpha() + 60))
        painter.setPen(QPen(edge, 1.5))
        painter.setBrush(brush)
        painter.drawPath(path)

    def _paint_texts(self, painter: QPainter, texts: list[tuple[QPointF, str]]) -> None:
        painter.setFont(counter_font(SCALE * 0.34, bold=True))
        metrics = painter.fontMetrics()
        for centre, text in texts:
            wide = metrics.horizontalAdvance(text) + SCALE * 0.2
            plate = QRectF(centre.x() - wide / 2, centre.y() + SCALE * 0.3, wide, SCALE * 0.42)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(255, 255, 255, 215))
            painter.drawRoundedRect(plate, 6, 6)
            painter.setPen(QColor("#1d2733"))
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)
