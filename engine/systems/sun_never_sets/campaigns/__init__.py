"""The exclusive paragraphs of the campaigns, a module each (15.2)."""

from __future__ import annotations

from typing import Final

from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.campaigns.abyssinia import Abyssinia
from engine.systems.sun_never_sets.campaigns.afghan import Afghan
from engine.systems.sun_never_sets.campaigns.asante import Asante
from engine.systems.sun_never_sets.campaigns.base import Campaign
from engine.systems.sun_never_sets.campaigns.persia import Persia

CAMPAIGNS: Final[dict[str, Campaign]] = {
    one.key: one for one in (Campaign(), Abyssinia(), Asante(), Persia(), Afghan())
}


def of(field: SnsField) -> Campaign:
    """The campaign whose paragraphs hold in a scenario."""
    return CAMPAIGNS[field.special.campaign]


__all__ = ["CAMPAIGNS", "Campaign", "of"]
