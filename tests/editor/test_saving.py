"""Saving asks where something might be lost: read-only files, files in the way, files that cannot be written."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from answering import while_open
from bench import forgive
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from editor.dialogs.save_questions import SaveQuestion
from editor.document import files as document_files
from editor.document.document import Document
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.window.app import make_window
from editor.window.window import Window
from engine import formats
from engine.errors import HexwrightError
from engine.formats import ReadOnlyError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.scenario import Scenario, Side

READ_ONLY = 0o444


def board(name: str = "Ground") -> BattleMap:
    return BattleMap(Grid(GridSpec(8, 6)), formats.load_palette("standard"), name)


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    """A scenario and its map, in a folder of their own."""
    folder = tmp_path / "mine"
    folder.mkdir()
    formats.save_map(board(), folder / "ground.yaml")
    ground = formats.load_map(folder / "ground.yaml")
    sides = {"a": Side("a", "A"), "b": Side("b", "B")}
    formats.save_scenario(Scenario("battle", "Battle", "tlg2", ground, "ground", sides=sides), folder / "battle.yaml")
    return folder / "battle.yaml"


@pytest.fixture
def window(qtbot: QtBot, battle: Path) -> Window:
    made = make_window(str(battle))
    qtbot.addWidget(made, before_close_func=forgive)
    with qtbot.waitExposed(made):
        made.show()
    return made


def paint(window: Window, h: int = 7, kind: str = "forest") -> None:
    window.desk.document.push(PaintTerrain([h], kind))


def press(caption: str) -> Callable[[QMessageBox], None]:
    """Press the button of a question."""

    def act(box: QMessageBox) -> None:
        [button] = [one for one in box.buttons() if one.text().replace("&", "") == caption]
        button.click()

    return act


def name_it(monkeypatch: pytest.MonkeyPatch, *names: Path | str) -> list[str]:
    """Give these names, one each time that a name is asked for, then none."""
    left = [str(name) for name in names]
    asked: list[str] = []

    def reply(_parent: object, title: str, proposal: str, *_more: object) -> tuple[str, str]:
        asked.append(proposal)
        return (left.pop(0) if left else ""), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", reply)
    return asked


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# -- read-only files ---------------------------------------------------------------------------------------------


def test_a_read_only_file_is_replaced_only_when_told_to_and_stays_read_only(window: Window, battle: Path) -> None:
    ground = battle.with_name("ground.yaml")
    ground.chmod(READ_ONLY)
    old = ground.read_bytes()
    paint(window)
    seen: list[str] = []

    def cancel(box: QMessageBox) -> None:
        seen.append(box.text())
        assert box.defaultButton().text().replace("&", "") == "Cancel"
        press("Cancel")(box)

    while_open(SaveQuestion, cancel, window.files.save)
    assert "ground.yaml is read-only" in seen[0]
    assert ground.read_bytes() == old
    assert window.desk.document.dirty
    while_open(SaveQuestion, press("Save anyway"), window.desk.actions.get("file.save").trigger)
    assert formats.load_map(ground).terrain[7] == "forest"
    assert mode(ground) == READ_ONLY
    assert not window.desk.document.dirty


def test_escape_leaves_a_read_only_file_alone(window: Window, battle: Path) -> None:
    ground = battle.with_name("ground.yaml")
    ground.chmod(READ_ONLY)
    old = ground.read_bytes()
    paint(window)
    while_open(SaveQuestion, lambda box: box.reject(), window.files.save)
    assert ground.read_bytes() == old


def test_only_the_files_that_would_be_written_are_asked_about(window: Window, battle: Path) -> None:
    battle.chmod(READ_ONLY)
    paint(window)
    assert window.files.save()
    assert window.desk.document.to_write() == []


def test_a_read_only_file_is_saved_under_another_name(
    window: Window, battle: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ground = battle.with_name("ground.yaml")
    ground.chmod(READ_ONLY)
    old = ground.read_bytes()
    paint(window)
    name_it(monkeypatch, tmp_path / "copy.yaml")
    while_open(SaveQuestion, press("Save as…"), window.files.save)
    assert ground.read_bytes() == old
    assert window.desk.document.path == tmp_path / "copy.yaml"
    assert Document.open(tmp_path / "copy.yaml").battle_map.terrain[7] == "forest"


def test_a_read_only_file_of_a_new_name_is_asked_about_too(
    window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = tmp_path / "other.yaml"
    other.write_text("precious")
    other.chmod(READ_ONLY)
    name_it(monkeypatch, other)
    while_open(SaveQuestion, press("Cancel"), window.files.save_as)
    assert other.read_text() == "precious"
    assert window.desk.document.path != other


def test_saving_all_shows_the_tab_that_is_asked_about(window: Window, battle: Path, tmp_path: Path) -> None:
    formats.save_map(board("Other"), tmp_path / "other.yaml")
    window.files.open_path(tmp_path / "other.yaml")
    paint(window)
    battle.with_name("ground.yaml").chmod(READ_ONLY)
    window.desk.tabs.show(window.desk.tabs[0])
    paint(window)
    window.desk.tabs.show(window.desk.tabs[1])
    titles: list[str] = []

    def look(box: QMessageBox) -> None:
        titles.append(window.desk.document.title)
        press("Cancel")(box)

    while_open(SaveQuestion, look, window.files.save_all)
    assert titles == ["Battle"]
    assert [tab.document.dirty for tab in window.desk.tabs] == [True, False]
    assert window.desk.document.title == "Other"


def test_a_document_says_beforehand_what_it_would_write(battle: Path, tmp_path: Path) -> None:
    document = Document.open(battle)
    ground = battle.with_name("ground.yaml")
    assert document.to_write() == []
    document.push(PaintTerrain([7], "forest"))
    assert document.to_write() == [ground]
    assert document.to_write_as(battle.with_name("new.yaml")) == [ground, battle.with_name("new.yaml")]
    assert document.to_write_as(tmp_path / "new.yaml") == [tmp_path / "ground.yaml", tmp_path / "new.yaml"]
    ground.chmod(READ_ONLY)
    with pytest.raises(ReadOnlyError) as caught:
        document.save()
    assert caught.value.path == ground
    assert document.save(force=True) == [ground]


# -- files in the way --------------------------------------------------------------------------------------------


def test_a_map_that_goes_along_does_not_replace_another_unasked(
    window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    there = tmp_path / "there"
    there.mkdir()
    formats.save_map(board("Somebody's"), there / "ground.yaml")
    proposed = name_it(monkeypatch, there / "copy.yaml")
    seen: list[str] = []

    def cancel(box: QMessageBox) -> None:
        seen.append(box.text())
        press("Cancel")(box)

    while_open(SaveQuestion, cancel, window.files.save_as)
    assert "Replace ground.yaml?" in seen[0]
    assert len(proposed) == 2, "another name is asked for"
    assert formats.load_map(there / "ground.yaml").name == "Somebody's"
    assert not (there / "copy.yaml").exists()
    name_it(monkeypatch, there / "copy.yaml")
    while_open(SaveQuestion, press("Replace"), window.files.save_as)
    assert formats.load_map(there / "ground.yaml").name == "Ground"


def test_a_name_without_an_ending_does_not_replace_a_file_unasked(
    window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "mine" / "plan.yaml").write_text("precious")
    name_it(monkeypatch, tmp_path / "mine" / "plan")
    while_open(SaveQuestion, press("Cancel"), window.files.save_as)
    assert (tmp_path / "mine" / "plan.yaml").read_text() == "precious"
    # A whole name is asked about as well: the dialog that gave it knows nothing of what the file holds.
    name_it(monkeypatch, tmp_path / "mine" / "plan.yaml")
    while_open(SaveQuestion, press("Replace"), window.files.save_as)
    assert formats.load_scenario(tmp_path / "mine" / "plan.yaml").name == "Battle"


# -- files that cannot be written --------------------------------------------------------------------------------


def full(*_args: Any, **_more: Any) -> NoReturn:
    raise OSError(28, "No space left on device")


def test_a_full_disk_is_told_and_another_place_offered(
    window: Window, battle: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ground = battle.with_name("ground.yaml")
    old = ground.read_bytes()
    paint(window)
    seen: list[str] = []

    def elsewhere(box: QMessageBox) -> None:
        seen.append(box.informativeText())
        monkeypatch.undo()
        monkeypatch.setenv("HEXWRIGHT_SETTINGS", str(tmp_path / "settings.ini"))
        name_it(monkeypatch, tmp_path / "elsewhere.yaml")
        press("Save as…")(box)

    monkeypatch.setattr(os, "fsync", full)
    while_open(SaveQuestion, elsewhere, window.files.save)
    assert "No space left" in seen[0]
    assert ground.read_bytes() == old
    assert Document.open(tmp_path / "elsewhere.yaml").battle_map.terrain[7] == "forest"


def test_a_folder_that_is_gone_is_named(window: Window, battle: Path, tmp_path: Path) -> None:
    paint(window)
    battle.parent.rename(tmp_path / "moved")
    seen: list[str] = []

    def close(box: QMessageBox) -> None:
        seen.append(box.informativeText())
        press("Close")(box)

    while_open(SaveQuestion, close, window.files.save)
    assert f"there is no folder {battle.parent}" in seen[0]
    assert window.desk.document.dirty


def test_closing_does_not_go_on_when_saving_fails(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    paint(window)
    real = QMessageBox.exec
    monkeypatch.setattr(
        QMessageBox,
        "exec",
        lambda box: real(box) if isinstance(box, SaveQuestion) else QMessageBox.StandardButton.Save,
    )
    monkeypatch.setattr(os, "fsync", full)
    while_open(SaveQuestion, press("Close"), window.close)
    assert window.isVisible()
    assert window.desk.document.dirty


def test_what_was_written_before_a_failure_counts_as_saved(
    window: Window, battle: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    document = window.desk.document
    paint(window)
    document.mark_unsaved("scenario")

    def fails(*_args: object, **_more: object) -> NoReturn:
        raise HexwrightError("no room")

    with monkeypatch.context() as patched:
        patched.setattr(document_files, "write_scenario", fails)
        while_open(SaveQuestion, press("Close"), window.files.save)
    assert (document.map_dirty, document.scenario_dirty) == (False, True)
    assert window.files.watch.stale(document) == [], "the map was written by ourselves"
    assert window.files.save()
    assert not document.dirty


def test_saving_elsewhere_that_fails_half_way_changes_nothing_here(
    battle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = Document.open(battle)

    def fails(*_args: object, **_more: object) -> NoReturn:
        raise HexwrightError("no room")

    monkeypatch.setattr(document_files, "write_scenario", fails)
    with pytest.raises(HexwrightError):
        document.save_as(tmp_path / "copy.yaml")
    assert (document.path, document.map_path) == (battle, battle.with_name("ground.yaml"))


def test_the_pointer_says_that_saving_takes_its_time(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Qt.CursorShape] = []
    real = document_files.write_map

    def look(*given: Any, **more: Any) -> None:
        cursor = QApplication.overrideCursor()
        seen.append(cursor.shape())
        real(*given, **more)

    monkeypatch.setattr(document_files, "write_map", look)
    paint(window)
    assert window.files.save()
    assert seen == [Qt.CursorShape.WaitCursor]
    assert QApplication.overrideCursor() is None


# -- other scenarios on the map ----------------------------------------------------------------------------------


def test_a_map_saved_elsewhere_leaves_the_scenarios_of_the_old_one_alone(battle: Path, tmp_path: Path) -> None:
    document = Document.open(battle.with_name("ground.yaml"))
    changed = formats.load_scenario(battle).with_(name="Carried over")
    document.push(PaintTerrain([7], "forest"))
    document.pending[battle] = changed
    document.save_as(tmp_path / "copy.yaml")
    document.push(PaintTerrain([8], "forest"))
    document.save()
    assert formats.load_scenario(battle).name == "Battle"


def test_a_scenario_that_cannot_be_written_is_tried_again(battle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document.open(battle.with_name("ground.yaml"))
    document.push(PaintTerrain([7], "forest"))
    document.pending[battle] = formats.load_scenario(battle).with_(name="Carried over")

    def fails(*_args: object, **_more: object) -> NoReturn:
        raise HexwrightError("no room")

    with monkeypatch.context() as patched:
        patched.setattr(document_files, "write_scenario", fails)
        with pytest.raises(HexwrightError):
            document.save()
    assert document.dirty
    assert document.save() == [battle.with_name("ground.yaml"), battle]
    assert formats.load_scenario(battle).name == "Carried over"


# -- comments -----------------------------------------------------------------------------------------------------


def remark(path: Path, old: str, new: str) -> str:
    """Write a comment into a file by hand; the file's text."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path.read_text(encoding="utf-8")


