"""One name, two spellings: ``é`` as one character, or as ``e`` with an accent after it, as some systems name files.

Texts of files are composed when they are read, so that names are compared as they are; who looks up what somebody has
typed, or what a folder holds, asks here.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Final

_BREAKS: Final = ("\n", "\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")


def composed(text: str) -> str:
    """The text with each letter and its accents as one character, as far as there is one."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def one_line(text: str) -> str:
    """A name on one line: line breaks in it become blanks, so that it cannot look like several lines of a log."""
    return " ".join(text.split()) if len(text.splitlines()) > 1 or text.endswith(_BREAKS) else text


def on_one_line(model: object, *fields: str) -> None:
    """Have names of a model on one line, wherever they come from: a file, a form, or what was pasted."""
    for field in fields:
        name = getattr(model, field)
        if not name.isprintable():
            # Models are immutable once they are made; this is still their making.
            object.__setattr__(model, field, one_line(name))


def folded(text: str) -> str:
    """A text as it is compared in a search: composed, whatever its case."""
    return composed(composed(text).casefold())


def undrawable(text: str) -> str:
    """The letters of a text that no font has: those for private use, and those that stand for nothing."""
    return "".join(dict.fromkeys(char for char in text if unicodedata.category(char) in ("Co", "Cn", "Cs")))


SHIPPED: Final = (
    (0x0020, 0x052F),
    (0x1AB0, 0x1ACF),
    (0x1D00, 0x20FF),
    (0x2100, 0x218F),
    (0x2C60, 0x2C7F),
    (0x2DE0, 0x2E7F),
    (0xA640, 0xA69F),
    (0xA700, 0xA7FF),
    (0xAB30, 0xAB6F),
    (0xFB00, 0xFB06),
    (0xFE20, 0xFE2F),
)
"""The blocks of Unicode with the Latin, Greek and Cyrillic letters, which the fonts have that are shipped for maps and
counters; ``tests/editor/test_typefaces.py`` holds them against the fonts."""


def scripts_lacking(text: str) -> tuple[str, ...]:
    """The scripts of a text that no shipped font has, such as ``Arabic``, in the order in which they appear. A computer
    without a font for them draws boxes."""
    if text.isascii():
        return ()
    foreign = (char for char in text if unicodedata.category(char)[0] in "LM" and not _is_shipped(ord(char)))
    return tuple(dict.fromkeys(unicodedata.name(char, "other").split()[0].capitalize() for char in foreign))


def _is_shipped(number: int) -> bool:
    return any(first <= number <= last for first, last in SHIPPED)


def spelled_out(letters: str) -> str:
    """Letters that may not be seen, by their numbers: ``U+E000, U+101B``."""
    return ", ".join(f"U+{ord(char):04X}" for char in letters)


def on_disk(path: Path) -> Path:
    """The path as its folders spell it; the path itself where that exists, or where nothing is spelled like it."""
    try:
        if str(path).isascii() or path.exists():
            return path
    except (OSError, ValueError):
        return path
    above = path.parent
    if above == path:
        return path
    folder = on_disk(above)
    try:
        found = [entry for entry in folder.iterdir() if composed(entry.name) == composed(path.name)]
    except OSError:
        return path
    return found[0] if found else path
