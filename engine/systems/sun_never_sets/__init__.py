"""The Sun Never Sets II: colonial campaigns of the British Empire. See docs/systems/sun-never-sets.md."""

from dataclasses import replace

from engine.play.system import Moorings, System
from engine.systems.sun_never_sets.answers.idle import idle_findings
from engine.systems.sun_never_sets.answers.questions import QUESTIONS
from engine.systems.sun_never_sets.answers.setup import (
    afloat_findings,
    chapter_findings,
    opening_findings,
    rule_findings,
    shores,
    side_findings,
    unit_findings,
)
from engine.systems.sun_never_sets.base.counters import BOATS, FLEET, UNIT_TYPES, UnitValues
from engine.systems.sun_never_sets.base.editions import LEGION
from engine.systems.sun_never_sets.base.ground import TERRAIN, term_of
from engine.systems.sun_never_sets.base.options import OPTIONS, options_of
from engine.systems.sun_never_sets.base.special import Special
from engine.systems.sun_never_sets.base.tables import Tables
from engine.systems.sun_never_sets.position.points import KINDS
from engine.systems.sun_never_sets.position.start import StartValues
from engine.systems.sun_never_sets.rules import LegionRules, SnsRules
from engine.systems.sun_never_sets.words.captions import CAPTIONS, TOLD
from engine.systems.sun_never_sets.words.findings import FINDINGS
from engine.systems.sun_never_sets.words.words import SENTENCES

SYSTEM = System(
    name="sns2",
    folder="sun_never_sets",
    title="The Sun Never Sets II",
    rules=SnsRules,
    unit_types=UNIT_TYPES,
    counters=UnitValues,
    terrain=TERRAIN,
    term_of=term_of,
    options=OPTIONS,
    start=StartValues,
    tables=Tables,
    special=Special,
    scoring=KINDS,
    afloat=(FLEET,),
    moorings=Moorings("banks", BOATS, shores),
    ties=False,
    paragraphs={
        "UNIT105": "sns2:2.43",
        "UNIT106": "sns2:2.44",
        "SETUP103": "sns2:6.34",
        "SETUP104": "sns2:5.12",
        "REINF105": "sns2:13.3",
    },
    checks=(
        side_findings,
        unit_findings,
        chapter_findings,
        afloat_findings,
        opening_findings,
        rule_findings,
        idle_findings,
    ),
    findings=FINDINGS,
    sentences=SENTENCES,
    captions=CAPTIONS,
    captions_for_others=TOLD,
    questions=QUESTIONS,
    staff="engine.systems.sun_never_sets.staff.staff:SnsStaff",
    staff_sets_up=True,
)

FFL = replace(
    SYSTEM,
    name=LEGION.key,
    folder="sun_never_sets/ffl",
    edition_of=SYSTEM.name,
    title="Campaigns of the French Foreign Legion",
    rules=LegionRules,
    options=options_of(LEGION),
)
"""The edition of the French Foreign Legion; see docs/systems/french-foreign-legion.md."""

__all__ = ["FFL", "SYSTEM"]
