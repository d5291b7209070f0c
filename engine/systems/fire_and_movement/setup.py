"""What the umpire asks of a scenario under these rules, before it is played."""

from __future__ import annotations

from collections.abc import Iterator

from engine.findings import Finding
from engine.mechanics.hexes.setup import counters, stack_finding, stacks, unit_finding
from engine.scenario import Scenario
from engine.systems.fire_and_movement.counters import UnitValues


def unit_findings(scenario: Scenario) -> Iterator[Finding]:
    """Counters whose values do not go together (2.3)."""
    for unit, values in counters(scenario, UnitValues):
        name = unit.name
        if (values.reduced_attack is None) != (values.reduced_defense is None):
            message = f"{name} has one strength on its reduced side; it needs attack and defense"
            yield unit_finding(unit, "UNIT112", message, "fm:2.3", ("reduced_attack",))
        for factor in ("attack", "defense"):
            reduced = getattr(values, f"reduced_{factor}")
            if reduced is not None and reduced > getattr(values, factor):
                message = f"{name} is stronger in {factor} when reduced"
                yield unit_finding(unit, "UNIT113", message, "fm:2.3", (f"reduced_{factor}",))


def setup_findings(scenario: Scenario) -> Iterator[Finding]:
    """Set-ups with two units of a side in a hex (5.3)."""
    for name, units in stacks(scenario):
        yield stack_finding("SETUP111", name, units, "fm:5.3", "one unit per hex")
