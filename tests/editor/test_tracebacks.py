"""What once ended in a traceback under random clicks: each where it came from."""

from __future__ import annotations

import ast
import gc
import weakref
from pathlib import Path

import pytest
import shiboken6
from fields import battle_map, map_file
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMainWindow, QMenu
from pytestqt.qtbot import QtBot

import editor
from editor.commands.undo_stack import new_stroke
from editor.document.document import Document
from editor.hexes.canvas.aim import Aim
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.dialogs.join_maps import JoinMapsDialog
from editor.hexes.dialogs.new_map import NewMapDialog
from editor.look.mnemonics import deal_menu, letter_of
from editor.window.window import Window

# -- new map ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "text", "says"),
    [
        ("separator", "1", "digits"),
        ("separator", "/", "spaces, '/' or '>'"),
        ("separator", "a b", "spaces"),
        ("prefix", ">", "prefix"),
        ("first_column", -5, "start at 0"),
        ("first_row", -1, "start at 0"),
    ],
)
def test_numbers_that_no_grid_can_have_are_refused_and_nothing_is_drawn(
    qtbot: QtBot, field: str, text: str | int, says: str
) -> None:
    dialog = NewMapDialog({"standard": "Standard"})
    qtbot.addWidget(dialog)
    dialog.show()
    widget = getattr(dialog, field)
    widget.setValue(text) if isinstance(text, int) else widget.setText(text)
    # It raised while it painted.
    dialog.preview.grab()
    assert dialog.preview.spec is None
    assert says in dialog.complaint.text()
    assert not dialog.ok.isEnabled()
    widget.setValue(1) if isinstance(text, int) else widget.setText("")
    dialog.preview.grab()
    assert dialog.preview.spec is not None
    assert dialog.ok.isEnabled()


# -- the status bar ---------------------------------------------------------------------------------------------------


def test_a_pointer_still_over_the_map_before_is_told_nothing_of_the_one_in_front(
    window: Window, tmp_path: Path
) -> None:
    """Near a change of tabs Qt moves the mouse again over what was there."""
    large = window.desk.document.battle_map.grid
    here = large.size - 1
    aim = Aim(*large.centre(here), here, large.side(here, 0), Qt.KeyboardModifier.NoModifier)
    window.panes.aim_changed.emit(aim)
    assert window.status.place.text().startswith(large.name(here))
    window.files.open_path(map_file(tmp_path / "tiny.yaml", "Tiny", 3, 2))
    assert here not in window.desk.document.battle_map.grid
    window.panes.aim_changed.emit(aim)
    assert window.status.place.text() == ""


# -- menus and what Python has of them --------------------------------------------------------------------------------


def test_going_to_a_panel_leaves_the_window_to_itself(window: Window) -> None:
    """Along the focus chain PySide took the window for a part of a check box, and its menus went with the box."""
    for entry in window.desk.actions.entries:
        if entry.key.startswith("panel."):
            entry.action.trigger()
    assert shiboken6.ownedByPython(window)


def test_nobody_asks_qt_what_pyside_takes_for_a_change_of_parent() -> None:
    wrong = {"nextInFocusChain", "previousInFocusChain", "topLevelWidget", "nativeParentWidget", "focusProxy"}
    house = Path(editor.__path__[0])
    found = {
        f"{path.relative_to(house).as_posix()}: {node.func.attr}"
        for path in house.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in wrong
    }
    assert found == set()


def test_letters_are_dealt_in_a_menu_that_python_has_lost(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    menu = window.menuBar().addMenu("Map")
    menu.setObjectName("map")
    menu.addAction("&Resize")
    deal_menu(menu)
    shiboken6.invalidate(menu)
    again = window.findChild(QMenu, "map")
    assert again is not None
    late = again.addAction("&Repair")
    again.aboutToShow.emit()
    assert letter_of(late.text()) == "E"


# -- join maps --------------------------------------------------------------------------------------------------------


def test_fields_of_join_maps_start_the_timer_with_its_own_interval(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = JoinMapsDialog(battle_map(), None, tmp_path)
    qtbot.addWidget(dialog)
    dialog.set_other(map_file(tmp_path / "other.yaml", "Other"))
    interval = dialog._timer.interval()
    for change in (
        lambda: dialog.offset.setValue(-7),
        lambda: dialog.offset.setValue(3000),
        lambda: dialog.overlap.setValue(1),
        lambda: dialog.edge.setCurrentIndex(2),
        lambda: dialog.edge.setCurrentIndex(-1),
        lambda: dialog.renumber.setChecked(True),
    ):
        change()
        assert dialog._timer.isActive()
        assert dialog._timer.interval() == interval
        dialog._timer.stop()


# -- what is let go ---------------------------------------------------------------------------------------------------


def test_strokes_that_were_merged_keep_no_document_alive() -> None:
    """PySide keeps what Qt merges for as long as the stack lives; so steps merge before."""
    document = Document(battle_map())
    stroke = new_stroke()
    steps = [PaintTerrain([h], "forest", stroke) for h in (1, 2, 3)]
    for step in steps:
        document.push(step)
    assert document.stack.count() == 1
    merged = [weakref.ref(step) for step in steps[1:]]
    gone = weakref.ref(document)
    del steps, step
    gc.collect()
    assert [step() for step in merged] == [None, None]
    del document
    gc.collect()
    assert gone() is None
