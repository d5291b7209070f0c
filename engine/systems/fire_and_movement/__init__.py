"""Fire & Movement: battles of the Second World War. See docs/systems/fire-and-movement.md."""

from engine.mechanics.victory import KINDS
from engine.systems.fire_and_movement.counters import UNIT_TYPES, UnitValues
from engine.systems.fire_and_movement.findings import FINDINGS
from engine.systems.fire_and_movement.ground import TERRAIN, term_of
from engine.systems.fire_and_movement.options import OPTIONS
from engine.systems.fire_and_movement.rules import FmRules
from engine.systems.fire_and_movement.setup import (
    setup_findings,
    terrain_findings,
    unit_findings,
)
from engine.systems.fire_and_movement.special import Special
from engine.systems.fire_and_movement.tables import Tables
from engine.systems.fire_and_movement.words import SENTENCES

RULES = FmRules
SCORING_KINDS = KINDS
AFLOAT = ("seaborne",)

__all__ = [
    "AFLOAT",
    "FINDINGS",
    "OPTIONS",
    "RULES",
    "SCORING_KINDS",
    "SENTENCES",
    "TERRAIN",
    "UNIT_TYPES",
    "Special",
    "Tables",
    "UnitValues",
    "setup_findings",
    "term_of",
    "terrain_findings",
    "unit_findings",
]
