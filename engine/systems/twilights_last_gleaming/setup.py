"""What the umpire asks of a scenario under these rules, before it is played."""

from __future__ import annotations

from collections.abc import Iterator

from engine.board.grid import NOWHERE
from engine.findings import Finding, Place, Severity
from engine.mechanics.setup import counters, unit_finding, unknown_terrain
from engine.scenario import Scenario
from engine.systems.twilights_last_gleaming.counters import UNIT_TYPES, UnitValues
from engine.systems.twilights_last_gleaming.ground import TERRAIN, term_of


def unit_findings(scenario: Scenario) -> Iterator[Finding]:
    """Counters that these rules do not know, and marks without effect: types, values, combinations (2.3, 2.6, 7.2)."""
    for unit, values, found in counters(scenario, UnitValues, UNIT_TYPES, "tlg2:2.3"):
        yield from found
        if values is None:
            continue
        key = unit.key
        if values.reduced is not None and values.reduced >= values.strength:
            message = f"{key} is no weaker when reduced ({values.strength} to {values.reduced})"
            yield unit_finding(unit, "UNIT112", message, "tlg2:2.6", ("reduced",))
        if unit.type == "artillery" and values.range is None:
            message = f"{key} is artillery without a range"
            yield unit_finding(unit, "UNIT113", message, "tlg2:7.2", (), "add `range: 8`")
        if unit.type != "artillery" and (values.range is not None or values.heavy_battery):
            yield unit_finding(unit, "UNIT114", f"{key} has a range but is no artillery", "tlg2:7.1", ("range",))
        if values.bayonet and values.reduced is None:
            message = f"{key} is marked for the bayonet charge but has one step; the mark gives it nothing"
            hint = "add `reduced: ` with the factor of its reduced side, or take `bayonet` out"
            yield unit_finding(unit, "UNIT115", message, "tlg2:2.6", ("bayonet",), hint, Severity.WARNING)


def setup_findings(scenario: Scenario) -> Iterator[Finding]:
    """Set-ups that break the rules: stacks, rivers, entry hexes that cannot be entered (4.9, 4.16, 5.3, 10.2)."""
    grid = scenario.map.grid
    board = scenario.map
    holders: dict[int, list[str]] = {}
    river = {key for key, kind in board.palette.terrain.items() if term_of(kind) == "river"}
    for key, name in scenario.setup.items():
        h = grid.find(name)
        if h == NOWHERE or key not in scenario.units:
            continue
        holders.setdefault(h, []).append(key)
        if board.terrain[h] in river:
            yield Finding(
                "SETUP110",
                Severity.ERROR,
                f"{key} is set up in the river at {name}",
                Place(path=("setup", key), hex=name, unit=key),
                "tlg2:4.16",
                "move it to land",
            )
    for h, keys in holders.items():
        if len(keys) > 1 and not _lawful_stack(scenario, keys):
            yield Finding(
                "SETUP111",
                Severity.ERROR,
                f"{' and '.join(keys)} are stacked in {grid.name(h)}",
                Place(path=("setup", keys[-1]), hex=grid.name(h), unit=keys[-1]),
                "tlg2:4.9",
                "one unit a hex; only a heavy battery may share its hex, with one unit of its side",
            )
    for index, arrival in enumerate(scenario.arrivals):
        for name in arrival.entry[:1]:
            h = grid.find(name)
            if h != NOWHERE and board.terrain[h] in river:
                yield Finding(
                    "REINF110",
                    Severity.ERROR,
                    f"reinforcements cannot enter in the river at {name}",
                    Place(path=("reinforcements", index, "entry"), hex=name),
                    "tlg2:4.16",
                )
        if len(arrival.entry) > 1:
            yield Finding(
                "REINF111",
                Severity.WARNING,
                "these rules use one entry hex a group; the first is taken",
                Place(path=("reinforcements", index, "entry")),
                "tlg2:5.3",
            )


def _lawful_stack(scenario: Scenario, keys: list[str]) -> bool:
    units = [scenario.units[key] for key in keys]
    heavy = any(unit.flag("heavy_battery") for unit in units)
    return len(units) == 2 and heavy and units[0].side == units[1].side


def terrain_findings(scenario: Scenario) -> Iterator[Finding]:
    """Kinds on the map that mean nothing to these rules."""
    return unknown_terrain(scenario, TERRAIN, term_of, "tlg2:4.12")
