"""Unit counters as a good printed wargame has them: side colour, symbol in a box, size mark, name, factors.

One function draws them for the map, for the panels and for print. It works on a counter of 100 x 100 and
leaves out, by size on the screen, what could not be read: first the name, then the factors.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QIcon, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from editor.canvas.drawing.symbols import draw_size, draw_symbol
from editor.canvas.drawing.typefaces import draw_letters, sans
from engine.scenario import Side, Unit

SIDE: Final = 100.0
SELECTED: Final = QColor("#f5a300")
SYMBOL_PIXELS: Final = 15.0
"""Below this size on the screen a counter is its colour and its symbol alone."""
NAME_PIXELS: Final = 52.0
"""From this size on a counter carries its name."""


@dataclass(frozen=True, slots=True)
class Factors:
    """What a counter prints in its lower corners, and whether its reduced side is up."""

    left: str
    right: str
    reduced: bool
    two_sided: bool


def full_steps(unit: Unit) -> int:
    """How many strength steps a unit has: as its counter says, else two with a reduced side, one without."""
    stated = unit.values.get("steps")
    if isinstance(stated, int) and not isinstance(stated, bool):
        return stated
    return 2 if _combat(unit, "reduced", "reduced_") else 1


def factors(unit: Unit, steps: int | None = None) -> Factors:
    """The factors of a unit with this many steps left (None: all of them)."""
    whole = full_steps(unit)
    weak = _combat(unit, "reduced", "reduced_")
    reduced = steps is not None and 0 < steps < whole
    left = weak if reduced and weak else _combat(unit, "strength", "")
    reach = [unit.values.get(key) for key in ("range", "movement", "morale")]
    right = "·".join(_short(value) for value in reach if value not in (None, "", 0))
    return Factors(left, right, reduced, whole > 1)


def _combat(unit: Unit, single: str, prefix: str) -> str:
    """One combat factor, or attack and defence with a dash between; empty when the counter has neither."""
    values = unit.values
    if values.get(single) is not None:
        return _short(values[single])
    attack = values.get(f"{prefix}attack")
    defence = values.get(f"{prefix}defence", values.get(f"{prefix}defense"))
    return "-".join(_short(value) for value in (attack, defence) if value is not None)


def _short(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def counter_font(pixels: float, *, bold: bool = False) -> QFont:
    """The typeface of counters at a height in the painter's units."""
    return sans(pixels, bold=bold)


def draw_counter(
    painter: QPainter,
    rect: QRectF,
    unit: Unit,
    side: Side,
    *,
    steps: int | None = None,
    selected: bool = False,
    spent: bool = False,
    marks: Iterable[str] = (),
    pixels: float | None = None,
) -> None:
    """Draw a unit's counter into ``rect``.

    ``steps`` are the steps left (None: at full strength); ``spent`` pales a unit that has done its part;
    ``marks`` are short texts for little badges in the upper right corner. ``pixels`` says how large the
    counter will be seen, for the level of detail; without it the painter's scale tells.
    """
    level = QStyleOptionGraphicsItem.levelOfDetailFromTransform(painter.worldTransform())
    seen = pixels if pixels is not None else rect.width() * level
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / SIDE, rect.height() / SIDE)
    ground, ink = QColor(side.colour), QColor(side.ink)
    _draw_body(painter, ground, selected, seen)
    shown = factors(unit, steps)
    if shown.reduced:
        _draw_stripe(painter, ink)
    paper = _symbol_ground(ground, ink)
    if seen < SYMBOL_PIXELS:
        draw_symbol(painter, QRectF(8, 22, 84, 56), unit.type, ink, paper)
    else:
        named = seen >= NAME_PIXELS
        _draw_face(painter, unit, shown, ink, paper, named=named)
        _draw_badges(painter, marks)
    if spent:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(255, 255, 255, 130))
        painter.drawRoundedRect(QRectF(0, 0, SIDE, SIDE), 11, 11)
    painter.restore()


