"""Marks as a printer sets them: apostrophes, quotation marks and dashes of what is drawn on maps and sheets."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_MARKS: Final = (
    (re.compile(r"(?<=\w)'"), "\u2019"),
    (re.compile(r"'(?=\w)"), "\u2018"),
    (re.compile(r'"([^"\n]*)"'), "\u201c\\1\u201d"),
    (re.compile(r"(?<=\d)-(?=\d|[A-Z])"), "\u2013"),
    (re.compile(r"(?<=\s)-(?=\s)"), "\u2013"),
)
"""What is looked for, and what is set in its place: a hyphen between figures, or from a date to a month, is a dash."""


@lru_cache(maxsize=4000)
def typeset(text: str) -> str:
    """A text of a file with typographic marks; what has them already stays as it is."""
    for pattern, mark in _MARKS:
        text = pattern.sub(mark, text)
    return text
