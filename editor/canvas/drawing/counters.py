"""Unit counters as a good printed wargame has them: side colour, symbol in a box, size mark, name, factors.

One function draws them for the map, for the panels and for print. It works on a counter of 100 x 100. What could not be
read at its size on the screen is left out: first the name, then all but the symbol and large combat factors. What a
scenario's own design has otherwise is drawn by `faces`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from editor.canvas.drawing.elements import CounterDress, draw_element
from editor.canvas.drawing.faces import (
    USUAL_LOOK,
    CounterLook,
    draw_face,
    draw_middle,
    draw_stripe,
    dress_of,
    face_of,
)
from editor.canvas.drawing.fitted import draw_fitted, fitted
from editor.canvas.drawing.symbols import draw_size, draw_symbol
from editor.canvas.drawing.typefaces import draw_letters, sans
from engine.scenario import Side, Unit
from engine.scenario.faces import colours
from engine.scenario.slots import SIDE, slash
from engine.scenario.words import Factors, factors

COUNT_AT: Final = QPointF(7, -7)
"""Where the number of a stack stands from the upper right corner of its top counter: beside that counter's name."""
SELECTED: Final = QColor("#f5a300")
SYMBOL_PIXELS: Final = 11.0
"""Below this size on the screen a counter is its colour and its symbol alone ..."""
LARGE_PIXELS: Final = 34.0
"""... and below this one its combat factors take most of it, so that they can be read."""
NAME_PIXELS: Final = 52.0
"""From this size on a counter carries its name."""
NAME: Final = QRectF(6, 2.5, SIDE - 12, 17)
"""Where a name stands ..."""
LONG_NAME: Final = QRectF(4, 2, SIDE - 8, 24)
"""... and one that takes two lines."""
NAME_LETTERS: Final = 14.0
"""Height of a name's letters, at most."""
SMALL_NAME: Final = 10.5
"""A name whose letters would be lower than this takes two lines."""


def counter_font(pixels: float, *, bold: bool = False) -> QFont:
    """The typeface of counters at a height in the painter's units."""
    return sans(pixels, bold=bold)


def draw_counter(
    painter: QPainter,
    rect: QRectF,
    unit: Unit,
    side: Side,
    *,
    look: CounterLook = USUAL_LOOK,
    steps: int | None = None,
    selected: bool = False,
    spent: bool = False,
    marks: Iterable[str] = (),
    pixels: float | None = None,
    cut: bool = False,
    bleed: float = 0.0,
) -> None:
    """Draw a unit's counter into ``rect``.

    ``steps`` are the steps left (None: at full strength); ``spent`` pales a unit that has done its part;
    ``marks`` are short texts for little badges in the upper right corner. ``pixels`` says how large the
    counter will be seen, for the level of detail; without it the painter's scale tells. ``cut`` draws one that will be
    cut out of a sheet: square, without an edge, and what runs along an edge goes on for ``bleed`` beyond it, in
    hundredths of its side.
    """
    level = QStyleOptionGraphicsItem.levelOfDetailFromTransform(painter.worldTransform())
    seen = pixels if pixels is not None else rect.width() * level
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / SIDE, rect.height() / SIDE)
    dress = dress_of(look, unit, side, steps=steps, cut=cut, bleed=bleed)
    if cut:
        painter.fillRect(QRectF(0, 0, SIDE, SIDE), dress.colours["ground"])
    else:
        _draw_body(painter, dress.colours["ground" if seen >= LARGE_PIXELS else "afar"], selected, seen)
    _draw_printed(painter, unit, look, dress, seen)
    if seen >= SYMBOL_PIXELS:
        _draw_badges(painter, marks)
    if spent:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(255, 255, 255, 130))
        painter.drawRoundedRect(QRectF(0, 0, SIDE, SIDE), 11, 11)
    painter.restore()


