"""Chapter 14: how near to known enemies a march may go (14.1, 4.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import shapely

from engine.mechanics.procedure import Breach
from engine.systems.de_bellis_multitudinis import groups, walls
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.systems.de_bellis_multitudinis.ways import Way

_WALLS: Final = 400
"""Paces that the outside of a fortification may be from who defends it."""
_TOLERANCE: Final = 0.5
"""Distances are compared in whole paces, to the nearest."""


def breaches(way: Way) -> Iterator[Breach]:
    """14.1: neither at its start nor on its way a march is nearer to known enemies than it may be, nor to the outside
    of a fortification that they defend (2.4)."""
    field, state = way.field, way.state
    yield from _wall_breaches(way)
    far = field.tables.march.enemy
    enemies = {
        other
        for _, other in way.index.within(way.shapes, far + _WALLS * bool(field.walls))
        if field.side(other) != way.side and other not in way.index.hidden
    }
    if not enemies:
        return
    nearest = {enemy: _nearest(way, enemy) for enemy in enemies}
    close = {enemy: away for enemy, away in nearest.items() if away < far - _TOLERANCE}
    if not close:
        return
    # Who is exactly as far as the limit, to the nearest pace, keeps nobody from marching (14.1).
    limit = field.tables.march.skirmishers if all(is_loose(field, state, one) for one in close) else far
    for enemy, away in sorted(close.items()):
        if away < limit - _TOLERANCE:
            rule = "2.4" if walls.manned(field, state, enemy) else "14.1"
            yield rule, f"the march would go nearer than {limit} paces to {field.name(enemy)}"


def _wall_breaches(way: Way) -> Iterator[Breach]:
    """2.4: a march stops as far from the outside of a fortification that an enemy defends."""
    field, state = way.field, way.state
    held = walls.defended(field, state, 1 - way.side)
    for key, defenders in held.items():
        loose = all(is_loose(field, state, one) for one in defenders)
        limit = field.tables.march.skirmishers if loose else field.tables.march.enemy
        outside = shapely.LineString(field.walls[key].outside)
        if float(shapely.distance(way.shapes, outside).min()) - 0.5 < limit - _TOLERANCE:
            yield "2.4", f"the march would go nearer than {limit} paces to the outside of {key}, which is defended"


def _nearest(way: Way, enemy: int) -> float:
    """How near a march comes to an enemy, in paces."""
    index = way.index
    shape = index.shapes[index.units.index(enemy)]
    # The shapes that are looked up lack half a pace all round.
    away = float(shapely.distance(way.shapes, shape).min()) - 0.5
    for piece in walls.manned(way.field, way.state, enemy):
        wall = way.field.walls[piece.wall]
        away = min(away, float(shapely.distance(way.shapes, shapely.LineString(wall.outside)).min()))
    return away


def is_loose(field: DbmField, state: DbmState, enemy: int) -> bool:
    """Whether an enemy is a single skirmisher on a single base in no group; a double base counts as a group (4.4)."""
    form = field.form(state, enemy)
    if not form.skirmisher or form.double:
        return False
    return any(chain == (enemy,) for chain in groups.chains_of(field, state, field.side(enemy)))
