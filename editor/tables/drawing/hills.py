"""Hills: contours that close in on the crest, shaded towards the south-east; steep slopes with hachures."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainterPath

from editor.canvas.drawing.paint_list import faded, mix
from editor.tables.drawing.covers import HILL_COVERS, CoveredGround
from editor.tables.drawing.outlines import Points, along, box_of, closed, middle_of, open_path, seed_of
from editor.tables.drawing.strokes import Strokes
from engine.tables.table import TableArea

CONTOURS: Final = 3
"""Contours between the foot of a hill and its crest."""
_COVER_COLOURS: Final = {
    "brushy": ("#c5cf97", "#7f8f4c"),
    "rocky": ("#cfc3a2", "#75664a"),
    "boggy": ("#c9cba3", "#6d6f47"),
    "wooded": ("#a9c388", "#3f6b3a"),
    "orchard": ("#c3d58f", "#56803c"),
    "vine": ("#d3cfae", "#6b4a86"),
}
"""Colour and ink of what covers slopes."""


def hill(area: TableArea, colour: str, ink: str, seed: int) -> Strokes:
    """A hill with its parts, its covers and its crest."""
    strokes = Strokes()
    edge = [(float(x), float(y)) for x, y in area.edge]
    if len(edge) < 3:
        return strokes
    crest = [(float(x), float(y)) for x, y in area.crest] or [middle_of(edge)]
    strokes.fill(closed(edge), _shade(edge, colour))
    for number in range(1, CONTOURS + 1):
        ring = _ring(edge, crest, number / (CONTOURS + 1))
        strokes.fill(closed(ring), faded("#fff6dc", 0.16))
        strokes.line(closed(ring), faded(ink, 0.32), 1.5, fine=True)
    _slope(strokes, edge, crest, area.slope, area.cover, ink, seed)
    for number, part in enumerate(area.parts):
        outline = [(float(x), float(y)) for x, y in part.outline]
        if len(outline) < 3:
            continue
        inside = closed(edge).intersected(closed(outline))
        strokes.fill(inside, faded(mix(colour, ink, 0.18), 0.5))
        strokes.line(inside, faded(ink, 0.35), 1.3, dash=(7.0, 5.0), fine=True)
        for piece in inside.toSubpathPolygons():
            within = [(point.x(), point.y()) for point in piece.toList()]
            if len(within) >= 3:
                _slope(strokes, within, crest, part.slope, part.cover, ink, seed_of(seed, str(number)))
    strokes.line(closed(edge), faded(ink, 0.85), 2.2)
    _crest(strokes, crest, ink)
    return strokes


def _shade(edge: Points, colour: str) -> QBrush:
    """Light from the north-west over the whole hill."""
    left, top, right, bottom = box_of(edge)
    light = QLinearGradient(QPointF(left, top), QPointF(right, bottom))
    light.setColorAt(0.0, mix(colour, "#ffffff", 0.28))
    light.setColorAt(0.5, QColor(colour))
    light.setColorAt(1.0, mix(colour, "#5c4320", 0.34))
    return QBrush(light)


def _ring(edge: Points, crest: Points, share: float) -> Points:
    """A contour: the foot drawn in a share of the way towards the nearest point of the crest."""
    return [
        (x + (cx - x) * share * 0.86, y + (cy - y) * share * 0.86)
        for x, y in edge
        for cx, cy in [_nearest(crest, x, y)]
    ]


def _nearest(crest: Points, x: float, y: float) -> tuple[float, float]:
    """The point of a crest line that is nearest to a point."""
    if len(crest) == 1:
        return crest[0]
    best, least = crest[0], float("inf")
    for (ax, ay), (bx, by) in pairwise(crest):
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        share = 0.0 if not length else max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / length))
        point = (ax + share * dx, ay + share * dy)
        away = hypot(point[0] - x, point[1] - y)
        if away < least:
            best, least = point, away
    return best


def _slope(strokes: Strokes, outline: Points, crest: Points, slope: str, cover: str, ink: str, seed: int) -> None:
    """What is drawn on a slope: hachures where it is steep, terraces, and what grows there."""
    if slope == "steep":
        strokes.line(_hachures(outline, crest), faded(ink, 0.75), 1.8)
    if cover == "terraced":
        for share in (0.14, 0.28, 0.42):
            strokes.line(closed(_ring(outline, crest, share)), faded(ink, 0.7), 2.6, dash=(26.0, 5.0))
    made = HILL_COVERS.get(cover)
    if made is not None:
        strokes.items += made(CoveredGround(outline, *_COVER_COLOURS[cover], seed)).items


def _hachures(outline: Points, crest: Points) -> QPainterPath:
    """Short strokes down a steep slope, longer and shorter by turns."""
    path = QPainterPath()
    ring = [*outline, outline[0]]
    for number, (x, y, _, _) in enumerate(along(ring, 15.0)):
        cx, cy = _nearest(crest, x, y)
        away = max(hypot(cx - x, cy - y), 1.0)
        long = min(away * 0.5, 34.0 if number % 2 else 22.0)
        path.moveTo(x, y)
        path.lineTo(x + (cx - x) / away * long, y + (cy - y) / away * long)
    return path


def _crest(strokes: Strokes, crest: Points, ink: str) -> None:
    """The crest: a line of dots, or a small triangle at a point."""
    if len(crest) > 1:
        strokes.line(open_path(crest), faded(ink, 0.8), 2.4, dash=(1.0, 9.0))
        return
    x, y = crest[0]
    top = QPainterPath()
    top.moveTo(x, y - 7)
    top.lineTo(x + 6, y + 4)
    top.lineTo(x - 6, y + 4)
    top.closeSubpath()
    strokes.fill(top, faded(ink, 0.8))
