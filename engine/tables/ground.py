"""The ground of a table: which area is on top at a point, under a base, and on the way of one.

Areas are shapely polygons in paces. A base touches ground only where it lies over it by more than half a pace, as bases
do with each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from engine.tables.places import PACE, TablePoint
from engine.tables.smooth import Outline
from engine.tables.table import IMPASSABLE, WATERWAY, Table, TableArea, TableWall

_HALF: Final = 0.5
"""Paces that ground may reach under a base without counting."""
_NOTHING: Final = 1e-6
"""An area in square paces that comes from rounding only."""

Shapes = NDArray[Any]
"""An array of shapes in paces."""


class GroundPatch(NamedTuple):
    """What the ground is in one place."""

    area: str
    """The key of the area; empty for the bare ground of the table."""
    kind: str
    slope: str
    """Of a hill; empty for other areas."""
    cover: str
    """Of a hill; empty for other areas."""


class TableGround:
    """The ground of a table, worked out once. The table must not change afterwards."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._bare = GroundPatch("", table.ground, "", "")
        self._areas = {key: polygon_of(area.edge) for key, area in table.areas.items()}
        layers = [layer for key, area in table.areas.items() for layer in _layers(area, self._areas[key])]
        self._patches = [patch for patch, _ in layers]
        self._polygons = [polygon for _, polygon in layers]
        shapely.prepare(self._polygons)
        self._tree = shapely.STRtree(self._polygons)

    # -- patches ----------------------------------------------------------------------------------------------------

    def at(self, x: float, y: float) -> GroundPatch:
        """The patch on top at a point in paces."""
        found = self._tree.query(shapely.Point(x, y), predicate="intersects")
        return self._patches[int(found.max())] if len(found) else self._bare

    def under(self, corners: Sequence[TablePoint]) -> tuple[GroundPatch, ...]:
        """Every patch that can be seen inside a convex shape by more than half a pace, the topmost first. The corners
        are in grains."""
        return self._seen(_base(corners))

    def crossed(self, start: Sequence[TablePoint], end: Sequence[TablePoint]) -> tuple[GroundPatch, ...]:
        """Every patch that a base touches on a straight move from one place to another, by its corners in grains."""
        return self._seen(_base([*start, *end]))

    def areas_met(self, shapes: Shapes) -> frozenset[int]:
        """The numbers of those of some shapes, in paces, that meet any area."""
        return frozenset(self._tree.query(shapes, predicate="intersects")[0].tolist())

    def are_near(self, points: Sequence[TablePoint]) -> bool:
        """Whether the upright rectangle round some points in grains meets that round any area."""
        xs, ys = zip(*points, strict=True)
        low, high = (min(xs) / PACE, min(ys) / PACE), (max(xs) / PACE, max(ys) / PACE)
        return any(
            left <= high[0] and low[0] <= right and top <= high[1] and low[1] <= bottom
            for left, top, right, bottom in self._boxes
        )

    @cached_property
    def _boxes(self) -> list[tuple[float, float, float, float]]:
        return [polygon.bounds for polygon in self._areas.values() if not polygon.is_empty]

    def courses_met(self, shapes: Shapes) -> Iterator[tuple[int, str]]:
        """Which roads and rivers meet which of some shapes, in paces: the number of the shape, and the key."""
        keys, tree = self._courses
        for number, index in zip(*tree.query(shapes, predicate="intersects").tolist(), strict=True):
            yield number, keys[index]

    def seen_in(self, shape: BaseGeometry) -> tuple[GroundPatch, ...]:
        """Every patch that can be seen inside a shape in paces by more than half a pace, the topmost first."""
        return self._seen(shape.buffer(-_HALF, join_style="mitre"))

    def areas_in(self, shape: BaseGeometry) -> tuple[str, ...]:
        """The keys of the areas that meet a shape in paces, as listed, those that others cover too."""
        found = sorted(self._tree.query(shape, predicate="intersects").tolist())
        return tuple(dict.fromkeys(self._patches[index].area for index in found))

    def _seen(self, shape: BaseGeometry) -> tuple[GroundPatch, ...]:
        return tuple(dict.fromkeys(self._top_down(shape)))

    def _top_down(self, shape: BaseGeometry) -> Iterator[GroundPatch]:
        """The patches inside a shape from the topmost down, until nothing of the shape is left."""
        for index in sorted(self._tree.query(shape, predicate="intersects").tolist(), reverse=True):
            polygon = self._polygons[index]
            if shapely.covers(polygon, shape):
                yield self._patches[index]
                return
            if shape.intersection(polygon).area <= _NOTHING:
                continue
            yield self._patches[index]
            shape = shape.difference(polygon)
            if shape.area <= _NOTHING:
                return
        if not shape.is_empty:
            yield self._bare

    # -- roads, rivers, fortifications --------------------------------------------------------------------------------

    @cached_property
    def _courses(self) -> tuple[list[str], shapely.STRtree]:
        keys = list(self.table.courses)
        return keys, shapely.STRtree([self.polygon(key) for key in keys])

    def courses_under(self, corners: Sequence[TablePoint]) -> tuple[str, ...]:
        """The keys of the roads and rivers that lie inside a convex shape by more than half a pace, as listed. The
        corners are in grains."""
        keys, tree = self._courses
        return tuple(keys[index] for index in sorted(tree.query(_base(corners), predicate="intersects").tolist()))

    def polygon(self, key: str) -> BaseGeometry:
        """An area, a road or river at its width, or a fortification between its edges, in paces. Raises KeyError."""
        if key in self._areas:
            return self._areas[key]
        line = self.table.lines[key]
        if isinstance(line, TableWall):
            return polygon_of(line.edge)
        if len(set(line.course)) < 2:
            return shapely.Polygon()
        return shapely.LineString(line.course).buffer(self.table.width_of(line) / 2, cap_style="flat")

    # -- water, impassable ground, hills ------------------------------------------------------------------------------

    @cached_property
    def water(self) -> BaseGeometry:
        """All that can be seen of waterways. Rivers are lines and no part of it."""
        return self.seen_of(WATERWAY)

    @cached_property
    def impassable(self) -> BaseGeometry:
        """All that can be seen of impassable ground."""
        return self.seen_of(IMPASSABLE)

    def seen_of(self, kind: str) -> BaseGeometry:
        """All that can be seen of the areas of a kind, in paces."""
        pieces = []
        for index, patch in enumerate(self._patches):
            if patch.kind == kind:
                polygon = self._polygons[index]
                over = [
                    self._polygons[other]
                    for other in self._tree.query(polygon, predicate="intersects").tolist()
                    if other > index and self._patches[other].kind != kind
                ]
                pieces.append(polygon.difference(shapely.union_all(over)) if over else polygon)
        return shapely.union_all(pieces)

    def hill_at(self, x: float, y: float) -> str:
        """The key of the topmost hill at a point in paces, whatever else lies on it; empty for none."""
        point = shapely.Point(x, y)
        for key, area in reversed(self.table.areas.items()):
            if area.is_hill and shapely.intersects(self._areas[key], point):
                return key
        return ""

    def crest_distance(self, hill: str, x: float, y: float) -> float:
        """The distance in paces of a point from the crest of a hill: its line or point, or else its middle. Raises
        KeyError."""
        crest = self.table.areas[hill].crest
        top = shapely.LineString(crest) if len(set(crest)) > 1 else shapely.Point(crest[0]) if crest else None
        return float(shapely.distance(top or self._areas[hill].centroid, shapely.Point(x, y)))


