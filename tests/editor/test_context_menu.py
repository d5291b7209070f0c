"""The menu of a hex: by the right button and by the menu key; units, names, kinds, the selection."""

from __future__ import annotations

import pytest
from access import menu_faults
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QMenu, QWidgetAction
from pytestqt.qtbot import QtBot

from editor.dialogs.edit_label import LabelDialog
from editor.look.mnemonics import bare
from editor.menus.context import ContextMenu
from editor.window.app import make_window
from editor.window.window import Window


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    made = make_window("scenarios/lundys_lane.yaml")
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    return made


def menu_at(window: Window, name: str) -> QMenu:
    control = window.desk.findChild(ContextMenu)
    return control.menu_of(window.desk.document.battle_map.grid.parse(name))


def entry(menu: QMenu, text: str) -> QAction:
    return next(action for action in menu.actions() if bare(action.text()) == text)


def test_the_right_button_and_the_keyboard_open_it(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[str, QPoint]] = []
    # The screenless platform warns of every menu that comes up.
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: opened.append((menu.actions()[0].text()[:5], place)))
    grid = window.desk.document.battle_map.grid
    window.canvas.setFocus()
    window.canvas.keys.go_to(grid.parse("L2010"))
    qtbot.keyClick(window.canvas, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert window.desk.selection.hexes == [grid.parse("L2010")]
    spot = window.canvas.mapFromScene(QPointF(*window.canvas.map_scene.geometry.centre(grid.parse("L2211"))))
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(window.canvas.viewport(), QContextMenuEvent(reason, spot, QPoint(50, 50)))
    assert [text for text, _ in opened] == ["L2010", "L2211"]
    assert opened[1][1] == window.canvas.viewport().mapToGlobal(spot)


def test_what_is_selected_stays_selected_when_the_hex_is_part_of_it(window: Window) -> None:
    grid = window.desk.document.battle_map.grid
    three = [grid.parse(name) for name in ("L2010", "L2011", "L2012")]
    window.desk.selection.set(three)
    menu_at(window, "L2011")
    assert window.desk.selection.hexes == three
    menu_at(window, "L2015")
    assert window.desk.selection.hexes == [grid.parse("L2015")]


def test_a_unit_is_taken_off_the_map(window: Window) -> None:
    document = window.desk.document
    below = entry(menu_at(window, document.scenario.setup["us-9"]), document.scenario.units["us-9"].name).menu()
    entry(below, "Remove from map").trigger()
    assert "us-9" not in document.scenario.setup
    document.stack.undo()
    assert "us-9" in document.scenario.setup


def test_a_name_is_written_and_a_kind_taken_up(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    board = window.desk.document.battle_map

    def answer(dialog: LabelDialog) -> int:
        dialog.text.setText("Willow Farm")
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(LabelDialog, "exec", answer)
    menu = menu_at(window, "L3016")
    entry(menu, "Write a place name…").trigger()
    assert board.labels[-1].text == "Willow Farm"
    terrain = board.terrain[board.grid.parse("L3016")]
    entry(menu, f"Paint with {board.palette.terrain[terrain].name}").trigger()
    assert window.desk.settings.terrain == terrain
    assert entry(menu_at(window, "L3016"), "Change the place name…").isEnabled()
    # Nobody is there to say whether it is to be saved.
    window.desk.document.stack.undo()


def test_its_letters_are_apart(window: Window) -> None:
    assert list(menu_faults(menu_at(window, window.desk.document.scenario.setup["us-9"]))) == []


def test_the_menu_says_what_it_is_about(window: Window) -> None:
    title = menu_at(window, "L2010").actions()[0]
    assert isinstance(title, QWidgetAction)
    label = title.defaultWidget()
    assert isinstance(label, QLabel)
    assert label.text().startswith("L2010")
    assert not title.isEnabled()
