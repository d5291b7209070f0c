"""Unit symbols as vectors: the boxes of military maps, one small drawing function a branch of arms.

Every function draws inside a box of 150 x 100 with the painter's pen and brush already in the symbol's ink;
`draw_symbol` does the scaling, the box and the clipping, so that screen and print look the same.
A new symbol is one function and its line in `SYMBOLS`; other names for it go to `ALIASES`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF

from editor.canvas.drawing.typefaces import draw_letters, sans
from editor.canvas.drawing.unit_names import ALIASES, SIZES

WIDTH: Final = 150.0
HEIGHT: Final = 100.0
LINE: Final = 7.0
"""Stroke width, in the symbol's own units."""

Draw = Callable[[QPainter], None]


def _line(painter: QPainter, x1: float, y1: float, x2: float, y2: float) -> None:
    painter.drawLine(QPointF(x1, y1), QPointF(x2, y2))


def _hollow(painter: QPainter, path: QPainterPath) -> None:
    painter.strokePath(path, painter.pen())


def _polygon(painter: QPainter, *points: tuple[float, float]) -> None:
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in points]))


def _letters(painter: QPainter, text: str, size: float = 62) -> None:
    painter.setFont(sans(size, bold=True))
    draw_letters(painter, QRectF(0, 0, WIDTH, HEIGHT), text)


def _infantry(painter: QPainter) -> None:
    _line(painter, 0, 0, WIDTH, HEIGHT)
    _line(painter, 0, HEIGHT, WIDTH, 0)


def _light_infantry(painter: QPainter) -> None:
    _infantry(painter)
    painter.drawEllipse(QPointF(75, 20), 9, 9)


def _militia(painter: QPainter) -> None:
    _infantry(painter)
    _polygon(painter, (0, 0), (75, 50), (0, 100))


def _guard(painter: QPainter) -> None:
    _infantry(painter)
    _polygon(painter, (0, 0), (75, 50), (0, 100))
    _polygon(painter, (150, 0), (75, 50), (150, 100))


def _warband(painter: QPainter) -> None:
    _infantry(painter)
    _polygon(painter, (0, 0), (150, 0), (75, 50))


def _mountain(painter: QPainter) -> None:
    _infantry(painter)
    _polygon(painter, (45, 100), (75, 56), (105, 100))


def _marine(painter: QPainter) -> None:
    _infantry(painter)
    path = QPainterPath(QPointF(75, 12))
    path.lineTo(75, 86)
    path.moveTo(52, 66)
    path.quadTo(56, 88, 75, 88)
    path.quadTo(94, 88, 98, 66)
    path.moveTo(60, 26)
    path.lineTo(90, 26)
    _hollow(painter, path)


def _machine_gun(painter: QPainter) -> None:
    _infantry(painter)
    _line(painter, 75, 18, 75, 82)
    _line(painter, 60, 82, 90, 82)


def _cavalry(painter: QPainter) -> None:
    _line(painter, 0, HEIGHT, WIDTH, 0)


def _heavy_cavalry(painter: QPainter) -> None:
    _polygon(painter, (0, 0), (150, 0), (0, 100))


def _dragoons(painter: QPainter) -> None:
    _cavalry(painter)
    _line(painter, 0, 0, 75, 50)


def _camelry(painter: QPainter) -> None:
    _cavalry(painter)
    path = QPainterPath(QPointF(18, 84))
    path.cubicTo(30, 40, 46, 40, 55, 66)
    path.cubicTo(64, 40, 82, 40, 92, 84)
    _hollow(painter, path)


def _artillery(painter: QPainter) -> None:
    painter.drawEllipse(QPointF(75, 50), 21, 21)


def _heavy_artillery(painter: QPainter) -> None:
    painter.drawEllipse(QPointF(75, 50), 21, 21)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(75, 50), 36, 36)


def _horse_artillery(painter: QPainter) -> None:
    _cavalry(painter)
    _artillery(painter)


def _rockets(painter: QPainter) -> None:
    painter.drawEllipse(QPointF(75, 68), 15, 15)
    for tip in (16, 32):
        path = QPainterPath(QPointF(55, tip + 18))
        path.lineTo(75, tip)
        path.lineTo(95, tip + 18)
        _hollow(painter, path)


def _mortar(painter: QPainter) -> None:
    painter.drawEllipse(QPointF(75, 74), 11, 11)
    _line(painter, 75, 70, 75, 18)
    path = QPainterPath(QPointF(58, 36))
    path.lineTo(75, 16)
    path.lineTo(92, 36)
    _hollow(painter, path)


def _oval() -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(27, 26, 96, 48), 24, 24)
    return path


def _armour(painter: QPainter) -> None:
    _hollow(painter, _oval())


def _mechanised(painter: QPainter) -> None:
    _infantry(painter)
    _hollow(painter, _oval())


