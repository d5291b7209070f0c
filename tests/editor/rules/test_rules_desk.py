"""Rules files as documents: opened, edited in forms and as text, undone, saved, recovered, with their problems."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from bench import forgive
from desk_alone import desk, rules_file
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QComboBox, QLineEdit, QToolBar, QWidget
from pytestqt.qtbot import QtBot

from editor.document import recovery
from editor.document.document import Document
from editor.document.rules_document import RulesDocument, opened
from editor.panels.fixes import apply_fix
from editor.rules.row_widgets import FieldRow, FoldRow, NewRow, RowWidget
from editor.rules.rows import FormRow
from editor.rules.rules_view import RulesView
from editor.rules.widgets.figure_field import FigureField
from editor.window.app import make_window
from editor.window.window import Window
from engine import formats
from engine.boards.palette import Palette
from engine.findings import Place
from engine.formats.locate import shipped
from engine.formats.source import DataPath
from engine.hexes.board.grid import GridSpec
from engine.hexes.board.numbering import Numbering

CROSSING = """\
# A crossing.
format: hexwright-system 1
name: crossing
title: The Crossing
units:
  types: {foot: Foot, guns: Guns}   # two are enough
  values: {strength: {least: 0}, movement: {default: 4}}
sequence: {phases: [{name: movement, do: move}, {name: combat, do: attack}]}
ground: {terrain: [clear, woods], like: {forest: woods}}
movement:
  costs:
    hex: {clear: 1, woods: 2}   # woods are slow
stacking: {limit: 2}
combat:
- {name: attack, strength: {attacker: strength, defender: strength}, resolve: odds, table: crt, retreat: {}}
results: {AR: [{retreat: attacker, hexes: 1}], DR: [{lose: defender}]}
tables:
  crt: {columns: ["1:2", "1:1"], rows: {"1-3": [AR, AR], "4-6": [AR, DR]}}
