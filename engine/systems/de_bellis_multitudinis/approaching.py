"""Chapter 1 and what goes with it: which contacts a move may end in (1.1, 10.2, 13.9, 16.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from engine.mechanics.procedure import Breach
from engine.systems.de_bellis_multitudinis import contact, shooting, space
from engine.systems.de_bellis_multitudinis.contact import Contact
from engine.systems.de_bellis_multitudinis.ways import Way
from engine.tables.places import PACE, WIDTH, BasePlace, distance, front_left, front_right
from engine.tables.sines import QUARTER
from engine.tables.touching import HALF, are_beside, gap

_LOOKS: Final = 20
"""Paces after which it is looked again whether a bow could shoot."""
FURTHER: Final = 50
"""Paces that an element may go further to contact a flank in a gap (16.6)."""


def breaches(way: Way, touched: Sequence[Contact]) -> Iterator[Breach]:
    """What is wrong with the contacts at the end of a move: a moving element may touch an enemy out of line only when
    another of its group makes legal contact (1.1); bows do not close with horse that they could shoot (13.9)."""
    field = way.field
    if not any(one.legal for one in touched):
        for unit, enemy in sorted({*_out_of_line(way, touched)}):
            yield "1.1", f"{field.name(unit)} would touch {field.name(enemy)} out of line"
    yield from _bows(way, touched)


def _out_of_line(way: Way, touched: Sequence[Contact]) -> Iterator[tuple[int, int]]:
    yield from ((one.unit, one.enemy) for one in touched if one.edge == contact.TOUCHING)
    known = {(one.unit, one.enemy) for one in touched}
    for number, enemy in way.neighbours:
        unit, where = way.units[number], way.state.at[enemy]
        assert where is not None
        if (unit, enemy) in known or (way.ends[number].facing - where.facing) % QUARTER == 0:
            continue
        if way.ends[number] == way.starts[number]:
            continue
        if gap(way.ends[number], way.depths[number], where, way.field.depth(way.state, enemy)) == 0:
            yield unit, enemy


def _bows(way: Way, touched: Sequence[Contact]) -> Iterator[Breach]:
    """13.9: a bow does not make front contact with mounted that it may shoot at before or during its move."""
    field, state = way.field, way.state
    for one in touched:
        form = field.form(state, one.unit)
        if one.edge != "front" or form.kind != "Bw" or not field.form(state, one.enemy).mounted:
            continue
        number = way.units.index(one.unit)
        if any(_could_shoot(way, one, place) for place in _on_the_way(way, number)):
            yield "13.9", f"{field.name(one.unit)} could shoot at {field.name(one.enemy)} and may not close with it"


def _on_the_way(way: Way, number: int) -> Iterator[BasePlace]:
    """Places of an element on its way, from where it starts until it makes contact."""
    for stretch in way.stretches:
        for start, end in pairwise(stretch.course(number)):
            steps = max(1, distance(start.point, end.point) // (_LOOKS * PACE))
            for step in range(steps):
                x = start.x + (end.x - start.x) * step // steps
                y = start.y + (end.y - start.y) * step // steps
                yield BasePlace(x, y, start.facing)


def _could_shoot(way: Way, made: Contact, place: BasePlace) -> bool:
    """Whether an element could shoot at an enemy if it stood at a place."""
    twin = way.state.copy()
    twin.put(made.unit, place)
    edge = shooting.edge_of(way.field, twin, made.unit, shooting.FRONT)
    return next(iter(shooting.why_not(way.field, twin, made.unit, edge, made.enemy)), None) is None


# -- from contact -------------------------------------------------------------------------------------------------


def touches(at: BasePlace, depth: int, enemy: BasePlace, deep: int) -> bool:
    """Whether two bases touch at all: by edges or by corners."""
    return gap(at, depth, enemy, deep) == 0


def from_contact(way: Way, number: int) -> bool:
    """Whether an element starts in contact of any kind with an enemy (10.2)."""
    state, field = way.state, way.field
    start = way.starts[number]
    for enemy in space.near(field, state, start, 4 * WIDTH, 1 - way.side):
        where = state.at[enemy]
        assert where is not None
        if touches(start, way.depths[number], where, field.depth(state, enemy)):
            return True
    return False


def closes(way: Way, number: int, touched: Sequence[Contact]) -> bool:
    """Whether an element moves from a contact to legal contact with a front or flank, or to an overlap (10.2)."""
    unit = way.units[number]
    ends = [one for one in touched if one.unit == unit and one.edge in ("front", "left", "right", contact.OVERLAP)]
    return bool(ends) and from_contact(way, number)


def extra(way: Way, touched: Sequence[Contact]) -> int:
    """The paces that a single element may go further: 50 to the flank of an enemy whom it touches front corner to front
    corner or side edge to side edge, when it turns to him in a gap (16.6)."""
    if len(way.units) != 1:
        return 0
    start, depth = way.starts[0], way.depths[0]
    for one in touched:
        where = way.state.at[one.enemy]
        assert where is not None
        if one.edge in ("left", "right") and beside(start, depth, where, way.field.depth(way.state, one.enemy)):
            return FURTHER
    return 0


def beside(at: BasePlace, depth: int, enemy: BasePlace, deep: int) -> bool:
    """Whether an element touches an enemy front corner to front corner, or side edge to side edge."""
    if (at.facing - enemy.facing) % (2 * QUARTER):
        return False
    mine, theirs = (front_left(at), front_right(at)), (front_left(enemy), front_right(enemy))
    if any(abs(a.x - b.x) <= HALF and abs(a.y - b.y) <= HALF for a in mine for b in theirs) and at.point != enemy.point:
        return True
    return are_beside(at, depth, enemy, deep)
