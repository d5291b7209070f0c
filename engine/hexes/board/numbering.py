"""How a map numbers its hexes: which part comes first, digits or letters, prefix and separator, which way it counts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from engine.errors import HexwrightError
from engine.spelling import composed

_LONGEST_NAME = 100
"""Longer texts are no hex names; a number of thousands of digits need not be read to know that."""


class Order(StrEnum):
    """Which part of a hex number comes first."""

    COLUMN_ROW = "ccrr"
    ROW_COLUMN = "rrcc"


class Columns(StrEnum):
    """How a part, the column or the row, is written."""

    DIGITS = "digits"
    LETTERS = "letters"
    """A ... Z, AA, AB ... as in a spreadsheet."""
    DOUBLED = "doubled"
    """A ... Z, AA, BB, CC ... as on many SPI and Avalon Hill maps."""


class Slant(StrEnum):
    """Which way lines of hexes with the same number run: rows on a flat-topped map, columns on a pointy-topped one."""

    NONE = "none"
    """Back and forth from hex to hex, straight across the map."""
    DOWN = "down"
    """In a straight line of hexes, down to the right."""
    UP = "up"
    """In a straight line of hexes, up to the right."""


class Descending(StrEnum):
    """Which numbers grow smaller from left to right or from top to bottom."""

    NONE = "none"
    COLUMNS = "columns"
    ROWS = "rows"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Numbering:
    """A numbering scheme; turns (column number, row number) into a name and back.

    >>> Numbering(prefix="L").format(23, 6)
    'L2306'
    >>> Numbering(columns=Columns.LETTERS, digits=0).format(27, 10)
    'AA10'
    """

    order: Order = Order.COLUMN_ROW
    columns: Columns = Columns.DIGITS
    digits: int = 2
    """Digits of each number, zero-filled; 0 means as many as it takes."""
    prefix: str = ""
    separator: str = ""
    rows: Columns = Columns.DIGITS
    slant: Slant = Slant.NONE
    descending: Descending = Descending.NONE

    @property
    def lettered(self) -> bool:
        """Whether columns or rows are letters."""
        return (self.columns, self.rows) != (Columns.DIGITS, Columns.DIGITS)

    @property
    def straight(self) -> bool:
        """Whether columns and rows count from the upper left corner, straight across the map."""
        return self.slant is Slant.NONE and self.descending is Descending.NONE

    def check(self) -> None:
        """Raises HexwrightError when names of this scheme could not be read back from a map file."""
        if not 0 <= self.digits <= 9:
            raise HexwrightError("hex numbers have 0 to 9 digits")
        for part, text in (("prefix", self.prefix), ("separator", self.separator)):
            if len(text) > 8:
                raise HexwrightError(f"the {part} of hex names has at most 8 characters")
            if any(c.isspace() or c in "/>" for c in text):
                raise HexwrightError(f"the {part} of hex names may not hold spaces, '/' or '>'")
        if any(c.isdigit() for c in self.separator):
            raise HexwrightError("the separator of hex names may not hold digits")
        if Columns.DIGITS not in (self.columns, self.rows) and not self.separator:
            raise HexwrightError("a separator is needed where both columns and rows are letters")

    def widened(self, last_column: int, last_row: int) -> Numbering:
        """This scheme with as many digits as a map with these highest numbers needs to be read back.

        Two numbers that stand together without a separator (``2306``) can only be told apart when the
        first has a fixed width: ``10111`` might be 10 and 111, or 101 and 11.
        """
        if self.lettered or self.separator:
            return self
        first, second = (last_column, last_row) if self.order is Order.COLUMN_ROW else (last_row, last_column)
        need = len(str(first)) if self.digits else len(str(max(first, second)))
        return replace(self, digits=max(need, self.digits))

    def format(self, column: int, row: int) -> str:
        """The name of the hex with this column and row *number* (not index)."""
        col = f"{column:0{self.digits}d}" if self.columns is Columns.DIGITS else _letters(column, self.columns)
        line = f"{row:0{self.digits}d}" if self.rows is Columns.DIGITS else _letters(row, self.rows)
        first, second = (col, line) if self.order is Order.COLUMN_ROW else (line, col)
        return f"{self.prefix}{first}{self.separator}{second}"

    def parse(self, text: str) -> tuple[int, int] | None:
        """The (column number, row number) of a name, or None when it is not of this scheme.

        Case does not matter, nor does a missing prefix.
        """
        text = text.strip() if text.isascii() else composed(text.strip())
        if len(text) > _LONGEST_NAME:
            return None
        match = _pattern(self).fullmatch(text)
        if match is None:
            return None
        column, row = _number(match["col"], self.columns), _number(match["row"], self.rows)
        return None if column is None or row is None else (column, row)


def _letters(number: int, how: Columns) -> str:
    """A number, 1 or more, in letters."""
    if how is Columns.DOUBLED:
        times, index = divmod(number - 1, 26)
        return chr(65 + index) * (times + 1)
    text = ""
    while number > 0:
        number, index = divmod(number - 1, 26)
        text = chr(65 + index) + text
    return text


def _number(text: str, how: Columns) -> int | None:
    """The number of a part of a name, or None where its letters are none."""
    if how is Columns.DIGITS:
        return int(text)
    letters = text.upper()
    if how is Columns.DOUBLED:
        return (len(letters) - 1) * 26 + ord(letters[0]) - 64 if len(set(letters)) == 1 else None
    value = 0
    for letter in letters:
        value = value * 26 + ord(letter) - 64
    return value


@lru_cache(maxsize=64)
def _pattern(scheme: Numbering) -> re.Pattern[str]:
    """What names of a scheme look like; a number longer than ``digits`` has no leading zero."""
    digits, column_first = scheme.digits, scheme.order is Order.COLUMN_ROW
    number = rf"(?:[0-9]{{{digits}}}|[1-9][0-9]{{{digits},}})" if digits else r"(?:0|[1-9][0-9]*)"
    # Without anything between them, only a first number of fixed width tells two numbers apart.
    leading = number if scheme.separator or scheme.lettered or not digits else rf"[0-9]{{{digits}}}"
    kinds = (leading, number) if column_first else (number, leading)
    parts = [
        kind if how is Columns.DIGITS else "[A-Za-z]+"
        for kind, how in zip(kinds, (scheme.columns, scheme.rows), strict=True)
    ]
    named = [f"(?P<{name}>{part})" for name, part in zip(("col", "row"), parts, strict=True)]
    first, second = named if column_first else reversed(named)
    prefix, separator = re.escape(composed(scheme.prefix)), re.escape(scheme.separator)
    return re.compile(f"(?:{prefix})?{first}{separator}{second}", re.IGNORECASE)


def shown(text: str) -> str:
    """A name from a file, quoted, cut short where it is too long to show."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def slips(text: str) -> Iterator[str]:
    """What may have been meant: two characters swapped, one too many, one wrong, one missing."""
    places = range(len(text))
    for i in places[1:]:
        yield text[: i - 1] + text[i] + text[i - 1] + text[i + 1 :]
    for i in places:
        yield text[:i] + text[i + 1 :]
    for i in places:
        for digit in "0123456789":
            yield text[:i] + digit + text[i + 1 :]
    for i in range(len(text) + 1):
        for digit in "0123456789":
            yield text[:i] + digit + text[i:]
