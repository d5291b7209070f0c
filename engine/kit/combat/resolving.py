"""From strengths to a column: ratios, differences and totals, rounding, the ends of a table, shifts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, islice
from math import ceil, floor
from typing import Final

Number = int | Fraction

DEFENDER: Final = "defender"
ATTACKER: Final = "attacker"
NEAREST: Final = "nearest"
_KEPT: Final = 4096
"""Pairs of strengths of which a scale keeps where they stand."""
BEFORE: Final = "before"
"""What is beyond the ends is at the end before shifts are counted."""
AFTER: Final = "after"
"""Shifts are counted from beyond the ends."""


@dataclass(frozen=True, slots=True)
class PlacedOnScale:
    """Where strengths stand on a scale: the place of the column, 0 for the first of the table, and its name.

    A place beyond the table is less than 0 or not less than the number of columns.
    """

    place: int
    name: str


class Scale:
    """The columns of a table, which go on beyond both ends."""

    def __init__(self, columns: Sequence[str]) -> None:
        self.columns = tuple(columns)

    def placed(self, attack: Number, defence: Number) -> PlacedOnScale:
        """Where two strengths stand before shifts."""
        raise NotImplementedError

    def beyond(self, place: int) -> str:
        """The name of a place outside the table."""
        raise NotImplementedError

    def name(self, place: int) -> str:
        """The name of a place."""
        return self.columns[place] if 0 <= place < len(self.columns) else self.beyond(place)

    def end(self, place: int) -> int:
        """The place inside the table that is nearest to a place."""
        return min(max(place, 0), len(self.columns) - 1)

    def reached(self, attack: Number, defence: Number, clamp: str) -> PlacedOnScale:
        """Where two strengths stand before shifts, inside the table where ``clamp`` is `BEFORE`."""
        found = self.placed(attack, defence)
        if clamp == BEFORE and found.place != self.end(found.place):
            return PlacedOnScale(self.end(found.place), self.columns[self.end(found.place)])
        return found

    def shifted(self, basic: PlacedOnScale, columns: int) -> int:
        """The column in the table that is read at the end."""
        return self.end(basic.place + columns)


def odds_of(name: str) -> Fraction:
    """The ratio that the name of a column gives: ``3:2``; raises ValueError for a name that is no odds."""
    left, colon, right = name.strip().partition(":")
    if not colon or not left.isdecimal() or not right.isdecimal() or not int(left) or not int(right):
        raise ValueError(f"{name!r} is not odds such as 3:1")
    return Fraction(int(left), int(right))


def odds_name(ratio: Fraction) -> str:
    """``3:1`` for 3."""
    return f"{ratio.numerator}:{ratio.denominator}"


def _upwards(ratio: Fraction) -> Iterator[Fraction]:
    """The odds beyond a last column: by whole numbers, below 1:1 by 1:4, 1:3, 1:2."""
    for whole in range(ceil(1 / ratio) - 1, 1, -1):
        yield Fraction(1, whole)
    for whole in count(max(floor(ratio) + 1, 1)):
        yield Fraction(whole)


def _downwards(ratio: Fraction) -> Iterator[Fraction]:
    """The odds before a first column."""
    return (1 / further for further in _upwards(1 / ratio))


class OddsScale(Scale):
    """Columns of odds."""

    def __init__(self, columns: Sequence[str], rounding: str = DEFENDER) -> None:
        super().__init__(columns)
        self.rounding = rounding
        self.ratios = [odds_of(name) for name in self.columns]
        self._known: dict[tuple[Number, Number], PlacedOnScale] = {}

    def placed(self, attack: Number, defence: Number) -> PlacedOnScale:
        """Where an attack stands; against a defence of 0 in the last column, with an attack of 0 in the first."""
        found = self._known.get((attack, defence))
        if found is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            found = self._known[attack, defence] = self._placed(attack, defence)
        return found

    def _placed(self, attack: Number, defence: Number) -> PlacedOnScale:
        if not defence:
            return PlacedOnScale(len(self.columns) - 1, self.columns[-1])
        if not attack:  # no odds reach down to nothing; such an attack is refused, and may be asked about
            return PlacedOnScale(0, self.columns[0])
        ratio = Fraction(attack) / Fraction(defence)
        least, ratios = self._around(ratio)
        at = bisect_right(ratios, ratio) - 1
        if ratios[at] != ratio and (
            self.rounding == ATTACKER or (self.rounding == NEAREST and ratios[at + 1] - ratio < ratio - ratios[at])
        ):
            at += 1
        place = least + at
        return PlacedOnScale(place, self.columns[place] if 0 <= place < len(self.columns) else odds_name(ratios[at]))

    def _around(self, ratio: Fraction) -> tuple[int, list[Fraction]]:
        """The rising ratios of a scale that reaches beyond a ratio at both ends, and the place of the first."""
        below = _until(_downwards(self.ratios[0]), lambda one: one <= ratio) if ratio < self.ratios[0] else []
        above = _until(_upwards(self.ratios[-1]), lambda one: one > ratio) if ratio >= self.ratios[-1] else []
        return -len(below), [*reversed(below), *self.ratios, *above]

    def beyond(self, place: int) -> str:
        further = _downwards(self.ratios[0]) if place < 0 else _upwards(self.ratios[-1])
        ahead = -place - 1 if place < 0 else place - len(self.columns)
        return odds_name(next(islice(further, ahead, None)))


def _until(numbers: Iterator[Fraction], last: Callable[[Fraction], bool]) -> list[Fraction]:
    """Numbers up to the first one that is the last."""
    found = []
    for number in numbers:
        found.append(number)
        if last(number):
            break
    return found


def differences_of(name: str) -> list[int]:
    """The whole numbers that the name of a column lists: ``+2 +3``; raises ValueError for a name that lists none."""
    found = [int(word) for word in name.split()]
    if not found:
        raise ValueError(f"{name!r} lists no whole numbers")
    return found


class DifferenceScale(Scale):
    """Columns that list differences of attacker less defender."""

    def __init__(self, columns: Sequence[str], rounding: str = DEFENDER) -> None:
        super().__init__(columns)
        self.rounding = rounding
        self.place_of = {value: place for place, name in enumerate(columns) for value in differences_of(name)}
        self.least, self.most = min(self.place_of), max(self.place_of)

    def placed(self, attack: Number, defence: Number) -> PlacedOnScale:
        exact = Fraction(attack) - Fraction(defence)
        if self.rounding == ATTACKER:
            value = ceil(exact)
        elif self.rounding == NEAREST:
            value = ceil(exact - Fraction(1, 2))
        else:
            value = floor(exact)
        if value < self.least:
            return PlacedOnScale(value - self.least, f"{value:+d}")
        if value > self.most:
            return PlacedOnScale(len(self.columns) - 1 + value - self.most, f"{value:+d}")
        place = self.place_of[value]
        return PlacedOnScale(place, self.columns[place])

    def beyond(self, place: int) -> str:
        return f"{self.least + place if place < 0 else self.most + place - len(self.columns) + 1:+d}"


class StrengthScale(Scale):
    """Columns named by the least total of the attacker; a total below the first cannot attack."""

    def __init__(self, columns: Sequence[str]) -> None:
        super().__init__(columns)
        self.least = [Fraction(name) for name in self.columns]

    def placed(self, attack: Number, defence: Number) -> PlacedOnScale:
        place = max(bisect_right(self.least, Fraction(attack)) - 1, 0)
        return PlacedOnScale(place, self.columns[place])

    def suffices(self, attack: Number) -> bool:
        """Whether a total is enough for the first column."""
        return Fraction(attack) >= self.least[0]

    def beyond(self, place: int) -> str:
        return self.columns[self.end(place)]


def scale_of(resolve: str, columns: Sequence[str], rounding: str = DEFENDER) -> Scale:
    """The scale of a way to resolve combat: ``odds``, ``difference`` or ``strength``. Raises ValueError for names of
    columns that do not fit it."""
    if resolve == "odds":
        return OddsScale(columns, rounding)
    return DifferenceScale(columns, rounding) if resolve == "difference" else StrengthScale(columns)


def compared(resolve: str, attack: Number, defence: Number) -> str:
    """Two strengths as an event has them: ``8:4`` for odds, ``8-4`` for a difference, ``8`` where one alone counts."""
    if resolve == "strength":
        return shown(attack)
    return f"{shown(attack)}{':' if resolve == 'odds' else '-'}{shown(defence)}"


def shown(number: Number) -> str:
    """A number as people read it: ``8``, ``2.5``, ``7/3``."""
    if isinstance(number, int):
        return str(number)
    exact = Fraction(number)
    if exact.denominator == 1:
        return str(exact.numerator)
    return f"{float(exact):g}" if exact.denominator in (2, 4, 5, 10) else str(exact)
