"""Cells of tables that are typed into, and left by Enter, another key at once, or a dialog that closes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QTableWidget
from pytestqt.qtbot import QtBot
from settling import settle

import editor
from editor.dialogs.new_scenario import NewScenarioDialog
from editor.panels.levels_field import LevelsField
from engine.scenario import Level

TABLES = ("QTableWidget(", "(QTableWidget)")


def typed(table: QTableWidget, text: str) -> QLineEdit:
    """Text typed into the first cell of the table, whose field is open."""
    table.setCurrentCell(0, 0)
    QTest.keyClick(table, Qt.Key.Key_F2)
    [field] = table.viewport().findChildren(QLineEdit)
    field.setText(text)
    return field


@pytest.fixture
def dialog(qtbot: QtBot) -> NewScenarioDialog:
    made = NewScenarioDialog("a map", {})
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    made.sides_table.table.setFocus()
    return made


def name_of_first(dialog: NewScenarioDialog) -> str:
    return next(iter(dialog.sides.values())).name


def test_enter_takes_over_at_once_and_leaves_the_dialog_open(dialog: NewScenarioDialog) -> None:
    field = typed(dialog.sides_table.table, "Zulu")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert (name_of_first(dialog), dialog.isVisible()) == ("Zulu", True)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Tab])
def test_a_key_that_follows_enter_at_once_finds_the_cell_closed(dialog: NewScenarioDialog, key: Qt.Key) -> None:
    field = typed(dialog.sides_table.table, "Zulu")
    QTest.keyClick(field, Qt.Key.Key_Return)
    QTest.keyClick(field, key)
    settle()
    assert name_of_first(dialog) == "Zulu"


@pytest.mark.parametrize("leave", ["reject", "accept"])
def test_a_dialog_that_closes_right_after_enter_says_nothing_strange(dialog: NewScenarioDialog, leave: str) -> None:
    field = typed(dialog.sides_table.table, "Zulu")
    QTest.keyClick(field, Qt.Key.Key_Return)
    getattr(dialog, leave)()
    settle()
    assert (name_of_first(dialog), dialog.isVisible()) == ("Zulu", False)


def test_a_row_that_goes_right_after_enter_takes_its_cell_with_it(qtbot: QtBot) -> None:
    levels = LevelsField()
    qtbot.addWidget(levels)
    levels.show_value([Level("marginal", 1), Level("decisive", 5)])
    levels.show()
    field = typed(levels.table, "narrow")
    QTest.keyClick(field, Qt.Key.Key_Return)
    levels.table.removeRow(0)
    settle()
    assert levels.table.rowCount() == 1


def test_every_table_that_is_typed_into_takes_over_at_once() -> None:
    """A table of items has the delegate of `editor.look.cells`, or its cells cannot be typed into."""
    for file in sorted(Path(editor.__file__).parent.rglob("*.py")):
        text = file.read_text("utf-8")
        tables = sum(text.count(words) for words in TABLES)
        safe = text.count("setItemDelegate(") + text.count("NoEditTriggers")
        assert safe >= tables, f"{file.name} has a table whose cells are typed into without CellDelegate"
