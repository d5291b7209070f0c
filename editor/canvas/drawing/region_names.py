"""The names of regions, which a map does not write itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QRectF

from editor.canvas.drawing.geometry import SCALE, Geometry
from editor.canvas.drawing.lettering import SIZES, label_rect
from engine.board.battlemap import BattleMap, Label, Region
from engine.board.grid import Grid

SIZE: Final = "small"
"""How large the letters are (see ``SIZES``)."""


class RegionNames:
    """A name for each region at its upper left hex; none for one that the map's own labels tell already."""

    def __init__(self, board: BattleMap, geometry: Geometry) -> None:
        self._map = board
        self._geometry = geometry
        self._placed: dict[str, tuple[Region, Label, QRectF]] = {}

    def within(self, rect: QRectF, least: float, of: frozenset[str] | None) -> list[Label]:
        """The names of regions (those with the keys ``of``, or all) that may be seen in a rectangle; none when their
        letters are less than so many circumradii high."""
        if SIZES[SIZE] < least:
            return []
        regions = self._map.regions
        told = {" ".join(label.text.split()).casefold() for label in self._map.labels}
        wanted = (
            region
            for key, region in regions.items()
            if (of is None or key in of) and region.hexes and region.name and region.name.casefold() not in told
        )
        return [label for label, covers in map(self._name, wanted) if covers.intersects(rect)]

    def _name(self, region: Region) -> tuple[Label, QRectF]:
        found = self._placed.get(region.key)
        # Regions are replaced and never changed: as long as one is the same, so is its name.
        if found is None or found[0] is not region:
            label = Label(region.name, upper_left(self._map.grid, region.hexes), size=SIZE, style="area", dy=-0.62)
            label = kept_on_map(label, self._geometry)
            found = self._placed[region.key] = (region, label, label_rect(label, self._geometry))
        return found[1:]


def upper_left(grid: Grid, hexes: Iterable[int]) -> int:
    """The uppermost of the leftmost hexes. Only those of one column are compared on paper: a region may be large."""
    columns, everywhere = grid.columns, [*hexes]
    first = min(h % columns for h in everywhere)
    return min((h for h in everywhere if h % columns == first), key=grid.lattice)


def kept_on_map(label: Label, geometry: Geometry) -> Label:
    """The label, moved sideways where it would run off the left or right edge of the map: pictures end there."""
    rect, width = label_rect(label, geometry), geometry.size[0]
    aside = max(0.0, -rect.left()) or min(0.0, width - rect.right())
    return replace(label, dx=label.dx + aside / SCALE)
