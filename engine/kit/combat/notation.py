"""The actions of combat by a rules file: a verb for each kind, and those that its results ask for."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, Final

from engine.errors import ActionError
from engine.hexes.board.grid import NOWHERE
from engine.kit.combat.advancing import advance_path
from engine.kit.combat.kinds import BoundKind
from engine.kit.combat.memory import LOWERED
from engine.kit.combat.retreating import retreat_path
from engine.kit.combat.targets import unit_named, unit_target
from engine.kit.play.state import KitState
from engine.mechanics.hexes.verbs import HEX, TARGET, TARGETS, UNIT, UNITS, WAY, Part, Verb, on_the_way
from engine.play.parts import WordKind

KitVerb = Verb[Any, KitState]


def column_word(kind: BoundKind, column: int) -> str:
    """A column as it stands in an action: of those that list several numbers the first."""
    return kind.chart.columns[column].split()[0] if kind.chart is not None else str(column)


def column_of(kind: BoundKind, word: str) -> int:
    """The column of a word; raises ActionError."""
    columns = kind.chart.columns if kind.chart is not None else ()
    for number, name in enumerate(columns):
        if word == name or word in name.split():
            return number
    raise ActionError(f"{word!r} is not a column; they are {', '.join(columns)}")


def _lowered(kind: BoundKind) -> Part[Any, KitState, int]:
    """The column that an attack of a kind is lowered to."""
    return Part(
        WordKind.ODDS,
        "COLUMN",
        lambda field, state, word: column_of(kind, word),
        lambda field, column: column_word(kind, column),
        after="at",
    )


def _read_lowered(field: Any, state: KitState, word: str) -> int:
    """The column of the attack being put together, with the number of its kind."""
    number = getattr(state.top, "kind", 0) if state.stack else 0
    return int(number) * LOWERED + column_of(field.combat.kinds[number], word)


def _write_lowered(field: Any, code: int) -> str:
    number, column = divmod(code, LOWERED)
    return column_word(field.combat.kinds[number], column)


_FIGHT_AT: Final[Part[Any, KitState, int]] = Part(WordKind.ODDS, "COLUMN", _read_lowered, _write_lowered, after="at")


def _read_target(kind: BoundKind, field: Any, state: KitState, word: str) -> int:
    """A hex that is attacked, or a unit: it stands for its hex where that is attacked as a whole."""
    number = field.roster.number.get(word.lower())
    if kind.whole_defender or number is None:
        return TARGET.read(field, state, word)
    return unit_target(number)


def _read_further_target(field: Any, state: Any, word: str) -> int:
    """A further target of the attack being put together."""
    number = getattr(state.top, "kind", 0) if state.stack else 0
    return _read_target(field.combat.kinds[number], field, state, word)


def _is_target(field: Any, target: int) -> bool:
    unit = unit_named(target)
    return (
        bool(TARGET.valid and TARGET.valid(field, target)) if unit == NOWHERE else unit in range(len(field.roster.keys))
    )


def _write_target(field: Any, target: int) -> str:
    unit = unit_named(target)
    return TARGET.write(field, target) if unit == NOWHERE else str(field.roster.keys[unit])


def _targets(kind: BoundKind) -> Part[Any, KitState, int]:
    """The targets of an attack of a kind."""
    return replace(TARGETS, read=partial(_read_target, kind), write=_write_target, valid=_is_target)


def verbs(field: Any) -> list[KitVerb]:
    """The verbs of all combat of a file; none where it has no combat."""
    kinds: tuple[BoundKind, ...] = field.combat.kinds
    if not kinds:
        return []
    return [
        *(
            KitVerb(kind.name, _targets(kind), UNITS.behind("with").optional(), _lowered(kind).optional(NOWHERE))
            for kind in kinds
        ),
        KitVerb("also", replace(TARGET, read=_read_further_target, write=_write_target, valid=_is_target)),
        KitVerb("with", UNIT),
        KitVerb("fight", _FIGHT_AT.optional()),
        KitVerb("lose", UNIT, also="reduce"),
        KitVerb("fall back"),
        KitVerb("stand", UNIT),
        KitVerb("retreat", UNIT, WAY, made=on_the_way("retreat", retreat_path)),
        KitVerb("stay", UNIT),
        KitVerb("displace", UNIT, HEX),
        KitVerb("advance", UNIT, WAY, made=on_the_way("advance", advance_path)),
        KitVerb("hold"),
    ]
