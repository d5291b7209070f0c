"""The score as it stands: every line of the victory conditions in words, with what it gives at this moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of points: what it is for, and what each side has of it now."""

    about: str
    points: Mapping[str, float]
    counted: bool = True
    """Whether they have been gained already; False for what would be counted if the game ended now."""


@dataclass(frozen=True, slots=True)
class ScoreWin:
    """A way to win outright, and whether it is so now."""

    side: str
    about: str
    met: bool
    at_once: bool


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The score at a moment of the game."""

    points: Mapping[str, float]
    """The points of each side, by its key; what it began with counts."""
    lines: tuple[ScoreLine, ...]
    wins: tuple[ScoreWin, ...]
    standing: str
    """Who would win if the game ended now, in words."""
    leader: str
    """The side that would win; empty for no side."""
    level: str = ""
    """The level of victory that it would be; empty for none."""

    @property
    def opening(self) -> dict[str, float]:
        """The points of each side, by its key, that no line gives: what it began with, such as a handicap."""
        found = dict(self.points)
        for line in self.lines:
            for side, points in line.points.items():
                found[side] -= points
        return found

    def so_far(self) -> dict[str, float]:
        """The points that each side has gained already, by its key: what it began with, and the lines that count."""
        found = self.opening
        for line in self.lines:
            for side, points in line.points.items() if line.counted else ():
                found[side] += points
        return found