def opened(qtbot: QtBot, path: Path) -> Window:
    window = make_window(str(path))
    qtbot.addWidget(window, before_close_func=forgive)
    with qtbot.waitExposed(window):
        window.show()
    return window


def test_comments_written_by_hand_are_kept(battle: Path, qtbot: QtBot) -> None:
    text = remark(battle.with_name("ground.yaml"), "grid:", "# Surveyed in 1814.\ngrid:  # small")
    window = opened(qtbot, battle)
    paint(window)
    assert window.files.save()
    after = battle.with_name("ground.yaml").read_text(encoding="utf-8")
    assert "# Surveyed in 1814.\ngrid:  # small\n" in after
    assert after.count("#") == text.count("#")


def test_a_comment_that_finds_no_place_is_asked_about_first(battle: Path, qtbot: QtBot) -> None:
    ground = battle.with_name("ground.yaml")
    text = remark(ground, "grid:", "bridges: true  # drawn as on the plan\n# Surveyed in 1814.\ngrid:")
    window = opened(qtbot, battle)
    paint(window)
    said: list[str] = []

    def look(box: SaveQuestion) -> None:
        said.extend((box.text(), box.informativeText()))
        press("Cancel")(box)

    while_open(SaveQuestion, look, window.files.save)
    assert "ground.yaml without a comment" in said[0]
    assert "drawn as on the plan" in said[1]
    assert "1814" not in said[1]
    assert ground.read_text(encoding="utf-8") == text
    assert window.desk.document.dirty
    while_open(SaveQuestion, press("Save without it"), window.files.save)
    after = ground.read_text(encoding="utf-8")
    assert "drawn as" not in after
    assert "# Surveyed in 1814.\ngrid:" in after
    assert not window.desk.document.dirty


