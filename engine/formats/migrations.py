"""How files of older versions become files of today's: one function a step, on plain data.

To change a format: raise its number in `CURRENT` and register a function for (kind, old number) that takes
the old data and gives the new. Files of any older version then go through every step in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

Data = dict[str, Any]
Migration = Callable[[Data], Data]

CURRENT: Final[dict[str, int]] = {
    "map": 1,
    "palette": 1,
    "counters": 1,
    "scenario": 1,
    "example": 1,
    "replay": 1,
    "system": 1,
}
"""Kind of file to the version that is written today."""

MIGRATIONS: Final[dict[tuple[str, int], Migration]] = {}
"""(kind, version) to the function that makes the next version of it."""


def header(kind: str) -> str:
    """What the ``format:`` line of a file says that is written today."""
    return f"hexwright-{kind} {CURRENT[kind]}"


def migrate(kind: str, version: int, data: Data) -> Data:
    """Data of an older version, brought up to today's."""
    for step in range(version, CURRENT[kind]):
        data = MIGRATIONS[kind, step](data)
    return data
