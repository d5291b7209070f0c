"""Who fires up into mountains and passes at less than their full modifier (abyssinia:6.3, afghan:6.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.systems.sun_never_sets import campaigns
from engine.systems.sun_never_sets.base.counters import FRIENDLY, NATIVE
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.base.volleys import Modifier, best_ground
from engine.systems.sun_never_sets.position import fight

_WHOLE: Final = -99
"""Less than any modifier of ground: a unit whose fire the heights take the whole of their modifier off."""


def _at_most(field: SnsField, unit: int) -> int:
    """What the heights take off the fire of a unit at most."""
    table, roster = field.tables.terrain_effects.heights, field.roster
    if field.special.campaign not in table.campaigns:
        return _WHOLE
    if field.roles[roster.side[unit]] == NATIVE:
        return table.native
    if roster.nation[unit] == FRIENDLY:
        return table.friendly
    return table.empire if roster.type[unit] in table.empire_types else _WHOLE


def ground(field: SnsField, state: SnsState, h: int, defender: int, units: Iterable[int] = ()) -> Modifier | None:
    """What the hex of a defender takes off a volley of some units, of all that is there the one that helps him most
    (8.6). In mountains and passes the unit of the volley that is hindered least counts for all of them (afghan:6.5).
    """
    found = fight.ground_effects(field, state, h, defender)
    whole = best_ground(found)
    least = max((_at_most(field, u) for u in units), default=_WHOLE)
    if least == _WHOLE:
        return whole
    high = field.tables.terrain_effects.heights.terrain
    eased = best_ground({name: max(value, least) if name in high else value for name, value in found.items()})
    if eased == whole:
        return whole
    rule = campaigns.of(field).heights_rule
    return Modifier(eased.value, f"{eased.why}, heights crowned", rule) if eased is not None else None