"""


@pytest.fixture
def document(tmp_path: Path) -> RulesDocument:
    """The crossing, in a file."""
    path = tmp_path / "crossing.yaml"
    path.write_text(CROSSING, encoding="utf-8")
    found = opened(path)
    assert isinstance(found, RulesDocument)
    return found


@pytest.fixture
def view(qtbot: QtBot, document: RulesDocument) -> RulesView:
    """The rules desk alone, with the crossing."""
    return desk(qtbot, document)


@pytest.fixture
def window(qtbot: QtBot, document: RulesDocument) -> Iterator[Window]:
    """A window with the crossing in a tab."""
    made = make_window(str(document.path))
    qtbot.addWidget(made, before_close_func=forgive)
    made.show()
    yield made
    front(made).mark_saved()


def front(window: Window) -> RulesDocument:
    found = window.desk.document
    assert isinstance(found, RulesDocument)
    return found


def row_at(view: RulesView, *path: str | int) -> RowWidget:
    """The row of a place, unfolded where it was not."""
    assert view.show_field(path)
    return next(
        widget
        for row, widget in zip(view.form.rows, view.form.widgets, strict=True)
        if row.ident == path and row.kind != "new"
    )


def field_at(view: RulesView, *path: str | int) -> QWidget:
    row = row_at(view, *path)
    assert isinstance(row, FieldRow | FoldRow)
    field = row.field.line if isinstance(row.field, FigureField) else row.field
    assert isinstance(field, QWidget)
    return field


def write(qtbot: QtBot, field: QWidget, text: str) -> None:
    assert isinstance(field, QLineEdit)
    field.selectAll()
    qtbot.keyClicks(field, text)


def test_typing_into_a_form_changes_one_value(qtbot: QtBot, view: RulesView, document: RulesDocument) -> None:
    write(qtbot, field_at(view, "movement", "costs", "hex", "woods"), "3")
    assert document.text == CROSSING.replace("woods: 2}", "woods: 3}")
    write(qtbot, field_at(view, "units", "types", "foot"), "Foot guards")
    assert "types: {foot: Foot guards, guns: Guns}   # two are enough" in document.text
    assert document.dirty
    assert document.stack.count() == 2
    document.stack.undo()
    document.stack.undo()
    assert document.text == CROSSING
    assert not document.dirty


def test_a_half_written_value_is_not_written_and_says_why(
    qtbot: QtBot, view: RulesView, document: RulesDocument
) -> None:
    row = row_at(view, "units", "values", "movement", "default")
    assert isinstance(row, FieldRow)
    write(qtbot, row.field, "1/")
    assert document.own["units"]["values"]["movement"] == {"default": 1}
    assert "number" in row.field.problem
    qtbot.keyClicks(row.field, "2")
    assert document.own["units"]["values"]["movement"] == {"default": "1/2"}


def test_choices_name_what_holds_when_nothing_is_said(view: RulesView, document: RulesDocument) -> None:
    combo = field_at(view, "combat", 0, "must")
    assert isinstance(combo, QComboBox)
    assert combo.itemText(0) == "default: no side"
    combo.setCurrentIndex(combo.findData("attackers"))
    combo.activated.emit(combo.currentIndex())
    assert document.own["combat"][0]["must"] == "attackers"
    combo.setCurrentIndex(0)
    combo.activated.emit(0)
    assert document.text == CROSSING


def test_a_short_value_stays_in_its_row(view: RulesView) -> None:
    kinds = {row.ident: (row.inline, row.open) for row in _rows(view, "movement", "costs", "hex", "woods", 0, "cost")}
    assert kinds["movement", "costs", "hex", "woods"] == (True, False)
    view.form.put(("movement", "costs", "hex", "woods"), {"cost": 2, "when": {"turn": 1}})
    kinds = {row.ident: (row.inline, row.open) for row in _rows(view, "movement", "costs", "hex", "woods", 0, "cost")}
    assert kinds["movement", "costs", "hex", "woods"] == (False, True)


def _rows(view: RulesView, *path: str | int) -> list[FormRow]:
    assert view.show_field(path)
    return [row for row in view.form.rows if row.kind != "new"]


def test_entries_are_added_named_moved_and_removed(qtbot: QtBot, view: RulesView, document: RulesDocument) -> None:
    view.show_page("units")
    view.form.add_entry(("units", "types"), "horse")
    assert list(document.own["units"]["types"]) == ["foot", "guns", "horse"]
    view.form.rename(("units", "types", "horse"), "cavalry")
    view.form.shift_entry(("units", "types", "cavalry"), -1)
    assert list(document.own["units"]["types"]) == ["foot", "cavalry", "guns"]
    view.form.take_out(("units", "types", "guns"))
    assert document.own["units"]["types"] == {"foot": "Foot", "cavalry": "Horse"}
    view.form.add_entry(("units", "types"), "foot")
    assert list(document.own["units"]["types"]) == ["foot", "cavalry"]
    view.form.add_entry(("sequence", "phases"), "")
    assert [one["name"] for one in document.own["sequence"]["phases"]] == ["movement", "combat", "new_1"]
    view.form.shift_entry(("sequence", "phases", 2), -1)
    assert [one["name"] for one in document.own["sequence"]["phases"]] == ["movement", "new_1", "combat"]
    assert document.text.count("#") == CROSSING.count("#")


def test_new_entries_offer_the_names_of_the_file(view: RulesView) -> None:
    view.form.take_out(("movement", "costs", "hex", "woods"))
    view.show_field(("movement", "costs", "hex"))
    new = next(
        one for one in view.form.widgets if isinstance(one, NewRow) and one.row.ident == ("movement", "costs", "hex")
    )
    assert new._words.stringList() == ["woods"]


def test_short_forms_are_written_out_only_where_they_must(view: RulesView, document: RulesDocument) -> None:
    view.form.put(("movement", "costs", "hex", "woods", 0, "cost"), 4)
    assert document.own["movement"]["costs"]["hex"]["woods"] == 4
    view.form.put(("movement", "costs", "hex", "woods", 0, "when"), {"turn": 1})
    assert document.own["movement"]["costs"]["hex"]["woods"] == [{"cost": 4, "when": {"turn": 1}}]
    view.form.put(("units", "types", "guns", "size"), 2)
    assert document.own["units"]["types"]["guns"] == {"title": "Guns", "size": 2}
    view.form.put(("stacking", "limit", "value"), 3)
    assert document.own["stacking"] == {"limit": 3}


def test_every_page_of_a_whole_game_is_shown_and_holds_what_the_file_says(qtbot: QtBot) -> None:
    document = rules_file(shipped("system") / "bladensburg" / "system.yaml")
    view = desk(qtbot, document)
    text = document.text
    for page in list(view._pages):
        view.show_page(page.key)
        places: list[DataPath] = [row.ident for row in view.form.rows if row.kind in ("fold", "entry", "named")]
        view.form.opened |= set(places)
        view.form.refresh()
    assert document.text == text
    assert not document.dirty


def test_rows_with_chips_have_their_height(qtbot: QtBot, view: RulesView) -> None:
    with qtbot.waitExposed(view):
        view.show()
    view.show_page("combat 0")
    qtbot.waitUntil(lambda: view.form.height() >= view.form.heightForWidth(view.form.width()) > view.area.height())
    assert all(one.height() >= one.minimumSizeHint().height() for one in view.form.widgets)


def test_text_and_forms_show_the_same(qtbot: QtBot, view: RulesView, document: RulesDocument) -> None:
    view.show_line(13)
    assert view.text.line == 13
    view.text.moveCursor(QTextCursor.MoveOperation.EndOfLine)
    view.text.moveCursor(QTextCursor.MoveOperation.Left)
    qtbot.keyClick(view.text, Qt.Key.Key_Backspace)
    qtbot.keyClicks(view.text, "5")
    assert "stacking: {limit: 5}" in document.text
    assert document.stack.count() == 1
    assert view.show_field(("stacking", "limit"))
    field = field_at(view, "stacking", "limit")
    assert isinstance(field, QLineEdit)
    assert field.text() == "5"
    view.show_page("file")
    qtbot.keyClick(view.text, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert document.text == CROSSING
    view.show_page("file")
    assert view.text.toPlainText() == CROSSING


def test_a_file_that_cannot_be_read_is_mended_as_text(qtbot: QtBot, tmp_path: Path) -> None:
    document = rules_file(tmp_path / "broken.yaml", CROSSING.replace("limit: 2}", "limit: 2"))
    view = desk(qtbot, document)
    assert view.page.key == "file"
    view.show_page("units")
    assert view.stack.currentWidget() is view.broken
    assert "Line 14" in view.broken.reason.text()
    document.set_text(CROSSING)
    qtbot.waitUntil(lambda: view.stack.currentWidget() is view.area)
    assert field_at(view, "stacking", "limit")


def test_what_the_base_says_is_shown_and_overlaid(view: RulesView, tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("format: hexwright-system 1\nbase: ./crossing.yaml\nname: own\n", encoding="utf-8")
    document = opened(path)
    assert isinstance(document, RulesDocument)
    view.take(document)
    document.changed.connect(view.follow)
    field = field_at(view, "movement", "costs", "hex", "woods")
    assert isinstance(field, QLineEdit)
    assert field.text() == "2"
    view.form.put(("movement", "costs", "hex", "woods"), 3)
    assert document.own["movement"] == {"costs": {"hex": {"woods": 3}}}
    view.form.put(("sequence", "phases", 0, "name"), "march")
    assert [one["name"] for one in document.own["sequence"]["phases"]] == ["march", "combat"]
    view.form.take_out(("movement", "costs", "hex", "clear"))
    assert document.own["movement"]["costs"]["hex"] == {"woods": 3, "clear": None}


# -- in the window ------------------------------------------------------------------------------------------------


def test_a_rules_file_has_a_tab_beside_maps(qtbot: QtBot, window: Window) -> None:
    rules = front(window)
    assert window.windowTitle().startswith("The Crossing")
    assert window.rules.view.isVisible()
    assert not window.play.isVisible()
    assert not window.desk.actions.get("map.properties").isVisible()
    window.desk.tabs.open(Document.new_map(*_sheet()))
    assert window.play.isVisible()
    assert window.desk.actions.get("map.properties").isVisible()
    assert not window.rules.view.isVisible()
    window.desk.tabs.show(window.desk.tabs[0])
    assert front(window) is rules
    rules.put(("stacking", "limit"), 3)
    assert window.strip.tabText(0) == "The Crossing *"
    assert window.files.save()
    assert not rules.dirty
    assert rules.path is not None
    assert "limit: 3}" in rules.path.read_text(encoding="utf-8")


def _sheet() -> tuple[GridSpec, Palette]:
    return GridSpec(3, 3, numbering=Numbering()), formats.load_palette("standard")


def test_findings_lead_to_page_field_and_line(qtbot: QtBot, window: Window) -> None:
    rules, panel = front(window), window.docks.problems
    rules.put(("combat", 0, "table"), "ctr")
    with qtbot.waitSignal(panel.checked, check_params_cb=lambda found: any(f.code == "KIT106" for f in found)):
        panel.check_now()
    finding = next(one for one in panel.findings if one.code == "KIT106")
    rules.place_asked.emit(finding.place)
    view = window.rules.view
    assert view.page.key == "combat 0"
    assert finding.fix is not None
    assert finding.fix.title == "Change to crt"
    row = next(one for one in view.form.widgets if one.row.ident == ("combat", 0, "table"))
    assert row._sign is not None
    assert "ctr" in row._sign.toolTip()
    assert view.text.findings_of(finding.place.line)
    rules.place_asked.emit(Place(line=3, column=1))
    assert view.page.key == "file"
    assert view.text.line == 3
    assert apply_fix(window.desk, finding.fix)
    assert rules.text == CROSSING


def test_find_leads_to_a_value(window: Window) -> None:
    offers = list(window.menus.find.place_offers())
    woods = next(one for one in offers if one.text == "woods: 2")
    woods.choose()
    assert window.rules.view.page.key == "movement"


def test_unsaved_rules_come_back_after_a_crash(qtbot: QtBot, window: Window) -> None:
    rules = front(window)
    rules.put(("stacking", "limit"), 7)
    window.files.recovery.write()
    window.files.recovery.flush()
    keys = [folder.name for folder in recovery._root().iterdir()]
    back = recovery.restore(keys[0])
    assert isinstance(back, RulesDocument)
    assert back.text == rules.text
    assert back.path == rules.path
    assert back.dirty


def test_a_file_that_another_program_changed_is_read_again(qtbot: QtBot, window: Window) -> None:
    rules = front(window)
    assert rules.path is not None
    rules.path.write_text(CROSSING.replace("limit: 2", "limit: 9"), encoding="utf-8")
    window.files.watch.look()
    assert rules.own["stacking"] == {"limit": 9}
    assert not rules.dirty
    rules.stack.undo()
    assert rules.own["stacking"] == {"limit": 2}


def test_the_tool_bar_has_no_lines_without_groups(window: Window) -> None:
    bar = window.findChild(QToolBar, "main")
    assert isinstance(bar, QToolBar)
    shown = [one for one in bar.actions() if one.isVisible()]
    assert not any(above.isSeparator() and below.isSeparator() for above, below in pairwise(shown))
    last_line = max(number for number, one in enumerate(shown) if one.isSeparator())
    assert [one.text() for one in shown[last_line + 1 :]][:2] == ["&Undo", "&Redo"]
