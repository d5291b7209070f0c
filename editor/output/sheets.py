"""A map across sheets of paper, its hexes at their true size: which sheet shows which part.

All lengths are millimetres. The size of a hex is what a counter has to fit into: from one side to the opposite one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt
from typing import Final

from PySide6.QtCore import QRectF

from editor.canvas.drawing.paper import SCALE
from engine.errors import HexwrightError

PAPERS: Final = {"a4": ("A4", 210.0, 297.0), "letter": ("Letter", 215.9, 279.4)}
"""Key to name, width and height."""
MOST: Final = 400
"""Sheets that a map is printed on at most."""
LEAST: Final = 20.0
"""What a sheet must show in each direction beside its overlap."""


Holds = Callable[[QRectF], bool]
"""Whether a part of the scene shows any of the map."""


@dataclass(frozen=True, slots=True)
class SheetSetup:
    """What the user chooses."""

    paper: str = "a4"
    landscape: bool = False
    hex_mm: float = 16.0
    margin: float = 10.0
    """White on each side; printers cannot print to the edge, and the marks lie in it."""
    overlap: float = 5.0
    """Strip that neighbouring sheets share, for gluing."""
    marks: bool = True
    """Crop marks, and marks where the next sheet begins."""
    index: bool = True
    """A first page that shows how the sheets lie."""

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of the paper as it is turned."""
        _, width, height = PAPERS[self.paper]
        return (height, width) if self.landscape else (width, height)

    @property
    def room(self) -> tuple[float, float]:
        """Width and height within the margins."""
        width, height = self.page
        return width - 2 * self.margin, height - 2 * self.margin

    @property
    def unit(self) -> float:
        """Millimetres to a scene unit."""
        return self.hex_mm / (sqrt(3) * SCALE)

    def check(self) -> None:
        """Raise HexwrightError when nothing can be printed like this."""
        if self.paper not in PAPERS:
            raise HexwrightError(f"there is no paper {self.paper!r}; there are {', '.join(PAPERS)}")
        if not 2 <= self.hex_mm <= 100:
            raise HexwrightError("hexes are from 2 to 100 mm across")
        if not 0 <= self.margin <= 60:
            raise HexwrightError("margins are from 0 to 60 mm")
        if self.overlap < 0:
            raise HexwrightError("the overlap cannot be less than 0 mm")
        if min(self.room) - self.overlap < LEAST:
            raise HexwrightError(
                f"margins of {self.margin:g} mm and an overlap of {self.overlap:g} mm leave less than {LEAST:g} mm "
                "of a sheet"
            )


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet."""

    row: int
    column: int
    part: QRectF
    """What it shows, in scene units."""

    @property
    def name(self) -> str:
        """``A1``: rows are letters from the top, columns numbers from the left."""
        letters, row = "", self.row + 1
        while row:
            row, rest = divmod(row - 1, 26)
            letters = chr(ord("A") + rest) + letters
        return f"{letters}{self.column + 1}"


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """All sheets of a map; those that would show nothing of it are left out."""

    setup: SheetSetup
    area: QRectF
    rows: int
    columns: int
    sheets: tuple[Sheet, ...]


def plan(setup: SheetSetup, area: QRectF, holds: Holds, beside: Sequence[QRectF] = ()) -> SheetPlan:
    """How a part of a map (scene units) falls on sheets; it lies in the middle of them.

    ``holds`` tells whether a part shows any of the map; ``beside`` is what must be on a sheet anyhow: map furniture.
    Raises HexwrightError for a setup that leaves no room, and for more sheets than anybody would glue.
    """
    setup.check()
    wide, high = setup.room
    columns, left = _along(area.width() * setup.unit, wide, setup.overlap)
    rows, top = _along(area.height() * setup.unit, high, setup.overlap)
    if rows * columns > MOST:
        many = f"{rows * columns:,} sheets"
        raise HexwrightError(f"that would be {many}; {MOST} are allowed: choose smaller hexes or an area")
    size = (wide / setup.unit, high / setup.unit)
    sheets = []
    for row in range(rows):
        for column in range(columns):
            x = area.left() + (left + column * (wide - setup.overlap)) / setup.unit
            y = area.top() + (top + row * (high - setup.overlap)) / setup.unit
            part = QRectF(x, y, *size)
            seen = part.intersected(area)
            if holds(seen) or any(rect.intersects(seen) for rect in beside):
                sheets.append(Sheet(row, column, part))
    return SheetPlan(setup, area, rows, columns, tuple(sheets))


def fewest(setup: SheetSetup, area: QRectF, holds: Holds, beside: Sequence[QRectF] = ()) -> SheetSetup:
    """The same setup with the paper turned so that fewer sheets are needed; upright where it is the same."""
    best, least = setup, MOST + 1
    for landscape in (False, True):
        turned = replace(setup, landscape=landscape)
        count = len(plan(turned, area, holds, beside).sheets)
        if count < least:
            best, least = turned, count
    return best


def _along(length: float, room: float, overlap: float) -> tuple[int, float]:
    """How many sheets a length needs, and where the first one begins, from the start of the length."""
    # A hair of rounding is not worth a sheet.
    count = 1 if length <= room + 1e-6 else ceil((length - overlap - 1e-6) / (room - overlap))
    covered = count * (room - overlap) + overlap
    return count, (length - covered) / 2
