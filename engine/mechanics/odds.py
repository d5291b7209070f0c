"""Odds: a ratio of strengths as a column of a combat results table."""

from __future__ import annotations

from collections.abc import Sequence


def ratio(attack: int, defence: int) -> int:
    """The odds as a step on an endless ladder, rounded for the defender: 0 is 1:1, 1 is 2:1, -1 is 1:2.

    >>> ratio(13, 4), ratio(4, 4), ratio(3, 4), ratio(1, 9)
    (2, 0, -1, -8)
    """
    if attack >= defence:
        return attack // defence - 1
    return 1 - -(-defence // attack)


def ladder_name(step: int) -> str:
    """``3:1`` for 2, ``1:2`` for -1."""
    return f"{step + 1}:1" if step >= 0 else f"1:{1 - step}"


def ladder_step(name: str) -> int | None:
    """The step of an odds name, or None when it is none."""
    left, colon, right = name.strip().partition(":")
    if not colon or not left.isdigit() or not right.isdigit() or "1" not in (left, right) or "0" in (left, right):
        return None
    return int(left) - 1 if right == "1" else 1 - int(right)


def clamp(step: int, columns: Sequence[str]) -> int:
    """The index of the column for a step, the end columns taking all that lies beyond them."""
    first = ladder_step(columns[0])
    if first is None:
        raise ValueError(f"{columns[0]!r} is not an odds column")
    return min(max(step - first, 0), len(columns) - 1)
