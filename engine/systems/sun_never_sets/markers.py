"""The markers on the map (2.5): fieldworks and atrocities."""

from __future__ import annotations

from engine.play.display import Mark
from engine.systems.sun_never_sets.field import SnsField
from engine.systems.sun_never_sets.state import SnsState


def marks(field: SnsField, state: SnsState) -> list[Mark]:
    """Every marker with its side; all of them lie open (5.6)."""
    name = field.grid.name
    works = [
        Mark(name(h), "fieldworks", "Fieldworks", field.sides[side], field.cite("2.5"))
        for h, side in sorted(state.fieldworks.items())
    ]
    return works + [Mark(name(h), "atrocity", "Atrocity", "", field.cite("2.5")) for h in sorted(state.atrocities)]
