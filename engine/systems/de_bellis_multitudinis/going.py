"""The going under a base: good, rough, difficult or impassable (4.2, 5.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.systems.de_bellis_multitudinis.field import DbmField
from engine.systems.de_bellis_multitudinis.roster import Form
from engine.systems.de_bellis_multitudinis.state import DbmState
from engine.tables.ground import GroundPatch
from engine.tables.places import TablePoint, corners

GOING: Final = ("good", "rough", "difficult", "impassable")
"""From the best to the worst."""
_ROUGH_COVERS: Final = ("brushy", "rocky", "boggy")


TERMS: Final = {
    "areas": frozenset(
        {
            *("plain", "brush", "rocky", "boggy", "wood", "orchard", "vineyard", "marsh", "dunes"),
            *("gully", "hill", "fields", "enclosed", "town", "beach", "waterway", "impassable"),
        }
    ),
    "lines": frozenset({"road", "river", "pf", "tf"}),
}
"""The kinds of area and line that these rules know, by layer of a palette."""


def of_patch(field: DbmField, patch: GroundPatch, form: Form | None = None) -> str:
    """The going of a patch of ground, for troops of a form where some ground is kinder to them."""
    if patch.kind == "hill":
        # Steep slopes, and all that is wooded, planted or terraced, are difficult (5.4).
        if patch.slope == "steep":
            return "difficult"
        if patch.cover in _ROUGH_COVERS:
            return "rough"
        return "good" if patch.cover in ("", "bare") else "difficult"
    if patch.kind == "dunes" and form is not None and form.row.dunes:
        return "good"
    naval = form is not None and form.naval
    if patch.kind == "waterway" and naval:
        return "good"
    return field.tables.going.rows.get(_term(field, patch.kind), "good")


def _term(field: DbmField, kind: str) -> str:
    """What these rules take a kind of the palette for."""
    for kinds in field.table.palette.kinds.values():
        if kind in kinds:
            return kinds[kind].term("dbm")
    return kind


def worst(goings: Iterable[str]) -> str:
    """The worst of some goings; good where there are none."""
    return max(goings, key=GOING.index, default="good")


def under(field: DbmField, shape: Sequence[TablePoint], form: Form | None = None) -> str:
    """The worst going that any part of a shape touches."""
    return worst(of_patch(field, patch, form) for patch in field.ground.under(shape))


def of_unit(field: DbmField, state: DbmState, unit: int) -> str:
    """The worst going under an element on the table."""
    return worst(halves(field, state, unit))


def halves(field: DbmField, state: DbmState, unit: int) -> tuple[str, str]:
    """The going under the front and the rear half of an element; both are the same for a single base (4.2)."""
    form, where = field.form(state, unit), state.at[unit]
    assert where is not None
    if not form.double:
        whole = under(field, field.corners(state, unit), form)
        return whole, whole
    half = form.depth // 2
    front, rear = corners(where, half), corners(where.moved(-half), half)
    return under(field, front, form), under(field, rear, form)
