"""Chance that is always the same: small numbers from seeds, so that a map looks alike every time it is drawn."""

from __future__ import annotations

import random
from typing import Final

_BITS: Final = 12
_RANDOM: Final = random.Random(1814)
_TABLE: Final = tuple(_RANDOM.uniform(-1.0, 1.0) for _ in range(1 << _BITS))
_MASK: Final = (1 << _BITS) - 1


def noise(seed: int) -> float:
    """A number from -1 to 1 that belongs to this seed."""
    return _TABLE[(seed * 2654435761 >> 11) & _MASK]


def pick(seed: int, count: int) -> int:
    """A number in ``range(count)`` that belongs to this seed; seeds in even steps do not all get the same."""
    mixed = seed * 2246822519 & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 2654435761 & 0xFFFFFFFF
    return (mixed ^ mixed >> 13) % count


class Chance:
    """A row of numbers that belongs to a seed: far cheaper to begin than a ``random.Random``."""

    __slots__ = ("_seed",)

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def uniform(self, low: float, high: float) -> float:
        """A number from ``low`` to ``high``."""
        self._seed += 1
        return low + (high - low) * (noise(self._seed) + 1) / 2

    def randint(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        self._seed += 1
        return low + pick(self._seed, high - low + 1)
