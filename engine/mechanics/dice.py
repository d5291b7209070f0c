"""Dice: a number of dice with a number of faces, added up, or two read as tens and ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Final

from engine.play.step import Drawing, Step

MOST_DICE: Final = 20
MOST_FACES: Final = 100
TENS: Final = "d66"
"""Two six-sided dice read as tens and ones."""
_WRITTEN: Final = re.compile(r"(\d{1,2})d(\d{1,3})")


@dataclass(frozen=True)
class DiceThrow:
    """Dice that are thrown together: ``2d6``. ``tens`` reads two of them as tens and ones."""

    number: int
    faces: int
    tens: bool = False

    @classmethod
    def of(cls, written: str) -> DiceThrow:
        """The dice of a text such as ``2d6`` or ``d66``; raises ValueError for dice that cannot be thrown."""
        if written == TENS:
            return cls(2, 6, True)
        match = _WRITTEN.fullmatch(written)
        if match is None:
            raise ValueError(f"{written!r} is not dice such as 2d6, or d66")
        number, faces = int(match[1]), int(match[2])
        if not 1 <= number <= MOST_DICE or not 2 <= faces <= MOST_FACES:
            raise ValueError(f"{written!r} cannot be rolled: 1 to {MOST_DICE} dice of 2 to {MOST_FACES} faces")
        return cls(number, faces)

    def __str__(self) -> str:
        return TENS if self.tens else f"{self.number}d{self.faces}"

    def throw(self, state: Drawing, step: Step) -> tuple[int, ...]:
        """Throw the dice; each is a draw of its own."""
        return tuple(step.roll(state, self.faces) for _ in range(self.number))

    def total(self, dice: Sequence[int]) -> int:
        """What the dice come to."""
        return 10 * dice[0] + dice[1] if self.tens else sum(dice)

    def dice_for(self, total: int) -> tuple[int, ...]:
        """The dice that come to a total, the first ones as low as can be; empty where none do."""
        if self.tens:
            dice = divmod(total, 10)
            return dice if all(1 <= die <= 6 for die in dice) else ()
        if not self.number <= total <= self.number * self.faces:
            return ()
        found: list[int] = []
        for left in reversed(range(self.number)):
            found.append(max(1, total - left * self.faces))
            total -= found[-1]
        return tuple(found)

    @property
    def totals(self) -> tuple[int, ...]:
        """All that the dice may come to, rising."""
        return tuple(self.chances)

    @cached_property
    def chances(self) -> dict[int, Fraction]:
        """Each total with its chance, rising."""
        return _chances(self.number, self.faces, self.tens)


@cache
def _chances(number: int, faces: int, tens: bool) -> dict[int, Fraction]:
    if tens:
        return {10 * a + b: Fraction(1, 36) for a in range(1, 7) for b in range(1, 7)}
    ways = {0: 1}
    for _ in range(number):
        further: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, faces + 1):
                further[total + face] = further.get(total + face, 0) + count
        ways = further
    return {total: Fraction(count, faces**number) for total, count in sorted(ways.items())}
