"""Charts as slabs: a title, a head that is repeated on the next page, a slab for each row, notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from editor.output.paper.flow import Slab
from editor.output.paper.lines import Lines, longest_word, plain_lines, width_of
from editor.output.paper.measures import BAND, INK, LINE, MM, ON_BAND, SOFT, STRIPE, head_font, text_font
from editor.output.paper.pictures import PagePictures
from engine.paper.model import ChartCell, RulesChart

PAD: Final = 1.5 * MM
LEAST_ROW: Final = 5.4 * MM
SAMPLE_WIDE: Final = 10.5 * MM
SAMPLE_HIGH: Final = 7.6 * MM
COUNTER: Final = 10.5 * MM
"""The side of a small counter."""
COUNTER_GAP: Final = 1.2 * MM
MOST_COUNTERS: Final = 400
"""Counters that one field draws."""
UNBROKEN: Final = 118 * MM
"""A chart whose rows are no higher together is never broken."""
SQUEEZED: Final = 2.0
"""How many times wider than its room a chart of text may be before it runs across both columns."""


@dataclass(slots=True)
class _Laid:
    """A field of a chart as it is set."""

    cell: ChartCell
    lines: Lines
    x: float
    width: float
    counters: int
    """Counters in a row."""
    beside: float = 0.0
    """Room at the left of the text that its counters take; 0 where they are above it."""

    @property
    def above(self) -> float:
        """The height of the counters above the text."""
        count = 0 if self.beside else min(len(self.cell.units), MOST_COUNTERS)
        return -(-count // self.counters) * (COUNTER + COUNTER_GAP) if count else 0.0

    @property
    def height(self) -> float:
        high = self.lines.height + self.above + 2 * PAD * 0.6
        if self.beside:
            return max(high, COUNTER + PAD)
        return max(high, SAMPLE_HIGH + PAD * 0.7) if self.cell.sample is not None else high


class ChartSlabs:
    """A chart set in a width."""

    def __init__(self, chart: RulesChart, width: float, pictures: PagePictures) -> None:
        self.chart, self.pictures = chart, pictures
        self.font, self.strong = head_font(8.8, bold=False), head_font(8.8)
        self.widths = self._spread(width)
        self.width = sum(self.widths)

    # -- widths -------------------------------------------------------------------------------------------------

    def _spread(self, width: float) -> list[float]:
        """The widths of the columns: as wide as they want to be, or as narrow as they must."""
        wanted, least = self._wants()
        if sum(wanted) > width:
            return _squeezed(wanted, least, width)
        spare = width - sum(wanted)
        texts = [place for place in range(len(wanted)) if self._is_text(place)]
        if not texts or len(wanted) == 1:
            return [one + spare / len(wanted) for one in wanted]
        return [one + (spare / len(texts) if place in texts else 0.0) for place, one in enumerate(wanted)]

    def _wants(self) -> tuple[list[float], list[float]]:
        count = max(1, self.chart.columns)
        wanted, least = [0.0] * count, [0.0] * count
        for row in (self.chart.head, *self.chart.rows):
            place = 0
            for cell in row:
                if cell.across == 1:
                    font = self.strong if cell.strong else self.font
                    extra = 2 * PAD + (SAMPLE_WIDE + PAD if cell.sample is not None else 0.0)
                    if cell.units:
                        extra = 2 * PAD + COUNTER
                        wanted[place] = max(wanted[place], min(len(cell.units), 6) * (COUNTER + COUNTER_GAP) + 2 * PAD)
                    wanted[place] = max(wanted[place], width_of(cell.text, font) * 1.02 + extra)
                    least[place] = max(least[place], min(longest_word(cell.text, font) * 1.02, 60 * MM) + extra)
                place += cell.across
        return wanted, least

    def _is_text(self, place: int) -> bool:
        """Whether a column has texts rather than figures."""
        for row in self.chart.rows:
            at = 0
            for cell in row:
                if at == place and cell.across == 1 and cell.left and (len(cell.text) > 12 or cell.units):
                    return True
                at += cell.across
        return False

    def _begins_left(self, place: int) -> bool:
        """Whether the fields of a column begin at its left."""
        rows = [row for row in self.chart.rows if len(row) > place]
        return bool(rows) and all(row[place].left for row in rows)

    @staticmethod
    def is_wide(chart: RulesChart, column: float, pictures: PagePictures) -> bool:
        """Whether a chart runs across both columns."""
        made = ChartSlabs(chart, column, pictures)
        wanted, least = made._wants()
        texts = sum(made._is_text(place) for place in range(len(wanted)))
        room = column * (SQUEEZED if texts else 1.06)
        return sum(least) > column or sum(wanted) > room

    # -- slabs --------------------------------------------------------------------------------------------------

    def slabs(self) -> Iterator[Slab]:
        """The chart from its title to its notes."""
        chart = self.chart
        first = 3.2 * MM
        if chart.title:
            title = plain_lines(chart.title, head_font(10.2), self.width)
            yield Slab(title.height + 0.8 * MM, partial(_lines, title), first, keep=True)
            first = 0.0
        if chart.caption:
            caption = plain_lines(chart.caption, text_font(8.4, italic=True), self.width, colour=SOFT)
            yield Slab(caption.height + 0.6 * MM, partial(_lines, caption), first, keep=True)
            first = 0.0
        head = self._row(chart.head, head=True) if any(cell.text for cell in chart.head) else None
        if head is not None:
            head.before, head.keep = first, True
            yield head
        count = len(chart.rows)
        rows = [
            self._row(row, shaded=number % 2 == 1, last=number == count - 1) for number, row in enumerate(chart.rows)
        ]
        whole = sum(row.height for row in rows) <= UNBROKEN
        for number, slab in enumerate(rows):
            slab.head = head
            slab.before = first if head is None and not number else 0.0
            # No row of a long chart stands alone below its head, and none alone above the notes.
            at_end = number == count - 2 or (number == count - 1 and self._noted)
            heads_rows = len(chart.rows[number]) == 1
            slab.keep = at_end or (number < count - 1 and (whole or number == 0 or heads_rows))
            yield slab
        yield from self._notes()

    @property
    def _noted(self) -> bool:
        return bool(self.chart.notes or self.chart.origin)

    def _notes(self) -> Iterator[Slab]:
        notes = [*self.chart.notes, *((self.chart.origin,) if self.chart.origin else ())]
        for number, note in enumerate(notes):
            lines = plain_lines(note, text_font(8.2), self.width, colour=SOFT)
            keep = number < len(notes) - 1
            yield Slab(lines.height, partial(_lines, lines), 0.8 * MM if number == 0 else 0.3 * MM, keep=keep)

    def _row(self, row: Sequence[ChartCell], *, head: bool = False, shaded: bool = False, last: bool = False) -> Slab:
        laid, place = [], 0
        for cell in row:
            x = sum(self.widths[:place])
            width = sum(self.widths[place : place + cell.across])
            laid.append(self._laid(cell, place, x, width, head=head))
            place += cell.across
        height = max([LEAST_ROW, *(one.height for one in laid)])
        ground = BAND if head else STRIPE if shaded else None
        return Slab(height, partial(self._paint_row, laid, height, ground, last))

    def _laid(self, cell: ChartCell, place: int, x: float, width: float, *, head: bool) -> _Laid:
        font: QFont = self.strong if cell.strong or head else self.font
        room = width - 2 * PAD - (SAMPLE_WIDE + PAD if cell.sample is not None else 0.0)
        to_left = self._begins_left(place) if head else cell.left
        align = Qt.AlignmentFlag.AlignLeft if to_left else Qt.AlignmentFlag.AlignHCenter
        counters = max(1, int((width - 2 * PAD + COUNTER_GAP) // (COUNTER + COUNTER_GAP)))
        taken = len(cell.units) * (COUNTER + COUNTER_GAP)
        beside = taken if taken and room - taken > max(22 * MM, longest_word(cell.text, font)) else 0.0
        lines = plain_lines(cell.text, font, room - beside, align=align, colour=ON_BAND if head else INK)
        return _Laid(cell, lines, x, width, counters, beside)

    def _paint_row(
        self,
        laid: list[_Laid],
        height: float,
        ground: QColor | None,
        last: bool,
        painter: QPainter,
        x: float,
        y: float,
        width: float,
    ) -> None:
        if ground is not None:
            painter.fillRect(QRectF(x, y, self.width, height), ground)
        for one in laid:
            left, top = x + one.x + PAD, y + (height - one.lines.height + one.above) / 2
            if one.cell.sample is not None:
                room = QRectF(left, y + (height - SAMPLE_HIGH) / 2, SAMPLE_WIDE, SAMPLE_HIGH)
                self.pictures.paint_sample(painter, one.cell.sample, room)
                left += SAMPLE_WIDE + PAD
            for place, unit in enumerate(one.cell.units[:MOST_COUNTERS]):
                row, column = divmod(place, one.counters)
                down = (height - COUNTER) / 2 if one.beside else PAD * 0.7
                corner = QPointF(column, row) * (COUNTER + COUNTER_GAP) + QPointF(x + one.x + PAD, y + down)
                self.pictures.paint_counter(painter, unit, QRectF(corner.x(), corner.y(), COUNTER, COUNTER))
            if one.above:
                top = y + PAD * 0.6 + one.above
            one.lines.draw(painter, left + one.beside, top)
        painter.setPen(QPen(LINE, 0.18 * MM))
        painter.drawLine(QPointF(x, y + height), QPointF(x + self.width, y + height))
        if last:
            painter.setPen(QPen(BAND, 0.35 * MM))
            painter.drawLine(QPointF(x, y + height), QPointF(x + self.width, y + height))


def _squeezed(wanted: list[float], least: list[float], width: float) -> list[float]:
    """Widths of columns that want more than there is: those that want little have it, the others share what is left."""
    if sum(least) >= width:
        return [one * width / sum(least) for one in least]
    given = list(least)
    open_columns = set(range(len(wanted)))
    while open_columns:
        share = (width - sum(given[place] for place in range(len(wanted)) if place not in open_columns)) / len(
            open_columns
        )
        content = [place for place in open_columns if wanted[place] <= share or least[place] >= share]
        if not content:
            for place in open_columns:
                given[place] = share
            break
        for place in content:
            given[place] = wanted[place] if wanted[place] <= share else least[place]
            open_columns.remove(place)
    return [one * width / sum(given) for one in given]


def _lines(lines: Lines, painter: QPainter, x: float, y: float, width: float) -> None:
    lines.draw(painter, x, y)
