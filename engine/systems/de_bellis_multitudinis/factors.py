"""Chapter 19 and the tables: the factors of an element before dice and grades."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import shapely

from engine.systems.de_bellis_multitudinis import height, weather
from engine.systems.de_bellis_multitudinis.contact import OVERLAP, contacts, touched_by
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.opposing import fronts_on, overlapping
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.systems.de_bellis_multitudinis.support import halves, support
from engine.tables.places import PACE
from engine.tables.sines import QUARTER

_BAD: Final = ("rough", "difficult")
EDGE_TURNS: Final = {"front": 0, "right": QUARTER, "rear": 2 * QUARTER, "left": -QUARTER}
"""How far each edge is turned from the front, in tenths of a degree clockwise."""

Part = tuple[str, int]
"""A paragraph, or a name where the rules about it are not among the texts; and what it adds."""


@dataclass(frozen=True, slots=True)
class CombatFactors:
    """What an element brings to a throw."""

    basic: int
    support: int
    parts: tuple[Part, ...]
    """The tactical factors."""

    @property
    def tactical(self) -> int:
        """The sum of the tactical factors."""
        return sum(number for _, number in self.parts)

    @property
    def total(self) -> int:
        """All factors together."""
        return self.basic + self.support + self.tactical


def close(field: DbmField, state: DbmState, unit: int, enemy: int) -> CombatFactors:
    """The factors of an element in close combat with an enemy."""
    against = 1 if field.form(state, enemy).mounted else 0
    parts = tuple(part for part in _close_parts(field, state, unit, enemy) if part[1])
    given = support(field, state, unit, enemy).total
    return CombatFactors(field.form(state, unit).factor[against], given, parts)


def _close_parts(field: DbmField, state: DbmState, unit: int, enemy: int) -> Iterator[Part]:
    table = field.tables.tactical
    form = field.form(state, unit)
    yield "general", table.general * field.is_general(unit)
    above = height.compared(field, state, unit, enemy) == height.HIGHER or height.holds_bank(field, state, unit, enemy)
    yield "5.5", table.upslope * above
    yield from _walls(field, state, unit, enemy)
    yield "19.1", table.flank * len(fronts_on(field, state, unit))
    yield "19.2", table.touched_by_foot * (form.mounted and _is_held_by_foot(field, state, unit))
    yield "overlap", table.overlap * len(overlapping(field, state, unit))
    # The front half of a double base counts by its own going (4.2).
    hindered = halves(field, state, unit)[0] == "difficult" and not (form.light and form.foot)
    yield "difficult", table.difficult * hindered
    yield "6.1", table.weather * weather.is_disadvantaged(state, unit)


def _is_held_by_foot(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether the front edge of enemy foot in rough or difficult going touches an element, on whatever edge (19.2)."""
    return any(
        one.edge != OVERLAP and field.form(state, one.unit).foot and halves(field, state, one.unit)[0] in _BAD
        for one in touched_by(field, state, unit)
    )


def _walls(field: DbmField, state: DbmState, unit: int, enemy: int) -> Iterator[Part]:
    """What the fortification adds that lies between an element and its enemy, to the one inside (2.2)."""
    both = (*contacts(field, state, unit), *contacts(field, state, enemy))
    key = next((one.wall for one in both if one.wall and {one.unit, one.enemy} == {unit, enemy}), "")
    yield from wall_part(field, state, unit, key)


def wall_part(field: DbmField, state: DbmState, unit: int, key: str) -> Iterator[Part]:
    """What a fortification adds to an element that defends it."""
    wall = field.walls.get(key)
    if wall is None or not is_inside(field, state, unit, key):
        return
    table = field.tables.tactical
    yield wall.kind, table.permanent if wall.kind == "pf" else table.temporary


def is_inside(field: DbmField, state: DbmState, unit: int, key: str) -> bool:
    """Whether an element stands on the defended side of a fortification (2.2)."""
    wall = field.walls[key]
    points = [(x / PACE, y / PACE) for x, y in field.corners(state, unit)]
    middle = shapely.Polygon(points).centroid
    inside, outside = (shapely.distance(shapely.LineString(edge), middle) for edge in (wall.inside, wall.outside))
    return bool(inside < outside)


def shooting(field: DbmField, state: DbmState, unit: int, target: int, edge: str) -> CombatFactors:
    """The factors of an element that shoots from an edge."""
    form = field.form(state, unit)
    foot, mounted = form.row.shooting or form.factor
    hindered = field.tables.tactical.weather * weather.hinders_shot(state, unit, EDGE_TURNS[edge])
    parts = (("6.1", hindered),) if hindered else ()
    return CombatFactors(mounted if field.form(state, target).mounted else foot, 0, parts)


def shot_at(field: DbmField, state: DbmState, target: int, unit: int, helpers: int, wall: str = "") -> CombatFactors:
    """The factors of an element that is shot at by another with some helpers, perhaps behind a fortification."""
    against = 1 if field.form(state, unit).mounted else 0
    most = field.tables.shooting.helpers
    parts = [*wall_part(field, state, target, wall)]
    if helpers:
        parts.append(("helpers", -min(helpers, most)))
    return CombatFactors(field.form(state, target).factor[against], 0, tuple(parts))
