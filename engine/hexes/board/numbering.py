"""How a map numbers its hexes: which part comes first, digits or letters, prefix and separator."""

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
    """How the column part is written."""

    DIGITS = "digits"
    LETTERS = "letters"
    """A ... Z, AA, AB ... as in a spreadsheet."""
    DOUBLED = "doubled"
    """A ... Z, AA, BB, CC ... as on many SPI and Avalon Hill maps."""


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

    def widened(self, last_column: int, last_row: int) -> Numbering:
        """This scheme with as many digits as a map with these highest numbers needs to be read back.

        Two numbers that stand together without a separator (``2306``) can only be told apart when the
        first has a fixed width: ``10111`` might be 10 and 111, or 101 and 11.
        """
        if self.columns is not Columns.DIGITS or self.separator:
            return self
        first, second = (last_column, last_row) if self.order is Order.COLUMN_ROW else (last_row, last_column)
        need = len(str(first)) if self.digits else len(str(max(first, second)))
        return replace(self, digits=max(need, self.digits))

    def format(self, column: int, row: int) -> str:
        """The name of the hex with this column and row *number* (not index)."""
        col = f"{column:0{self.digits}d}" if self.columns is Columns.DIGITS else self._letters(column)
        line = f"{row:0{self.digits}d}"
        first, second = (col, line) if self.order is Order.COLUMN_ROW else (line, col)
        return f"{self.prefix}{first}{self.separator}{second}"

    def parse(self, text: str) -> tuple[int, int] | None:
        """The (column number, row number) of a name, or None when it is not of this scheme.

        Case does not matter, nor does a missing prefix.
        """
        text = text.strip() if text.isascii() else composed(text.strip())
        if len(text) > _LONGEST_NAME:
            return None
        lettered = self.columns is not Columns.DIGITS
        pattern = _pattern(self.order is Order.COLUMN_ROW, lettered, self.digits, self.prefix, self.separator)
        match = pattern.fullmatch(text)
        if match is None:
            return None
        column = self._number(match["col"].upper()) if lettered else int(match["col"])
        return None if column is None else (column, int(match["row"]))

    def _letters(self, number: int) -> str:
        if self.columns is Columns.DOUBLED:
            times, index = divmod(number - 1, 26)
            return chr(65 + index) * (times + 1)
        text = ""
        while number > 0:
            number, index = divmod(number - 1, 26)
            text = chr(65 + index) + text
        return text

    def _number(self, letters: str) -> int | None:
        if self.columns is Columns.DOUBLED:
            if len(set(letters)) != 1:
                return None
            return (len(letters) - 1) * 26 + ord(letters[0]) - 64
        value = 0
        for letter in letters:
            value = value * 26 + ord(letter) - 64
        return value


@lru_cache(maxsize=64)
def _pattern(column_first: bool, lettered: bool, digits: int, prefix: str, separator: str) -> re.Pattern[str]:
    """What names of a scheme look like; a number longer than ``digits`` has no leading zero."""
    number = rf"(?:[0-9]{{{digits}}}|[1-9][0-9]{{{digits},}})" if digits else r"(?:0|[1-9][0-9]*)"
    # Without anything between them, only a first number of fixed width tells two numbers apart.
    leading = number if separator or lettered or not digits else rf"[0-9]{{{digits}}}"
    col = "[A-Za-z]+" if lettered else (leading if column_first else number)
    row = number if column_first else leading
    col, row = rf"(?P<col>{col})", rf"(?P<row>{row})"
    first, second = (col, row) if column_first else (row, col)
    return re.compile(f"(?:{re.escape(composed(prefix))})?{first}{re.escape(separator)}{second}", re.IGNORECASE)


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
