"""Height: who stands upslope of whom on hills and in gullies (5.5, fair-play 5.2)."""

from __future__ import annotations

from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.clearway import inner
from engine.tables.places import PACE

LEVEL: Final = "level"
HIGHER: Final = "higher"
LOWER: Final = "lower"
_GULLY: Final = "gully"
_RIVER: Final = "river"


def area_under(field: DbmField, state: DbmState, unit: int, kind: str) -> str:
    """The topmost area of a kind that an element stands on, in part or wholly; empty for none."""
    key = ("area under", unit, kind)
    if key not in state.cache:
        shape = inner(field.corners(state, unit))
        areas = [one.key for one in field.table.areas.values() if (one.is_hill if kind == "hill" else one.kind == kind)]
        over = [one for one in areas if shapely.intersects(field.ground.polygon(one), shape)]
        state.cache[key] = over[-1] if over else ""
    found: str = state.cache[key]
    return found


def compared(field: DbmField, state: DbmState, unit: int, enemy: int) -> str:
    """Whether an element is ``higher`` or ``lower`` than another, or ``level`` with it (5.5). All hills are of one
    height (fair-play 5.2)."""
    gullies = tuple(area_under(field, state, one, _GULLY) for one in (unit, enemy))
    if gullies[0] and gullies[0] == gullies[1]:
        # The middle of a gully is its lowest point.
        return _nearer(field, state, gullies[0], enemy, unit)
    if bool(gullies[0]) != bool(gullies[1]):
        return LOWER if gullies[0] else HIGHER
    hills = tuple(area_under(field, state, one, "hill") for one in (unit, enemy))
    if hills[0] and hills[0] == hills[1]:
        return _nearer(field, state, hills[0], unit, enemy)
    if bool(hills[0]) != bool(hills[1]):
        return HIGHER if hills[0] else LOWER
    return LEVEL


def _nearer(field: DbmField, state: DbmState, area: str, unit: int, enemy: int) -> str:
    """Who is nearer to the crest or the middle of an area, to whole paces; both that straddle it are level."""
    top = crest(field, area)
    one, two = (round(shapely.distance(top, _shape(field, state, who))) for who in (unit, enemy))
    return LEVEL if one == two else HIGHER if one < two else LOWER


def crest(field: DbmField, area: str) -> BaseGeometry:
    """The crest of an area: its line or point, or else its middle."""
    points = field.table.areas[area].crest
    if len(set(points)) > 1:
        return shapely.LineString(points)
    return shapely.Point(points[0]) if points else field.ground.polygon(area).centroid


def _shape(field: DbmField, state: DbmState, unit: int) -> BaseGeometry:
    return shapely.Polygon([(x / PACE, y / PACE) for x, y in field.corners(state, unit)])


def holds_bank(field: DbmField, state: DbmState, unit: int, enemy: int) -> bool:
    """Whether an enemy stands in a river, and the element does not."""
    rivers = (_in_river(field, state, one) for one in (unit, enemy))
    return tuple(rivers) == (False, True)


def _in_river(field: DbmField, state: DbmState, unit: int) -> bool:
    courses = field.ground.courses_under(field.corners(state, unit)) if field.courses else ()
    return any(field.courses[key].kind == _RIVER for key in courses)
