"""The way of a march over a map of hexes: along the road as it is drawn, where the march follows one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF

from editor.canvas.tiled_map import TiledMap
from editor.hexes.drawing.geometry import Geometry, on_curve
from editor.hexes.drawing.roads import Roads
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.board.grid import NOWHERE

BENDS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Where the points of a bend in the road lie on its curve."""


def road_way(layer: TiledMap, spots: Sequence[int]) -> list[QPointF]:
    """The points of the scene that a march through hexes goes along: on the road between two hexes that a road joins,
    else from the middle of a hex to the middle of the next one."""
    geometry = layer.geometry
    if not isinstance(geometry, Geometry) or len(spots) < 2:
        return [QPointF(*layer.geometry.centre(h)) for h in spots]
    found = _Way(hexes_of(layer.document.board), geometry).through(spots)
    return [QPointF(x, y) for x, y in dict.fromkeys(found)]


class _Way:
    """Finds the points of one march."""

    def __init__(self, board: BattleMap, geometry: Geometry) -> None:
        self._board, self._geometry = board, geometry
        self._roads = Roads(board, geometry)

    def through(self, spots: Sequence[int]) -> list[tuple[float, float]]:
        """The points in their order, from the middle of the first hex to the middle of the last."""
        crossings = [self._crossing(a, b) for a, b in pairwise(spots)]
        found = [self._geometry.centre(spots[0])]
        for h, before, after in zip(spots[1:-1], crossings, crossings[1:], strict=False):
            if before is not None and after is not None:
                found += [on_curve(before, self._geometry.anchor(h), after, t) for t in BENDS]
            else:
                found += [before] if before is not None else []
                found.append(self._geometry.centre(h))
                found += [after] if after is not None else []
        if len(crossings) == 1 and crossings[0] is not None:
            found.append(crossings[0])
        return [*found, self._geometry.centre(spots[-1])]

    def _crossing(self, a: int, b: int) -> tuple[float, float] | None:
        """Where a road crosses from a hex to its neighbour; None where none does."""
        ring = self._geometry.grid.ring1[a]
        if b == NOWHERE or b not in ring:
            return None
        d = ring.index(b)
        kinds = self._board.paths.get(self._geometry.grid.sides[a][d], ())
        return self._roads.crossing(a, d) if any(key in self._roads.kinds for key in kinds) else None
