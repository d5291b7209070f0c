"""A battle on a table from nothing, in the window: drawn, armies from lists, deployed, three bounds played, all undone,
done again, saved and opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from answering import answer
from bench import forgive
from hand import Hand
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from settling import settle

from editor.dialogs.new_scenario import NewScenarioDialog
from editor.document.document import Document
from editor.look.numbers import WholeBox
from editor.preview.seats import HUMAN
from editor.tables.canvas.units import TablePieces
from editor.tables.dialogs.table_size import NewTableDialog
from editor.tables.panels.army import ArmyPage
from editor.tables.panels.sheets import ArmyPanel
from editor.tables.playing.hands import TableHands
from editor.tables.tools import area, line
from editor.window.window import Window
from engine import formats
from engine.hexes.board.grid import GridSpec
from engine.tables.places import place
from engine.tables.table import table_of


def at(x: float, y: float) -> tuple[float, float]:
    return x / 40, y / 40


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    made = Window(Document.new_map(GridSpec(8, 6), formats.load_palette("standard")))
    qtbot.addWidget(made, before_close_func=forgive)
    made.resize(1400, 900)
    with qtbot.waitExposed(made):
        made.show()
    return made


def drawn(window: Window, qtbot: QtBot) -> None:
    """A table with a wood and a road."""
    answer(
        NewTableDialog,
        lambda dialog: dialog.setProperty("seen", True),
        lambda: window.desk.actions.get("file.new-tables").trigger(),
    )
    settle()
    desk = window.desk
    desk.canvas.fit()
    hand = Hand(qtbot, desk)
    desk.tools.choose(area.AreaTool.key)
    for corner in ((300, 300), (700, 300), (700, 600)):
        hand.click(at(*corner))
    qtbot.keyClick(desk.canvas, Qt.Key.Key_Return)
    desk.tools.choose(line.LineTool.key)
    for corner in ((100, 900), (1700, 900)):
        hand.click(at(*corner))
    qtbot.keyClick(desk.canvas, Qt.Key.Key_Return)
    settle()
    table = table_of(desk.board)
    assert (len(table.areas), len(table.lines)) == (1, 1)
    desk.document.stack.undo()
    desk.document.stack.undo()
    assert (len(table.areas), len(table.lines)) == (0, 0)
    desk.document.stack.redo()
    desk.document.stack.redo()
    assert (len(table.areas), len(table.lines)) == (1, 1)


def enlisted(window: Window, qtbot: QtBot) -> None:
    """A scenario with two armies from their lists."""
    desk = window.desk
    answer(NewScenarioDialog, lambda dialog: dialog.name.setText("Hill"), desk.actions.get("scenario.new").trigger)
    settle()
    scenario = desk.document.require_scenario()
    assert scenario.system == "dbm", "the rules that play on tables are offered first"
    panel = ArmyPanel(desk)
    qtbot.addWidget(panel)
    panel.show()
    page = panel.pages["Army"]
    assert isinstance(page, ArmyPage)
    for side, name, wanted in (("first", "anglo_danish", "huscarls"), ("second", "norman", "")):
        page.refresh()
        page.side.setCurrentIndex(page.side.findData(side))
        page.refresh()
        page.list.setCurrentIndex(page.list.findData(name))
        with qtbot.waitSignal(desk.controls.overlays.oracle.outdated):
            page.list.activated.emit(page.list.currentIndex())
        due = [
            row for row, one in enumerate(page.sheet["lines"]) if one["least"] and not one["ally"] and not one["base"]
        ]
        for row in due[:4]:
            box = page.lines.cellWidget(row, 4)
            assert isinstance(box, WholeBox)
            with qtbot.waitSignal(desk.controls.overlays.oracle.outdated):
                box.setValue(min(4, page.sheet["lines"][row]["least"]))
        assert wanted in {one["line"] for one in page.sheet["lines"]} | {""}
    panel.close()


def deployed(window: Window) -> None:
    """Both armies in lines, formed up by the menu."""
    desk = window.desk
    layer = desk.controls.units.layer
    assert isinstance(layer, TablePieces)
    for side, y, facing in (("first", 1100, 0), ("second", 500, 180)):
        units = [key for key, unit in desk.document.require_scenario().units.items() if unit.side == side]
        layer.laid.emit({key: place(400 + 90 * number, y, facing) for number, key in enumerate(units)})
        desk.selection.set([], units)
        desk.actions.get("bases.line").trigger()
    setup = desk.document.require_scenario().setup
    assert set(setup) == set(desk.document.require_scenario().units)


def played(window: Window, qtbot: QtBot) -> None:
    """Three bounds, each with a move by hand."""
    desk = window.desk
    game = desk.controls.game
    assert game.start(dict.fromkeys(("first", "second"), HUMAN), 1)
    settle()
    bounds = set()
    for _ in range(60):
        position = desk.preview.position
        decision = position.decision
        assert decision is not None
        if position.status["bound"] > 3:
            break
        if decision.kind == "moves" and position.status["bound"] not in bounds:
            bounds.add(position.status["bound"])
            hands = desk.canvas.map_scene.hands
            assert isinstance(hands, TableHands)
            layer = desk.controls.units.layer
            assert isinstance(layer, TablePieces)
            own = next(piece for piece in reversed(layer.pieces) if piece.side.key == decision.side)
            hands.take((own.unit.key,))
            hand, start = Hand(qtbot, desk), (own.spot.x / 1024, own.spot.y / 1024)
            ahead = -1 if own.spot.facing == 0 else 1
            hand.drag(at(start[0], start[1] - ahead * 10), at(start[0], start[1] + ahead * 50))
            settle()
        choices = desk.preview.choices()
        done = game.act("end phase") or game.act(next(iter(choices)).text)
        assert done
        settle()
    assert bounds >= {1, 2, 3}
    assert any(action.startswith("move ") for action in desk.preview.game.actions)
    while desk.preview.game.actions:
        assert game.take_back()
    desk.preview.close()
    settle()


def test_a_battle_from_nothing(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    drawn(window, qtbot)
    enlisted(window, qtbot)
    deployed(window)
    desk = window.desk
    setup = dict(desk.document.require_scenario().setup)
    played(window, qtbot)
    document = desk.document
    assert dict(document.require_scenario().setup) == setup, "play changes nothing of the set-up"
    steps = document.stack.index()
    while document.stack.canUndo():
        document.stack.undo()
    scenario = document.require_scenario()
    assert (dict(scenario.units), dict(scenario.setup), dict(scenario.special)) == ({}, {}, {})
    while document.stack.canRedo():
        document.stack.redo()
    assert document.stack.index() == steps
    assert dict(document.require_scenario().setup) == setup
    document.save_as(tmp_path / "hill.yaml")
    again = Document.open(tmp_path / "hill.yaml")
    assert dict(again.require_scenario().setup) == setup
    assert again.require_scenario().special == document.require_scenario().special
    assert table_of(again.board).areas == table_of(document.board).areas


def test_a_table_a_hex_map_and_a_table_again_while_playing(window: Window, qtbot: QtBot) -> None:
    """Nothing of play on tables shows itself on hexes, and it is there again afterwards."""
    from_hexes = {entry.key for entry in window.desk.actions.entries if entry.action.isVisible()}
    scenarios = Path(__file__).parents[3] / "scenarios"
    table = window.desk.tabs.open(Document.open(scenarios / "teaching_table.yaml"))
    settle()
    assert window.desk.controls.game.start(dict.fromkeys(("red", "blue"), HUMAN), 1)
    settle()
    assert isinstance(window.desk.canvas.map_scene.hands, TableHands)
    hexes = window.desk.tabs.open(Document.new_map(GridSpec(8, 6), formats.load_palette("standard")))
    settle()
    assert window.desk.canvas.map_scene.hands is None
    assert {entry.key for entry in window.desk.actions.entries if entry.action.isVisible()} == from_hexes
    assert hexes is not table
    window.desk.tabs.show(table)
    settle()
    assert isinstance(window.desk.canvas.map_scene.hands, TableHands)
    window.desk.preview.close()
