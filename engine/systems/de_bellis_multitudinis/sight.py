"""Who sees whom: woods, towns, gullies, hills, and skirmishers in low cover (17.4, 9.2, fair-play 5.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from engine.systems.de_bellis_multitudinis import ambush, height
from engine.systems.de_bellis_multitudinis.contact import in_combat
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import PACE, TablePoint
from engine.tables.table import TableArea
from engine.tables.touching import gap

_CROSSED: Final = 1.0
"""Paces of a line inside an area that count."""
_TOP: Final = 20
"""A line that passes so near to a crest or a summit, in paces, leads over it (ours)."""
_STIRRED: Final = Flag.MOVED | Flag.MARCHED | Flag.ADVANCED | Flag.FLED | Flag.PURSUED | Flag.SHOT
"""What gives skirmishers in low cover away (17.4)."""


def sees(field: DbmField, state: DbmState, unit: int, enemy: int) -> bool:
    """Whether an element sees any part of another one on the table (17.4)."""
    key = ("sees", unit, enemy)
    if key not in state.cache:
        state.cache[key] = _sees(field, state, unit, enemy)
    found: bool = state.cache[key]
    return found


def _sees(field: DbmField, state: DbmState, unit: int, enemy: int) -> bool:
    if state.has(enemy, Flag.HIDDEN):
        return False
    if not field.table.areas:
        return True
    if _lies_low(field, state, enemy) and _paces(field, state, unit, enemy) > field.tables.seen.skirmishers:
        return False
    if not field.ground.are_near((*field.corners(state, unit), *field.corners(state, enemy))):
        return True
    areas = _areas_between(field, state, unit, enemy)
    if not areas:
        return True
    view = _View(field, state, unit, enemy, areas)
    return any(view.is_clear(line) for line in view.lines())


def _areas_between(field: DbmField, state: DbmState, unit: int, enemy: int) -> list[TableArea]:
    """The areas that can hide somebody and lie, even in part, between two elements or under them."""
    corners = [(x / PACE, y / PACE) for one in (unit, enemy) for x, y in field.corners(state, one)]
    found = [field.table.areas[key] for key in field.ground.areas_in(shapely.convex_hull(shapely.linestrings(corners)))]
    return [area for area in found if area.is_hill or area.kind in ambush.HIDING]


def _lies_low(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether skirmishers lie in vineyards, marsh, rocky or brushy ground and have not given themselves away (17.4)."""
    if field.form(state, unit).kind != "Ps" or state.has(unit, _STIRRED) or in_combat(field, state, unit):
        return False
    patches = field.ground.under(field.corners(state, unit))
    return all(patch.kind in ambush.LOW or patch.cover in ambush.LOW_COVERS for patch in patches)


def _paces(field: DbmField, state: DbmState, unit: int, enemy: int) -> int:
    at, where = state.at[unit], state.at[enemy]
    assert at is not None
    assert where is not None
    return gap(at, field.depth(state, unit), where, field.depth(state, enemy))


class _View:
    """The lines from the front edge of an element to another one, and what is in their way."""

    def __init__(self, field: DbmField, state: DbmState, unit: int, enemy: int, areas: list[TableArea]) -> None:
        self.field, self.seen = field, field.tables.seen
        self.areas, self.away = areas, _paces(field, state, unit, enemy)
        self.start, self.end = (field.corners(state, one) for one in (unit, enemy))
        self.own, self.other = (_polygon(corners) for corners in (self.start, self.end))
        self.standing: dict[str, tuple[bool, bool]] = {}
        """Whether the one who looks and the other one stand on an area, by its key."""
        self.lining: dict[str, bool] = {}
        """Whether all of the other one's base lies in an area, by its key: at its very edge he is in it (9.2)."""

    def lines(self) -> Iterator[BaseGeometry]:
        """From both front corners and the middle of the front edge to every corner and the middle of the other base."""
        left, right = self.start[:2]
        middle = TablePoint((left.x + right.x) // 2, (left.y + right.y) // 2)
        ends = [(x / PACE, y / PACE) for x, y in self.end]
        ends.append((self.other.centroid.x, self.other.centroid.y))
        for x, y in (middle, left, right):
            for end in ends:
                yield shapely.linestrings([(x / PACE, y / PACE), end])

    def is_clear(self, line: BaseGeometry) -> bool:
        """Whether nothing is in the way of a line."""
        return not any(self._stops(area, self.field.ground.polygon(area.key), line) for area in self.areas)

    def _stops(self, area: TableArea, ground: BaseGeometry, line: BaseGeometry) -> bool:
        if not shapely.intersects(ground, line):
            return False
        if shapely.length(shapely.intersection(line, ground)) <= _CROSSED and not self._lines(area, ground):
            return False
        if area.key not in self.standing:
            self.standing[area.key] = _stands_on(self.own, ground), _stands_on(self.other, ground)
        from_it, into_it = self.standing[area.key]
        if area.kind == "gully":
            return self._is_below(ground, from_it=from_it, into_it=into_it)
        if area.kind in ambush.HIDING or area.cover in ambush.HIDING_COVERS:
            # Into it and out of it one sees so far and no further, however much of that lies inside.
            return not (from_it or into_it) or self.away > self.seen.wood
        return area.is_hill and self._is_behind(area, line, on_it=from_it or into_it)

    def _lines(self, area: TableArea, ground: BaseGeometry) -> bool:
        """Whether the other one lines the inside of an area that hides those in it."""
        if area.key not in self.lining:
            outside = float(shapely.area(shapely.difference(self.other, ground)))
            hides = not area.is_hill or area.cover in ambush.HIDING_COVERS
            self.lining[area.key] = hides and outside <= _CROSSED
        return self.lining[area.key]

    def _is_behind(self, area: TableArea, line: BaseGeometry, *, on_it: bool) -> bool:
        """Whether a hill hides what is behind it, or behind its crest for who stands on it; all hills are of one
        height (fair-play 5.2)."""
        if not on_it:
            return True
        top = height.crest(self.field, area.key).buffer(_TOP)
        on_top = shapely.intersects(top, self.own) or shapely.intersects(top, self.other)
        return bool(shapely.intersects(top, line)) and not on_top

    def _is_below(self, ground: BaseGeometry, *, from_it: bool, into_it: bool) -> bool:
        """Whether a gully hides who is in it: it is seen into, and out of, from its edge alone (9.2, 17.4)."""
        if from_it == into_it:
            return False
        outside = self.other if from_it else self.own
        return bool(shapely.distance(outside, ground) > self.seen.gully + _CROSSED)


def _polygon(corners: tuple[TablePoint, ...]) -> BaseGeometry:
    return shapely.Polygon([(x / PACE, y / PACE) for x, y in corners])


def _stands_on(base: BaseGeometry, ground: BaseGeometry) -> bool:
    return bool(shapely.area(shapely.intersection(base, ground)) > _CROSSED)
