"""The actions there are: ``move us-9 L2712``, ``attack L2306 with us-9 us-11``, ``end phase``."""

from __future__ import annotations

from typing import Final

from engine.errors import ActionError, IllegalAction
from engine.hexes.board.grid import NOWHERE
from engine.mechanics.hexes import deploying
from engine.mechanics.hexes.turns import phase_of
from engine.mechanics.hexes.verbs import (
    ENTRY,
    HEX,
    TARGET,
    TARGETS,
    UNIT,
    UNITS,
    WAY,
    Ending,
    Part,
    Verb,
    Verbs,
    from_its_entry,
    on_the_way,
)
from engine.mechanics.odds import ladder_name, ladder_step
from engine.play.parts import WordKind
from engine.systems.twilights_last_gleaming import sequence
from engine.systems.twilights_last_gleaming.entering import MARCH
from engine.systems.twilights_last_gleaming.field import TlgField
from engine.systems.twilights_last_gleaming.state import TlgState

TlgVerb = Verb[TlgField, TlgState]


def _column(field: TlgField, state: TlgState, word: str) -> int:
    step, columns = ladder_step(word), ", ".join(field.crt.columns)
    if step is None:
        raise ActionError(f"{word!r} is not an odds column; they are {columns}")
    if ladder_name(step) not in field.crt.columns:
        raise IllegalAction("tlg2:6.16", f"no combat is resolved at {word}; the columns are {columns}", ("tlg2:6.2",))
    return field.crt.columns.index(ladder_name(step))


LOWERED: Final[Part[TlgField, TlgState, int]] = Part(
    WordKind.ODDS, "ODDS", _column, lambda field, column: field.crt.columns[column], after="at"
)
"""The odds an attack is lowered to (6.16)."""

VERBS: Final[Verbs[TlgField, TlgState]] = Verbs(
    *deploying.VERBS,
    Ending[TlgField, TlgState](sequence.PHASES, lambda state: phase_of(state)[1]),
    TlgVerb("move", UNIT, WAY, made=on_the_way("move", MARCH.routed)),
    TlgVerb("enter", UNIT, ENTRY, WAY.optional(), made=from_its_entry("enter", MARCH.routed_entry)),
    TlgVerb("go", WAY, made=MARCH.made_whole),
    TlgVerb("stop"),
    TlgVerb("exit", UNIT),
    TlgVerb("attack", TARGETS, UNITS.behind("with").optional(), LOWERED.optional(NOWHERE), also="bombard"),
    TlgVerb("also", TARGET),
    TlgVerb("with", UNIT),
    TlgVerb("fight", LOWERED.optional()),
    TlgVerb("lose", UNIT),
    TlgVerb("retreat", UNIT, HEX),
    TlgVerb("displace", UNIT, HEX),
    TlgVerb("advance", UNIT, HEX),
)
