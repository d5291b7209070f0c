"""From one session to the next: what was open, and unsaved work after a crash."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from bench import forgive
from fields import map_file
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot
from tabbed import answer, front, paint, titles

from editor.dialogs.preferences import PreferencesDialog, reopens
from editor.dialogs.recovery import RecoveryDialog
from editor.document import recovery
from editor.window.app import make_window
from editor.window.window import Window
from engine import formats


def test_what_was_open_is_opened_again(window: Window, qtbot: QtBot, files: list[Path]) -> None:
    window.desk.tabs.show(window.desk.tabs[1])
    assert window.close()
    files[0].unlink()
    again = make_window(None)
    qtbot.addWidget(again)
    again.session.restore_tabs()
    assert titles(again) == ["Beta", "Gamma"]
    assert front(again) == "Beta"
    assert "alpha.yaml" in again.status.message.text()


def test_files_named_at_the_start_leave_the_remembered_ones(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    window.close()
    other = make_window(str(map_file(tmp_path / "delta.yaml", "Delta")))
    qtbot.addWidget(other)
    other.close()
    again = make_window(None)
    qtbot.addWidget(again)
    again.session.restore_tabs()
    assert titles(again) == ["Alpha", "Beta", "Gamma"]


def test_opening_again_is_a_preference(qtbot: QtBot) -> None:
    assert reopens()
    dialog = PreferencesDialog()
    qtbot.addWidget(dialog)
    dialog.reopen.setChecked(False)
    dialog.accept()
    assert not reopens()


def test_every_tab_has_a_copy_and_all_come_back(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, files: list[Path]
) -> None:
    paint(window)
    window.desk.tabs.show(window.desk.tabs[0])
    paint(window)
    for keeper in window.files._recoveries.values():
        keeper.flush()
        if keeper._lock is not None:
            keeper._lock.unlock()
    assert len(recovery.found()) == 2
    monkeypatch.setattr(RecoveryDialog, "exec", lambda dialog: dialog._recover())
    other = make_window(None)
    qtbot.addWidget(other, before_close_func=forgive)
    other.files.open_paths(files[:1])
    assert other.session.offer_recovery()
    assert sorted(titles(other)) == ["Alpha", "Gamma"]
    assert all(tab.document.dirty for tab in other.desk.tabs)


def test_work_older_than_its_file_does_not_replace_it_unasked(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, files: list[Path]
) -> None:
    paint(window)
    keeper = window.files._recoveries[window.desk.tabs.front]
    keeper.flush()
    assert keeper._lock is not None
    keeper._lock.unlock()
    board = formats.load_map(files[2])
    board.terrain[9] = "swamp"
    formats.save_map(board, files[2])
    later = files[2].stat().st_mtime + 60
    os.utime(files[2], (later, later))
    offered: list[str] = []

    def recover(dialog: RecoveryDialog) -> None:
        offered.append(dialog.list.item(0).text())
        dialog._recover()

    monkeypatch.setattr(RecoveryDialog, "exec", recover)
    other = make_window(None)
    qtbot.addWidget(other, before_close_func=forgive)
    with qtbot.waitExposed(other):
        other.show()
    assert other.session.offer_recovery()
    assert "the file was saved after that" in offered[0]
    assert other.desk.document.battle_map.terrain[7] == "forest"
    qtbot.waitUntil(other.notice.isVisible)
    assert "gamma.yaml has changed on disk" in other.notice.label.text()
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    monkeypatch.setattr(QMessageBox, "button", lambda *_: other.notice.label)
    assert not other.files.save()
    assert "Overwrite gamma.yaml" in asked[0]
    assert formats.load_map(files[2]).terrain[9] == "swamp"


def test_what_was_open_is_known_after_a_crash_too(window: Window, qtbot: QtBot, files: list[Path]) -> None:
    qtbot.waitUntil(lambda: not window._soon.isActive())
    # Nothing was closed: it is as after a kill.
    again = make_window(None)
    qtbot.addWidget(again)
    again.session.restore_tabs()
    assert titles(again) == ["Alpha", "Beta", "Gamma"]
