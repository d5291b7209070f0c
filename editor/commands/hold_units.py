"""Units that a group of the set-up or a pool is given: they leave wherever they were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from editor.commands.edit_scenario import EditScenario
from engine.scenario.model import Scenario
from engine.scenario.revising import not_coming


def hold_units(
    scenario: Scenario, *, groups: Mapping[int, tuple[str, ...]] = {}, pools: Mapping[str, tuple[str, ...]] = {}
) -> EditScenario:
    """The units of these groups (by their number) and pools become these. Those that are new there leave the map, the
    arrivals, and other groups and pools."""
    new = {unit for number, units in groups.items() for unit in units if unit not in scenario.deployments[number].units}
    new |= {unit for key, units in pools.items() for unit in units if unit not in scenario.pools[key].units}

    def without(units: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(unit for unit in units if unit not in new)

    return EditScenario(
        "Choose the units of a set-up",
        deployments=tuple(
            replace(group, units=groups.get(number, without(group.units)))
            for number, group in enumerate(scenario.deployments)
        ),
        pools={key: replace(pool, units=pools.get(key, without(pool.units))) for key, pool in scenario.pools.items()},
        setup={key: at for key, at in scenario.setup.items() if key not in new},
        arrivals=not_coming(scenario.arrivals, new),
    )