def draw_cover(
    painter: QPainter, rect: QRectF, unit: Unit, side: Side, *, look: CounterLook = USUAL_LOOK, bleed: float = 0.0
) -> bool:
    """Draw the back of a counter that has no reduced side, to be cut out, into ``rect``; False where the design has no
    such back."""
    template = look.design.template
    if template is None or not template.cover:
        return False
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / SIDE, rect.height() / SIDE)
    dress = dress_of(look, unit, side, cut=True, bleed=bleed)
    painter.fillRect(QRectF(0, 0, SIDE, SIDE), dress.colours["ground"])
    draw_face(painter, look, unit, dress, "cover")
    painter.restore()
    return True


def appearance(unit: Unit, side: Side, look: CounterLook, steps: int | None, seen: float) -> Hashable:
    """What makes a counter look different at a width in pixels: those of which this is equal look alike.

    It holds the ids of unit and design, which have to be kept as long as it is.
    """
    dress, design = colours(look.design, unit, side), id(look.design)
    if seen >= LARGE_PIXELS:
        return id(unit), design, look.folder, dress, steps, look.entries.get(unit.key)
    shown = factors(unit, steps)
    if seen < SYMBOL_PIXELS:
        return design, dress, shown.reduced, look.symbol(unit)
    return design, dress, shown.reduced, shown.left or shown.right, look.symbol(unit), look.picture(unit)


def _draw_printed(painter: QPainter, unit: Unit, look: CounterLook, dress: CounterDress, seen: float) -> None:
    """What is printed on a counter, as much of it as can be read at its size."""
    shown, ink = factors(unit, dress.steps), dress.colours["ink"]
    template = look.design.template
    named = seen >= NAME_PIXELS
    if seen >= LARGE_PIXELS and template is not None:
        draw_face(painter, look, unit, dress, face_of(template, unit, dress.steps), named=named)
        return
    if seen >= LARGE_PIXELS and draw_face(
        painter, look, unit, dress, "back" if shown.reduced else "front", named=named
    ):
        return
    draw_stripe(painter, look, dress)
    if shown.reduced:
        draw_element(painter, slash(), dress, 1.0)
    if seen < SYMBOL_PIXELS:
        draw_symbol(painter, QRectF(8, 22, 84, 56), dress.symbol, ink, dress.colours["paper"])
    elif seen < LARGE_PIXELS:
        draw_middle(painter, QRectF(24, 6, 52, 34), look, dress)
        draw_fitted(painter, QRectF(3, 40, 94, 58), shown.left or shown.right, 64, ink, lines=1)
    else:
        _draw_face(painter, unit, shown, look, dress, named=named)


def _draw_body(painter: QPainter, ground: QColor, selected: bool, seen: float) -> None:
    body = QRectF(1, 1, SIDE - 2, SIDE - 2)
    painter.setPen(QPen(ground.darker(165), 2.2 if seen >= 30 else 4))
    painter.setBrush(QBrush(ground))
    painter.drawRoundedRect(body, 10, 10)
    if seen >= 30:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(ground.lighter(114), 2))
        painter.drawRoundedRect(body.adjusted(2.2, 2.2, -2.2, -2.2), 8, 8)
    if selected:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(SELECTED, 8 if seen >= 30 else 12))
        painter.drawRoundedRect(body, 10, 10)


def _draw_face(
    painter: QPainter, unit: Unit, shown: Factors, look: CounterLook, dress: CounterDress, *, named: bool
) -> None:
    ink = dress.colours["ink"]
    if named:
        name = name_room(unit.name)
        draw_fitted(painter, name, unit.name, NAME_LETTERS, ink, lines=2)
        foot = name.bottom() + 0.5
        size_mark, box, figures, high = (
            QRectF(10, foot, 80, 8.5) if name == NAME else QRectF(10, foot + 1, 80, 7),
            QRectF(23, foot + 11, 54, 36) if name == NAME else QRectF(25, foot + 8.5, 50, 33),
            QRectF(7, 67, 86, 31),
            28.0,
        )
    else:
        size_mark, box, figures, high = (
            QRectF(10, 5, 80, 9),
            QRectF(18, 17, 64, 43),
            QRectF(6, 61, 88, 37),
            38.0,
        )
    draw_size(painter, size_mark, unit.size, ink)
    draw_middle(painter, box, look, dress)
    _draw_figures(painter, figures, shown, ink, high)


