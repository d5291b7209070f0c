"""Several documents in tabs: opening, going through, closing, what each keeps, files that change on disk."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest
from answering import while_open
from bench import forgive
from fields import map_file
from hand import Hand
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot
from settling import settle
from tabbed import answer, front, paint, titles

from editor.dialogs.save_questions import SaveQuestion
from editor.dialogs.unsaved import UnsavedDialog
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.menus.file import blank
from editor.preview.seats import HUMAN
from editor.stage.tabs import Tab
from editor.window.app import make_window, show
from editor.window.window import Window
from editor.work.collector import rest
from editor.work.settings import settings
from engine import data, formats

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton


def tab_spot(window: Window, index: int) -> QPoint:
    return window.strip.tabRect(index).center()


# -- opening and going through ---------------------------------------------------------------------------


def test_files_open_in_tabs_and_the_empty_start_gives_way(window: Window, files: list[Path]) -> None:
    assert titles(window) == ["Alpha", "Beta", "Gamma"]
    assert front(window) == "Gamma"
    assert window.windowTitle() == "Gamma[*] – Hexwright"
    assert [window.strip.tabText(i) for i in range(3)] == ["Alpha", "Beta", "Gamma"]
    assert window.strip.tabToolTip(1) == str(files[1])
    assert window.strip.isVisible()


def test_a_file_that_is_open_is_gone_to(window: Window, files: list[Path]) -> None:
    assert window.files.open_path(files[0])
    assert len(window.desk.tabs) == 3
    assert front(window) == "Alpha"


def test_an_empty_start_that_was_drawn_on_stays(qtbot: QtBot, files: list[Path]) -> None:
    made = make_window(None)
    qtbot.addWidget(made, before_close_func=forgive)
    paint(made)
    made.files.open_path(files[0])
    assert titles(made) == ["Untitled map", "Alpha"]


def test_several_files_of_the_command_line(qtbot: QtBot, files: list[Path]) -> None:
    made = make_window(*map(str, files))
    qtbot.addWidget(made)
    qtbot.waitUntil(lambda: titles(made) == ["Alpha", "Beta", "Gamma"])


def test_dropped_files_open_in_tabs(qtbot: QtBot, files: list[Path]) -> None:
    made = make_window(None)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in files])
    copy, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    viewport = made.canvas.viewport()
    QApplication.sendEvent(viewport, QDragEnterEvent(QPoint(90, 90), copy, mime, LEFT, none))
    QApplication.sendEvent(viewport, QDropEvent(QPointF(90, 90), copy, mime, LEFT, none))
    qtbot.waitUntil(lambda: titles(made) == ["Alpha", "Beta", "Gamma"])


@pytest.mark.parametrize(
    ("key", "modifier", "there"),
    [
        (Qt.Key.Key_PageDown, CTRL, "Alpha"),
        (Qt.Key.Key_PageUp, CTRL, "Beta"),
        (Qt.Key.Key_Tab, CTRL, "Alpha"),
        (Qt.Key.Key_Backtab, CTRL | SHIFT, "Beta"),
    ],
)
def test_keys_go_through_the_tabs(
    window: Window, qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier, there: str
) -> None:
    window.canvas.setFocus()
    qtbot.keyClick(window.canvas, key, modifier)
    assert front(window) == there
    assert window.strip.tabText(window.strip.currentIndex()) == there


def test_a_click_chooses_and_a_drag_moves(window: Window, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.strip, LEFT, pos=tab_spot(window, 0))
    assert front(window) == "Alpha"
    start, end = tab_spot(window, 0), tab_spot(window, 2)
    qtbot.mousePress(window.strip, LEFT, pos=start)
    for step in range(1, 11):
        QTest.mouseMove(window.strip, start + (end + QPoint(20, 0) - start) * step / 10)
    qtbot.mouseRelease(window.strip, LEFT, pos=end)
    assert titles(window) == ["Beta", "Gamma", "Alpha"]
    assert front(window) == "Alpha"


def test_names_tell_apart_and_marks_tell_what_is_unsaved(window: Window, tmp_path: Path) -> None:
    window.files.open_path(map_file(tmp_path / "second.yaml", "Alpha"))
    folder = tmp_path.name
    # Long names are cut in the middle; both ends tell.
    for index, ending in ((0, "alpha.yaml"), (3, "second.yaml")):
        text = window.strip.tabText(index)
        assert text.startswith("Alpha")
        assert text.endswith(ending)
    assert folder in window.strip.tabToolTip(3)
    paint(window)
    assert window.strip.tabText(3).endswith(" *")
    assert not window.strip.tabText(0).endswith(" *")


# -- what each tab keeps ---------------------------------------------------------------------------


def test_undo_selection_zoom_and_layers_are_each_tabs_own(window: Window) -> None:
    bench, tabs = window.desk, window.desk.tabs
    paint(window)
    bench.selection.set([3, 4])
    window.canvas.set_zoom(0.8)
    window.canvas.centre_on(20)
    bench.controls.layers.set_shown("features", False)
    stand = window.canvas.stand
    bench.tabs.show(tabs[0])
    assert bench.selection.hexes == []
    assert bench.controls.layers.state("features").shown
    assert not bench.actions.get("edit.undo").isEnabled()
    paint(window, 9, "swamp")
    bench.actions.get("edit.undo").trigger()
    assert bench.document.battle_map.terrain[9] == "clear"
    for _ in range(3):
        bench.tabs.show(tabs[2])
        bench.tabs.show(tabs[0])
    bench.tabs.show(tabs[2])
    assert window.canvas.stand == stand, "to the pixel, however often one comes back"
    assert bench.selection.hexes == [3, 4]
    assert not bench.controls.layers.state("features").shown
    assert bench.document.battle_map.terrain[7] == "forest"
    bench.actions.get("edit.undo").trigger()
    assert bench.document.battle_map.terrain[7] == "clear"


def test_a_stroke_is_broken_off_by_leaving(window: Window, qtbot: QtBot) -> None:
    bench = window.desk
    bench.tools.choose("brush")
    bench.tools.settings.set("terrain", "forest")
    window.canvas.fit()
    hand = Hand(qtbot, bench)
    hand.press("0304")
    document = bench.document
    assert document.dirty
    bench.tabs.show(bench.tabs[0])
    hand.release("0304")
    assert not document.dirty
    assert not bench.document.dirty


def test_hexes_are_copied_from_tab_to_tab(window: Window, qtbot: QtBot) -> None:
    bench = window.desk
    grid = bench.document.battle_map.grid
    bench.document.push(PaintTerrain([grid.parse("0304")], "forest"))
    bench.selection.set([grid.parse("0304")])
    bench.actions.get("edit.copy").trigger()
    bench.tabs.show(bench.tabs[0])
    bench.actions.get("edit.paste").trigger()
    window.canvas.fit()
    Hand(qtbot, bench).click("0606")
    board = bench.document.battle_map
    assert board.terrain[board.grid.parse("0606")] == "forest"
    bench.tabs.show(bench.tabs[1])
    assert not bench.document.dirty
    window.canvas.fit()
    Hand(qtbot, bench).click("0505")
    assert bench.document.battle_map.terrain[bench.document.battle_map.grid.parse("0505")] == "forest", "still held"


def test_a_test_game_goes_on_behind_and_is_there_again(window: Window, qtbot: QtBot) -> None:
    bench = window.desk
    window.files.open_path(data.scenarios() / "lundys_lane.yaml")
    scenario = bench.document.scenario
    assert scenario is not None
    fought = bench.tabs.front
    assert window.desk.controls.game.start(dict.fromkeys(scenario.sides, "first"), 1)
    bench.preview.play(actions=6)
    bench.tabs.show(bench.tabs[0])
    assert not bench.preview.active
    assert bench.canvas.picking is None
    qtbot.waitUntil(lambda: not fought.preview.busy and len(fought.preview.positions) > 6)
    bench.tabs.show(fought)
    assert bench.preview.active
    assert bench.preview.shown == len(bench.preview.positions) - 1
    assert bench.canvas.picking is not None
    assert window.desk.controls.units.layer.stacks
    told = [line.text for line in bench.log.lines if line.kind == "game"]
    assert len(told) >= 6, "what was played meanwhile is in the log"


def test_a_click_in_a_game_goes_to_the_game_in_front_only(window: Window, qtbot: QtBot) -> None:
    bench = window.desk
    window.files.open_path(data.scenarios() / "lundys_lane.yaml")
    scenario = bench.document.scenario
    assert scenario is not None
    window.desk.controls.game.start(dict.fromkeys(scenario.sides, HUMAN), 1)
    clicked: list[int] = []
    assert bench.canvas.picking is not None
    bench.tabs.show(bench.tabs[0])
    bench.tools.choose("select")
    window.canvas.fit()
    window.panes.spot_clicked.connect(lambda h, _held: clicked.append(h))
    Hand(qtbot, bench).click("0303")
    assert clicked == [bench.document.battle_map.grid.parse("0303")]


# -- closing ---------------------------------------------------------------------------


def test_closing_by_key_button_and_middle_click(window: Window, qtbot: QtBot) -> None:
    window.canvas.setFocus()
    qtbot.keyClick(window.canvas, Qt.Key.Key_W, CTRL)
    assert titles(window) == ["Alpha", "Beta"]
    qtbot.mouseClick(window.strip, MIDDLE, pos=tab_spot(window, 0))
    assert titles(window) == ["Beta"]
    assert not window.strip.isVisible()
    qtbot.keyClick(window.canvas, Qt.Key.Key_W, CTRL)
    assert titles(window) == ["Untitled map"]
    qtbot.keyClick(window.canvas, Qt.Key.Key_W, CTRL)
    assert titles(window) == ["Untitled map"]


def test_closing_asks_and_cancel_keeps(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    paint(window)
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    assert not window.files.close_tabs([window.desk.tabs.front])
    assert len(asked) == 1
    assert titles(window) == ["Alpha", "Beta", "Gamma"]


def test_the_window_asks_once_for_all(window: Window, files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    paint(window)
    window.desk.tabs.show(window.desk.tabs[0])
    paint(window)
    shown: list[list[str]] = []

    def save_the_first(dialog: UnsavedDialog) -> int:
        shown.append([dialog.list.item(row).text() for row in range(dialog.list.count())])
        dialog.list.item(1).setCheckState(Qt.CheckState.Unchecked)
        assert dialog.save_button.text().replace("&", "") == "Save 1"
        dialog.save_button.click()
        return dialog.result()

    monkeypatch.setattr(UnsavedDialog, "exec", save_the_first)
    assert window.close()
    assert [text.split("\n")[0] for text in shown[0]] == ["Alpha", "Gamma"]
    assert formats.load_map(files[0]).terrain[7] == "forest"
    assert formats.load_map(files[2]).terrain[7] == "clear"


def fight(window: Window, qtbot: QtBot, actions: int = 3) -> Tab:
    """Test turns of Lundy's Lane in a tab of its own."""
    window.files.open_path(data.scenarios() / "lundys_lane.yaml")
    preview = window.desk.preview
    window.desk.controls.game.start(dict.fromkeys(window.desk.document.require_scenario().sides, "first"), 1)
    if actions:
        with qtbot.waitSignal(preview.stopped):
            preview.play(actions=actions)
    return window.desk.tabs.front


