"""Ranges of unit keys: ``bd-1..bd-6`` stands for ``bd-1`` to ``bd-6`` wherever units are named."""

from __future__ import annotations

import re
from typing import Final

from engine.errors import HexwrightError

LONGEST: Final = 500
"""Keys that a range stands for at most."""
BETWEEN: Final = ".."
_ENDS: Final = re.compile(r"([A-Za-z0-9_-]{0,60}?)([0-9]{1,6})\.\.([A-Za-z0-9_-]{0,60}?)([0-9]{1,6})")


def keys_of(word: str) -> tuple[str, ...]:
    """The keys that a word stands for: those of a range, or the word itself.

    Raises HexwrightError for a range that runs backwards, whose ends do not fit each other, or that is too long.
    """
    if BETWEEN not in word:
        return (word,)
    ends = _ENDS.fullmatch(word)
    if ends is None or ends[1] != ends[3]:
        raise HexwrightError(f"{word[:60]!r} is not a range of keys; write both keys, such as bd-1..bd-6")
    stem, first, last = ends[1], int(ends[2]), int(ends[4])
    if first > last:
        raise HexwrightError(f"the range {word!r} runs backwards; write {stem}{ends[4]}..{stem}{ends[2]}")
    if last - first >= LONGEST:
        raise HexwrightError(f"the range {word!r} has {last - first + 1:,} keys; {LONGEST} are allowed")
    # Keys with zeros before their number are as wide as the first one: bd-01 to bd-12.
    width = len(ends[2]) if ends[2].startswith("0") else 1
    return tuple(f"{stem}{number:0{width}}" for number in range(first, last + 1))


def first_key(word: str) -> str:
    """The first key that a word stands for; the word itself where it is no sound range."""
    try:
        return keys_of(word)[0]
    except HexwrightError:
        return word
