"""Dice that depend only on the seed and on how many were drawn before, so that a replay is the same anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

_MASK: Final = (1 << 64) - 1


def draw(seed: int, number: int, sides: int) -> int:
    """The ``number``-th draw (from 0) of a seed: a whole number from 1 to ``sides``.

    SplitMix64 over seed and number, reduced by multiplication: the bias is below 2**-58 for six sides.
    """
    z = (seed * 0xD1342543DE82EF95 + (number + 1) * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    z ^= z >> 31
    return 1 + (z * sides >> 64)


class Dice:
    """The one door through which a game gets chance. ``forced`` throws come first, in order; 0 leaves one to the seed.

    ``results`` are forced too: the first readings of results tables give these, whatever the column, and take no throw.
    ``throws_for_equals`` is whether a draw from equal things uses a throw.
    """

    __slots__ = ("forced", "results", "seed", "throws_for_equals")

    def __init__(
        self,
        seed: int = 0,
        forced: Iterable[int] = (),
        results: Iterable[str] = (),
        *,
        throws_for_equals: bool = True,
    ) -> None:
        self.seed = seed
        self.forced = tuple(forced)
        self.results = tuple(results)
        self.throws_for_equals = throws_for_equals

    def roll(self, number: int, sides: int = 6) -> int:
        """The ``number``-th draw of this game."""
        if number < len(self.forced) and self.forced[number]:
            value = self.forced[number]
            if not 1 <= value <= sides:
                raise ValueError(f"forced result {value} is not on a die of {sides} sides")
            return value
        return draw(self.seed, number, sides)

    def forced_result(self, number: int) -> str:
        """The ``number``-th forced result; empty when none is left."""
        return self.results[number] if number < len(self.results) else ""

    def die_for(self, number: int, column: Sequence[str], name: str) -> int | None:
        """The least die that gives the ``number``-th forced result in a table's column; None when none is left.

        ``column`` has the result of each die, from 1 on. Raises ValueError when none of them is the result.
        """
        if number >= len(self.results):
            return None
        wanted = self.results[number]
        for die, result in enumerate(column, 1):
            if result.casefold() == wanted.casefold():
                return die
        has = ", ".join(dict.fromkeys(column))
        raise ValueError(f"the forced result {wanted} is not in column {name}, which has {has}")
