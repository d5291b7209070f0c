"""What a command changed: sent once to all views of the document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.boards.board import Board, Spot

NOTHING: frozenset[int] = frozenset()
NO_KEYS: frozenset[str] = frozenset()
Rect = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a document.

    ``what`` is ``terrain``, ``elevation``, ``features``, ``hexsides``, ``paths``, ``labels``, ``regions``,
    ``underlay``, ``furniture``, ``map`` (several layers of the map, or its name), ``setup``, ``units``,
    ``arrivals``, ``scenario``, ``look`` (how all of the map is drawn) or ``all`` (another grid: nothing may be kept).
    ``hexes`` (the places of units, on maps of other kinds) and ``sides`` are what must be drawn again, and ``rect`` on
    maps of other kinds: left, top, width and height in circumradii. ``keys`` are the units, regions or fields it is
    about.
    """

    what: str
    hexes: frozenset[Spot] = NOTHING
    sides: frozenset[int] = NOTHING
    keys: frozenset[str] = NO_KEYS
    rect: Rect | None = None

    @property
    def of_map(self) -> bool:
        """Whether the map may look different now."""
        return self.what not in {"setup", "units", "arrivals", "scenario"}


def spots_of(board: Board, names: Iterable[str]) -> frozenset[Spot]:
    """The places of a map that these texts name; texts that name none are left out."""
    return frozenset(spot for name in names if (spot := board.find(name)) is not None)
