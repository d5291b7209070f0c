"""What the umpire asks of a scenario under these rules, before it is played."""

from __future__ import annotations

from collections.abc import Iterator

from engine.board.grid import NOWHERE
from engine.findings import Finding, Place, Severity
from engine.mechanics.setup import counters, unit_finding, unknown_terrain
from engine.scenario import Scenario
from engine.systems.fire_and_movement.counters import UNIT_TYPES, UnitValues
from engine.systems.fire_and_movement.ground import TERRAIN, term_of


def unit_findings(scenario: Scenario) -> Iterator[Finding]:
    """Counters that these rules do not know: types, values, combinations (2.3)."""
    for unit, values, found in counters(scenario, UnitValues, UNIT_TYPES, "fm:2.3"):
        yield from found
        if values is None:
            continue
        key = unit.key
        if (values.reduced_attack is None) != (values.reduced_defense is None):
            message = f"{key} has one strength on its reduced side; it needs attack and defense"
            yield unit_finding(unit, "UNIT112", message, "fm:2.3", ("reduced_attack",))
        for name in ("attack", "defense"):
            reduced = getattr(values, f"reduced_{name}")
            if reduced is not None and reduced > getattr(values, name):
                message = f"{key} is stronger in {name} when reduced"
                yield unit_finding(unit, "UNIT113", message, "fm:2.3", (f"reduced_{name}",))


def setup_findings(scenario: Scenario) -> Iterator[Finding]:
    """Set-ups that break the rules: stacks, units at sea, entries that cannot be (5.2, 5.3, 8.3)."""
    board, grid = scenario.map, scenario.map.grid
    sea = {key for key, kind in board.palette.terrain.items() if term_of(kind) in ("sea", "river")}
    holders: dict[int, str] = {}
    for key, name in scenario.setup.items():
        h = grid.find(name)
        if h == NOWHERE or key not in scenario.units:
            continue
        place = Place(path=("setup", key), hex=name, unit=key)
        if h in holders:
            message = f"{key} is stacked with {holders[h]} in {name}"
            yield Finding("SETUP111", Severity.ERROR, message, place, "fm:5.3", "one unit a hex")
        holders[h] = key
        if board.terrain[h] in sea and not scenario.units[key].flag("seaborne"):
            message = f"{key} is set up in the all-sea hex {name} and is not seaborne"
            yield Finding("SETUP110", Severity.ERROR, message, place, "fm:5.2", "move it to land")
    for index, arrival in enumerate(scenario.arrivals):
        for name in arrival.entry:
            region, hexes = name in board.regions, board.area(name)
            found = [scenario.units[key] for key in arrival.units if key in scenario.units]
            landlubbers = [unit.key for unit in found if not unit.flag("seaborne")]
            if hexes and landlubbers and all(board.terrain[h] in sea for h in hexes):
                place = Place(path=("reinforcements", index, "entry"), hex="" if region else name)
                what = f"the region {name}, which is all sea" if region else f"the all-sea hex {name}"
                message = f"{', '.join(landlubbers)} cannot enter in {what}"
                yield Finding("REINF110", Severity.ERROR, message, place, "fm:5.2", "mark the units seaborne")


def terrain_findings(scenario: Scenario) -> Iterator[Finding]:
    """Kinds on the map that mean nothing to these rules."""
    return unknown_terrain(scenario, TERRAIN, term_of, "fm:5.4")
