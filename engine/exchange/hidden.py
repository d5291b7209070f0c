"""The units of a scenario that the enemy does not see at the beginning: they are exported only when asked for."""

from __future__ import annotations

from collections.abc import Collection

from engine.errors import HexwrightError
from engine.play import registry
from engine.scenario.model import Scenario


def secret(scenario: Scenario, *, hidden: bool) -> set[str]:
    """The units that are left out because their side sets them up in secret; none with ``hidden``."""
    if hidden:
        return set()
    return {unit for group in scenario.deployments if group.hidden for unit in group.units} | set(kept_back(scenario))


def kept_back(scenario: Scenario) -> Collection[str]:
    """The units that the exclusive rules of a scenario hide: in ambush, or on a flank march."""
    try:
        hidden = registry.system(scenario.system).hidden
        return hidden(scenario) if hidden is not None else ()
    except HexwrightError:
        return ()
