"""Bases of elements: a rectangle of turf with its figures, the side's colour, and marks of grade, command and rank."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPicture, QPolygonF

from editor.canvas.drawing.paint_list import faded, mix
from editor.canvas.drawing.typefaces import sans
from editor.tables.drawing.figures import TROOPS, Dress, chariot
from editor.tables.drawing.outlines import seed_of

WIDTH: Final = 80.0
"""Paces."""
FIGURES: Final = 0.45
"""Pixels a pace from which on figures are drawn; below it the letters of the type."""
TURF: Final = "#8ea35c"
_GRADES: Final = {"S": "◆", "O": "", "I": "▽", "F": "»", "X": "✕"}


@dataclass(frozen=True, slots=True)
class BaseFace:
    """What a base shows."""

    kind: str
    """The type of troops: ``Kn``."""
    grade: str = "O"
    depth: float = 40.0
    """Paces."""
    colour: str = "#b33a2e"
    ink: str = "#ffffff"
    regular: bool = True
    general: str = ""
    """``cinc``, ``sub`` or ``ally``."""
    chariot: bool = False
    double: bool = False
    dismounted: bool = False
    hidden: bool = False
    """In ambush."""
    broken: bool = False
    """Of a demoralised command."""
    key: str = ""
    """What the look of its figures is drawn by lot with."""
    command: str = ""
    """A letter or number that marks its command; empty for none."""


def draw_base(painter: QPainter, face: BaseFace, scale: float) -> None:
    """Draw a base: the middle of its front edge is at (0, 0), it faces up, lengths are paces.

    ``scale`` is in pixels a pace: from afar the letters of the type stand in place of figures.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if face.hidden:
        painter.setOpacity(0.62)
    if scale >= FIGURES:
        picture, device = picture_of(face), painter.device()
        # Qt enlarges what is played on a finer device than it was recorded for: a base on paper would not be true size.
        painter.scale(picture.logicalDpiX() / device.logicalDpiX(), picture.logicalDpiY() / device.logicalDpiY())
        picture.play(painter)
    else:
        _from_afar(painter, face)
    painter.restore()


@lru_cache(maxsize=4000)
def picture_of(face: BaseFace) -> QPicture:
    """The base with its figures, recorded once."""
    picture = QPicture()
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _turf(painter, face)
    _figures(painter, face)
    _marks(painter, face)
    painter.end()
    return picture


def _rect(face: BaseFace) -> QRectF:
    return QRectF(-WIDTH / 2, 0, WIDTH, face.depth)


def _turf(painter: QPainter, face: BaseFace) -> None:
    """Turf with a rim in the side's colour and a bright front edge."""
    rect, chance = _rect(face), random.Random(seed_of(0, face.key or face.kind))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded("#14180c", 0.35))
    painter.drawRect(rect.translated(2.2, 2.6))
    painter.setBrush(QColor(TURF))
    painter.drawRect(rect)
    tufts = QPainterPath()
    for _ in range(int(face.depth // 2)):
        x, y = chance.uniform(rect.left() + 4, rect.right() - 4), chance.uniform(4, face.depth - 2)
        tufts.moveTo(x, y)
        tufts.lineTo(x + chance.uniform(-1.5, 1.5), y - 3)
    painter.strokePath(tufts, QPen(faded("#55692f", 0.7), 0.9))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(face.colour), 3.4))
    painter.drawRect(rect.adjusted(1.7, 1.7, -1.7, -1.7))
    painter.setPen(QPen(QColor("#fff6c8"), 2.6))
    painter.drawLine(QPointF(rect.left() + 1.3, 1.3), QPointF(rect.right() - 1.3, 1.3))
    painter.setPen(QPen(QColor("#20261a"), 0.9))
    painter.drawRect(rect)


