"""The rules systems that forms offer: those written in Python, and rules files that ship or that the user keeps."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit_files import HERE
from pytestqt.qtbot import QtBot

from editor.dialogs.new_scenario import NewScenarioDialog
from editor.dialogs.system_info import systems
from engine.formats import locate
from engine.kit import record
from engine.play import registry


def test_rules_files_of_the_user_are_offered(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locate, "USERS_SYSTEMS", tmp_path)
    monkeypatch.setattr(record, "USERS_SYSTEMS", tmp_path)
    (tmp_path / "two_banks.yaml").write_bytes((HERE / "two_banks.yaml").read_bytes())
    (tmp_path / "broken.yaml").write_text("format: hexwright-system 1\nname: broken\n", encoding="utf-8")
    offered = systems()
    assert offered["two_banks"] == "Two Banks"
    assert "broken" not in offered
    assert list(offered)[: len(registry.SYSTEMS)] == list(registry.SYSTEMS)
    dialog = NewScenarioDialog("", {}, kind="hexes")
    qtbot.addWidget(dialog)
    dialog.system_box.setCurrentIndex(dialog.system_box.findText("Two Banks"))
    assert dialog.system == "two_banks"
    assert registry.system(dialog.system).title == "Two Banks"
