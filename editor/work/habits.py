"""What a user has chosen for new files and for the copies that survive a crash: kept in the settings."""

from __future__ import annotations

from typing import Final

from editor.work.settings import settings

LENGTHS: Final = {
    "yards": "100 yards",
    "metres": "100 metres",
    "miles": "5 miles",
    "kilometres": "5 kilometres",
}
"""Units of length, each with an example of what a hex is across."""
COPIES: Final = {1: "1 second after a change", 5: "5 seconds after a change", 30: "30 seconds after a change"}
"""After how many seconds without a change a recovery copy is written, in words."""
COLUMNS: Final = 30
ROWS: Final = 24
"""The size of a new map, until another one is chosen."""
MOST: Final = 1000
"""Columns or rows of a map at most."""
_LENGTH: Final = "new/length"
_COPIES: Final = "recovery/seconds"
_COLUMNS: Final = "new/columns"
_ROWS: Final = "new/rows"
_POINTED: Final = "new/pointed"


def _number(key: str, usual: int) -> int:
    try:
        return int(str(settings().value(key, usual)))
    except ValueError:
        # Written by hand.
        return usual


def length() -> str:
    """The unit of length that is suggested for new maps: a key of ``LENGTHS``."""
    found = str(settings().value(_LENGTH, "yards"))
    return found if found in LENGTHS else "yards"


def length_example() -> str:
    """What a hex may be across, in the chosen unit of length."""
    return LENGTHS[length()]


def copies_after() -> int:
    """The seconds without a change after which a recovery copy is written: a key of ``COPIES``."""
    found = _number(_COPIES, 1)
    return found if found in COPIES else 1


def new_size() -> tuple[int, int]:
    """Columns and rows of a new map."""
    columns, rows = _number(_COLUMNS, COLUMNS), _number(_ROWS, ROWS)
    return min(max(columns, 1), MOST), min(max(rows, 1), MOST)


def new_pointed() -> bool:
    """Whether the hexes of a new map have their points at the top."""
    return bool(settings().value(_POINTED, False, bool))


def keep(*, unit: str, seconds: int, size: tuple[int, int], pointed: bool) -> None:
    """Note what was chosen: a unit of length, the seconds of the copies, columns and rows, how hexes lie."""
    store = settings()
    store.setValue(_LENGTH, unit)
    store.setValue(_COPIES, seconds)
    store.setValue(_COLUMNS, size[0])
    store.setValue(_ROWS, size[1])
    store.setValue(_POINTED, pointed)
