"""The board as shapely shapes on paper: hexes, hexsides, sight lines, areas with holes, rivers, road networks.

Importing this module imports shapely, which takes its time: nothing on the command line's quick paths does.
Where lattice points are enough, ``chains``, ``vertices`` and ``sight`` are exact and faster.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from math import ceil, floor
from typing import Any

import shapely
from shapely import LineString, MultiLineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.chains import chains, path_lines
from engine.hexes.board.grid import Grid


def hex_polygon(grid: Grid, h: int) -> Polygon:
    """A hex."""
    return Polygon(grid.outline(h))


def side_line(grid: Grid, side: int) -> LineString:
    """A hexside, from vertex to vertex."""
    return LineString([grid.paper(end) for end in grid.side_ends(side)])


def sight_line(grid: Grid, a: int, b: int) -> LineString:
    """The line from one hex centre to another."""
    return LineString([grid.centre(a), grid.centre(b)])


def region(grid: Grid, hexes: Iterable[int]) -> MultiPolygon:
    """The area that hexes cover together: a polygon, with its holes, for each part that hangs together."""
    outlines = [grid.outline(h) for h in dict.fromkeys(hexes)]
    area = shapely.coverage_union_all(shapely.polygons(outlines) if outlines else [])
    return MultiPolygon([part for part in shapely.get_parts(area) if not part.is_empty])


def outline(battle_map: BattleMap, hexes: Iterable[int]) -> dict[str, Any]:
    """What some hexes cover, as a GeoJSON geometry in circumradii."""
    return as_geojson(region(battle_map.grid, hexes))


def as_geojson(shape: BaseGeometry) -> dict[str, Any]:
    """A shape as a GeoJSON geometry, to a millionth of a circumradius."""
    found: dict[str, Any] = json.loads(shapely.to_geojson(shapely.transform(shape, lambda points: points.round(6))))
    return found


def hexes_under(grid: Grid, shape: BaseGeometry, *, touching: bool = False) -> list[int]:
    """The hexes whose centre lies in a shape or on its edge; with ``touching`` those that share any area with it."""
    candidates = list(_hexes_near(grid, shape.bounds))
    if not candidates or shape.is_empty:
        return []
    shapely.prepare(shape)
    if touching:
        return [
            h for h in candidates if shape.intersects(polygon := hex_polygon(grid, h)) and not shape.touches(polygon)
        ]
    centres = shapely.points([grid.centre(h) for h in candidates])
    return [h for h, inside in zip(candidates, shapely.covers(shape, centres), strict=True) if inside]


def chain_lines(grid: Grid, sides: Iterable[int]) -> MultiLineString:
    """Hexsides as lines, each as long as can be; see ``chains.chains``."""
    return MultiLineString([[grid.paper(vertex) for vertex in chain] for chain in chains(grid, sides)])


def path_network(battle_map: BattleMap, kind: str) -> MultiLineString:
    """The paths of a kind as lines that end at loose ends, junctions and the map's edge; see ``chains.path_lines``."""
    return MultiLineString(path_lines(battle_map, kind))


def _hexes_near(grid: Grid, bounds: tuple[float, float, float, float]) -> Iterator[int]:
    """The hexes that may reach into a box on paper, in order."""
    left, top, right, bottom = bounds
    if not all(-1e9 < bound < 1e9 for bound in bounds):
        return
    long, across = 1.5, 3**0.5
    wide, high = (long, across) if grid.flat else (across, long)
    columns = range(max(0, floor(left / wide) - 2), min(grid.columns, ceil(right / wide) + 2))
    for row in range(max(0, floor(top / high) - 2), min(grid.rows, ceil(bottom / high) + 2)):
        for column in columns:
            h = row * grid.columns + column
            if h in grid:
                yield h
