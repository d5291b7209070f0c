"""The order of battle and the reinforcement track: shown, filtered, edited by mouse, keyboard and drop."""

from __future__ import annotations

import pytest
from bench import Bench
from fields import battle_map, document
from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QInputDialog, QTreeWidget
from pytestqt.qtbot import QtBot

from editor.canvas.units_mime import pack, unpack
from editor.dialogs.edit_unit import EditUnitDialog
from editor.document.document import Document
from editor.panels.battle_panel import BattlePanel
from editor.panels.unit_tree import NAME, WHERE


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    made = Bench(document())
    qtbot.addWidget(made.window)
    made.window.show()
    return made


@pytest.fixture
def battle(qtbot: QtBot, bench: Bench) -> BattlePanel:
    panel = BattlePanel(bench.desk)
    qtbot.addWidget(panel)
    panel.resize(320, 480)
    panel.show()
    return panel


def choose(panel: BattlePanel, *units: str) -> None:
    panel.tree.clearSelection()
    for unit in units:
        panel.tree.units[unit].setSelected(True)


def drop(tree: QTreeWidget, units: list[str], at: QPointF) -> None:
    """Drop units on a tree, as Qt delivers it."""
    data, action = pack(units), Qt.DropAction.CopyAction
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(tree.viewport(), QDragEnterEvent(at.toPoint(), action, data, button, none))
    QApplication.sendEvent(tree.viewport(), QDropEvent(at, action, data, button, none))


def answer(dialog_type: type, act: object) -> None:
    """Answer the next modal dialog."""

    def attempt() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, dialog_type):
            act(dialog)  # type: ignore[operator]
        else:
            QTimer.singleShot(10, attempt)

    QTimer.singleShot(0, attempt)


def test_units_are_listed_by_side_with_strength_and_place(battle: BattlePanel) -> None:
    assert battle.tree.topLevelItemCount() == 2
    top = battle.tree.topLevelItem(0)
    assert top is not None
    assert top.text(NAME) == "United States (2)  11"
    assert battle.tree.units["us-9"].text(1) == "8/4"
    assert battle.tree.units["us-9"].text(WHERE) == "L0202"
    assert battle.tree.units["ac-103"].text(WHERE) == "turn 3, L0801"
    assert not battle.tree.units["us-9"].icon(NAME).isNull()


def test_the_search_hides_what_does_not_match(qtbot: QtBot, battle: BattlePanel) -> None:
    qtbot.keyClicks(battle.search, "artil")
    assert not battle.tree.units["us-towson"].isHidden()
    assert battle.tree.units["us-9"].isHidden()
    battle.search.clear()
    qtbot.keyClicks(battle.search, "L0202")
    assert [key for key, item in battle.tree.units.items() if not item.isHidden()] == ["us-9", "us-towson"]


