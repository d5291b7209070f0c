"""Chapter 18: who is contacted on a flank or the rear turns to face, others go behind it (18.1)."""

from __future__ import annotations

from typing import Final

from engine.play import Step
from engine.systems.de_bellis_multitudinis.contact import contacts, front_enemy
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.obstacles import bases, free_ground, free_table
from engine.systems.de_bellis_multitudinis.opposing import BEHIND, edge_of
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.systems.de_bellis_multitudinis.support import is_supporter
from engine.tables.clearway import Base, sweeps
from engine.tables.places import BasePlace, distance, spell
from engine.tables.sines import CIRCLE, QUARTER

RULE: Final = "18.1"
_FIXED: Final = ("Bge",)
"""Who does not turn."""


def conform(field: DbmField, state: DbmState, side: int, step: Step) -> None:
    """Turn the elements of a side that enemies have contacted on flank or rear, as the enemy's moves end (18.1)."""
    for enemy in [unit for unit, _ in field.in_play(state, 1 - side)]:
        for one in contacts(field, state, enemy):
            if one.edge in BEHIND and _turns(field, state, one.enemy):
                _face(field, state, one.enemy, enemy, step)
                break


def _turns(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether an element turns to who contacts it: it has nobody on its front edge, and gives rear support to nobody
    who has."""
    if field.form(state, unit).kind in _FIXED or front_enemy(field, state, unit) is not None:
        return False
    return not is_supporter(field, state, unit)


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
    others = [one.base for one in bases(field, state) if one.holders or one.unit not in places]
    for unit, where in places.items():
        base = Base(where, field.depth(state, unit))
        form = field.form(state, unit)
        back = (where.facing + 2 * QUARTER) % CIRCLE
        # A base that has come forward out of itself by its whole depth has crossed all the ground under it.
        ahead = Base(where.moved(base.depth), base.depth)
        if free_table(field, base, back, 1) < 1 or free_ground(field, form, ahead, back, base.depth) < base.depth:
            return False
        if any(sweeps(base, where.facing, 0, one) for one in others):
            return False
    return True
