"""The areas that hexes cover, as shapely shapes on paper.

Importing this module imports shapely, which takes its time: nothing on the command line's quick paths does.
Where lattice points are enough, ``chains``, ``vertices`` and ``sight`` are exact and faster.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import shapely
from shapely import MultiPolygon
from shapely.geometry.base import BaseGeometry

from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid


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
