"""What the umpire asks of a scenario under these rules, before it is played."""

from __future__ import annotations

from collections.abc import Iterator

from engine.findings import Finding, Fix, Place, Severity
from engine.mechanics.hexes.setup import counters, stack_finding, stacks, unit_finding, values_fix
from engine.scenario import Scenario
from engine.systems.twilights_last_gleaming.counters import UnitValues


def unit_findings(scenario: Scenario) -> Iterator[Finding]:
    """Counters whose values do not go together, and marks without effect (2.6, 7.1, 7.2)."""
    for unit, values in counters(scenario, UnitValues):
        name = unit.name
        if values.reduced is not None and values.reduced >= values.strength:
            message = f"{name} is no weaker when reduced ({values.strength} to {values.reduced})"
            yield unit_finding(unit, "UNIT112", message, "tlg2:2.6", ("reduced",))
        if unit.type == "artillery" and values.range is None:
            message = f"{name} is artillery without a range"
            fix = values_fix("Give it the range 8", unit, range=8)
            yield unit_finding(unit, "UNIT113", message, "tlg2:7.2", (), "add `range: 8`", fix=fix)
        if unit.type != "artillery" and (values.range is not None or values.heavy_battery):
            message = f"{name} has a range but is not artillery"
            fix = values_fix("Take the range out", unit, range=None, heavy_battery=None)
            yield unit_finding(unit, "UNIT114", message, "tlg2:7.1", ("range",), fix=fix)
        if values.bayonet and values.reduced is None:
            message = f"{name} is marked for the bayonet charge but has one step; the mark gives it nothing"
            hint = "add `reduced: ` with the factor of its reduced side, or take `bayonet` out"
            fix = values_fix("Take the mark out", unit, bayonet=None)
            yield unit_finding(unit, "UNIT115", message, "tlg2:2.6", ("bayonet",), hint, Severity.WARNING, fix)


def setup_findings(scenario: Scenario) -> Iterator[Finding]:
    """Stacks that may not be, and groups with several entry hexes (4.9, 5.3, 10.2)."""
    for name, units in stacks(scenario):
        if len(units) > 2 or not any(unit.flag("heavy_battery") for unit in units):
            hint = "one unit per hex; only a heavy battery may share its hex, with one unit of its side"
            yield stack_finding("SETUP111", name, units, "tlg2:4.9", hint)
    for index, arrival in enumerate(scenario.arrivals):
        if len(arrival.entry) > 1:
            path = ["reinforcements", index, "entry"]
            yield Finding(
                "REINF111",
                Severity.WARNING,
                "these rules use one entry hex a group; the first one is used",
                Place(path=("reinforcements", index, "entry")),
                "tlg2:5.3",
                fix=Fix(f"Keep only {arrival.entry[0]}", "put_at", {"path": path, "value": [arrival.entry[0]]}),
            )
