"""Lining up with enemies: moves that end in legal contact (13.6, 13.7, 13.8, 13.11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.errors import IllegalAction
from engine.play import Action
from engine.systems.de_bellis_multitudinis import groups, judging, space
from engine.systems.de_bellis_multitudinis.approaching import FURTHER
from engine.systems.de_bellis_multitudinis.contact import OVERLAP
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.groups import along
from engine.systems.de_bellis_multitudinis.notation import EDGES, NOTHING, Part, PartKind
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import PACE, WIDTH, BasePlace, about, group_corner, length_alone, paces, rounded
from engine.tables.sines import CIRCLE, ONE, QUARTER, cosine, sine
from engine.tables.touching import BaseEdge, legal_place, overlap_places

_SLIDE: Final = WIDTH // PACE // 2
"""Paces that a group slides at most (13.6)."""
_SPARE: Final = 80
"""Paces beyond the longest move within which a contact is worth trying: what is free, or 50 in a gap (16.6)."""
_BACK: Final = (20, 40, 80)
"""Paces before a place of contact from which it is approached straight, where the straight way to it is barred."""


def parts_of(field: DbmField, state: DbmState, units: tuple[int, ...], target: int, edge: int) -> tuple[Part, ...]:
    """The parts of the shortest legal move of some elements into contact with an enemy's edge (`notation.EDGES` by
    number, NOTHING for any). Raises IllegalAction where there is none."""
    side = field.side(units[0])
    where = state.at[target]
    wanted = EDGES if edge == NOTHING else (EDGES[edge],)
    best: tuple[int, int, tuple[Part, ...]] | None = None
    furthest = _furthest(field, state, units)
    if where is None or field.side(target) == side or any(state.at[unit] is None for unit in units):
        raise IllegalAction(field.cite("13.6"), f"no element can line up with {field.name(target)}")
    for least, number, name, parts in _shortest_first(field, state, units, _ways(field, state, units, target, wanted)):
        if least > furthest or (best is not None and least > best[0]):
            break
        action = Action("move", (units, parts))
        if not judging.is_legal(field, state, side, action):
            continue
        found = judging.judge(field, state, side, action)
        made = any(one.enemy == target and one.edge == name for one in found.contacts)
        if made and (best is None or (found.length, number) < best[:2]):
            best = found.length, number, parts
    if best is None:
        raise IllegalAction(field.cite("13.6"), f"no legal move lines up with {field.name(target)}")
    return best[2]


def _furthest(field: DbmField, state: DbmState, units: Sequence[int]) -> int:
    """Paces beyond which no move of some elements is legal, on whatever ground: one more for the rounding of shares. A
    single element may go further to a flank in a gap (16.6)."""
    least = min(field.form(state, unit).move[0] for unit in units)
    return least + (1 if len(units) > 1 else FURTHER)


def _shortest_first(
    field: DbmField, state: DbmState, units: Sequence[int], ways: Iterable[tuple[str, tuple[Part, ...]]]
) -> list[tuple[int, int, str, tuple[Part, ...]]]:
    """Moves with the least length that each can have, in paces, and their number; the shortest first. Those that end
    that are occupied are left out."""
    found = []
    taken: dict[BasePlace, bool] = {}
    for number, (name, parts) in enumerate(ways):
        part = parts[0]
        if PartKind(part[0]) is PartKind.TO:
            start, end = state.at[units[0]], BasePlace(*part[1:4])
            depth = field.depth(state, units[0])
            if end not in taken:
                taken[end] = bool(space.lying_over(field, state, end, depth, units))
            if start is None or taken[end]:
                continue
            least = paces(length_alone(start, end, depth))
        else:
            least = sum(one[1] for one in parts if PartKind(one[0]) is PartKind.AHEAD)
        found.append((least, number, name, parts))
    return sorted(found)


def goals(enemy: BasePlace, depth: int, edges: Sequence[str]) -> Iterator[tuple[str, BasePlace]]:
    """The places of contact with an enemy base of a depth, by the names of its edges; overlaps too."""
    for name in edges:
        if name == OVERLAP:
            yield from ((name, place) for place in overlap_places(enemy))
        else:
            yield name, legal_place(enemy, depth, BaseEdge(name))


def _ways(
    field: DbmField, state: DbmState, units: tuple[int, ...], target: int, edges: Sequence[str]
) -> Iterator[tuple[str, tuple[Part, ...]]]:
    """Moves that lead some elements to a contact, legal or not, with the name of its edge."""
    enemy = state.at[target]
    assert enemy is not None
    places = [place for unit in units if (place := state.at[unit]) is not None]
    leading = _leading(field, state, units)
    reach = max(field.form(state, unit).move[0] for unit in units) + _SPARE
    for name, goal in goals(enemy, field.depth(state, target), edges):
        if len(units) == 1:
            if _within(places[0], goal, reach + _SPARE):
                yield from ((name, (part,)) for part in _alone(places[0], goal))
            continue
        for place in leading:
            if _within(place, goal, reach + _SPARE):
                yield from ((name, parts) for parts in _together(places, place, goal, reach))


def _leading(field: DbmField, state: DbmState, units: Sequence[int]) -> list[BasePlace]:
    """The places of those elements of a group who have nobody of it directly before them."""
    made = [(place, groups.marks(place, field.depth(state, unit))) for unit in units if (place := state.at[unit])]
    return [
        place
        for place, one in made
        if not any(abs(one.front.x - by.rear.x) < PACE and abs(one.front.y - by.rear.y) < PACE for _, by in made)
    ]


def _within(place: BasePlace, goal: BasePlace, far: int) -> bool:
    return max(abs(place.x - goal.x), abs(place.y - goal.y)) <= far * PACE


def _alone(place: BasePlace, goal: BasePlace) -> Iterator[Part]:
    """Moves of a single element to a place: straight, by a point before it, and by one beside where it stands."""
    end = BasePlace(_whole(goal.x), _whole(goal.y), goal.facing)
    yield (int(PartKind.TO), *end)
    for back in _BACK:
        before = goal.moved(-back * PACE)
        yield (int(PartKind.TO), *end, _whole(before.x), _whole(before.y))
    ahead, right = along(goal, place)
    if not (goal.facing - place.facing) % QUARTER:
        for stop in (place.moved(0, right), place.moved(ahead)):
            yield (int(PartKind.TO), *end, _whole(stop.x), _whole(stop.y))


def _whole(grains: int) -> int:
    return paces(grains) * PACE


def _together(places: Sequence[BasePlace], place: BasePlace, goal: BasePlace, reach: int) -> Iterator[tuple[Part, ...]]:
    """Moves of a group that bring one of its elements to a place: ahead, a wheel, ahead again and a slide."""
    turn = (goal.facing - place.facing) % CIRCLE
    turn = turn - CIRCLE if turn > CIRCLE // 2 else turn
    if abs(turn) > QUARTER:
        return
    if not turn:
        ahead, right = along(goal, place)
        yield from _put(0, 0, paces(ahead), paces(right), reach)
        return
    wheeled = about(place, group_corner(places, right=turn > 0), turn)
    ahead, right = along(goal, wheeled)
    # What it goes before a wheel to the right takes it to the left of where it faces afterwards.
    first = rounded(-right * ONE, sine(turn) * PACE) if sine(turn) > 0 else rounded(right * ONE, -sine(turn) * PACE)
    for before in dict.fromkeys((0, first, max(0, first - _SLIDE), first + _SLIDE)):
        if 0 <= before <= reach:
            rest = ahead - rounded(before * PACE * cosine(turn), ONE)
            aside = right + rounded(before * PACE * sine(turn), ONE)
            yield from _put(before, turn, paces(rest), paces(aside), reach)


def _put(before: int, turn: int, ahead: int, right: int, reach: int) -> Iterator[tuple[Part, ...]]:
    """The parts of such a move, where its slide is short enough and nothing of it leads back."""
    if ahead < 0 or before + ahead > reach or abs(right) > _SLIDE:
        return
    parts: list[Part] = []
    if before:
        parts.append((int(PartKind.AHEAD), before))
    if turn:
        parts.append((int(PartKind.WHEEL_RIGHT if turn > 0 else PartKind.WHEEL_LEFT), abs(turn)))
    if ahead:
        parts.append((int(PartKind.AHEAD), ahead))
    if right:
        parts.append((int(PartKind.RIGHT if right > 0 else PartKind.LEFT), abs(right)))
    if parts:
        yield tuple(parts)
