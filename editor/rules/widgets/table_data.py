"""The data of a table as heads, rows and cells that can be changed, and made into data again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from editor.rules.widgets.value_fields import plain_text
from engine.formats.reading import resolve
from engine.mechanics.charts import RowKey

EMPTY: Final = "-"
MOST_COLUMNS: Final = 100
MOST_ROWS: Final = 120
"""What a rules file may have at most."""
_ODDS: Final = re.compile(r"(\d{1,4}):(\d{1,4})")
_WHOLE: Final = re.compile(r"[+-]?\d{1,6}")


class TableSheet:
    """A table: a head for each column, a key for each row, and cells. Cells are kept as the file has them."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw
        self._changed = False
        own: Mapping[str, Any] = raw if isinstance(raw, Mapping) else {}
        columns, rows = own.get("columns"), own.get("rows")
        self._texts = isinstance(columns, str), {str(k) for k, r in _items(rows) if isinstance(r, str)}
        self.heads = [plain_text(head) for head in _cells(columns)]
        self.keys = [str(key) for key, _ in _items(rows)]
        self.cells = [list(_cells(row)) for _, row in _items(rows)]
        self.sound = (raw is None or isinstance(raw, Mapping)) and (rows is None or isinstance(rows, Mapping))
        """Whether it has the shape of a table; else it can only be shown as it is."""

    @property
    def dice(self) -> str:
        """The dice that the table itself names; empty for none."""
        return plain_text(self._raw.get("dice")) if isinstance(self._raw, Mapping) else ""

    @property
    def width(self) -> int:
        """How many columns there are; rows may have more cells than there are heads."""
        return max([len(self.heads), *(len(row) for row in self.cells)], default=0)

    def text(self, row: int, column: int) -> str:
        """What is in a cell."""
        cells = self.cells[row]
        return plain_text(cells[column]) if column < len(cells) else ""

    def head(self, column: int) -> str:
        """The head of a column."""
        return self.heads[column] if column < len(self.heads) else ""

    def data(self) -> Any:
        """The table as plain data."""
        if not self._changed:
            return self._raw
        made = dict(self._raw) if isinstance(self._raw, Mapping) else {}
        made["columns"] = " ".join(self.heads) if self._texts[0] and _spaceless(self.heads) else list(self.heads)
        rows = {}
        for key, row in zip(self.keys, self.cells, strict=True):
            texts = [plain_text(cell) for cell in row]
            rows[key] = " ".join(texts) if key in self._texts[1] and _spaceless(texts) else list(row)
        made["rows"] = rows
        return made

    # -- changing ---------------------------------------------------------------------------------------------

    def put(self, row: int, column: int, text: str) -> bool:
        """Write into a cell; whether that changed it."""
        cells = self.cells[row]
        if column < len(cells) and plain_text(cells[column]) == text:
            return False
        cells.extend([EMPTY] * (column + 1 - len(cells)))
        value = resolve(text) if text else EMPTY
        cells[column] = value if isinstance(value, int | float) and not isinstance(value, bool) else text or EMPTY
        self._changed = True
        return True

    def put_head(self, column: int, text: str) -> bool:
        """Write the head of a column; whether that changed it."""
        if self.head(column) == text:
            return False
        self.heads.extend([""] * (column + 1 - len(self.heads)))
        self.heads[column] = text
        self._changed = True
        return True

    def put_key(self, row: int, text: str) -> bool:
        """Write the key of a row; whether that changed it. Two rows cannot have one key."""
        if self.keys[row] == text or text in self.keys or not text:
            return False
        self.keys[row] = text
        self._changed = True
        return True

    def put_dice(self, text: str) -> bool:
        """Write the dice; an empty text leaves them to the kind of combat. Whether that changed them."""
        if self.dice == text or not self.sound:
            return False
        made = dict(self._raw or {})
        if text:
            made["dice"] = text
        else:
            made.pop("dice", None)
        self._raw, self._changed = made, True
        return True

    def add_row(self) -> None:
        """Add a row at the end, for the totals above those of the last one."""
        self.keys.append(self._next_key())
        self.cells.append([EMPTY] * self.width)
        self._changed = True

    def add_column(self) -> None:
        """Add a column at the right."""
        self.heads.append(self._next_head())
        for row in self.cells:
            row.extend([EMPTY] * (len(self.heads) - len(row)))
        self._changed = True

    def remove_rows(self, rows: Sequence[int]) -> None:
        """Take rows out."""
        for row in sorted(rows, reverse=True):
            del self.keys[row], self.cells[row]
        self._changed = True

    def remove_columns(self, columns: Sequence[int]) -> None:
        """Take columns out."""
        for column in sorted(columns, reverse=True):
            del self.heads[column : column + 1]
            for row in self.cells:
                del row[column : column + 1]
        self._changed = True

    def _next_key(self) -> str:
        totals = []
        for key in self.keys:
            try:
                covered = RowKey.of(key)
            except ValueError:
                continue
            totals += [end for end in (covered.least, covered.most) if abs(end) < 10_000]
        number = max(totals, default=0) + 1
        while str(number) in self.keys:
            number += 1
        return str(number)

    def _next_head(self) -> str:
        last = self.heads[-1] if self.heads else ""
        odds = _ODDS.fullmatch(last)
        if odds is not None:
            return f"{int(odds[1]) // int(odds[2] or 1) + 1}:1" if int(odds[2]) else "1:1"
        if _WHOLE.fullmatch(last):
            number = int(last) + 1
            return f"{number:+d}" if last[0] == "+" or (last[0] == "-" and number > 0) else str(number)
        return f"column {len(self.heads) + 1}" if self.heads else "1"


def _items(rows: Any) -> list[tuple[Any, Any]]:
    return list(rows.items()) if isinstance(rows, Mapping) else []


def _cells(value: Any) -> list[Any]:
    return value.split() if isinstance(value, str) else value if isinstance(value, list) else []


def _spaceless(texts: Sequence[str]) -> bool:
    """Whether texts can be written as one with spaces between them."""
    return all(text and text.split() == [text] for text in texts)
