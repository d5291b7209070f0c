"""A session without a mouse: from the start to a map on disk, every key sent to whatever has the focus."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from answering import while_open
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog
from pytestqt.qtbot import QtBot

from editor.dialogs.seeker import Seeker
from editor.hexes.dialogs.new_map import NewMapDialog
from editor.window.app import make_window
from editor.window.window import Window
from engine.formats import load_map

Key = Qt.Key
Held = Qt.KeyboardModifier
CTRL, ALT, SHIFT = Held.ControlModifier, Held.AltModifier, Held.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    made = make_window(None)
    qtbot.addWidget(made)
    made.resize(1400, 900)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    return made


class Typist:
    """Presses keys; where they go is the program's business."""

    def __init__(self, qtbot: QtBot, window: Window) -> None:
        self.qtbot, self.window = qtbot, window

    def press(self, key: Qt.Key, held: Qt.KeyboardModifier = NONE, times: int = 1) -> None:
        for _ in range(times):
            self.qtbot.keyClick(QApplication.focusWidget() or self.window, key, held)

    def type(self, text: str) -> None:
        self.qtbot.keyClicks(QApplication.focusWidget(), text)

    def in_dialog(
        self, kind: type[QDialog], act: Callable[[QDialog], object], key: Qt.Key, held: Qt.KeyboardModifier
    ) -> None:
        """Press a key that opens a dialog, and act in it once the keys go there."""

        def in_focus(dialog: QDialog) -> None:
            self.qtbot.waitUntil(lambda: dialog.isAncestorOf(QApplication.focusWidget()))
            act(dialog)

        while_open(kind, in_focus, lambda: self.press(key, held))
        # Giving the window its turn again is the window manager's part; there is none here.
        self.window.activateWindow()
        self.qtbot.waitUntil(lambda: self.window.isAncestorOf(QApplication.focusWidget()))


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_from_the_start_to_a_map_on_disk_without_a_mouse(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    hands = Typist(qtbot, window)

    def sheet(_dialog: QDialog) -> None:
        hands.press(Key.Key_A, CTRL)
        hands.type("Nine Elms")
        hands.press(Key.Key_Return)

    hands.in_dialog(NewMapDialog, sheet, Key.Key_N, CTRL)
    board = window.desk.document.battle_map
    assert board.name == "Nine Elms"

    # Terrain: the brush, a kind from the palette, a stroke of four hexes.
    hands.press(Key.Key_B)
    hands.press(Key.Key_2)
    hands.press(Key.Key_0, ALT)
    hands.press(Key.Key_Home, CTRL)
    hands.press(Key.Key_Insert)
    hands.press(Key.Key_Down, times=3)
    hands.press(Key.Key_Insert)
    grid = board.grid
    assert [board.terrain[h] for h in grid.hexes[:1]] == ["forest"]
    assert board.terrain.count("forest") == 4

    # A command by a few letters, then a place by its number.
    def fetch(letters: str) -> Callable[[QDialog], None]:
        def act(_dialog: QDialog) -> None:
            hands.type(letters)
            hands.press(Key.Key_Return)

        return act

    hands.in_dialog(Seeker, fetch("hexsides"), Key.Key_P, CTRL | SHIFT)
    assert window.desk.tools.current == "hexside"
    target = grid.name(grid.hexes[len(grid) // 2])
    hands.in_dialog(Seeker, fetch(target), Key.Key_F, CTRL)
    assert grid.name(window.desk.selection.hex) == target

    # A hexside where Find has led: the cursor takes up the place that was gone to.
    hands.press(Key.Key_0, ALT)
    hands.press(Key.Key_Right)
    hands.press(Key.Key_Period)
    hands.press(Key.Key_Return)
    assert len(board.hexsides) == 1

    # One step back and forth, then to disk.
    hands.press(Key.Key_Z, CTRL)
    assert not board.hexsides
    hands.press(Key.Key_Y, CTRL)
    assert len(board.hexsides) == 1
    file = tmp_path / "nine_elms.yaml"

    def name(_dialog: QDialog) -> None:
        hands.press(Key.Key_A, CTRL)
        hands.type(str(file))
        hands.press(Key.Key_Return)

    hands.in_dialog(QFileDialog, name, Key.Key_S, CTRL)
    assert not window.desk.document.dirty
    again = load_map(file)
    assert again.terrain.count("forest") == 4
    assert len(again.hexsides) == 1
