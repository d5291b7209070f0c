"""The figures on bases, seen from above and a little behind: foot with their weapons, riders, elephants, wagons, ships.

A figure stands at a point and looks up; it is drawn in paces, some twenty high. A type of troops is a line in `TROOPS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from editor.canvas.drawing.paint_list import mix

FLESH: Final = "#e3b98c"
WOOD: Final = "#5b4226"
IRON: Final = "#d8dce0"
HORSES: Final = ("#7a5230", "#5a4030", "#a58a66", "#3f3430")


@dataclass(frozen=True, slots=True)
class Dress:
    """The colours of a figure."""

    coat: QColor
    """The side's colour."""
    trim: QColor
    """A second colour, for shields and saddle cloths."""
    line: QColor
    number: int = 0
    """Which of several horses and shields it has."""


Figure = Callable[[QPainter, Dress], None]


def _pen(painter: QPainter, colour: QColor | str, width: float) -> None:
    pen = QPen(QColor(colour), width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _ellipse(painter: QPainter, x: float, y: float, rx: float, ry: float, colour: QColor | str, edge: QColor) -> None:
    painter.setPen(QPen(edge, 0.8))
    painter.setBrush(QColor(colour))
    painter.drawEllipse(QPointF(x, y), rx, ry)


def _line(painter: QPainter, x1: float, y1: float, x2: float, y2: float, colour: QColor | str, width: float) -> None:
    _pen(painter, colour, width)
    painter.drawLine(QPointF(x1, y1), QPointF(x2, y2))


def _man(painter: QPainter, dress: Dress) -> None:
    """Shoulders and head."""
    _ellipse(painter, 0, 1.5, 5.2, 3.8, dress.coat, dress.line)
    _ellipse(painter, 0, 0, 2.7, 2.7, mix(dress.line, FLESH, 0.75), dress.line)


def _shield(painter: QPainter, dress: Dress, x: float, y: float, rx: float, ry: float) -> None:
    _ellipse(painter, x, y, rx, ry, dress.trim, dress.line)


def spearman(painter: QPainter, dress: Dress) -> None:
    """A spear upright at the right, a round shield before him."""
    _line(painter, 4.5, 8, 4.5, -13, WOOD, 1.1)
    _line(painter, 4.5, -10, 4.5, -14, IRON, 1.6)
    _man(painter, dress)
    _shield(painter, dress, -2.4, -3.2, 4.2, 3.2)


def pikeman(painter: QPainter, dress: Dress) -> None:
    """A pike far out to the front."""
    _line(painter, 2.5, 9, 2.5, -20, WOOD, 1.1)
    _line(painter, 2.5, -17, 2.5, -21, IRON, 1.6)
    _man(painter, dress)
    _shield(painter, dress, -3.0, -2.6, 3.0, 2.6)


def swordsman(painter: QPainter, dress: Dress) -> None:
    """A large oblong shield and a short sword."""
    _line(painter, 4.4, 0, 6.2, -7, IRON, 1.6)
    _man(painter, dress)
    painter.setPen(QPen(dress.line, 0.8))
    painter.setBrush(dress.trim)
    painter.drawRoundedRect(QRectF(-5.2, -5.4, 7.2, 4.4), 1.4, 1.4)


def warrior(painter: QPainter, dress: Dress) -> None:
    """A warrior with a raised sword and a shield at his side."""
    _line(painter, 4.6, 1, 8.6, -6.5, IRON, 1.7)
    _man(painter, dress)
    _shield(painter, dress, -5.0, 0.5, 2.6, 4.4)


def auxiliary(painter: QPainter, dress: Dress) -> None:
    """Javelins and an oval shield."""
    _line(painter, 4.6, 5, 7.2, -9, WOOD, 1.0)
    _line(painter, 5.8, 5, 8.8, -8, WOOD, 1.0)
    _man(painter, dress)
    _shield(painter, dress, -3.4, -2.4, 3.4, 2.4)


def archer(painter: QPainter, dress: Dress) -> None:
    """A drawn bow."""
    _man(painter, dress)
    _pen(painter, WOOD, 1.3)
    painter.drawArc(QRectF(-6.5, -8.5, 13, 9), 0, 180 * 16)
    _line(painter, 0, 0, 0, -10.5, dress.line, 0.9)


def skirmisher(painter: QPainter, dress: Dress) -> None:
    """A slinger or javelinman with a small shield."""
    _line(painter, 4.4, 3, 8.4, -8, WOOD, 1.0)
    _man(painter, dress)
    _shield(painter, dress, -4.6, 0.2, 2.3, 2.3)


def levy(painter: QPainter, dress: Dress) -> None:
    """A man with a pole."""
    _line(painter, 4.4, 6, 5.6, -8, WOOD, 1.1)
    _man(painter, dress)


def _horse(painter: QPainter, dress: Dress) -> None:
    """A horse from above, with its head to the front."""
    coat = QColor(HORSES[dress.number % len(HORSES)])
    _ellipse(painter, 0, 3.5, 4.2, 10.0, coat, dress.line)
    _ellipse(painter, 0, -8.2, 2.2, 4.6, coat, dress.line)
    _line(painter, 0, 13, 1.5, 17, mix(coat, "#000000", 0.35), 1.6)
    _ellipse(painter, 0, 4.4, 4.8, 3.4, dress.trim, dress.line)


def _rider(painter: QPainter, dress: Dress) -> None:
    painter.save()
    painter.translate(0, 2.2)
    _man(painter, dress)
    painter.restore()


def knight(painter: QPainter, dress: Dress) -> None:
    """A lance couched to the front."""
    _horse(painter, dress)
    _line(painter, 4.2, 8, 3.2, -18, WOOD, 1.2)
    _line(painter, 3.3, -15, 3.2, -19, IRON, 1.7)
    _rider(painter, dress)
    _shield(painter, dress, -4.6, 1.4, 2.6, 3.8)


def horseman(painter: QPainter, dress: Dress) -> None:
    """A javelin held high and a round shield."""
    _horse(painter, dress)
    _line(painter, 5.0, 8, 7.5, -8, WOOD, 1.1)
    _rider(painter, dress)
    _shield(painter, dress, -4.4, 1.2, 2.8, 2.8)


def light_horseman(painter: QPainter, dress: Dress) -> None:
    """A bow or javelin, no shield."""
    _horse(painter, dress)
    _rider(painter, dress)
    _pen(painter, WOOD, 1.2)
    painter.drawArc(QRectF(1.0, -4.5, 8, 9), 300 * 16, 180 * 16)


def camel_rider(painter: QPainter, dress: Dress) -> None:
    """A camel."""
    sand = QColor("#c9a56b")
    _ellipse(painter, 0, 3.5, 4.6, 9.0, sand, dress.line)
    _line(painter, 0, -5, 0, -12, sand, 3.0)
    _ellipse(painter, 0, -13, 1.9, 3.2, sand, dress.line)
    _rider(painter, dress)
    _line(painter, 5.0, 8, 7.0, -8, WOOD, 1.1)


def elephant(painter: QPainter, dress: Dress) -> None:
    """An elephant with a tower."""
    grey = QColor("#8f8f92")
    _ellipse(painter, 0, 7, 14, 22, grey, dress.line)
    for side in (-1, 1):
        _ellipse(painter, side * 11, -17, 6.5, 7.5, mix(grey, "#000000", 0.12), dress.line)
        _line(painter, side * 4.5, -25, side * 6.5, -33, "#f2ead6", 2.2)
    _ellipse(painter, 0, -18, 8.5, 9.5, grey, dress.line)
    _line(painter, 0, -26, 0, -36, grey, 4.4)
    painter.setPen(QPen(dress.line, 1.0))
    painter.setBrush(dress.trim)
    painter.drawRoundedRect(QRectF(-11, -3, 22, 22), 3, 3)
    for x, y in ((-4.5, 3), (4.5, 3), (0, 11)):
        painter.save()
        painter.translate(x, y)
        _man(painter, dress)
        painter.restore()


def chariot(painter: QPainter, dress: Dress) -> None:
    """A team of horses before a car."""
    for side in (-1, 1):
        painter.save()
        painter.translate(side * 7, -14)
        _horse(painter, Dress(dress.coat, dress.trim, dress.line, dress.number + (side > 0)))
        painter.restore()
    painter.setPen(QPen(dress.line, 1.0))
    painter.setBrush(dress.coat)
    painter.drawRoundedRect(QRectF(-10, 4, 20, 15), 4, 4)
    for side in (-1, 1):
        _line(painter, side * 13, 4, side * 13, 19, WOOD, 3.0)
        painter.save()
        painter.translate(side * 4.4, 11)
        _man(painter, dress)
        painter.restore()


def engine_of_war(painter: QPainter, dress: Dress) -> None:
    """A bolt thrower with its crew."""
    _line(painter, 0, 22, 0, -20, WOOD, 4.0)
    _pen(painter, WOOD, 3.0)
    painter.drawArc(QRectF(-22, -24, 44, 26), 10 * 16, 160 * 16)
    _line(painter, -21, -9, 0, 8, dress.line, 1.0)
    _line(painter, 21, -9, 0, 8, dress.line, 1.0)
    _line(painter, 0, 4, 0, -28, IRON, 1.8)
    for side in (-1, 1):
        painter.save()
        painter.translate(side * 17, 14)
        levy(painter, dress)
        painter.restore()


def war_wagon(painter: QPainter, dress: Dress) -> None:
    """A wagon with planked sides and a crew behind them."""
    painter.setPen(QPen(dress.line, 1.4))
    painter.setBrush(QColor("#9a7448"))
    painter.drawRoundedRect(QRectF(-24, -38, 48, 78), 4, 4)
    painter.setBrush(mix("#9a7448", "#000000", 0.2))
    painter.drawRect(QRectF(-16, -30, 32, 62))
    for side in (-1, 1):
        for y in (-26, 26):
            _line(painter, side * 27, y - 9, side * 27, y + 9, WOOD, 4.0)
    for y in (-20, 0, 20):
        painter.save()
        painter.translate(-4 if y else 5, y)
        archer(painter, dress)
        painter.restore()


def baggage(painter: QPainter, dress: Dress) -> None:
    """A cart with a load under a sheet, and a tent."""
    painter.setPen(QPen(dress.line, 1.2))
    painter.setBrush(QColor("#a98258"))
    painter.drawRect(QRectF(-26, -14, 26, 34))
    painter.setBrush(QColor("#efe6cf"))
    painter.drawRoundedRect(QRectF(-23, -10, 20, 26), 6, 6)
    painter.setBrush(mix(dress.coat, "#ffffff", 0.35))
    painter.drawPolygon(QPolygonF([QPointF(4, 14), QPointF(17, -14), QPointF(30, 14)]))
    _line(painter, 17, -14, 17, 14, dress.line, 1.0)


def ship(painter: QPainter, dress: Dress) -> None:
    """A ship with oars and a sail."""
    hull = QPainterPath(QPointF(0, -66))
    hull.cubicTo(QPointF(22, -40), QPointF(22, 40), QPointF(10, 66))
    hull.lineTo(-10, 66)
    hull.cubicTo(QPointF(-22, 40), QPointF(-22, -40), QPointF(0, -66))
    for y in range(-36, 44, 12):
        _line(painter, -31, y + 5, 31, y + 5, WOOD, 1.6)
    painter.setPen(QPen(dress.line, 1.4))
    painter.setBrush(QColor("#8a6238"))
    painter.drawPath(hull)
    painter.setBrush(mix(dress.coat, "#ffffff", 0.2))
    painter.drawRoundedRect(QRectF(-24, -12, 48, 14), 5, 5)


@dataclass(frozen=True, slots=True)
class Rank:
    """How a type of troops stands on its base."""

    figure: Figure
    count: int
    """Figures in the front rank."""
    loose: bool = False
    """Whether they stand in no line."""


TROOPS: Final[dict[str, Rank]] = {
    "Kn": Rank(knight, 3),
    "Cv": Rank(horseman, 3),
    "LH": Rank(light_horseman, 2, True),
    "El": Rank(elephant, 1),
    "Cm": Rank(camel_rider, 2),
    "Exp": Rank(chariot, 1),
    "Sp": Rank(spearman, 4),
    "Pk": Rank(pikeman, 4),
    "Bd": Rank(swordsman, 4),
    "Wb": Rank(warrior, 4),
    "Ax": Rank(auxiliary, 3),
    "Bw": Rank(archer, 4),
    "Ps": Rank(skirmisher, 2, True),
    "Art": Rank(engine_of_war, 1),
    "WWg": Rank(war_wagon, 1),
    "Hd": Rank(levy, 5, True),
    "Bge": Rank(baggage, 1),
    "Gal": Rank(ship, 1),
    "Shp": Rank(ship, 1),
    "Bts": Rank(ship, 1),
}
"""By type of troops."""
