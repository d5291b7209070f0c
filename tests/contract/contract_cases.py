"""The scenarios and systems that promises are put to: all that ship, and those of the tests (`toys`)."""

from __future__ import annotations

from dataclasses import replace
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
SHORTENED = {} if SWEEP else {"hastings": 1, "zama": 1, "afghan": 4}
"""Large battles on tables and the longest campaign, and after how many turns they end here: `make soak` plays them
whole, and so do the golden playthroughs."""
LENGTHENED = () if SWEEP else ("afghan_extended",)
"""Scenarios that differ from another one in their last turns alone; they are left to `make soak` and to the golden
playthroughs."""
SCENARIOS = [*(name for name in SHIPPED if name not in LENGTHENED), *toys.SCENARIOS, *kit_cases.SCENARIOS]
SYSTEMS = [*registry.SYSTEMS, *toys.SYSTEMS]
SEEDS = range(1, 6 if SWEEP else 2)
"""The games of each scenario. `make test` plays one, and each choice of an option in the smallest scenario of its
system; `make soak` plays five, and each choice in every scenario."""


@cache
def scenario_of(name: str) -> Scenario:
    """A scenario by its name, in the folder of those that ship or among the toys."""
    if name in toys.SCENARIOS:
        return toys.SCENARIOS[name]()
    if name in kit_cases.SCENARIOS:
        return kit_cases.SCENARIOS[name]()
    scenario = load_scenario(name)
    turns = SHORTENED.get(name)
    return scenario if turns is None else scenario.with_(turns=replace(scenario.turns, count=turns))


def reference(name: str) -> str:
    """How a replay names it; empty where the replay has to hold it whole."""
    return name if name in SHIPPED and name not in SHORTENED else ""


def system_of(name: str) -> System:
    """The system of a scenario, also while tests are collected, when the toys are not registered."""
    with patch.dict(registry.SYSTEMS, toys.SYSTEMS):
        return registry.system(scenario_of(name).system)


def cites(rules: Rules | type[Rules], rule: str) -> bool:
    """Whether a paragraph is of a system that these rules cite."""
    return rule.partition(":")[0] in (rules.cites or (rules.system,))
