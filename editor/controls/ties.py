"""What a click on a picture is tied to: a place of the map that the user names, in the words of the kind of map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from engine.boards.board import Board
from engine.boards.underlay import HEX, Point


@dataclass(frozen=True, slots=True)
class TieWords:
    """How a fit by clicks speaks of places. Sentences with ``{}`` take the number of a click or what was typed."""

    title: str = "Fit the grid"
    column: str = "Hex"
    """What a place is called at the head of the list of clicks."""
    asked: tuple[str, ...] = (
        "Click the centres of three hexes far apart on the picture and say which they are.",
        "Click the centre of two more hexes on the picture, and type its number.",
        "Click the centre of one more hex on the picture, and type its number.",
    )
    """What to do after no click, one, and so on, as long as more are needed."""
    more: str = "More clicks make the fit better; a hex clicked again replaces its first click."
    another: str = "Now click another hex, far from the first"
    prompt: str = "The number of the hex whose centre you clicked:"
    by_hand: str = "Where a hex is"
    label: str = "&Hex"
    empty: str = "Which hex is it?"
    unknown: str = "There is no hex {} on this map"
    unit: str = "hexes"
    """In what it is said how far a click misses its place."""
    length: float = HEX
    """The length of the unit on paper."""
    digits: int = 3
    """Decimals of what is said in it."""

    def missed(self, paper: float) -> str:
        """A distance on paper in words."""
        return f"{paper / self.length:.{self.digits}f} {self.unit}"


class TiePlaces(Protocol):
    """The places of one map that a picture is tied to."""

    words: TieWords

    def __init__(self, board: Board) -> None: ...

    def find(self, text: str) -> Any:
        """The place of a text; None where there is none."""

    def name(self, spot: Any) -> str:
        """What a place is called."""

    def paper(self, spot: Any) -> Point:
        """Where it is on paper."""

    def near(self, x: float, y: float) -> str:
        """The name of the place at a point of paper, as a first guess; empty where there is none."""

    def advice(self, text: str) -> str:
        """What to write in place of a text that names no place, as the end of a sentence."""
