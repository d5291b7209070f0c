"""The scenarios and systems that promises are put to: all that ship, and those of the tests (`toys`)."""

from __future__ import annotations

from functools import cache
from unittest.mock import patch

import kit_cases
import toys
from sweeps import SWEEP

from engine import data
from engine.formats import load_scenario
from engine.play import Rules, registry
from engine.play.system import System
from engine.scenario import Scenario

SHIPPED = sorted(path.stem for path in data.scenarios().glob("*.yaml"))
LONG = () if SWEEP else ("hastings", "zama")
"""Battles on tables whose games take a minute and more: `make soak` plays them, the small table stands for them."""
SCENARIOS = [name for name in (*SHIPPED, *toys.SCENARIOS, *kit_cases.SCENARIOS) if name not in LONG]
SYSTEMS = [*registry.SYSTEMS, *toys.SYSTEMS]
SEEDS = range(1, 6 if SWEEP else 2)
"""The games of each scenario. `make test` plays one, and each choice of an option in the smallest scenario of its
system; `make soak` plays five, and each choice in every scenario."""


@cache
def scenario_of(name: str) -> Scenario:
    """A scenario by its name, in the folder of those that ship or among the toys."""
    made = toys.SCENARIOS.get(name) or kit_cases.SCENARIOS.get(name)
    return made() if made is not None else load_scenario(name)


def reference(name: str) -> str:
    """How a replay names it; empty where the replay has to hold it whole."""
    return name if name in SHIPPED else ""


def system_of(name: str) -> System:
    """The system of a scenario, also while tests are collected, when the toys are not registered."""
    with patch.dict(registry.SYSTEMS, toys.SYSTEMS):
        return registry.system(scenario_of(name).system)


def cites(rules: Rules | type[Rules], rule: str) -> bool:
    """Whether a paragraph is of a system that these rules cite."""
    return rule.partition(":")[0] in (rules.cites or (rules.system,))
