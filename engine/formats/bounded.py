"""Lists of names that a file gives: none is longer than what there is to be named."""

from __future__ import annotations

from typing import Any, Final

from engine.formats.source import DataPath, Section

ALWAYS: Final = 1000
"""Names that any list may have."""


def within(section: Section, names: list[Any], most: int, what: str, path: DataPath) -> bool:
    """Whether a list has no more names than there are things to be named, ``what`` they are; else it is emptied, and
    that is noted. Short lists may have names twice."""
    count = sum(len(name) if isinstance(name, list) else 1 for name in names)
    if count <= max(most, ALWAYS):
        return True
    section.error("FILE026", f"the list has {count:,} names; there are {most:,} {what}", path)
    names.clear()
    return False