def test_comments_come_along_under_another_name(
    battle: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    remark(battle.with_name("ground.yaml"), "grid:", "# Surveyed in 1814.\ngrid:")
    remark(battle, "sides:", "# Who fights.\nsides:")
    window = opened(qtbot, battle)
    name_it(monkeypatch, tmp_path / "copy.yaml")
    assert window.files.save_as()
    assert "# Who fights.\nsides:" in (tmp_path / "copy.yaml").read_text(encoding="utf-8")
    assert "# Surveyed in 1814.\ngrid:" in (tmp_path / "ground.yaml").read_text(encoding="utf-8")


def test_a_new_document_takes_no_comments_of_the_file_that_it_replaces(
    window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = tmp_path / "other.yaml"
    formats.save_map(board("Other"), other)
    remark(other, "grid:", "# Not mine.\nbridges: true # nor this\ngrid:")
    window.desk.tabs.open(Document(board("New")))
    name_it(monkeypatch, other)
    while_open(SaveQuestion, press("Replace"), window.files.save_as)
    assert not window.desk.document.dirty
    assert "#" not in other.read_text(encoding="utf-8").replace('"#', "")


def test_what_a_killed_save_left_is_gone_when_the_file_is_opened_again(battle: Path) -> None:
    left = battle.parent / ".hexwright-0123456789ab.tmp.yaml"
    left.write_text("half", encoding="utf-8")
    document_files.read(battle)
    assert not left.exists()
    assert sorted(path.name for path in battle.parent.iterdir()) == ["battle.yaml", "ground.yaml"]
