"""Shapes across the 180th meridian: rings that jump from one edge of the map of the world to the other are cut there.

TopoJSON of Natural Earth has such rings: Russia, Fiji, and Antarctica, whose coast goes once around the pole.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from engine.exchange.projections import Floats
from engine.exchange.tangles import made_valid

JUMP: Final = 300.0
"""Degrees of longitude between two points from which on a ring jumps; a shorter edge is one."""
BOX: Final = 5
"""Points of a rectangle. Its edges may be as long as the world, and jump over nothing."""


def cut(drawn: BaseGeometry) -> BaseGeometry:
    """A geometry of one kind whose parts end at the 180th meridian; the same one where nothing crosses it."""
    west, _, east, _ = drawn.bounds
    if east - west < JUMP:
        return drawn
    parts = [piece for part in shapely.get_parts(drawn) for piece in _parts(part)]
    areas = [one for one in parts if isinstance(one, shapely.Polygon)]
    lines = [one for one in parts if isinstance(one, shapely.LineString)]
    if len(parts) == 1 or not (areas or lines):
        return parts[0] if len(parts) == 1 else drawn
    return shapely.MultiPolygon(areas) if areas else shapely.MultiLineString(lines)


def _parts(part: BaseGeometry) -> Iterator[BaseGeometry]:
    """A single line, area or point in the pieces that do not jump."""
    if part.geom_type == "LineString" and _jumps(part):
        yield from _within(shapely.LineString(_unrolled(shapely.get_coordinates(part))))
        return
    rings = list(shapely.get_rings(part)) if part.geom_type == "Polygon" else []
    if not any(_jumps(ring) for ring in rings):
        yield part
        return
    outer, *holes = (shapely.get_coordinates(ring) for ring in rings)
    # An ocean around the pole has its islands, which are holes, on the other side of its ring.
    north = bool(np.mean([hole[:, 1].mean() for hole in holes]) > outer[:, 1].mean()) if holes else None
    whole = shapely.union_all(list(_within(_area(outer, north))))
    if holes:
        whole = whole.difference(shapely.union_all([one for hole in holes for one in _within(_area(hole))]))
    found = [one for one in shapely.get_parts(whole) if one.geom_type == "Polygon"]
    yield from found or [part]


def _jumps(line: BaseGeometry) -> bool:
    points = shapely.get_coordinates(line)
    return len(points) > BOX and bool((np.abs(np.diff(points[:, 0])) > JUMP).any())


def _unrolled(points: Floats) -> Floats:
    """The same points without jumps: they go on beyond 180 degrees."""
    steps = np.diff(points[:, 0])
    turns = np.where(np.abs(steps) > JUMP, -360.0 * np.sign(steps), 0.0)
    found = points.copy()
    found[1:, 0] += np.cumsum(turns)
    return found


def _area(points: Floats, north: bool | None = None) -> BaseGeometry:
    """The area of a ring. One that goes around a pole is closed over it: the nearer one if ``north`` is not given."""
    ring = _unrolled(points)
    if abs(ring[-1, 0] - ring[0, 0]) > JUMP:
        pole = 90.0 if (ring[:, 1].mean() > 0 if north is None else north) else -90.0
        ring = np.vstack([ring, [[ring[-1, 0], pole], [ring[0, 0], pole]]])
    return made_valid(shapely.Polygon(ring), "an area across the 180th meridian")


def _within(drawn: BaseGeometry) -> Iterator[BaseGeometry]:
    """The pieces of a geometry that went on beyond 180 degrees, each in its place on the map of the world."""
    west, _, east, _ = drawn.bounds
    for turn in (-360.0, 0.0, 360.0):
        if west + turn < 180 and east + turn > -180:
            moved = affinity.translate(drawn, turn)
            for piece in shapely.get_parts(shapely.clip_by_rect(moved, -180, -90, 180, 90)):
                if not piece.is_empty:
                    yield piece
