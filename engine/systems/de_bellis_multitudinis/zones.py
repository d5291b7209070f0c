"""Chapter 13: the zones in front of enemies, and what pinned elements may do (13.1 to 13.5, 13.9, 13.11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from engine.mechanics.procedure import Breach
from engine.systems.de_bellis_multitudinis import approaching, moving, space
from engine.systems.de_bellis_multitudinis.contact import Contact
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.notation import PartKind
from engine.systems.de_bellis_multitudinis.sliding import Slide, lined_up
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.systems.de_bellis_multitudinis.ways import Way
from engine.tables.places import PACE, WIDTH, BasePlace, corners
from engine.tables.sines import QUARTER
from engine.tables.touching import gap, in_zone, lies_over

_FAR: Final = 20_000 * PACE
"""How far the projection of an edge goes: beyond every table."""
_MOMENTS: Final = 24
"""Moments of a part of a move at which it is looked whose zone is entered first."""


def pins(field: DbmField, state: DbmState, unit: int, at: BasePlace) -> tuple[int, ...]:
    """The enemies in whose zones an element would be at a place, by more than half a pace."""
    depth = field.depth(state, unit)
    found = []
    for enemy in space.near(field, state, at, 4 * WIDTH, 1 - field.side(unit)):
        where = state.at[enemy]
        assert where is not None
        if not field.form(state, enemy).baggage and in_zone(where, at, depth):
            found.append(enemy)
    return tuple(found)


def meets(at: BasePlace, enemy: BasePlace, depth: int) -> bool:
    """Whether the projection of a front edge straight ahead meets some part of an enemy base (13.1)."""
    strip = corners(at.moved(_FAR), _FAR)
    return lies_over(strip, corners(enemy, depth), (at.facing, enemy.facing))


def is_behind(at: BasePlace, depth: int, enemy: BasePlace, deep: int) -> bool:
    """Whether an element has its rear facing an enemy: the projection of its rear edge meets him (13.4)."""
    back = at.moved(-depth)
    return meets(back._replace(facing=(back.facing + 2 * QUARTER) % (4 * QUARTER)), enemy, deep)


def entered(field: DbmField, state: DbmState, ends: Mapping[int, BasePlace]) -> Iterator[Breach]:
    """13.5: what is wrong with elements that come into a zone as they expand: they have to face him whose zone it is,
    as all who enter it."""
    for unit, end in ends.items():
        at = state.at[unit]
        now = pins(field, state, unit, end)
        if at is None or not now or set(now) & set(pins(field, state, unit, at)):
            continue
        if not any(meets(end, where, field.depth(state, enemy)) for enemy in now if (where := state.at[enemy])):
            yield "13.5", f"{field.name(unit)} would enter the zone of {field.name(now[0])} without facing it"


def breaches(way: Way, touched: Sequence[Contact], slide: Slide) -> Iterator[Breach]:
    """What pinned elements do that they may not."""
    for number, entered in way.zones.items():
        yield from _pinned(way, number, entered, touched, slide)


def _pinned(
    way: Way, number: int, entered: dict[int, int], touched: Sequence[Contact], slide: Slide
) -> Iterator[Breach]:
    state, unit = way.state, way.units[number]
    if all(stretch.kind is PartKind.DISMOUNT for stretch in way.stretches):
        return  # 13.5
    last = len(way.stretches) - 1
    if slide.lines_up:
        # The slide itself may go through other zones (13.6, 13.8); what comes before it may not.
        entered = {enemy: first for enemy, first in entered.items() if first < last or last == 0}
    started = [enemy for enemy in pins(way.field, state, unit, way.starts[number]) if enemy in entered]
    if started and approaching.closes(way, number, touched):
        return  # 10.2
    if started and _goes_back(way) and not any(_comes_nearer(way, number, enemy) for enemy in started):
        yield from _back(way, number, started)
        return
    first = started or _first(way, number, entered)
    if not first:
        return
    flank = _protected(way, unit, first, touched)
    if flank is not None:
        yield flank
        return
    found = [tuple(_towards(way, number, enemy, touched, slide, pinned=bool(started))) for enemy in first]
    if all(found):
        yield from found[0]
        away = started and not any(_comes_nearer(way, number, enemy) for enemy in started)
        if away and "13.4" not in {rule for rule, _ in found[0]}:
            name, other = way.field.name(unit), way.field.name(first[0])
            yield "13.4", f"{name} is pinned by {other}, and goes away from him only straight back"


def _comes_nearer(way: Way, number: int, enemy: int) -> bool:
    """Whether an element ends nearer to an enemy than it started."""
    where = way.state.at[enemy]
    assert where is not None
    deep, depth = way.field.depth(way.state, enemy), way.depths[number]
    return gap(way.ends[number], depth, where, deep) < gap(way.starts[number], depth, where, deep)


def _goes_back(way: Way) -> bool:
    """Whether a move is a straight move back, with one turn about at most (13.4)."""
    kinds = [stretch.does for stretch in way.stretches]
    allowed = (PartKind.BACK, PartKind.AHEAD, PartKind.TURN_ABOUT)
    if any(kind not in allowed for kind in kinds) or kinds.count(PartKind.TURN_ABOUT) > 1:
        return False
    turned = False
    for kind in kinds:
        turned ^= kind is PartKind.TURN_ABOUT
        if kind is (PartKind.BACK if turned else PartKind.AHEAD):
            return False
    return any(kind is not PartKind.TURN_ABOUT for kind in kinds)


def _back(way: Way, number: int, started: Sequence[int]) -> Iterator[Breach]:
    """13.4: not by an element that starts with its rear facing the enemy."""
    field, state = way.field, way.state
    for enemy in started:
        where = state.at[enemy]
        assert where is not None
        if is_behind(way.starts[number], way.depths[number], where, field.depth(state, enemy)):
            name, other = field.name(way.units[number]), field.name(enemy)
            yield "13.4", f"{name} has its rear towards {other}, which pins it, and cannot move back from it"


def _first(way: Way, number: int, entered: dict[int, int]) -> list[int]:
    """The enemies whose zone an element enters first: those of the same moment."""
    if not entered:
        return []
    index = min(entered.values())
    among = [enemy for enemy, first in entered.items() if first == index]
    if len(among) == 1:
        return among
    depth = way.depths[number]
    for place in _moments(way, number, index):
        found = [enemy for enemy in among if _is_in(way, enemy, place, depth)]
        if found:
            return found
    return among


def _moments(way: Way, number: int, index: int) -> Iterator[BasePlace]:
    """Places of an element on a part of its move, in order."""
    course = way.stretches[index].course(number)
    for start, end in pairwise(course):
        steps = _MOMENTS if len(course) == 2 else 2
        for step in range(1, steps + 1):
            x = start.x + (end.x - start.x) * step // steps
            y = start.y + (end.y - start.y) * step // steps
            yield BasePlace(x, y, end.facing)


def _is_in(way: Way, enemy: int, place: BasePlace, depth: int) -> bool:
    where = way.state.at[enemy]
    return where is not None and in_zone(where, place, depth)


def _protected(way: Way, unit: int, first: Sequence[int], touched: Sequence[Contact]) -> Breach | None:
    """13.2: nobody contacts the flank of an enemy by a move into the zone of another who protects him."""
    for one in touched:
        if one.unit == unit and one.edge in ("left", "right", "rear") and one.enemy not in first:
            name, other, friend = (way.field.name(number) for number in (unit, one.enemy, first[0]))
            return "13.2", f"{name} cannot contact {other}, which is protected by the zone of {friend}"
    return None


def _towards(
    way: Way, number: int, enemy: int, touched: Sequence[Contact], slide: Slide, *, pinned: bool
) -> Iterator[Breach]:
    """What is wrong with an advance towards an enemy who pins an element (13.1, 13.3)."""
    field, state, unit = way.field, way.state, way.units[number]
    where = state.at[enemy]
    assert where is not None
    deep, depth = field.depth(state, enemy), way.depths[number]
    name, other = field.name(unit), field.name(enemy)
    if any(one.unit == unit and one.enemy == enemy and one.legal for one in touched):
        return
    end = way.ends[number]
    before = way.stretches[-1].before[number] if slide.lines_up else end
    opposite = lined_up(end, where, deep)
    if not meets(before, where, deep) and not opposite:
        yield "13.1", f"{name} is pinned by {other} and cannot advance towards it"
    if pinned and not _comes_nearer(way, number, enemy):
        rule = "13.4" if is_behind(way.starts[number], depth, where, deep) else "13.3"
        yield rule, f"{name} is pinned by {other} and cannot come nearer to it"
    if opposite or any(one.unit == unit and one.legal for one in touched):
        return
    turned = [stretch for stretch in way.stretches if _not_straight(way, number, enemy, stretch)]
    if turned and not slide.lines_up:
        yield "13.3", f"{name} wheels or slides in the zone of {other} without lining up with it"
    if sum(stretch.kind in moving.TURNS for stretch in way.stretches) > 1:
        yield "13.3", f"{name} turns more than once in the zone of {other}"


def _not_straight(way: Way, number: int, enemy: int, stretch: moving.Stretch) -> bool:
    """Whether a part of a move leads an element other than straight ahead in the zone of an enemy."""
    if stretch.does in (*moving.STRAIGHT, PartKind.TURN_ABOUT, PartKind.DISMOUNT):
        return False
    index = way.stretches.index(stretch)
    starts = _is_in(way, enemy, stretch.before[number], way.depths[number])
    return starts or any(_is_in(way, enemy, place, way.depths[number]) for place in _moments(way, number, index))
