"""A table in the window: opened beside hex maps, saved, recovered, printed, seen twice; its panels and menus."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from a_table import battle, document, scenario, table
from bench import forgive
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.drawing.look import GREY, Look
from editor.canvas.drawing.paper import SCALE
from editor.dialogs.print_sheets import PrintDialog
from editor.dialogs.unit_parts import place_problem
from editor.document import recovery
from editor.document.document import Document
from editor.hexes.panels.palette_panel import PalettePanel
from editor.kinds import printing_of
from editor.look.mnemonics import bare
from editor.menus.context import ContextMenu
from editor.output.export import read_model, render_file
from editor.output.sheet_writer import print_sheets
from editor.output.sheets import SheetSetup, plan
from editor.output.thumbnail import thumbnail
from editor.panels import PANELS
from editor.panels.inspector_panel import InspectorPanel
from editor.tables.dialogs.table_size import NewTableDialog, TableSizeDialog
from editor.tables.panels.inspector import TablePage
from editor.tables.panels.palette import TablePalette
from editor.tables.panels.place_rows import TablePlaceRows
from editor.tables.things import Thing
from editor.window.window import Window
from engine import formats
from engine.errors import HexwrightError
from engine.hexes.board.grid import GridSpec
from engine.scenario import Unit
from engine.tables.table import Table, TableArea, table_of


def hexes() -> Document:
    return Document.new_map(GridSpec(8, 6), formats.load_palette("standard"))


ELSEWHERE = ("view.full-screen", "view.dark", "view.next-tab", "view.previous-tab")
"""Entries of the View menu that are about the whole window, or lead to another map."""


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    made = Window(hexes())
    qtbot.addWidget(made, before_close_func=forgive)
    with qtbot.waitExposed(made):
        made.show()
    return made


def offered(window: Window) -> set[str]:
    return {entry.key for entry in window.desk.actions.entries if entry.action.isVisible()}


def test_table_hex_map_table_shows_nothing_of_the_other_kind(window: Window) -> None:
    window.workspaces.switch("draw")
    on_hexes = offered(window)
    window.desk.tabs.open(battle())
    on_table = offered(window)
    tools = {key for key in on_table if key.startswith("tool.")}
    assert tools == {
        *("tool.furniture", "tool.table-select", "tool.area", "tool.table-cut", "tool.table-line", "tool.underlay"),
        *("tool.table-wall", "tool.table-label", "tool.stick"),
    }
    assert window.desk.tools.current == "table-select"
    gone = {"map.resize", "edit.select-all", "edit.cut", "view.grid", "view.numbers", "map.arrange-names"}
    assert not gone & on_table
    assert {"map.table-size", "layer.areas.lock", "layer.lines.show", "file.save", "edit.undo"} <= on_table
    for spec in PANELS:
        here = not spec.kinds or "tables" in spec.kinds
        assert window.docks[spec.key].toggleViewAction().isVisible() == here, spec.key
        assert here or window.docks[spec.key].isHidden(), spec.key
    assert isinstance(window.docks.panel("palette"), TablePalette)
    assert not window.docks["palette"].isHidden()
    window.desk.tabs.show(window.desk.tabs[0])
    assert offered(window) == on_hexes
    assert not on_hexes & {"map.table-size", "tool.area", "layer.areas.lock"}
    assert isinstance(window.docks.panel("palette"), PalettePanel)
    window.desk.tabs.show(window.desk.tabs[1])
    assert offered(window) == on_table


def test_a_table_can_be_the_first_thing_that_is_open(qtbot: QtBot) -> None:
    made = Window(battle())
    qtbot.addWidget(made, before_close_func=forgive)
    with qtbot.waitExposed(made):
        made.show()
    settle()
    assert made.desk.tools.current == "table-select"
    made.desk.tabs.open(hexes())
    settle()
    assert made.desk.tools.current == "select"


def test_it_is_saved_and_opened_again(window: Window, tmp_path: Path) -> None:
    made = battle()
    window.desk.tabs.open(made)
    made.save_as(tmp_path / "field.yaml")
    first = (tmp_path / "field.yaml").read_bytes()
    again = Document.open(tmp_path / "field.yaml")
    assert table_of(again.board).areas == table_of(made.board).areas
    assert again.require_scenario().setup == made.require_scenario().setup
    again.save_as(tmp_path / "again.yaml")
    assert (tmp_path / "again.yaml").read_bytes().replace(b"again", b"field") == first.replace(b"again", b"field")


def test_the_entries_of_the_view_menu_bear_a_wood_that_is_selected(window: Window) -> None:
    """What is asked of a place, its units or its middle, is asked of a thing too."""
    window.desk.tabs.open(battle())
    entries = [one for one in window.desk.actions.entries if one.key.startswith(("view.", "overlay.", "layer."))]
    tried = 0
    for one in entries:
        window.desk.selection.set([Thing("areas", "wood-1")])
        if one.action.isEnabled() and one.key not in ELSEWHERE and "…" not in one.action.text():
            one.action.trigger()
            settle()
            tried += 1
    assert tried > 20


def test_what_is_not_saved_is_recovered(window: Window) -> None:
    window.desk.tabs.open(document())
    window.desk.selection.set([Thing("areas", "wood-1")])
    front = window.desk.document
    tool = window.desk.tools.get("table-select")
    tool._remove(Thing("areas", "wood-1"))
    keeper = window.menus.file.recovery
    keeper.flush()
    made = recovery.restore(keeper._folder.name)
    assert isinstance(made.board, Table)
    assert "wood-1" not in table_of(made.board).areas
    assert front.dirty


def test_it_is_drawn_into_every_kind_of_picture(tmp_path: Path) -> None:
    made = battle()
    made.save_as(tmp_path / "field.yaml")
    for ending in (".png", ".svg", ".pdf"):
        out = tmp_path / f"field{ending}"
        render_file(tmp_path / "field.yaml", out, 48)
        assert out.stat().st_size > 2000
    whole = QImage(str(tmp_path / "field.png"))
    assert whole.width() > whole.height() > 300
    part = tmp_path / "part.png"
    render_file(tmp_path / "field.yaml", part, 48, "wood-1")
    assert QImage(str(part)).width() < whole.width() / 4
    grey = tmp_path / "grey.png"
    render_file(tmp_path / "field.yaml", grey, 48, "1600,300:2000,700", Look(style=GREY))
    shade = QImage(str(grey)).pixelColor(40, 40)
    assert shade.red() == shade.green() == shade.blue()
    with pytest.raises(HexwrightError, match="no part 'nowhere'"):
        render_file(tmp_path / "field.yaml", part, 48, "nowhere")


def test_it_is_printed_on_sheets_and_drawn_small(tmp_path: Path) -> None:
    made = battle()
    made.save_as(tmp_path / "field.yaml")
    board, scenario = read_model(tmp_path / "field.yaml")
    area = QRectF(0, 0, 60 * SCALE, 40 * SCALE)
    laid = plan(SheetSetup(), area, printing_of(board, Look()).holds)
    print_sheets(board, scenario, tmp_path / "sheets.pdf", laid)
    assert (tmp_path / "sheets.pdf").read_bytes().startswith(b"%PDF")
    small = thumbnail(tmp_path / "field.yaml", QSize(160, 120))
    assert small.image.pixelColor(80, 60).alpha() == 255
    assert (small.name, small.units) == ("Field", 8)


def test_two_views_show_one_table(window: Window, qtbot: QtBot) -> None:
    window.desk.tabs.open(document())
    window.desk.panes.split(Qt.Orientation.Horizontal)
    settle()
    assert len(window.desk.panes.views) == 2
    layer = window.canvas.map_scene.map_layer
    window.desk.tools.get("table-select")._remove(Thing("areas", "wood-1"))
    qtbot.waitUntil(lambda: not layer.busy)
    window.desk.panes.unsplit()


def test_the_inspector_changes_an_area(window: Window) -> None:
    window.desk.tabs.open(battle())
    panel = window.docks.panel("inspector")
    assert isinstance(panel, InspectorPanel)
    window.desk.selection.set([Thing("areas", "wood-1")])
    settle()
    page = panel._pages["tables"]
    assert isinstance(page, TablePage)
    assert not page.isHidden()
    kind = page.fields["kind"]
    assert isinstance(kind, QComboBox)
    kind.setCurrentIndex(kind.findData("marsh"))
    kind.activated.emit(kind.currentIndex())
    settle()
    table = table_of(window.desk.board)
    assert table.areas["wood-1"].kind == "marsh"
    key = page.fields["key"]
    assert isinstance(key, QLineEdit)
    key.setText("bog")
    key.editingFinished.emit()
    settle()
    assert list(table_of(window.desk.board).areas) == ["bog", "hill-1", "town-1"]
    assert window.desk.selection.spot == Thing("areas", "bog")
    window.desk.selection.set([], "bd-1")
    settle()
    assert page.isHidden()
    assert not panel.unit_box.isHidden()
    for thing in (Thing("lines", "road-1"), Thing("lines", "pf-1"), Thing("labels", "0"), Thing("areas", "hill-1")):
        window.desk.selection.set([thing])
        settle()
        assert page.fields, thing


def test_the_inspector_changes_an_element(window: Window) -> None:
    made = scenario("dbm")
    commands = {"van": {"side": "rome", "name": "The van"}, "rear": {"side": "rome", "name": "The rear"}}
    made = made.with_(special={**made.special, "commands": commands})
    window.desk.tabs.open(Document(made.map, made))
    panel = window.docks.panel("inspector")
    assert isinstance(panel, InspectorPanel)
    window.desk.selection.set([], "bd-1")
    settle()
    place = panel.place
    assert isinstance(place, TablePlaceRows)
    assert (place.line.text(), place.facing.value()) == ("880,1300", 0)

    def now() -> tuple[Unit, str]:
        held = window.desk.document.require_scenario()
        return held.units["bd-1"], held.setup.get("bd-1", "")

    for key, value in (("grade", "S"), ("general", "cinc"), ("command", "rear")):
        box = panel.values.widget(key)
        assert isinstance(box, QComboBox)
        assert value in [box.itemData(row) for row in range(box.count())]
        box.setCurrentIndex(box.findData(value))
        assert now()[0].values[key] == value
    assert box.currentText() == "The rear"
    panel.type.setCurrentText("Sp")
    panel.side.setCurrentIndex(1)
    panel.side.activated.emit(1)
    assert (now()[0].type, now()[0].side) == ("Sp", "gaul")
    place.facing.setValue(90.5)
    assert now()[1] == "880,1300/90.5"
    place.line.clear()
    place.line.insert("900, 700")
    place.line.editingFinished.emit()
    assert now()[1] == "900,700/90.5"
    place.line.clear()
    place.line.insert("9000,700")
    place.line.editingFinished.emit()
    assert now()[1] == "900,700/90.5", "which is on the table"
    assert (place.line.text(), place.facing.value()) == ("900,700", 90.5)
    place.line.clear()
    place.line.insert("820,600/180")
    place.line.editingFinished.emit()
    assert (now()[1], place.line.text(), place.facing.value()) == ("820,600/180", "820,600", 180)
    place.line.clear()
    place.line.setModified(True)
    place.line.editingFinished.emit()
    assert not now()[1]
    assert not place.facing.isEnabled(), "nobody faces anywhere off the table"
    for _ in range(20):
        window.desk.undo.undo()
    assert now() == (made.units["bd-1"], "880,1300/0")
    assert "45" in place_problem(made, "9000,700", 0), "the form of a unit says how to write a place"


def test_things_are_raised_over_each_other(window: Window) -> None:
    window.desk.tabs.open(document())
    window.desk.selection.set([Thing("areas", "wood-1")])
    settle()
    page = window.docks.panel("inspector")._pages["tables"]
    page._order(Thing("areas", "wood-1"), 1)
    assert list(table_of(window.desk.board).areas) == ["hill-1", "wood-1", "town-1"]
    page._order(Thing("areas", "town-1"), 1)
    assert list(table_of(window.desk.board).areas) == ["hill-1", "wood-1", "town-1"]
    window.desk.undo.undo()
    assert list(table_of(window.desk.board).areas) == ["wood-1", "hill-1", "town-1"]


def test_the_palette_of_tables_takes_up_the_tool_of_a_kind(window: Window) -> None:
    window.desk.tabs.open(document())
    settle()
    palette = window.docks.panel("palette")
    for (layer, key), tool in {
        ("areas", "wood"): "area",
        ("lines", "river"): "table-line",
        ("lines", "pf"): "table-wall",
    }.items():
        button = next(button for (known, name), button in palette.buttons.items() if (str(known), name) == (layer, key))
        button.click()
        assert window.desk.tools.current == tool
        assert button.isChecked()


def test_a_new_table_is_asked_for(qtbot: QtBot) -> None:
    dialog = NewTableDialog(formats.load_palette("table"))
    qtbot.addWidget(dialog)
    assert dialog.problem() == ""
    dialog.name.setText("  ")
    assert "name" in dialog.problem()
    assert dialog.size_in_paces == (3600, 2400)
    assert dialog.ground == "plain"


def test_a_table_does_not_become_smaller_than_what_lies_on_it(qtbot: QtBot) -> None:
    dialog = TableSizeDialog(table())
    qtbot.addWidget(dialog)
    assert dialog.problem() == ""
    dialog.width_box.setValue(2000)
    assert "beside the table" in dialog.problem()
    dialog.width_box.setValue(3000)
    assert dialog.problem() == ""


def test_find_and_go_to_know_a_table(window: Window) -> None:
    window.desk.tabs.open(battle())
    offers = {offer.text for offer in window.menus.find.place_offers()}
    assert {"Zama", "The camp", "wood-1", "road-1", "Cohort 1"} <= offers
    assert window.menus.map.find("zam") == window.desk.board.parse("2000,1200/0")
    assert window.menus.map.find("900,300") == window.desk.board.parse("900,300/0")
    assert window.menus.map.find("L0303") is None


def test_the_menu_of_a_place_offers_what_lies_there(window: Window) -> None:
    window.desk.tabs.open(battle())
    board = window.desk.board
    menu = ContextMenu(window.desk).menu_of(board.parse("1800,500/0"))
    texts = [action.text().replace("&", "") for action in menu.actions()]
    assert "Select wood wood-1" in texts
    next(action for action in menu.actions() if action.text().replace("&", "") == "Delete").trigger()
    assert "wood-1" not in table_of(board).areas
    menu = ContextMenu(window.desk).menu_of(board.parse("1120,1310/0"))
    assert "Cohort 4" in [action.text().replace("&", "") for action in menu.actions()]


def test_the_menu_of_a_place_joins_areas_that_touch(window: Window) -> None:
    window.desk.tabs.open(battle())
    table = table_of(window.desk.board)
    table.areas["wood-2"] = TableArea("wood-2", "wood", ((2000, 300), (2200, 300), (2200, 700), (2000, 700)))
    menu = ContextMenu(window.desk).menu_of(table.parse("1800,500/0"))
    found = {action.text().replace("&", ""): action for action in menu.actions()}
    found["Join with those it touches"].trigger()
    assert "wood-2" not in table.areas
    assert set(table.areas["wood-1"].outline) == {(1600, 300), (2200, 300), (2200, 700), (1600, 700)}
    menu = ContextMenu(window.desk).menu_of(table.parse("1800,500/0"))
    assert "Join with those it touches" not in {action.text().replace("&", "") for action in menu.actions()}


def test_hex_maps_import_nothing_of_tables(tmp_path: Path) -> None:
    """A window on a map of hexes, in a process of its own."""
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys\n"
            "from PySide6.QtWidgets import QApplication\n"
            "app = QApplication([])\n"
            "from editor.window.app import make_window\n"
            "window = make_window(None)\n"
            "print([name for name in sys.modules if name.startswith('editor.tables')])\n",
        ],
        capture_output=True,
        text=True,
        check=True,
        env={"QT_QPA_PLATFORM": "offscreen", "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
    )
    assert said.stdout.strip() == "[]"


def test_on_a_table_the_print_dialog_asks_for_the_width_of_a_base(qtbot: QtBot, window: Window) -> None:
    window.desk.tabs.open(battle())
    dialog = PrintDialog(window.menus.print.subject(), SheetSetup())
    qtbot.addWidget(dialog)
    names = {bare(label.text()) for label in dialog.findChildren(QLabel)}
    assert "Base" in names
    assert "Hex" not in names
    dialog.hex_mm.setValue(40)
    laid = dialog.plan
    assert laid is not None
    size = laid.area.size() * laid.setup.unit
    assert round(size.width() * 80 / 2400) in (40, 41, 42, 43), "a base of 80 paces is 40 mm; the area has a margin"
    assert dialog.setup().hex_mm == pytest.approx(34.64, abs=0.01)


def test_every_overlay_can_be_switched_while_a_thing_of_the_table_is_selected(window: Window) -> None:
    """A wood that is selected is no place that a question could be asked about."""
    window.desk.tabs.open(battle())
    switches = [window.desk.actions.get(key) for key in ("overlay.reach", "overlay.zoc-first", "overlay.sight")]
    switches += [window.desk.actions.get("overlay.field")]
    for action in switches:
        action.setChecked(True)
    window.desk.selection.set([Thing("areas", "wood-1")])
    settle()
    assert not window.desk.actions.get("overlay.sight").isEnabled()
    for action in switches:
        action.setChecked(False)


def test_the_form_of_a_thing_goes_when_nothing_is_selected(window: Window) -> None:
    window.desk.tabs.open(battle())
    window.docks.front("inspector")
    window.desk.selection.set([Thing("areas", "wood-1")])
    settle()
    (page,) = window.findChildren(TablePage)
    assert page.body is not None
    window.desk.selection.clear()
    settle()
    assert page.body is None
    assert page.fields == {}