def press(caption: str, told: list[str]) -> Callable[[QMessageBox], None]:
    def act(box: QMessageBox) -> None:
        told.append(f"{box.text()} {box.informativeText()}")
        [button] = [one for one in box.buttons() if one.text().replace("&", "") == caption]
        button.click()

    return act


def test_test_turns_are_not_dropped_without_a_word(window: Window, qtbot: QtBot) -> None:
    tab, told = fight(window, qtbot), []  # type: ignore[var-annotated]
    while_open(SaveQuestion, press("Cancel", told), window.desk.actions.get("file.close").trigger)
    assert "Leave the test turns of Lundy's Lane?" in told[0]
    assert "3 actions have been played" in told[0]
    assert tab.preview.played == 3
    while_open(SaveQuestion, press("Cancel", told), window.close)
    assert window.isVisible()
    while_open(SaveQuestion, press("Cancel", told), lambda: window.files.close_others(window.desk.tabs[0]))
    assert len(window.desk.tabs) == 4
    saved: list[Tab] = []
    keep = window.desk.actions.get("play.save")
    keep.triggered.disconnect()
    keep.triggered.connect(lambda: (saved.append(window.desk.tabs.front), tab.preview.kept(Path("game.yaml"))))
    window.desk.tabs.show(window.desk.tabs[0])
    while_open(SaveQuestion, press("Save game…", told), lambda: window.files.close_tabs([tab]))
    assert saved == [tab]
    assert titles(window) == ["Alpha", "Beta", "Gamma"]


