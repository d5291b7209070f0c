"""A document as one web page: all text escaped, no script, nothing from elsewhere; pictures are held in the page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final, Protocol

from engine.boards.palette import Kind
from engine.formats.holding import MADE_BY
from engine.paper.model import (
    Chapter,
    ChartCell,
    CounterFigure,
    ListOfItems,
    PaperDocument,
    PaperEntry,
    Part,
    RulesChart,
    Span,
    TextPart,
    TurnRecordTrack,
)

STYLE: Final = """
body { font: 17px/1.5 Georgia, "Source Serif 4", serif; color: #1d1b18; background: #fffdf8; }
body { max-width: 52rem; margin: 0 auto; padding: 1rem 1.2rem 4rem; }
h1, h2, h3, table, nav, .space b, figcaption { font-family: "Roboto Condensed", "Segoe UI", sans-serif; }
header { text-align: center; border-bottom: 3px solid #33414d; margin-bottom: 2rem; padding-bottom: 1rem; }
h1 { font-size: 2.4rem; margin: 1rem 0 0; overflow-wrap: anywhere; }
header p { font-size: 1.1rem; }
h2 { color: #33414d; border-bottom: 2px solid #33414d; margin-top: 2.4rem; overflow-wrap: anywhere; }
h3 { margin: 1.4rem 0 .2rem; overflow-wrap: anywhere; }
p, li, td { overflow-wrap: anywhere; }
nav ul { list-style: none; padding-left: 0; columns: 2; }
nav a { color: inherit; }
table { border-collapse: collapse; margin: .4rem 0 .2rem; font-size: .92rem; }
caption { text-align: left; font-weight: bold; padding: .5rem 0 .2rem; }
caption small { display: block; font-weight: normal; font-style: italic; color: #6b6459; }
th { background: #33414d; color: #fff; text-align: center; padding: .25rem .6rem; }
td { border-bottom: 1px solid #b9b0a0; text-align: center; padding: .25rem .6rem; }
tbody tr:nth-child(even) { background: #f1ece0; }
.left { text-align: left; }
td img, td .plain { vertical-align: middle; margin-right: .6rem; border: 1px solid #5a4a38; }
.plain { display: inline-block; width: 2.8rem; height: 2rem; }
.why { background: #f6f1e4; border-left: 4px solid #b9b0a0; padding: .4rem .8rem; font-style: italic; }
.small, .notes { font-size: .85rem; color: #6b6459; }
.track { display: flex; flex-wrap: wrap; }
.space { border: 1px solid #b9b0a0; width: 9rem; min-height: 4rem; padding: .3rem .5rem; font-size: .85rem; }
.night { background: #d7dbe8; }
figure { margin: 1rem 0; } figure img { max-width: 100%; }
@media print {
  body { max-width: none; font-size: 11pt; background: none; }
  h2, h3, caption { break-after: avoid; }
  tr, figure, .space { break-inside: avoid; }
}
"""
"""How the page looks, on the screen and printed."""
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""Whatever a file holds, the page loads and runs nothing."""


class PageImages(Protocol):
    """The pictures of a page, as the bytes of PNG files."""

    def sample(self, kind: Kind) -> bytes:
        """A sample of terrain."""

    def figure(self, figure: CounterFigure) -> bytes:
        """A counter with its call-outs."""


def page(document: PaperDocument, images: PageImages | None = None, style: str = STYLE) -> str:
    """The whole page; without ``images`` samples are their plain colours. ``style`` is its CSS."""
    return _Page(document, images, style).text()


class _Page:
    """The page while it is written."""

    def __init__(self, document: PaperDocument, images: PageImages | None, style: str) -> None:
        self.document, self.images, self.style = document, images, style

    def text(self) -> str:
        """All of it."""
        title = f"{escape(self.document.title)}: {escape(self.document.subtitle.lower())}"
        head = (
            '<meta charset="utf-8">'
            f'<meta name="generator" content="{MADE_BY}">'
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{title}</title><style>{self.style}</style>"
        )
        body = "\n".join(self._body())
        return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'

    def _body(self) -> Iterator[str]:
        document = self.document
        lead = "".join(f"<p>{_spans(part.spans)}</p>" for part in document.lead)
        yield f"<header><h1>{escape(document.title)}</h1><p>{escape(document.subtitle)}</p>{lead}</header>"
        if document.cover:
            entries = "".join(
                f'<li><a href="#c{number}">{escape(_name(chapter))}</a></li>'
                for number, chapter in enumerate(document.chapters, 1)
            )
            yield f"<nav><h2>Contents</h2><ul>{entries}</ul></nav>"
        for number, chapter in enumerate(document.chapters, 1):
            yield f'<section id="c{number}"><h2>{escape(_name(chapter))}</h2>'
            for entry in chapter.entries:
                yield from self._entry(entry)
            yield "</section>"

    def _entry(self, entry: PaperEntry) -> Iterator[str]:
        head = " ".join(filter(None, (entry.number, entry.title)))
        if head:
            yield f"<h3>{escape(head)}</h3>"
        for part in entry.parts:
            yield self._part(part)

    def _part(self, part: Part) -> str:
        if isinstance(part, TextPart):
            kind = "" if part.manner == "text" else f' class="{part.manner}"'
            return f"<p{kind}>{_spans(part.spans)}</p>"
        if isinstance(part, ListOfItems):
            tag = "ol" if part.numbered else "ul"
            return f"<{tag}>" + "".join(f"<li>{_spans(item)}</li>" for item in part.items) + f"</{tag}>"
        if isinstance(part, RulesChart):
            return self._chart(part)
        return self._figure(part) if isinstance(part, CounterFigure) else _track(part)

    def _chart(self, chart: RulesChart) -> str:
        small = f"<small>{escape(chart.caption)}</small>" if chart.caption else ""
        caption = f"<caption>{escape(chart.title)} {small}</caption>" if chart.title or small else ""
        head = "".join(_th(cell) for cell in chart.head)
        rows = "".join("<tr>" + "".join(map(self._cell, row)) + "</tr>" for row in chart.rows)
        notes = [*chart.notes, *((chart.origin,) if chart.origin else ())]
        below = "".join(f"<br>{escape(note)}" for note in notes).removeprefix("<br>")
        table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        return table + (f'<p class="notes">{below}</p>' if below else "")

    def _cell(self, cell: ChartCell) -> str:
        kind = ' class="left"' if cell.left else ""
        across = f' colspan="{cell.across}"' if cell.across > 1 else ""
        text = escape(cell.text)
        return f"<td{kind}{across}>{self._sample(cell)}{f'<b>{text}</b>' if cell.strong and text else text}</td>"

    def _sample(self, cell: ChartCell) -> str:
        if cell.sample is None:
            return ""
        if self.images is None:
            # Viewers that know no sizes of spans show the spaces.
            return f'<span class="plain" style="background-color:{escape(cell.sample.colour)}">{"&nbsp;" * 4}</span> '
        return f'<img width="58" height="42" alt="" src="{_data(self.images.sample(cell.sample))}">'

    def _figure(self, figure: CounterFigure) -> str:
        said = [f"{one.text}: {one.value}" if one.value else one.text for one in figure.callouts]
        items = "".join(f"<li>{escape(text)}</li>" for text in said)
        drawn = ""
        if self.images is not None:
            drawn = f'<img alt="{escape(figure.title)}" src="{_data(self.images.figure(figure))}">'
        return f"<figure>{drawn}<figcaption>{escape(figure.title)}<ul>{items}</ul></figcaption></figure>"


def _name(chapter: Chapter) -> str:
    return " ".join(filter(None, (chapter.number, chapter.title)))


def _spans(spans: Sequence[Span]) -> str:
    found = []
    for span in spans:
        text = escape(span.text)
        text = f"<b>{text}</b>" if span.bold else text
        found.append(f"<i>{text}</i>" if span.italic else text)
    return "".join(found)


def _th(cell: ChartCell) -> str:
    kind = ' class="left"' if cell.left else ""
    return f"<th{kind}>{escape(cell.text)}</th>"


def _track(track: TurnRecordTrack) -> str:
    spaces = []
    for space in track.spaces:
        lines = [*space.marks, *(("night",) if space.night else ()), *space.events]
        below = "".join(f"<br>{escape(line)}" for line in lines)
        night = " night" if space.night else ""
        spaces.append(f'<div class="space{night}"><b>{space.number}</b> {escape(space.label)}{below}</div>')
    return f'<div class="track">{"".join(spaces)}</div>'


def _data(png: bytes) -> str:
    return "data:image/png;base64," + b64encode(png).decode("ascii")
