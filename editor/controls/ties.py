"""What a click on a picture is tied to: a place of the map that the user names, in the words of the kind of map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from engine.boards.affine import Point
from engine.boards.board import Board


@dataclass(frozen=True, slots=True)
class TieWords:
    """How a fit by clicks speaks of places. Sentences with ``{}`` take the number of a click or what was typed."""

    title: str
    column: str
    """What a place is called at the head of the list of clicks."""
    asked: tuple[str, ...]
    """What to do after no click, one, and so on, as long as more are needed."""
    more: str
    another: str
    """What to do after a click."""
    prompt: str
    """What is asked after a click."""
    by_hand: str
    label: str
    empty: str
    """What is said where no place was given."""
    unknown: str
    unit: str
    """The unit in which the distance of a click from its place is given."""
    length: float
    """The length of the unit on paper."""
    digits: int
    """Decimals of that distance."""

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
