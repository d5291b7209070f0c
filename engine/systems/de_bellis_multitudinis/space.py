"""What stands where: the bases near a point, what a base would lie over, and whether the table lets it stand there."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.systems.de_bellis_multitudinis import going
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.roster import Form
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import WIDTH, BasePlace, corners, distance, paces
from engine.tables.touching import HALF, lies_over

_CELL = 4 * WIDTH
"""The side of a square of the index, in grains: no base is deeper."""


def near(field: DbmField, state: DbmState, where: BasePlace, reach: int = _CELL) -> Iterator[int]:
    """The elements that all can see with a place at most so many grains away in x and in y, the first first."""
    cells = state.cache.get("cells")
    if cells is None:
        cells = {}
        for unit, at in field.in_play(state):
            cells.setdefault((at.x // _CELL, at.y // _CELL), []).append(unit)
        state.cache["cells"] = cells
    columns = range((where.x - reach) // _CELL, (where.x + reach) // _CELL + 1)
    rows = range((where.y - reach) // _CELL, (where.y + reach) // _CELL + 1)
    found = [unit for column in columns for row in rows for unit in cells.get((column, row), ())]
    for unit in sorted(found):
        at = state.at[unit]
        if at is not None and abs(at.x - where.x) <= reach and abs(at.y - where.y) <= reach:
            yield unit


def lying_over(
    field: DbmField, state: DbmState, where: BasePlace, depth: int, but: Collection[int] = ()
) -> tuple[int, ...]:
    """The elements that a base of a depth at a place would lie over by more than half a pace, some left out."""
    shape = corners(where, depth)
    found = []
    for unit in near(field, state, where):
        at = state.at[unit]
        if unit in but or at is None:
            continue
        if lies_over(shape, field.corners(state, unit), (where.facing, at.facing)):
            found.append(unit)
    return tuple(found)


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
