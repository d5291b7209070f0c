"""The handbook of rules files: every example in it is a sound file, and its battle is played by each of them."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from engine import data
from engine.findings import Severity
from engine.formats import load_scenario
from engine.kit.record import findings
from engine.play import Game

PAGE = data.docs() / "guide" / "rules.md"
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
SYSTEMS = {
    found[1]: text
    for text in BLOCKS
    if text.startswith("format: hexwright-system") and (found := re.search(r"^name: (\w+)$", text, re.MULTILINE))
}
BATTLE = next(text for text in BLOCKS if text.startswith("format: hexwright-scenario"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in SYSTEMS.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_every_example_is_one_of_these() -> None:
    assert len(SYSTEMS) + 1 == len(BLOCKS)


@pytest.mark.parametrize("name", SYSTEMS)
def test_an_example_is_sound_and_its_battle_is_played(name: str, folder: Path) -> None:
    assert [str(one) for one in findings(folder / f"{name}.yaml") if one.severity is Severity.ERROR] == []
    battle = folder / "battle.yaml"
    battle.write_text(BATTLE.replace("./crossing.yaml", f"./{name}.yaml"), encoding="utf-8")
    game = Game(load_scenario(battle), 1)
    random = Random(name)
    while game.decision is not None:
        assert len(game) < 5000
        game.apply(game.legal_actions().sample(random))
    assert game.outcome() is not None
