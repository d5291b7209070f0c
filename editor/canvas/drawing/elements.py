"""Elements of counters: one function draws each kind, on the screen, on sheets, in the studio and in exports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from editor.canvas.drawing.fitted import LEADING, above_and_below, draw_fitted, first_line, fitted, lines_wide
from editor.canvas.drawing.silhouettes import draw_silhouette
from editor.canvas.drawing.symbols import draw_size, draw_symbol
from editor.canvas.drawing.typography import typeset
from editor.pictures.artwork import gallery
from engine.formats.locate import elsewhere
from engine.scenario.elements import TEXT_KINDS, CounterElement
from engine.scenario.faces import fits
from engine.scenario.model import Unit
from engine.scenario.slots import SIDE
from engine.scenario.words import filled, full_steps
from engine.spelling import on_disk

SCREEN_EDGE: Final = 2.5
"""How far from the edge of a counter on the screen a band ends."""
_ALIGN: Final = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "centre": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
}


@dataclass(frozen=True, slots=True)
class CounterDress:
    """What elements are drawn with: the unit, its words and its colours."""

    unit: Unit
    words: Mapping[str, str]
    colours: Mapping[str, QColor]
    """Colour words to colours; ``formation`` is missing where a unit has no stripe."""
    folder: str = ""
    steps: int | None = None
    """Steps left; None for all."""
    cut: bool = False
    """Whether the counter will be cut out of a sheet."""
    bleed: float = 0.0
    """How far colours go on beyond where it is cut, in hundredths of its side."""
    symbol: str = ""
    """The name of its symbol."""

    def colour(self, word: str, usual: str = "") -> QColor | None:
        """A colour by its word or as it is written; None for one that the unit does not have."""
        wanted = word or usual
        if wanted.startswith("#"):
            return QColor(wanted)
        return self.colours.get(wanted)


def draw_elements(
    painter: QPainter, elements: Iterable[CounterElement], dress: CounterDress, scale: float, *, named: bool
) -> None:
    """Draw elements on a counter that is 100 wide; ``scale`` are hundredths to the elements' unit of length. Names are
    drawn only when ``named``."""
    steps = full_steps(dress.unit)
    for element in elements:
        if (named or element.kind != "name") and fits(element.when, dress.unit, dress.words, steps):
            draw_element(painter, element, dress, scale)


def draw_element(painter: QPainter, element: CounterElement, dress: CounterDress, scale: float) -> None:
    """Draw an element, whatever unit it is for."""
    box = QRectF(element.x * scale, element.y * scale, element.width * scale, element.height * scale)
    _DRAW[element.kind](painter, box, element, dress, scale)


def lettered(element: CounterElement, words: Mapping[str, str]) -> tuple[float, str]:
    """How high the letters of a text are set, in the element's unit of length, and what it says; no height for none."""
    said = _said(element, words)
    if element.kind not in TEXT_KINDS or not said:
        return 0.0, ""
    wide, high, largest = _text_room(element)
    return fitted(said, wide, high, largest, element.bold, element.lines)[0], said


def written(element: CounterElement, words: Mapping[str, str]) -> QRectF:
    """What the letters of a text cover, in the element's unit of length; nothing for none, or for one that is turned
    askew."""
    height, said = lettered(element, words)
    if not said or element.turn % 90:
        return QRectF()
    wide, high, largest = _text_room(element)
    room = QRectF(0, 0, wide, high)
    room.moveCenter(QRectF(element.x, element.y, element.width, element.height).center())
    lines = fitted(said, wide, high, largest, element.bold, element.lines)[1]
    width = lines_wide(lines, element.bold) * height
    left = {"left": room.left(), "right": room.right() - width}.get(element.align, room.center().x() - width / 2)
    line = first_line(room.center().y(), height, len(lines), element.bold)
    above, below = (part * height for part in above_and_below(lines, element.bold))
    found = QRectF(left, line - above, width, above + height * LEADING * (len(lines) - 1) + below)
    turn = QTransform().translate(room.center().x(), room.center().y()).rotate(element.turn)
    return turn.translate(-room.center().x(), -room.center().y()).mapRect(found)


def _said(element: CounterElement, words: Mapping[str, str]) -> str:
    """What a text says: names with the marks of a printer, figures as they are."""
    said = filled(element.show or ("{name}" if element.kind == "name" else ""), words)
    return typeset(said) if element.kind == "name" else said


def _text_room(element: CounterElement) -> tuple[float, float, float]:
    """Width and height that the text of an element has, and how high its letters are at most."""
    within = 0.78 if element.kind == "badge" else 1.0
    wide, high = element.width * within, element.height * within
    if element.turn % 180:
        wide, high = high, wide
    return wide, high, element.letters or high


def _draw_text(painter: QPainter, box: QRectF, element: CounterElement, dress: CounterDress, scale: float) -> None:
    said = _said(element, dress.words)
    ink = dress.colour(element.ink, "ink")
    if said and ink is not None:
        _write(painter, box, element, said, ink, scale)


