"""Forces of which a side knows only the hex: the counter that represents them, and its text."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.play.display import ConcealedHex
from engine.scenario import Side, Unit

UNKNOWN: Final = "?"
"""The key of a counter that stands for units that are not known; no unit of a scenario has it."""


@cache
def unknown_unit(side: str) -> Unit:
    """The counter that stands for units of a side that are not known."""
    return Unit(UNKNOWN, side, "A force that is not known", "")


def said_of(told: ConcealedHex, side: Side) -> str:
    """What can be told of a concealed force from outside, in a sentence."""
    columns = list(told.columns)
    parts = [f"column{'s' if len(columns) > 1 else ''} {', '.join(columns)}"] if columns else []
    parts += ["units outside of columns"] if told.loose and columns else []
    what = f" ({' and '.join(parts)})" if parts else ""
    return f"{side.name}: unknown units{what}; {told.tells}"
