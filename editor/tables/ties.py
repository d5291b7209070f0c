"""Pictures under tables are tied to points whose places in paces are known."""

from __future__ import annotations

from typing import Final

from editor.controls.ties import TieWords
from engine.boards.affine import Point
from engine.boards.board import Board
from engine.tables.places import PACE
from engine.tables.table import UNIT, table_of

WORDS: Final = TieWords(
    title="Fit to the table",
    column="Place",
    asked=(
        "Click two points far apart on the picture whose places in paces you know, and type their places.",
        "Click one more point on the picture, far from the first, and type its place.",
    ),
    more="More clicks make the fit better; a place clicked again replaces its first click.",
    another="Now click another point, far from the first",
    prompt="The place of the point you clicked, in paces from the upper left corner of the table:",
    by_hand="Where a place is",
    label="&Place",
    empty="Which place is it? Write paces to the right and down, such as 1200,700.",
    unknown="There is no place {} on this table",
    unit="paces",
    length=1 / UNIT,
    digits=1,
)


class TableTies:
    """Points in whole paces."""

    words = WORDS

    def __init__(self, board: Board) -> None:
        self.table = table_of(board)

    def find(self, text: str) -> tuple[int, int] | None:
        """The point of ``x,y``."""
        found = self.table.find(text)
        return (round(found.x / PACE), round(found.y / PACE)) if found is not None else None

    def name(self, spot: tuple[int, int]) -> str:
        """A point as it is written."""
        return f"{spot[0]},{spot[1]}"

    def paper(self, spot: tuple[int, int]) -> Point:
        """The point in the unit of paper."""
        return spot[0] / UNIT, spot[1] / UNIT

    def near(self, x: float, y: float) -> str:
        """The point in whole paces; empty beyond the table."""
        across, down = x * UNIT, y * UNIT
        return self.name((round(across), round(down))) if self.table.holds(across, down) else ""

    def advice(self, text: str) -> str:
        """How a place is written, or how large the table is."""
        return self.table.suggest(text)