def _write(painter: QPainter, box: QRectF, element: CounterElement, said: str, ink: QColor, scale: float) -> None:
    """Write what an element says in the middle of a box, turned as it is."""
    wide, high, largest = (length * scale for length in _text_room(element))
    room = QRectF(0, 0, wide, high)
    if not element.turn:
        room.moveCenter(box.center())
    painter.save()
    if element.turn:
        painter.translate(box.center())
        painter.rotate(element.turn)
        room.moveCenter(QPointF(0, 0))
    align = _ALIGN[element.align]
    draw_fitted(painter, room, said, largest, ink, bold=element.bold, align=align, lines=element.lines)
    painter.restore()


def _draw_symbol(painter: QPainter, box: QRectF, element: CounterElement, dress: CounterDress, _scale: float) -> None:
    ink, paper = dress.colour(element.ink, "ink"), dress.colour(element.fill, "paper")
    if ink is None or paper is None:
        return
    unit = dress.unit
    if element.form == "size":
        draw_size(painter, box, unit.size, ink)
    elif element.form == "letters":
        draw_fitted(painter, box, short_type(unit.type), box.height() * 0.9, ink, lines=1)
    elif element.form == "silhouette":
        if not draw_silhouette(painter, box, dress.symbol, ink):
            draw_fitted(painter, box, short_type(unit.type), box.height() * 0.8, ink, lines=1)
    elif element.form != "none":
        draw_symbol(painter, box, dress.symbol, ink, paper)


def _draw_artwork(painter: QPainter, box: QRectF, element: CounterElement, dress: CounterDress, scale: float) -> None:
    """A picture; where it cannot be shown what the form says, in its place."""
    path = picture_file(element.show or dress.words.get("artwork", ""), dress.folder)
    image = gallery.picture(path, dress.folder) if path is not None else None
    if image is None:
        if element.form:
            _draw_symbol(painter, box, element, dress, scale)
        return
    size = image.size().toSizeF().scaled(box.size(), Qt.AspectRatioMode.KeepAspectRatio)
    place = QRectF(0, 0, size.width(), size.height())
    place.moveCenter(box.center())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(place, image)


def picture_file(name: str, folder: str) -> Path | None:
    """The file of a picture by its path from a folder; None for no picture, and for one on another machine."""
    return on_disk(Path(folder) / name) if name and not elsewhere(name) else None


def short_type(unit_type: str) -> str:
    """The letters that stand for a type: ``INF``; of several words the first letter of each: ``AT``."""
    words = unit_type.replace("-", "_").split("_")
    return ("".join(word[:1] for word in words) if len(words) > 1 else unit_type[:3]).upper()


def _draw_band(painter: QPainter, box: QRectF, element: CounterElement, dress: CounterDress, _scale: float) -> None:
    colour = dress.colour(element.fill, "formation")
    if colour is None:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    if dress.cut:
        painter.drawRect(_bled(box, dress.bleed))
    else:
        inner = QRectF(SCREEN_EDGE, SCREEN_EDGE, SIDE - 2 * SCREEN_EDGE, SIDE - 2 * SCREEN_EDGE)
        painter.drawRoundedRect(box.intersected(inner), 4, 4)


def _bled(box: QRectF, bleed: float) -> QRectF:
    """What touches an edge of the counter goes on beyond it."""
    near = 0.3
    return QRectF(
        QPointF(-bleed if box.left() < near else box.left(), -bleed if box.top() < near else box.top()),
        QPointF(
            SIDE + bleed if box.right() > SIDE - near else box.right(),
            SIDE + bleed if box.bottom() > SIDE - near else box.bottom(),
        ),
    )


def _draw_badge(painter: QPainter, box: QRectF, element: CounterElement, dress: CounterDress, scale: float) -> None:
    """A form with a text on it; a unit that has no text has no badge."""
    said = filled(element.show, dress.words)
    if not said:
        return
    fill = dress.colour(element.fill, "formation") or dress.colour("ink")
    assert fill is not None
    _draw_form(painter, box, element.form or "disc", fill, None, 0.0)
    ink = dress.colour(element.ink) if element.ink else QColor("#ffffff" if fill.lightnessF() < 0.6 else "#101010")
    if ink is not None:
        _write(painter, box, element, said, ink, scale)


def _draw_shape(painter: QPainter, box: QRectF, element: CounterElement, dress: CounterDress, scale: float) -> None:
    form = element.form or "box"
    if form == "slash":
        ink = dress.colour("ink")
        fill = dress.colour(element.fill) if element.fill else None
        if fill is None:
            fill = QColor("#ffffff") if ink is None or ink.lightness() < 128 else QColor("#000000")
            fill.setAlpha(150)
        painter.fillPath(_slash(box), fill)
        return
    line = element.line * scale
    _draw_form(painter, box, form, dress.colour(element.fill), dress.colour(element.ink, "ink") if line else None, line)


