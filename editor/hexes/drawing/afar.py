"""The map from afar, where a hex is a few pixels wide: rivers, roads, places and regions over the small picture of
its ground, in blocks of hexes.

A block asks only for what is there, row by row: most hexsides of a big map carry nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, floor
from typing import Final

from PySide6.QtCore import QRectF

from editor.canvas.drawing.paint_list import PaintList, PaintOrder, faded
from editor.canvas.drawing.paper import SCALE, Spot
from editor.hexes.drawing.geometry import Geometry, squares_near
from editor.hexes.drawing.streams import Streams
from engine.boards.palette import Palette
from engine.hexes.board.battlemap import BattleMap, Region
from engine.hexes.board.grid import NOWHERE

BLOCK: Final = 32
"""Columns and rows of a block."""
AT_ONCE: Final = 300
"""Hexes of a region that are drawn in one step."""
BEYOND: Final = 2.2 * SCALE
"""How far what is drawn may reach beyond its block."""
THINNEST: Final = 0.14
"""Width of the thinnest lines, in circumradii; of water a little more."""


class Afar:
    """Draws blocks of a map onto sheets."""

    def __init__(self, battle_map: BattleMap, palette: Palette, geometry: Geometry, streams: Streams) -> None:
        self.map = battle_map
        self.palette = palette
        self.geometry = geometry
        self.streams = streams
        self.across = ceil(battle_map.grid.columns / BLOCK)
        self.down = ceil(battle_map.grid.rows / BLOCK)

    # -- blocks -------------------------------------------------------------------------------------------------

    def blocks_in(self, rect: QRectF) -> list[int]:
        """The blocks that may be seen in a rectangle of the scene."""
        along, full = 1.5 * SCALE * BLOCK, 3**0.5 * SCALE * BLOCK
        wide, high = (along, full) if self.map.grid.flat else (full, along)
        left, right = max(0, floor((rect.left() - BEYOND) / wide)), floor((rect.right() + BEYOND) / wide)
        top, bottom = max(0, floor((rect.top() - BEYOND) / high)), floor((rect.bottom() + BEYOND) / high)
        columns = range(left, min(self.across - 1, right) + 1)
        return [row * self.across + column for row in range(top, min(self.down - 1, bottom) + 1) for column in columns]

    def blocks_of(self, hexes: Iterable[int], sides: Iterable[int]) -> set[int]:
        """The blocks that draw something of these hexes, of their neighbours, or of these hexsides."""
        grid = self.map.grid
        places = {divmod(h, grid.columns) for h in hexes}
        places.update((row - 1, column - 1) for row, column in (divmod(side // 3, grid.stride) for side in sides))
        return squares_near(places, BLOCK, self.across, self.down)

    def _rows(self, block: int) -> Iterator[range]:
        """The hexes of a block, row by row."""
        columns = self.map.grid.columns
        y, x = divmod(block, self.across)
        for row in range(y * BLOCK, min((y + 1) * BLOCK, self.map.grid.rows)):
            yield range(row * columns + x * BLOCK, row * columns + min((x + 1) * BLOCK, columns))

    def _sides(self, block: int) -> Iterator[range]:
        """The hexsides that belong to a block, row by row; those round the map belong to the blocks beside them."""
        grid = self.map.grid
        y, x = divmod(block, self.across)
        first, last = x * BLOCK, min((x + 1) * BLOCK, grid.columns)
        top, bottom = y * BLOCK, min((y + 1) * BLOCK, grid.rows)
        # Hexsides are counted by the places of the map with a frame of one place around it.
        first, last = first if x == 0 else first + 1, last + 2 if last == grid.columns else last + 1
        top, bottom = top if y == 0 else top + 1, bottom + 2 if bottom == grid.rows else bottom + 1
        for row in range(top, bottom):
            yield range(3 * (row * grid.stride + first), 3 * (row * grid.stride + last))

    # -- drawing ------------------------------------------------------------------------------------------------

    def draw(self, block: int, paint: PaintList) -> Iterator[None]:
        """Rivers and roads as straight strokes, places as squares; a step at a time."""
        self._hexsides(block, paint)
        yield
        yield from self._paths(block, paint)
        features, known = self.map.features, self.palette.features
        reach = 0.35 * SCALE
        for row in self._rows(block):
            for h in row:
                if h in features:
                    x, y = self.geometry.centre(h)
                    for key in features[h]:
                        kind = known.get(key)
                        if kind is not None:
                            square = paint.fill(PaintOrder.FEATURE, kind.colour)
                            square.addRect(x - reach, y - reach, 2 * reach, 2 * reach)

    def _hexsides(self, block: int, paint: PaintList) -> None:
        painted, ends, spot = self.map.hexsides, self.map.grid.side_ends, self.geometry.spot
        water = {key: kind for key, kind in self.palette.hexsides.items() if kind.is_water}
        for row in self._sides(block):
            for side in row:
                if side in painted:
                    for key in painted[side]:
                        kind = water.get(key)
                        if kind is not None:
                            path = paint.line(PaintOrder.WATER, kind.colour, max(kind.width, THINNEST + 0.02) * SCALE)
                            a, b = ends(side)
                            path.moveTo(*spot(*a))
                            path.lineTo(*spot(*b))

    def _paths(self, block: int, paint: PaintList) -> Iterator[None]:
        paths, known = self.map.paths, self.palette.paths
        wet: set[int] = set()
        for number, row in enumerate(self._sides(block)):
            if number % 16 == 0:
                yield
            for side in row:
                if side in paths:
                    for key in paths[side]:
                        kind = known.get(key)
                        if kind is not None and kind.is_water:
                            wet.update(h for h in self.map.grid.side_hexes(side) if h != NOWHERE)
                        elif kind is not None:
                            path = paint.line(
                                PaintOrder.ROAD, kind.ink or kind.colour, max(kind.width, THINNEST) * SCALE
                            )
                            a, b = self._way(side)
                            path.moveTo(*a)
                            path.lineTo(*b)
        for h in sorted(wet):
            for kind, start, end in self.streams.lines(h):
                path = paint.line(PaintOrder.STREAM, kind.colour, max(kind.width, THINNEST + 0.02) * SCALE)
                path.moveTo(*start)
                path.lineTo(*end)

    def _way(self, side: int) -> tuple[Spot, Spot]:
        """The ends of a road across a hexside: the middles of its hexes, or of the hexside where the map ends."""
        a, b = self.map.grid.side_hexes(side)
        if b != NOWHERE:
            return self.geometry.anchor(a), self.geometry.anchor(b)
        (ax, ay), (bx, by) = self.map.grid.side_ends(side)
        return self.geometry.anchor(a), self.geometry.spot((ax + bx) / 2, (ay + by) / 2)

    def draw_regions(self, block: int, paint: PaintList) -> Iterator[None]:
        """The outlines of regions; a step at a time."""
        for place, region in enumerate(self.map.regions.values()):
            yield
            hexes = region.hexes
            own = [h for row in self._rows(block) for h in row if h in hexes]
            for first in range(0, len(own), AT_ONCE):
                yield
                self._region(paint, place, region, own[first : first + AT_ONCE])

    def _region(self, paint: PaintList, place: int, region: Region, own: list[int]) -> None:
        """What some hexes show of their region."""
        grid, offsets, hexes = self.map.grid, self.geometry.corner_offsets, region.hexes
        edge = paint.line(PaintOrder.REGION + place, faded(region.colour, 0.85), 0.05 * SCALE)
        for h in own:
            x, y = self.geometry.centre(h)
            ring = grid.ring1[h]
            if not hexes.issuperset(ring):
                for d, n in enumerate(ring):
                    if n not in hexes:
                        (ax, ay), (bx, by) = offsets[d], offsets[(d + 1) % 6]
                        edge.moveTo(x + ax, y + ay)
                        edge.lineTo(x + bx, y + by)