def _symbol_ground(ground: QColor, ink: QColor) -> QColor:
    """The ground of the symbol's box: the side's colour, moved away from the ink."""
    hue, saturation, lightness = max(ground.hslHueF(), 0.0), ground.hslSaturationF(), ground.lightnessF()
    if ink.lightnessF() > lightness:
        return QColor.fromHslF(hue, saturation, lightness * 0.6)
    return QColor.fromHslF(hue, saturation * 0.8, min(0.97, lightness + (1 - lightness) * 0.62))


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


def _draw_stripe(painter: QPainter, ink: QColor) -> None:
    """The band from corner to corner that marks the reduced side of a counter."""
    band = QPainterPath()
    band.moveTo(3, 80)
    band.lineTo(80, 3)
    band.lineTo(97, 3)
    band.lineTo(97, 20)
    band.lineTo(20, 97)
    band.lineTo(3, 97)
    band.closeSubpath()
    colour = QColor("#ffffff") if ink.lightness() < 128 else QColor("#000000")
    colour.setAlpha(150)
    painter.fillPath(band, colour)


def _draw_face(painter: QPainter, unit: Unit, shown: Factors, ink: QColor, paper: QColor, *, named: bool) -> None:
    if named:
        _draw_name(painter, unit.name, ink)
        size_mark, box, figures, high = (
            QRectF(10, 20, 80, 8.5),
            QRectF(23, 31, 54, 36),
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
    draw_symbol(painter, box, unit.type, ink, paper)
    _draw_figures(painter, figures, shown, ink, high)


def _draw_name(painter: QPainter, name: str, ink: QColor) -> None:
    area = QRectF(6, 3.5, SIDE - 12, 16)
    painter.setPen(ink)
    font = counter_font(14, bold=True)
    text = _fitting(name, font, area.width())
    if QFontMetricsF(font).horizontalAdvance(text) > area.width():
        font.setStretch(QFont.Stretch.SemiCondensed)
        font.setPixelSize(12)
    painter.setFont(font)
    text = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    draw_letters(painter, area, text)


def _fitting(name: str, font: QFont, width: float) -> str:
    """A name short enough for the counter: whole words are shortened before any is lost."""
    metrics = QFontMetricsF(font)
    if metrics.horizontalAdvance(name) <= width:
        return name
    words = name.split()
    for i in range(len(words) - 1, -1, -1):
        words[i] = _abbreviated(words[i])
        text = " ".join(words)
        if metrics.horizontalAdvance(text) <= width:
            return text
    return " ".join(words)


_ABBREVIATIONS: Final = {
    "infantry": "Inf",
    "cavalry": "Cav",
    "artillery": "Art",
    "battery": "Bty",
    "regiment": "Rgt",
    "battalion": "Bn",
    "brigade": "Bde",
    "division": "Div",
    "company": "Co",
    "militia": "Mil",
    "light": "Lt",
    "heavy": "Hvy",
    "dragoons": "Drg",
    "royal": "Ryl",
    "volunteers": "Vol",
    "volunteer": "Vol",
    "incorporated": "Inc",
    "detachment": "Det",
    "grenadiers": "Gren",
    "engineers": "Eng",
    "rangers": "Rgrs",
    "headquarters": "HQ",
    "and": "&",
    "of": "o.",
    "the": "",
}


def _abbreviated(word: str) -> str:
    if word.lower() in _ABBREVIATIONS:
        return _ABBREVIATIONS[word.lower()]
    return word if len(word) <= 5 or word[0].isdigit() else word[:4]


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


def counter_pixmap(unit: Unit, side: Side, size: int = 32, *, steps: int | None = None, ratio: float = 1.0) -> QPixmap:
    """A counter as a pixmap, ``size`` logical pixels wide, for a screen with this device pixel ratio."""
    pixmap = QPixmap(QSize(size, size) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    draw_counter(painter, QRectF(0.5, 0.5, size - 1, size - 1), unit, side, steps=steps, pixels=size * ratio)
    painter.end()
    return pixmap


def counter_icon(unit: Unit, side: Side, size: int = 32, *, steps: int | None = None, ratio: float = 1.0) -> QIcon:
    """A counter as an icon for lists and trees, ``size`` pixels wide."""
    return QIcon(counter_pixmap(unit, side, size, steps=steps, ratio=ratio))
