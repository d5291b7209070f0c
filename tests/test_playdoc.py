"""docs/play.md says what actions, events and decisions there are: held against the systems and all examples of play."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from engine.errors import ActionError
from engine.formats import load_example, load_scenario
from engine.play import Game, registry
from engine.play.registry import SYSTEMS
from engine.umpire.examples import run_example
from engine.umpire.wording import Words

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
SHIPPED = {"tlg2": "first_steps", "fm": "fm_first_steps", "sns2": "sns_first_steps"}


def part(system: str) -> str:
    """What the page says of a system."""
    found = re.search(rf"^## {system}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/play.md says nothing of {system}"
    return found[1]


def rows(system: str, heading: str) -> list[list[str]]:
    """The rows of one table: their cells."""
    _, _, table = part(system).partition(f"| {heading} |")
    lines = table.partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def listed(system: str, heading: str) -> set[str]:
    found = re.search(rf"^{heading}: (.*?)\.$", part(system), re.MULTILINE | re.DOTALL)
    assert found
    return set(re.findall(r"`([^`]+)`", found[1]))


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_action_is_told(system: str) -> None:
    game = Game(load_scenario(SHIPPED[system]), 0)
    with pytest.raises(ActionError) as problem:
        game.parse("xyzzy")
    verbs = set(str(problem.value).rpartition("begin with ")[2].split(", "))
    assert {row[0].strip("`").split()[0] for row in rows(system, "action")} == verbs


@pytest.mark.parametrize("system", SYSTEMS)
def test_phases_are_told(system: str) -> None:
    phases = registry.system(system).rules.phases
    assert listed(system, "Phases") >= set(phases)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_event_and_decision_is_told(system: str) -> None:
    told = {row[0].strip("`"): row[1].strip("`").split() for row in rows(system, "event")}
    seen: Counter[str] = Counter()
    fields: dict[str, Counter[str]] = defaultdict(Counter)
    decisions = set()
    for path in sorted((ROOT / "tests" / "examples" / system).glob("*.yaml")):
        result = run_example(load_example(path))
        words = Words(result.spec.scenario)
        for event in result.events:
            assert words.event(event), "its sentence"
            seen[event.kind] += 1
            fields[event.kind].update(name for name in event.data if name != "rule")
        if result.game and result.game.decision:
            decisions.add(result.game.decision.kind)
    assert set(told) == set(seen) == set(registry.system(system).sentences)
    for kind, names in told.items():
        assert {name.rstrip("?") for name in names} == set(fields[kind]), kind
        always = {name for name, count in fields[kind].items() if count == seen[kind]}
        assert {name for name in names if not name.endswith("?")} == always, kind
    assert decisions <= listed(system, "Decisions")