def _figures(painter: QPainter, face: BaseFace) -> None:
    rank = TROOPS.get(face.kind)
    if rank is None:
        return
    chance = random.Random(seed_of(1, face.key or face.kind))
    coat = QColor(face.colour)
    line = mix(coat, "#000000", 0.72)
    trims = [mix(coat, "#ffffff", 0.45), mix(coat, "#f3e2a9", 0.6), mix(coat, "#000000", 0.25)]
    figure = chariot if face.chariot else rank.figure
    count = 1 if face.chariot else rank.count - (0 if face.regular or rank.count < 4 else 1)
    ranks = 2 if face.double else 1
    for row in range(ranks):
        middle = face.depth * (row + 0.5) / ranks
        for number in range(count):
            painter.save()
            x = (number - (count - 1) / 2) * (WIDTH - 8) / max(count, 1)
            y = middle + (chance.uniform(-4, 4) if rank.loose else (chance.uniform(-1, 1) if not face.regular else 0))
            painter.translate(x, y)
            if rank.loose or not face.regular:
                painter.rotate(chance.uniform(-9, 9))
            figure(painter, Dress(coat, trims[(number + row) % len(trims) if not face.regular else 0], line, number))
            painter.restore()


def _marks(painter: QPainter, face: BaseFace) -> None:
    """The type and grade at the rear left, the command at the rear right, a standard for a general."""
    text = f"{face.kind}{_GRADES.get(face.grade, '')}"
    _tag(painter, text, QPointF(-WIDTH / 2 + 4.5, face.depth - 4.2), face)
    if face.command:
        font = sans(8.5, bold=True)
        wide = QFontMetricsF(font).horizontalAdvance(face.command)
        _tag(painter, face.command, QPointF(WIDTH / 2 - 5.5 - wide, face.depth - 4.2), face)
    if face.general:
        _standard(painter, face)
    if face.broken:
        painter.setPen(QPen(QColor("#b3261e"), 2.6))
        painter.drawLine(QPointF(-WIDTH / 2 + 4, face.depth - 4), QPointF(WIDTH / 2 - 4, 4))


def _tag(painter: QPainter, text: str, at: QPointF, face: BaseFace) -> None:
    font = sans(8.5, bold=True)
    metrics = QFontMetricsF(font)
    rect = QRectF(at.x() - 1.8, at.y() - 8.0, metrics.horizontalAdvance(text) + 3.6, 10.0)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(face.colour, 0.92))
    painter.drawRoundedRect(rect, 2, 2)
    painter.setPen(QColor(face.ink))
    painter.setFont(font)
    painter.drawText(at, text)


def _standard(painter: QPainter, face: BaseFace) -> None:
    """A standard: two tails for the commander in chief, one for a sub-general, a plain flag for an ally."""
    x, y = WIDTH / 2 - 15, face.depth / 2
    painter.setPen(QPen(QColor("#2a2118"), 1.8))
    painter.drawLine(QPointF(x, y + 9), QPointF(x, y - 17))
    flag = [QPointF(x, y - 17), QPointF(x + 13, y - 17)]
    if face.general == "cinc":
        flag += [QPointF(x + 9, y - 13.5), QPointF(x + 13, y - 10), QPointF(x, y - 7)]
    elif face.general == "sub":
        flag += [QPointF(x + 8, y - 12), QPointF(x + 13, y - 7), QPointF(x, y - 7)]
    else:
        flag += [QPointF(x + 13, y - 7), QPointF(x, y - 7)]
    painter.setPen(QPen(QColor("#2a2118"), 0.9))
    painter.setBrush(mix(face.colour, "#fff3c4", 0.55))
    painter.drawPolygon(QPolygonF(flag))


def _from_afar(painter: QPainter, face: BaseFace) -> None:
    """A plain rectangle with the letters of the type, as large as they fit."""
    rect = _rect(face)
    painter.setPen(QPen(QColor("#20261a"), 2.2))
    painter.setBrush(QColor(face.colour))
    painter.drawRect(rect)
    painter.setPen(QPen(QColor("#fff6c8"), 4.0))
    painter.drawLine(QPointF(rect.left() + 2, 2), QPointF(rect.right() - 2, 2))
    high = min(face.depth * 0.95, 34.0)
    painter.setPen(QColor(face.ink))
    painter.setFont(sans(high, bold=True))
    painter.save()
    if painter.worldTransform().m11() < 0:
        # A base that faces down the screen: its letters stay upright.
        painter.translate(rect.center())
        painter.rotate(180)
        painter.translate(-rect.center())
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, face.kind)
    painter.restore()
    if face.general:
        painter.setPen(QPen(QColor("#fff3c4"), 2.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rect.adjusted(4, 5, -4, -3))
