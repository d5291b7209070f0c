"""Chapter 24: who pursues, how far, and who presses forward with a comrade (12.3, 24.1, 24.2)."""

from __future__ import annotations

from typing import Final

from engine.play import Step
from engine.systems.de_bellis_multitudinis.contact import in_combat
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.losing import destroy
from engine.systems.de_bellis_multitudinis.obstacles import base_of, bases, free_ground, free_table
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.systems.de_bellis_multitudinis.support import halves
from engine.tables.clearway import free_of
from engine.tables.places import WIDTH, BasePlace, paces
from engine.tables.touching import HALF, near

MUST: Final = "must"
MAY: Final = "may"
NEVER: Final = "never"


def pursues(field: DbmField, state: DbmState, unit: int) -> str:
    """Whether an element ``must`` pursue whom it has beaten, ``may``, or ``never`` does; those of demoralised commands
    like all others (24.1)."""
    form, table = field.form(state, unit), field.tables.pursuit
    if form.riding:
        return NEVER
    if form.kind in table.must and not form.regular:
        return MUST
    fast = form.kind in table.fast and form.grade == "F"
    return MAY if form.kind in table.may or fast else NEVER


def clear_ahead(field: DbmField, state: DbmState, unit: int, most: int, without: tuple[int, ...] = ()) -> int:
    """How many grains, up to this many, an element can go straight ahead. ``without`` are elements that go with it."""
    base, form = base_of(field, state, unit), field.form(state, unit)
    facing = base.where.facing
    reach = free_table(field, base, facing, free_ground(field, form, base, facing, most))
    for one in bases(field, state):
        own = one.unit == unit or one.unit in without
        if reach > 0 and not (own and not one.holders):
            reach = min(reach, free_of(base, facing, reach, one.base))
    return reach


def pursue(field: DbmField, state: DbmState, unit: int, step: Step) -> int:
    """Move a pursuer ahead by its own depth, or until something stops it; how many grains it went. Expendables that
    begin in difficult going are destroyed (24.2)."""
    state.mark(unit, Flag.PURSUED)
    form = field.form(state, unit)
    if form.kind == "Exp" and halves(field, state, unit)[0] == "difficult":
        destroy(field, state, unit, None, "24.2", step)
        return 0
    reach = clear_ahead(field, state, unit, form.depth)
    where = state.at[unit]
    assert where is not None
    state.put(unit, where.moved(reach))
    step.say("pursuit", field.cite("24.1"), units=field.listed((unit,)), length=paces(reach))
    return reach


def comrades(field: DbmField, state: DbmState, unit: int) -> tuple[int, ...]:
    """Who stands in a group with an element and is in no combat: behind or beside it, or behind or beside one that is,
    of whatever command (12.3)."""
    found, looked = [unit], 0
    friends = [one for one, _ in field.in_play(state, field.side(unit))]
    while looked < len(found):
        where = state.at[found[looked]]
        depth = field.depth(state, found[looked])
        looked += 1
        for friend in friends:
            place = state.at[friend]
            if friend not in found and where and place and _joins(where, depth, place, field.depth(state, friend)):
                found.append(friend)
    free = (one for one in found[1:] if not in_combat(field, state, one) and not state.has(one, Flag.FOUGHT))
    return tuple(sorted(free))


def _joins(where: BasePlace, depth: int, place: BasePlace, other: int) -> bool:
    """Whether an element stands beside another, front corner to front corner, or straight behind or before it."""
    return any(
        near(place, one)
        for one in (where.moved(0, WIDTH), where.moved(0, -WIDTH), where.moved(-depth), where.moved(other))
    )


def press(field: DbmField, state: DbmState, units: tuple[int, ...], length: int, step: Step) -> None:
    """Move elements ahead together, each until something stops it (12.3)."""
    for unit, reach in reaches(field, state, units, length).items():
        where = state.at[unit]
        assert where is not None
        state.put(unit, where.moved(reach))
        state.mark(unit, Flag.FOUGHT)
    step.say("pursuit", field.cite("12.3"), units=field.listed(units), length=paces(length))


def reaches(field: DbmField, state: DbmState, units: tuple[int, ...], length: int) -> dict[int, int]:
    """How far each of some elements that press forward together can go, in grains."""
    return {unit: clear_ahead(field, state, unit, length, units) for unit in units}


def can_press(field: DbmField, state: DbmState, units: tuple[int, ...], length: int) -> bool:
    """Whether some elements can all go the whole way together."""
    return all(reach >= length - HALF for reach in reaches(field, state, units, length).values())
