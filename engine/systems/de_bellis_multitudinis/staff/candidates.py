"""What a group could do that is worth thinking of: quiet moves by where they end, and contacts by whom they touch."""

from __future__ import annotations

from collections.abc import Iterator
from math import asin, degrees, hypot, radians
from typing import Final, NamedTuple

from engine.play import Action
from engine.systems.de_bellis_multitudinis import groups, halting, offering
from engine.systems.de_bellis_multitudinis.acts import move_of
from engine.systems.de_bellis_multitudinis.contact import OVERLAP
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.notation import NOTHING, Part, PartKind
from engine.systems.de_bellis_multitudinis.opposing import pairs
from engine.systems.de_bellis_multitudinis.staff import chances
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.systems.de_bellis_multitudinis.ways import way_of
from engine.tables.places import PACE, WIDTH, BasePlace, paces
from engine.tables.sines import CIRCLE, QUARTER

_NEAR: Final = 165
"""Paces short of an enemy at which a line stops that would rather not fight yet."""
_BESIDE: Final = 120
"""Paces from the place of an enemy to that of an element in contact with him, more than which it need not go."""
_GOALS: Final = 3
"""Enemies towards whom an element is sent: those against whom it stands best, and who are near."""
_FRONTS: Final = 3
"""Enemies before whom a group is offered to line up."""
_ROUND: Final = (170, 60)
"""Paces to the side of an enemy and behind his front from which his flank is attacked later."""
_WIDEST: Final = 450
"""Tenths of a degree of the widest wheel towards an enemy."""
_MARCH: Final = 200
"""Paces round known enemies in which nobody marches."""
_STEADY: Final = 350
"""Paces short of an enemy from which a line wheels no more: it would meet him aslant, and open its flanks."""
SPENT: Final = Flag.MOVED | Flag.HALTED | Flag.FLED


class Quiet(NamedTuple):
    """A move that is not meant to touch anybody, with where it ends."""

    action: Action
    ends: dict[int, BasePlace]


class Touch(NamedTuple):
    """A contact that some elements could seek."""

    units: tuple[int, ...]
    enemy: int
    edge: str


def can_move(field: DbmField, state: DbmState, group: tuple[int, ...]) -> bool:
    """Whether a group may still make a tactical move, and has points for it."""
    free = not any(state.flags[unit] & SPENT for unit in group)
    return free and state.pips[field.roster.command[group[0]]] > 0


def halts(field: DbmField, state: DbmState, group: tuple[int, ...]) -> Iterator[Action]:
    """Halts of impetuous troops, and of those of broken commands."""
    if any(state.flags[unit] & (SPENT | Flag.ADVANCED) for unit in group):
        return
    if any(state.demoralised >> field.roster.command[unit] & 1 or field.is_impetuous(state, unit) for unit in group):
        yield Action(halting.VERB, (group, NOTHING))


# -- quiet moves --------------------------------------------------------------------------------------------------


def quiet(field: DbmField, state: DbmState, side: int, group: tuple[int, ...]) -> Iterator[Quiet]:
    """Marches, moves straight ahead and back, wheels towards enemies, and single elements sent round a flank."""
    for action in dict.fromkeys(_quiet(field, state, side, group)):
        units, parts = move_of(action)
        way = way_of(field, state, units, parts)
        yield Quiet(action, dict(zip(units, way.ends, strict=True)))


