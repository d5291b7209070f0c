"""The true line of a map's coasts: outlines of its water, as the data had them from which the map was made."""

from __future__ import annotations

from dataclasses import dataclass, replace

Outline = tuple[tuple[float, float], ...]
"""Points of the paper, in circumradii, around a water or an island; the last one is not the first one again."""


@dataclass(frozen=True, slots=True)
class Coast:
    """What is water on the paper, by the even-odd rule: what is inside one outline, and in no other."""

    outlines: tuple[Outline, ...]
    water: float = 0.5
    """The share of water from which on a hex was made water."""
    shown: bool = True
    """Whether coasts are drawn by it."""

    def moved(self, dx: float, dy: float) -> Coast:
        """The same when all that is on the paper is moved by so many circumradii."""
        moved = (tuple((round(x + dx, 2), round(y + dy, 2)) for x, y in outline) for outline in self.outlines)
        return replace(self, outlines=tuple(moved))
