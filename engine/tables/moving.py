"""A table with everything on it moved, or made larger or smaller: what it becomes, and what falls off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import shapely
from shapely.geometry.base import BaseGeometry

from engine.errors import HexwrightError
from engine.tables.ground import polygon_of
from engine.tables.smooth import Outline, Point
from engine.tables.table import (
    LEAST_SIDE,
    MOST_SIDE,
    UNIT,
    HillPart,
    Table,
    TableArea,
    TableLine,
    TableRegion,
    TableWall,
)

P = TypeVar("P", TableArea, TableLine, TableWall)

_LEAST: Final = 1.0
"""Square paces, or paces, of a piece that is worth keeping."""


@dataclass(frozen=True, slots=True)
class TableFallen:
    """Something that a smaller table has no room for."""

    layer: str
    """``areas``, ``lines``, ``names`` or ``regions``, as in a file."""
    what: str
    """The key, or the name."""
    whole: bool
    """Whether all of it is gone, rather than a part that was cut off."""

    def __str__(self) -> str:
        return self.what if self.whole else f"a part of {self.what}"


@dataclass(frozen=True, slots=True)
class TableResized:
    """A table of another size, and what became of the old one."""

    map: Table
    fallen: list[TableFallen]
    by: Point
    """How far everything moved, in paces to the right and downward."""


def moved(table: Table, right: int, down: int) -> Table:
    """The table with everything on it moved by this many paces. The old table is left as it was; what is moved over the
    edge stays in the model, off the table."""

    def on(points: Outline) -> Outline:
        return tuple((x + right, y + down) for x, y in points)

    new = table.copy()
    for key, area in table.areas.items():
        parts = tuple(replace(part, outline=on(part.outline)) for part in area.parts)
        new.areas[key] = replace(area, outline=on(area.outline), crest=on(area.crest), parts=parts)
    for key, line in table.lines.items():
        if isinstance(line, TableWall):
            edges = replace(line, inside=on(line.inside), outside=on(line.outside), gates=on(line.gates))
            new.lines[key] = edges
        else:
            new.lines[key] = replace(line, line=on(line.line))
    new.labels = [replace(label, at=(label.at[0] + right, label.at[1] + down)) for label in table.labels]
    new.regions = {key: replace(region, outline=on(region.outline)) for key, region in table.regions.items()}
    across, along = right / UNIT, down / UNIT
    new.look = replace(
        table.look,
        underlays=tuple(picture.moved(across, along) for picture in table.look.underlays),
        furniture=tuple(item.moved(across, along) for item in table.look.furniture),
    )
    return new


def resized(table: Table, width: int, height: int, *, left: int = 0, top: int = 0) -> TableResized:
    """The table with another width and height. The old table is left as it was.

    ``left`` and ``top`` paces are added there, or taken away where negative; the rest of the difference is made on the
    right and at the bottom. What reaches over the new edges is cut off there, and a smooth outline that is cut becomes
    one of straight pieces. Raises HexwrightError for a size that tables do not have.
    """
    if not (LEAST_SIDE <= width <= MOST_SIDE and LEAST_SIDE <= height <= MOST_SIDE):
        raise HexwrightError(f"a table has {LEAST_SIDE:,} to {MOST_SIDE:,} paces on each side")
    old = moved(table, left, top)
    new = replace(old, size=(width, height), areas={}, lines={}, labels=[], regions={})
    paper = shapely.box(0, 0, width, height)
    fallen = list(_put(old, new, paper))
    return TableResized(new, fallen, (left, top))


def _put(old: Table, new: Table, paper: BaseGeometry) -> Iterator[TableFallen]:
    """Put what is on the old table onto the new one; yields what falls off."""
    taken = {*old.areas, *old.lines}
    for key, area in old.areas.items():
        pieces = list(_cut_area(area, paper))
        new.areas.update((piece.key, piece) for piece in _named(pieces, taken))
        if not pieces or _reaches_over(area.edge, paper):
            yield TableFallen("areas", key, not pieces)
    for key, line in old.lines.items():
        if isinstance(line, TableWall):
            walls = list(_cut_wall(line, new))
            new.lines.update((piece.key, piece) for piece in _named(walls, taken))
            over = not all(new.holds(x, y) for x, y in line.edge)
        else:
            courses = list(_cut_course(line, paper))
            new.lines.update((piece.key, piece) for piece in _named(courses, taken))
            over = _reaches_over(line.course, paper)
        gone = key not in new.lines
        if gone or over:
            yield TableFallen("lines", key, gone)
    for label in old.labels:
        if new.holds(*label.at):
            new.labels.append(label)
        else:
            yield TableFallen("names", label.text, True)
    for key, region in old.regions.items():
        yield from _put_region(key, region, new, paper)


def _put_region(key: str, region: TableRegion, new: Table, paper: BaseGeometry) -> Iterator[TableFallen]:
    """A region is one outline: of several pieces the largest stays."""
    pieces = _pieces(region.outline, paper)
    if pieces:
        new.regions[key] = replace(region, outline=max(pieces, key=lambda piece: polygon_of(piece).area))
    if not pieces or _reaches_over(region.outline, paper):
        yield TableFallen("regions", region.name or key, not pieces)


def _reaches_over(points: Sequence[Point], paper: BaseGeometry) -> bool:
    _, _, width, height = paper.bounds
    return not all(0 <= x <= width and 0 <= y <= height for x, y in points)


def _pieces(outline: Outline, paper: BaseGeometry) -> list[Outline]:
    """The pieces of an outline that are on the table, as they are where all of it is."""
    if not _reaches_over(outline, paper):
        return [outline]
    cut = polygon_of(outline).intersection(paper)
    polygons = [one for one in getattr(cut, "geoms", [cut]) if one.geom_type == "Polygon" and one.area >= _LEAST]
    return [_rounded(one.exterior.coords)[:-1] for one in polygons]


def _rounded(points: Sequence[Sequence[float]]) -> Outline:
    return tuple((round(point[0]), round(point[1])) for point in points)


def _named(pieces: list[P], taken: set[str]) -> Iterator[P]:
    """The pieces of an area or line, each with a key: the first keeps the one there was."""
    for number, piece in enumerate(pieces):
        key = piece.key
        while number and key in taken:
            number += 1
            key = f"{piece.key[:58]}-{number}"
        taken.add(key)
        yield replace(piece, key=key)


def _cut_area(area: TableArea, paper: BaseGeometry) -> Iterator[TableArea]:
    """The pieces of an area that are on the table."""
    if not _reaches_over(area.edge, paper):
        yield area
        return
    for outline in _pieces(area.edge, paper):
        polygon = polygon_of(outline)
        parts = tuple(
            HillPart(part.slope, part.cover, inside)
            for part in area.parts
            for inside in _pieces(part.outline, paper)
            if polygon.intersects(polygon_of(inside))
        )
        crest = tuple(point for point in area.crest if polygon.intersects(shapely.Point(point)))
        yield replace(area, outline=outline, smooth=False, parts=parts, crest=crest)


def _cut_course(line: TableLine, paper: BaseGeometry) -> Iterator[TableLine]:
    """The pieces of a road or river that are on the table."""
    if not _reaches_over(line.course, paper):
        yield line
    elif len(set(line.course)) > 1:
        cut = shapely.LineString(line.course).intersection(paper)
        for piece in getattr(cut, "geoms", [cut]):
            if piece.geom_type == "LineString" and piece.length >= _LEAST:
                yield replace(line, line=_rounded(piece.coords), smooth=False)


def _cut_wall(wall: TableWall, table: Table) -> Iterator[TableWall]:
    """The pieces of a fortification of which inside and outside are on the table."""
    if all(table.holds(x, y) for x, y in wall.edge):
        yield wall
        return
    inside: list[Point] = []
    outside: list[Point] = []
    stretches = min(len(wall.inside), len(wall.outside)) - 1
    for number in range(stretches):
        first, second = wall.inside[number : number + 2], wall.outside[number : number + 2]
        begin, end = _share(table, (first, second))
        if end > begin:
            if begin > 0 or not inside:
                yield from _wall_of(wall, inside, outside, table)
                inside, outside = [_along(first, begin)], [_along(second, begin)]
            inside.append(_along(first, end))
            outside.append(_along(second, end))
        if end < 1 or end <= begin:
            yield from _wall_of(wall, inside, outside, table)
            inside, outside = [], []
    yield from _wall_of(wall, inside, outside, table)


def _wall_of(wall: TableWall, inside: list[Point], outside: list[Point], table: Table) -> Iterator[TableWall]:
    if len(set(inside)) > 1 and len(set(outside)) > 1:
        body = polygon_of((*outside, *reversed(inside))).buffer(_LEAST)
        gates = tuple(gate for gate in wall.gates if table.holds(*gate) and body.intersects(shapely.Point(gate)))
        yield replace(wall, inside=tuple(inside), outside=tuple(outside), gates=gates)


def _share(table: Table, stretches: Sequence[Sequence[Point]]) -> tuple[float, float]:
    """From which share of the way along all stretches to which they are on the table."""
    begin, end = 0.0, 1.0
    for first, second in stretches:
        for start, way, most in ((first[n], second[n] - first[n], table.size[n]) for n in (0, 1)):
            if way:
                sides = sorted((-start / way, (most - start) / way))
                begin, end = max(begin, sides[0]), min(end, sides[1])
            elif not 0 <= start <= most:
                return 1.0, 0.0
    return begin, end


def _along(stretch: Sequence[Point], share: float) -> Point:
    (ax, ay), (bx, by) = stretch
    return round(ax + share * (bx - ax)), round(ay + share * (by - ay))
