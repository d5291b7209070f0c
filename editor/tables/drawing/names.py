"""Names on the table, over a halo, and the outlines of regions."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

from editor.canvas.drawing.paint_list import faded
from editor.canvas.drawing.typefaces import serif
from editor.canvas.drawing.typography import typeset
from editor.tables.drawing.outlines import closed, middle_of
from editor.tables.drawing.strokes import Strokes
from engine.tables.table import TableLabel, TableRegion

HEIGHTS: Final = {"small": 22.0, "medium": 30.0, "large": 44.0, "huge": 72.0}
"""Height of the letters in paces, by size."""
_INKS: Final = {"place": "#1f1a14", "water": "#1f5478", "region": "#5a4a38", "note": "#4c453b"}
_HALO: Final = 0.24


def letters(text: str, size: str, style: str) -> QPainterPath:
    """The letters of a name around (0, 0), in paces."""
    high = HEIGHTS.get(size, HEIGHTS["medium"])
    wide = {"region": 150.0, "water": 108.0}.get(style, 100.0)
    font = serif(high, bold=style == "place", italic=style in ("water", "note"), spacing=wide)
    metrics = QFontMetricsF(font)
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    lines = typeset(text.upper() if style == "region" else text).split("\n")
    step = metrics.height() * 0.86
    top = -step * (len(lines) - 1) / 2 + metrics.capHeight() / 2
    for number, line in enumerate(lines):
        path.addText(-metrics.horizontalAdvance(line) / 2, top + number * step, font, line)
    return path


def label_path(label: TableLabel) -> QPainterPath:
    """The letters of a name where they stand."""
    place = QTransform()
    place.translate(*label.at)
    if label.angle:
        place.rotate(label.angle)
    return place.map(letters(label.text, label.size, label.style))


def label_rect(label: TableLabel) -> QRectF:
    """What a name covers, its halo included."""
    margin = HEIGHTS.get(label.size, HEIGHTS["medium"]) * _HALO
    return label_path(label).boundingRect().adjusted(-margin, -margin, margin, margin)


def draw_label(painter: QPainter, label: TableLabel, *, grey: bool = False) -> None:
    """Draw a name over a halo."""
    draw_letters(painter, label_path(label), HEIGHTS.get(label.size, 30.0), _INKS.get(label.style, "#1f1a14"), grey)


def draw_letters(painter: QPainter, path: QPainterPath, high: float, ink: str, grey: bool = False) -> None:
    """Draw letters over a light halo; in black with ``grey``."""
    halo = QPen(faded("#fbf8e8", 0.85), high * _HALO)
    halo.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(halo)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.fillPath(path, QColor("#000000" if grey else ink))


def region(area: TableRegion) -> Strokes:
    """The outline of a region: a tint and a dashed edge."""
    strokes = Strokes()
    edge = closed([(float(x), float(y)) for x, y in area.outline])
    strokes.fill(edge, faded(area.colour or "#7a5c99", 0.14))
    strokes.line(edge, faded(area.colour or "#7a5c99", 0.9), 3.0, dash=(18.0, 10.0))
    return strokes


def draw_region_name(painter: QPainter, area: TableRegion) -> None:
    """The name of a region in its middle."""
    if len(area.outline) < 3 or not area.name:
        return
    x, y = middle_of([(float(px), float(py)) for px, py in area.outline])
    path = QTransform.fromTranslate(x, y).map(letters(area.name, "small", "note"))
    draw_letters(painter, path, HEIGHTS["small"], "#3f3350")
