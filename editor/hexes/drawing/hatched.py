"""Hexes with the hatchings of their terrains, as the grey style has them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainterPath

from editor.canvas.drawing.paint_list import PaintList
from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing import ground
from editor.hexes.drawing.hatching import Hatch, dots_in_polygon, hatch_polygon

INK: Final = "#8c8c8c"

KEPT: Final = 12_000
"""Hexes whose lines, and whose dots, are kept, at most."""
AT_ONCE: Final = 8
"""Hexes whose hatching is made, and drawn, in one step."""

Hex = tuple[str, int, tuple[bool, ...], tuple[str, ...]]
"""The hatching of one hex: its terrain, the hex, whether the terrain goes on in each direction, and its shores."""


class Hatched:
    """Draws hatchings within the rounded outlines of terrains.

    What a hex has of it is remembered: a stroke changes few hexes of a chunk, and hatching is slow work.
    """

    def __init__(self, rounded: ground.RoundedAreas, hatches: Mapping[str, Hatch]) -> None:
        """``hatches``: terrain to hatching."""
        self.hatches = hatches
        self._rounded = rounded
        self._lines = OrderedDict[Hex, QPainterPath]()
        self._dots = OrderedDict[Hex, list[QPointF]]()

    def draw(self, paint: PaintList, key: str, order: int, hexes: list[int], inside: ground.Inside) -> Iterator[None]:
        """Add the hatching of a terrain in these hexes, a step at a time; ``inside`` as in `RoundedAreas.area`."""
        hatch, ring1 = self.hatches[key], self._rounded.geometry.grid.ring1
        width = hatch.width * SCALE
        cap = Qt.PenCapStyle.RoundCap if hatch.mark else Qt.PenCapStyle.FlatCap
        for first in range(0, len(hexes), AT_ONCE):
            yield
            for h in hexes[first : first + AT_ONCE]:
                place = key, h, tuple([n in inside for n in ring1[h]]), self._rounded.shores(h)
                if hatch.dotted:
                    paint.dots(order, INK, width, first).extend(self._dots_of(place, inside))
                else:
                    paint.line(order, INK, width, cap=cap, part=first).addPath(self._lines_of(place, inside))

    def _lines_of(self, place: Hex, inside: ground.Inside) -> QPainterPath:
        found = self._lines.get(place)
        if found is None:
            if len(self._lines) >= KEPT:
                self._lines.popitem(last=False)
            found = self._lines[place] = QPainterPath()
            hatch_polygon(found, self.hatches[place[0]], self._rounded.polygon(place[1], inside, ground.ROUGH))
        return found

    def _dots_of(self, place: Hex, inside: ground.Inside) -> list[QPointF]:
        found = self._dots.get(place)
        if found is None:
            if len(self._dots) >= KEPT:
                self._dots.popitem(last=False)
            polygon = self._rounded.polygon(place[1], inside, ground.ROUGH)
            found = self._dots[place] = dots_in_polygon(self.hatches[place[0]], polygon)
        return found
