"""Names of units with numbers in them: the next free one, and a row of them made from a pattern."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from engine.errors import HexwrightError

_LAST: Final = re.compile(r"(.*?)(\d+)$", re.DOTALL)
_ORDINAL: Final = re.compile(r"\b(\d{1,4})(?:st|nd|rd|th)\b")
_FIELD: Final = re.compile(r"\{([^{}]*)\}")
_ROMAN: Final = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL")),
    *((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)
MOST: Final = 3999
"""The highest number that a name takes: Roman numerals go no further."""
SHAPES: Final = {"1": "1, 2, 3", "1st": "1st, 2nd, 3rd", "I": "I, II, III", "A": "A, B, C", "name": "the name it has"}
"""What may stand in braces in a pattern, and what it gives."""


def next_name(name: str, taken: Collection[str]) -> str:
    """The name with the next number that is free: ``Militia`` becomes ``Militia 2``, ``Militia 2`` ``Militia 3``,
    ``9`` ``10``, ``9th Infantry`` ``10th Infantry``."""
    last, place, used = _LAST.fullmatch(name), _ORDINAL.search(name), set(taken)
    number = int(last[2]) if last else int(place[1]) if place else 1
    while True:
        number += 1
        if last:
            made = f"{last[1]}{number}"
        elif place:
            made = name[: place.start()] + ordinal(number) + name[place.end() :]
        else:
            made = f"{name} {number}"
        if made not in used:
            return made


def numbered(pattern: str, number: int, name: str = "") -> str:
    """The name that a pattern gives a number: ``{1st} Infantry``, ``{I} Corps``, ``Company {A}``, ``{name} ({1})``.

    Raises HexwrightError for a pattern that is none, and a number that is below 1 or above ``MOST``.
    """
    if not 1 <= number <= MOST:
        raise HexwrightError(f"numbers go from 1 to {MOST}, not to {number}")

    def fill(found: re.Match[str]) -> str:
        shape = found[1]
        if shape not in SHAPES:
            raise HexwrightError(f"{{{shape}}} is not a number; there are " + ", ".join(f"{{{one}}}" for one in SHAPES))
        return {"1": str(number), "1st": ordinal(number), "I": roman(number), "A": letter(number), "name": name}[shape]

    made = _FIELD.sub(fill, pattern).strip()
    if not made:
        raise HexwrightError("the pattern is empty")
    return made


def ordinal(number: int) -> str:
    """``1st``, ``2nd``, ``11th``."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def roman(number: int) -> str:
    """``IV``; from 1 to ``MOST``."""
    made = ""
    for value, letters in _ROMAN:
        made += letters * (number // value)
        number %= value
    return made


def letter(number: int) -> str:
    """``A`` to ``Z``, then ``AA``."""
    made = ""
    while number:
        number, rest = divmod(number - 1, 26)
        made = chr(ord("A") + rest) + made
    return made