def name_room(name: str) -> QRectF:
    """Where a counter's name stands: over more of the counter where its letters would be small on one line."""
    small = fitted(name, NAME.width(), NAME.height(), NAME_LETTERS, lines=1)[0] < SMALL_NAME
    return LONG_NAME if small and len(name.split()) > 1 else NAME


def _draw_figures(painter: QPainter, area: QRectF, shown: Factors, ink: QColor, high: float) -> None:
    painter.setPen(ink)
    strong = counter_font(high, bold=True)
    painter.setFont(strong)
    middle = Qt.AlignmentFlag.AlignVCenter
    if not shown.right or "-" in shown.left:
        line = "-".join(part for part in (shown.left, shown.right) if part)
        wide = QFontMetricsF(strong).horizontalAdvance(line)
        if wide > area.width():
            strong.setPixelSize(max(1, int(strong.pixelSize() * area.width() / wide)))
            painter.setFont(strong)
        draw_letters(painter, area, line, middle | Qt.AlignmentFlag.AlignHCenter)
        return
    draw_letters(painter, area, shown.left, middle | Qt.AlignmentFlag.AlignLeft)
    left = QFontMetricsF(strong).horizontalAdvance(shown.left)
    weak = counter_font(high * 0.84)
    room = max(10.0, area.width() - left - 6)
    wide = QFontMetricsF(weak).horizontalAdvance(shown.right)
    if wide > room:
        weak.setPixelSize(max(1, int(weak.pixelSize() * room / wide)))
    painter.setFont(weak)
    draw_letters(painter, area, shown.right, middle | Qt.AlignmentFlag.AlignRight)


def _draw_badges(painter: QPainter, marks: Iterable[str]) -> None:
    for i, mark in enumerate(marks):
        spot = QRectF(SIDE - 24 - i * 26, -4, 28, 28)
        painter.setPen(QPen(QColor("#ffffff"), 3))
        painter.setBrush(QColor("#b3261e"))
        painter.drawEllipse(spot)
        painter.setFont(counter_font(20, bold=True))
        painter.setPen(QColor("#ffffff"))
        draw_letters(painter, spot, mark[:2])


def draw_count(painter: QPainter, corner: QPointF, count: int, size: float) -> None:
    """Draw the number of units of a stack in a dark disc centred on ``corner``, ``size`` across."""
    spot = QRectF(corner.x() - size / 2, corner.y() - size / 2, size, size)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("#ffffff"), size * 0.09))
    painter.setBrush(QColor("#22303c"))
    painter.drawEllipse(spot)
    painter.setFont(counter_font(size * 0.66, bold=True))
    painter.setPen(QColor("#ffffff"))
    draw_letters(painter, spot, str(count))
    painter.restore()


def counter_pixmap(
    unit: Unit,
    side: Side,
    size: int = 32,
    *,
    steps: int | None = None,
    ratio: float = 1.0,
    look: CounterLook = USUAL_LOOK,
) -> QPixmap:
    """A counter as a pixmap, ``size`` logical pixels wide, for a screen with this device pixel ratio."""
    pixmap = QPixmap(QSize(size, size) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    room = QRectF(0.5, 0.5, size - 1, size - 1)
    draw_counter(painter, room, unit, side, look=look, steps=steps, pixels=size)
    painter.end()
    return pixmap


def draw_unknown(painter: QPainter, rect: QRectF, side: Side) -> None:
    """Draw the counter of a force that is not known into ``rect``."""
    ground, ink = QColor(side.colour), QColor("#22303c")
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(ink, max(1.0, rect.width() * 0.03), Qt.PenStyle.DashLine))
    painter.setBrush(ground.darker(112))
    inset = rect.width() * 0.02
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), rect.width() * 0.1, rect.width() * 0.1)
    painter.setFont(counter_font(rect.height() * 0.72, bold=True))
    painter.setPen(ink)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, "?")
    painter.restore()
