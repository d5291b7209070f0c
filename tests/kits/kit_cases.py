"""Scenarios by rules files, for the suites that ask every system to keep its promises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from equality import FM, TLG2, Twins
from kit_files import HERE, first_steps

from engine.formats import load_scenario
from engine.scenario import Scenario
from engine.scenario.system_name import SystemName


def _by(rules: str, key: str, scenario: Scenario) -> Scenario:
    """A scenario by a rules file of this folder, which a replay in the folder of scenarios finds again."""
    name = SystemName(f"../tests/kits/{rules}.yaml", str(HERE / f"{rules}.yaml"))
    return scenario.with_(key=key, system=name)


def _twin(rules: str, key: str, name: str, twins: Twins) -> Scenario:
    return _by(rules, key, twins.rewritten(twins.stripped(load_scenario(name))))


SCENARIOS: Final[dict[str, Callable[[], Scenario]]] = {
    "kit_two_banks": lambda: _by("two_banks", "kit_two_banks", first_steps()),
    "kit_tlg2": lambda: _twin("tlg2", "kit_tlg2", "first_steps", TLG2),
    "kit_fm": lambda: _twin("fm", "kit_fm", "fm_first_steps", FM),
}
"""By their names."""
