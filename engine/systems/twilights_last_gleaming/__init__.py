"""Twilight's Last Gleaming 2: battles of the War of 1812. See docs/systems/tlg2.md."""

from engine.play.system import System
from engine.scenario.model import SCORED
from engine.systems.twilights_last_gleaming.counters import UNIT_TYPES, UnitValues
from engine.systems.twilights_last_gleaming.findings import FINDINGS
from engine.systems.twilights_last_gleaming.ground import TERRAIN, term_of
from engine.systems.twilights_last_gleaming.options import OPTIONS
from engine.systems.twilights_last_gleaming.rules import TlgRules
from engine.systems.twilights_last_gleaming.setup import (
    setup_findings,
    unit_findings,
)
from engine.systems.twilights_last_gleaming.special import Special
from engine.systems.twilights_last_gleaming.tables import Tables
from engine.systems.twilights_last_gleaming.words import SENTENCES

SYSTEM = System(
    name="tlg2",
    folder="twilights_last_gleaming",
    title="Twilight's Last Gleaming 2",
    rules=TlgRules,
    unit_types=UNIT_TYPES,
    counters=UnitValues,
    terrain=TERRAIN,
    term_of=term_of,
    options=OPTIONS,
    tables=Tables,
    special=Special,
    scoring=SCORED,
    paragraphs={
        "UNIT105": "tlg2:2.3",
        "UNIT106": "tlg2:2.3",
        "SETUP103": "tlg2:4.16",
        "SETUP104": "tlg2:4.9",
        "REINF102": "tlg2:5.2",
        "REINF104": "tlg2:5.3",
        "REINF105": "tlg2:4.16",
        "REINF106": "tlg2:5.3",
        "REINF121": "tlg2:5.3",
        "REINF122": "tlg2:5.3",
        "REINF123": "tlg2:5.3",
        "RULE104": "tlg2:4.12",
    },
    checks=(unit_findings, setup_findings),
    findings=FINDINGS,
    sentences=SENTENCES,
    staff="engine.systems.twilights_last_gleaming.staff.staff:TlgStaff",
)

__all__ = ["SYSTEM"]