def _motorised(painter: QPainter) -> None:
    _infantry(painter)
    _line(painter, 75, 0, 75, HEIGHT)


def _wheels(painter: QPainter) -> None:
    for x in (50, 100):
        painter.drawEllipse(QPointF(x, 88), 6, 6)


def _reconnaissance(painter: QPainter) -> None:
    _cavalry(painter)
    _hollow(painter, _oval())


def _armoured_cars(painter: QPainter) -> None:
    _reconnaissance(painter)
    _wheels(painter)


def _armoured_artillery(painter: QPainter) -> None:
    _hollow(painter, _oval())
    painter.drawEllipse(QPointF(75, 50), 13, 13)


def _anti_tank(painter: QPainter) -> None:
    path = QPainterPath(QPointF(0, HEIGHT))
    path.lineTo(75, 6)
    path.lineTo(WIDTH, HEIGHT)
    _hollow(painter, path)


def _tank_destroyer(painter: QPainter) -> None:
    _anti_tank(painter)
    _hollow(painter, _oval())


def _anti_aircraft(painter: QPainter) -> None:
    path = QPainterPath(QPointF(0, HEIGHT))
    path.cubicTo(10, 25, 140, 25, WIDTH, HEIGHT)
    _hollow(painter, path)


def _engineer(painter: QPainter) -> None:
    path = QPainterPath(QPointF(38, 74))
    path.lineTo(38, 32)
    path.lineTo(112, 32)
    path.lineTo(112, 74)
    path.moveTo(75, 32)
    path.lineTo(75, 74)
    _hollow(painter, path)


def _canopy(painter: QPainter) -> None:
    path = QPainterPath(QPointF(46, 94))
    path.cubicTo(48, 72, 72, 72, 75, 92)
    path.cubicTo(78, 72, 102, 72, 104, 94)
    _hollow(painter, path)


def _parachute(painter: QPainter) -> None:
    _infantry(painter)
    _canopy(painter)


def _glider(painter: QPainter) -> None:
    _infantry(painter)
    path = QPainterPath(QPointF(22, 78))
    path.lineTo(66, 78)
    path.lineTo(75, 92)
    path.lineTo(84, 78)
    path.lineTo(128, 78)
    _hollow(painter, path)


def _commando(painter: QPainter) -> None:
    _infantry(painter)
    _polygon(painter, (75, 8), (86, 40), (75, 66), (64, 40))
    _line(painter, 56, 66, 94, 66)
    _line(painter, 75, 66, 75, 90)


def _headquarters(painter: QPainter) -> None:
    painter.drawRect(QRectF(0, 0, WIDTH, 30))
    font_top = QRectF(0, 32, WIDTH, 66)
    painter.setFont(sans(58, bold=True))
    draw_letters(painter, font_top, "HQ")


def _leader(painter: QPainter) -> None:
    star = QPainterPath()
    for i in range(10):
        radius = 42 if i % 2 == 0 else 17
        angle = -pi / 2 + i * pi / 5
        point = QPointF(75 + radius * cos(angle), 53 + radius * sin(angle))
        if i == 0:
            star.moveTo(point)
        else:
            star.lineTo(point)
    star.closeSubpath()
    painter.fillPath(star, painter.brush())


def _supply(painter: QPainter) -> None:
    painter.drawRect(QRectF(0, 70, WIDTH, 30))


def _depot(painter: QPainter) -> None:
    _supply(painter)
    _polygon(painter, (40, 66), (75, 20), (110, 66))


def _transport(painter: QPainter) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(75, 50), 32, 32)
    for x1, y1, x2, y2 in ((75, 18, 75, 82), (43, 50, 107, 50), (52, 27, 98, 73), (52, 73, 98, 27)):
        _line(painter, x1, y1, x2, y2)


def _garrison(painter: QPainter) -> None:
    path = QPainterPath(QPointF(22, 80))
    for x, y in (
        (22, 28),
        (44, 28),
        (44, 44),
        (64, 44),
        (64, 28),
        (86, 28),
        (86, 44),
        (106, 44),
        (106, 28),
        (128, 28),
        (128, 80),
    ):
        path.lineTo(x, y)
    path.closeSubpath()
    _hollow(painter, path)


def _ship(painter: QPainter) -> None:
    _polygon(painter, (18, 60), (132, 60), (112, 86), (38, 86))
    _line(painter, 75, 60, 75, 14)
    _polygon(painter, (82, 18), (112, 50), (82, 50))


def _aircraft(painter: QPainter) -> None:
    path = QPainterPath(QPointF(75, 50))
    path.cubicTo(50, 10, 18, 18, 18, 50)
    path.cubicTo(18, 82, 50, 90, 75, 50)
    path.cubicTo(100, 10, 132, 18, 132, 50)
    path.cubicTo(132, 82, 100, 90, 75, 50)
    _hollow(painter, path)


