"""How a map is drawn: its style, and which of its layers are shown, how strongly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engine.boards.board import Board
from engine.boards.user_layers import unprinted

ORGANIC: Final = "organic"
PLAIN: Final = "plain"
GREY: Final = "grey"
STYLES: Final = {ORGANIC: "Organic", PLAIN: "Plain hexes", GREY: "Print grey"}
"""The map styles, with their names in menus."""


@dataclass(frozen=True, slots=True)
class Look:
    """What is shown."""

    grid: bool = True
    numbers: bool = True
    labels: bool = True
    regions: bool = True
    of_regions: frozenset[str] | None = None
    """Keys of the regions that are shown; None for all."""
    of_terrain: frozenset[str] | None = None
    """Keys of the terrain that is shown; None for all."""
    ground: float = 1.0
    """Opacity of the terrain; below 1 what was painted before shows through, and nothing is painted around."""
    style: str = ORGANIC
    """The map style (a key of `STYLES`)."""
    shading: bool = False
    """Light from the north-west and shadows where the ground rises and falls."""
    tints: bool = True
    """Higher ground is tinted."""
    contours: bool = True
    """Lines between the levels of elevation."""
    furniture: bool = True
    """Legend, boxes, tracks; painted by whoever shows the whole sheet, see ``furniture.paint_furniture``."""
    bleed: bool = False
    """Where a map of hexes is cut straight, its ground runs on to the edges of the paper."""
    opacities: tuple[tuple[str, float], ...] = ()
    """Opacity of layers that are hidden (0) or faint, by name: ``terrain``, ``elevation``, ``features``, ``hexsides``,
    ``paths``, ``labels``, ``regions``, ``grid``, ``numbers``."""

    hidden: frozenset[str] = frozenset()
    """The designer's own layers that are hidden, by name; an empty name stands for what lies on none of them."""
    printed: bool = True
    """Layers that are only for the screen are left out."""

    def without(self, board: Board) -> frozenset[str]:
        """The designer's own layers of a map that are not drawn; see ``hidden``."""
        return self.hidden | unprinted(board) if self.printed else self.hidden

    def opacity(self, layer: str) -> float:
        """How strongly a layer is painted, 0 to 1."""
        return next((share for name, share in self.opacities if name == layer), 1.0)


Painting = Callable[[QPainter, QRectF, float, Look], Iterator[None]]
"""Paints a rectangle of the scene at a scale (pixels a scene unit), a step at a time: between two steps others may have
the processor."""
