"""Chapter 1: who touches whom, and which contacts are legal (1.1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from engine.systems.de_bellis_multitudinis import space, walls
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.state import DbmState, Flag
from engine.tables.places import WIDTH, BasePlace, TablePoint
from engine.tables.sines import CIRCLE, ONE, QUARTER, cosine, sine
from engine.tables.touching import HALF, BaseEdge, are_beside, legal_place, near, overlap_places

TOUCHING: Final = "touching"
"""The front edge lies on an enemy's edge, but not in a place of legal contact."""
OVERLAP: Final = "overlap"
"""It stands beside the place of front contact, or side edge on side edge with an enemy who faces the other way."""


class Contact(NamedTuple):
    """The front edge of an element and what it touches of an enemy."""

    unit: int
    edge: str
    """``front``, ``left``, ``right``, ``rear`` in legal contact; ``touching`` or ``overlap``."""
    enemy: int
    wall: str = ""
    """The fortification across which they touch."""

    @property
    def legal(self) -> bool:
        """Whether it is a legal contact (1.1)."""
        return self.edge not in (TOUCHING, OVERLAP)


@lru_cache(maxsize=1 << 15)
def contact_of(at: BasePlace, enemy: BasePlace, depth: int, own: int) -> str:
    """What a base at a place has of an enemy base: the edge on which its front edge is in legal contact, ``touching``,
    ``overlap``; empty for nothing. ``depth`` is the enemy's, ``own`` that of the base."""
    for edge in BaseEdge:
        if near(at, legal_place(enemy, depth, edge)):
            return edge.value
    if any(near(at, place) for place in overlap_places(enemy)):
        return OVERLAP
    if at.facing != enemy.facing and are_beside(at, own, enemy, depth):
        return OVERLAP
    return TOUCHING if touched_edge(at, enemy, depth) else ""


def touched_edge(at: BasePlace, enemy: BasePlace, depth: int) -> BaseEdge | None:
    """The edge of an enemy base that the front edge of a base lies on by more than half a pace; None for none."""
    if (at.facing - enemy.facing) % QUARTER:
        return None
    turn = (at.facing - enemy.facing) % CIRCLE // QUARTER
    # Facing the enemy's way one touches his rear, facing him his front, and so on round his base.
    edge = (BaseEdge.REAR, BaseEdge.LEFT, BaseEdge.FRONT, BaseEdge.RIGHT)[turn]
    s, c = sine(at.facing), cosine(at.facing)
    middle = _middle(enemy, depth, edge)
    ahead = (middle.x - at.x) * s - (middle.y - at.y) * c
    aside = (middle.x - at.x) * c + (middle.y - at.y) * s
    length = WIDTH if edge in (BaseEdge.FRONT, BaseEdge.REAR) else depth
    shared = min(WIDTH * ONE // 2, aside + length * ONE // 2) - max(-WIDTH * ONE // 2, aside - length * ONE // 2)
    return edge if abs(ahead) <= HALF * ONE and shared > HALF * ONE else None


def _middle(enemy: BasePlace, depth: int, edge: BaseEdge) -> TablePoint:
    """The middle of an edge of a base."""
    if edge is BaseEdge.FRONT:
        return enemy.point
    if edge is BaseEdge.REAR:
        return enemy.at(-depth, 0)
    return enemy.at(-depth // 2, -WIDTH // 2 if edge is BaseEdge.LEFT else WIDTH // 2)


def contacts(field: DbmField, state: DbmState, unit: int) -> tuple[Contact, ...]:
    """The contacts of an element's front edge, in the order of the enemies."""
    found = state.cache.get(("contacts", unit))
    if found is None:
        at = state.at[unit]
        found = () if at is None else contacts_at(field, state, unit, at)
        found = tuple(one for one in found if not _stopped_at_a_gully(field, state, one))
        state.cache[("contacts", unit)] = found
    told: tuple[Contact, ...] = found
    return told


def _stopped_at_a_gully(field: DbmField, state: DbmState, contact: Contact) -> bool:
    """Whether two touch across the edge of a gully at which one of them has stopped in this bound because it discovered
    the other: they are not in contact (9.2, 9.3)."""
    pair = contact.unit, contact.enemy
    if not any(state.has(unit, Flag.STOPPED) for unit in pair):
        return False
    inside = [any(patch.kind == "gully" for patch in field.ground.under(field.corners(state, unit))) for unit in pair]
    return inside[0] != inside[1]


def furthest(field: DbmField) -> int:
    """How far apart in x or y, in grains, the places of two can be that touch, across a fortification too."""
    return WIDTH + field.deepest + (2 * WIDTH if field.walls else 0)


def contacts_at(field: DbmField, state: DbmState, unit: int, at: BasePlace) -> tuple[Contact, ...]:
    """The contacts that an element's front edge would have at a place."""
    found, own = [], field.depth(state, unit)
    for enemy in space.near(field, state, at, furthest(field), 1 - field.side(unit)):
        where = state.at[enemy]
        assert where is not None
        depth = field.depth(state, enemy)
        reach = WIDTH + depth + (2 * WIDTH if field.walls else 0)
        if abs(where.x - at.x) > reach or abs(where.y - at.y) > reach:
            continue
        if edge := contact_of(at, where, depth, own):
            found.append(Contact(unit, edge, enemy))
        elif field.walls:
            found.extend(_across(field, state, unit, at, enemy, where))
    return tuple(found)


def _across(
    field: DbmField, state: DbmState, unit: int, at: BasePlace, enemy: int, where: BasePlace
) -> Iterator[Contact]:
    """The contacts of an element with an enemy across a fortification that one of them defends: the attacker touches
    the outside, the defender stands at the inside (2.2)."""
    depth, own = field.depth(state, enemy), field.depth(state, unit)
    for piece in walls.manned(field, state, enemy):
        if edge := contact_of(at, piece.front, depth, own):
            yield Contact(unit, edge, enemy, piece.wall)
            return
    for piece in walls.manned_at(field, unit, at):
        if edge := contact_of(piece.front, where, depth, own):
            yield Contact(unit, edge, enemy, piece.wall)
            return


def touched_by(field: DbmField, state: DbmState, unit: int) -> tuple[Contact, ...]:
    """The contacts of enemies' front edges with an element."""
    found = state.cache.get(("touched", unit))
    if found is None:
        at = state.at[unit]
        # Whose place is near: nobody touches an element from further away.
        enemies = () if at is None else space.near(field, state, at, furthest(field), 1 - field.side(unit))
        found = tuple(one for enemy in enemies for one in contacts(field, state, enemy) if one.enemy == unit)
        state.cache[("touched", unit)] = found
    known: tuple[Contact, ...] = found
    return known


def in_combat(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether an element touches an enemy with its front edge, or an enemy touches it with his; overlaps apart."""
    return any(one.edge != OVERLAP for one in (*contacts(field, state, unit), *touched_by(field, state, unit)))


def spelled(field: DbmField, contact: Contact) -> str:
    """A contact as questions and verdicts give it: ``ax-1 front sp-9``, ``ax-1 left sp-9 by wall-1``."""
    keys = field.roster.keys
    said = f"{keys[contact.unit]} {contact.edge} {keys[contact.enemy]}"
    return f"{said} by {contact.wall}" if contact.wall else said


def front_enemy(field: DbmField, state: DbmState, unit: int) -> int | None:
    """The enemy whose front edge is in legal contact with an element's front edge; None for none."""
    both = (*contacts(field, state, unit), *touched_by(field, state, unit))
    return next((one.enemy if one.unit == unit else one.unit for one in both if one.edge == BaseEdge.FRONT), None)