def _quiet(field: DbmField, state: DbmState, side: int, group: tuple[int, ...]) -> Iterator[Action]:
    reach = min(field.form(state, unit).move[0] for unit in group)
    room = _room_ahead(field, state, side, group)
    marches = not any(state.flags[unit] & SPENT and not state.flags[unit] & Flag.MARCHED for unit in group)
    if marches and room > _MARCH:
        yield Action("march", (group, (_ahead(min(reach, room - _MARCH)),)))
    if not can_move(field, state, group):
        return
    lengths = (reach, reach // 2, min(reach, room - _NEAR), min(reach, room - 1))
    for length in dict.fromkeys(length for length in lengths if 0 < length < room):
        yield Action("move", (group, (_ahead(length),)))
    yield Action("move", (group, ((int(PartKind.BACK), max(1, reach // 2)),)))
    for enemy, where in _goals(field, state, side, group):
        if len(group) == 1:
            yield from _sent(field, state, group[0], enemy, where, reach)
        elif room > _STEADY:
            yield from _wheeled(state, group, where, reach)


def _ahead(length: int) -> Part:
    return int(PartKind.AHEAD), max(1, length)


def _room_ahead(field: DbmField, state: DbmState, side: int, group: tuple[int, ...]) -> int:
    """The paces to the nearest enemy straight ahead of any element of a group."""
    least = 9999.0
    enemies = [where for _, where in field.in_play(state, 1 - side)]
    for unit in group:
        at = state.at[unit]
        assert at is not None
        for where in enemies:
            ahead, aside = groups.along(where, at)
            if abs(aside) < WIDTH and ahead > 0:
                least = min(least, ahead / PACE)
    return int(least)


def _goals(field: DbmField, state: DbmState, side: int, group: tuple[int, ...]) -> list[tuple[int, BasePlace]]:
    """The enemies towards whom a group turns: near ones against whom its first element stands well."""
    at = state.at[group[0]]
    assert at is not None
    found = []
    for enemy, where in field.in_play(state, 1 - side):
        away = hypot(where.x - at.x, where.y - at.y) / PACE
        found.append((away * (1.5 - chances.matchup(field, state, group[0], enemy)), enemy, where))
    return [(enemy, where) for _, enemy, where in sorted(found)[:_GOALS]]


def _wheeled(state: DbmState, group: tuple[int, ...], where: BasePlace, reach: int) -> Iterator[Action]:
    """A wheel of a group towards an enemy, and straight on with what is left of its move."""
    places = [place for unit in group if (place := state.at[unit]) is not None]
    x, y = sum(one.x for one in places) // len(places), sum(one.y for one in places) // len(places)
    part = offering.facing(BasePlace(x, y, places[0].facing), where)
    if part is None:
        return
    width = max(hypot(one.x - two.x, one.y - two.y) for one in places for two in places) / PACE + WIDTH / PACE
    most = min(_WIDEST, int(10 * degrees(2 * asin(min(1.0, reach / (2 * width))))) - 5)
    tenths = min(part[1], most)
    if tenths <= 0:
        return
    left = int(reach - radians(tenths / 10) * width) - 2
    parts: tuple[Part, ...] = ((part[0], tenths),)
    yield Action("move", (group, (*parts, _ahead(left)) if left > 10 and tenths == part[1] else parts))


def _sent(field: DbmField, state: DbmState, unit: int, enemy: int, where: BasePlace, reach: int) -> Iterator[Action]:
    """A single element straight towards an enemy, to the nearer one of his flanks, or away from him."""
    at = state.at[unit]
    assert at is not None
    _, right = groups.along(at, where)
    side = 1 if right > 0 else -1
    goals = [where.moved(_NEAR * PACE), where.moved(-_ROUND[1] * PACE, side * _ROUND[0] * PACE)]
    for goal in goals:
        stop = _towards(at, goal, reach - 8)
        if abs(stop.x - at.x) + abs(stop.y - at.y) > 10 * PACE:
            yield Action("move", ((unit,), ((int(PartKind.TO), stop.x, stop.y, _facing(stop, where)),)))
    away = 2 * at.x - where.x, 2 * at.y - where.y
    stop = _towards(at, BasePlace(*away, 0), reach - 8)
    yield Action("move", ((unit,), ((int(PartKind.TO), stop.x, stop.y, at.facing),)))


def _towards(at: BasePlace, goal: BasePlace, most: int) -> BasePlace:
    """The point on the straight way to a goal that is at most so many paces away, in whole paces."""
    x, y = goal.x - at.x, goal.y - at.y
    share = min(1.0, most * PACE / max(1.0, hypot(x, y)))
    return BasePlace(paces(int(at.x + share * x)) * PACE, paces(int(at.y + share * y)) * PACE, at.facing)


def _facing(at: BasePlace, goal: BasePlace) -> int:
    """The facing from a place towards another."""
    part = offering.facing(at._replace(facing=0), goal)
    if part is None:
        # Straight up, or by more than a right angle: seen from the opposite facing it is less.
        part = offering.facing(at._replace(facing=2 * QUARTER), goal)
        turn = 2 * QUARTER if part is not None or goal.y > at.y else 0
    else:
        turn = 0
    if part is None:
        return turn
    return (turn + (part[1] if part[0] == PartKind.WHEEL_RIGHT else -part[1])) % CIRCLE


# -- contacts -----------------------------------------------------------------------------------------------------


def touches(field: DbmField, state: DbmState, side: int, group: tuple[int, ...]) -> Iterator[Touch]:
    """The contacts in reach of a group, and of its elements by themselves."""
    busy = {unit for pair in pairs(field, state) for unit in pair}
    yield from _of_group(field, state, side, group, busy)
    for unit in group:
        if unit not in busy and not field.form(state, unit).baggage:
            yield from _of_one(field, state, side, unit, busy, alone=len(group) == 1)


def _of_group(field: DbmField, state: DbmState, side: int, group: tuple[int, ...], busy: set[int]) -> Iterator[Touch]:
    """Enemies before whom a group of several can line up, the nearest first."""
    if len(group) == 1 or all(unit in busy for unit in group):
        return
    reach = min(field.form(state, unit).move[0] for unit in group)
    near = offering.nearest(field, state, side, group, reach)
    yield from (Touch(group, enemy, "front") for enemy, _ in near[:_FRONTS])


def _of_one(field: DbmField, state: DbmState, side: int, unit: int, busy: set[int], *, alone: bool) -> Iterator[Touch]:
    """The edges of enemies near an element on which it could fall: by itself anywhere, out of a group only where that
    helps friends or takes an enemy in the flank."""
    at = state.at[unit]
    assert at is not None
    reach = (field.form(state, unit).move[0] + _BESIDE) * PACE
    for enemy, where in field.in_play(state, 1 - side):
        if max(abs(at.x - where.x), abs(at.y - where.y)) > reach:
            continue
        ahead, _ = groups.along(at, where)
        fights = enemy in busy
        if fights:
            yield Touch((unit,), enemy, OVERLAP)
        if not fights and (alone or chances.swing(field, state, unit, enemy) > 0):
            yield Touch((unit,), enemy, "front")
        if ahead < WIDTH // 2:
            yield from (Touch((unit,), enemy, edge) for edge in ("left", "right", "rear"))
