"""Chapter 22: recoiling elements, whom they push back, and when they are destroyed (22.1, 22.2)."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Final

from engine.play import Step
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.losing import destroy, destroy_in_combat
from engine.systems.de_bellis_multitudinis.obstacles import (
    Obstacle,
    base_of,
    bases,
    free_ground,
    free_table,
    turn_between,
)
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.clearway import Base, free_of, sweeps
from engine.tables.places import PACE, paces
from engine.tables.sines import CIRCLE, QUARTER
from engine.tables.touching import HALF

RULE: Final = "22.2"
_SAME_WAY: Final = QUARTER // 2
"""The greatest difference between the facings of friends who face the same way (ours)."""
_THROUGH: Final = "Ps"
_IMMOVABLE: Final = ("Bge", "Gal", "Shp", "Bts")


@dataclass
class RecoilPlan:
    """What a recoil would do."""

    reach: int
    """Grains that the recoiling element goes."""
    whole: bool
    """Whether it completes its recoil."""
    pushed: dict[Obstacle, int] = dataclasses.field(default_factory=dict)
    """Friends that are pushed back, and how many grains."""
    met: tuple[int, ...] = ()
    """Enemies whose side or rear edge its rear meets: they are destroyed as well."""


def length_of(field: DbmField, state: DbmState, unit: int) -> int:
    """How far an element recoils, in grains: its own depth, at most 80 paces."""
    return min(field.depth(state, unit), field.tables.recoil.most * PACE)


def plan(field: DbmField, state: DbmState, unit: int) -> RecoilPlan:
    """What the recoil of an element would do (22.1, 22.2)."""
    length = length_of(field, state, unit)
    base = base_of(field, state, unit)
    mover = _Pushing(field, state, unit, (base.where.facing + 2 * QUARTER) % CIRCLE)
    reach = mover.go(Obstacle(unit, False, field.side(unit), base), length)
    whole = reach >= length - HALF or mover.is_bent
    return RecoilPlan(length if reach >= length - HALF else reach, whole, mover.pushed, tuple(mover.met))


class _Pushing:
    """Moves an element back, and those behind it that it pushes."""

    def __init__(self, field: DbmField, state: DbmState, unit: int, towards: int) -> None:
        self.field, self.state, self.unit, self.towards = field, state, unit, towards
        self.all = bases(field, state)
        self.side = field.side(unit)
        self.facing = (towards + 2 * QUARTER) % CIRCLE
        self.pushed: dict[Obstacle, int] = {}
        self.met: list[int] = []
        self.bent = _bent_column(state, unit)
        self.is_bent = False
        """Whether nothing but its own bent column stopped it (22.1)."""
        self._moving: set[tuple[int, bool]] = set()

    def go(self, one: Obstacle, most: int) -> int:
        """How far a base goes back, in grains up to ``most``; friends in its way are pushed."""
        self._moving.add((one.unit, one.holders))
        first = one.unit == self.unit and not one.holders
        form = self.field.form(self.state, one.unit)
        reach = free_ground(self.field, form, one.base, self.towards, most)
        reach = min(reach, free_table(self.field, one.base, self.towards, reach))
        stopped_by_column = False
        for other in self._met(one, most):
            limit = self._past(one.base, other, reach)
            if limit < reach:
                reach = limit
                stopped_by_column = first and other.unit in self.bent
                if first and other.side != self.side and turn_between(other.base.where.facing, self.facing) > _SAME_WAY:
                    self.met.append(other.unit)
        self.is_bent = self.is_bent or (first and stopped_by_column)
        self._moving.discard((one.unit, one.holders))
        return reach

    def _met(self, one: Obstacle, most: int) -> list[Obstacle]:
        """The bases that a base would lie over on its way, those of the enemy first."""
        found = [
            other
            for other in self.all
            if (other.unit, other.holders) not in self._moving and sweeps(one.base, self.towards, most, other.base)
        ]
        return sorted(found, key=lambda other: (other.side == self.side, other.unit, other.holders))

    def _past(self, base: Base, other: Obstacle, most: int) -> int:
        """How far a base goes where another one is in its way."""
        free = free_of(base, self.towards, most, other.base)
        if not self._gives_way(other):
            return free
        gone = self.go(other, most - free)
        self.pushed[other] = max(gone, self.pushed.get(other, 0))
        return free + gone

    def _gives_way(self, other: Obstacle) -> bool:
        """Whether a base can be pushed back: a friend that faces the same way, skirmishers whichever way they face,
        and horses that are held (3.3)."""
        if other.side != self.side or (other.unit in self.bent and not other.holders):
            return False
        form = self.field.form(self.state, other.unit)
        if form.kind in _IMMOVABLE:
            return False
        same = turn_between(other.base.where.facing, self.facing) <= _SAME_WAY
        return same or form.kind == _THROUGH


def _bent_column(state: DbmState, unit: int) -> tuple[int, ...]:
    """The elements behind one in a column that has turned by 90 degrees or more (22.1); empty for none."""
    own = state.at[unit]
    for column in state.columns:
        if unit in column and own is not None:
            places = [place for one in column if (place := state.at[one]) is not None]
            turned = max(turn_between(place.facing, own.facing) for place in places)
            return tuple(one for one in column if one != unit) if turned >= QUARTER else ()
    return ()


def recoil(field: DbmField, state: DbmState, unit: int, by: int, step: Step, *, shot: bool = False) -> bool:
    """Recoil an element with those that it pushes, and say whether it survives (22.1, 22.2)."""
    keys = field.roster.keys
    found = plan(field, state, unit)
    base = base_of(field, state, unit)
    for other, grains in found.pushed.items():
        _push(field, state, other, base.where.facing, grains, step)
    state.put(unit, base.after((base.where.facing + 2 * QUARTER) % CIRCLE, found.reach).where)
    if found.whole:
        step.say("recoil", field.cite("22.1"), unit=keys[unit], length=paces(found.reach))
        return True
    for enemy in found.met:
        destroy(field, state, enemy, unit, RULE, step)
    if shot:
        destroy(field, state, unit, by, RULE, step)
    else:
        destroy_in_combat(field, state, unit, by, RULE, step)
    return False


def _push(field: DbmField, state: DbmState, other: Obstacle, facing: int, grains: int, step: Step) -> None:
    where = other.base.after((facing + 2 * QUARTER) % CIRCLE, grains).where
    if other.holders:
        state.hold(other.unit, where)
    else:
        state.put(other.unit, where)
    if grains > HALF and not other.holders:
        step.say("pushed", field.cite(RULE), unit=field.roster.keys[other.unit], length=paces(grains))


def could_destroy(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether a recoil of an element would meet the side or the rear of one of its enemies and destroy it (17.3)."""
    return bool(plan(field, state, unit).met)