def _medical(painter: QPainter) -> None:
    _line(painter, 75, 0, 75, HEIGHT)
    _line(painter, 0, 50, WIDTH, 50)


def _signals(painter: QPainter) -> None:
    path = QPainterPath(QPointF(0, 0))
    path.lineTo(75, 66)
    path.lineTo(75, 34)
    path.lineTo(150, 100)
    _hollow(painter, path)


def _baggage(painter: QPainter) -> None:
    _wheels(painter)
    painter.drawRect(QRectF(32, 44, 86, 34))
    path = QPainterPath(QPointF(32, 44))
    path.cubicTo(36, 12, 114, 12, 118, 44)
    _hollow(painter, path)


SYMBOLS: Final[dict[str, Draw]] = {
    "infantry": _infantry,
    "light_infantry": _light_infantry,
    "militia": _militia,
    "guard": _guard,
    "warband": _warband,
    "mountain": _mountain,
    "marine": _marine,
    "machine_gun": _machine_gun,
    "cavalry": _cavalry,
    "heavy_cavalry": _heavy_cavalry,
    "dragoons": _dragoons,
    "camelry": _camelry,
    "artillery": _artillery,
    "horse_artillery": _horse_artillery,
    "heavy_artillery": _heavy_artillery,
    "rockets": _rockets,
    "mortar": _mortar,
    "armour": _armour,
    "mechanised": _mechanised,
    "motorised": _motorised,
    "reconnaissance": _reconnaissance,
    "armoured_cars": _armoured_cars,
    "armoured_artillery": _armoured_artillery,
    "anti_tank": _anti_tank,
    "tank_destroyer": _tank_destroyer,
    "anti_aircraft": _anti_aircraft,
    "engineer": _engineer,
    "parachute": _parachute,
    "glider": _glider,
    "commando": _commando,
    "headquarters": _headquarters,
    "leader": _leader,
    "supply": _supply,
    "depot": _depot,
    "transport": _transport,
    "baggage": _baggage,
    "garrison": _garrison,
    "ship": _ship,
    "aircraft": _aircraft,
    "medical": _medical,
    "signals": _signals,
}
"""Symbol name to the function that draws it."""


def symbol_of(unit_type: str) -> str:
    """The symbol for a unit type; an empty text when there is none, and the box shows the type's letters."""
    key = "_".join(unit_type.strip().lower().replace("-", " ").replace("_", " ").split())
    key = ALIASES.get(key, key)
    return key if key in SYMBOLS else ""


def draw_symbol(painter: QPainter, box: QRectF, unit_type: str, ink: QColor, ground: QColor) -> None:
    """Draw the symbol of a unit type into the middle of ``box``, keeping its proportions of 3 to 2."""
    scale = min(box.width() / WIDTH, box.height() / HEIGHT)
    painter.save()
    painter.translate(box.center())
    painter.scale(scale, scale)
    painter.translate(-WIDTH / 2, -HEIGHT / 2)
    frame = QRectF(0, 0, WIDTH, HEIGHT)
    painter.fillRect(frame, ground)
    pen = QPen(ink, LINE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(QBrush(ink))
    painter.save()
    painter.setClipRect(frame, Qt.ClipOperation.IntersectClip)
    key = symbol_of(unit_type)
    if key:
        SYMBOLS[key](painter)
    else:
        _letters(painter, unit_type.strip()[:2].upper() or "?")
    painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(frame)
    painter.restore()


def draw_size(painter: QPainter, area: QRectF, size: str, ink: QColor) -> None:
    """Draw a unit's size mark, centred in an area; nothing for a size that has no mark."""
    marks = SIZES.get(size.strip().lower().replace("_", " "), "")
    if not marks:
        return
    painter.save()
    high = area.height()
    pen = QPen(ink, high * 0.2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    wide = {"I": high * 0.2, "X": high * 0.9, "•": high * 0.5, "Ø": high * 0.8}[marks[0]]
    gap = high * 0.3
    left = area.center().x() - (wide * len(marks) + gap * (len(marks) - 1)) / 2
    for i, mark in enumerate(marks):
        _draw_mark(painter, QRectF(left + i * (wide + gap), area.top(), wide, high), mark)
    painter.restore()


def _draw_mark(painter: QPainter, cell: QRectF, mark: str) -> None:
    if mark == "I":
        painter.drawLine(QPointF(cell.center().x(), cell.top()), QPointF(cell.center().x(), cell.bottom()))
    elif mark == "X":
        painter.drawLine(cell.topLeft(), cell.bottomRight())
        painter.drawLine(cell.bottomLeft(), cell.topRight())
    elif mark == "•":
        painter.setBrush(painter.pen().color())
        painter.drawEllipse(cell.center(), cell.width() * 0.4, cell.width() * 0.4)
    else:
        painter.drawEllipse(cell.center(), cell.width() * 0.4, cell.width() * 0.4)
        painter.drawLine(cell.bottomLeft(), cell.topRight())
