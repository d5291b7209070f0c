"""What a place is worth to an element by who could fight it from there: good enemies to come, and bad ones to fear."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot
from typing import Final, NamedTuple

from engine.systems.de_bellis_multitudinis import contact
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.staff import chances
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.places import PACE, WIDTH, BasePlace
from engine.tables.sines import CIRCLE, ONE, QUARTER, cosine, sine

_HOPE: Final = 0.6
"""What a good combat to come counts against one that is fought now."""
_FEAR: Final = 0.5
"""What a bad combat to come counts, which the enemy may begin."""
_DRIFT: Final = 0.06
"""What it is worth to an army that all of it comes up, even those who have no enemy that they beat."""
_WILD: Final = 0.8
"""The same where he cannot help but begin it."""
_FADES: Final = 350
"""Paces after which a combat to come counts half."""
_FURTHEST: Final = 1600
"""Paces beyond which nobody is looked at."""
_SPARE: Final = 60
"""Paces beyond his move within which an enemy still is a danger."""
_ASIDE: Final = 140
"""Paces to the side of where he faces within which an enemy goes for an element, and as far again as it is ahead."""
_BEHIND: Final = -25
"""Paces behind the front edge of an enemy who fights from which he is taken in the flank."""


_LOOSE: Final = 25 * PACE
"""How far from the place beside it a friend may stand, in grains, to be in line with an element."""


class Viewpoint(NamedTuple):
    """A place in paces, with the direction that it faces."""

    x: float
    y: float
    ahead_x: float
    ahead_y: float

    @classmethod
    def of(cls, place: BasePlace) -> Viewpoint:
        """That of a base's place."""
        return cls(place.x / PACE, place.y / PACE, sine(place.facing) / ONE, -cosine(place.facing) / ONE)

    def seen(self, other: Viewpoint) -> tuple[float, float]:
        """How far another one lies ahead and to the side, in paces."""
        x, y = other.x - self.x, other.y - self.y
        return x * self.ahead_x + y * self.ahead_y, abs(x * self.ahead_y - y * self.ahead_x)


class Opponent(NamedTuple):
    """An enemy as an element fears or seeks him."""

    unit: int
    at: Viewpoint
    busy: bool
    """Whether he fights somebody."""
    reach: int
    """Paces of his move."""
    wild: bool
    """Whether he advances by himself."""
    held: int
    """How many friends stand beside him in line."""


def opponents(field: DbmField, state: DbmState, side: int) -> tuple[Opponent, ...]:
    """The enemies of a side that it knows, worked out once for a position."""
    found = state.cache.get(("opponents", side))
    if found is None:
        seen = dict(field.in_play(state, 1 - side))
        found = state.cache["opponents", side] = tuple(
            Opponent(
                enemy,
                Viewpoint.of(at),
                contact.front_enemy(field, state, enemy) is not None,
                0 if field.form(state, enemy).baggage else field.form(state, enemy).move[0],
                field.is_impetuous(state, enemy),
                in_line(at, seen.values()),
            )
            for enemy, at in seen.items()
        )
    known: tuple[Opponent, ...] = found
    return known


def in_line(at: BasePlace, friends: Iterable[BasePlace]) -> int:
    """At how many of its two sides an element has a friend beside it, who faces as it does."""
    sides = [at.moved(0, aside * WIDTH) for aside in (-1, 1)]
    return sum(any(_is_at(friend, place) for friend in friends) for place in sides)


def _is_at(friend: BasePlace, place: BasePlace) -> bool:
    if abs(friend.x - place.x) > _LOOSE or abs(friend.y - place.y) > _LOOSE:
        return False
    turn = abs(friend.facing - place.facing) % CIRCLE
    return min(turn, CIRCLE - turn) <= QUARTER // 3


def gain(field: DbmField, state: DbmState, side: int, ends: Mapping[int, BasePlace], eager: float) -> float:
    """What it is worth that elements stand at other places than now, those of them that have no fight."""
    found = 0.0
    others = dict(field.in_play(state, side)) | dict(ends)
    for unit, end in ends.items():
        start = state.at[unit]
        if start is not None and start != end:
            stand = _Stand(unit, end, in_line(end, others.values()))
            found += value(field, state, side, stand, eager) - _here(field, state, side, unit, eager)
    return found


