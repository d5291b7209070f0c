"""De Bellis Multitudinis with the IWF clarifications: battles on a table without hexes. See docs/systems/dbm.md."""

from engine.play.system import System
from engine.systems.de_bellis_multitudinis.captions import CAPTIONS, TOLD
from engine.systems.de_bellis_multitudinis.counter_checks import counter_findings
from engine.systems.de_bellis_multitudinis.counters import UNIT_TYPES, UnitValues
from engine.systems.de_bellis_multitudinis.field_checks import field_findings
from engine.systems.de_bellis_multitudinis.findings import FINDINGS
from engine.systems.de_bellis_multitudinis.going import TERMS
from engine.systems.de_bellis_multitudinis.options import OPTIONS
from engine.systems.de_bellis_multitudinis.questions import QUESTIONS
from engine.systems.de_bellis_multitudinis.roster import base_depth
from engine.systems.de_bellis_multitudinis.rules import DbmRules
from engine.systems.de_bellis_multitudinis.special import Special, hidden_units
from engine.systems.de_bellis_multitudinis.starting import DbmStart
from engine.systems.de_bellis_multitudinis.tables import Tables
from engine.systems.de_bellis_multitudinis.words import SENTENCES

SYSTEM = System(
    name="dbm",
    folder="de_bellis_multitudinis",
    title="De Bellis Multitudinis",
    rules=DbmRules,
    boards=("tables",),
    unit_types=UNIT_TYPES,
    counters=UnitValues,
    terrain=TERMS,
    options=OPTIONS,
    start=DbmStart,
    tables=Tables,
    special=Special,
    base_depth=base_depth,
    hidden=hidden_units,
    players_set_up=True,
    checks=(counter_findings, field_findings),
    findings=FINDINGS,
    sentences=SENTENCES,
    captions=CAPTIONS,
    captions_for_others=TOLD,
    questions=QUESTIONS,
    staff="engine.systems.de_bellis_multitudinis.staff.staff:DbmStaff",
)

__all__ = ["SYSTEM"]
