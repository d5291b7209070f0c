"""Twilight's Last Gleaming 2: battles of the War of 1812. See docs/systems/tlg2.md."""

from engine.mechanics.victory import KINDS
from engine.systems.twilights_last_gleaming.counters import UNIT_TYPES, UnitValues
from engine.systems.twilights_last_gleaming.findings import FINDINGS
from engine.systems.twilights_last_gleaming.ground import TERRAIN, term_of
from engine.systems.twilights_last_gleaming.options import OPTIONS
from engine.systems.twilights_last_gleaming.rules import TlgRules
from engine.systems.twilights_last_gleaming.setup import (
    setup_findings,
    terrain_findings,
    unit_findings,
)
from engine.systems.twilights_last_gleaming.special import Special
from engine.systems.twilights_last_gleaming.tables import Tables
from engine.systems.twilights_last_gleaming.words import SENTENCES

RULES = TlgRules
SCORING_KINDS = KINDS

__all__ = [
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
