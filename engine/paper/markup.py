"""Texts of rules files as parts: paragraphs, lists, bold and italic words, as Markdown writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.paper.model import ListOfItems, Manner, Span, TextPart

_ITEM: Final = re.compile(r"[ \t]{0,3}(?:[-*+]|(\d{1,3})[.)])[ \t]+(.*)")
_STRESS: Final = re.compile(
    r"\*\*(?=\S)(.{1,2000}?)(?<=\S)\*\*|(?<![\w*])\*(?=[^\s*])(.{1,2000}?)(?<=[^\s*])\*(?![\w*])"
)
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")


def parts_of(text: str, manner: Manner = "text") -> Iterator[TextPart | ListOfItems]:
    """The parts of a text. Lines that follow one another are one paragraph; a blank line begins a new one."""
    for block in re.split(r"\n[ \t]*\n", text.strip("\n")):
        lines = block.splitlines()
        while lines:
            if _ITEM.match(lines[0]):
                yield _list(lines)
            else:
                end = next((n for n, line in enumerate(lines) if _ITEM.match(line)), len(lines))
                words = " ".join(line.strip() for line in lines[:end]).strip()
                del lines[:end]
                if words:
                    yield TextPart(spans_of(words), manner)


def _list(lines: list[str]) -> ListOfItems:
    """The list that some lines begin with; its lines are taken out."""
    items: list[str] = []
    begins = _ITEM.match(lines[0])
    numbered = begins is not None and begins[1] is not None
    while lines:
        found = _ITEM.match(lines[0])
        if found is not None:
            items.append(found[2].strip())
        else:
            items[-1] += " " + lines[0].strip()
        del lines[0]
    return ListOfItems(tuple(spans_of(item) for item in items), numbered)


def spans_of(text: str) -> tuple[Span, ...]:
    """A line of text with its bold and italic words."""
    text, found, at = shown(text), [], 0
    for stress in _STRESS.finditer(text):
        if stress.start() > at:
            found.append(Span(text[at : stress.start()]))
        bold = stress[1] is not None
        found.append(Span(stress[1] if bold else stress[2], bold=bold, italic=not bold))
        at = stress.end()
    if at < len(text) or not found:
        found.append(Span(text[at:]))
    return tuple(found)


def shown(text: str) -> str:
    """A text without signs that would order a page about."""
    return _CONTROL.sub(" ", text)
