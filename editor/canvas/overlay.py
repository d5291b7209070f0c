"""What is laid over a map of any kind: tinted places with a short text, areas and lines, drawn without touching it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.drawing.counters import counter_font
from editor.canvas.drawing.paper import SCALE
from engine.boards.board import Spot

TEXT_PIXELS: Final = 13.0
"""From this many pixels a circumradius on the texts are drawn."""
BLOCK: Final = 16 * SCALE
"""Cells are drawn in blocks of this size."""
AREA_LINE: Final = 7.0
"""Scene units that the outline of an area is wide."""
Z_OVERLAY: Final = 400.0
Z_UNITS: Final = 500.0
Z_ABOVE: Final = 600.0
"""For what must be seen over counters: lines of sight, marks of findings."""


class OverlayStyle(StrEnum):
    """How the places of an overlay are drawn."""

    FILL = "fill"
    HATCH = "hatch"
    """Slanted strokes that let the terrain show through."""
    BACK_HATCH = "back-hatch"
    """Slanted the other way, to lie over ``HATCH``."""
    RING = "ring"
    """A frame inside the place."""


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
"""A tint and a short text."""


class MapOverlay(QGraphicsItem):
    """One overlay of a map: places with a colour and a text, areas, and lines. A kind of map says where its places are
    and what shape they have."""

    def __init__(self, style: OverlayStyle = OverlayStyle.FILL, z: float = Z_OVERLAY) -> None:
        super().__init__()
        self.style = style
        self.cells: dict[Spot, Cell] = {}
        self.lines: list[OverlayLine] = []
        self.areas: list[Area] = []
        self._blocks: list[tuple[QColor, QPainterPath, QRectF]] = []
        self._rings: list[Spot] = []
        self._texts: list[tuple[QPointF, str]] = []
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)

    # -- what a kind of map says --------------------------------------------------------------------------------

    def size(self) -> tuple[float, float]:
        """Width and height of the map in the scene."""
        raise NotImplementedError

    def centre(self, spot: Spot) -> QPointF:
        """The middle of a place in the scene."""
        raise NotImplementedError

    def outline(self, spot: Spot, share: float) -> QPolygonF:
        """The outline of a place in the scene, enlarged by a factor."""
        raise NotImplementedError

    # -- what is shown ------------------------------------------------------------------------------------------

    def set_cells(self, cells: Mapping[Spot, Cell]) -> None:
        """Show these places and no others."""
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
        blocks: dict[tuple[int, int, int], QPainterPath] = {}
        self._texts = []
        self._rings = []
        for spot, (colour, text) in self.cells.items():
            centre = self.centre(spot)
            if text:
                self._texts.append((centre, text))
            if self.style is OverlayStyle.RING:
                self._rings.append(spot)
                continue
            key = (colour.rgba(), int(centre.x() // BLOCK), int(centre.y() // BLOCK))
            path = blocks.setdefault(key, QPainterPath())
            path.addPolygon(self.outline(spot, 0.97))
            path.closeSubpath()
        self._blocks = [
            (QColor.fromRgba(rgba), path, path.controlPointRect().adjusted(-4, -4, 4, 4))
            for (rgba, _, _), path in blocks.items()
        ]

    # -- Qt's side ----------------------------------------------------------------------------------------------

    def boundingRect(self) -> QRectF:
        """The whole map."""
        return QRectF(0, 0, *self.size())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw what lies in the exposed part."""
        if not (self.cells or self.lines or self.areas):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        level = QStyleOptionGraphicsItem.levelOfDetailFromTransform(painter.worldTransform())
        seen = option.exposedRect.adjusted(-SCALE, -SCALE, SCALE, SCALE)
        for area in self.areas:
            self._paint_area(painter, area)
        self._paint_rings(painter, self._rings_in(seen))
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

    def _rings_in(self, seen: QRectF) -> Iterator[tuple[Spot, QColor]]:
        """The rings in a part of the scene: the place and the colour of each."""
        return ((spot, self.cells[spot][0]) for spot in self._rings if seen.contains(self.centre(spot)))

    def _paint_rings(self, painter: QPainter, rings: Iterable[tuple[Spot, QColor]]) -> None:
        """Frames just inside their places."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for spot, colour in rings:
            painter.setPen(QPen(colour, 6))
            painter.drawPolygon(self.outline(spot, 0.9))

    def _paint_area(self, painter: QPainter, area: Area) -> None:
        painter.fillPath(area.path, area.fill)
        # A pale line under the outline keeps it in sight on any ground.
        for colour, width in ((QColor(255, 255, 255, 160), AREA_LINE + 4.0), (area.outline, AREA_LINE)):
            pen = QPen(colour, width, Qt.PenStyle.DashLine if area.dashed else Qt.PenStyle.SolidLine)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(area.path, pen)

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
