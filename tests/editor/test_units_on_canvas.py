"""Units on the canvas: drawn where they stand, dragged from hex to hex, dropped from panels, taken off by a key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench import Bench, at_bench
from fields import document, scenario
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.drawing.paper import SCALE
from editor.canvas.pieces import pieces_of_position, pieces_of_setup
from editor.canvas.units_mime import pack
from engine.hexes.board.grid import NOWHERE
from engine.scenario import Unit


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    with at_bench(qtbot, document()) as made:
        yield made


def spot(bench: Bench, name: str) -> QPoint:
    """Where a hex is in the viewport."""
    x, y = bench.document.battle_map.grid.centre(bench.document.battle_map.grid.parse(name))
    return bench.canvas.mapFromScene(QPointF(x * SCALE, y * SCALE))


def drag(qtbot: QtBot, bench: Bench, start: str, end: str) -> None:
    """Drag with the left button from hex to hex."""
    viewport = bench.canvas.viewport()
    qtbot.mouseMove(viewport, spot(bench, start))
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=spot(bench, start))
    way = spot(bench, end) - spot(bench, start)
    for step in range(1, 6):
        qtbot.mouseMove(viewport, spot(bench, start) + way * step / 5)
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=spot(bench, end))


def drop(bench: Bench, units: list[str], name: str) -> None:
    """Drop units from a panel on a hex, as Qt delivers it."""
    viewport, at = bench.canvas.viewport(), QPointF(spot(bench, name))
    data = pack(units)
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(viewport, QDragEnterEvent(at.toPoint(), action, data, button, none))
    QApplication.sendEvent(viewport, QDragMoveEvent(at.toPoint(), action, data, button, none))
    QApplication.sendEvent(viewport, QDropEvent(at, action, data, button, none))


def test_the_set_up_stands_on_the_map(bench: Bench) -> None:
    grid = bench.document.battle_map.grid
    stacks = bench.desk.controls.units.layer.stacks
    assert [piece.unit.key for piece in stacks[grid.parse("L0202")]] == ["us-9", "us-towson"]
    assert [piece.unit.key for piece in stacks[grid.parse("L0602")]] == ["ac-1"]
    assert grid.parse("L0801") in bench.desk.controls.units.layer.entries


def test_units_in_wrong_hexes_are_left_out(qapp: QApplication) -> None:
    made = scenario(setup={"us-9": "L9999", "nobody": "L0101", "ac-1": "L0602"})
    assert [piece.unit.key for piece in pieces_of_setup(made)] == ["ac-1"]
    position = {"us-9": {"at": None}, "ac-1": {"at": "L0603", "steps": 1}}
    (piece,) = pieces_of_position(made, position)
    assert (piece.hex, piece.steps) == (made.map.grid.parse("L0603"), 1)


def test_a_click_selects_the_unit(qtbot: QtBot, bench: Bench) -> None:
    qtbot.mouseClick(bench.canvas.viewport(), Qt.MouseButton.LeftButton, pos=spot(bench, "L0602"))
    assert bench.desk.selection.unit == "ac-1"
    assert bench.desk.selection.hex == bench.document.battle_map.grid.parse("L0602")
    assert bench.desk.controls.units.layer.selected == {"ac-1"}
    assert not bench.document.dirty


def test_a_unit_is_dragged_from_hex_to_hex_and_undo_brings_it_back(qtbot: QtBot, bench: Bench) -> None:
    drag(qtbot, bench, "L0602", "L0504")
    assert bench.document.require_scenario().setup["ac-1"] == "L0504"
    assert bench.desk.controls.units.layer.find("ac-1").hex == bench.document.battle_map.grid.parse("L0504")  # type: ignore[union-attr]
    assert not bench.desk.controls.units.layer.lifted
    bench.document.stack.undo()
    assert bench.document.require_scenario().setup["ac-1"] == "L0602"
    assert not bench.document.dirty


def test_a_drag_that_ends_where_it_began_changes_nothing(qtbot: QtBot, bench: Bench) -> None:
    drag(qtbot, bench, "L0602", "L0602")
    assert not bench.document.stack.canUndo()


def test_the_brush_paints_and_does_not_pick_units(qtbot: QtBot, bench: Bench) -> None:
    bench.desk.tools.choose("brush")
    drag(qtbot, bench, "L0602", "L0504")
    assert bench.document.require_scenario().setup["ac-1"] == "L0602"


def test_units_are_dropped_from_a_panel(bench: Bench) -> None:
    drop(bench, ["ac-103"], "L0704")
    assert bench.document.require_scenario().setup["ac-103"] == "L0704"
    assert bench.document.require_scenario().arrivals == ()
    assert bench.desk.selection.unit == "ac-103"


def test_delete_takes_the_selected_unit_off_the_map(qtbot: QtBot, bench: Bench) -> None:
    qtbot.mouseClick(bench.canvas.viewport(), Qt.MouseButton.LeftButton, pos=spot(bench, "L0602"))
    qtbot.keyClick(bench.canvas, Qt.Key.Key_Delete)
    assert "ac-1" not in bench.document.require_scenario().setup
    assert "ac-1" in bench.document.require_scenario().units


def test_the_selected_unit_of_a_stack_lies_on_top(bench: Bench) -> None:
    layer = bench.desk.controls.units.layer
    h = bench.document.battle_map.grid.parse("L0202")
    bench.desk.selection.set([h], "us-9")
    assert [piece.unit.key for piece, _ in layer.layout(h)] == ["us-towson", "us-9"]
    (_, lower), (_, upper) = layer.layout(h)
    assert lower.x() < upper.x()
    assert lower.y() > upper.y()


def test_the_tooltip_tells_all_values(qtbot: QtBot, bench: Bench) -> None:
    for step in range(3):
        qtbot.mouseMove(bench.canvas.viewport(), spot(bench, "L0602") + QPoint(step, 0))
        settle()
    tip = bench.desk.controls.units.layer.toolTip()
    for part in ("Royal Scots", "Anglo-Canadian", "strength: 6", "2 of 2 steps", "L0602"):
        assert part in tip
    assert "ac-1" not in tip, "keys are for files"


def test_five_hundred_units_are_drawn(qtbot: QtBot, bench: Bench) -> None:
    old = bench.document.require_scenario()
    names = [bench.document.battle_map.grid.name(h) for h in bench.document.battle_map.grid]
    units = {f"u{i}": Unit(f"u{i}", "us", f"Unit {i}", "infantry", values={"strength": i % 9}) for i in range(500)}
    layer = bench.desk.controls.units.layer
    layer.set_pieces(
        pieces_of_setup(old.with_(units=units, setup={key: names[i % len(names)] for i, key in enumerate(units)}))
    )
    picture = bench.canvas.grab()
    assert not picture.isNull()
    assert max(len(layer.layout(h)) for h in layer.stacks) <= 4


def test_another_document_brings_its_own_units(bench: Bench) -> None:
    bench.desk.tabs.set_document(document(setup={"us-9": "L0505"}))
    layer = bench.desk.controls.units.layer
    assert layer.scene() is bench.canvas.map_scene
    assert [piece.unit.key for stack in layer.stacks.values() for piece in stack] == ["us-9"]


def test_nothing_is_carried_after_leaving(bench: Bench) -> None:
    layer = bench.desk.controls.units.layer
    layer.lift(["us-9"])
    layer.cancel()
    assert not layer.lifted
    assert layer.hex_at(QPointF(-500, -500)) == NOWHERE
