"""The actions of a rules file in words."""

from __future__ import annotations

from typing import Any

from engine.kit.play.state import KitState
from engine.kit.play.turning import turn_frame
from engine.mechanics.hexes import deploying
from engine.mechanics.hexes.verbs import ENTRY, UNIT, WAY, Ending, Verb, from_its_entry, on_the_way

KitVerb = Verb[Any, KitState]


def verbs(field: Any) -> list[Verb[Any, Any]]:
    """The actions of all blocks but combat."""
    march = field.marches[field.moving_phase]
    found: list[Verb[Any, Any]] = [
        *deploying.VERBS,
        Ending[Any, KitState]([phase.title for phase in field.phases], lambda state: title_now(field, state)),
        KitVerb("move", UNIT, WAY, made=on_the_way("move", march.routed)),
        KitVerb("enter", UNIT, ENTRY, WAY.optional(), made=from_its_entry("enter", march.routed_entry)),
        KitVerb("go", WAY, made=march.made_whole),
        KitVerb("stop"),
        KitVerb("exit", UNIT),
    ]
    return found


def title_now(field: Any, state: KitState) -> str:
    """The title of the phase in progress."""
    number = turn_frame(state)[1]
    return field.phases[number].title if number >= 0 else ""
