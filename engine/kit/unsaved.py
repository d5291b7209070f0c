"""Texts of rules files that are being edited: games are played by them before they are saved.

A text stands for its file from the moment that it is held until it is let go. One with errors is never held: whoever
plays goes on by the one before.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path

_serials = count(1)
_texts: dict[Path, tuple[int, str]] = {}


def hold(path: Path, text: str) -> None:
    """Have a text stand for a file."""
    before = _texts.get(path.resolve())
    if before is None or before[1] != text:
        _texts[path.resolve()] = next(_serials), text


def let_go(path: Path) -> None:
    """Have a file stand for itself again."""
    _texts.pop(path.resolve(), None)


def held_text(path: Path) -> str | None:
    """The text that stands for a file; None for the file itself."""
    found = _texts.get(path.resolve()) if _texts else None
    return found[1] if found is not None else None


def drafts() -> tuple[tuple[str, str], ...]:
    """The files for which a text stands, each with its text: for another process, which holds them as well."""
    return tuple((str(path), text) for path, (_, text) in _texts.items())


def held_serial(path: Path) -> int:
    """A number that is another one for each text held for a file; 0 for the file itself."""
    found = _texts.get(path.resolve()) if _texts else None
    return found[0] if found is not None else 0
