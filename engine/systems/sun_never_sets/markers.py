"""The markers on the map (2.5): fieldworks, atrocities, sieges."""

from __future__ import annotations

from engine.play.display import Mark
from engine.systems.sun_never_sets import sieges
from engine.systems.sun_never_sets.field import SnsField
from engine.systems.sun_never_sets.state import SnsState


def marks(field: SnsField, state: SnsState) -> list[Mark]:
    """Every marker with its side; all of them lie open (5.6)."""
    name = field.grid.name
    works = [
        Mark(name(h), "fieldworks", "Fieldworks", field.sides[side], field.cite("2.5"))
        for h, side in sorted(state.fieldworks.items())
    ]
    works += [Mark(name(h), "atrocity", "Atrocity", "", field.cite("2.5")) for h in sorted(state.atrocities)]
    return works + _sieges(field, state)


def _sieges(field: SnsField, state: SnsState) -> list[Mark]:
    """A marker on each besieged fortress, which says from where it is besieged (18.1, 18.3)."""
    found = []
    for fortress in sorted({target for _, target in state.extras.sieges}):
        origins = sieges.besiegers(state, fortress)
        side = next(side for side in range(2) if field.units_at(state, origins[0], side))
        about = f"Siege from {' and '.join(field.grid.name(h) for h in origins)}"
        found.append(Mark(field.grid.name(fortress), "siege", about, field.sides[side], field.cite("18.1")))
    return found
