"""What holds where a key of a rules file is left out, for keys whose default is more than a word or a number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic import BaseModel

_USUAL_RETREAT: Final[Mapping[str, str]] = {
    "by": "the owner",
    "away": "each hex is farther from where the unit stood",
    "friends": "units pass through, where no vacant way is",
    "none": "it is eliminated",
    "short": "it is eliminated",
    "off_map": "never",
    "voluntary": "no",
    "attacked_again": "yes",
}
LEFT_OUT: Final[Mapping[str, Mapping[str, str]]] = {
    "GroundRules": {"base": "the first terrain"},
    "Stacking": {"limit": "no limit", "alike": "any units"},
    "SightRules": {"limit": "no limit"},
    "ZoneRules": {"cancelled_by_friend": "nothing"},
    "CombatKind": {
        "needs": "a line of sight from 2 hexes on, if there are rules for it",
        "targets": "every enemy unit",
    },
    "SupportRule": {"needs": "a line of sight from 2 hexes on, if there are rules for it"},
    "Reaction": {"range": "the range of the kind of combat"},
    "AdvanceRule": {"after": "any result", "blocks": "nothing"},
    "RetreatRule": _USUAL_RETREAT,
    "EffectRule": {"steps": "1", **dict.fromkeys(_USUAL_RETREAT, "as the retreat says")},
    "Arrivals": {"blocked_by": "enemy units and zones of control"},
    "ReplacementRules": {"most": "no limit"},
    "SupplyRules": {"judged": "at every moment"},
    "TraceRule": {"hexes": "no limit", "cost": "no limit"},
    "MarkerRule": {"most": "no limit"},
    "Activation": {"most": "no limit"},
    "PrintedValue": {"default": "none, the counter prints it"},
}
"""By the class of a model what holds without its keys."""


def left_out(model: type[BaseModel], key: str) -> str:
    """Returns what holds without a key, in words; empty where the default of the model says it."""
    owners = [one.__name__.partition("[")[0] for one in model.__mro__]
    return next((LEFT_OUT[one][key] for one in owners if key in LEFT_OUT.get(one, {})), "")
