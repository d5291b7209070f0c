"""Numbers with their nouns, and names in a series."""

from __future__ import annotations

from collections.abc import Iterable


def ordinal(number: int) -> str:
    """``1st``, ``12th``, ``702nd``."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def counted(number: float, one: str, many: str = "") -> str:
    """A number with its noun: ``1 hex``, ``2,000 hexes``, ``0.5 points``.

    ``many`` is the plural, where it is not the noun with an s."""
    figure = f"{number:g}" if isinstance(number, float) else f"{number:,}"
    return f"{figure} {one if number == 1 else many or one + 's'}"


def measured(amount: str, one: str, many: str = "") -> str:
    """A number in words with its noun: ``at most 1 step``, ``2 to 5 steps``, ``½ point``.

    ``many`` is the plural, where it is not the noun with an s."""
    return f"{amount} {one if amount.rpartition(' ')[2].lstrip('+-−') in ('1', '½') else many or one + 's'}"


def in_series(names: Iterable[str], joint: str = "and") -> str:
    """Names in a row: ``woods, orchard and village``; empty names are left out."""
    found = [name for name in names if name]
    return f" {joint} ".join([", ".join(found[:-1]), found[-1]]) if len(found) > 1 else "".join(found)
