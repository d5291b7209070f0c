"""Chapter 15: spontaneous advances (15.1 to 15.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import shapely

from engine.systems.de_bellis_multitudinis import contact, passing, space
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.roster import Form
from engine.systems.de_bellis_multitudinis.standing import BaseIndex, swept
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import (
    PACE,
    WIDTH,
    BasePlace,
    TablePoint,
    about,
    arc,
    distance,
    front_left,
    front_right,
    length_alone,
    paces,
    turned_about,
)
from engine.tables.sines import CIRCLE, ONE, QUARTER, cosine, sine
from engine.tables.touching import BaseEdge, legal_place, overlap_places

_BESIDE: Final = 200
"""Paces to either side of the way to baggage within which no known enemy may be (facts.md 3.5)."""
_STEP: Final = 10
"""Tenths of a degree between the wheels that are tried."""
_SHIFTS: Final = tuple(range(10, 81, 10))
"""Paces aside that are tried first where something is met (15.3); between them the least is found to the pace."""


@dataclass(frozen=True, slots=True)
class Rush:
    """A spontaneous advance as it would be carried out."""

    end: BasePlace
    displaced: dict[int, BasePlace]
    """Friends that make room (16.2, 16.3)."""
    target: int
    """The enemy that it goes for."""
    stopped: bool = False
    """Whether it ends early, because nothing further can be passed (15.4)."""


def waiting(field: DbmField, state: DbmState, side: int) -> Iterator[int]:
    """The elements of a side that have still to advance by themselves in this bound, those in ambush too (9.1)."""
    done = Flag.MOVED | Flag.HALTED | Flag.MARCHED | Flag.ADVANCED | Flag.FLED
    for unit, _ in field.on_table(state, side):
        if not state.flags[unit] & done and advances(field, state, unit):
            yield unit


def advances(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether an element, left to itself, advances: impetuous troops of a command that is not demoralised, who are in
    contact with no enemy."""
    if state.demoralised >> field.roster.command[unit] & 1 or not field.is_impetuous(state, unit):
        return False
    return not any(one.edge != contact.OVERLAP for one in contact.contacts(field, state, unit))


# -- targets ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def distance_between(one: BasePlace, other: BasePlace) -> int:
    """The distance of two elements for this chapter: between their furthest-apart front corners, in paces."""
    ends = [front_left(other), front_right(other)]
    return max(paces(distance(corner, end)) for corner in (front_left(one), front_right(one)) for end in ends)


def targets(field: DbmField, state: DbmState, unit: int) -> tuple[int, ...]:
    """The enemies that an element may advance at, all equally near: visible baggage first where no known enemy is near
    the way to it, else the nearest enemy; those at which its move would be cancelled are left out (15.2)."""
    at = state.at[unit]
    if at is None:
        return ()
    enemies = dict(field.in_play(state, 1 - field.side(unit)))
    baggage = [enemy for enemy in enemies if field.form(state, enemy).baggage]
    open_to = [enemy for enemy in baggage if _way_is_open(at, enemy, enemies)]
    nearest = _nearest(at, open_to or list(enemies), enemies)
    free = tuple(enemy for enemy in nearest if not _is_cancelled(field, state, unit, enemy))
    return free or nearest


def _nearest(at: BasePlace, among: list[int], places: dict[int, BasePlace]) -> tuple[int, ...]:
    away = {enemy: distance_between(at, places[enemy]) for enemy in among}
    least = min(away.values(), default=0)
    return tuple(enemy for enemy in among if away[enemy] == least)


def _way_is_open(at: BasePlace, goal: int, places: dict[int, BasePlace]) -> bool:
    """Whether no known enemy but the goal is within 200 paces of the direct way."""
    way = shapely.LineString([(at.x, at.y), (places[goal].x, places[goal].y)])
    others = (place for enemy, place in places.items() if enemy != goal)
    return all(way.distance(shapely.Point(place.x, place.y)) > _BESIDE * PACE for place in others)


