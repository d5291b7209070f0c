"""Chapter 2: fortifications: chains without breaks, what they enclose, and where they are touched and defended.

A piece has an outside, which attackers touch, and an inside, from which it is defended (2.2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import atan2, degrees, dist, hypot
from typing import Final, NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.ground import polygon_of
from engine.tables.places import PACE, WIDTH, BasePlace, TablePoint, measured
from engine.tables.smooth import Outline, Point
from engine.tables.table import WATERWAY, Table, TableWall
from engine.tables.touching import HALF

BASE: Final = WIDTH // PACE
"""Paces of a base width."""
LEAST_ANGLE: Final = 90
"""Degrees that a corner of continuous fortifications has at least (fair-play 4.1)."""
_MEET: Final = 1.0
"""Paces that ends may be apart and still meet."""
_PARALLEL: Final = 20
"""Tenths of a degree that a base may be out of line with a piece that it defends: a piece is drawn in whole paces."""


class WallFault(NamedTuple):
    """What is wrong with fortifications."""

    rule: str
    reason: str
    keys: tuple[str, ...]


# -- on the table (2.1, 2.3, fair-play 4.1) -----------------------------------------------------------------------


def chains(table: Table) -> Mapping[str, list[TableWall]]:
    """The pieces of each chain, as they are listed."""
    found: dict[str, list[TableWall]] = {}
    for wall in table.drawn_walls.values():
        if wall.chain:
            found.setdefault(wall.chain, []).append(wall)
    return found


def faults(table: Table) -> Iterator[WallFault]:
    """Everything that is wrong with the fortifications of a table."""
    for pieces in chains(table).values():
        for first, second in pairwise(pieces):
            yield from _joint_faults(first, second)
        if len(pieces) > 2 and meet(pieces[-1], pieces[0]):
            yield from _joint_faults(pieces[-1], pieces[0])
    for key in dict.fromkeys(wall.encloses for wall in table.drawn_walls.values() if wall.encloses):
        yield from _enclosing_faults(table, key)
    for wall in table.drawn_walls.values():
        yield from _piece_faults(wall)


def meet(first: TableWall, second: TableWall) -> bool:
    """Whether the insides of two pieces meet at an end (2.1)."""
    return _joint(first, second) is not None


def _ends(wall: TableWall) -> tuple[Point, Point]:
    return wall.inside[0], wall.inside[-1]


def _joint(first: TableWall, second: TableWall) -> tuple[Point, Point, Point] | None:
    """Where two pieces meet, with the next point of each inside from there; None where they do not."""
    for at, before in ((first.inside[0], first.inside[1]), (first.inside[-1], first.inside[-2])):
        for other, after in ((second.inside[0], second.inside[1]), (second.inside[-1], second.inside[-2])):
            if dist(at, other) <= _MEET:
                return at, before, after
    return None


def _joint_faults(first: TableWall, second: TableWall) -> Iterator[WallFault]:
    keys = (first.key, second.key)
    joint = _joint(first, second)
    if joint is None:
        yield WallFault("2.1", f"the insides of {first.key} and {second.key} of chain {first.chain} do not meet", keys)
    elif (angle := _angle(*joint)) < LEAST_ANGLE - 0.5:
        said = f"{first.key} and {second.key} form a corner of {angle:.0f} degrees; it needs {LEAST_ANGLE}"
        yield WallFault("fair-play:4.1", said, keys)


def _angle(at: Point, before: Point, after: Point) -> float:
    """The angle between two pieces at their joint, in degrees."""
    first, second = (atan2(to[1] - at[1], to[0] - at[0]) for to in (before, after))
    away = abs(degrees(first - second)) % 360
    return min(away, 360 - away)


def _enclosing_faults(table: Table, key: str) -> Iterator[WallFault]:
    """Whether the insides of the pieces round an area enclose all of it, but where it abuts the table edge or water
    (2.3)."""
    area = table.areas.get(key)
    if area is None:
        return
    pieces = [wall for wall in table.drawn_walls.values() if wall.encloses == key]
    town = polygon_of(area.edge)
    land = shapely.box(0, 0, *table.size).difference(water(table))
    lines = shapely.union_all([shapely.LineString(wall.inside).buffer(_MEET / 2 + 0.1) for wall in pieces])
    parts = [part for part in shapely.get_parts(land.difference(lines)) if part.intersection(town).area > BASE]
    before = [shapely.LineString(wall.outside).interpolate(0.5, normalized=True) for wall in pieces]
    if any(part.distance(point) < _MEET for part in parts for point in before):
        yield WallFault(
            "2.3",
            f"the insides of {_listed(wall.key for wall in pieces)} do not enclose all of {key}",
            (key, *(wall.key for wall in pieces)),
        )


def water(table: Table) -> BaseGeometry:
    """The waterways of a table, in paces."""
    return shapely.union_all([polygon_of(area.edge) for area in table.areas.values() if area.kind == WATERWAY])


def _piece_faults(wall: TableWall) -> Iterator[WallFault]:
    """Whether a piece is no deeper than a base width and, but for corners, whole base widths wide (fair-play 4.1)."""
    thick = shapely.LineString(wall.outside).distance(shapely.LineString(wall.inside))
    if thick > BASE + 0.5:
        said = f"{wall.key} is {thick:.0f} paces deep; more than a base width of {BASE} is dead ground"
        yield WallFault("fair-play:4.1", said, (wall.key,))
    length = dist(*_ends(wall))
    if len(wall.inside) == 2 and abs(length - BASE * round(length / BASE)) > _MEET:
        said = f"{wall.key} is {length:.0f} paces wide, which is not a whole number of base widths of {BASE}"
        yield WallFault("fair-play:4.1", said, (wall.key,))


def _listed(keys: Iterable[str]) -> str:
    return " ".join(keys)


# -- in play (2.2, 2.4) -------------------------------------------------------------------------------------------


class Manned(NamedTuple):
    """A base that defends a piece of fortification from its inside."""

    wall: str
    front: BasePlace
    """The place that its front edge has for attackers: on the outside of the piece."""


def manned(field: DbmField, state: DbmState, unit: int) -> tuple[Manned, ...]:
    """The pieces that an element on the table defends: its front edge lies on the inside, and it faces out (2.2)."""
    if not field.walls:
        return ()
    found = state.cache.get(("manned", unit))
    if found is None:
        where = state.at[unit]
        found = () if where is None else manned_at(field, unit, where)
        state.cache[("manned", unit)] = found
    told: tuple[Manned, ...] = found
    return told


def manned_at(field: DbmField, unit: int, where: BasePlace) -> tuple[Manned, ...]:
    """The pieces that an element would defend at a place."""
    side = field.roster.sides[field.side(unit)]
    found = []
    for wall in field.walls.values():
        if wall.side in ("", side):
            for inside, outside in _faces(wall):
                deep = _depth(where, inside, outside)
                if deep is not None:
                    found.append(Manned(wall.key, where.moved(deep)))
    return tuple(found)


def _faces(wall: TableWall) -> Iterator[tuple[tuple[Point, Point], Outline]]:
    """The straight parts of the inside of a piece, with its outside."""
    for first, second in pairwise(wall.inside):
        yield (first, second), wall.outside


def _depth(where: BasePlace, inside: tuple[Point, Point], outside: Outline) -> int | None:
    """How far in front of a base that lies on a part of an inside the outside is, in grains; None for a base that does
    not lie there or does not face out."""
    ends = [TablePoint(round(x * PACE), round(y * PACE)) for x, y in inside]
    ahead, aside = zip(*(measured(where, end) for end in ends), strict=True)
    if max(abs(one) for one in ahead) > _slack(inside):
        return None
    if min(WIDTH // 2, max(aside)) - max(-WIDTH // 2, min(aside)) <= HALF:
        return None
    deep = round(shapely.LineString(inside).distance(shapely.LineString(outside)) * PACE)
    middle = shapely.LineString(outside).interpolate(0.5, normalized=True)
    before, _ = measured(where, TablePoint(round(middle.x * PACE), round(middle.y * PACE)))
    return deep if before > 0 else None


def _slack(inside: tuple[Point, Point]) -> int:
    """Grains by which the ends of a part may be off the line of a front edge: half a pace, and more for long parts,
    which are drawn in whole paces."""
    return HALF + round(hypot(inside[1][0] - inside[0][0], inside[1][1] - inside[0][1]) * PACE * _PARALLEL / 5730)


def defended(field: DbmField, state: DbmState, side: int) -> dict[str, list[int]]:
    """The fortifications that elements of a side defend, by key, with those elements (2.4)."""
    found: dict[str, list[int]] = {}
    for unit, _ in field.in_play(state, side) if field.walls else ():
        for piece in manned(field, state, unit):
            found.setdefault(piece.wall, []).append(unit)
    return found
