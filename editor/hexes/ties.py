"""Pictures under maps of hexes are tied to the centres of hexes."""

from __future__ import annotations

from editor.controls.ties import TieWords
from engine.boards.board import Board
from engine.boards.underlay import Point
from engine.hexes.board.battlemap import hexes_of
from engine.hexes.board.grid import NOWHERE


class HexTies:
    """Hexes, by their numbers."""

    words = TieWords()

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
