"""Turns among the hexes of a way: numbers that stand for directions."""

from __future__ import annotations

from typing import Final

_FIRST: Final = -100


def turn_to(facing: int) -> int:
    """The step of a way in which a unit turns to a direction."""
    return _FIRST - facing


def is_turn(step: int) -> bool:
    """Whether a step of a way is a turn, and no hex."""
    return _FIRST - 6 < step <= _FIRST


def towards(step: int) -> int:
    """The direction to which a unit turns in such a step."""
    return _FIRST - step
