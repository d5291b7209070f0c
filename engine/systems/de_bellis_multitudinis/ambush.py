"""Chapters 7 and 9: troops in ambush, where they are hidden (7.1, 7.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from engine.mechanics.procedure import Breach
from engine.systems.de_bellis_multitudinis import deploying
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.roster import Form
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.ground import GroundPatch
from engine.tables.places import PACE, BasePlace, TablePoint, corners, spell

HIDING: Final = frozenset({"wood", "orchard", "town", "gully"})
"""Areas in which anybody is hidden."""
HIDING_COVERS: Final = frozenset({"wooded", "orchard"})
"""Covers of hills in which anybody is hidden."""
LOW: Final = frozenset({"vineyard", "marsh", "rocky", "brush"})
"""Areas in which Ps are hidden (17.4)."""
LOW_COVERS: Final = frozenset({"vine", "rocky", "brushy", "boggy"})
BLOCKING: Final = frozenset({"wood", "orchard", "town", "hill"})
"""Areas that hide who is wholly behind them."""
_STEP: Final = 20
"""Paces between the points of the enemy's zone from which it is looked."""
_CROSSED: Final = 1.0
"""Paces of a line inside an area that stop the view."""


def hides(patch: GroundPatch, form: Form) -> bool:
    """Whether a patch of ground hides troops of a form that stand wholly in it (7.2, 17.4)."""
    if patch.kind in HIDING or patch.cover in HIDING_COVERS:
        return True
    return form.kind == "Ps" and (patch.kind in LOW or patch.cover in LOW_COVERS)


def is_within(field: DbmField, shape: Sequence[TablePoint], form: Form) -> bool:
    """Whether a base stands wholly within ground that hides it (7.2)."""
    return all(hides(patch, form) for patch in field.ground.under(shape))


def is_behind(field: DbmField, side: int, shape: Sequence[TablePoint]) -> bool:
    """Whether no point of the other side's deployment zone has a clear line to a corner of a base (7.2).

    A line that leads into the zone crosses its front edge, so that the points of that edge are enough.
    """
    base = shapely.MultiPoint([(x / PACE, y / PACE) for x, y in shape]).convex_hull
    screen = _screen(field, base)
    if screen.is_empty:
        return False
    points = _front_points(field, 1 - side)
    ends = np.array([(x / PACE, y / PACE) for x, y in shape])
    lines = shapely.linestrings([[point, end] for point in points for end in ends])
    shapely.prepare(screen)
    return bool(np.all(shapely.length(shapely.intersection(lines, screen)) > _CROSSED))


def _screen(field: DbmField, base: BaseGeometry) -> BaseGeometry:
    """All that stops the view and that a base does not stand on."""
    table = field.table
    shapes = [field.ground.polygon(key) for key, area in table.areas.items() if area.kind in BLOCKING]
    return shapely.union_all([shape for shape in shapes if shape.intersection(base).area <= _CROSSED])


def _front_points(field: DbmField, side: int) -> list[tuple[float, float]]:
    """Points of the front edge of a side's deployment zone, in paces."""
    area = deploying.zone(field, side)
    left, top, right, bottom = (one / PACE for one in area)
    edge = field.edges[side]
    if edge in ("bottom", "top"):
        line = top if edge == "bottom" else bottom
        return [(x, line) for x in np.arange(left, right + 1, _STEP)]
    line = right if edge == "left" else left
    return [(line, y) for y in np.arange(top, bottom + 1, _STEP)]


def is_unseen(field: DbmField, state: DbmState, unit: int, at: BasePlace) -> bool:
    """Whether an element at a place cannot be seen from the enemy's deployment zone (7.2)."""
    form = field.form(state, unit)
    shape = corners(at, form.depth)
    return is_within(field, shape, form) or is_behind(field, field.side(unit), shape)


def place_breaches(field: DbmField, state: DbmState, side: int, places: Mapping[int, BasePlace]) -> Iterator[Breach]:
    """What is wrong with an ambush: in the enemy's deployment zone, or seen from there (7.2)."""
    enemy = deploying.zone(field, 1 - side)
    for unit, at in places.items():
        shape = corners(at, field.depth(state, unit))
        if any(enemy.left < x < enemy.right and enemy.top < y < enemy.bottom for x, y in shape):
            yield "7.2", f"{field.name(unit)} at {spell(at)} would be in the deployment zone of the enemy"
        elif not is_unseen(field, state, unit, at):
            yield "7.2", f"{field.name(unit)} at {spell(at)} could be seen from the deployment zone of the enemy"
