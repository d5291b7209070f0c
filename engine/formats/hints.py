"""Hints: the nearest known word to a mistyped one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Final

_LONGEST: Final = 60
_MOST: Final = 1000
_LONGEST_SHOWN: Final = 40
"""Characters of a value in a message."""


def nearest(word: str, choices: Iterable[str]) -> str:
    """The choice most like a word, whatever its case; empty when none is near."""
    if len(word) > _LONGEST:
        return ""
    folded: dict[str, str] = {}
    for choice in choices:
        folded.setdefault(choice.lower(), choice)
        if len(folded) >= _MOST:
            break
    found = difflib.get_close_matches(word.lower(), folded, 1, 0.6)
    return folded[found[0]] if found else ""


def did_you_mean(word: str, choices: Iterable[str]) -> str:
    """``did you mean 'forest'?``, or what there is to choose from when nothing is near and the list is short."""
    listed = list(choices)
    near = nearest(word, listed)
    if near:
        return f"did you mean {near!r}?"
    if 0 < len(listed) <= 24:
        return f"there is {', '.join(listed)}" if len(listed) == 1 else f"there are {', '.join(listed)}"
    return ""


def clip(text: str, length: int = 60) -> str:
    """A text quoted for a message, shortened when it is long."""
    return repr(text if len(text) <= length else text[: length - 1] + "…")


def shown_value(value: object) -> str:
    """A value that a program gave, for a message; shortened if it is long."""
    try:
        text = repr(value)
    except ValueError:  # a number with thousands of digits
        text = "a number with thousands of digits"
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
