"""A kind of map without a grid is one row of the editor: it is opened, changed, saved, printed and played on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import area_map
import area_window
import pytest
from area_map import AreaMap, Outlined
from bench import Bench, at_bench, forgive
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import SCALE
from editor.commands.edit_scenario import EditScenario
from editor.commands.replace_map import ReplaceMap
from editor.document.document import Document
from editor.kinds import kind_of, printing_of
from editor.preview.seats import HUMAN
from editor.window.window import Window
from engine import formats
from engine.hexes.board.grid import GridSpec
from engine.hexes.board.numbering import Numbering
from engine.play import registry

MAP = """\
format: hexwright-map 1
name: Gaul
palette: standard
areas:
  rome: {name: Rome, corners: "0,0 5,0 5,5", borders: gaul}
  gaul: {name: Gaul, corners: "5,0 9,0 9,5", borders: rome iberia}
  iberia: {name: Iberia, corners: "9,0 12,0 12,5", borders: gaul}
"""
SCENARIO = """\
format: hexwright-scenario 1
name: The couriers
system: paths
map: gaul
turns: 6
sides:
  red: {name: Red}
  blue: {name: Blue}
units:
  r: {side: red, name: Flavius, type: courier}
  b: {side: blue, name: Brennus, type: courier}
setup: {r: rome, b: gaul}
victory:
  scoring:
  - {kind: hold, points: 1, initial: blue, hexes: iberia}
  tie: blue
"""


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    monkeypatch.setitem(registry.SYSTEMS, "paths", "toy_areas")
    (tmp_path / "gaul.yaml").write_text(MAP, "utf-8")
    (tmp_path / "couriers.yaml").write_text(SCENARIO, "utf-8")
    with area_map.known(), area_window.shown(), at_bench(qtbot, Document.open(tmp_path / "couriers.yaml")) as made:
        yield made


def test_it_is_shown_and_aimed_at(bench: Bench) -> None:
    assert kind_of(bench.document).key == "areas"
    layer = bench.desk.controls.units.layer
    assert isinstance(layer, area_window.Couriers)
    assert {key: piece.spot for key, piece in layer.pieces.items()} == {"r": "rome", "b": "gaul"}
    aim = area_window.aim_at(bench.document, QPointF(4, 1) * SCALE, Qt.KeyboardModifier.NoModifier)
    assert aim.spot == "rome"
    assert area_window.aim_at(bench.document, QPointF(-1, 1), Qt.KeyboardModifier.NoModifier).spot is None
    assert all("areas" in tool.kinds or not tool.kinds for tool in bench.desk.tools.offered)


def test_it_is_changed_and_saved(bench: Bench, tmp_path: Path) -> None:
    document = bench.document
    changed = document.board.copy()
    changed.name = "Gallia"
    assert bench.desk.push(ReplaceMap("Rename", changed))
    assert bench.desk.push(EditScenario(setup={"r": "gaul", "b": "gaul"}))
    settle()
    layer = bench.desk.controls.units.layer
    assert layer is not None
    assert [piece.unit.key for piece in layer.standing_at("gaul")] == ["r", "b"]
    assert document.save()
    again = formats.load_scenario(tmp_path / "couriers.yaml")
    assert (again.map.name, again.setup["r"]) == ("Gallia", "gaul")


def test_it_is_printed(bench: Bench, tmp_path: Path) -> None:
    drawn = printing_of(bench.document.board, Look())
    image = QImage(120, 50, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(10 / SCALE, 10 / SCALE)
    drawn.paint(painter, QRectF(0, 0, 12 * SCALE, 5 * SCALE), 10 / SCALE, Look())
    painter.end()
    assert image.pixelColor(40, 10) == QColor(bench.document.board.areas["rome"].colour)


def test_it_is_played_on(bench: Bench) -> None:
    assert bench.desk.controls.game.start(dict.fromkeys(("red", "blue"), HUMAN), 1)
    settle()
    assert bench.desk.controls.game.act("go r gaul")
    settle()
    layer = bench.desk.controls.units.layer
    assert layer is not None
    piece = layer.find("r")
    assert piece is not None
    assert piece.spot == "gaul"


def test_it_is_a_tab_beside_hexes(qtbot: QtBot) -> None:
    board = AreaMap(formats.load_palette("standard"), {"here": Outlined("here", "Here", ((0, 0), (5, 0), (5, 5)))})
    with area_map.known(), area_window.shown():
        window = Window(Document.new_map(GridSpec(8, 6, numbering=Numbering()), formats.load_palette("standard")))
        qtbot.addWidget(window, before_close_func=forgive)
        with qtbot.waitExposed(window):
            window.show()
        tab = window.desk.tabs.open(Document(board))
        settle()
        assert isinstance(window.canvas.map_scene.map_layer, area_window.AreaLayer)
        assert window.docks["palette"].isHidden()
        assert window.docks.panel("layers").table.keys == ["units", "areas"]
        window.desk.tabs.show(window.desk.tabs[0])
        settle()
        assert not window.docks["palette"].isHidden()
        window.desk.tabs.close(tab)
        settle()
