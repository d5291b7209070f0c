"""Chapter 6: wind, dust, snow and sun, by the angle between an element's facing and where they go (6.1)."""

from __future__ import annotations

from typing import Final

from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.sines import CIRCLE, QUARTER

BLOWING: Final = ("strong wind", "dust", "dazzle", "snow")
"""The weather that hinders by where it goes; rain and mud hinder all alike."""
_NEAR: Final = QUARTER // 2
"""45 degrees, themselves still near (6.1)."""


def angle(state: DbmState, unit: int, turned: int = 0) -> int:
    """The angle between an element's facing and where the weather goes, in tenths of a degree, from 0 to 1800.
    ``turned`` is the angle from its front edge to the edge that it shoots from."""
    where = state.at[unit]
    assert where is not None
    away = (where.facing + turned - state.weather[1]) % CIRCLE
    return min(away, CIRCLE - away)


def is_downwind(state: DbmState, unit: int, turned: int = 0) -> bool:
    """Whether an element faces at most 45 degrees from where the wind goes (6.1)."""
    return angle(state, unit, turned) <= _NEAR


def is_disadvantaged(state: DbmState, unit: int) -> bool:
    """Whether an element in close combat faces into wind, dust, snow or sun, to 45 degrees (6.1)."""
    return state.weather[0] in BLOWING and angle(state, unit) >= 2 * QUARTER - _NEAR


def hinders_shot(state: DbmState, unit: int, turned: int = 0) -> bool:
    """Whether the weather hinders an element's shot: all that are not downwind (6.1)."""
    return state.weather[0] in BLOWING and not is_downwind(state, unit, turned)
