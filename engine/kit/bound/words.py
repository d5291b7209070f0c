"""Names, ranges and numbers as conditions use them, made ready to be asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any

from engine.kit.bound.subject import Number

Fits = Callable[[Collection[str]], bool]
"""Whether one of the names that a thing has is among those wanted."""


def exact(value: Any) -> Number:
    """A number as the kit counts it: whole where it is whole."""
    number = value if isinstance(value, Fraction | int) else Fraction(str(value))
    return int(number) if number == int(number) else Fraction(number)


def names_in(value: Any) -> tuple[str, ...]:
    """NAMES as a tuple: one text with spaces, or a list."""
    if value is None:
        return ()
    if isinstance(value, str):
        return tuple(value.split())
    return tuple(str(name) for name in value)


def fits(value: Any) -> Fits:
    """What NAMES ask of the names that a thing has: one of them is there; with ``!`` none of them."""
    names = names_in(value)
    barred = frozenset(name[1:] for name in names if name.startswith("!"))
    wanted = frozenset(name for name in names if not name.startswith("!"))
    if barred:
        return lambda has: barred.isdisjoint(has)
    return lambda has: not wanted.isdisjoint(has)


def within(value: Any) -> Callable[[Number], bool]:
    """Whether a number lies in a RANGE: one number, or the least, the most or both."""
    least, most = ends(value)
    if least is None:
        return lambda number: most is None or number <= most
    if most is None:
        return lambda number: number >= least
    return lambda number: least <= number <= most


def ends(value: Any) -> tuple[Number | None, Number | None]:
    """The least and the most of a RANGE; None where there is none."""
    if value is None:
        return None, None
    if isinstance(value, Mapping):
        least, most = value.get("least"), value.get("most")
    elif hasattr(value, "least"):
        least, most = value.least, value.most
    else:
        least = most = value
    return (None if least is None else exact(least)), (None if most is None else exact(most))


def halved(number: Number, how: str) -> Number:
    """Half of a number: rounded ``up`` or ``down``, or ``exact``."""
    half = Fraction(number) / 2
    if how == "exact":
        return exact(half)
    return ceil(half) if how == "up" else floor(half)


def spelled(name: str) -> str:
    """The name of a phase as it is compared: spaces and underlines are the same."""
    return name.strip().lower().replace("_", " ")


def masked(units: Iterable[int]) -> int:
    """The mask of some units."""
    mask = 0
    for unit in units:
        mask |= 1 << unit
    return mask
