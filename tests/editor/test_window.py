"""The window: opening, saving, asking before loss, dropping files, menus, what the status bar says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bench import forgive
from hand import Hand
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QInputDialog, QMenu, QMessageBox
from pytestqt.qtbot import QtBot
from settling import settle
from tabbed import answer, paint

from editor.dialogs.new_scenario import NewScenarioDialog
from editor.dialogs.problems import OpenProblemsDialog
from editor.dialogs.recovery import RecoveryDialog
from editor.document import recovery
from editor.document.document import Document
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.dialogs.new_map import NewMapDialog
from editor.hexes.kind import describe_place
from editor.window.app import make_window
from editor.window.window import Window
from editor.work import settings
from engine import data, formats
from engine.boards.palette import Layer
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec


@pytest.fixture
def map_file(tmp_path: Path) -> Path:
    path = tmp_path / "field.yaml"
    board = BattleMap(Grid(GridSpec(6, 5)), formats.load_palette("standard"), "The field")
    formats.save_map(board, path)
    return path


@pytest.fixture
def window(qtbot: QtBot, map_file: Path) -> Iterator[Window]:
    made = make_window(str(map_file))
    qtbot.addWidget(made, before_close_func=forgive)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    made.desk.preview.close()


def test_title_and_dirty_mark(window: Window) -> None:
    assert window.windowTitle() == "The field[*] – Hexwright"
    assert not window.isWindowModified()
    paint(window)
    assert window.isWindowModified()
    window.desk.actions.get("edit.undo").trigger()
    assert not window.isWindowModified()
    window.desk.actions.get("edit.redo").trigger()
    assert window.desk.document.battle_map.terrain[7] == "forest"


def test_undo_names_the_step(window: Window) -> None:
    undo = window.desk.actions.get("edit.undo")
    assert not undo.isEnabled()
    paint(window)
    assert undo.text() == "&Undo Paint Forest"


def test_save_writes_and_save_as_adds_the_ending(
    window: Window, map_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paint(window)
    assert window.files.save()
    assert formats.load_map(map_file).terrain[7] == "forest"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (str(tmp_path / "copy"), ""))
    assert window.files.save_as()
    assert window.desk.document.map_path == tmp_path / "copy.yaml"
    assert settings.recent_files()[0] == tmp_path / "copy.yaml"


def test_a_file_named_at_the_start_is_among_the_recent_ones(window: Window, map_file: Path) -> None:
    assert settings.recent_files()[0] == map_file
    window.status.place.setText("0101")
    window.files.show(Document.open(map_file))
    assert window.status.place.text() == ""


def test_cancel_keeps_the_document_and_the_window(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    paint(window)
    document = window.desk.document
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    assert not window.files.close_tabs([window.desk.tabs.front])
    assert not window.close()
    assert len(asked) == 2
    assert window.desk.document is document
    assert document.dirty


def test_discard_goes_on_and_save_saves(window: Window, map_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paint(window)
    answer(monkeypatch, QMessageBox.StandardButton.Save)
    assert window.files.close_tabs([window.desk.tabs.front])
    assert window.files.open_path(map_file)
    assert window.desk.document.battle_map.terrain[7] == "forest"
    document = window.desk.document
    document.push(PaintTerrain([8], "swamp"))
    answer(monkeypatch, QMessageBox.StandardButton.Discard)
    assert window.files.close_tabs([window.desk.tabs.front])
    assert window.files.open_path(map_file)
    assert window.desk.document.battle_map.terrain[8] == "clear"


def test_a_bad_file_is_a_dialog_with_its_findings_and_the_document_stays(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[OpenProblemsDialog] = []
    monkeypatch.setattr(OpenProblemsDialog, "exec", lambda dialog: shown.append(dialog))
    bad = tmp_path / "bad.yaml"
    bad.write_text("format: hexwright-map 1\nname: [\n")
    document = window.desk.document
    assert not window.files.open_path(bad)
    assert not window.files.open_path(tmp_path / "gone.yaml")
    assert window.desk.document is document
    assert [bool(dialog.findings) for dialog in shown] == [True, True]
    assert shown[0].findings[0].place.line


def test_a_file_dropped_on_the_window_is_opened(window: Window, tmp_path: Path, qtbot: QtBot) -> None:
    other = tmp_path / "other.yaml"
    board = BattleMap(Grid(GridSpec(4, 3)), formats.load_palette("standard"), "The other")
    formats.save_map(board, other)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(other))])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    # Over the map: the canvas takes units only, and passes files on to the window.
    viewport = window.canvas.viewport()
    QApplication.sendEvent(viewport, QDragEnterEvent(QPoint(90, 90), copy, data, left, none))
    QApplication.sendEvent(viewport, QDropEvent(QPointF(90, 90), copy, data, left, none))
    qtbot.waitUntil(lambda: window.desk.document.title == "The other")


def test_a_new_map_is_what_the_dialog_says(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill_in(dialog: NewMapDialog) -> QDialog.DialogCode:
        dialog.name.setText("Fresh ground")
        dialog.columns.setValue(9)
        dialog.rows.setValue(7)
        dialog.scale.setText("1 mile")
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(NewMapDialog, "exec", fill_in)
    window.desk.actions.get("file.new-map").trigger()
    board = window.desk.document.battle_map
    assert (board.name, board.scale, board.grid.columns, board.grid.rows) == ("Fresh ground", "1 mile", 9, 7)


def test_a_new_scenario_on_the_open_map(window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fill_in(dialog: NewScenarioDialog) -> QDialog.DialogCode:
        dialog.name.setText("A fight")
        dialog.turns.setValue(6)
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(NewScenarioDialog, "exec", fill_in)
    window.files.making.new_scenario()
    document = window.desk.document
    assert document.scenario is not None
    assert (document.scenario.name, document.scenario.turns.count) == ("A fight", 6)
    assert document.scenario_dirty
    assert not document.map_dirty
    assert window.status.message.text().startswith("A fight has no units yet: Scenario > Unit table")
    document.save_as(tmp_path / "fight.yaml")
    assert formats.load_scenario(tmp_path / "fight.yaml").map.name == "The field"


def test_go_to_finds_numbers_and_places(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([("0304", True), ("nowhere", True)])
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: next(answers))
    window.menus.map.go_to()
    grid = window.desk.document.battle_map.grid
    assert window.desk.selection.hexes == [grid.parse("0304")]
    window.menus.map.go_to()
    assert "no hex or place" in window.status.message.text()


def test_the_status_bar_tells_the_hex(window: Window, qtbot: QtBot) -> None:
    document = window.desk.document
    document.battle_map.elevation[7] = 2
    document.battle_map.features[7] = ("church",)
    text = describe_place(document, 7)
    assert text == f"{document.battle_map.grid.name(7)} · Clear · level 2 · Church"
    settle()
    window.canvas.fit()
    Hand(qtbot, window.desk).move(document.battle_map.grid.name(7))
    assert window.status.place.text() == text


def test_number_keys_choose_a_kind_and_its_tool(window: Window, qtbot: QtBot) -> None:
    tools = window.desk.tools
    window.desk.actions.get("tool.hexside").trigger()
    panel = window.docks["palette"].widget()
    panel.choose_number(4)
    assert tools.settings.hexside == list(window.desk.document.battle_map.palette.hexsides)[4]
    panel.swatch(Layer.FEATURE, "fort").click()
    assert (tools.current, tools.settings.feature) == ("feature", "fort")
    assert window.desk.actions.get("tool.feature").isChecked()
    panel.swatch(Layer.TERRAIN, "swamp").click()
    assert tools.current == "brush"


def test_no_two_actions_share_a_key(window: Window) -> None:
    taken: dict[str, str] = {}
    for entry in window.desk.actions.entries:
        for key in entry.action.shortcuts():
            text = key.toString()
            assert text not in taken, f"{text}: {taken[text]} and {entry.key}"
            taken[text] = entry.key


def test_every_menu_has_something_in_it(window: Window) -> None:
    for action in window.menuBar().actions():
        menu = action.menu()
        entries = [entry for entry in menu.actions() if not entry.isSeparator()]
        assert entries, action.text()
        assert not menu.actions()[0].isSeparator()
        assert not menu.actions()[-1].isSeparator()


def levels(menu: QMenu) -> Iterator[QMenu]:
    """A menu and all that are within it."""
    yield menu
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            yield from levels(inner)


@pytest.mark.parametrize("sample", ["lundys_lane", "sns_first_steps", "teaching_table"])
def test_no_menu_has_more_than_sixteen_entries(window: Window, sample: str) -> None:
    """A campaign has most overlays to show."""
    window.files.show(Document.open(data.scenarios() / f"{sample}.yaml"))
    for action in window.menuBar().actions():
        for menu in levels(action.menu()):
            shown = [entry.text() for entry in menu.actions() if entry.isVisible() and not entry.isSeparator()]
            assert len(shown) <= 16, shown


def test_an_entry_has_a_tick_or_an_icon(window: Window) -> None:
    for entry in window.desk.actions.entries:
        both = entry.action.isCheckable() and entry.action.isIconVisibleInMenu() and not entry.action.icon().isNull()
        assert not both, entry.key


def test_the_look_is_remembered(window: Window, qtbot: QtBot, map_file: Path) -> None:
    window.desk.actions.get("view.grid").trigger()
    assert not window.canvas.map_scene.map_layer.look.grid
    window.files.show(Document.open(map_file))
    assert not window.canvas.map_scene.map_layer.look.grid, "another document keeps the look"
    again = make_window(None)
    qtbot.addWidget(again)
    assert not again.canvas.map_scene.map_layer.look.grid


def test_unsaved_work_is_offered_and_brought_back(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    paint(window)
    window.files.recovery.flush()
    lock = window.files.recovery._lock
    assert lock is not None
    lock.unlock()
    monkeypatch.setattr(RecoveryDialog, "exec", lambda dialog: dialog._recover())
    other = make_window(None)
    qtbot.addWidget(other, before_close_func=forgive)
    assert other.session.offer_recovery()
    assert other.desk.document.battle_map.terrain[7] == "forest"
    assert other.isWindowModified()
    assert recovery.found() == []


def test_panels_have_their_widths_when_the_window_is_first_shown(qtbot: QtBot, map_file: Path) -> None:
    made = make_window(str(map_file))
    qtbot.addWidget(made, before_close_func=forgive)
    made.resize(1280, 800)
    made.show()
    qtbot.waitUntil(lambda: abs(made.docks["palette"].width() - 332) <= 2)


def test_closing_keeps_the_arrangement_and_no_copy(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    window.docks["minimap"].hide()
    assert window.close()
    assert not list((tmp_path / "state").glob("recovery/*"))
    again = make_window(None)
    qtbot.addWidget(again)
    again.show()
    assert again.docks["minimap"].isHidden()
    again.close()
