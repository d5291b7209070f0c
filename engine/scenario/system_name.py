"""The rules system of a scenario by its name, with the rules file that the name leads to from there."""

from __future__ import annotations

from typing import Any

Changes = tuple[tuple[str, Any], ...]
"""Values of a rules file that are tried: each with its place, such as ``movement.costs.hex.woods``."""


class SystemName(str):
    """The name of a rules system as a scenario writes it, with the file that was found for it.

    It compares as its text: only who looks up the system asks for the file.
    """

    file: str
    """The path of the rules file; empty for a system that is written in Python, or that was not found."""
    changes: Changes
    """What is tried in place of values of that file, in trials."""

    def __new__(cls, text: str, file: str = "", changes: Changes = ()) -> SystemName:
        name = super().__new__(cls, text)
        name.file, name.changes = file, changes
        return name

    def __reduce__(self) -> tuple[type[SystemName], tuple[str, str, Changes]]:
        return SystemName, (str(self), self.file, self.changes)


def file_of(name: str) -> str:
    """Returns the path of the rules file that a name leads to; empty where it brings none."""
    return name.file if isinstance(name, SystemName) else ""


def changes_of(name: str) -> Changes:
    """Returns what a name tries in place of values of its rules file."""
    return name.changes if isinstance(name, SystemName) else ()