def _layers(area: TableArea, polygon: BaseGeometry) -> Iterator[tuple[GroundPatch, BaseGeometry]]:
    """An area and its parts, the lowest first. Parts end where their hill ends."""
    if not area.is_hill:
        yield GroundPatch(area.key, area.kind, "", ""), polygon
        return
    yield GroundPatch(area.key, area.kind, area.slope or "gentle", area.cover or "bare"), polygon
    for part in area.parts:
        yield GroundPatch(area.key, area.kind, part.slope, part.cover), polygon_of(part.outline).intersection(polygon)


def polygon_of(outline: Outline) -> BaseGeometry:
    """The polygon of an outline in paces. One that crosses itself becomes what it encloses; too few points give an
    empty one."""
    if len(set(outline)) < 3:
        return shapely.Polygon()
    polygon = shapely.Polygon(outline)
    return polygon if polygon.is_valid else shapely.make_valid(polygon, method="structure", keep_collapsed=False)


def _base(corners: Sequence[TablePoint]) -> BaseGeometry:
    """The convex shape of corners in grains, in paces and without what is within half a pace of its edge."""
    hull = shapely.convex_hull(shapely.linestrings([(x / PACE, y / PACE) for x, y in corners]))
    return hull.buffer(-_HALF, join_style="mitre")
