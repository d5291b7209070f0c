"""Counters with call-outs, and turn records, as slabs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from editor.output.paper.flow import Slab
from editor.output.paper.lines import Lines, plain_lines
from editor.output.paper.measures import BAND, INK, LINE, MM, NIGHT, ON_BAND, SOFT, head_font, text_font
from editor.output.paper.pictures import PagePictures
from engine.paper.model import Callout, CounterFigure, TrackSpace, TurnRecordTrack

COUNTER: Final = 36 * MM
"""The side of a counter that is explained."""
TEXTS: Final = 46 * MM
"""The width of call-outs on either side ..."""
REACH: Final = 9 * MM
"""... and how far they stand from the counter."""
LEAST: Final = 8.5 * MM
"""From call-out to call-out."""
SPACE_HIGH: Final = 17 * MM
ACROSS: Final = 5
"""Spaces of a turn record in a row."""
MANY: Final = 30
"""The number of turns from which rows have more spaces."""


def figure_slab(figure: CounterFigure, pictures: PagePictures) -> Slab:
    """A counter with its call-outs."""
    sides = sides_of(figure.callouts)
    rows = max((len(side) for side in sides), default=1)
    height = max(COUNTER, rows * LEAST) + 4 * MM
    return Slab(height, partial(_paint_figure, figure, sides, height, pictures), 4 * MM)


def sides_of(callouts: Sequence[Callout]) -> tuple[list[Callout], list[Callout]]:
    """The call-outs at the left and at the right of a counter, from its top: each where it is nearer; those of the
    middle where there are fewer. What others stand before comes last: its line runs below the counter."""
    sides: tuple[list[Callout], list[Callout]] = ([], [])
    for one in sorted(callouts, key=lambda one: -abs(one.x - 0.5)):
        if abs(one.x - 0.5) > 0.13:
            sides[one.x > 0.5].append(one)
        else:
            sides[len(sides[1]) < len(sides[0])].append(one)
    at_left, at_right = (sorted(side, key=lambda one: (is_behind(one, callouts), one.y)) for side in sides)
    return at_left, at_right


def is_behind(callout: Callout, others: Sequence[Callout]) -> bool:
    """Whether something stands at either side of a place in the lower part of a counter."""
    row = [one.x for one in others if abs(one.y - callout.y) < 0.12 and one is not callout]
    return callout.y > 0.62 and any(x < callout.x for x in row) and any(x > callout.x for x in row)


def _paint_figure(
    figure: CounterFigure,
    sides: tuple[list[Callout], list[Callout]],
    height: float,
    pictures: PagePictures,
    painter: QPainter,
    x: float,
    y: float,
    width: float,
) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    counter = QRectF(x + (width - COUNTER) / 2, y + (height - COUNTER) / 2, COUNTER, COUNTER)
    pictures.paint_counter(painter, figure.unit, counter)
    for number, callouts in enumerate(sides):
        step = height / max(1, len(callouts))
        for place, callout in enumerate(callouts):
            below = is_behind(callout, figure.callouts)
            _paint_callout(painter, callout, counter, y + step * (place + 0.5), at_left=number == 0, below=below)


def _paint_callout(
    painter: QPainter, callout: Callout, counter: QRectF, middle: float, *, at_left: bool, below: bool
) -> None:
    align = Qt.AlignmentFlag.AlignRight if at_left else Qt.AlignmentFlag.AlignLeft
    edge = counter.left() - REACH if at_left else counter.right() + REACH
    left = edge - TEXTS if at_left else edge
    text = plain_lines(callout.text, head_font(8.6), TEXTS, align=align)
    value = plain_lines(callout.value, text_font(8.2), TEXTS, align=align, colour=SOFT) if callout.value else None
    high = text.height + (value.height if value is not None else 0.0)
    text.draw(painter, left, middle - high / 2)
    if value is not None:
        value.draw(painter, left, middle - high / 2 + text.height)
    beside = callout.x - callout.half if at_left else callout.x + callout.half
    tip = QPointF(counter.left() + beside * COUNTER, counter.top() + callout.y * COUNTER)
    near = QPointF(edge + (1.2 * MM if at_left else -1.2 * MM), middle)
    knee = QPointF(counter.left() - 3 * MM if at_left else counter.right() + 3 * MM, middle)
    way = [near, knee, tip]
    if below:
        tip = QPointF(counter.left() + callout.x * COUNTER, counter.top() + min(0.96, callout.y + 0.12) * COUNTER)
        low = counter.bottom() + 1.6 * MM
        way = [near, knee, QPointF(knee.x(), low), QPointF(tip.x(), low), tip]
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, wide in ((ON_BAND, 0.9 * MM), (BAND, 0.3 * MM)):
        painter.setPen(QPen(colour, wide, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawPolyline(way)
    painter.setPen(QPen(ON_BAND, 0.2 * MM))
    painter.setBrush(BAND)
    painter.drawEllipse(tip, 0.5 * MM, 0.5 * MM)


# -- turn records -------------------------------------------------------------------------------------------------


def track_slabs(track: TurnRecordTrack, width: float) -> Iterator[Slab]:
    """A slab for each row of spaces."""
    across = ACROSS if len(track.spaces) <= MANY else ACROSS + 3
    each = width / across
    for begin in range(0, len(track.spaces), across):
        row = [_Space(space, each) for space in track.spaces[begin : begin + across]]
        height = max(SPACE_HIGH, *(one.height for one in row))
        yield Slab(height, partial(_paint_spaces, row, each, height), 0.0 if begin else 3 * MM)


class _Space:
    """A space of the track as it is set."""

    def __init__(self, space: TrackSpace, width: float) -> None:
        room = width - 3 * MM
        self.space = space
        self.number = plain_lines(str(space.number), head_font(14), room)
        aside = room - self.number.widest - 2 * MM
        label = "Night" if space.night and not space.label else space.label
        self.label = plain_lines(label, head_font(8.4), aside, align=Qt.AlignmentFlag.AlignRight)
        marks = ", ".join((*space.marks, *(("night",) if space.night and space.label else ())))
        self.below: list[Lines] = [plain_lines(marks, text_font(7.6, italic=True), room, colour=SOFT)] if marks else []
        self.below += [plain_lines(event, text_font(7.4), room, colour=INK) for event in space.events]

    @property
    def top(self) -> float:
        """The height of number and label."""
        return max(self.number.height, self.label.height)

    @property
    def height(self) -> float:
        """The whole height."""
        return self.top + sum(one.height + 0.5 * MM for one in self.below) + 3.5 * MM


def _paint_spaces(
    row: list[_Space], each: float, height: float, painter: QPainter, x: float, y: float, width: float
) -> None:
    for place, one in enumerate(row):
        room = QRectF(x + place * each, y, each, height)
        if one.space.night:
            painter.fillRect(room, NIGHT)
        painter.setPen(QPen(LINE, 0.3 * MM))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(room)
        left, top = room.left() + 1.5 * MM, room.top() + 1 * MM
        one.number.draw(painter, left, top)
        one.label.draw(painter, left + one.number.widest + 2 * MM, top + 0.8 * MM)
        top += one.top + 0.8 * MM
        for lines in one.below:
            lines.draw(painter, left, top)
            top += lines.height + 0.5 * MM
