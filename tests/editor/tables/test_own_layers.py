"""The designer's own layers in the Layers panel: made, renamed, grouped, shown, locked, printed, and used by tools."""

from __future__ import annotations

from dataclasses import replace

import a_table
import pytest
from bench import Bench
from fields import document
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.drawing.furniture import drawn_area, setting_of
from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import SCALE
from editor.commands.set_furniture import SetFurniture
from editor.commands.set_label import SetLabel
from editor.commands.set_layers import SetLayers
from editor.dialogs.edit_furniture import FurnitureDialog
from editor.dialogs.edit_label import LabelDialog
from editor.document.document import Document
from editor.hexes.canvas.aim import Aim, aim_at
from editor.hexes.tools.label import LabelTool
from editor.kinds import printing_of
from editor.output.exchange_pictures import DrawnPictures
from editor.panels.layers_panel import NAME, LayersPanel
from editor.tables.commands.edit_table import EditTable
from editor.tables.things import LABELS, Thing
from engine.boards.furniture import Furniture, FurnitureKind
from engine.boards.look import UserLayer
from engine.exchange.source import ExportSource
from engine.hexes.board.battlemap import Label

NOTES = UserLayer("Notes", printed=False)
BOX = Furniture(FurnitureKind.BOX, 0, 0, 3, 2, "Draft")


@pytest.fixture(params=["hexes", "table"])
def bench(request: pytest.FixtureRequest, qtbot: QtBot) -> Bench:
    made = Bench(document() if request.param == "hexes" else a_table.document())
    qtbot.addWidget(made.window)
    with qtbot.waitExposed(made.window):
        made.window.show()
    return made


@pytest.fixture
def panel(bench: Bench, qtbot: QtBot) -> LayersPanel:
    made = LayersPanel(bench.desk)
    qtbot.addWidget(made)
    made.show()
    return made


def only_label(of: Document) -> str:
    (label,) = of.board.labels
    return label.layer


def choose(panel: LayersPanel, key: str) -> None:
    panel.table.setCurrentCell(panel.table.keys.index(key), NAME)


def select_the_name(bench: Bench) -> None:
    board = bench.desk.document.board
    hexes = bench.desk.document.board.regions.get("heights") is not None
    bench.desk.selection.set([board.find("L0303")] if hexes else [Thing(LABELS, "0")])


def test_a_layer_is_added_named_filled_and_taken_back(bench: Bench, panel: LayersPanel, qtbot: QtBot) -> None:
    desk = bench.desk
    panel.own.add.click()
    assert panel.table.current == "layer:Layer 1"
    qtbot.keyClick(panel.table, Qt.Key.Key_F2)
    (field,) = panel.table.findChildren(QLineEdit)
    field.setText("Old names")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "layer:Old names" in panel.table.keys)
    choose(panel, "layer:Old names")
    select_the_name(bench)
    panel.own.put.click()
    assert only_label(desk.document) == "Old names"
    panel.own.remove.click()
    assert (only_label(desk.document), desk.document.board.look.layers) == ("", ())
    desk.undo.undo()
    assert only_label(desk.document) == "Old names"
    for _ in range(3):
        desk.undo.undo()
    assert desk.document.board.look.layers == ()


def test_without_a_selected_name_nothing_is_put_on_a_layer(bench: Bench, panel: LayersPanel) -> None:
    panel.own.add.click()
    bench.desk.selection.clear()
    panel.own.put.click()
    assert bench.said[-1:] == ["No place name is selected: select hexes with names first"]


def test_layers_of_a_group_are_listed_shown_and_locked_together(bench: Bench, panel: LayersPanel) -> None:
    desk, control = bench.desk, bench.desk.controls.layers
    for layer in (UserLayer("French", "Languages"), NOTES, UserLayer("German", "Languages")):
        desk.push(SetLayers("Add", lambda before, layer=layer: before.added(layer)))
    rows = [(row.key, row.depth) for row in control.rows if row.depth]
    assert rows == [("group:Languages", 1), ("layer:French", 2), ("layer:German", 2), ("layer:Notes", 1)]
    control.set_shown("group:Languages", False)
    control.set_locked("group:Languages", True)
    assert [control.state(f"layer:{name}").shown for name in ("French", "German", "Notes")] == [False, False, True]
    assert desk.document.locked == {"layer:French": "French", "layer:German": "German"}
    choose(panel, "layer:Notes")
    panel.own.group.setCurrentText("Languages")
    panel.own._regroup()
    assert desk.document.board.look.layers[1].group == "Languages"
    assert panel.table.current == "layer:Notes"


