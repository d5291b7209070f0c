"""What is only drawn: no rule looks at it, and no replay is held against it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.boards.coast import Coast
from engine.boards.furniture import Furniture
from engine.boards.geo import GeoPlace
from engine.boards.numberlook import NumberLook
from engine.boards.underlay import Underlay
from engine.spelling import on_one_line


@dataclass(frozen=True, slots=True)
class UserLayer:
    """A layer of the designer's own, for names and furniture that are shown, locked and printed together."""

    name: str
    group: str = ""
    """Layers of one group are listed together; empty for none."""
    printed: bool = True
    """Whether it is on printed sheets and in exported files; notes to oneself are only on the screen."""

    def __post_init__(self) -> None:
        on_one_line(self, "name", "group")


@dataclass(frozen=True, slots=True)
class MapLook:
    """How a map is drawn, beside its ground."""

    underlays: tuple[Underlay, ...] = ()
    """Pictures under the grid, to be traced. The later lie over the earlier."""
    numbers: NumberLook = field(default_factory=NumberLook)
    """How the hex numbers are printed."""
    furniture: tuple[Furniture, ...] = ()
    """Legend, boxes, tracks and the like, on paper. The later lie over the earlier."""
    layers: tuple[UserLayer, ...] = ()
    """The designer's own layers, in the order of their list."""
    bridges: bool = True
    """Whether roads that are drawn over water get bridges and fords of themselves."""
    widen: bool = False
    """Whether rivers and streams are drawn wider from their source to their mouth."""
    seed: int = 0
    """What the hand-drawn look is drawn by lot with: another seed, other outlines, trees and bends; 0 or more."""
    geo: GeoPlace | None = None
    """Where the map lies on the globe."""
    coast: Coast | None = None
    """The true line of its coasts, of a map made of geography."""

    @property
    def underlay(self) -> Underlay | None:
        """The topmost picture under the grid; None where there is none."""
        return self.underlays[-1] if self.underlays else None