def _slash(box: QRectF) -> QPainterPath:
    """The band from corner to corner that marks the reduced side of a counter."""
    corners = ((3, 80), (80, 3), (97, 3), (97, 20), (20, 97), (3, 97))
    band = QPainterPath()
    for number, (x, y) in enumerate(corners):
        spot = QPointF(box.left() + x * box.width() / SIDE, box.top() + y * box.height() / SIDE)
        if number:
            band.lineTo(spot)
        else:
            band.moveTo(spot)
    band.closeSubpath()
    return band


def _draw_form(painter: QPainter, box: QRectF, form: str, fill: QColor | None, ink: QColor | None, line: float) -> None:
    pen = QPen(Qt.PenStyle.NoPen)
    if ink is not None and line:
        pen = QPen(ink, line, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    painter.drawPath(form_path(form, box))


def form_path(form: str, box: QRectF) -> QPainterPath:
    """The outline of a form in a box."""
    path = QPainterPath()
    if form == "disc":
        path.addEllipse(box)
    elif form == "rounded":
        corner = min(box.width(), box.height()) * 0.22
        path.addRoundedRect(box, corner, corner)
    elif form == "line":
        path.moveTo(box.left(), box.center().y())
        path.lineTo(box.right(), box.center().y())
    elif form == "shield":
        _add_shield(path, box)
    elif form in _CORNERS:
        for number, (x, y) in enumerate(_CORNERS[form]):
            spot = QPointF(box.left() + x * box.width(), box.top() + y * box.height())
            if number:
                path.lineTo(spot)
            else:
                path.moveTo(spot)
        path.closeSubpath()
    else:
        path.addRect(box)
    return path


def _add_shield(path: QPainterPath, box: QRectF) -> None:
    path.moveTo(box.topLeft())
    path.lineTo(box.topRight())
    path.lineTo(box.right(), box.top() + box.height() * 0.5)
    path.quadTo(box.right(), box.top() + box.height() * 0.85, box.center().x(), box.bottom())
    path.quadTo(box.left(), box.top() + box.height() * 0.85, box.left(), box.top() + box.height() * 0.5)
    path.closeSubpath()


_STAR: Final = tuple(
    (0.5 + r * sin(i * pi / 5), 0.53 - r * cos(i * pi / 5)) for i in range(10) for r in ((0.5, 0.2)[i % 2],)
)
_CORNERS: Final[Mapping[str, tuple[tuple[float, float], ...]]] = {
    "diamond": ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),
    "triangle": ((0.5, 0), (1, 1), (0, 1)),
    "star": _STAR,
    "cross": (
        *((0.35, 0), (0.65, 0), (0.65, 0.35), (1, 0.35), (1, 0.65), (0.65, 0.65)),
        *((0.65, 1), (0.35, 1), (0.35, 0.65), (0, 0.65), (0, 0.35), (0.35, 0.35)),
    ),
}


def _draw_steps(painter: QPainter, box: QRectF, element: CounterElement, dress: CounterDress, _scale: float) -> None:
    """A mark for each step: filled for those that are left."""
    whole = full_steps(dress.unit)
    left = whole if dress.steps is None else min(whole, max(0, dress.steps))
    ink = dress.colour(element.ink, "ink")
    if ink is None:
        return
    if element.form == "edges":
        _draw_edges(painter, box, left, ink)
        return
    count = max(1, min(whole, 12))
    size = min(box.height(), box.width() / (count * 1.3))
    start = box.center().x() - size * (count * 1.3 - 0.3) / 2
    for number in range(count):
        spot = QRectF(start + number * size * 1.3, box.center().y() - size / 2, size, size)
        painter.setPen(QPen(ink, size * 0.14))
        painter.setBrush(ink if number < left else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(spot.adjusted(size * 0.07, size * 0.07, -size * 0.07, -size * 0.07))


def _draw_edges(painter: QPainter, box: QRectF, left: int, ink: QColor) -> None:
    """The steps left as strokes at an edge of the box, as on blocks: the upper edge is the one that counts."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    count = max(1, min(left, 6))
    wide, high = box.width() * 0.09, box.height() * 0.07
    start = box.center().x() - wide * (count * 1.7 - 0.7) / 2
    for number in range(count):
        painter.drawRect(QRectF(start + number * wide * 1.7, box.top(), wide, high))


Draw = Callable[[QPainter, QRectF, CounterElement, CounterDress, float], None]
_DRAW: Final[Mapping[str, Draw]] = {
    "value": _draw_text,
    "name": _draw_text,
    "symbol": _draw_symbol,
    "artwork": _draw_artwork,
    "band": _draw_band,
    "badge": _draw_badge,
    "shape": _draw_shape,
    "steps": _draw_steps,
}
"""Kind of element to what draws it."""
