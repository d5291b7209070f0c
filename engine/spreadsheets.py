"""Tables as spreadsheets write and read them: the one door of CSV files and of cells on the clipboard.

A cell that a spreadsheet would take for a formula, such as a unit named ``=1+1``, is written as text: with an
apostrophe before it, which is taken off again when the table is read.
"""

from __future__ import annotations

import csv
import io
import os
import re
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from engine.errors import HexwrightError
from engine.spelling import composed

MARK: Final = "\ufeff"
"""The byte order mark: by it spreadsheets know that a file is in UTF-8."""
LARGEST: Final = 32 * 1024 * 1024
"""Bytes that a table may have at most."""

_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_SIGNS: Final = "=+\\-@\uff0b\uff0d\uff1d\uff20\t"
"""What begins a formula, also in full width; spreadsheets skip a tab before it."""
_FORMULA: Final = re.compile(f"(?:\\A|(?<=[;\t\n]))(?='*[{_SIGNS}])")
_AS_TEXT: Final = re.compile(f"(?:\\A|(?<=[;\t\n]))'(?='*[{_SIGNS}])")
_NUMBER: Final = re.compile(r"[-+]?\d+([.,]\d+)?%?")
_WHOLE: Final = re.compile(r"[-+]?\d{1,30}(\.0{0,2})?", re.ASCII)
_DECIMAL: Final = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?", re.ASCII | re.IGNORECASE)
_PARTED_BY: Final = re.compile(r'"?sep=(.)"?[;,\t]*', re.IGNORECASE)
"""The first line by which Excel is told what parts the cells; it shows it to nobody."""
_QUOTED: Final = re.compile(r'"[^"]*"')


def shown(value: object) -> str:
    """A value as a cell that no spreadsheet takes for a formula. Numbers stay numbers."""
    if not isinstance(value, str):
        return "" if value is None else str(value)
    value = value.replace("\r\n", "\n").replace("\r", "\n")
    return value if _NUMBER.fullmatch(value) else _FORMULA.sub("'", value)


def cell_value(cell: str) -> str:
    """The text that was written as this cell: see `shown`."""
    return _AS_TEXT.sub("", cell)


def dumped(rows: Iterable[Sequence[object]]) -> str:
    """Rows as a CSV text for people, with the byte order mark by which spreadsheets know its encoding."""
    return MARK + table(rows)


def table(rows: Iterable[Sequence[object]], mark: str = ",") -> str:
    """Rows as a CSV text for programs; parted by tabs, as spreadsheets take cells from the clipboard."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n", delimiter=mark)
    writer.writerows([shown(value) for value in row] for row in rows)
    return out.getvalue()


def text_of(path: Path) -> str:
    """The text of a CSV file in UTF-8, or in UTF-16 with a byte order mark ("Unicode text" of Excel).

    Raises HexwrightError where it cannot be read or is not such a text.
    """
    try:
        info = os.stat(path)
        if not stat.S_ISREG(info.st_mode):
            raise HexwrightError("it is a folder or a device, not a file")
        if info.st_size > LARGEST:
            raise HexwrightError(f"it has {info.st_size:,} bytes; {LARGEST:,} are allowed")
        raw = path.read_bytes()
        return raw.decode("utf-16" if raw.startswith(_UTF16) else "utf-8-sig")
    except UnicodeDecodeError:
        raise HexwrightError("this is not text in UTF-8; let the spreadsheet save it as CSV UTF-8") from None
    except OSError as error:
        raise HexwrightError(f"it cannot be read: {error.strerror or error}") from error


def cells(text: str, mark: str = "") -> list[list[str]]:
    """The cells of a CSV text, or of what a spreadsheet puts on the clipboard, row by row; no empty rows at the end.

    ``mark`` parts the cells; where it is not given, what a first line such as ``sep=;`` says, else whatever the first
    line has most of. Names are composed, so that they are found however the table spells them.
    """
    text = composed(text.removeprefix(MARK))
    first, _, rest = text.partition("\n")
    told = _PARTED_BY.fullmatch(first.rstrip("\r"))
    if told is not None:
        mark, text = mark or told[1], rest
    bare = _QUOTED.sub("", first)
    mark = mark or max("\t;,", key=lambda one: (bare.count(one), one == "\t"))
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=mark))
    except csv.Error as error:
        raise HexwrightError(f"this is not a table: {error}") from None
    while rows and not any(cell.strip() for cell in rows[-1]):
        rows.pop()
    return [[cell_value(cell) for cell in row] for row in rows]


def pasted(text: str) -> list[list[str]] | None:
    """The cells of lines in which commas or semicolons part them, as a CSV file shows them in a text editor; None
    where no line has three of them, or tabs do: then it is no such text."""
    if "\t" in text:
        return None
    rows = [row for row in cells(text) if row]
    widths = {len(row) for row in rows}
    return rows if len(widths) == 1 and min(widths) > 2 else None


def number(text: str, *, whole: bool = False) -> float | None:
    """The number of a cell, None where it is none. A point or a comma parts the decimals, and never thousands; ``4.0``
    is a whole number as well."""
    plain = text.strip().replace(",", ".")
    return float(plain) if (_WHOLE if whole else _DECIMAL).fullmatch(plain) else None
