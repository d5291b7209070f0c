"""Chapter 17: who may shoot, at whom, and at whom first (17.1 to 17.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Final, NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from engine.systems.de_bellis_multitudinis import recoil, sight, space
from engine.systems.de_bellis_multitudinis.contact import in_combat
from engine.systems.de_bellis_multitudinis.factors import EDGE_TURNS
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.obstacles import Obstacle, base_of, bases
from engine.systems.de_bellis_multitudinis.screens import BetweenScreens, in_paces, screens
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import PACE, WIDTH, BasePlace, TablePoint
from engine.tables.sines import CIRCLE, ONE, cosine, sine

FRONT: Final = "front"
_ALL_ROUND: Final = ("WWg", "Gal", "Shp", "Bts")
"""Who may take any edge for its front when it shoots (17.2)."""
_EDGES: Final = {"front": (0, 1), "right": (1, 2), "rear": (2, 3), "left": (3, 0)}
"""The corners of each edge, its left one first as one looks out."""
_DEEPEST: Final = 9 * WIDTH // 4
"""No corner of a base is so far from another one of it."""

Corners = Sequence[TablePoint]
Breach = tuple[str, str]


@dataclass(frozen=True)
class ShotEdge:
    """The edge from which an element shoots."""

    name: str
    left: TablePoint
    right: TablePoint
    facing: int

    @cached_property
    def line(self) -> BaseGeometry:
        """The edge, in paces: measured from for each target, made once."""
        return shapely.LineString([(x / PACE, y / PACE) for x, y in (self.left, self.right)])

    def measured(self, point: TablePoint) -> tuple[int, int]:
        """How far a point is ahead of the middle of the edge, and to its right, in grains."""
        s, c = sine(self.facing), cosine(self.facing)
        x, y = 2 * point.x - self.left.x - self.right.x, 2 * point.y - self.left.y - self.right.y
        return (x * s - y * c) // (2 * ONE), (x * c + y * s) // (2 * ONE)


class Aimed(NamedTuple):
    """A target that an element may shoot at, the nearest to the middle line least."""

    aside: int
    """Paces from the middle of the target to the middle line of the shooter (17.6)."""
    away: int
    """Paces from the edge of the shooter to the nearest point of the target."""
    unit: int


# -- who ----------------------------------------------------------------------------------------------------------


def range_of(field: DbmField, state: DbmState, unit: int) -> int:
    """How far an element shoots, in paces; 0 for those that do not, among them infantry on its mounts (9.3)."""
    form = field.form(state, unit)
    return 0 if form.riding else field.tables.shooting.ranges.get(form.kind, {}).get(form.grade, 0)


def why_silent(field: DbmField, state: DbmState, unit: int, mover: int) -> str:
    """Why an element cannot shoot at anybody in this bound; empty where it can."""
    if state.at[unit] is None:
        return "is not on the table"
    if not range_of(field, state, unit):
        return "cannot shoot"
    if state.has(unit, Flag.SHOT):
        return "has shot or held its shot in this bound"
    if has_run(field, state, unit, mover):
        return "has marched or fled in this bound"
    return "is in close combat" if in_combat(field, state, unit) else ""


def has_run(field: DbmField, state: DbmState, unit: int, mover: int) -> bool:
    """Whether an element has fled in this bound, or marched in it where it is of the side that moves."""
    return state.has(unit, Flag.FLED) or (field.side(unit) == mover and state.has(unit, Flag.MARCHED))


def edges_of(field: DbmField, state: DbmState, unit: int) -> tuple[str, ...]:
    """The edges from which an element may shoot: any for some, the front edge for all others (17.2)."""
    return tuple(_EDGES) if field.form(state, unit).kind in _ALL_ROUND else (FRONT,)


def edge_of(field: DbmField, state: DbmState, unit: int, name: str) -> ShotEdge:
    """An edge of an element on the table."""
    corners, where = field.corners(state, unit), state.at[unit]
    assert where is not None
    left, right = _EDGES[name]
    return ShotEdge(name, corners[left], corners[right], (where.facing + EDGE_TURNS[name]) % CIRCLE)


# -- at whom ------------------------------------------------------------------------------------------------------


def targets(field: DbmField, state: DbmState, unit: int, name: str = FRONT) -> tuple[Aimed, ...]:
    """The eligible targets from an edge, the one that has to be shot at first (17.6)."""
    key = ("targets", unit, name)
    if key not in state.cache:
        edge = edge_of(field, state, unit, name)
        aimed = (aim(field, state, unit, edge, enemy) for enemy in _in_reach(field, state, unit, edge))
        state.cache[key] = tuple(sorted(one for one in aimed if one is not None))
    found: tuple[Aimed, ...] = state.cache[key]
    return found


def _in_reach(field: DbmField, state: DbmState, unit: int, edge: ShotEdge) -> Iterator[int]:
    """The enemies in play that may lie in the range of an edge: no others are looked at more closely."""
    most = range_of(field, state, unit) * PACE
    if not most:
        return
    middle = BasePlace((edge.left.x + edge.right.x) // 2, (edge.left.y + edge.right.y) // 2, edge.facing)
    yield from space.near(field, state, middle, most + _DEEPEST + 3 * WIDTH, 1 - field.side(unit))


def first_targets(field: DbmField, state: DbmState, unit: int, name: str = FRONT) -> tuple[int, ...]:
    """The target that has to be shot at from an edge; several where they are equally near to the middle line and
    equally far."""
    found = targets(field, state, unit, name)
    return tuple(one.unit for one in found if one[:2] == found[0][:2])


def aim(field: DbmField, state: DbmState, unit: int, edge: ShotEdge, enemy: int) -> Aimed | None:
    """How an enemy lies as a target; None where it is not eligible."""
    measured = _measure(field, state, unit, edge, field.corners(state, enemy))
    if measured is None or any(True for _ in _hindrances(field, state, unit, edge, enemy)):
        return None
    return Aimed(*measured, enemy)


def why_not(field: DbmField, state: DbmState, unit: int, edge: ShotEdge, enemy: int) -> Iterator[Breach]:
    """Every paragraph for which an element may not shoot at an enemy from an edge."""
    if state.at[enemy] is None or field.side(enemy) == field.side(unit):
        yield "17.1", f"{field.name(enemy)} is not an enemy on the table"
    elif _measure(field, state, unit, edge, field.corners(state, enemy)) is None:
        yield "17.1", f"{field.name(enemy)} is out of the arc or the range of {field.name(unit)}"
    else:
        yield from _hindrances(field, state, unit, edge, enemy)


def _measure(field: DbmField, state: DbmState, unit: int, edge: ShotEdge, corners: Corners) -> tuple[int, int] | None:
    """How far aside and away a base lies that is in the arc and the range of an edge; None for any other."""
    most = range_of(field, state, unit) * PACE
    ahead, right = edge.measured(corners[0])
    if not -_DEEPEST <= ahead <= most + _DEEPEST or abs(right) > _DEEPEST + WIDTH + WIDTH:
        return None
    points = [edge.measured(corner) for corner in corners]
    if min(ahead for ahead, _ in points) > most or sum(ahead > 0 for ahead, _ in points) < 2:
        return None
    aside = [right for _, right in points]
    limit = edge.measured(edge.right)[1] + field.tables.shooting.aside * PACE
    if min(aside) >= limit or max(aside) <= -limit:
        return None
    away = round(shapely.distance(edge.line, in_paces(corners)))
    if away * PACE > most:
        return None
    middle = TablePoint(sum(x for x, _ in corners) // 4, sum(y for _, y in corners) // 4)
    return (abs(edge.measured(middle)[1]) + PACE // 2) // PACE, away


def _hindrances(field: DbmField, state: DbmState, unit: int, edge: ShotEdge, enemy: int) -> Iterator[Breach]:
    """Why an element may not shoot at an enemy that is in its arc and range."""
    name = field.name(enemy)
    if in_combat(field, state, enemy):
        yield "17.1", f"{name} is in close combat"
    if not sight.sees(field, state, unit, enemy):
        yield "17.4", f"{field.name(unit)} does not see {name}"
        return
    target = Obstacle(enemy, False, field.side(enemy), base_of(field, state, enemy))
    blocked = blocked_by(field, state, unit, edge, target)
    if blocked:
        yield blocked, f"{field.name(unit)} has no two clear lines to {name}"


def blocked_by(field: DbmField, state: DbmState, unit: int, edge: ShotEdge, target: Obstacle) -> str:
    """The paragraph for which there are no two lines to different corners of a target that do not cross, with nothing
    between them; empty where there are (17.1, 17.5)."""
    rule = "17.1"
    ahead = sorted((point, corner) for corner in target.base.corners if (point := edge.measured(corner))[0] > 0)
    view: BetweenScreens | None = None
    for (_, first), (_, second) in permutations(ahead, 2):
        if not crosses(edge.left, first, edge.right, second):
            view = view or screens(field, state).between(state, unit, target, (edge.left, edge.right))
            stopped = view.stops(in_paces((edge.left, first, second, edge.right))) if view.any else ""
            if not stopped:
                return ""
            rule = max(rule, stopped)
    return rule


def crosses(first: TablePoint, to: TablePoint, second: TablePoint, end: TablePoint) -> bool:
    """Whether two lines cross or touch each other (17.1)."""
    sides = _turn(first, to, second) * _turn(first, to, end), _turn(second, end, first) * _turn(second, end, to)
    if max(sides) > 0 or max(sides) < 0:
        return max(sides) < 0
    lines = (shapely.LineString([tuple(one), tuple(other)]) for one, other in ((first, to), (second, end)))
    return bool(shapely.intersects(*lines))


def _turn(start: TablePoint, end: TablePoint, point: TablePoint) -> int:
    """On which side of a line a point lies: -1, 0 or 1."""
    product = (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
    return (product > 0) - (product < 0)


# -- horses that are held (3.3), and who may hold ------------------------------------------------------------------


def held_horses(field: DbmField, state: DbmState, unit: int, name: str = FRONT) -> tuple[int, ...]:
    """The elements at whose held horses one may shoot from an edge: they are gone at once (3.3)."""
    if not state.holders:
        return ()
    edge = edge_of(field, state, unit, name)
    found = []
    for one in bases(field, state):
        if one.holders and one.side != field.side(unit):
            measured = _measure(field, state, unit, edge, one.base.corners)
            if measured is not None and not blocked_by(field, state, unit, edge, one):
                found.append(one.unit)
    return tuple(sorted(found))


def may_hold(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether an element need not shoot: in ambush, or where a recoil of its target could destroy friends (17.3)."""
    if state.has(unit, Flag.HIDDEN):
        return True
    first = {one for name in edges_of(field, state, unit) for one in first_targets(field, state, unit, name)}
    return any(recoil.could_destroy(field, state, one) for one in first)
