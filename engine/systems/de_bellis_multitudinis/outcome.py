"""Chapter 21: totals compared below nought as well, grades, and what becomes of the beaten (21.1)."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.roster import Form
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.systems.de_bellis_multitudinis.support import halves, mitigation

EQUAL: Final = "equal"
WINS: Final = "wins"
BEATEN: Final = "beaten"
DOUBLED: Final = "doubled"


class Fate(IntEnum):
    """What becomes of an element after a throw."""

    NONE = 0
    STANDS = 1
    """It is beaten, and stays where it is."""
    RECOILS = 2
    FLEES = 3
    DESTROYED = 4


def compare(first: int, second: int) -> tuple[str, str]:
    """What two totals are to each other, in whole numbers below nought as well (21.1): each is ``equal``, ``wins``,
    is ``beaten``, or is ``doubled`` where twice its total is no more than the other one."""
    return _compared(first, second), _compared(second, first)


def _compared(own: int, other: int) -> str:
    if own == other:
        return EQUAL
    if 2 * own <= other:
        return DOUBLED
    return BEATEN if own < other else WINS


def graded(form: Form, *, mitigated: bool, in_enemy_bound: bool) -> int:
    """What the grade of an element adds to its total where that is the lower one; once, after the dice."""
    if form.grade == "S":
        return 1
    if form.grade == "I":
        return 0 if mitigated else -1
    return -1 if form.grade == "F" and in_enemy_bound else 0


def with_grades(field: DbmField, state: DbmState, units: tuple[int, int], totals: tuple[int, int], mover: int) -> Pair:
    """Two totals after the grade of the lower one has counted (20.1 for what cancels it)."""
    if totals[0] == totals[1]:
        return totals
    lower = 0 if totals[0] < totals[1] else 1
    unit = units[lower]
    more = graded(
        field.form(state, unit),
        mitigated=bool(mitigation(field, state, unit)),
        in_enemy_bound=field.side(unit) != mover,
    )
    return (totals[0] + more, totals[1]) if lower == 0 else (totals[0], totals[1] + more)


Pair = tuple[int, int]
"""The totals of two elements."""


def fate(field: DbmField, state: DbmState, unit: int, by: int, compared: str, *, shot: bool = False) -> Fate:
    """What becomes of an element whose total compares so with that of another."""
    return fate_of(
        field, field.form(state, unit), field.form(state, by), compared, halves(field, state, unit)[0], shot=shot
    )


def fate_of(field: DbmField, form: Form, winner: Form, compared: str, going: str, *, shot: bool = False) -> Fate:
    """What becomes of an element of a form, in some going, whose total compares so with that of another."""
    if compared not in (BEATEN, DOUBLED):
        return Fate.NONE
    beaten = _when_beaten(field, form, winner, going, shot=shot)
    return max(beaten, _when_doubled(field, form, winner, going, shot=shot)) if compared == DOUBLED else beaten


def _when_beaten(field: DbmField, form: Form, winner: Form, going: str, *, shot: bool) -> Fate:
    row = field.tables.outcomes.beaten.get(form.kind)
    if row is None:
        return Fate.RECOILS
    if shot and _withstands_shots(form, winner):
        return Fate.STANDS
    by = {winner.kind, "all"} | ({"mounted"} if winner.mounted else set())
    destroyed = bool(by & set(row.by)) or (going == "good" and bool(by & set(row.good)))
    if destroyed and not (shot and row.touching):
        return Fate.DESTROYED
    if row.stands:
        return Fate.STANDS
    return Fate.FLEES if row.flees and going == "difficult" else Fate.RECOILS


def _when_doubled(field: DbmField, form: Form, winner: Form, going: str, *, shot: bool) -> Fate:
    if form.kind in field.tables.outcomes.doubled_flee:
        return Fate.DESTROYED if going == "difficult" else Fate.FLEES
    if form.kind == "Ps" and not (winner.mounted and going == "good"):
        return Fate.FLEES
    if shot and _withstands_shots(form, winner):
        return Fate.STANDS
    if shot and form.kind == "Kn" and form.grade == "X" and winner.kind == "Bw":
        return Fate.RECOILS
    return Fate.DESTROYED


def _withstands_shots(form: Form, shooter: Form) -> bool:
    """Whether no shot of an element destroys one of a form: guns alone shoot war wagons down."""
    return form.kind == "WWg" and shooter.kind != "Art"
