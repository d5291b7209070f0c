"""The face of a counter by a scenario's own design: texts in their places, a symbol, letters or a picture between them,
a stripe in the colour of its formation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from editor.canvas.drawing.fitted import draw_fitted
from editor.canvas.drawing.symbols import draw_size, draw_symbol
from editor.pictures.artwork import gallery
from engine.formats.locate import elsewhere
from engine.scenario import Scenario, Side, Unit
from engine.scenario.counters import USUAL, CounterDesign, CounterText
from engine.scenario.faces import printed
from engine.spelling import on_disk

SIDE: Final = 100.0
"""The side of a counter, in its own units."""
HEIGHTS: Final = {
    "top": 14.0,
    "upper-left": 14.0,
    "upper-right": 14.0,
    "left": 20.0,
    "right": 20.0,
    "bottom": 28.0,
    "lower-left": 28.0,
    "lower-right": 28.0,
}
"""How high letters are where a design does not say."""
UPPER: Final = ("top", "upper-left", "upper-right")
LOWER: Final = ("bottom", "lower-left", "lower-right")
EDGE: Final = 4.0
STRIPE: Final = 9.0
"""How wide a formation's stripe is."""


@dataclass(frozen=True, slots=True)
class CounterLook:
    """A design, and the folder that its pictures' paths begin in."""

    design: CounterDesign = USUAL
    folder: str = ""

    def picture(self, unit: Unit) -> Path | None:
        """The file of a unit's picture, where it is to have one: its own, else its type's."""
        artwork = self.design.artwork
        name = artwork.get(unit.key) or artwork.get(unit.type)
        return on_disk(Path(self.folder) / name) if name and not elsewhere(name) else None


USUAL_LOOK: Final = CounterLook()


def look_of(scenario: Scenario, path: Path | None) -> CounterLook:
    """How the counters of a scenario look that is kept at ``path``, if it is kept anywhere."""
    return CounterLook(scenario.counters, str(path.parent) if path is not None else "")


def draw_middle(painter: QPainter, box: QRectF, unit: Unit, ink: QColor, paper: QColor, look: CounterLook) -> None:
    """What stands in the middle of a counter: its picture, else its symbol, else the letters of its type."""
    path = look.picture(unit)
    image = gallery.picture(path, look.folder) if path is not None else None
    if image is not None:
        size = image.size().toSizeF().scaled(box.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(0, 0, size.width(), size.height())
        place.moveCenter(box.center())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, image)
    elif look.design.symbols == "letters":
        draw_fitted(painter, box, short_type(unit.type), box.height() * 0.9, ink, lines=1)
    elif look.design.symbols == "nato":
        draw_symbol(painter, box, unit.type, ink, paper)


def short_type(unit_type: str) -> str:
    """The letters that stand for a type: ``INF``; of several words the first letter of each: ``AT``."""
    words = unit_type.replace("-", "_").split("_")
    return ("".join(word[:1] for word in words) if len(words) > 1 else unit_type[:3]).upper()


def draw_stripe(painter: QPainter, edge: str, colour: QColor, *, cut: bool = False, bleed: float = 0.0) -> None:
    """A band along an edge of a counter; ``cut``: out to the edge and ``bleed`` beyond it, of one that will be cut
    out."""
    gap = -bleed if cut else 2.5
    room = QRectF(gap, gap, SIDE - 2 * gap, SIDE - 2 * gap)
    wide = STRIPE - gap
    band = {
        "top": QRectF(room.left(), room.top(), room.width(), wide),
        "bottom": QRectF(room.left(), room.bottom() - wide, room.width(), wide),
        "left": QRectF(room.left(), room.top(), wide, room.height()),
        "right": QRectF(room.right() - wide, room.top(), wide, room.height()),
    }.get(edge)
    if band is None:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    if cut:
        painter.drawRect(band)
    else:
        painter.drawRoundedRect(band, 4, 4)


