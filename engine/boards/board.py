"""What every kind of map has, and what scenarios, files, games, players and the umpire ask of one.

A *spot* is a place as the kind of map keeps it: the number of a hex, or a point with a facing. Only the kind itself
looks into it. All other code keeps places as texts, and asks the board about them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from engine.boards.look import MapLook
from engine.boards.palette import Palette

Spot = Any
"""A place as the kind of map keeps it: the number of a hex, for example. It can be compared, hashed and sorted."""


def place_text(at: Any) -> str:
    """The text of a place as rules give it for a unit: it is a text already, or the numbers of a point and a facing,
    ``[930, 620, 180]``; empty for nowhere."""
    if not isinstance(at, list | tuple):
        return str(at or "")
    x, y, *facing = (f"{number:.10g}" for number in at)
    return "/".join([f"{x},{y}", *facing])


class NamedArea(Protocol):
    """A named part of a map."""

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def colour(self) -> str: ...


class Lettered(Protocol):
    """A text that is written on a map."""

    @property
    def text(self) -> str: ...

    @property
    def layer(self) -> str:
        """The designer's own layer that it lies on, by name; empty for none."""


@runtime_checkable
class Board(Protocol):
    """A map of any kind. It never changes during play; only the editor's commands write to it."""

    palette: Palette
    name: str
    scale: str
    provenance: str
    look: MapLook

    @property
    def regions(self) -> Mapping[str, NamedArea]:
        """The named parts of the map, by key."""

    @property
    def labels(self) -> Sequence[Lettered]:
        """What is written on the map: names of places and notes."""

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height of the map on paper, in the kind's own unit of length."""

    @property
    def places(self) -> int:
        """How many places a list can name: no list in a file has to be longer."""

    def find(self, text: str) -> Spot | None:
        """The spot of a text, in any spelling that the kind understands; None for none."""

    def parse(self, text: str) -> Spot:
        """The spot of a text; raises NameNotKnown, with a near one as a hint, where there is none."""

    def spell(self, spot: Spot) -> str:
        """The text of a spot, as files have it."""

    def spoken(self, spot: Spot) -> str:
        """A spot as sentences say it: with the name of the place that is there."""

    def same(self, first: str, second: str) -> bool:
        """Whether two texts name one spot; False where one of them names none."""

    def suggest(self, text: str) -> str:
        """What may be meant by a text that names no spot, as the end of a sentence: ``; did you mean L2306?``. Empty
        where nothing is near."""

    def distance(self, first: Spot, second: Spot) -> float:
        """How far two spots are from each other: in hexes, for example."""

    def area(self, name: str) -> Collection[Spot]:
        """The spots of a region's key, or the one of a text; none where it is neither."""

    def copy(self) -> Board:
        """A map that can be changed without changing this one."""

    def bare(self) -> Board:
        """The map without what is only drawn or read, such as furniture and colours: what a digest counts."""
