"""Dialogs: what they ask, what they refuse and why, what they give back."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from fields import document, scenario
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QSpinBox, QTableWidgetItem
from pytestqt.qtbot import QtBot

from editor.canvas import wheel
from editor.commands.edit_scenario import EditScenario
from editor.dialogs import system_info
from editor.dialogs.edit_unit import EditUnitDialog
from editor.dialogs.forms import SidesTable, key_from
from editor.dialogs.new_scenario import BROWSE, NewScenarioDialog
from editor.dialogs.preferences import PreferencesDialog, live_checks, usual_player
from editor.dialogs.problems import OpenProblemsDialog
from editor.dialogs.recovery import Recoverable, RecoveryDialog
from editor.dialogs.scenario_properties import ScenarioPropertiesDialog
from editor.dialogs.texts import (
    labels_text,
    parse_labels,
    parse_turns,
    turns_text,
)
from editor.dialogs.value_form import ValueForm, parse_value
from editor.document.document import Document
from editor.hexes.dialogs.new_map import NewMapDialog
from editor.work import habits
from engine.errors import HexwrightError
from engine.findings import Finding, Place, Severity
from engine.formats.fields import counter_fields
from engine.hexes.board.grid import Orientation, Parity
from engine.hexes.board.numbering import Columns
from engine.scenario import Level, Scoring, Side, Victory

# -- new map ----------------------------------------------------------------------------------------------------


@pytest.fixture
def new_map(qtbot: QtBot) -> NewMapDialog:
    dialog = NewMapDialog({"standard": "Standard", "print": "Print"})
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_a_new_map_has_sensible_defaults(new_map: NewMapDialog) -> None:
    spec = new_map.spec()
    assert (spec.columns, spec.rows, spec.orientation, spec.shifted) == (30, 24, Orientation.FLAT, Parity.ODD)
    assert new_map.palette_key == "standard"
    assert new_map.ok.isEnabled()
    assert new_map.summary.text() == "720 hexes, 0101 to 3024"


def test_the_grid_is_typed_in_and_the_preview_follows(qtbot: QtBot, new_map: NewMapDialog) -> None:
    new_map.columns.setValue(12)
    new_map.orientation.setCurrentIndex(1)
    new_map.parity.setCurrentIndex(1)
    new_map.letters.setCurrentIndex(1)
    qtbot.keyClicks(new_map.prefix, "L")
    new_map.first_row.setValue(5)
    spec = new_map.spec()
    assert (spec.columns, spec.orientation, spec.shifted) == (12, Orientation.POINTY, Parity.EVEN)
    assert spec.numbering.columns is Columns.LETTERS
    assert new_map.preview.spec == spec
    assert new_map.summary.text().endswith("LA05 to LL28")
    assert "rows" in new_map.parity.currentText()
    assert not new_map.preview.grab().isNull()


def test_what_is_wrong_with_a_new_map_is_said(qtbot: QtBot, new_map: NewMapDialog) -> None:
    new_map.name.clear()
    assert not new_map.ok.isEnabled()
    assert new_map.complaint.text() == "The map needs a name."
    qtbot.keyClicks(new_map.name, "Field")
    new_map.digits.setValue(0)
    assert "separator" in new_map.complaint.text()
    qtbot.keyClicks(new_map.separator, ".")
    assert new_map.ok.isEnabled()
    new_map.separator.clear()
    new_map.digits.setValue(2)
    new_map.columns.setValue(150)
    assert not new_map.ok.isEnabled()
    assert "would have the same number as another hex" in new_map.complaint.text()


def test_every_field_of_a_new_map_is_reached_by_its_letter(new_map: NewMapDialog) -> None:
    labels = [label for label in new_map.findChildren(QLabel) if "&" in label.text()]
    assert len(labels) >= 11
    assert all(label.buddy() is not None for label in labels)


# -- new scenario -----------------------------------------------------------------------------------------------


def test_a_new_scenario(qtbot: QtBot) -> None:
    dialog = NewScenarioDialog("Field", {"Other": Path("/maps/other.yaml")})
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.system == "tlg2"
    assert dialog.map_path is None
    dialog.map_box.setCurrentIndex(1)
    assert dialog.map_path == Path("/maps/other.yaml")
    dialog.map_box.setCurrentIndex(dialog.map_box.findData(BROWSE))
    dialog.check()
    assert not dialog.ok.isEnabled()
    dialog.map_box.setCurrentIndex(0)
    dialog.name.setText("The Field at Dawn")
    assert dialog.key == "the-field-at-dawn"
    assert list(dialog.sides) == ["first", "second"]
    assert dialog.ok.isEnabled()


def test_sides_are_added_moved_and_removed(qtbot: QtBot) -> None:
    table = SidesTable([Side("us", "US"), Side("ac", "AC")], fixed=["us"])
    qtbot.addWidget(table)
    table.show()
    qtbot.mouseClick(table.add_button, Qt.MouseButton.LeftButton)
    assert list(table.sides()) == ["us", "ac", "side-3"]
    qtbot.mouseClick(table.up_button, Qt.MouseButton.LeftButton)
    assert list(table.sides()) == ["us", "side-3", "ac"]
    qtbot.mouseClick(table.remove_button, Qt.MouseButton.LeftButton)
    assert list(table.sides()) == ["us", "ac"]
    table.table.setCurrentCell(0, 0)
    assert not table.remove_button.isEnabled()
    key = table.table.item(1, SidesTable.KEY)
    assert key is not None
    key.setText("us")
    assert table.problem() == "Two sides have the same key."
    key.setText("a b")
    assert "letters, digits" in table.problem()


# -- a unit -----------------------------------------------------------------------------------------------------


def test_a_unit_is_edited(qtbot: QtBot) -> None:
    made = scenario()
    dialog = EditUnitDialog(made, made.units["us-9"])
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.unit == made.units["us-9"]
    strength = dialog.values.widget("strength")
    assert isinstance(strength, QSpinBox)
    strength.setValue(12)
    reduced = dialog.values.widget("reduced")
    assert isinstance(reduced, QSpinBox)
    reduced.setValue(reduced.minimum())
    assert dialog.unit.values == {"strength": 12}
    assert dialog.preview.unit == dialog.unit
    assert not dialog.preview.grab().isNull()


def test_a_unit_that_cannot_be_is_refused(qtbot: QtBot) -> None:
    made = scenario()
    dialog = EditUnitDialog(made, None, side="ac")
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.side.currentData() == "ac"
    assert dialog.complaint.text() == "The unit needs a name."
    assert dialog.complaint.objectName() != "complaint", "told quietly as long as nobody has typed"
    qtbot.keyClicks(dialog.name, "41st Foot")
    assert dialog.key.text() == "ac-41st-foot"
    assert dialog.ok.isEnabled()
    dialog.key.clear()
    qtbot.keyClicks(dialog.key, "us-9")
    assert "already" in dialog.complaint.text()
    assert dialog.complaint.objectName() == "complaint"
    dialog.key.setText("x y")
    dialog._refresh()
    assert "letters, digits" in dialog.complaint.text()
    dialog.key.setText("x")
    dialog.type.setCurrentText("zeppelin")
    assert "infantry, warband" in dialog.complaint.text()


def test_what_is_printed_as_a_letter_is_offered_by_name(qtbot: QtBot) -> None:
    form = ValueForm(counter_fields("sns2"), {"weapon": "R", "melee_weapon": "S"})
    qtbot.addWidget(form)
    shown = {key: form.widget(key) for key in ("weapon", "melee_weapon", "morale")}
    assert {key: box.currentText() for key, box in shown.items() if isinstance(box, QComboBox)} == {
        "weapon": "R: rifled muskets, or rockets",
        "melee_weapon": "S: swords",
        "morale": "R: rabble",
    }
    box = shown["melee_weapon"]
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findText("none"))
    assert form.values() == {"weapon": "R", "melee_weapon": ""}


def test_a_choice_that_the_rules_do_not_know_stays_as_it_is(qtbot: QtBot) -> None:
    form = ValueForm(counter_fields("sns2"), {"weapon": "Q"})
    qtbot.addWidget(form)
    box = form.widget("weapon")
    assert isinstance(box, QComboBox)
    assert box.currentText() == "Q (unknown)"
    assert form.values() == {"weapon": "Q"}


def test_values_the_system_does_not_know_are_kept(qtbot: QtBot) -> None:
    form = ValueForm(counter_fields("tlg2"), {"strength": 3, "colour": "grey"})
    qtbot.addWidget(form)
    assert form.values() == {"strength": 3, "colour": "grey"}
    line = form.widget("colour")
    assert isinstance(line, QLineEdit)
    line.setText("7")
    assert form.values()["colour"] == 7
    line.clear()
    assert form.values() == {"strength": 3}
    tick = form.widget("bayonet")
    assert isinstance(tick, QCheckBox)
    tick.click()
    assert form.values() == {"strength": 3, "bayonet": True}
    tick.click()
    assert form.values() == {"strength": 3}


def test_systems_describe_themselves() -> None:
    fields = {info.key: info for info in counter_fields("tlg2")}
    assert fields["strength"].required
    assert fields["strength"].kind == "int"
    assert "tlg2:2.6" in fields["reduced"].rules
    options = {info.key: info for info in system_info.option_fields("tlg2")}
    assert options["mandatory_attacks"].kind == "choice"
    assert options["enfilade_counts_bombardment"].kind == "bool"
    assert counter_fields("chess") == []
    assert system_info.unit_types("chess") == system_info.GENERIC_TYPES
    assert system_info.title("tlg2").startswith("Twilight")


# -- scenario properties ----------------------------------------------------------------------------------------


@pytest.fixture
def properties(qtbot: QtBot) -> ScenarioPropertiesDialog:
    victory = Victory((Scoring("hold", 10, "us", ("L0303",), name="Mill"),), "ac", {"us": 2}, (Level("big", 5),))
    dialog = ScenarioPropertiesDialog(scenario(victory=victory, options={"mandatory_attacks": "strict"}))
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_untouched_properties_change_nothing(properties: ScenarioPropertiesDialog) -> None:
    assert properties.fields() == {}


def test_properties_are_taken_over(properties: ScenarioPropertiesDialog) -> None:
    properties.name.setText("Another field")
    properties.count.setValue(8)
    properties.night.setText("7-8")
    properties.labels.setPlainText("1: dusk\n2: dark")
    fields = properties.fields()
    assert fields["name"] == "Another field"
    assert (fields["turns"].count, fields["turns"].night) == (8, frozenset({7, 8}))
    assert fields["turns"].labels == {1: "dusk", 2: "dark"}
    doc = document()
    assert doc.push(EditScenario(**fields))
    assert doc.require_scenario().name == "Another field"


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("night", "9", "Turns: the game has turns 1 to 6"),
        ("name", "", "General: the scenario needs a name"),
    ],
)
def test_wrong_properties_are_refused_with_the_tab(
    properties: ScenarioPropertiesDialog, field: str, text: str, said: str
) -> None:
    getattr(properties, field).setText(text)
    assert properties.complaint.text().startswith(said)
    assert not properties.ok.isEnabled()


# -- the others -------------------------------------------------------------------------------------------------


def test_all_problems_of_a_file_are_shown_and_can_be_copied(qtbot: QtBot) -> None:
    found = [
        Finding("MAP012", Severity.ERROR, "row 3 is too short", Place("x.yaml", 14, 3), hint="add one"),
        Finding("MAP013", Severity.WARNING, "no name", Place("x.yaml", 2, 1)),
    ]
    dialog = OpenProblemsDialog("Cannot open x.yaml", found)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.tree.topLevelItemCount() == 2
    first = dialog.tree.topLevelItem(0)
    assert first is not None
    assert first.text(0) == "14:3"
    assert first.text(1) == "Row 3 is too short\nAdd one"
    dialog.copy()
    assert "MAP013" in QGuiApplication.clipboard().text()


def test_unsaved_work_is_offered(qtbot: QtBot) -> None:
    work = [
        Recoverable("a", "Field", "/tmp/field.yaml", datetime(2025, 3, 1)),
        Recoverable("b", "Map", "", datetime(2025, 3, 2)),
    ]
    dialog = RecoveryDialog(work)
    qtbot.addWidget(dialog)
    dialog.show()
    assert len(dialog.list.selectedItems()) == 2
    item = dialog.list.visualItemRect(dialog.list.item(1)).center()
    qtbot.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=item)
    qtbot.mouseClick(dialog.recover_button, Qt.MouseButton.LeftButton)
    assert dialog.chosen == ["b"]
    other = RecoveryDialog(work)
    qtbot.addWidget(other)
    other.show()
    qtbot.mouseClick(other.discard_button, Qt.MouseButton.LeftButton)
    assert (other.chosen, other.discarded) == ([], True)


def test_preferences_are_kept(qtbot: QtBot) -> None:
    assert live_checks()
    dialog = PreferencesDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.live.click()
    dialog.player.setCurrentIndex(dialog.player.findData("random"))
    dialog.accept()
    try:
        assert not live_checks()
        assert usual_player() == "random"
    finally:
        again = PreferencesDialog()
        qtbot.addWidget(again)
        again.live.setChecked(True)
        again.player.setCurrentIndex(again.player.findData("staff"))
        again.accept()
    assert live_checks()


def test_preferences_of_new_files_copies_and_touchpads_are_kept_and_used(qtbot: QtBot) -> None:
    asked: list[bool] = []
    dialog = PreferencesDialog(show_plugins=lambda: asked.append(True))
    qtbot.addWidget(dialog)
    dialog.columns.setValue(18)
    dialog.rows.setValue(12)
    for box, value in (
        (dialog.shape, True),
        (dialog.length, "metres"),
        (dialog.copies, 30),
        (dialog.touchpad, wheel.ZOOMS),
    ):
        box.setCurrentIndex(box.findData(value))
    dialog.plugins.click()
    dialog.accept()
    assert asked
    made = NewMapDialog({"standard": "Standard"})
    qtbot.addWidget(made)
    assert (made.spec().columns, made.spec().rows, made.spec().orientation) == (18, 12, Orientation.POINTY)
    assert made.scale.placeholderText() == "for example 100 metres"
    assert habits.copies_after() == 30
    assert wheel.touchpad_does() == wheel.ZOOMS
    assert habits.length_example() == "100 metres"


def test_keys_are_made_from_names() -> None:
    assert key_from("9th Infantry!", []) == "9th-infantry"
    assert key_from("9th Infantry", ["9th-infantry", "9th-infantry-2"]) == "9th-infantry-3"
    assert key_from("***", []) == "item"


def test_short_lists_read_back() -> None:
    assert turns_text(parse_turns("3, 5-8", 9)) == "3 5-8"
    assert labels_text(parse_labels("2: a\n\n1: 7:30 pm", 3)) == "1: 7:30 pm\n2: a"
    for wrong in ("0", "8-5", "x", "4-99"):
        with pytest.raises(HexwrightError):
            parse_turns(wrong, 9)
    for wrong in ("x: y", "1", "9: y", "1:"):
        with pytest.raises(HexwrightError):
            parse_labels(wrong, 3)
    assert [parse_value(text) for text in ("3", "2.5", "true", "grey")] == [3, 2.5, True, "grey"]


def test_dialogs_close_on_esc(qtbot: QtBot, new_map: NewMapDialog) -> None:
    qtbot.keyClick(new_map, Qt.Key.Key_Escape)
    assert not new_map.isVisible()


def name_cell(table: SidesTable, row: int, column: int) -> QTableWidgetItem:
    item = table.table.item(row, column)
    assert item is not None
    return item


def test_a_key_that_nobody_chose_follows_the_name_of_its_side(qtbot: QtBot) -> None:
    table = SidesTable([Side("first", "First side"), Side("ac", "Anglo-Canadian", role="empire")])
    qtbot.addWidget(table)
    name_cell(table, 0, table.NAME).setText("United States")
    assert list(table.sides()) == ["united-states", "ac"]
    name_cell(table, 0, table.NAME).setText("States")
    assert list(table.sides()) == ["states", "ac"]
    assert table.renamed() == {"first": "states"}
    name_cell(table, 0, table.KEY).setText("us")
    name_cell(table, 0, table.NAME).setText("America")
    name_cell(table, 1, table.NAME).setText("Britain")
    assert list(table.sides()) == ["us", "ac"]
    assert table.sides()["ac"].role == "empire"
    name_cell(table, 1, table.KEY).setText("us")
    assert "same key" in table.problem()


def test_what_names_a_side_follows_its_new_key(qtbot: QtBot) -> None:
    made = scenario(setup_areas={"us": ("L0302",)})
    dialog = ScenarioPropertiesDialog(made)
    qtbot.addWidget(dialog)
    assert dialog.fields() == {}
    name_cell(dialog.sides_table, 0, dialog.sides_table.KEY).setText("states")
    assert dialog.ok.isEnabled()
    doc = Document(made.map, made)
    assert doc.push(EditScenario(**dialog.fields()))
    after = doc.require_scenario()
    assert list(after.sides) == ["states", "ac"]
    assert {unit.side for unit in after.units.values()} == {"states", "ac"}
    assert after.setup_areas == {"states": ("L0302",)}
    doc.stack.undo()
    assert doc.scenario == made