def _here(field: DbmField, state: DbmState, side: int, unit: int, eager: float) -> float:
    """What the place of an element now is worth to it."""
    known: dict[tuple[int, float], float] = state.cache.setdefault("here", {})
    if (unit, eager) not in known:
        at = state.at[unit]
        assert at is not None
        held = in_line(at, [place for _, place in field.in_play(state, side)])
        known[unit, eager] = value(field, state, side, _Stand(unit, at, held), eager)
    return known[unit, eager]


class _Stand(NamedTuple):
    """An element at a place, with how many friends stand beside it in line."""

    unit: int
    place: BasePlace
    held: int


def value(field: DbmField, state: DbmState, side: int, stand: _Stand, eager: float) -> float:
    """What a place is worth to an element, in equivalents. ``eager``: what a combat is worth to its side in itself."""
    here = Viewpoint.of(stand.place)
    best, fears = 0.0, [0.0]
    baggage = field.form(state, stand.unit).baggage
    for enemy in opponents(field, state, side):
        away = hypot(enemy.at.x - here.x, enemy.at.y - here.y)
        if away > _FURTHEST:
            continue
        ahead, _ = here.seen(enemy.at)
        before, beside = enemy.at.seen(here)
        if not baggage:
            hope = _hope(field, state, stand, enemy, before) + eager + _DRIFT
            best = max(best, hope * _turned(ahead, away) / (1 + away / _FADES))
        if away <= enemy.reach + _SPARE and not enemy.busy and before > 0 and beside <= before + _ASIDE:
            fears.append(danger(field, state, stand, enemy))
    return _HOPE * best - max(fears)


def _hope(field: DbmField, state: DbmState, stand: _Stand, enemy: Opponent, before: float) -> float:
    """What it is worth to an element to fight an enemy whom it is so far before."""
    found = chances.swing(field, state, stand.unit, enemy.unit, _overlaps(stand.held, enemy.held))
    if enemy.busy and before < _BEHIND:
        found = max(found, chances.swing(field, state, stand.unit, enemy.unit, flank=True))
    return found


def _overlaps(own: int, other: int) -> tuple[int, int]:
    """What the friends in line of two elements that would fight take from the factor of each: those of the longer line
    overlap."""
    return -max(0, other - own), -max(0, own - other)


def _turned(ahead: float, away: float) -> float:
    """How much an element looks to an enemy."""
    return 0.75 + 0.25 * ahead / max(1.0, away)


def danger(field: DbmField, state: DbmState, stand: _Stand, enemy: Opponent) -> float:
    """What an element has to fear from an enemy who can reach it: whoever has no fight turns to him (18.1)."""
    added = _overlaps(enemy.held, stand.held)
    return (_WILD if enemy.wild else _FEAR) * chances.swing(field, state, enemy.unit, stand.unit, added)


def open_sides(field: DbmField, state: DbmState, side: int, units: Iterable[int]) -> int:
    """The sides of elements in front contact at which no friend stands, and that a free enemy can reach."""
    found = 0
    for unit in units:
        at = state.at[unit]
        if at is None:
            continue
        for aside in (-1, 1):
            beside = Viewpoint.of(at.moved(0, aside * 80 * PACE))
            if _is_held(field, state, side, unit, beside):
                continue
            found += any(
                not enemy.busy and hypot(enemy.at.x - beside.x, enemy.at.y - beside.y) <= enemy.reach
                for enemy in opponents(field, state, side)
            )
    return found


def _is_held(field: DbmField, state: DbmState, side: int, unit: int, place: Viewpoint) -> bool:
    """Whether a friend stands at a place or close behind it."""
    return any(
        friend != unit and hypot(at.x / PACE - place.x, at.y / PACE - place.y) < 50
        for friend, at in field.in_play(state, side)
    )