def test_choosing_a_unit_selects_it_on_the_map(qtbot: QtBot, bench: Bench, battle: BattlePanel) -> None:
    rect = battle.tree.visualItemRect(battle.tree.units["ac-1"])
    qtbot.mouseClick(battle.tree.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert bench.desk.selection.unit == "ac-1"
    assert bench.desk.selection.hex == bench.document.battle_map.grid.parse("L0602")
    bench.desk.selection.set([], "us-9")
    assert battle.selected() == ["us-9"]


def test_delete_duplicate_and_undo_by_keyboard(qtbot: QtBot, bench: Bench, battle: BattlePanel) -> None:
    choose(battle, "us-9", "us-towson")
    battle.tree.setFocus()
    battle.duplicate_action.trigger()
    assert {"us-9-2", "us-towson-2"} <= set(bench.document.require_scenario().units)
    assert battle.selected() == ["us-9-2", "us-towson-2"]
    qtbot.keyClick(battle.tree, Qt.Key.Key_Delete)
    assert "us-9-2" not in bench.document.require_scenario().units
    bench.document.stack.undo()
    assert "us-9-2" in bench.document.require_scenario().units
    assert "us-9-2" in battle.tree.units


def test_a_new_unit_is_typed_in(qtbot: QtBot, bench: Bench, battle: BattlePanel) -> None:
    def fill(dialog: EditUnitDialog) -> None:
        assert not dialog.ok.isEnabled()
        qtbot.keyClicks(dialog.name, "25th Infantry")
        assert dialog.key.text() == "us-25th-infantry"
        line = dialog.type.lineEdit()
        line.selectAll()
        qtbot.keyClicks(line, "artillery")
        assert dialog.type.itemText(dialog.type.currentIndex()) == line.text() == "artillery", "with its own symbol"
        line.setCursorPosition(3)
        qtbot.keyClicks(line, "xy")
        assert (dialog.type.currentIndex(), line.text(), line.cursorPosition()) == (-1, "artxyillery", 5)
        line.setText("infantry")
        assert dialog.ok.isEnabled()
        dialog.accept()

    answer(EditUnitDialog, fill)
    battle.add_action.trigger()
    assert bench.document.require_scenario().units["us-25th-infantry"].name == "25th Infantry"
    assert battle.selected() == ["us-25th-infantry"]


def test_a_unit_is_edited_in_the_dialog(qtbot: QtBot, bench: Bench, battle: BattlePanel) -> None:
    def fill(dialog: EditUnitDialog) -> None:
        dialog.name.setText("Ninth")
        dialog.accept()

    choose(battle, "us-9")
    answer(EditUnitDialog, fill)
    battle.edit_action.trigger()
    unit = bench.document.require_scenario().units["us-9"]
    assert unit.name == "Ninth"
    assert unit.values == {"strength": 8, "reduced": 4}
    assert battle.tree.units["us-9"].text(NAME) == "Ninth"


def test_units_are_placed_by_number_and_nonsense_is_answered(bench: Bench, battle: BattlePanel) -> None:
    def typed(text: str) -> None:
        def fill(dialog: QInputDialog) -> None:
            dialog.setTextValue(text)
            dialog.accept()

        answer(QInputDialog, fill)
        battle.place_action.trigger()

    choose(battle, "ac-103")
    typed("l0505")
    assert bench.document.require_scenario().setup["ac-103"] == "L0505"
    typed("L9999")
    assert "L9999" in bench.said[-1]
    assert bench.document.require_scenario().setup["ac-103"] == "L0505"


def test_units_dropped_on_the_list_leave_the_map(bench: Bench, battle: BattlePanel) -> None:
    drop(battle.tree, ["us-9"], QPointF(40, 60))
    assert "us-9" not in bench.document.require_scenario().setup
    assert battle.tree.units["us-9"].text(WHERE) == "not placed"


def test_dragging_out_carries_the_units(battle: BattlePanel) -> None:
    data = battle.tree.mimeData([battle.tree.units["us-9"], battle.tree.units["ac-1"]])
    assert unpack(data) == ["us-9", "ac-1"]


def test_a_map_alone_has_an_empty_state(bench: Bench, battle: BattlePanel) -> None:
    bench.desk.tabs.set_document(Document(battle_map()))
    assert battle.pages.currentWidget() is battle.empty
    assert not battle.add_action.isEnabled()


def test_names_keep_their_room_beside_long_lists_of_entry_hexes(bench: Bench, battle: BattlePanel) -> None:
    tree = battle.tree
    tree.resize(360, 300)
    scenario = bench.document.require_scenario()
    top = tree.topLevelItem(0)
    assert top is not None
    row = top.child(0)
    assert row is not None
    row.setText(WHERE, ", ".join(scenario.units) * 4)
    tree.header().resizeSections()
    assert tree.sizeHintForColumn(WHERE) <= 0.31 * tree.viewport().width()
    assert tree.header().sectionSize(NAME) > 0.35 * tree.viewport().width()
