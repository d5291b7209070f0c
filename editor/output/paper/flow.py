"""How slabs of a height fall on pages: in one column or two, heads with what they head, no lone lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from editor.output.paper.measures import GUTTER, MM
from engine.errors import HexwrightError

MOST_PAGES: Final = 1000
GAP: Final = 4 * MM
"""Between what stands in columns and what runs across them."""
Paint = Callable[[QPainter, float, float, float], None]
"""Paints at x, y, in a width."""


@dataclass(slots=True)
class Slab:
    """What is not broken: a line, a row of a chart, a figure."""

    height: float
    paint: Paint
    before: float = 0.0
    """Room above, but not at the head of a column."""
    keep: bool = False
    """Whether the next slab has to follow in the same column."""
    head: Slab | None = None
    """What is repeated above it where a column begins with it."""
    name: str = ""
    """The chapter that begins with it, for running heads and contents."""


@dataclass(slots=True)
class FlowSegment:
    """Slabs that stand in as many columns."""

    slabs: list[Slab]
    columns: int = 1
    fresh: bool = False
    """Whether it begins a page."""
    lead: Slab | None = None
    """What runs across above it, on the same page as its beginning: the heading of a chapter."""


@dataclass(frozen=True, slots=True)
class PlacedSlab:
    """A slab on a page."""

    slab: Slab
    x: float
    y: float
    width: float


@dataclass(slots=True)
class FlowPage:
    """A page of slabs."""

    placed: list[PlacedSlab] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The chapters that begin on it."""
        return [one.slab.name for one in self.placed if one.slab.name]

    def paint(self, painter: QPainter) -> None:
        """Paint all of it."""
        for one in self.placed:
            painter.save()
            one.slab.paint(painter, one.x, one.y, one.width)
            painter.restore()


def flow(segments: Sequence[FlowSegment], body: QRectF) -> list[FlowPage]:
    """The pages that some segments fill. Raises HexwrightError for more pages than anybody would print."""
    flowing = _Flowing(body)
    for segment in segments:
        flowing.add(segment)
    return [page for page in flowing.pages if page.placed]


class _Flowing:
    """Pages while they are filled."""

    def __init__(self, body: QRectF) -> None:
        self.body = body
        self.pages = [FlowPage()]
        self.y = body.top()

    def new_page(self) -> None:
        """Begin a page."""
        if len(self.pages) >= MOST_PAGES:
            raise HexwrightError(f"this would be more than {MOST_PAGES:,} pages; shorten the texts")
        self.pages.append(FlowPage())
        self.y = self.body.top()

    def add(self, segment: FlowSegment) -> None:
        """Lay a segment out from where the last one ended."""
        slabs, at = segment.slabs, 0
        if segment.fresh and self.pages[-1].placed:
            self.new_page()
        if segment.lead is not None:
            self._lead(segment.lead, slabs)
        while at < len(slabs):
            top = self.y == self.body.top()
            if not top:
                self.y += GAP
            room = self.body.bottom() - self.y
            end = _end(slabs, at, segment.columns, room, at_top=top)
            if end == at:
                self.new_page()
                continue
            if end == len(slabs):
                room = _least(slabs, at, segment.columns, room)
            self._place(slabs, at, segment.columns, room, at_top=top)
            at = end
            if at < len(slabs):
                self.new_page()

    def _lead(self, lead: Slab, slabs: Sequence[Slab]) -> None:
        """Place a heading, on a page with room for what it heads."""
        top = self.y == self.body.top()
        above = 0.0 if top else lead.before + GAP
        if not top and self.y + above + lead.height + GAP + _first(slabs) > self.body.bottom():
            self.new_page()
            above = 0.0
        self.y += above
        self.pages[-1].placed.append(PlacedSlab(lead, self.body.left(), self.y, self.body.width()))
        self.y += lead.height

    def _place(self, slabs: Sequence[Slab], at: int, columns: int, room: float, *, at_top: bool) -> None:
        width = (self.body.width() - GUTTER * (columns - 1)) / columns
        lowest = self.y
        for number in range(columns):
            end = _column(slabs, at, room, forced=at_top)
            x = self.body.left() + number * (width + GUTTER)
            for slab, y in _stacked(slabs, at, end):
                self.pages[-1].placed.append(PlacedSlab(slab, x, self.y + y, width))
                lowest = max(lowest, self.y + y + slab.height)
            at = end
        self.y = lowest


def _first(slabs: Sequence[Slab]) -> float:
    """The height of the slabs that stay together at the beginning."""
    high = 0.0
    for slab in slabs:
        high += slab.height + slab.before
        if not slab.keep:
            break
    return high


def _stacked(slabs: Sequence[Slab], at: int, end: int) -> Iterator[tuple[Slab, float]]:
    """The slabs of a column with their tops."""
    y = 0.0
    for number in range(at, end):
        slab = slabs[number]
        if number == at:
            if slab.head is not None:
                yield slab.head, y
                y += slab.head.height
        else:
            y += slab.before
        yield slab, y
        y += slab.height


def _column(slabs: Sequence[Slab], at: int, room: float, *, forced: bool) -> int:
    """The end of what fits into a column; ``forced`` takes one slab at least, however high it is."""
    y, end, best = 0.0, at, at
    while end < len(slabs):
        slab = slabs[end]
        head = slab.head.height if end == at and slab.head is not None else 0.0
        y += head + slab.height + (slab.before if end > at else 0.0)
        if y > room + 1e-6:
            break
        end += 1
        if not slabs[end - 1].keep or end == len(slabs):
            best = end
    if best == at and forced:
        # A chain that no column holds is broken where the column ends.
        best = max(end, at + 1) if at < len(slabs) else at
    return best


def _end(slabs: Sequence[Slab], at: int, columns: int, room: float, *, at_top: bool) -> int:
    for _ in range(columns):
        at = _column(slabs, at, room, forced=at_top)
    return at


def _least(slabs: Sequence[Slab], at: int, columns: int, room: float) -> float:
    """The least height in which the rest fits: columns that end alike."""
    if columns == 1:
        return room
    total = sum(slab.height + slab.before for slab in slabs[at:])
    high = total / columns
    while high < room and _end(slabs, at, columns, high, at_top=False) < len(slabs):
        high += 1.5 * MM
    return min(high, room)
