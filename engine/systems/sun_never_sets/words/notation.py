"""The actions there are: ``march A1830 with br-bw br-wolseley``, ``go A1929 A1928``, ``attack A1619 from A1620``."""

from __future__ import annotations

from typing import Final

from engine.mechanics.hexes import deploying
from engine.mechanics.hexes.turns import phase_of
from engine.mechanics.hexes.verbs import UNIT, Ending, Verb, Verbs
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.battle import aftermath, battle, morale, retreating, routing
from engine.systems.sun_never_sets.march import assembling, marching, movement, sailing, transfers
from engine.systems.sun_never_sets.position import organising
from engine.systems.sun_never_sets.turn import arrivals, conduct, events, logistics, sequence
from engine.systems.sun_never_sets.words.short_refusals import SnsVerbs

VERBS: Final[Verbs[SnsField, SnsState]] = SnsVerbs(
    *deploying.VERBS,
    Verb[SnsField, SnsState]("lose", UNIT),
    Ending[SnsField, SnsState](tuple(sequence.SEGMENTS), lambda state: phase_of(state)[1]),
    *sequence.VERBS,
    *events.VERBS,
    *arrivals.VERBS,
    *organising.VERBS,
    *movement.VERBS,
    *assembling.VERBS,
    *marching.VERBS,
    *sailing.VERBS,
    *transfers.VERBS,
    *battle.VERBS,
    *retreating.VERBS,
    *routing.VERBS,
    *aftermath.VERBS,
    *conduct.VERBS,
    *logistics.VERBS,
    *morale.VERBS,
)
