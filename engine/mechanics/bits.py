"""Sets of units as the bits of an int: plain data that copies for free."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def bits(mask: int) -> Iterator[int]:
    """The members of a mask, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(members: Iterable[int]) -> int:
    """The mask of some members."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask
