"""How a map numbers its hexes: column then row or row then column, digits or letters, prefix and separator."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


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
    """Digits of each number, zero-filled; 0 means as many as it takes (needs a separator or letters)."""
    prefix: str = ""
    separator: str = ""

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
        body = text.strip()
        if self.prefix and body.upper().startswith(self.prefix.upper()):
            body = body[len(self.prefix) :]
        match = self._pattern().fullmatch(body)
        if match is None:
            return None
        row = int(match["row"])
        column = int(match["col"]) if self.columns is Columns.DIGITS else self._number(match["col"].upper())
        return None if column is None else (column, row)

    def _pattern(self) -> re.Pattern[str]:
        number = rf"-?\d{{{self.digits},}}" if self.digits else r"-?\d+"
        exact = rf"\d{{{self.digits}}}" if self.digits and not self.separator else number
        first_is_column = self.order is Order.COLUMN_ROW
        col = "[A-Za-z]+" if self.columns is not Columns.DIGITS else (exact if first_is_column else number)
        row = number if first_is_column else exact
        col, row = rf"(?P<col>{col})", rf"(?P<row>{row})"
        first, second = (col, row) if first_is_column else (row, col)
        return re.compile(first + re.escape(self.separator) + second)

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