def test_a_renamed_layer_stays_hidden(bench: Bench, panel: LayersPanel) -> None:
    desk, control = bench.desk, bench.desk.controls.layers
    desk.push(SetLayers("Add", lambda before: before.added(NOTES)))
    control.set_shown("layer:Notes", False)
    panel.table._named(panel.table.model().index(panel.table.keys.index("layer:Notes"), NAME), "To do")
    assert not control.state("layer:To do").shown


def test_f2_renames_a_group_with_all_its_layers(bench: Bench, panel: LayersPanel, qtbot: QtBot) -> None:
    desk, control = bench.desk, bench.desk.controls.layers
    for layer in (UserLayer("French", "Languages"), NOTES, UserLayer("German", "Languages"), UserLayer("Old", "Past")):
        desk.push(SetLayers("Add", lambda before, layer=layer: before.added(layer)))
    control.set_shown("group:Languages", False)
    before = desk.document.board.look.layers
    choose(panel, "group:Languages")
    qtbot.keyClick(panel.table, Qt.Key.Key_F2)
    field = panel.table.viewport().findChild(QLineEdit)
    assert field.text() == "Languages"
    qtbot.keyClicks(field, "Tongues")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    settle()
    assert [layer.group for layer in desk.document.board.look.layers] == ["Tongues", "", "Tongues", "Past"]
    assert panel.table.current == "group:Tongues"
    assert not control.state("group:Tongues").shown
    desk.undo.undo()
    assert desk.document.board.look.layers == before
    panel.table._named(panel.table.model().index(panel.table.keys.index("group:Languages"), NAME), "Past")
    assert control.members("group:Past") == ["French", "German", "Old"]
    assert bench.said[-1].startswith("There was a group Past")


def test_a_renamed_group_is_still_shown_alone(bench: Bench, panel: LayersPanel) -> None:
    desk, control = bench.desk, bench.desk.controls.layers
    for layer in (UserLayer("French", "Languages"), NOTES):
        desk.push(SetLayers("Add", lambda before, layer=layer: before.added(layer)))
    control.show_alone("group:Languages")
    panel.table._named(panel.table.model().index(panel.table.keys.index("group:Languages"), NAME), "Tongues")
    assert control.alone == "group:Tongues"
    assert [control.state(f"layer:{name}").shown for name in ("French", "Notes")] == [True, False]


def test_what_lies_on_a_locked_layer_cannot_be_changed(bench: Bench) -> None:
    desk = bench.desk
    on_notes(desk.document)
    desk.controls.layers.set_locked("layer:Notes", True)
    piece = desk.document.board.look.furniture[0]
    assert not desk.push(SetFurniture(piece, None))
    label = desk.document.board.labels[0]
    if isinstance(label, Label):
        assert not desk.push(SetLabel(label, None))
    else:
        assert not desk.push(EditTable("Remove name", labels=[]))
    assert not desk.push(SetLayers("Move", lambda before: before.put([label], "")))
    assert bench.said[-3:] == ["the layer Notes is locked; unlock it in the Layers panel"] * 3


def on_notes(of: Document) -> None:
    """Put a name and a box on the layer of notes."""
    of.push(SetLayers("Add", lambda before: before.added(NOTES)))
    of.push(SetFurniture(None, BOX))
    of.push(SetLayers("Put", lambda before: before.put([before.labels[0], before.furniture[0]], "Notes")))


