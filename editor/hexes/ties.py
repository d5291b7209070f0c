"""Pictures under maps of hexes are tied to the centres of hexes."""

from __future__ import annotations

from typing import Final

from editor.controls.ties import TieWords
from engine.boards.affine import Point
from engine.boards.board import Board
from engine.boards.underlay import HEX
from engine.hexes.board.battlemap import hexes_of
from engine.hexes.board.grid import NOWHERE

WORDS: Final = TieWords(
    title="Fit the grid",
    column="Hex",
    asked=(
        "Click the centres of three hexes far apart on the picture and say which they are.",
        "Click the centre of two more hexes on the picture, and type its number.",
        "Click the centre of one more hex on the picture, and type its number.",
    ),
    more="More clicks make the fit better; a hex clicked again replaces its first click.",
    another="Now click another hex, far from the first",
    prompt="The number of the hex whose centre you clicked:",
    by_hand="Where a hex is",
    label="&Hex",
    empty="Which hex is it?",
    unknown="There is no hex {} on this map",
    unit="hexes",
    length=HEX,
    digits=3,
)


class HexTies:
    """Hexes, by their numbers."""

    words = WORDS

    def __init__(self, board: Board) -> None:
        self.grid = hexes_of(board).grid

    def find(self, text: str) -> int | None:
        """The hex with a number."""
        found = self.grid.find(text)
        return found if found != NOWHERE else None

    def name(self, spot: int) -> str:
        """The number of a hex."""
        return self.grid.name(spot)

    def paper(self, spot: int) -> Point:
        """The centre of a hex."""
        return self.grid.centre(spot)

    def near(self, x: float, y: float) -> str:
        """The number of the hex at a point of paper."""
        found = self.grid.hex_at(x, y)
        return self.grid.name(found) if found != NOWHERE else ""

    def advice(self, text: str) -> str:
        """A number that looks alike."""
        return self.grid.suggest(text)
