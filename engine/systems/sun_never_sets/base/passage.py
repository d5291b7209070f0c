"""Paragraphs 25.24 and 25.5: who passes enemies and their zones of control, by safe conduct or as an officer."""

from __future__ import annotations

from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState

HONORS = "honors_"


def honors_of(role: str) -> str:
    """The key of the effect of lasting Honors of War, which the side of a role has."""
    return f"{HONORS}{role}"


def honored(field: SnsField, state: SnsState, side: int, mask: int) -> bool:
    """Whether a force has Honors of War, so that no unit may ambush it (21.6)."""
    lasting = field.effect(state, honors_of(field.roles[side])) is not None
    return lasting or (bool(mask) and not mask & ~state.extras.honored)


def safe(field: SnsField, state: SnsState, side: int, mask: int) -> bool:
    """Whether a force passes enemies, their zones and their sieges (25.24)."""
    return bool(mask) and (not mask & ~state.extras.safe or honored(field, state, side, mask))


def ignores_zones(field: SnsField, state: SnsState, side: int, mask: int) -> bool:
    """Whether a force minds no enemy zone of control: by safe conduct, or political officers alone (25.24, 25.5)."""
    return officers_alone(field, mask) or safe(field, state, side, mask)


def officers_alone(field: SnsField, mask: int) -> bool:
    """Whether a force is of political officers alone, for whom there are no enemy zones of control (25.5)."""
    return bool(mask) and not mask & ~field.roster.political and field.on("political")
