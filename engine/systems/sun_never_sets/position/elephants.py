"""Elephants on the march: each carries a supply unit or heavy guns at its own pace (abyssinia:6.4, afghan:6.6)."""

from __future__ import annotations

from engine.mechanics.bits import bits
from engine.systems.sun_never_sets.base.field import SnsField


def loads(field: SnsField, mask: int) -> list[int]:
    """The units of a force that elephants may carry: supply units that are no faster, and guns with a factor of 4."""
    given, roster = field.tables.carriage.elephant, field.roster
    return [
        u
        for u in bits(mask & roster.of_type(*given.takes))
        if roster.movement[u] < given.movement and (1 << u & roster.supply or roster.movement[u] == given.gun_movement)
    ]


def carried(field: SnsField, mask: int) -> int:
    """The units that the elephants of a force carry: one each, in the order of the roster."""
    number = (mask & field.roster.elephants).bit_count() * field.tables.carriage.elephant.units
    found = 0
    for u in loads(field, mask)[:number]:
        found |= 1 << u
    return found


def parted(field: SnsField, mask: int, unit: int, spent: int, allowed: int) -> list[int]:
    """The units that leave a force with one that is dropped: a load that has come further than by itself sets its
    elephant down with it. ``allowed`` are the half points that the unit had without one."""
    if not 1 << unit & carried(field, mask) or spent <= allowed:
        return [unit]
    return [unit, next(bits(mask & field.roster.elephants))]


def needed(field: SnsField, mask: int, unit: int, spent: int, allowed: dict[int, int]) -> bool:
    """Whether an elephant may not be dropped, as a load of the force has come further than by itself; ``allowed`` are
    the half points that units have without elephants."""
    if not 1 << unit & field.roster.elephants:
        return False
    far = [u for u in bits(carried(field, mask)) if spent > allowed[u]]
    return len(far) > (mask & field.roster.elephants).bit_count() - 1