def test_a_game_of_which_nothing_was_played_goes_without_a_question(window: Window, qtbot: QtBot) -> None:
    tab = fight(window, qtbot, 0)
    assert tab.preview.active
    assert window.files.close_tabs([tab])


def test_a_window_that_would_fill_the_screen_is_maximised(window: Window) -> None:
    settings().remove("window/geometry")
    show(window)
    assert window.isMaximized()
    window.showNormal()
    settings().setValue("window/geometry", window.saveGeometry())
    show(window)
    assert not window.isMaximized()


def test_players_that_are_still_playing_are_told_of(window: Window, qtbot: QtBot) -> None:
    tab, told = fight(window, qtbot, 0), []  # type: ignore[var-annotated]
    tab.preview.play()
    while_open(SaveQuestion, press("Leave", told), lambda: window.files.close_tabs([tab]))
    assert "still playing" in told[0]
    assert titles(window) == ["Alpha", "Beta", "Gamma"]


def test_close_others_and_save_all(window: Window, files: list[Path]) -> None:
    paint(window)
    window.desk.tabs.show(window.desk.tabs[0])
    paint(window)
    window.desk.actions.get("file.save-all").trigger()
    assert [formats.load_map(path).terrain[7] for path in files] == ["forest", "clear", "forest"]
    menu = window.strip.menu(window.desk.tabs[1])
    assert [action.text().replace("&", "") for action in menu.actions() if action.text()] == [
        "Close",
        "Close others",
        "Copy path",
        "Show in folder",
    ]
    next(action for action in menu.actions() if "path" in action.text()).trigger()
    assert QApplication.clipboard().text() == str(files[1])
    next(action for action in menu.actions() if "others" in action.text()).trigger()
    assert titles(window) == ["Beta"]


