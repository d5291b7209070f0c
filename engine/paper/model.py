"""What stands on paper: a document of chapters, in them paragraphs, lists, charts, tracks and counters with call-outs.

One document gives a PDF, a web page, Markdown and the editor's preview. It uses no screen: a sample of terrain is a
kind of a palette here, a counter is the key of a unit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.boards.board import Board
from engine.boards.palette import Kind
from engine.scenario.model import Scenario

Manner = Literal["text", "lead", "why", "small"]
"""How a text is set: as the rules themselves, larger, as a note of the designer, or as small print."""


@dataclass(frozen=True, slots=True)
class Span:
    """Some words that are set alike."""

    text: str
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class TextPart:
    """A paragraph of text."""

    spans: tuple[Span, ...]
    manner: Manner = "text"

    @property
    def text(self) -> str:
        """Its words alone."""
        return "".join(span.text for span in self.spans)


@dataclass(frozen=True, slots=True)
class ListOfItems:
    """A list, with dots or with numbers."""

    items: tuple[tuple[Span, ...], ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class ChartCell:
    """A field of a chart."""

    text: str
    sample: Kind | None = None
    """The kind of the palette that is drawn beside the text."""
    strong: bool = False
    across: int = 1
    """How many columns it takes."""
    left: bool = False
    """Whether its text begins at the left; else it stands in the middle."""
    units: tuple[str, ...] = ()
    """The keys of units whose counters are drawn above the text."""


@dataclass(frozen=True, slots=True)
class RulesChart:
    """A table of the rules, as players read it."""

    title: str
    head: tuple[ChartCell, ...]
    rows: tuple[tuple[ChartCell, ...], ...]
    notes: tuple[str, ...] = ()
    """Sentences below it."""
    origin: str = ""
    """Where its figures come from."""
    caption: str = ""
    """What the columns are of, above their heads: ``Odds``."""

    @property
    def columns(self) -> int:
        """How many columns it has."""
        widest = max((sum(cell.across for cell in row) for row in self.rows), default=0)
        return max(sum(cell.across for cell in self.head), widest)


@dataclass(frozen=True, slots=True)
class Callout:
    """What a place on a counter is."""

    x: float
    y: float
    """The middle of the place, in shares of the counter's side."""
    text: str
    value: str = ""
    """What is printed there; empty for a picture."""
    half: float = 0.0
    """From the middle to the edge of what is printed there, likewise."""


@dataclass(frozen=True, slots=True)
class CounterFigure:
    """A counter drawn large, with lines from its parts to what they mean."""

    unit: str
    """The key of a unit of the document's scenario."""
    title: str
    callouts: tuple[Callout, ...]


@dataclass(frozen=True, slots=True)
class TrackSpace:
    """A space of the turn record."""

    number: int
    label: str
    night: bool = False
    marks: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    """What happens in that turn: who arrives, who leaves."""


@dataclass(frozen=True, slots=True)
class TurnRecordTrack:
    """The turns of a game as a track for a marker."""

    title: str
    spaces: tuple[TrackSpace, ...]


Part = TextPart | ListOfItems | RulesChart | CounterFigure | TurnRecordTrack


@dataclass(frozen=True, slots=True)
class PaperEntry:
    """A numbered paragraph of the rules, or an unnumbered part of a chapter."""

    number: str
    title: str
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter."""

    number: str
    title: str
    entries: tuple[PaperEntry, ...]
    fresh: bool = False
    """Whether it begins a page of its own."""


@dataclass(frozen=True, slots=True)
class PaperDocument:
    """Something to be handed out."""

    title: str
    subtitle: str
    """What it is: ``Rules of play``, ``Player aids``."""
    lead: tuple[TextPart, ...] = ()
    """What the title page says below the title."""
    chapters: tuple[Chapter, ...] = ()
    cover: bool = True
    """Whether it has a title page and a list of contents."""
    board: Board | None = None
    """The map whose palette its samples are of."""
    scenario: Scenario | None = None
    """The scenario whose units its counters are."""

    def parts(self) -> Iterator[Part]:
        """Every part, in order."""
        for chapter in self.chapters:
            for entry in chapter.entries:
                yield from entry.parts

    def charts(self) -> Iterator[RulesChart]:
        """Every chart, in order."""
        return (part for part in self.parts() if isinstance(part, RulesChart))


def prose(text: str, manner: Manner = "text") -> TextPart:
    """A text as it is written, whatever is in it."""
    return TextPart((Span(text),), manner)


def listed(*items: str, numbered: bool = False) -> ListOfItems:
    """A list of texts as they are written."""
    return ListOfItems(tuple((Span(item),) for item in items), numbered)


def cell(text: str, *, strong: bool = False) -> ChartCell:
    """A field with a text in its middle."""
    return ChartCell(text, strong=strong)


def left(text: str, sample: Kind | None = None, *, strong: bool = False, across: int = 1) -> ChartCell:
    """A field with a text that begins at its left."""
    return ChartCell(text, sample, strong, across, left=True)


def heads(*texts: str) -> tuple[ChartCell, ...]:
    """The heads of columns, the first at the left."""
    return tuple(ChartCell(text, strong=True, left=not place) for place, text in enumerate(texts))
