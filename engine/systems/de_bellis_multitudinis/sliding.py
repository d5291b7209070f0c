"""Chapter 13: sliding sideways to line up with enemies (13.6, 13.7, 13.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.mechanics.procedure import Breach
from engine.systems.de_bellis_multitudinis import moving
from engine.systems.de_bellis_multitudinis.contact import Contact
from engine.systems.de_bellis_multitudinis.groups import along
from engine.systems.de_bellis_multitudinis.notation import PartKind
from engine.systems.de_bellis_multitudinis.ways import Way
from engine.tables.places import PACE, WIDTH, BasePlace
from engine.tables.touching import HALF, BaseEdge, gap, legal_place

FURTHEST: Final = WIDTH // 2
"""How far a slide to line up goes at most, in grains (13.6)."""
_NEAR: Final = WIDTH // PACE
"""Paces from an enemy within which one may slide to line up (13.6)."""


@dataclass(frozen=True, slots=True)
class Slide:
    """The slide at the end of a move."""

    lines_up: bool = False
    """Whether it is one to line up as 13.6 has it."""
    free: bool = False
    """Whether its length does not count (13.7)."""
    breaches: tuple[Breach, ...] = ()


def of(way: Way, touched: Sequence[Contact]) -> Slide:
    """What the last part of a move is, if it is a slide; groups make no others (13.6)."""
    single = len(way.units) == 1
    slides = [number for number, stretch in enumerate(way.stretches) if stretch.kind in moving.SLIDES]
    if not slides:
        return Slide()
    last = way.stretches[-1]
    at_end = slides == [len(way.stretches) - 1]
    short = last.lengths[0] <= FURTHEST
    lined = at_end and short and _near_enemy(way) and (any(one.legal for one in touched) or _opposite(way))
    if not lined:
        return Slide() if single else Slide(breaches=tuple(_faults(at_end=at_end, short=short)))
    straight = all(stretch.does is PartKind.AHEAD for stretch in way.stretches[:-1])
    # A group slides for nothing; a single element only after it has gone straight ahead all its way.
    return Slide(lines_up=True, free=not single or (straight and len(way.stretches) > 1))


def _faults(*, at_end: bool, short: bool) -> list[Breach]:
    if not at_end:
        return [("13.6", "a group can slide only at the end of its move, to line up with enemies")]
    if not short:
        return [("13.6", f"a group slides by at most {FURTHEST // PACE} paces")]
    return [("13.6", "a group slides only within 80 paces of enemies, to stand directly opposite one of them")]


def _near_enemy(way: Way) -> bool:
    """Whether an element is within a base width of an enemy when it slides, or once it has slid."""
    field, state = way.field, way.state
    for number, other in way.index.within(way.last_shapes, _NEAR + FURTHEST // PACE):
        where = state.at[other]
        if field.side(other) == way.side or other in way.index.hidden or where is None:
            continue
        deep = field.depth(state, other)
        places = (way.stretches[-1].before[number], way.ends[number])
        if any(gap(place, way.depths[number], where, deep) <= _NEAR for place in places):
            return True
    return False


def _opposite(way: Way) -> bool:
    """Whether an element stands so at the end that straight ahead it would come into legal contact."""
    field, state = way.field, way.state
    for enemy, where in field.in_play(state, 1 - way.side):
        for place in way.ends:
            if lined_up(place, where, field.depth(state, enemy)):
                return True
    return False


def lined_up(place: BasePlace, enemy: BasePlace, depth: int) -> bool:
    """Whether a base that moves straight ahead comes into legal contact with an enemy base of a depth (13.6)."""
    if abs(place.x - enemy.x) + abs(place.y - enemy.y) > 100 * WIDTH or (place.facing - enemy.facing) % 900:
        return False
    for edge in BaseEdge:
        goal = legal_place(enemy, depth, edge)
        if goal.facing == place.facing:
            ahead, right = along(goal, place)
            return abs(right) <= HALF and ahead >= -HALF
    return False
