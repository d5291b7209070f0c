"""A document as plain Markdown: headings, lists and pipe tables; what a file says is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.formats.holding import MADE_BY
from engine.paper.model import (
    ChartCell,
    CounterFigure,
    ListOfItems,
    PaperDocument,
    PaperEntry,
    Part,
    RulesChart,
    Span,
    TextPart,
)

FIRST_LINE: Final = f"<!-- {MADE_BY} -->"
"""What such a file begins with, so that it is known again."""
_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>#|~])")
_BEGINS: Final = re.compile(r"^(\s*)([-+]|\d+[.)])(?=\s)")


def markdown(document: PaperDocument) -> str:
    """The whole text, which ends with a line break."""
    return "\n".join([FIRST_LINE, *_lines(document)]).rstrip("\n") + "\n"


def _lines(document: PaperDocument) -> Iterator[str]:
    yield f"# {_escaped(document.title)}"
    yield from ("", _escaped(document.subtitle), "")
    for part in document.lead:
        yield from (_spans(part.spans), "")
    for chapter in document.chapters:
        yield from ("## " + _escaped(" ".join(filter(None, (chapter.number, chapter.title)))), "")
        for entry in chapter.entries:
            yield from _entry(entry)


def _entry(entry: PaperEntry) -> Iterator[str]:
    head = " ".join(filter(None, (entry.number, entry.title)))
    if head:
        yield from (f"### {_escaped(head)}", "")
    for part in entry.parts:
        yield from _part(part)
        yield ""


def _part(part: Part) -> Iterator[str]:
    if isinstance(part, TextPart):
        text = _BEGINS.sub(r"\1\\\2", _spans(part.spans))
        yield f"> {text}" if part.manner == "why" else text
    elif isinstance(part, ListOfItems):
        for number, item in enumerate(part.items, 1):
            yield f"{f'{number}.' if part.numbered else '-'} {_spans(item)}"
    elif isinstance(part, RulesChart):
        yield from _chart(part)
    elif isinstance(part, CounterFigure):
        yield f"**{_escaped(part.title)}**"
        yield ""
        for callout in part.callouts:
            yield f"- {_escaped(callout.text)}" + (f": {_escaped(callout.value)}" if callout.value else "")
    else:
        for space in part.spaces:
            notes = [*space.marks, *(("night",) if space.night else ()), *space.events]
            label = f" {space.label}" if space.label else ""
            yield f"- **{space.number}**{_escaped(label)}" + (f": {_escaped('; '.join(notes))}" if notes else "")


def _chart(chart: RulesChart) -> Iterator[str]:
    title = " ".join(
        filter(
            None,
            (
                f"**{_escaped(chart.title)}**" if chart.title else "",
                f"({_escaped(chart.caption)})" if chart.caption else "",
            ),
        )
    )
    if title:
        yield from (title, "")
    count = max(1, chart.columns)
    yield _row(chart.head, count)
    yield "|" + "---|" * count
    for row in chart.rows:
        yield _row(row, count)
    for note in (*chart.notes, *((chart.origin,) if chart.origin else ())):
        yield from ("", _escaped(note))


def _row(cells: Sequence[ChartCell], count: int) -> str:
    texts: list[str] = []
    for cell in cells:
        texts += [_escaped(cell.text), *[""] * (cell.across - 1)]
    texts += [""] * (count - len(texts))
    return "| " + " | ".join(texts) + " |"


def _spans(spans: Sequence[Span]) -> str:
    found = []
    for span in spans:
        mark = "**" if span.bold else "*" if span.italic else ""
        found.append(f"{mark}{_escaped(span.text)}{mark}" if span.text.strip() else span.text)
    return "".join(found)


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", " ".join(text.split("\n")))