def _is_cancelled(field: DbmField, state: DbmState, unit: int, enemy: int) -> bool:
    """Whether an advance at an enemy would be called off: the enemy already is in front contact, and nobody could help
    in that combat."""
    return bool(_engaged(field, state, enemy)) and not _helping_places(field, state, unit, enemy)


def _engaged(field: DbmField, state: DbmState, enemy: int) -> list[int]:
    """The elements whose front is in legal contact with the front of an enemy."""
    return [one.unit for one in contact.touched_by(field, state, enemy) if one.edge == BaseEdge.FRONT]


# -- where it goes ------------------------------------------------------------------------------------------------


def rush(field: DbmField, state: DbmState, unit: int, target: int) -> Rush | None:
    """The advance of an element at an enemy; None where it does not move at all (15.4)."""
    start = state.at[unit]
    assert start is not None
    return _rush(field, state, unit, _AdvanceSoFar(start, 0, (target,)))


class _AdvanceSoFar(NamedTuple):
    """How far an advance has come."""

    at: BasePlace
    spent: int
    """Paces."""
    aims: tuple[int, ...]
    """The enemies at whom it has gone, the last one now."""


def _rush(field: DbmField, state: DbmState, unit: int, course: _AdvanceSoFar) -> Rush | None:
    at, spent, target = course.at, course.spent, course.aims[-1]
    places = _contact_places(field, state, unit, target)
    form = field.form(state, unit)
    by_length = sorted((length_alone(at, place, form.depth), place) for place in places)
    for length, place in by_length:
        reach = space.allowance(field, form, at, place) - spent
        if paces(length) > reach or not _is_free(field, state, unit, form, place):
            continue
        if not _crosses_enemies(field, state, unit, at, place):
            return Rush(place, {}, target)
    return _towards(field, state, unit, form, course)


def _crosses_enemies(field: DbmField, state: DbmState, unit: int, at: BasePlace, place: BasePlace) -> bool:
    """Whether an element would pass over enemies on the straight way to a place of contact: to the rear of somebody
    whom it stands before."""
    shapes = swept([((at, place), field.depth(state, unit))])
    met = (other for _, other in BaseIndex.of(field, state).met(shapes))
    return any(field.side(other) != field.side(unit) and not state.has(other, Flag.HIDDEN) for other in met)


def _contact_places(field: DbmField, state: DbmState, unit: int, target: int) -> list[BasePlace]:
    """The places at which an advance ends in contact: legal contact with the target, or where the target already is in
    front contact, the rear support, overlap or flank places that help in that combat (15.1)."""
    where = state.at[target]
    assert where is not None
    if _engaged(field, state, target):
        return _helping_places(field, state, unit, target)
    depth = field.depth(state, target)
    return [legal_place(where, depth, edge) for edge in BaseEdge]


def _helping_places(field: DbmField, state: DbmState, unit: int, enemy: int) -> list[BasePlace]:
    """The free places of rear support, overlap and flank contact against an enemy in front contact (15.1)."""
    where, form = state.at[enemy], field.form(state, unit)
    assert where is not None
    depth = field.depth(state, enemy)
    found = [*overlap_places(where), *(legal_place(where, depth, edge) for edge in (BaseEdge.LEFT, BaseEdge.RIGHT))]
    for friend in _engaged(field, state, enemy):
        at = state.at[friend]
        if at is not None and field.form(state, friend).kind == form.kind and form.kind in field.tables.support.rows:
            found.append(at.moved(-field.depth(state, friend)))
    return [place for place in found if _is_free(field, state, unit, form, place)]


def _is_free(field: DbmField, state: DbmState, unit: int, form: Form, place: BasePlace) -> bool:
    return not space.barred(field, form, place) and not space.lying_over(field, state, place, form.depth, (unit,))


