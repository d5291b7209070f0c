"""Boats on the canvas: on their hexside, with who is aboard beneath; what they carry is told of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench import at_bench
from fields import scenario
from PySide6.QtCore import QPointF
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from editor.canvas.drawing.paper import SCALE
from editor.canvas.pieces import Piece, describe, pieces_of_position
from editor.document.document import Document
from editor.hexes.canvas.units import UnitsLayer
from editor.look.mnemonics import bare
from editor.menus.context import ContextMenu
from engine.hexes.board.grid import NOWHERE

POSITION = {
    "us-9": {"at": "L0202", "steps": 1, "along": "L0202/L0203"},
    "us-towson": {"at": "L0202", "steps": 1, "aboard": ["us-9"]},
}


@pytest.fixture(scope="module")
def pieces(qapp: QApplication) -> list[Piece]:
    return pieces_of_position(scenario(), POSITION)


def test_a_boat_lies_on_its_hexside_and_carries(pieces: list[Piece]) -> None:
    boat, passenger = pieces
    grid, units = scenario().map.grid, scenario().units
    assert boat.along == passenger.along == grid.parse_side("L0202/L0203") != NOWHERE
    assert boat.load == (units["us-towson"].called,)
    assert passenger.aboard == (units["us-9"].called,)
    assert f"carries {boat.load[0]}" in describe(boat, "L0202")
    assert f"aboard {passenger.aboard[0]}" in describe(passenger, "L0202")


def test_its_counter_is_drawn_towards_the_hexside_above_who_is_aboard(pieces: list[Piece]) -> None:
    grid = scenario().map.grid
    layer = UnitsLayer(grid)
    layer.set_pieces(pieces)
    beneath, boat = layer.layout(grid.parse("L0202"))
    assert (beneath[0].unit.key, boat[0].unit.key) == ("us-towson", "us-9")
    x, y = grid.centre(grid.parse("L0202"))
    assert boat[1].center().y() - y * SCALE > SCALE * 0.3
    assert layer.piece_at(boat[1].center()) is boat[0]
    layer.set_pieces([Piece(pieces[0].unit, pieces[0].side, pieces[0].hex)])
    ((_, rect),) = layer.layout(grid.parse("L0202"))
    assert rect.center() == QPointF(x * SCALE, y * SCALE)


def test_the_menu_of_a_boat_lays_it_along_a_hexside_of_its_hex(qtbot: QtBot) -> None:
    with at_bench(qtbot, Document.open(Path(__file__).parents[2] / "scenarios" / "dahomey.yaml")) as bench:
        grid = bench.document.battle_map.grid
        menus, h = ContextMenu(bench.desk), grid.parse(bench.document.require_scenario().setup["fr-boat1"])

        def along(unit: str) -> dict[str, QAction]:
            """What the menu of a unit offers."""
            name = bench.document.require_scenario().units[unit].name
            entries = {bare(one.text()): one for one in menus.menu_of(h).actions()}
            below = {bare(one.text()): one.menu() for one in entries[name].menu().actions()}
            if "Place on hexside" not in below:
                return {}
            below["Place on hexside"].aboutToShow.emit()
            return {bare(one.text()): one for one in below["Place on hexside"].actions()}

        assert not along("fr-legion"), "only boats do"
        offered = along("fr-boat1")
        assert not any(entry.isChecked() for entry in offered.values())
        title, entry = next(iter(offered.items()))
        direction, _, drawn = title.partition(": ")
        assert drawn == "major river"
        entry.trigger()
        side = grid.side(h, grid.direction_names.index(direction))
        assert bench.document.require_scenario().special["banks"] == {"fr-boat1": grid.side_name(side)}
        piece = next(p for p in bench.desk.controls.units.layer.stacks[h] if p.unit.key == "fr-boat1")
        assert piece.along == side
        assert along("fr-boat1")[title].isChecked()
        bench.document.stack.undo()
        assert "banks" not in bench.document.require_scenario().special
