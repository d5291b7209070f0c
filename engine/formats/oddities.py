"""Characters that look like others, as word processors and web pages write them, and the findings about them.

A no-break space after a colon makes no key and value, curly quotation marks quote nothing, and `` #`` begins a comment
in the midst of a name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.findings import Finding, Place, Severity

_BLANKS: Final = "\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff"
_OPENING: Final = "\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00ab\u2039\uff02\uff07"
_CLOSING: Final = "\u201c\u201d\u201f\u2018\u2019\u201b\u00bb\u203a\uff02\uff07"
_DOUBLE: Final = "\u201c\u201d\u201e\u201f\u00ab\u00bb\uff02"
_DASHES: Final = "\u2010\u2011\u2012\u2013\u2014\u2212\uff0d"
MOST: Final = 20
"""How many of them are told of a text that cannot be read for them."""


class Odd(NamedTuple):
    """What is wrong at a character of the text."""

    code: str
    at: int
    message: str
    hint: str

    def finding(self, place: Place, severity: Severity) -> Finding:
        """The finding at a place."""
        return Finding(self.code, severity, self.message, place, hint=self.hint)


def _named(char: str) -> str:
    return f"{unicodedata.name(char, 'character').lower()} (U+{ord(char):04X})"


def _blank(char: str, at: int) -> Odd:
    return Odd("FILE028", at, f"a {_named(char)} is here, which is not a blank in these files", "type a blank instead")


def _quote(char: str, at: int) -> Odd:
    message = f"a {_named(char)} is here, which is part of the text and does not quote it"
    return Odd("FILE028", at, message, 'write " on both sides; put the whole text in single quotes to keep it as it is')


def _dash(char: str, at: int) -> Odd:
    return Odd("FILE028", at, f"a {_named(char)} is here, where these files have -", "type - instead")


def _colon(char: str, at: int) -> Odd:
    return Odd("FILE028", at, f"a {_named(char)} is here, where these files have :", "type : and a blank instead")


def _comment(char: str, at: int) -> Odd:
    message = f"the text ends here: {char} after a blank begins a comment"
    return Odd("FILE029", at, message, f"put the text in quotes; if this is a comment, write a blank after {char}")


_BREAKS: Final = (
    (re.compile(rf"^[ \t]*(?:-[ \t]+)*(?P<odd>[{_BLANKS}])", re.MULTILINE), _blank),
    (re.compile(rf"^[ \t]*-(?P<odd>[{_BLANKS}])", re.MULTILINE), _blank),
    (re.compile(rf"[\w\"'\])][ \t]*(?P<odd>[{_BLANKS}])[ \t]*:(?=\s)"), _blank),
    (re.compile(rf"[\w\"'\])]:(?P<odd>[{_BLANKS}])"), _blank),
    (re.compile(rf"(?:[{{\[,:-][ \t]*|^[ \t]*)(?P<odd>[{_OPENING}])", re.MULTILINE), _quote),
    (re.compile(r"^[ \t]*(?:- +)*[\w.-]+(?P<odd>\uff1a)", re.MULTILINE), _colon),
    (re.compile(rf"^[ \t]*(?P<odd>[{_DASHES}])[ \t]", re.MULTILINE), _dash),
    (re.compile(r"^[^#\n]*[ \t](?P<odd>#)(?=[^\s#])", re.MULTILINE), _comment),
)
"""What may break a text, so that it cannot be taken apart at all. No pattern looks at a character many times."""
_CUT: Final = re.compile(r"[ \t]+(?P<odd>#)(?=[^\s#])")
_AT_AN_END: Final = re.compile(rf"\A[{_BLANKS}]|[{_BLANKS}]\Z")
_IN_A_KEY: Final = re.compile(rf"\A[{_BLANKS}]|:[{_BLANKS}]|[{_BLANKS}]\Z")
_MARKED: Final = re.compile(rf"[{_DASHES}](?=[ \d.])")


def between(text: str, start: int, end: int) -> list[Odd]:
    """What may have broken a text that could not be read on from ``end``, in the order of the text. It is looked for
    from the line of ``start``, or from the last line with a text before ``end``, whichever is earlier."""
    before = text[:end].rpartition("\n")[0].rstrip()
    start = min(text.rfind("\n", 0, start), before.rfind("\n")) + 1
    until = text.find("\n", end)
    found = {
        match.start("odd"): say(match["odd"], match.start("odd"))
        for pattern, say in _BREAKS
        for match in pattern.finditer(text, start, len(text) if until < 0 else until)
        if say is not _comment or "{" in match[0] or "[" in match[0]
    }
    return [found[at] for at in sorted(found)][-MOST:]


def in_key(written: str, start: int) -> Iterator[Odd]:
    """What is odd in a key without quotes: ``written`` is its text as it is in the file."""
    if written.isascii():
        return
    match = _IN_A_KEY.search(written)
    if match is not None:
        at = match.end() - 1
        yield _blank(written[at], start + at)
    elif written[0] in _OPENING:
        yield _quote(written[0], start)


def in_value(text: str, start: int, end: int) -> Iterator[Odd]:
    """What is odd in a value without quotes, which goes from ``start`` to ``end`` in the text of a file."""
    cut = _CUT.match(text, end)
    if cut is not None:
        yield _comment("#", cut.start("odd"))
    written = text[start:end]
    if written.isascii():
        return
    match = _AT_AN_END.search(written)
    if match is not None:
        yield _blank(match[0], start + match.start())
    elif _is_quoted(written):
        yield _quote(written[0], start)
    elif _MARKED.match(written):
        yield _dash(written[0], start)


def _is_quoted(written: str) -> bool:
    """Whether curly marks are around a text, or before one whose end lies behind a comma."""
    if written[0] not in _OPENING:
        return False
    return written[-1] in _CLOSING or (written[0] in _DOUBLE and not any(mark in written[1:] for mark in _DOUBLE))
