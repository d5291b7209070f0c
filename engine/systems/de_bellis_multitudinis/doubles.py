"""Chapter 4: double-based elements (4.1, 4.3, 4.4); the going of each half is in `going.halves` (4.2)."""

from __future__ import annotations

from engine.systems.de_bellis_multitudinis.columns import behind_own_rear
from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.roster import Form
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.systems.de_bellis_multitudinis.support import SUPPORTING_GRADES
from engine.tables.places import BasePlace
from engine.tables.sines import CIRCLE, QUARTER


def pays_alone(field: DbmField, form: Form, start: BasePlace, end: BasePlace) -> bool:
    """Whether a double-based element of a group pays as a single element: it moves backwards, so that a part of it
    crosses the line of its rear edge; turning about is no such move, and cavalry and skirmishers are free (4.3)."""
    if not form.double or (_may_go_back(field, form.kind) and _may_go_back(field, form.rear[0])):
        return False
    turned = (end.facing - start.facing) % CIRCLE
    if turned == 2 * QUARTER and end.moved(-form.depth).point == start.point:
        return False
    return behind_own_rear(start, end, form.depth)


def _may_go_back(field: DbmField, kind: str) -> bool:
    return kind == "Cv" or field.tables.types.rows[kind].skirmisher


def counts_as_group(field: DbmField, state: DbmState, unit: int) -> bool:
    """Whether an element alone counts as a group where enemies march near it: a double base does (4.4)."""
    return field.form(state, unit).double


def may_dismount_double(field: DbmField, form: Form) -> bool:
    """Whether a double base may dismount as a double base: what it becomes has to be able to give rear support
    (4.1)."""
    if form.kind not in field.tables.support.rows:
        return form.kind == "Ps"
    return form.grade in SUPPORTING_GRADES.get(form.kind, form.grade)
