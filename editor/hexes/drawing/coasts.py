"""Coasts by their true line, where a map has it and the hexes still agree with it.

Each hex draws its own share: what of it is water by the line, and at its middle always what the hex is. A hex that was
painted otherwise since, and its neighbours, draw the rounded shore of all other maps.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from math import cos, pi, sin
from typing import Final

import shapely
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath
from shapely.geometry.base import BaseGeometry

from editor.canvas.drawing.noise import noise
from editor.canvas.drawing.paper import SCALE, Spot
from editor.hexes.drawing.geometry import Geometry
from engine.boards.coast import Coast
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE

CORE: Final = 0.27 * SCALE
"""The distance from the middle of a hex within which its own ground is drawn, where the coast says otherwise."""
CORNERS: Final = 30
"""Points of its outline there."""
FULL: Final = 0.999
"""The share of water from which on a hex is all water."""
DOUBT: Final = 0.03
"""By so much the share of water may differ from the one by which a hex was made water or land."""
KEEP: Final = 8000
"""Shares that are remembered at most."""


class TrueCoast:
    """Draws what hexes show of the true line of the coast."""

    def __init__(self, geometry: Geometry, board: BattleMap, coast: Coast) -> None:
        self._geometry, self._board = geometry, board
        self._least, self._lakes = coast.water, board.palette.lakes
        rings = [shapely.Polygon([(x * SCALE, y * SCALE) for x, y in outline]) for outline in coast.outlines]
        # Of rings in one another every other one is a hole.
        self._water: BaseGeometry = shapely.make_valid(shapely.MultiPolygon(rings))
        self._bands: dict[int, tuple[BaseGeometry, BaseGeometry]] = {}
        self._wet = OrderedDict[int, tuple[BaseGeometry, BaseGeometry, float]]()
        self._drawn = OrderedDict[tuple[int, bool], tuple[QPainterPath, QPainterPath]]()

    # -- which hexes --------------------------------------------------------------------------------------------

    def holds(self, h: int) -> bool:
        """Whether a hex and its neighbours are still what the line says."""
        return self._agrees(h) and all(n == NOWHERE or self._agrees(n) for n in self._geometry.grid.ring1[h])

    def _agrees(self, h: int) -> bool:
        away = self.share(h) - self._least
        return abs(away) < DOUBT or (self._board.terrain[h] in self._lakes) == (away > 0)

    def share(self, h: int) -> float:
        """How much of a hex is water by the line, from 0 to 1."""
        return self._looked_at(h)[2]

    def is_shore(self, h: int) -> bool:
        """Whether the line passes through a hex that is drawn by it."""
        area, water, _ = self._looked_at(h)
        return 0 < water.area < FULL * area.area and self.holds(h)

    def shown(self, hexes: Iterable[int]) -> dict[int, str]:
        """Of some hexes those that draw water by the line, with its terrain; what is all water among such does not."""
        found = {}
        for h in hexes:
            area, water, _ = self._looked_at(h)
            if water.area and self.holds(h) and (water.area < FULL * area.area or not self._amid(h)):
                found[h] = self._terrain(h)
        return found

    def _amid(self, h: int) -> bool:
        """Whether all neighbours are of the same terrain."""
        terrain = self._board.terrain
        return all(n == NOWHERE or terrain[n] == terrain[h] for n in self._geometry.grid.ring1[h])

    def _terrain(self, h: int) -> str:
        """The water in a hex: its own, that of a neighbour, or else the first of the palette."""
        terrain, lakes = self._board.terrain, self._lakes
        around = (h, *self._geometry.grid.neighbours[h])
        known = (key for key in self._board.palette.terrain if key in lakes)
        return next((terrain[n] for n in around if terrain[n] in lakes), next(known))

    # -- what they draw -----------------------------------------------------------------------------------------

    def fill(self, h: int) -> QPainterPath:
        """The water of a hex."""
        return self._shares(h)[0]

    def line(self, h: int) -> QPainterPath:
        """The shore in a hex, as open strokes."""
        return self._shares(h)[1]

    def side(self, h: int) -> QPainterPath:
        """Where the pattern of a hex may be: in its water, or outside it where the hex is land."""
        wet = self._board.terrain[h] in self._lakes
        path = QPainterPath(self.fill(h))
        if not wet:
            path.setFillRule(Qt.FillRule.OddEvenFill)
            x, y = self._geometry.centre(h)
            path.addRect(x - 2 * SCALE, y - 2 * SCALE, 4 * SCALE, 4 * SCALE)
        return path

    def ashore(self, h: int, start: Spot) -> Spot:
        """Where the way from a corner of a hex of water to its middle comes to the water."""
        area, water, _ = self._looked_at(h)
        middle = self._geometry.centre(h)
        wet = _joined(water, self._core(h, water, wet=True), area, wet=True)
        way = shapely.LineString([start, middle]).intersection(wet)
        if way.is_empty:
            return start
        points = shapely.get_coordinates(way)
        x, y = min(points, key=lambda at: (at[0] - start[0]) ** 2 + (at[1] - start[1]) ** 2)
        return float(x), float(y)

    def _shares(self, h: int) -> tuple[QPainterPath, QPainterPath]:
        wet = self._board.terrain[h] in self._lakes
        found = self._drawn.get((h, wet))
        if found is None:
            if len(self._drawn) >= KEEP:
                self._drawn.popitem(last=False)
            area, water, _ = self._looked_at(h)
            core = self._core(h, water, wet=wet)
            shape = area if wet and water.area >= FULL * area.area else _joined(water, core, area, wet=wet)
            # The line itself, not the edge of the share: none runs along the sides of the hex.
            line = self._band(h)[1].intersection(area)
            if not core.is_empty:
                beyond = core.boundary.difference(water) if wet else core.boundary.intersection(water)
                line = line.difference(core).union(beyond.intersection(area))
            found = self._drawn[h, wet] = _path(shape), _strokes(line)
        return found

    def _core(self, h: int, water: BaseGeometry, *, wet: bool) -> BaseGeometry:
        """An islet, or a pond, about the middle of a hex that the line has otherwise than the hex is; else nothing. No
        two are alike."""
        x, y = self._geometry.centre(h)
        if water.intersects(shapely.Point(x, y)) == wet:
            return shapely.Polygon()
        first, second, third = (pi * noise(self._geometry.lot(h) * 13 + number) for number in range(3))
        spots = []
        for step in range(CORNERS):
            way = 2 * pi * step / CORNERS
            out = 1 + 0.26 * sin(2 * way + first) + 0.14 * sin(3 * way + second) + 0.08 * sin(5 * way + third)
            spots.append((x + CORE * out * cos(way), y + CORE * out * sin(way)))
        return shapely.Polygon(spots)

    def _looked_at(self, h: int) -> tuple[BaseGeometry, BaseGeometry, float]:
        """A hex as it is drawn, the water in it, and the share of water in the hex as it is."""
        found = self._wet.get(h)
        if found is None:
            if len(self._wet) >= KEEP:
                self._wet.popitem(last=False)
            shape = self._geometry.shape(h)
            area, exact = shapely.Polygon(shape.vertices), shapely.Polygon(shape.corners)
            part = shapely.clip_by_rect(self._band(h)[0], *area.union(exact).bounds)
            near = part if part.is_valid else shapely.make_valid(part)
            found = self._wet[h] = area, near.intersection(area), float(near.intersection(exact).area / exact.area)
        return found

    def _band(self, h: int) -> tuple[BaseGeometry, BaseGeometry]:
        """The water in a column of hexes, or in a row where rows are straight, and its shore: a small part of all."""
        grid = self._geometry.grid
        number = h % grid.columns if grid.flat else h // grid.columns
        found = self._bands.get(number)
        if found is None:
            reach, far = 1.5 * SCALE, 10 * SCALE
            at = self._geometry.centre(number if grid.flat else number * grid.columns)[0 if grid.flat else 1]
            width, height = self._geometry.size
            box = (
                (at - reach, -far, at + reach, height + far)
                if grid.flat
                else (-far, at - reach, width + far, at + reach)
            )
            part = shapely.clip_by_rect(self._water, *box)
            shore = shapely.clip_by_rect(self._water.boundary, *box)
            found = self._bands[number] = part if part.is_valid else shapely.make_valid(part), shore
        return found


def _joined(water: BaseGeometry, core: BaseGeometry, area: BaseGeometry, *, wet: bool) -> BaseGeometry:
    """The water of a hex with its core, or without it."""
    return water.union(core).intersection(area) if wet else water.difference(core)


def _path(shape: BaseGeometry) -> QPainterPath:
    """Areas as a path: outlines run as those of hexes do, and holes the other way."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for part in shapely.get_parts(shape):
        if isinstance(part, shapely.Polygon) and not part.is_empty:
            # The scene has its second axis downwards: what runs clockwise in it is counter-clockwise on paper.
            for ring in shapely.get_rings(shapely.orient_polygons(part, exterior_cw=False)):
                points = shapely.get_coordinates(ring)
                path.moveTo(*points[0])
                for point in points[1:-1]:
                    path.lineTo(*point)
                path.closeSubpath()
    return path


def _strokes(lines: BaseGeometry) -> QPainterPath:
    path = QPainterPath()
    merged = shapely.line_merge(lines) if lines.geom_type == "MultiLineString" else lines
    for part in shapely.get_parts(merged):
        if part.geom_type in ("LineString", "LinearRing") and not part.is_empty:
            points = shapely.get_coordinates(part)
            path.moveTo(*points[0])
            for point in points[1:]:
                path.lineTo(*point)
    return path
