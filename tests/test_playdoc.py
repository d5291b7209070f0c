"""docs/play.md says what actions and phases there are: held against the systems. What examples of play show of events
and decisions is held against it beside them, in test_examples.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from playdoc import listed, rows

from engine.errors import ActionError
from engine.formats import load_example, load_scenario
from engine.play import Game, registry
from engine.scenario import Scenario

EXAMPLES = Path(__file__).parent / "examples"
"""A system that ships no small scenario is asked in one of its examples of play."""
SHIPPED = {"tlg2": "first_steps", "fm": "fm_first_steps", "sns2": "sns_first_steps"}


def of_an_example(system: str) -> Scenario:
    """The scenario of the first example of play of a system."""
    return load_example(min((EXAMPLES / system).glob("*.yaml"))).scenario


@pytest.mark.parametrize("system", registry.whole())
def test_every_action_is_told(system: str) -> None:
    game = Game(load_scenario(SHIPPED[system]) if system in SHIPPED else of_an_example(system), 0)
    with pytest.raises(ActionError) as problem:
        game.parse("xyzzy")
    verbs = set(str(problem.value).rpartition("begin with ")[2].split(", "))
    assert {row[0].strip("`").split()[0] for row in rows(system, "action")} == verbs


@pytest.mark.parametrize("system", registry.whole())
def test_phases_are_told(system: str) -> None:
    phases = registry.system(system).rules.phases
    assert listed(system, "Phases") >= set(phases)
