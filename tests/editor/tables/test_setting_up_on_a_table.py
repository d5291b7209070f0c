"""Setting up on a table by hand: a battle whose armies are not on the table yet is set up in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import at_bench
from hand import Hand
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from settling import settle

from editor.document.document import Document
from editor.panels.preview_panel import PreviewPanel
from editor.preview.seats import HUMAN
from editor.tables.playing.hands import TableHands
from engine import data
from engine.formats import save_scenario


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    """The teaching table without its set-up."""
    document = Document.open(data.scenarios() / "teaching_table.yaml")
    scenario = document.require_scenario()
    scenario.setup.clear()
    path = tmp_path / "battle.yaml"
    save_scenario(scenario, path)
    return path


def test_armies_are_set_up_by_hand(battle: Path, qtbot: QtBot) -> None:
    with at_bench(qtbot, Document.open(battle)) as bench:
        panel = PreviewPanel(bench.desk)
        qtbot.addWidget(panel)
        control = bench.desk.controls.game
        assert control.start(dict.fromkeys(("red", "blue"), HUMAN), 1)
        settle()
        decision = bench.desk.preview.position.decision
        assert decision is not None
        assert decision.kind == "set-up"
        assert control.act("deploy bd-1..bd-4 at 700,900/0 wide 4")
        settle()
        hand = Hand(qtbot, bench)
        hand.click((700 / 40, 915 / 40))
        hand.press((700 / 40, 915 / 40))
        hand.move((750 / 40, 960 / 40))
        hand.move((800 / 40, 990 / 40))
        hands = bench.canvas.map_scene.hands
        assert isinstance(hands, TableHands)
        qtbot.waitUntil(lambda: hands.judge.found is not None and not hands.judge.busy)
        settle()
        empty = [one for one in bench.canvas.findChildren(QLabel) if one.isVisible() and not one.text()]
        assert not empty, "there is nothing to measure, so no note is shown"
        hand.release((800 / 40, 990 / 40))
        settle()
        assert bench.desk.preview.position.units["bd-1"]["at"].startswith("800,97")
