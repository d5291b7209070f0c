"""The unit table: cells typed, pasted, filled and cleared, each as one step; CSV in and out from the menu."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import Bench
from fields import battle_map, document
from PySide6.QtCore import QEvent, QItemSelectionModel, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot
from settling import settle

from editor.commands.add_unit import AddUnit
from editor.commands.remove_unit import RemoveUnit
from editor.dialogs.twice import Twice, ask_twice
from editor.document.document import Document
from editor.panels.unit_grid import UnitsGrid
from editor.panels.unit_table import UnitTablePanel
from engine.scenario import Scenario, Unit


@pytest.fixture
def bench(qtbot: QtBot) -> Bench:
    made = Bench(document())
    qtbot.addWidget(made.window)
    made.window.show()
    return made


@pytest.fixture
def table(qtbot: QtBot, bench: Bench) -> UnitTablePanel:
    made = UnitTablePanel(bench.desk)
    qtbot.addWidget(made)
    made.resize(1000, 300)
    with qtbot.waitExposed(made):
        made.show()
    return made


def now(bench: Bench) -> Scenario:
    return bench.document.require_scenario()


def column(table: UnitTablePanel, key: str) -> int:
    return [one.key for one in table.model.columns].index(key)


def choose(table: UnitTablePanel, *cells: tuple[int, str]) -> None:
    """Select cells by row and column."""
    selection = table.grid.selectionModel()
    selection.clearSelection()
    for row, key in cells:
        index = table.grid.order.index(row, column(table, key))
        selection.select(index, QItemSelectionModel.SelectionFlag.Select)
        selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)


def strengths(bench: Bench) -> list[object]:
    return [unit.values.get("strength") for unit in now(bench).units.values()]


def test_headings_say_what_a_figure_means_and_from_what_to_what_it_goes(table: UnitTablePanel) -> None:
    at = column(table, "strength")
    across = Qt.Orientation.Horizontal
    assert table.model.headerData(at, across) == "Strength"
    tip = table.model.headerData(at, across, Qt.ItemDataRole.ToolTipRole)
    assert "50 men or one gun" in tip
    assert "(1.2)" in tip
    assert "1 to 99" in tip


def test_a_cell_is_typed_into_and_letters_do_not_choose_tools(
    qtbot: QtBot, bench: Bench, table: UnitTablePanel
) -> None:
    grid = table.grid
    choose(table, (0, "strength"))
    press = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_B, Qt.KeyboardModifier.NoModifier, "b")
    press.ignore()
    QApplication.sendEvent(grid, press)
    assert press.isAccepted()
    qtbot.keyClicks(grid, "5")
    editor = grid.viewport().findChild(QLineEdit)
    assert editor is not None
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: strengths(bench)[0] == 5)
    assert bench.document.stack.undoText() == "Edit strength of 1 unit"


def test_a_wrong_cell_changes_nothing_and_says_why(bench: Bench, table: UnitTablePanel) -> None:
    before = now(bench)
    table.grid._write({(0, column(table, "strength")): "7", (1, column(table, "strength")): "700"})
    assert now(bench) is before
    assert table.complaint.text() == "row 2, column Strength: goes from 1 to 99, not to 700"
    assert table.complaint.isVisible()
    table.grid._write({(0, column(table, "strength")): "7"})
    assert strengths(bench)[0] == 7
    assert not table.complaint.isVisible()


def test_a_block_from_a_spreadsheet_is_pasted_as_one_step(bench: Bench, table: UnitTablePanel) -> None:
    QGuiApplication.clipboard().setText("5\t2\n4\t\n")
    choose(table, (0, "strength"))
    table.grid.paste()
    units = list(now(bench).units.values())
    assert [(unit.values.get("strength"), unit.values.get("reduced")) for unit in units[:2]] == [(5, 2), (4, None)]
    assert bench.document.stack.count() == 1
    bench.document.stack.undo()
    assert strengths(bench) == [8, 3, 6, 7]


def test_rows_beyond_the_last_are_new_units(bench: Bench, table: UnitTablePanel) -> None:
    QGuiApplication.clipboard().setText("Old\n2nd Lincoln\n4th Lincoln\n")
    choose(table, (3, "name"))
    table.grid.paste()
    units = list(now(bench).units.values())
    assert [(unit.name, unit.side, unit.key) for unit in units[3:]] == [
        ("Old", "ac", "ac-103"),
        ("2nd Lincoln", "ac", "ac-2nd-lincoln"),
        ("4th Lincoln", "ac", "ac-4th-lincoln"),
    ]
    assert table.model.rowCount() == 6


def test_one_cell_goes_into_all_that_are_selected(bench: Bench, table: UnitTablePanel) -> None:
    QGuiApplication.clipboard().setText("9")
    choose(table, *((row, "strength") for row in range(4)))
    table.grid.paste()
    assert strengths(bench) == [9, 9, 9, 9]


def test_fill_down_and_count_on(qtbot: QtBot, bench: Bench, table: UnitTablePanel) -> None:
    choose(table, *((row, "strength") for row in range(3)))
    qtbot.keyClick(table.grid, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert strengths(bench) == [8, 8, 8, 7]
    choose(table, *((row, "strength") for row in range(1, 4)), *((row, "name") for row in range(2)))
    table.grid.fill_on()
    assert strengths(bench) == [8, 8, 9, 10]
    assert [unit.name for unit in now(bench).units.values()][:2] == ["9th Infantry", "10th Infantry"]


def test_copied_cells_are_pasted_elsewhere(qtbot: QtBot, bench: Bench, table: UnitTablePanel) -> None:
    choose(table, (0, "strength"), (0, "reduced"), (2, "reduced"))
    qtbot.keyClick(table.grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "8\t4\n\t3\n"
    choose(table, (0, "heavy_battery"))
    table.grid._write({(0, column(table, "heavy_battery")): "yes"})
    qtbot.keyClick(table.grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    choose(table, (1, "heavy_battery"))
    qtbot.keyClick(table.grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert now(bench).units["us-towson"].flag("heavy_battery")


def test_delete_empties_cells_and_what_is_needed_stays(qtbot: QtBot, bench: Bench, table: UnitTablePanel) -> None:
    choose(table, (0, "reduced"), (0, "stand_in"))
    qtbot.keyClick(table.grid, Qt.Key.Key_Delete)
    assert now(bench).units["us-9"].values == {"strength": 8}
    assert "us-9" not in now(bench).setup
    choose(table, (0, "strength"))
    qtbot.keyClick(table.grid, Qt.Key.Key_Delete)
    assert "is needed" in table.complaint.text()
    assert strengths(bench)[0] == 8


def test_a_tick_is_set_by_the_mouse(bench: Bench, table: UnitTablePanel) -> None:
    index = table.model.index(1, column(table, "heavy_battery"))
    assert table.model.setData(index, Qt.CheckState.Checked.value, Qt.ItemDataRole.CheckStateRole)
    assert now(bench).units["us-towson"].values["heavy_battery"] is True


def test_side_hex_turn_and_key_are_cells_like_others(bench: Bench, table: UnitTablePanel) -> None:
    def put(row: int, key: str, text: str) -> None:
        table.grid._write({(row, column(table, key)): text})

    put(3, "stand_in", "l0505")
    assert now(bench).setup["ac-103"] == "L0505"
    put(0, "enter_on_turn", "4")
    assert "us-9" not in now(bench).setup
    put(0, "side", "anglo-canadian")
    assert now(bench).units["us-9"].side == "ac"
    row = table.model.keys.index("us-9")
    put(row, "key", "nine")
    arrival = now(bench).arrival_of("nine")
    assert arrival is not None
    assert (arrival.turn, arrival.side) == (4, "ac")
    put(table.model.keys.index("nine"), "key", "a b")
    assert "is not a key" in table.complaint.text()


def test_sorted_and_filtered_rows_are_edited_where_they_are_seen(bench: Bench, table: UnitTablePanel) -> None:
    grid: UnitsGrid = table.grid
    grid.sortByColumn(column(table, "strength"), Qt.SortOrder.AscendingOrder)
    grid._write({(0, column(table, "strength")): "1"})
    assert now(bench).units["us-towson"].values["strength"] == 1
    table.search.setText("scots")
    assert grid.order.rowCount() == 1
    grid._write({(0, column(table, "strength")): "2"})
    assert now(bench).units["ac-1"].values["strength"] == 2


def test_selection_goes_both_ways(bench: Bench, table: UnitTablePanel) -> None:
    choose(table, (2, "name"), (3, "name"))
    assert bench.desk.selection.units == ["ac-1", "ac-103"]
    bench.desk.selection.set([], "us-towson")
    assert table.grid.chosen_units() == ["us-towson"]


def test_units_go_to_csv_and_come_back_changed(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "units.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_m: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_m: (str(path), ""))
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "warning", lambda _parent, title, text: told.append(f"{title}: {text}"))
    bench.desk.actions.get("scenario.export-units").trigger()
    text = path.read_text(encoding="utf-8")
    assert text.splitlines()[1].startswith("9th Infantry,United States,,infantry,regiment,8,4,")
    path.write_text(
        text.replace("artillery,battery,3", "artillery,battery,x"),
        encoding="utf-8",
    )
    before = now(bench)
    bench.desk.actions.get("scenario.import-units").trigger()
    assert now(bench) is before
    assert "Nothing was imported" in told[-1]
    assert "row 3, column Strength" in told[-1]
    path.write_text(
        text.replace("artillery,battery,3", "artillery,battery,4"),
        encoding="utf-8",
    )
    bench.desk.actions.get("scenario.import-units").trigger()
    assert strengths(bench) == [8, 4, 6, 7]
    assert bench.said[-1].endswith("0 units added, 1 changed")
    assert bench.document.stack.count() == 1


def test_a_table_without_units_says_what_to_do_and_takes_a_paste(
    qtbot: QtBot, bench: Bench, table: UnitTablePanel
) -> None:
    bench.desk.tabs.set_document(document(units={}, setup={}, arrivals=()))
    assert table.hint.isVisible()
    QGuiApplication.clipboard().setText("Name\tSide\tType\tStrength\nOld Guard\tUnited States\tinfantry\t5\n")
    qtbot.keyClick(table.grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert [(unit.name, unit.side, unit.values) for unit in now(bench).units.values()] == [
        ("Old Guard", "us", {"strength": 5})
    ]
    assert not table.hint.isVisible()


def test_a_block_with_headings_goes_to_their_columns_and_keys(bench: Bench, table: UnitTablePanel) -> None:
    choose(table, (3, "provenance"))
    QGuiApplication.clipboard().setText("Key\tStrength\nus-9\t5\nac-1\t4\n")
    table.grid.paste()
    assert strengths(bench) == [5, 3, 4, 7]
    assert bench.document.stack.undoText() == "Paste 2 units"
    QGuiApplication.clipboard().setText("Key\tStrength\nus-9\tmany\n")
    table.grid.paste()
    assert "row 2, column Strength" in table.complaint.text()
    assert strengths(bench) == [5, 3, 4, 7]


def test_a_paste_that_goes_nowhere_says_what_to_do(bench: Bench, table: UnitTablePanel) -> None:
    """A heading that is spelt wrong is named; cells without a place ask for one."""
    before = now(bench).units
    QApplication.clipboard().setText("Name\tType\tCombat strength\n1st\tinfantry\t4")
    table.grid.paste()
    assert "'Combat strength', is none of" in table.complaint.text()
    table.grid.clearSelection()
    QApplication.clipboard().setText("1st\tinfantry\t4")
    table.grid.paste()
    assert "Click the cell" in table.complaint.text()
    assert now(bench).units == before


def test_without_a_scenario_there_is_nothing_to_press(qtbot: QtBot, table: UnitTablePanel) -> None:
    assert table.buttons.isEnabled()
    bare = Bench(Document(battle_map()))
    qtbot.addWidget(bare.window)
    lone = UnitTablePanel(bare.desk)
    qtbot.addWidget(lone)
    with qtbot.waitExposed(lone):
        lone.show()
    assert not lone.buttons.isEnabled()


def test_columns_are_as_wide_as_the_first_units_need(bench: Bench, table: UnitTablePanel) -> None:
    units = [*now(bench).units]
    for key in units:
        bench.document.push(RemoveUnit(key))
    table.grid.setColumnWidth(column(table, "name"), 20)
    bench.document.stack.undo()
    assert table.model.rowCount() == 1
    assert table.grid.columnWidth(column(table, "name")) > 60


def test_lines_with_commas_are_cells_of_several_columns(bench: Bench, table: UnitTablePanel) -> None:
    QGuiApplication.clipboard().setText("Key,Name,Strength\nus-9,Ninth,5\nac-1,Royals,4\n")
    table.grid.paste()
    assert (now(bench).units["us-9"].name, now(bench).units["ac-1"].values["strength"]) == ("Ninth", 4)
    table.grid.setCurrentIndex(table.grid.order.index(0, column(table, "name")))
    first = next(iter(now(bench).units))
    QGuiApplication.clipboard().setText("Alpha;us;;infantry;regiment;7\n")
    table.grid.paste()
    assert (now(bench).units[first].name, now(bench).units[first].values["strength"]) == ("Alpha", 7)


def test_lines_with_commas_that_are_no_cells_say_how_they_were_read(bench: Bench, table: UnitTablePanel) -> None:
    before = now(bench)
    table.grid.setCurrentIndex(table.grid.order.index(0, column(table, "strength")))
    QGuiApplication.clipboard().setText("many,2,3\nmany,2,3\n")
    table.grid.paste()
    assert now(bench) is before
    assert table.complaint.text().startswith("Read as a table with commas")


def test_lists_of_hexes_keep_their_commas(bench: Bench, table: UnitTablePanel) -> None:
    group = now(bench).arrivals[0].units[0]
    row = list(now(bench).units).index(group)
    table.grid.setCurrentIndex(table.grid.order.index(row, column(table, "enter_at")))
    names = tuple(now(bench).map.grid.name(h) for h in range(3))
    QGuiApplication.clipboard().setText(", ".join(names))
    table.grid.paste()
    arrival = now(bench).arrival_of(group)
    assert arrival is not None
    assert arrival.entry == names


def test_whole_rows_are_deleted_and_the_keys_of_units_never_emptied(
    qtbot: QtBot, bench: Bench, table: UnitTablePanel
) -> None:
    choose(table, (1, "key"))
    qtbot.keyClick(table.grid, Qt.Key.Key_Delete)
    assert table.complaint.text() == "a unit needs a key: letters, digits, - and _, at most 64"
    assert len(now(bench).units) == 4
    table.grid.selectRow(1)
    qtbot.keyClick(table.grid, Qt.Key.Key_Delete)
    assert list(now(bench).units) == ["us-9", "ac-1", "ac-103"]
    assert bench.said[-1] == "Towson deleted; Edit > Undo brings it back"
    qtbot.keyClick(table.grid, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(table.grid, Qt.Key.Key_Delete)
    assert not now(bench).units
    assert bench.said[-1].startswith("3 units deleted")
    bench.document.stack.undo()
    assert len(now(bench).units) == 3


ARMY = "Name\tSide\tType\tStrength\nBlues\tus\tinfantry\t5\nGreens\tus\tinfantry\t4\n"


@pytest.mark.parametrize(
    ("answer", "units", "said"),
    [
        (Twice.ADD, 8, "2 units added, 0 changed"),
        (Twice.CANCEL, 6, "No units were added."),
        (Twice.LEAVE_OUT, 6, "Every unit is already as the table has it. Nothing changes."),
    ],
)
def test_the_same_table_pasted_twice_is_asked_about(
    bench: Bench, table: UnitTablePanel, monkeypatch: pytest.MonkeyPatch, answer: Twice, units: int, said: str
) -> None:
    asked: list[tuple[int, bool]] = []

    def answered(count: int, every: bool, _parent: object) -> Twice:
        asked.append((count, every))
        return answer

    monkeypatch.setattr("editor.controls.armies.ask_twice", answered)
    QGuiApplication.clipboard().setText(ARMY)
    table.grid.paste()
    assert not asked
    assert bench.said[-1] == "2 units added, 0 changed"
    table.grid.paste()
    assert asked == [(2, True)]
    assert len(now(bench).units) == units
    assert bench.said[-1] == said


def test_of_a_table_with_old_and_new_units_the_new_ones_are_added(
    bench: Bench, table: UnitTablePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("editor.controls.armies.ask_twice", lambda count, every, _parent: Twice.LEAVE_OUT)
    old = {*now(bench).units}
    QGuiApplication.clipboard().setText(ARMY)
    table.grid.paste()
    QGuiApplication.clipboard().setText(ARMY + "Reds\tac\tinfantry\t4\n")
    table.grid.paste()
    new = {key: unit.name for key, unit in now(bench).units.items() if key not in old}
    assert sorted(new.values()) == ["Blues", "Greens", "Reds"]
    assert bench.said[-1] == "1 unit added, 0 changed"


@pytest.mark.parametrize(("every", "texts"), [(True, {"Add again"}), (False, {"Add again", "Leave them out"})])
def test_the_question_offers_what_can_be_done(qtbot: QtBot, every: bool, texts: set[str]) -> None:
    seen: list[QMessageBox] = []

    def press() -> None:
        [box] = [one for one in QApplication.topLevelWidgets() if isinstance(one, QMessageBox) and one.isVisible()]
        seen.append(box)
        assert texts <= {button.text().replace("&", "") for button in box.buttons()}
        next(button for button in box.buttons() if button.text() == "Add again").click()

    QTimer.singleShot(0, press)
    assert ask_twice(3, every, None) is Twice.ADD
    assert seen


def test_rows_that_come_move_nothing_beside_their_numbers(qtbot: QtBot) -> None:
    """Qt would move the cells while it paints, and paint the headings over the panel beside."""
    bench = Bench(document(units={}, setup={}, arrivals=()))
    qtbot.addWidget(bench.window)
    table = UnitTablePanel(bench.desk)
    qtbot.addWidget(table)
    table.resize(700, 300)
    with qtbot.waitExposed(table):
        table.show()
    left = {table.grid.viewport().x()}
    for count in (9, 120):
        bench.desk.push(AddUnit([Unit(f"us-{n}", "us", f"Company {n}", "infantry") for n in range(count)]))
        settle()
        left.add(table.grid.viewport().x())
        bench.document.stack.undo()
        settle()
    assert len(left) == 1
