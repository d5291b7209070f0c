"""Roads, rivers and fortifications."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath

from editor.canvas.drawing.paint_list import faded, mix
from editor.tables.drawing.outlines import Points, along, closed, open_path
from editor.tables.drawing.strokes import Strokes
from engine.tables.table import TableLine, TableWall

_TOWERS = 80.0
"""Paces between the towers of a permanent fortification: the width of a base."""


def road(line: TableLine, width: float, colour: str, ink: str) -> Strokes:
    """A road with verges and wheel tracks."""
    strokes = Strokes()
    path = _way(line)
    flat = Qt.PenCapStyle.FlatCap
    strokes.line(path, faded(ink, 0.75), width, cap=flat)
    strokes.line(path, colour, width * 0.84, cap=flat)
    strokes.line(path, faded(ink, 0.28), max(1.2, width * 0.05), dash=(width * 0.5, width * 0.28), fine=True)
    return strokes


def river(line: TableLine, width: float, colour: str, ink: str) -> Strokes:
    """A river with its banks and a light in the middle."""
    strokes = Strokes()
    path = _way(line)
    flat = Qt.PenCapStyle.FlatCap
    strokes.line(path, faded(mix(ink, "#6b5a38", 0.55), 0.6), width + 9, cap=flat)
    strokes.line(path, ink, width + 2, cap=flat)
    strokes.line(path, colour, width - 2, cap=flat)
    strokes.line(path, faded("#ffffff", 0.35), width * 0.3, cap=flat, fine=True)
    return strokes


def _way(line: TableLine) -> QPainterPath:
    return open_path([(float(x), float(y)) for x, y in line.course])


def wall(piece: TableWall, colour: str, ink: str) -> Strokes:
    """A permanent fortification with towers and gates, or a ditch and palisade. The inside edge is a fine line, the
    outside one a heavy one, so that it can be seen which side is defended."""
    strokes = Strokes()
    inside = [(float(x), float(y)) for x, y in piece.inside]
    outside = [(float(x), float(y)) for x, y in piece.outside]
    if len(inside) < 2 or len(outside) < 2:
        return strokes
    body = closed([*outside, *reversed(inside)])
    shadow = body.translated(5, 6)
    strokes.fill(shadow, faded("#14100a", 0.28))
    if piece.kind == "tf":
        _palisade(strokes, body, inside, outside, colour, ink)
    else:
        _masonry(strokes, body, inside, outside, colour, ink)
    for x, y in piece.gates:
        _gate(strokes, float(x), float(y), outside, ink)
    return strokes


def _masonry(strokes: Strokes, body: QPainterPath, inside: Points, outside: Points, colour: str, ink: str) -> None:
    strokes.fill(body, colour)
    strokes.line(open_path(inside), faded(ink, 0.7), 1.6)
    strokes.line(open_path(outside), ink, 4.2, cap=Qt.PenCapStyle.FlatCap)
    merlons = QPainterPath()
    for x, y, dx, dy in along(outside, 16.0, 8.0):
        merlons.moveTo(x - dx * 4, y - dy * 4)
        merlons.lineTo(x + dx * 4, y + dy * 4)
    strokes.line(merlons, mix(colour, "#ffffff", 0.3), 3.0, cap=Qt.PenCapStyle.FlatCap, fine=True)
    towers = QPainterPath()
    for x, y, dx, dy in along(outside, _TOWERS):
        towers.addPath(_square(x, y, dx, dy, 13.0))
    strokes.fill(towers, mix(colour, "#ffffff", 0.12))
    strokes.line(towers, ink, 2.2)


def _palisade(strokes: Strokes, body: QPainterPath, inside: Points, outside: Points, colour: str, ink: str) -> None:
    strokes.fill(body, faded(mix(colour, "#5a4020", 0.25), 0.85))
    strokes.line(open_path(outside), faded(ink, 0.55), 5.0)
    stakes = QPainterPath()
    for x, y, dx, dy in along(inside, 9.0, 4.0):
        # A stake stands up from the inside edge; its foot is on the line.
        stakes.moveTo(x - dy * 4, y + dx * 4)
        stakes.lineTo(x + dy * 4, y - dx * 4)
    strokes.line(open_path(inside), ink, 2.2)
    strokes.line(stakes, ink, 2.4)


def _gate(strokes: Strokes, x: float, y: float, outside: Points, ink: str) -> None:
    """An arch across the wall at a gate."""
    _, _, dx, dy = min(along(outside, 8.0), key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2)
    strokes.fill(_square(x, y, dx, dy, 17.0), "#e8dcc0")
    strokes.line(_square(x, y, dx, dy, 17.0), ink, 2.6)
    strokes.fill(_square(x, y, dx, dy, 8.0), mix(ink, "#000000", 0.3))


def _square(x: float, y: float, dx: float, dy: float, half: float) -> QPainterPath:
    """A square about a point, turned along a direction."""
    along_x, along_y, across_x, across_y = dx * half, dy * half, -dy * half, dx * half
    path = QPainterPath(QPointF(x - along_x - across_x, y - along_y - across_y))
    path.lineTo(x + along_x - across_x, y + along_y - across_y)
    path.lineTo(x + along_x + across_x, y + along_y + across_y)
    path.lineTo(x - along_x + across_x, y - along_y + across_y)
    path.closeSubpath()
    return path
