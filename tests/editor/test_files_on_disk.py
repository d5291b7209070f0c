"""Files that change, break or vanish on disk while they are open."""

from __future__ import annotations

from pathlib import Path

import pytest
from fields import map_file
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot
from tabbed import answer, front, paint

from editor.dialogs.save_questions import named, told_apart
from editor.document.document import Document
from editor.window.window import Window
from engine import data, formats


def change_on_disk(path: Path, h: int, kind: str) -> None:
    board = formats.load_map(path)
    board.terrain[h] = kind
    formats.save_map(board, path)


def test_a_file_changed_by_another_program_is_read_again(window: Window, qtbot: QtBot, files: list[Path]) -> None:
    change_on_disk(files[2], 5, "swamp")
    qtbot.waitUntil(lambda: window.desk.document.battle_map.terrain[5] == "swamp")
    assert not window.desk.document.dirty
    assert "gamma.yaml has changed on disk" in window.notice.label.text()
    window.notice.buttons[0].click()
    assert window.desk.document.battle_map.terrain[5] == "clear"
    assert window.desk.document.dirty, "what is on the disk is otherwise"


def test_the_bars_undo_never_takes_back_a_later_step(window: Window, qtbot: QtBot, files: list[Path]) -> None:
    change_on_disk(files[2], 5, "swamp")
    qtbot.waitUntil(window.notice.isVisible)
    paint(window)
    assert not window.notice.isVisible()


def test_a_file_put_back_ends_the_question(window: Window, qtbot: QtBot, files: list[Path]) -> None:
    before = files[2].read_bytes()
    files[2].write_text("format: hexwright-map 1\nname: [\n")
    qtbot.waitUntil(window.notice.isVisible)
    files[2].write_bytes(before)
    qtbot.waitUntil(lambda: not window.notice.isVisible())
    assert not window.desk.document.dirty


def test_unsaved_changes_are_never_read_over(window: Window, qtbot: QtBot, files: list[Path]) -> None:
    paint(window)
    change_on_disk(files[2], 5, "swamp")
    qtbot.waitUntil(window.notice.isVisible)
    assert window.desk.document.battle_map.terrain[5] == "clear"
    assert [button.text().replace("&", "") for button in window.notice.buttons] == ["Reload", "Keep my version"]
    window.notice.buttons[0].click()
    board = window.desk.document.battle_map
    assert (board.terrain[5], board.terrain[7]) == ("swamp", "clear")
    window.desk.actions.get("edit.undo").trigger()
    board = window.desk.document.battle_map
    assert (board.terrain[5], board.terrain[7]) == ("clear", "forest")


def test_what_was_said_of_one_tab_is_not_said_of_another(window: Window) -> None:
    paint(window)
    assert window.files.save()
    assert "gamma" in window.status.message.text()
    window.desk.tabs.show(window.desk.tabs[0])
    assert window.status.message.text() == window.desk.tools.tool.hint


def test_keep_mine_and_saving_over(
    window: Window, qtbot: QtBot, files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    paint(window)
    change_on_disk(files[2], 5, "swamp")
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    monkeypatch.setattr(QMessageBox, "button", lambda *_: window.notice.label)
    assert not window.files.save()
    assert "Overwrite gamma.yaml" in asked[0]
    qtbot.waitUntil(window.notice.isVisible)
    window.notice.buttons[1].click()
    assert window.files.save()
    assert len(asked) == 1
    assert formats.load_map(files[2]).terrain[5:8:2] == ["clear", "forest"]


def test_a_broken_file_is_told_and_nothing_is_lost(window: Window, qtbot: QtBot, files: list[Path]) -> None:
    files[2].write_text("format: hexwright-map 1\nname: [\n")
    qtbot.waitUntil(window.notice.isVisible)
    assert "cannot be read" in window.notice.label.text()
    assert front(window) == "Gamma"
    window.notice.buttons[1].click()
    assert window.desk.document.dirty


def test_a_file_that_vanishes_makes_its_document_unsaved(window: Window, qtbot: QtBot, files: list[Path]) -> None:
    files[2].unlink()
    qtbot.waitUntil(window.notice.isVisible)
    assert "no longer on disk" in window.notice.label.text()
    assert window.desk.document.dirty
    window.notice.buttons[0].click()
    assert formats.load_map(files[2]).name == "Gamma"
    assert not window.desk.document.dirty


def test_a_folder_that_was_moved_is_noticed_when_one_comes_back(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    window.files.open_path(map_file(folder / "delta.yaml", "Delta"))
    folder.rename(tmp_path / "elsewhere")
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))
    qtbot.waitUntil(window.notice.isVisible)
    assert "delta.yaml is no longer on disk" in window.notice.label.text()
    assert window.desk.document.dirty


def test_a_map_saved_in_its_own_tab_reaches_its_scenarios_tab(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    bench = window.desk
    source = Document.open(data.scenarios() / "lundys_lane.yaml")
    assert source.map_path is not None
    ground = tmp_path / "ground.yaml"
    formats.save_map(source.battle_map, ground)
    scenario = source.require_scenario().with_(map_ref="ground.yaml")
    formats.save_scenario(scenario, tmp_path / "fight.yaml")
    window.files.open_paths([tmp_path / "fight.yaml", ground])
    h = bench.document.battle_map.grid.hexes[0]
    kind = "swamp" if bench.document.battle_map.terrain[h] != "swamp" else "clear"
    paint(window, h, kind)
    assert window.files.save()
    fight = bench.tabs.find(tmp_path / "fight.yaml")
    assert fight is not None
    assert fight.document.battle_map.terrain[h] != kind
    bench.tabs.show(fight)
    assert bench.document.battle_map.terrain[h] == kind
    assert not bench.document.dirty
    assert set(bench.document.require_scenario().setup) == set(scenario.setup)


def test_a_map_and_its_scenario_of_one_name_are_told_apart() -> None:
    map_path, scenario, other = Path("/w/maps/juno.yaml"), Path("/w/scenarios/juno.yaml"), Path("/w/maps/nancy.yaml")
    assert named([map_path, scenario]) == "maps/juno.yaml and scenarios/juno.yaml"
    assert told_apart([map_path, scenario, other]) == ["maps/juno.yaml", "scenarios/juno.yaml", "nancy.yaml"]
    assert named([other]) == "nancy.yaml"
