"""What lies on the map as a campaign begins: fieldworks, railways, sieges, and boats at their hexsides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.mechanics.hexes.hexstate import POOL
from engine.systems.sun_never_sets.base import cargo
from engine.systems.sun_never_sets.base.field import SnsField
from engine.systems.sun_never_sets.base.state import SnsState
from engine.systems.sun_never_sets.position import railways


def lay_out(field: SnsField, state: SnsState) -> None:
    """Lay out what the scenario's exclusive rules say, for the chapters that are played."""
    special = field.special
    for side, key in enumerate(field.sides):
        for h in field.hexes_of(tuple(special.fieldworks.get(key, ()))):
            state.fieldworks[h] = side
    if field.on("railroads"):
        state.extras = replace(
            state.extras,
            railheads=frozenset(field.hexes_of(tuple(special.railheads))),
            laid=railways.potential(field.ground, field.hexes_of(tuple(special.railway))),
            cuts=frozenset(field.hexes_of(tuple(special.cuts))),
        )
    if field.on("sieges"):
        state.extras = replace(state.extras, sieges=_sieges(field, state))
    if field.on("rivers"):
        for key, name in special.banks.items():
            cargo.moor(state, field.roster.find(key), field.grid.parse_side(name))


def _sieges(field: SnsField, state: SnsState) -> frozenset[tuple[int, int]]:
    """The sieges that hold: there is a garrison in the fortress, and an enemy of it beside it (18.1)."""
    found = set()
    for name, besiegers in field.special.sieges.items():
        fortress = field.grid.parse(name)
        for origin in field.hexes_of(tuple(besiegers)):
            held = [side for side in range(2) if field.units_at(state, fortress, side)]
            near = field.ground.fortress[fortress] and fortress in field.ground.open[origin]
            if near and held and field.units_at(state, origin, 1 - held[0]):
                found.add((origin, fortress))
    return frozenset(found)


# -- a scenario that begins with a position ---------------------------------------------------------------------------


def exclusive(field: SnsField, state: SnsState) -> dict[str, Any]:
    """The exclusive rules of a scenario that begins with a position: `lay_out` lays out what lies on the map now."""
    extras, name = state.extras, field.grid.name

    def names(hexes: Iterable[int]) -> list[str]:
        return [name(h) for h in sorted(hexes)]

    besieged = {fortress for _, fortress in extras.sieges}
    now: dict[str, Any] = {
        "fieldworks": {
            key: names(h for h, owner in state.fieldworks.items() if owner == side)
            for side, key in enumerate(field.sides)
            if side in state.fieldworks.values()
        }
    }
    if field.hostages >= 0:
        held = state.where[field.hostages] >= 0 or state.where[field.hostages] == POOL
        now["hostages"] = field.roster.keys[field.hostages] if held else ""
    if field.on("railroads"):
        now["railheads"], now["cuts"] = names(extras.railheads), names(extras.cuts)
        now["railway"] = names({h for side in extras.laid for h in field.grid.side_hexes(side)})
    if field.on("sieges"):
        now["sieges"] = {name(f): names(h for h, there in extras.sieges if there == f) for f in sorted(besieged)}
    if field.on("rivers"):
        now["banks"] = {field.roster.keys[u]: field.grid.side_name(side) for u, side in sorted(extras.banks)}
    made = {**field.scenario.special, **now}
    return {key: value for key, value in made.items() if value or key not in now}


def factors(field: SnsField, state: SnsState) -> dict[str, dict[str, dict[str, int]]]:
    """The replacement factors that are left, by side, nation and type (13.2)."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for (side, nation, kind), left in zip(field.factor_keys, state.factors, strict=False):
        found.setdefault(field.sides[side], {}).setdefault(nation, {})[kind] = left
    return found