def draw_face(
    painter: QPainter,
    look: CounterLook,
    texts: Sequence[CounterText],
    unit: Unit,
    side: Side,
    ink: QColor,
    paper: QColor,
    *,
    named: bool = True,
) -> None:
    """Draw the texts of a side of a counter and what stands between them; names only when ``named``."""
    design = look.design
    shown = [(text, printed(text, unit, side)) for text in texts if named or "{name}" not in text.show]
    said = [(text, words) for text, words in shown if words]
    room = _inside(design)
    heights = {text.at: text.height or HEIGHTS[text.at] for text, _ in said}
    upper = max((heights[at] for at in UPPER if at in heights), default=0.0)
    lower = max((heights[at] for at in LOWER if at in heights), default=0.0)
    middle = QRectF(room.left(), room.top() + upper, room.width(), room.height() - upper - lower)
    for place in ("left", "right"):
        if place in heights:
            wide = room.width() * 0.24
            if place == "left":
                middle.setLeft(room.left() + wide)
            else:
                middle.setRight(room.right() - wide)
    places = {text.at for text, _ in said}
    for text, words in said:
        spot, align = _spot(text.at, room, middle, upper, lower, places)
        draw_fitted(painter, spot, words, heights[text.at], ink, bold=text.bold, align=align, lines=2)
    _draw_box(painter, middle, unit, ink, paper, look)


def _inside(design: CounterDesign) -> QRectF:
    """What a stripe leaves of a counter."""
    room = QRectF(EDGE, EDGE, SIDE - 2 * EDGE, SIDE - 2 * EDGE)
    if design.stripe and any(look.stripe for look in design.formations):
        room = {
            "top": room.adjusted(0, STRIPE - EDGE + 2, 0, 0),
            "bottom": room.adjusted(0, 0, 0, EDGE - STRIPE - 2),
            "left": room.adjusted(STRIPE - EDGE + 2, 0, 0, 0),
            "right": room.adjusted(0, 0, EDGE - STRIPE - 2, 0),
        }[design.stripe]
    return room


def _spot(
    place: str, room: QRectF, middle: QRectF, upper: float, lower: float, places: set[str]
) -> tuple[QRectF, Qt.AlignmentFlag]:
    """Where a text stands: texts side by side share the width."""
    row = UPPER if place in UPPER else LOWER
    if place in ("left", "right"):
        wide = room.width() * 0.24 - 2
        left = room.left() if place == "left" else room.right() - wide
        return QRectF(left, middle.top(), wide, middle.height()), Qt.AlignmentFlag.AlignHCenter
    high = upper if row is UPPER else lower
    top = room.top() if row is UPPER else room.bottom() - high
    order = [at for at in (row[1], row[0], row[2]) if at in places]
    share = room.width() / len(order)
    spot = QRectF(room.left() + share * order.index(place), top, share, high)
    flag = Qt.AlignmentFlag
    aligned = {row[0]: flag.AlignHCenter, row[1]: flag.AlignLeft, row[2]: flag.AlignRight}[place]
    return spot, aligned


def _draw_box(painter: QPainter, middle: QRectF, unit: Unit, ink: QColor, paper: QColor, look: CounterLook) -> None:
    """The size mark, and the symbol or picture as large as there is room for it."""
    if middle.height() < 8:
        return
    drawn = look.picture(unit) is not None
    if look.design.symbols == "none" and not drawn:
        return
    mark = 0.0
    if unit.size and not drawn:
        mark = min(9.0, middle.height() * 0.2)
        draw_size(painter, QRectF(middle.left(), middle.top() + 0.5, middle.width(), mark), unit.size, ink)
    box = middle.adjusted(2, mark + 2, -2, -2)
    if not drawn:
        size = QRectF(0, 0, 3, 2).size().scaled(box.size(), Qt.AspectRatioMode.KeepAspectRatio)
        fitting = QRectF(0, 0, size.width(), size.height())
        fitting.moveCenter(box.center())
        box = fitting
    draw_middle(painter, box, unit, ink, paper, look)
