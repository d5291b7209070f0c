"""What stands where: the bases near a point, what a base would lie over, and whether the table lets it stand there."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from math import isqrt
from typing import Final

from engine.systems.de_bellis_multitudinis import going
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.roster import Form
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import WIDTH, BasePlace, corners, distance, paces
from engine.tables.touching import HALF, bases_overlap

_CELL: Final = 4 * WIDTH
"""The side of a square of the index, in grains: no base is deeper."""


def near(
    field: DbmField, state: DbmState, where: BasePlace, reach: int = _CELL, side: int | None = None
) -> Iterator[int]:
    """The elements that all can see with a place at most this many grains away in x and in y, the first first; of one
    side where it is given."""
    cells = state.cache.get("cells")
    if cells is None:
        cells = {}
        for unit, at in field.in_play(state):
            cells.setdefault((field.side(unit), at.x // _CELL, at.y // _CELL), []).append((unit, at))
        state.cache["cells"] = cells
    x, y, _ = where
    columns = range((x - reach) // _CELL, (x + reach) // _CELL + 1)
    rows = range((y - reach) // _CELL, (y + reach) // _CELL + 1)
    found = [
        unit
        for own in ((0, 1) if side is None else (side,))
        for column in columns
        for row in rows
        for unit, at in cells.get((own, column, row), ())
        if abs(at.x - x) <= reach and abs(at.y - y) <= reach
    ]
    yield from sorted(found)


def lying_over(
    field: DbmField,
    state: DbmState,
    where: BasePlace,
    depth: int,
    but: Collection[int] = (),
    side: int | None = None,
) -> tuple[int, ...]:
    """The elements that a base of a depth at a place would lie over by more than half a pace, some left out; those of
    one side where it is given."""
    found = []
    for unit in near(field, state, where, _span(field.deepest) + _span(depth), side):
        at = state.at[unit]
        if unit in but or at is None:
            continue
        far = _span(depth) + _span(field.depth(state, unit))
        if abs(at.x - where.x) >= far or abs(at.y - where.y) >= far:
            continue
        if bases_overlap(where, depth, at, field.depth(state, unit)):
            found.append(unit)
    return tuple(found)


@lru_cache(maxsize=1 << 10)
def _span(depth: int) -> int:
    """How far the furthest corner of a base of a depth is from its place, in grains."""
    return isqrt(depth * depth + WIDTH * WIDTH // 4) + 1


def on_table(field: DbmField, where: BasePlace, depth: int) -> bool:
    """Whether a base at a place is wholly on the table, to half a pace."""
    width, height = field.size
    return all(-HALF <= x <= width + HALF and -HALF <= y <= height + HALF for x, y in corners(where, depth))


def barred(field: DbmField, form: Form, where: BasePlace) -> bool:
    """Whether the table does not let a form stand at a place: it is off the table or in impassable going."""
    if not on_table(field, where, form.depth):
        return True
    return going.under(field, corners(where, form.depth), form) == "impassable"


def allowance(field: DbmField, form: Form, start: BasePlace, end: BasePlace) -> int:
    """The paces that a form may move from a place to another: those of the worst going that any part of its base
    touches on the straight way; 0 where the way is impassable."""
    patches = field.ground.crossed(corners(start, form.depth), corners(end, form.depth))
    worst = going.worst(going.of_patch(field, patch, form) for patch in patches)
    return form.move[going.GOING.index(worst)] if worst != "impassable" else 0


def paces_apart(one: BasePlace, other: BasePlace) -> int:
    """How far the middles of two front edges are from each other, in whole paces."""
    return paces(distance(one.point, other.point))
