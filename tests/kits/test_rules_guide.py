"""The handbook of rules files: every example in it is a sound file, and its battle is played by each of them."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from engine import data
from engine.findings import Severity
from engine.formats import load_example, load_scenario
from engine.kit.record import findings
from engine.play import Game
from engine.umpire.examples import run_example

PAGE = data.docs() / "guide" / "rules.md"
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
SYSTEMS = {
    found[1]: text
    for text in BLOCKS
    if text.startswith("format: hexwright-system") and (found := re.search(r"^name: (\w+)$", text, re.MULTILINE))
}
BATTLE = next(text for text in BLOCKS if text.startswith("format: hexwright-scenario"))

EXAMPLE = next(text for text in BLOCKS if text.startswith("format: hexwright-example"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in SYSTEMS.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_every_example_is_one_of_these() -> None:
    assert len(SYSTEMS) + len((BATTLE, EXAMPLE)) == len(BLOCKS)


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


def test_where_units_throw_dice_their_dice_are_compared(folder: Path) -> None:
    battle = folder / "battle.yaml"
    battle.write_text(BATTLE.replace("./crossing.yaml", "./bucket.yaml"), encoding="utf-8")
    game = Game(load_scenario(battle), 1)
    answer = game.rules.odds(game.state, "F0803", ["red-1", "red-2"])
    assert (answer.attack, answer.defence) == (7, 4)


def test_its_example_of_play_proves_what_it_is_about(folder: Path) -> None:
    (folder / "battle.yaml").write_text(BATTLE, encoding="utf-8")
    (folder / "stop.yaml").write_text(EXAMPLE, encoding="utf-8")
    assert run_example(load_example(folder / "stop.yaml")).failures == []
