"""Tables as grids: shown as the file has them, typed, pasted, filled; the shares below each column."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from access import faults
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from editor.rules.widgets.table_data import TableSheet
from editor.rules.widgets.table_grid import SHARES, TableGrid
from editor.rules.widgets.words import WordList
from engine.findings import Finding, Place, Severity

sys.path.insert(0, str(Path(__file__).parent.parent / "kits"))
from written_conditions import tables

WORDS = WordList(
    {
        "results": {
            "AR": [{"retreat": "attacker", "hexes": 1}],
            "BL": [{"lose": "both"}],
            "DR": {"text": "Defenders retreat.", "do": {"retreat": "defender", "hexes": 1}},
            "half": 7,
        }
    }
)
CRT = {"columns": ["1:1", "2:1"], "rows": {"1-2": ["AR", "BL"], "3-6": ["BL", "DR"]}, "source": "mine"}


def grid(qtbot: QtBot, value: Any = None) -> TableGrid:
    """The grid of a table, in a window."""
    made = TableGrid()
    qtbot.addWidget(made)
    made.set_words(WORDS)
    made.set_value(value)
    with qtbot.waitExposed(made):
        made.show()
    return made


def select(made: TableGrid, top: int, left: int, bottom: int, right: int) -> None:
    """Select cells of the grid, the heads and the dice among them."""
    model = made.grid.model()
    made.grid.setCurrentCell(top, left)
    wanted = QItemSelection(model.index(top, left), model.index(bottom, right))
    made.grid.selectionModel().select(wanted, QItemSelectionModel.SelectionFlag.ClearAndSelect)


def test_every_table_of_every_file_comes_out_as_it_is_written(qtbot: QtBot) -> None:
    made = TableGrid()
    qtbot.addWidget(made)
    seen = 0
    for file, name, raw in tables():
        made.set_value(raw)
        assert repr(made.value()) == repr(raw), (file, name)
        sheet = TableSheet(raw)
        if raw is not None and sheet.sound and raw.get("columns") and all(raw.get("rows", {"": None}).values()):
            sheet.put_head(0, "changed")
            sheet.put_head(0, str(raw["columns"][0]) if isinstance(raw["columns"], list) else raw["columns"].split()[0])
            assert repr(sheet.data()) == repr(raw), (file, name)
        seen += 1
    assert seen > 20


@pytest.mark.parametrize(
    "odd",
    [None, "x", 3, [], {}, {"columns": 3}, {"rows": [1]}, {"columns": "1:1 2:1", "rows": {"1": None, "x": "AR AR AR"}}],
    ids=repr,
)
def test_what_is_half_written_is_shown_and_kept(qtbot: QtBot, odd: Any) -> None:
    assert repr(grid(qtbot, odd).value()) == repr(odd)


def test_a_cell_a_head_a_row_and_the_dice_are_typed(qtbot: QtBot) -> None:
    made = grid(qtbot, CRT)
    for row, column, text in ((1, 1, "BL"), (0, 2, "3:1"), (2, 0, "3+"), (0, 0, "2d6")):
        item = made.grid.item(row, column)
        assert item is not None
        with qtbot.waitSignal(made.changed):
            item.setText(text)
    assert made.value() == {
        "columns": ["1:1", "3:1"],
        "rows": {"1-2": ["BL", "BL"], "3+": ["BL", "DR"]},
        "source": "mine",
        "dice": "2d6",
    }


def test_a_table_is_pasted_from_a_spreadsheet_with_its_heads(qtbot: QtBot) -> None:
    for mark in ("\t", ";", ","):
        made = grid(qtbot)
        lines = (("", "1", "2", "3"), ("1-3", "-", "AR", "DR"), ("4-6", "AR", "DR", "DR"))
        QGuiApplication.clipboard().setText("\n".join(mark.join(line) for line in lines))
        select(made, 0, 0, 0, 0)
        made.buttons["Paste"].click()
        assert made.value() == {
            "columns": ["1", "2", "3"],
            "rows": {"1-3": ["-", "AR", "DR"], "4-6": ["AR", "DR", "DR"]},
        }


def test_cells_are_copied_filled_and_cleared(qtbot: QtBot) -> None:
    made = grid(qtbot, CRT)
    select(made, 0, 0, 1, 1)
    qtbot.keyClick(made.grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "1d6\t1:1\n1-2\tAR\n"
    select(made, 1, 1, 2, 2)
    qtbot.keyClick(made.grid, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert made.value()["rows"] == {"1-2": ["AR", "AR"], "3-6": ["AR", "AR"]}
    qtbot.keyClick(made.grid, Qt.Key.Key_Delete)
    assert made.value()["rows"] == {"1-2": ["-", "-"], "3-6": ["-", "-"]}


def test_rows_and_columns_are_added_and_removed(qtbot: QtBot) -> None:
    made = grid(qtbot, CRT)
    made.buttons["Add row"].click()
    made.buttons["Add column"].click()
    assert made.value()["columns"] == ["1:1", "2:1", "3:1"]
    assert made.value()["rows"]["7"] == ["-", "-", "-"]
    select(made, 1, 1, 1, 1)
    made.buttons["Remove column"].click()
    select(made, 1, 1, 2, 1)
    made.buttons["Remove row"].click()
    assert made.value() == {"columns": ["2:1", "3:1"], "rows": {"7": ["-", "-"]}, "source": "mine"}


def test_below_each_column_are_the_shares_of_its_results(qtbot: QtBot) -> None:
    made = grid(qtbot, CRT)
    said = [made.grid.item(3, column).data(Qt.ItemDataRole.AccessibleTextRole) for column in (1, 2)]
    assert said == [
        "Shares of column 1:1: 33 % AR (hurts the attacker), 67 % BL (hurts both sides)",
        "Shares of column 2:1: 33 % BL (hurts both sides), 67 % DR (hurts the defender)",
    ]
    assert faults(made) == []
    made.set_dice("2d6")
    shares = made.grid.item(3, 1).data(SHARES)
    assert [(one.code, one.hurts) for one in shares] == [("AR", "attacker"), ("BL", "both")]
    assert float(shares[0].chance) == pytest.approx(1 / 36), "of two dice only a 2 is in the first row"


def test_the_kind_of_combat_that_uses_a_table_says_its_dice_and_its_results(qtbot: QtBot) -> None:
    own = {"AR": [{"lose": "defender"}]}
    kinds = [{"name": "fire", "table": "other"}, {"name": "attack", "table": "crt", "dice": "2d6", "results": own}]
    made = grid(qtbot, CRT)
    made.set_words(WordList({**WORDS.data, "combat": kinds}))
    made.set_place(("tables", "crt"))
    shares = made.grid.item(3, 1).data(SHARES)
    assert made.grid.item(0, 0).text() == "2d6"
    assert {one.code: one.hurts for one in shares} == {"AR": "defender", "BL": "both"}


def test_what_no_result_explains_is_marked_in_the_words_of_the_finding(qtbot: QtBot) -> None:
    made = grid(qtbot, {**CRT, "rows": {"1-6": ["ARR", "DR"]}})
    item = made.grid.item(1, 1)
    assert item.toolTip() == "no result explains the code 'ARR'; did you mean AR?"
    place = Place(path=("tables", "crt", "rows", "1-6", 1))
    made.show_findings([Finding("KIT138", Severity.WARNING, "worse at better odds", place)], ("tables", "crt"))
    assert made.grid.item(1, 2).toolTip() == "worse at better odds"
    made.set_value({"columns": ["a"], "rows": {"1-6": [4]}})
    assert made.grid.item(1, 1).toolTip() == "", "a table of numbers has no codes"
