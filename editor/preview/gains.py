"""How the score of a test game came about: every gain and loss of points, and the score at the end of each turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from editor.preview.position import Position

POINTS: Final = "points"
"""The kind of event that tells of points gained or lost: side, ``gained`` (below 0 for lost), ``why``."""


@dataclass(frozen=True, slots=True)
class Gain:
    """Points that a side gained, or lost where they are below 0."""

    turn: int
    side: str
    points: float
    why: str
    rule: str


def gains(positions: Sequence[Position]) -> list[Gain]:
    """Every gain and loss that led to the last of these positions, the first of them first."""
    found, turn = [], 1
    for position in positions:
        for event in position.events:
            if event.kind == "turn":
                turn = int(event.data.get("turn", turn))
            elif event.kind == POINTS:
                data = event.data
                found.append(Gain(turn, str(data["side"]), float(data["gained"]), str(data["why"]), event.rule))
    return found


def scores(positions: Sequence[Position]) -> dict[int, Mapping[str, float]]:
    """The score by turn: at the end of those that are over, and as it stands in the last."""
    return {int(position.status.get("turn", 1)): position.status.get("score") or {} for position in positions}


def begun_with(positions: Sequence[Position]) -> dict[str, float]:
    """The points that each side began with, by its key: its handicap, or what a position that was taken up had."""
    first = positions[0].status.get("score") or {} if positions else {}
    found = {side: float(points) for side, points in first.items()}
    for gain in gains(positions[:1]):
        found[gain.side] -= gain.points
    return {side: points for side, points in found.items() if points}
