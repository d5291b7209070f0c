"""Chapter 18: who is contacted on a flank or the rear turns to face, others go behind it (18.1)."""

from __future__ import annotations

from typing import Final

from engine.play import Step
from engine.systems.de_bellis_multitudinis import space
from engine.systems.de_bellis_multitudinis.contact import contacts, front_enemy
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.opposing import BEHIND, edge_of, was_left
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.systems.de_bellis_multitudinis.support import is_supporter, unit_before
from engine.tables.places import BasePlace, distance, spell
from engine.tables.sines import CIRCLE, QUARTER

RULE: Final = "18.1"
_FIXED: Final = ("Bge",)
"""Who does not turn."""


def conform(field: DbmField, state: DbmState, side: int, step: Step) -> None:
    """Turn the elements of a side that enemies have contacted on flank or rear, as the enemy's moves end (18.1)."""
    for unit, enemy in _contacted(field, state, side):
        still = any(one.enemy == unit and one.edge in BEHIND for one in contacts(field, state, enemy))
        if still and _turns(field, state, unit):
            _face(field, state, unit, enemy, step)


def _contacted(field: DbmField, state: DbmState, side: int) -> list[tuple[int, int]]:
    """Who is contacted on flank or rear, and by whom, the heads of columns first."""
    found = [
        (len(_before(field, state, one.enemy)), one.enemy, one.unit)
        for enemy, _ in field.in_play(state, 1 - side)
        for one in contacts(field, state, enemy)
        if one.edge in BEHIND
    ]
    return [(unit, enemy) for _, unit, enemy in sorted(found)]


def _before(field: DbmField, state: DbmState, unit: int) -> list[int]:
    """The elements before one in its column."""
    found: list[int] = []
    before = unit_before(field, state, unit)
    while before is not None and before not in found:
        found.append(before)
        before = unit_before(field, state, before)
    return found


def _turns(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether an element turns to who contacts it: it has nobody on its front edge, gives rear support to nobody who
    has, and is not the rest of a column that stays in place."""
    if field.form(state, unit).kind in _FIXED or front_enemy(field, state, unit) is not None:
        return False
    return not is_supporter(field, state, unit) and not was_left(field, state, unit)


def _face(field: DbmField, state: DbmState, unit: int, enemy: int, step: Step) -> None:
    """Turn an element to an enemy; the others that he touches edge on edge go behind it."""
    at = state.at[enemy]
    assert at is not None
    behind = _touched_with(field, state, unit, enemy)
    place = BasePlace(at.x, at.y, (at.facing + 2 * QUARTER) % CIRCLE)
    places = {unit: place}
    for friend in behind:
        last = list(places)[-1]
        places[friend] = places[last].moved(-field.depth(state, last))
    while places and not _fits(field, state, places):
        places.popitem()
    for who, where in places.items():
        state.put(who, where)
        step.say("turned", field.cite(RULE), unit=field.roster.keys[who], to=spell(where))


def _touched_with(field: DbmField, state: DbmState, unit: int, enemy: int) -> tuple[int, ...]:
    """The others of an element's formation that the front edge of an enemy touches, the nearest to it first."""
    own = state.at[unit]
    assert own is not None
    found = []
    for one in contacts(field, state, enemy):
        where = state.at[one.enemy]
        touched = one.enemy != unit and edge_of(field, state, one) in BEHIND
        if touched and where is not None and where.facing == own.facing and _turns(field, state, one.enemy):
            found.append((distance(own.point, where.point), one.enemy))
    return tuple(friend for _, friend in sorted(found))


def _fits(field: DbmField, state: DbmState, places: dict[int, BasePlace]) -> bool:
    """Whether elements can stand at places: on the table, on ground that they can cross, over nobody."""
    for unit, where in places.items():
        form = field.form(state, unit)
        if space.barred(field, form, where) or space.lying_over(field, state, where, form.depth, tuple(places)):
            return False
    return True