def test_a_hidden_layer_is_neither_drawn_nor_picked(bench: Bench) -> None:
    desk = bench.desk
    on_notes(desk.document)
    layer = bench.canvas.map_scene.map_layer
    assert layer.look.without(desk.document.board) == frozenset()
    assert len(setting_of(desk.document.board, None, layer.look).pieces) == 1
    desk.controls.layers.set_shown("layer:Notes", False)
    assert layer.look.without(desk.document.board) == {"Notes"}
    assert setting_of(desk.document.board, None, layer.look).pieces == ()


def test_a_layer_alone_is_shown_without_names_of_no_layer(bench: Bench) -> None:
    desk, control = bench.desk, bench.desk.controls.layers
    on_notes(desk.document)
    control.show_alone("layer:Notes")
    look = bench.canvas.map_scene.map_layer.look
    assert look.hidden == {""}
    assert look.labels
    assert not look.regions
    control.show_alone("layer:Notes")
    assert (control.alone, bench.canvas.map_scene.map_layer.look.hidden) == ("", frozenset())


def picture(of: Document, look: Look) -> QImage:
    """The map drawn for paper."""
    printing = printing_of(of.board.copy(), look)
    paper = drawn_area(of.board, furniture=False)
    scale = 800 / paper.width()
    image = QImage(800, round(paper.height() * scale), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(scale, scale)
    printing.paint(painter, paper, scale, look)
    painter.end()
    return image


def test_a_layer_for_the_screen_is_not_on_paper(bench: Bench) -> None:
    of = bench.desk.document
    with_name = picture(of, Look())
    on_notes(of)
    assert picture(of, Look()) != with_name
    assert setting_of(of.board, None, Look()).pieces == ()
    assert picture(of, Look(printed=False)) == with_name


def test_names_of_a_hidden_layer_are_not_picked(qtbot: QtBot) -> None:
    made = Bench(document())
    qtbot.addWidget(made.window)
    on_notes(made.desk.document)
    tool = made.desk.tools.all[[tool.key for tool in made.desk.tools.all].index("label")]
    assert isinstance(tool, LabelTool)
    grid = made.desk.document.battle_map.grid
    h = grid.parse("L0303")
    x, y = grid.centre(h)
    aim = aim_at(made.desk.document, QPointF(x * SCALE, y * SCALE), Qt.KeyboardModifier.NoModifier)
    assert isinstance(aim, Aim)
    assert tool.label_at(aim) is not None
    made.desk.controls.layers.set_shown("layer:Notes", False)
    assert tool.label_at(aim) is None


def test_dialogs_offer_the_layers_of_the_map(qtbot: QtBot) -> None:
    label = LabelDialog(Label("Mill", 1), "0101", is_new=False, layers=[NOTES])
    box = FurnitureDialog(BOX, layers=[NOTES])
    for dialog in (label, box):
        qtbot.addWidget(dialog)
        dialog.layer.setCurrentIndex(dialog.layer.findData("Notes"))
    written, piece = label.label(), box.furniture()
    assert written is not None
    assert piece is not None
    assert (written.layer, piece.layer) == ("Notes", "Notes")


def test_exported_layers_are_apart_and_notes_stay_here(qtbot: QtBot) -> None:
    of = document()
    of.push(SetLayers("Add", lambda before: before.added(UserLayer("French")).added(NOTES)))
    board = of.battle_map
    board.labels += [Label("Moulin", 5, layer="French"), Label("Check", 6, layer="Notes")]
    board.look = replace(board.look, furniture=(replace(BOX, layer="French"),))
    pictures = DrawnPictures()
    _, layers = pictures.layers(ExportSource(board), "organic", furniture=True, units=False)
    titles = [title for title, _, _ in layers]
    assert [title for title in titles if title.startswith(("Names", "Furniture"))] == [
        "Names",
        "Names: French",
        "Furniture: French",
    ]


def test_a_missing_layer_is_added_by_its_quick_fix(bench: Bench) -> None:
    from editor.panels.fixes import apply_fix
    from engine.findings import Fix

    assert apply_fix(bench.desk, Fix("Add the layer", "add_layer", {"name": "Notes"}))
    assert [layer.name for layer in bench.desk.document.board.look.layers] == ["Notes"]
