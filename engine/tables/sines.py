"""Sines and cosines of tenths of a degree as whole numbers, so that rules read no floating-point numbers.

The table is made by whole-number arithmetic with more digits than it keeps, so it is the same on every machine. It is
exactly symmetric: the sine of 30.0 degrees is that of 150.0, and the negative of that of 210.0.
"""

from __future__ import annotations

from typing import Final

ONE: Final = 1 << 30
"""What stands for 1: values are whole numbers of 2 to the power of -30."""
CIRCLE: Final = 3600
"""Tenths of a degree in a full turn."""
QUARTER: Final = 900
"""Tenths of a degree in a right angle."""

_DIGITS: Final = 1 << 96
"""What stands for 1 while the table is made."""


def _arctangent(share: int) -> int:
    """The arc tangent of 1 / ``share``, by its series."""
    term, total, number = _DIGITS // share, 0, 1
    while term:
        total += term // number if number % 4 == 1 else -(term // number)
        term //= share * share
        number += 2
    return total


def _sine_of(angle: int) -> int:
    """The sine of an angle in radians (both times ``_DIGITS``), by its series."""
    term, total, number = angle, angle, 1
    while term:
        term = -term * angle // _DIGITS * angle // _DIGITS // ((number + 1) * (number + 2))
        if term in (0, -1):
            break
        total += term
        number += 2
    return total


def _quarter() -> list[int]:
    """The sines of 0 to 90 degrees, by tenths."""
    half_circle = 4 * (4 * _arctangent(5) - _arctangent(239))
    scale = _DIGITS // ONE
    found = [(_sine_of(half_circle * tenth // (CIRCLE // 2)) + scale // 2) // scale for tenth in range(QUARTER)]
    return [*found, ONE]


_RISING: Final = _quarter()
SINES: Final = (*_RISING, *_RISING[-2::-1], *(-one for one in _RISING[1:]), *(-one for one in _RISING[-2:0:-1]))
"""The sine of each tenth of a degree from 0 to 359.9, times ``ONE``."""


def sine(facing: int) -> int:
    """The sine of an angle in tenths of a degree, times ``ONE``."""
    return SINES[facing % CIRCLE]


def cosine(facing: int) -> int:
    """The cosine of an angle in tenths of a degree, times ``ONE``."""
    return SINES[(facing + QUARTER) % CIRCLE]
