"""The rules system of a scenario by its name, with the rules file that the name leads to from there."""

from __future__ import annotations


class SystemName(str):
    """The name of a rules system as a scenario writes it, with the file that was found for it.

    It compares as its text: only who looks up the system asks for the file.
    """

    file: str
    """The path of the rules file; empty for a system that is written in Python, or that was not found."""

    def __new__(cls, text: str, file: str = "") -> SystemName:
        name = super().__new__(cls, text)
        name.file = file
        return name

    def __reduce__(self) -> tuple[type[SystemName], tuple[str, str]]:
        return SystemName, (str(self), self.file)


def file_of(name: str) -> str:
    """Returns the path of the rules file that a name leads to; empty where it brings none."""
    return name.file if isinstance(name, SystemName) else ""
