"""The markers on the map (2.5): fieldworks, atrocities, sieges, railways."""

from __future__ import annotations

from engine.play.display import Mark
from engine.plural import in_series
from engine.systems.sun_never_sets.base import sieges
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState


def marks(field: SnsField, state: SnsState) -> list[Mark]:
    """Every marker with its side; all of them lie open (5.6)."""
    name = field.grid.name
    works = [
        Mark(name(h), "fieldworks", "Fieldworks", field.sides[side], field.cite("2.5"))
        for h, side in sorted(state.fieldworks.items())
    ]
    works += [Mark(name(h), "atrocity", "Atrocity", "", field.cite("2.5")) for h in sorted(state.atrocities)]
    return works + _sieges(field, state) + _railways(field, state)


def _railways(field: SnsField, state: SnsState) -> list[Mark]:
    """Cuts, railheads, and the hexes to which a railway was laid in play (30.2, 30.3)."""
    name, side, extras = field.grid.name, field.sides[field.empire], state.extras
    found = [Mark(name(h), "cut", "Railway cut", "", field.cite("30.32")) for h in sorted(extras.cuts)]
    found += [Mark(name(h), "railhead", "Railhead", side, field.cite("30.24")) for h in sorted(extras.railheads)]
    grid, laid = field.grid, extras.laid
    ends = {h for h in range(grid.size) if laid and any(grid.side(h, d) in laid for d in range(6))}
    track = "Railway and telegraph, laid in play" if field.on("signals") else "Railway, laid in play"
    return found + [Mark(name(h), "track", track, side, field.cite("30.2")) for h in sorted(ends - extras.railheads)]


def _sieges(field: SnsField, state: SnsState) -> list[Mark]:
    """A marker on each besieged fortress, which says from where it is besieged (18.1, 18.3)."""
    found = []
    for fortress in sorted({target for _, target in state.extras.sieges}):
        origins = sieges.besiegers(state, fortress)
        side = next(side for side in range(2) if field.units_at(state, origins[0], side))
        about = f"Siege from {in_series(field.place(h) for h in origins)}"
        found.append(Mark(field.grid.name(fortress), "siege", about, field.sides[side], field.cite("18.1")))
    return found
