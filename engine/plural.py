"""Numbers with their nouns."""

from __future__ import annotations


def ordinal(number: int) -> str:
    """``1st``, ``12th``, ``702nd``."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def counted(number: float, one: str, many: str = "") -> str:
    """A number of things: ``1 hex``, ``2 hexes``, ``0.5 points``; ``many`` is the noun for more than one thing or part
    of one, if it does not end in a mere s."""
    figure = f"{number:g}" if isinstance(number, float) else str(number)
    return f"{figure} {one if number == 1 else many or one + 's'}"
