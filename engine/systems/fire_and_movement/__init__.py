"""Fire & Movement: battles of the Second World War. See docs/systems/fire-and-movement.md."""

from engine.play.system import System
from engine.scenario.model import SCORED
from engine.systems.fire_and_movement.counters import UNIT_TYPES, UnitValues
from engine.systems.fire_and_movement.findings import FINDINGS
from engine.systems.fire_and_movement.ground import TERRAIN, term_of
from engine.systems.fire_and_movement.options import OPTIONS
from engine.systems.fire_and_movement.rules import FmRules
from engine.systems.fire_and_movement.setup import (
    setup_findings,
    unit_findings,
)
from engine.systems.fire_and_movement.special import Special
from engine.systems.fire_and_movement.tables import Tables
from engine.systems.fire_and_movement.words import SENTENCES

SYSTEM = System(
    name="fm",
    folder="fire_and_movement",
    title="Fire & Movement",
    rules=FmRules,
    unit_types=UNIT_TYPES,
    counters=UnitValues,
    terrain=TERRAIN,
    term_of=term_of,
    options=OPTIONS,
    tables=Tables,
    special=Special,
    scoring=SCORED,
    afloat=("seaborne",),
    paragraphs={
        "UNIT105": "fm:2.3",
        "UNIT106": "fm:2.3",
        "SETUP103": "fm:5.2",
        "SETUP104": "fm:5.3",
        "REINF102": "fm:3.0",
        "REINF104": "fm:3.0",
        "REINF105": "fm:5.2",
        "REINF121": "fm:3.0",
        "REINF122": "fm:3.0",
        "REINF123": "fm:3.0",
        "RULE104": "fm:5.4",
    },
    checks=(unit_findings, setup_findings),
    findings=FINDINGS,
    sentences=SENTENCES,
    staff="engine.systems.fire_and_movement.staff.staff:FmStaff",
)

__all__ = ["SYSTEM"]
