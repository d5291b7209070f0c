"""A document as segments of slabs: chapters, paragraphs with their numbers, lists, charts and figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QPen

from editor.output.paper.charts import ChartSlabs
from editor.output.paper.figures import figure_slab, track_slabs
from editor.output.paper.flow import FlowSegment, Paint, Slab
from editor.output.paper.lines import Lines, clipped, plain_lines
from editor.output.paper.measures import BAND, LINE, MM, ON_BAND, SOFT, WHY, PageSize, head_font, text_font
from editor.output.paper.pictures import PagePictures
from engine.paper.model import (
    Chapter,
    CounterFigure,
    ListOfItems,
    PaperDocument,
    PaperEntry,
    Part,
    RulesChart,
    Span,
    TextPart,
    TurnRecordTrack,
    listed,
)

INDENT: Final = 4.5 * MM
BETWEEN: Final = 2.1 * MM
"""Between paragraphs."""
LONG: Final = 20_000
"""Letters of a paragraph that are set at a time: longer ones become several."""


class DocumentSetting:
    """Sets the chapters of a document for a size of paper."""

    def __init__(self, document: PaperDocument, size: PageSize, pictures: PagePictures) -> None:
        self.document, self.size, self.pictures = document, size, pictures

    def segments(self) -> Iterator[FlowSegment]:
        """The document in segments: text in two columns, wide charts across them."""
        if self.document.cover:
            for chapter in self.document.chapters:
                yield from self._chapter(chapter)
        else:
            yield from self._dense()

    def _dense(self) -> Iterator[FlowSegment]:
        """All chapters of a sheet in the same columns; only what is wide runs across them."""
        narrow: list[Slab] = []
        for chapter in self.document.chapters:
            head: list[Slab] = []
            for place, (slabs, wide) in enumerate(self._slabs(chapter)):
                if not place:
                    head = [self._heading(chapter, across=wide)]
                if not wide:
                    narrow += [*head, *slabs]
                else:
                    if narrow:
                        yield FlowSegment(narrow, 2)
                    narrow = []
                    yield FlowSegment([*head, *slabs], 1)
                head = []
        if narrow:
            yield FlowSegment(narrow, 2)

    def _chapter(self, chapter: Chapter) -> Iterator[FlowSegment]:
        lead: Slab | None = self._heading(chapter)
        fresh, narrow = chapter.fresh, list[Slab]()
        for slabs, wide in self._slabs(chapter):
            if not wide:
                narrow += slabs
                continue
            for some, columns in ((narrow, 2), (slabs, 1)):
                if some:
                    yield FlowSegment(some, columns, fresh, lead)
                    lead, fresh = None, False
            narrow = []
        if narrow or lead is not None:
            yield FlowSegment(narrow, 2, fresh, lead)

    def _slabs(self, chapter: Chapter) -> Iterator[tuple[list[Slab], bool]]:
        for entry in chapter.entries:
            yield from self._entry(entry)

    def _entry(self, entry: PaperEntry) -> Iterator[tuple[list[Slab], bool]]:
        """The slabs of a paragraph; the number and the title stand before its first words."""
        head = " ".join(filter(None, (entry.number, entry.title)))
        parts = list(entry.parts)
        first = parts[0] if parts else None
        if head and isinstance(first, TextPart) and first.manner == "text":
            yield self._run_in(head, first), False
            parts, head = parts[1:], ""
        for part in parts or ([listed()] if head else []):
            for slabs, wide in self._part(part):
                lone = [self._lone_head(head, wide=wide)] if head else []
                yield [*lone, *slabs], wide
                head = ""

    def _part(self, part: Part) -> Iterator[tuple[list[Slab], bool]]:
        if isinstance(part, RulesChart):
            wide = ChartSlabs.is_wide(part, self.size.column, self.pictures)
            width = self.size.body.width() if wide else self.size.column
            yield list(ChartSlabs(part, width, self.pictures).slabs()), wide
        elif isinstance(part, CounterFigure):
            yield [figure_slab(part, self.pictures)], True
        elif isinstance(part, TurnRecordTrack):
            yield list(track_slabs(part, self.size.body.width())), True
        elif isinstance(part, ListOfItems):
            yield list(self._list(part)), False
        elif part.manner == "why":
            yield [self._why(part)], False
        else:
            points = {"lead": 11.0, "small": 8.2}.get(part.manner, 9.6)
            spans = [(span, _font(span, points)) for span in part.spans]
            slabs = _text_slabs(spans, self.size.column, BETWEEN)
            if slabs and part.text.rstrip().endswith(":"):
                slabs[-1].keep = True
            yield slabs, False

    # -- texts --------------------------------------------------------------------------------------------------

    def _heading(self, chapter: Chapter, *, across: bool = True) -> Slab:
        width = self.size.body.width() if across else self.size.column
        font = head_font(16 if self.document.cover else 13.5)
        words = plain_lines(chapter.title, font, width - 16 * MM if chapter.number else width, colour=BAND)
        height = words.height + 3.2 * MM
        name = " ".join(filter(None, (chapter.number, chapter.title)))
        return Slab(
            height, partial(_paint_heading, words, chapter.number, height), 5 * MM, keep=True, name=clipped(name)
        )

    def _run_in(self, head: str, part: TextPart) -> list[Slab]:
        behind = "" if head.rstrip().endswith((".", "?", "!")) else "."
        spans = [(Span(clipped(head) + behind + "  "), head_font(9.8)), *((span, _font(span)) for span in part.spans)]
        return _text_slabs(spans, self.size.column, BETWEEN)

    def _lone_head(self, head: str, *, wide: bool) -> Slab:
        lines = plain_lines(head, head_font(9.8), self.size.body.width() if wide else self.size.column)
        return Slab(lines.height, partial(_paint_lines, lines, 0.0), BETWEEN, keep=True)

    def _list(self, part: ListOfItems) -> Iterator[Slab]:
        for number, item in enumerate(part.items, 1):
            spans = [(span, _font(span)) for span in item]
            mark = f"{number}." if part.numbered else "•"
            slabs = _text_slabs(spans, self.size.column - INDENT, BETWEEN / 2, indent=INDENT)
            if slabs:
                slabs[0].paint = partial(_paint_marked, mark, slabs[0].paint)
                yield from slabs

    def _why(self, part: TextPart) -> Slab:
        """A note of the designer in a box of its own."""
        room = self.size.column - 5 * MM
        lines = Lines([(Span(clipped(part.text)), text_font(8.8, italic=True))], room)
        title = plain_lines("Designer's note", head_font(8), room, colour=SOFT)
        height = title.height + lines.height + 3.4 * MM
        return Slab(height, partial(_paint_note, title, lines, height), BETWEEN)


def _font(span: Span, points: float = 9.6) -> QFont:
    return text_font(points, bold=span.bold, italic=span.italic)


def _text_slabs(spans: Sequence[tuple[Span, QFont]], width: float, before: float, *, indent: float = 0.0) -> list[Slab]:
    """A slab for each line; neither the first nor the last line of several stands alone in a column."""
    found: list[Slab] = []
    for some in _portions(spans):
        lines = Lines(some, width)
        count = lines.count
        for number in range(count):
            keep = count > 1 and (number == 0 or number == count - 2)
            above = before if not found else 0.0
            found.append(Slab(lines.step, partial(_paint_line, lines, number, indent), above, keep))
    return found


def _portions(spans: Sequence[tuple[Span, QFont]]) -> Iterator[list[tuple[Span, QFont]]]:
    """Spans in portions that are set at a time."""
    portion: list[tuple[Span, QFont]] = []
    size = 0
    for span, font in spans:
        for begin in range(0, len(span.text), LONG):
            piece = Span(span.text[begin : begin + LONG], span.bold, span.italic)
            if size and size + len(piece.text) > LONG:
                yield portion
                portion, size = [], 0
            portion.append((piece, font))
            size += len(piece.text)
    if portion:
        yield portion


# -- painting -----------------------------------------------------------------------------------------------------


def _paint_line(lines: Lines, number: int, indent: float, painter: QPainter, x: float, y: float, width: float) -> None:
    lines.draw(painter, x + indent, y, number)


def _paint_lines(lines: Lines, indent: float, painter: QPainter, x: float, y: float, width: float) -> None:
    lines.draw(painter, x + indent, y)


def _paint_marked(mark: str, paint: Paint, painter: QPainter, x: float, y: float, width: float) -> None:
    sign = plain_lines(mark, head_font(9.4), INDENT, colour=BAND)
    sign.draw(painter, x, y + 0.1 * MM)
    paint(painter, x, y, width)


def _paint_heading(
    words: Lines, number: str, height: float, painter: QPainter, x: float, y: float, width: float
) -> None:
    left = x
    if number:
        plate = QRectF(x, y, 12 * MM, words.step)
        painter.fillRect(plate, BAND)
        sign = plain_lines(number, head_font(13), plate.width(), align=Qt.AlignmentFlag.AlignHCenter, colour=ON_BAND)
        sign.draw(painter, plate.left(), plate.top() + (plate.height() - sign.height) / 2)
        left += 16 * MM
    words.draw(painter, left, y)
    painter.setPen(QPen(BAND, 0.5 * MM))
    painter.drawLine(QPointF(x, y + height - 1 * MM), QPointF(x + width, y + height - 1 * MM))


def _paint_note(title: Lines, lines: Lines, height: float, painter: QPainter, x: float, y: float, width: float) -> None:
    painter.fillRect(QRectF(x, y, width, height), WHY)
    painter.fillRect(QRectF(x, y, 0.8 * MM, height), LINE)
    title.draw(painter, x + 2.6 * MM, y + 1.4 * MM)
    lines.draw(painter, x + 2.6 * MM, y + 1.6 * MM + title.height)
