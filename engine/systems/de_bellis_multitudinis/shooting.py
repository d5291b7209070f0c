"""Chapter 17: who may shoot, at whom, and at whom first (17.1 to 17.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Final, NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from engine.systems.de_bellis_multitudinis import height, recoil, sight
from engine.systems.de_bellis_multitudinis.contact import in_combat
from engine.systems.de_bellis_multitudinis.factors import EDGE_TURNS
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.obstacles import Obstacle, bases
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.clearway import Base
from engine.tables.places import PACE, WIDTH, TablePoint
from engine.tables.sines import CIRCLE, ONE, cosine, sine
from engine.tables.touching import HALF, gap

FRONT: Final = "front"
_ALL_ROUND: Final = ("WWg", "Gal", "Shp", "Bts")
"""Who may take any edge for its front when it shoots (17.2)."""
_EDGES: Final = {"front": (0, 1), "right": (1, 2), "rear": (2, 3), "left": (3, 0)}
"""The corners of each edge, its left one first as one looks out."""
_AREA: Final = 1.0
"""Square paces that two shapes may share without counting."""

Corners = Sequence[TablePoint]
Breach = tuple[str, str]


class ShotEdge(NamedTuple):
    """The edge from which an element shoots."""

    name: str
    left: TablePoint
    right: TablePoint
    facing: int

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
    if state.has(unit, Flag.FLED) or (field.side(unit) == mover and state.has(unit, Flag.MARCHED)):
        return "has marched or fled in this bound"
    return "is in close combat" if in_combat(field, state, unit) else ""


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
        enemies = (enemy for enemy, _ in field.in_play(state, 1 - field.side(unit)))
        aimed = (aim(field, state, unit, edge, enemy) for enemy in enemies)
        state.cache[key] = tuple(sorted(one for one in aimed if one is not None))
    found: tuple[Aimed, ...] = state.cache[key]
    return found


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
    points = [edge.measured(corner) for corner in corners]
    most = range_of(field, state, unit) * PACE
    if min(ahead for ahead, _ in points) > most or sum(ahead > 0 for ahead, _ in points) < 2:
        return None
    aside = [right for _, right in points]
    limit = edge.measured(edge.right)[1] + field.tables.shooting.aside * PACE
    if min(aside) >= limit or max(aside) <= -limit:
        return None
    line = shapely.LineString([_paces(edge.left), _paces(edge.right)])
    away = round(shapely.distance(line, _polygon(corners)))
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
    screens = _screens(field, state, unit, enemy)
    blocked = blocked_by(edge, field.corners(state, enemy), screens)
    if blocked:
        yield blocked, f"{field.name(unit)} has no two clear lines to {name}"


def blocked_by(edge: ShotEdge, corners: Corners, screens: Sequence[BaseGeometry]) -> str:
    """The paragraph for which there are no two lines to different corners of a target that do not cross, with nothing
    between them; empty where there are (17.1, 17.5)."""
    rule = "17.1"
    ahead = [corner for corner in corners if edge.measured(corner)[0] > 0]
    for first, second in permutations(ahead, 2):
        if crosses(edge.left, first, edge.right, second):
            continue
        between = _polygon((edge.left, first, second, edge.right))
        bases_between = (one for one in screens if not _is_line(one))
        if any(shapely.area(shapely.intersection(between, one)) > _AREA for one in bases_between):
            continue
        if not any(_is_line(one) and shapely.intersects(between, one) for one in screens):
            return ""
        rule = "17.5"
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


# -- what is between ----------------------------------------------------------------------------------------------


def _screens(field: DbmField, state: DbmState, unit: int, enemy: int) -> list[BaseGeometry]:
    """What stops shots between an element and an enemy: the bases of others as areas, and as lines the gaps between
    them that are narrower than a base (17.5)."""
    between = _polygon((*field.corners(state, unit), *field.corners(state, enemy))).convex_hull
    near = between.buffer(WIDTH / PACE)
    others = list(_blocking(field, state, unit, enemy, near.bounds))
    shapes = [_polygon(one.base.corners) for one in others]
    ends = [_base(field, state, one) for one in (unit, enemy)]
    free = [
        shape for one, shape in zip(others, shapes, strict=True) if not any(gap(*one.base, *end) == 0 for end in ends)
    ]
    if not field.ground.impassable.is_empty:
        free.append(field.ground.impassable.intersection(near))
    return [*shapes, *_gaps(free)]


def _gaps(shapes: Sequence[BaseGeometry]) -> Iterator[BaseGeometry]:
    for one, other in combinations(shapes, 2):
        if HALF / PACE < shapely.distance(one, other) < WIDTH / PACE:
            yield shapely.shortest_line(one, other)


def _is_line(shape: BaseGeometry) -> bool:
    return shape.geom_type == "LineString"


def _blocking(
    field: DbmField, state: DbmState, unit: int, enemy: int, bounds: tuple[float, float, float, float]
) -> Iterator[Obstacle]:
    """The bases between bounds, in paces, that stop the shots of an element: all friends, those in ambush too, and the
    enemies that it sees, with the horses that are held. From a steep hill one shoots over enemies beyond 100 paces on
    it (9.1, 17.4)."""
    side, hill = field.side(unit), _steep_hill(field, state, unit)
    over = hill and height.area_under(field, state, enemy, "hill") != hill
    own = _base(field, state, unit)
    left, top, right, bottom = (bound * PACE for bound in bounds)
    for one in bases(field, state):
        where = one.base.where
        if (one.unit in (unit, enemy) and not one.holders) or not (
            left <= where.x <= right and top <= where.y <= bottom
        ):
            continue
        if one.side != side and not one.holders:
            if not sight.sees(field, state, unit, one.unit):
                continue
            on_it = over and height.area_under(field, state, one.unit, "hill") == hill
            if on_it and gap(*own, *one.base) > field.tables.seen.hill:
                continue
        yield one


def _steep_hill(field: DbmField, state: DbmState, unit: int) -> str:
    """The steep hill on which an element stands; empty for none."""
    hill = height.area_under(field, state, unit, "hill")
    if not hill:
        return ""
    patches = field.ground.under(field.corners(state, unit))
    return hill if any(patch.area == hill and patch.slope == "steep" for patch in patches) else ""


def _base(field: DbmField, state: DbmState, unit: int) -> Base:
    where = state.at[unit]
    assert where is not None
    return Base(where, field.depth(state, unit))


def _paces(point: TablePoint) -> tuple[float, float]:
    return point.x / PACE, point.y / PACE


def _polygon(corners: Corners) -> BaseGeometry:
    return shapely.Polygon([_paces(corner) for corner in corners])


# -- horses that are held (3.3), and who may hold ------------------------------------------------------------------


def held_horses(field: DbmField, state: DbmState, unit: int, name: str = FRONT) -> tuple[int, ...]:
    """The elements at whose held horses one may shoot from an edge: they are gone at once (3.3)."""
    if not state.holders:
        return ()
    edge = edge_of(field, state, unit, name)
    found = []
    for one in bases(field, state):
        if one.holders and one.side != field.side(unit):
            near = _polygon((*field.corners(state, unit), *one.base.corners)).convex_hull.buffer(WIDTH / PACE)
            blocking = _blocking(field, state, unit, unit, near.bounds)
            screens = [_polygon(other.base.corners) for other in blocking if other != one]
            measured = _measure(field, state, unit, edge, one.base.corners)
            if measured is not None and not blocked_by(edge, one.base.corners, screens):
                found.append(one.unit)
    return tuple(sorted(found))


def may_hold(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether an element need not shoot: in ambush, or where a recoil of its target could destroy friends (17.3)."""
    if state.has(unit, Flag.HIDDEN):
        return True
    first = {one for name in edges_of(field, state, unit) for one in first_targets(field, state, unit, name)}
    return any(recoil.could_destroy(field, state, one) for one in first)