def test_the_collector_rests_once_files_are_open_and_when_they_are_closed(
    window: Window, files: list[Path], rests: list[None]
) -> None:
    assert len(rests) == len(files)
    assert window.files.close_tabs([window.desk.tabs.front])
    assert len(rests) == len(files) + 1


def test_a_closed_document_is_let_go(window: Window, qtbot: QtBot) -> None:
    tab = window.desk.tabs.front
    paint(window)
    window.desk.document.stack.undo()
    seen = [weakref.ref(tab.document), weakref.ref(tab), weakref.ref(tab.scene), weakref.ref(tab.preview)]
    gone: list[bool] = []
    tab.document.destroyed.connect(lambda: gone.append(True))
    del tab
    assert window.files.close_tabs([window.desk.tabs.front])
    qtbot.waitUntil(lambda: bool(gone))
    qtbot.waitUntil(lambda: not window.docks["problems"].widget().busy)
    rest()
    gc.collect()
    settle()
    gc.collect()
    assert [ref() for ref in seen] == [None] * 4


def test_a_tab_behind_keeps_no_more_than_it_showed(window: Window) -> None:
    window.canvas.set_zoom(1.5)
    layer = window.canvas.map_scene.map_layer
    layer.finish()
    window.canvas.set_zoom(0.7)
    layer.finish()
    held = len(layer.tiles._images)
    window.desk.tabs.show(window.desk.tabs[0])
    assert 0 < len(layer.tiles._images) < held
    assert not layer.busy


def test_the_start_is_empty_and_of_no_file() -> None:
    assert blank().path is None
