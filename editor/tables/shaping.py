"""Areas cut in two by a line, and areas of one kind joined into one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

import shapely
from shapely.ops import split

from editor.tables.things import fresh_key
from engine.tables.smooth import Outline
from engine.tables.table import HillPart, Table, TableArea

_LEAST: Final = 100
"""Square paces below which a piece is dropped: what rounding to whole paces leaves over."""
_BEYOND: Final = 1
"""Paces by which a cut reaches beyond its ends: points that are set on an edge lie on either side of it by rounding."""


def cut(table: Table, keys: Iterable[str], line: Outline) -> dict[str, TableArea] | None:
    """The areas of a table after those with some keys have been cut along a line; None where it crosses none of them.

    The largest piece keeps the key. Of hills each piece keeps its slope and cover, the parts that lie in it, and the
    crest if all of it does. The edge of a smooth area becomes the outline of its pieces.
    """
    wanted = set(keys)
    stroke = shapely.LineString(_longer(line))
    found: dict[str, TableArea] = {}
    for key, area in table.areas.items():
        pieces = _pieces(shapely.Polygon(area.edge), stroke) if key in wanted and _is_sound(area) else []
        if len(pieces) < 2:
            found[key] = area
            continue
        found[key] = _piece(area, key, pieces[0])
        for piece in pieces[1:]:
            taken = replace(table, areas={**table.areas, **found})
            another = fresh_key(taken, area.kind)
            found[another] = _piece(area, another, piece)
    return found if len(found) > len(table.areas) else None


def neighbours(table: Table, key: str) -> list[str]:
    """The other areas of its kind that an area touches or lies over, and those that these touch."""
    area = table.areas[key]
    alike = {other: one for other, one in table.areas.items() if one.kind == area.kind and _is_sound(one)}
    if key not in alike:
        return []
    shapes = {other: shapely.Polygon(one.edge) for other, one in alike.items()}
    found, new = {key}, [key]
    while new:
        at = new.pop()
        near = [other for other in shapes if other not in found and shapes[at].intersection(shapes[other]).length > 0]
        found.update(near)
        new += near
    return [other for other in table.areas if other in found and other != key]


def joined(table: Table, key: str) -> dict[str, TableArea] | None:
    """The areas of a table after an area has been joined with its `neighbours`; None where that makes no single area
    without holes. The new area has the key and the properties of the first one; a hill has the parts of all."""
    others = neighbours(table, key)
    together = [table.areas[one] for one in (key, *others)]
    whole = shapely.union_all([shapely.Polygon(one.edge) for one in together])
    if not others or not isinstance(whole, shapely.Polygon) or whole.interiors:
        return None
    parts = tuple(part for one in together for part in one.parts)
    outline = _outline(whole)
    made = replace(table.areas[key], outline=outline, smooth=False, parts=parts)
    return {one: made if one == key else area for one, area in table.areas.items() if one not in others}


def _is_sound(area: TableArea) -> bool:
    return len(area.edge) >= 3 and shapely.Polygon(area.edge).is_valid


def _longer(line: Outline) -> Iterator[tuple[float, float]]:
    """A line that reaches a little beyond both of its ends."""
    yield _further(line[1], line[0])
    yield from line
    yield _further(line[-2], line[-1])


def _further(start: tuple[int, int], end: tuple[int, int]) -> tuple[float, float]:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max(1.0, (dx * dx + dy * dy) ** 0.5)
    return end[0] + _BEYOND * dx / length, end[1] + _BEYOND * dy / length


def _pieces(shape: shapely.Polygon, stroke: shapely.LineString) -> list[shapely.Polygon]:
    """The pieces of a shape, the largest first."""
    parts = [one for one in split(shape, stroke).geoms if isinstance(one, shapely.Polygon)]
    return sorted((one for one in parts if one.area >= _LEAST), key=lambda one: -one.area)


def _piece(area: TableArea, key: str, shape: shapely.Polygon) -> TableArea:
    crest = area.crest if area.crest and shapely.MultiPoint(area.crest).within(shape.buffer(1)) else ()
    parts = tuple(part for one in area.parts for part in _part_in(one, shape))
    return replace(area, key=key, outline=_outline(shape), smooth=False, crest=crest, parts=parts)


def _part_in(part: HillPart, shape: shapely.Polygon) -> Iterator[HillPart]:
    """What of a part of a hill lies in a piece of it."""
    ground = shapely.Polygon(part.outline)
    inside = shape.intersection(ground) if ground.is_valid else shapely.Polygon()
    for one in getattr(inside, "geoms", [inside]):
        if isinstance(one, shapely.Polygon) and one.area >= _LEAST:
            yield replace(part, outline=_outline(one))


def _outline(shape: shapely.Polygon) -> Outline:
    """The outline of a shape in whole paces, without points that lie on straight lines."""
    points = [(round(x), round(y)) for x, y in shapely.get_coordinates(shape.simplify(0)).tolist()[:-1]]
    return tuple(point for number, point in enumerate(points) if point != points[number - 1])
