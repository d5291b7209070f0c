"""Map furniture: what stands on the paper beside or on the grid, and is no part of what rules look at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.spelling import on_one_line

SMALLEST: float = 0.5
"""Width and height that furniture has at least, in circumradii."""


class FurnitureKind(StrEnum):
    """What a piece of furniture is."""

    LEGEND = "legend"
    """The kinds that the map uses, with what they look like."""
    SCALE_BAR = "scale-bar"
    """How long a distance is on the map."""
    TURN_TRACK = "turn-track"
    """A space for each turn of the game."""
    BOX = "box"
    """A titled space for counters: holding box, reinforcement box, off-map box."""
    COMPASS = "compass"
    """Where north is."""
    TITLE = "title"
    """What the map is called, and what a hex is across."""
    SOURCES = "sources"
    """Where the map comes from: its provenance."""


USUAL_SIZE: dict[FurnitureKind, tuple[float, float]] = {
    FurnitureKind.LEGEND: (8.0, 9.0),
    FurnitureKind.SCALE_BAR: (9.0, 1.6),
    FurnitureKind.TURN_TRACK: (14.0, 4.0),
    FurnitureKind.BOX: (7.0, 4.5),
    FurnitureKind.COMPASS: (2.6, 2.6),
    FurnitureKind.TITLE: (14.0, 2.4),
    FurnitureKind.SOURCES: (14.0, 4.0),
}
"""Width and height of new furniture, in circumradii."""


@dataclass(frozen=True, slots=True)
class Furniture:
    """One piece. Places and sizes are on paper, in circumradii of a hex; it may lie outside the grid."""

    kind: FurnitureKind
    x: float = 0.0
    """Left edge."""
    y: float = 0.0
    """Upper edge."""
    width: float = 6.0
    height: float = 4.0
    title: str = ""
    """Empty for the usual title of the kind; boxes without one have none."""
    pools: tuple[str, ...] = ()
    """Of a box, the pools of a scenario whose units lie in it, by key; scenarios without such pools leave it empty."""
    layer: str = ""
    """The designer's own layer that it lies on, by name; empty for none."""

    def __post_init__(self) -> None:
        on_one_line(self, "title")

    @property
    def rect(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom."""
        return self.x, self.y, self.x + self.width, self.y + self.height

    def holds(self, x: float, y: float) -> bool:
        """Whether a place on paper lies on it."""
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height

    def moved(self, dx: float, dy: float) -> Furniture:
        """The same piece elsewhere."""
        return replace(self, x=round(self.x + dx, 3), y=round(self.y + dy, 3))

    def resized(self, left: float, top: float, right: float, bottom: float) -> Furniture:
        """The same piece between these edges, however they are ordered, and no smaller than it may be."""
        x, y = min(left, right), min(top, bottom)
        width, height = max(SMALLEST, abs(right - left)), max(SMALLEST, abs(bottom - top))
        return replace(self, x=round(x, 3), y=round(y, 3), width=round(width, 3), height=round(height, 3))