def _towards(field: DbmField, state: DbmState, unit: int, form: Form, course: _AdvanceSoFar) -> Rush | None:
    """A full move towards an enemy: a wheel, then straight ahead; round what stops it by the least shift (15.3)."""
    start, spent, target = course.at, course.spent, course.aims[-1]
    goal = state.at[target]
    assert goal is not None
    middle = goal.at(-field.depth(state, target) // 2, 0)
    about_first = _is_behind(start, middle)
    begun = turned_about(start, form.depth) if about_first else start
    facing = _wheel_to(begun, middle)
    other = _aims_again(field, state, unit, form, course._replace(at=begun), facing)
    if other is not None:
        return _rush(field, state, unit, other)

    def shifted(shift: int) -> Rush | None:
        return _straight(field, state, unit, form, begun.moved(0, shift * PACE), facing, spent + abs(shift), target)

    stopped = shifted(0)
    if stopped is not None and not stopped.stopped:
        return stopped
    past = _least_shift(lambda shift: _past(begun, stopped, shifted(shift)))
    if past is not None:
        return past
    if stopped is None:
        stopped = next((found for shift in _SHIFTS if (found := shifted(shift)) is not None), None)
    if stopped is not None:
        return stopped
    # Surrounded: it turns about where that brings its front nearer to the enemy (15.4).
    about_face = turned_about(start, form.depth)
    nearer = distance(about_face.point, middle) < distance(start.point, middle)
    return Rush(about_face, {}, target, stopped=True) if nearer else None


def _aims_again(
    field: DbmField, state: DbmState, unit: int, form: Form, course: _AdvanceSoFar, facing: int
) -> _AdvanceSoFar | None:
    """The advance from where, after a turn about or in the wheel that it makes, another enemy has become the nearest
    (15.1); None where none does. Who goes for baggage goes on, and nobody goes back to whom he has left."""
    target = course.aims[-1]
    goal = state.at[target]
    if goal is None or field.form(state, target).baggage:
        return None
    others = [one for one in field.in_play(state, 1 - field.side(unit)) if one[0] not in course.aims]
    sign = 1 if facing > 0 else -1
    for angle in range(0, abs(facing) + 1, _STEP):
        place = _wheeled(course.at, sign * angle)
        away = distance_between(place, goal)
        nearer = [(between, enemy) for enemy, at in others if (between := distance_between(place, at)) < away]
        spent = course.spent + paces(arc(WIDTH, angle))
        if not nearer or spent >= form.move[0]:
            continue
        enemy = min(nearer)[1]
        if _is_free(field, state, unit, form, place) and not _is_cancelled(field, state, unit, enemy):
            return _AdvanceSoFar(place, spent, (*course.aims, enemy))
    return None


def _least_shift(found_at: Callable[[int], Rush | None]) -> Rush | None:
    """The advance after the least shift that clears what is met, to the pace; None where none does (15.3). To the right
    comes before to the left."""
    for most in _SHIFTS:
        signs = [sign for sign in (1, -1) if found_at(sign * most) is not None]
        exactly = (sign * aside for aside in range(most - _SHIFTS[0] + 1, most + 1) for sign in signs)
        found = next((found for shift in exactly if (found := found_at(shift)) is not None), None)
        if found is not None:
            return found
    return None


def _past(start: BasePlace, stopped: Rush | None, shifted: Rush | None) -> Rush | None:
    """A shifted advance that nothing stops, and that gets further ahead than without the shift; None for any other."""
    if shifted is None or shifted.stopped or (stopped is not None and not _gets_past(start, stopped, shifted)):
        return None
    return shifted


def _gets_past(start: BasePlace, stopped: Rush, shifted: Rush) -> bool:
    """Whether a shift takes an element further ahead than it gets without one: it clears what is met (15.3)."""
    s, c = sine(shifted.end.facing), cosine(shifted.end.facing)

    def ahead(end: BasePlace) -> int:
        return (end.x - start.x) * s - (end.y - start.y) * c

    return ahead(shifted.end) > ahead(stopped.end) + ONE * PACE


def _straight(
    field: DbmField,
    state: DbmState,
    unit: int,
    form: Form,
    start: BasePlace,
    angle: int,
    spent: int,
    target: int,
) -> Rush | None:
    """A wheel and then as far ahead as the move goes; None where it cannot go at all."""
    if spent and not _is_free(field, state, unit, form, start):
        return None
    wheeled = _wheeled(start, angle)
    spent += paces(arc(WIDTH, angle))
    furthest = form.move[0] - spent
    if furthest < 0:
        # The whole move goes into the wheel.
        whole = angle * (form.move[0]) // max(1, paces(arc(WIDTH, angle)))
        wheeled, furthest = _wheeled(start, whole), 0
    furthest_open = _open_to(field, state, unit, form, start, wheeled, spent, furthest)
    for going_on, landed in passing.overruns(field, state, unit, wheeled, furthest_open):
        if going_on or wheeled != start:
            return Rush(landed.end, landed.displaced, target, stopped=going_on < furthest)
    return None


def _open_to(
    field: DbmField,
    state: DbmState,
    unit: int,
    form: Form,
    start: BasePlace,
    wheeled: BasePlace,
    spent: int,
    furthest: int,
) -> int:
    """How many paces, up to this many, an element can go ahead after its wheel before it is stopped by enemies, by
    friends whom it may not pass or by the ground that it touches; -1 where it cannot go at all."""

    def is_open(going_on: int) -> bool:
        end = wheeled.moved(going_on * PACE)
        if not space.on_table(field, end, form.depth):
            return False
        for one in space.lying_over(field, state, end, form.depth + going_on * PACE, (unit,)):
            if field.side(one) != field.side(unit) or not passing.may_pass(form, field.form(state, one)):
                return False
        return going_on + spent <= space.allowance(field, form, start, end)

    if is_open(furthest):
        return furthest
    # The further it goes the more it sweeps: what stops it stops every longer way.
    low, high = -1, furthest
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if is_open(middle) else (low, middle)
    return low


def _is_behind(at: BasePlace, middle: TablePoint) -> bool:
    """Whether a point lies behind the line of a front edge by more than it lies to its side."""
    s, c = sine(at.facing), cosine(at.facing)
    ahead = ((middle.x - at.x) * s - (middle.y - at.y) * c) // ONE
    aside = ((middle.x - at.x) * c + (middle.y - at.y) * s) // ONE
    return ahead < -abs(aside)


def _wheel_to(at: BasePlace, middle: TablePoint) -> int:
    """The least wheel after which a point lies straight ahead of a base, to a degree; at most a quarter turn."""
    best, least = 0, None
    for angle in range(-QUARTER, QUARTER + 1, _STEP):
        wheeled = _wheeled(at, angle)
        s, c = sine(wheeled.facing), cosine(wheeled.facing)
        ahead = (middle.x - wheeled.x) * s - (middle.y - wheeled.y) * c
        aside = abs((middle.x - wheeled.x) * c + (middle.y - wheeled.y) * s)
        off = aside if ahead >= 0 else aside + ONE * WIDTH * 100
        if least is None or off < least or (off == least and abs(angle) < abs(best)):
            best, least = angle, off
    return best if not _is_ahead(at, middle) else 0


def _is_ahead(at: BasePlace, middle: TablePoint) -> bool:
    """Whether a point lies straight ahead of a front edge."""
    s, c = sine(at.facing), cosine(at.facing)
    aside = abs((middle.x - at.x) * c + (middle.y - at.y) * s)
    return aside <= WIDTH * ONE // 2 and (middle.x - at.x) * s - (middle.y - at.y) * c >= 0


def _wheeled(at: BasePlace, angle: int) -> BasePlace:
    """A base after a wheel by an angle that may be nought."""
    if not angle % CIRCLE:
        return at
    return about(at, front_right(at) if angle > 0 else front_left(at), angle)
