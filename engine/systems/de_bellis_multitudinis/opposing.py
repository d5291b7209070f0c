"""Chapters 18 and 19: who fights whom, whose front edges lie on a flank or rear, and who overlaps whom."""

from __future__ import annotations

from typing import Final

from engine.systems.de_bellis_multitudinis.contact import (
    OVERLAP,
    TOUCHING,
    Contact,
    contacts,
    front_enemy,
    touched_by,
    touched_edge,
)
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.systems.de_bellis_multitudinis.support import is_supporter
from engine.tables.touching import BaseEdge, are_beside

BEHIND: Final = (BaseEdge.LEFT, BaseEdge.RIGHT, BaseEdge.REAR)
"""The edges on which a front edge of the enemy takes an element from the flank or the rear."""

Pair = tuple[int, int]
"""An element of the first side, and the one of the second that it fights."""


def pairs(field: DbmField, state: DbmState) -> tuple[Pair, ...]:
    """Who fights whom: front to front first, then whoever was taken in flank or rear and has not turned (18.1)."""
    key = "pairs"
    if key not in state.cache:
        state.cache[key] = tuple(sorted(_pairs(field, state)))
    found: tuple[Pair, ...] = state.cache[key]
    return found


def _pairs(field: DbmField, state: DbmState) -> list[Pair]:
    found: list[Pair] = []
    for unit, _ in field.in_play(state, 0):
        enemy = front_enemy(field, state, unit)
        if enemy is not None:
            found.append((unit, enemy))
    busy = {unit for pair in found for unit in pair}
    for edge in BEHIND:
        for unit, _ in field.in_play(state):
            for one in contacts(field, state, unit):
                free = one.edge == edge and not busy & {one.unit, one.enemy}
                if free and not is_supporter(field, state, one.enemy) and not was_left(field, state, one.enemy):
                    busy |= {one.unit, one.enemy}
                    found.append((one.unit, one.enemy) if not field.side(one.unit) else (one.enemy, one.unit))
    return found


def was_left(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether an element of a column stayed in place when those before it turned to the flank: its front edge lies on
    the side of a friend who has an enemy in front. Nobody fights it (18.1)."""
    at = state.at[unit]
    assert at is not None
    return any(
        touched_edge(at, where, field.depth(state, friend)) in (BaseEdge.LEFT, BaseEdge.RIGHT)
        and front_enemy(field, state, friend) is not None
        for friend, where in field.in_play(state, field.side(unit))
        if friend != unit
    )


def opponent(field: DbmField, state: DbmState, unit: int) -> int | None:
    """The enemy that an element fights; None for none."""
    for pair in pairs(field, state):
        if unit in pair:
            return pair[0] if pair[1] == unit else pair[1]
    return None


def edge_of(field: DbmField, state: DbmState, contact: Contact) -> str:
    """The edge on which the front edge of a contact lies, legal contact or not; empty for an overlap."""
    if contact.edge != TOUCHING:
        return "" if contact.edge == OVERLAP else contact.edge
    at, enemy = state.at[contact.unit], state.at[contact.enemy]
    assert at is not None
    assert enemy is not None
    return touched_edge(at, enemy, field.depth(state, contact.enemy)) or ""


def fronts_on(field: DbmField, state: DbmState, unit: int) -> tuple[int, ...]:
    """The enemies whose front edges lie on an element's flank or rear, in legal contact or not (19.1)."""
    found = (one.unit for one in touched_by(field, state, unit) if edge_of(field, state, one) in BEHIND)
    return tuple(sorted(set(found)))


def overlapping(field: DbmField, state: DbmState, unit: int) -> tuple[int, ...]:
    """The enemies that overlap an element: beside the place of front contact with nobody on their own front, or side
    edge on side edge."""
    taken = set(fronts_on(field, state, unit)) | {opponent(field, state, unit)}
    found = {
        one.unit
        for one in touched_by(field, state, unit)
        if one.edge == OVERLAP and front_enemy(field, state, one.unit) is None
    }
    found |= {
        enemy for enemy, where in field.in_play(state, 1 - field.side(unit)) if _beside(field, state, unit, enemy)
    }
    return tuple(sorted(found - taken))


def _beside(field: DbmField, state: DbmState, unit: int, enemy: int) -> bool:
    """Whether two opposing elements that face opposite ways touch with their side edges."""
    at, where = state.at[unit], state.at[enemy]
    if at is None or where is None or at.facing == where.facing:
        return False
    return are_beside(at, field.depth(state, unit), where, field.depth(state, enemy))
