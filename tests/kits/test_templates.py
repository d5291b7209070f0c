"""The templates of rules files: each is sound, says what it is, and plays from the start to the end."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
import soak
from kit_files import in_kit

from engine.formats import load
from engine.kit.record import named
from engine.kit.templates import RulesTemplate, templates
from engine.play import Game
from engine.scenario import Scenario
from engine.scenario.system_name import SystemName
from engine.umpire.checks import check_loaded

TEMPLATES = {one.name: one for one in templates()}
TYPES: Final[dict[str, dict[str, str]]] = {
    "classic_odds": {"warband": "infantry"},
    "fire_and_movement": {"warband": "infantry", "cavalry": "tank", "artillery": "mortar"},
    "blocks": {"infantry": "foot", "warband": "foot", "cavalry": "horse", "artillery": "guns"},
    "ancients_line": {"infantry": "heavy", "warband": "light", "cavalry": "elephants", "artillery": "general"},
}
"""What the types of units of First Steps are by each template."""
PRINTED: Final[dict[str, dict[str, Any]]] = {
    "classic_odds": {},
    "fire_and_movement": {"fire": 5},
    "blocks": {"strength": "4 3 2 1"},
    "ancients_line": {},
}
SPECIAL: Final[dict[str, dict[str, Any]]] = {"blocks": {"home": {"us": "W", "ac": "E"}}}


def battle(template: RulesTemplate, folder: Path) -> Scenario:
    """First Steps by a template under another name."""
    path = folder / "mine.yaml"
    path.write_text(template.called("mine", 'My "own" game \\1'), encoding="utf-8")
    scenario = in_kit("first_steps", TYPES[template.name], **PRINTED[template.name])
    system = SystemName("./mine.yaml", str(path))
    return scenario.with_(system=system, special=SPECIAL.get(template.name, {}))


def test_there_are_four_that_say_what_they_are() -> None:
    assert set(TEMPLATES) == set(TYPES)
    for one in TEMPLATES.values():
        assert one.title
        assert one.about.endswith(".")
        assert one.text.startswith("format: hexwright-system 1\n")
        assert named(one.name) == "", "a template is no system that ships"


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_has_no_findings(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(TEMPLATES[name].called("mine", "Mine"), encoding="utf-8")
    loaded = load(path)
    assert [str(one) for one in check_loaded(loaded)] == []
    model: Any = loaded.model
    assert (model.name, model.title) == ("mine", "Mine")
    assert all(one.title and one.text for one in model.paragraphs.values())


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_plays_with_every_invariant(name: str, tmp_path: Path) -> None:
    scenario = battle(TEMPLATES[name], tmp_path)
    happened: set[str] = set()
    for seed in range(2):
        game = Game(scenario, seed)
        random, taken = Random(seed), []
        while game.decision is not None and len(game) < soak.LONGEST:
            assert soak.one_action(game, random, taken) == ""
        assert game.outcome() is not None
        happened |= {event.kind for event in game.events}
    fought = {"blocks": "hits", "ancients_line": "duel"}.get(name, "result")
    assert {"move", "attack", fought, "loss"} <= happened
