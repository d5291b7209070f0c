"""The minimap's picture: sharp on any screen, true to the map, and drawn a little at a time."""

from __future__ import annotations

import gc
from itertools import pairwise
from weakref import ref

import pytest
import shiboken6
from bench import Bench, at_bench
from hand import Hand
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QGraphicsScene
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.drawing.paper import SCALE
from editor.canvas.miniature import Miniature
from editor.document.document import Document
from editor.hexes.canvas.map_layer import MapLayer
from editor.panels.minimap_panel import MinimapPanel
from engine import formats
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec


def board(columns: int = 20, rows: int = 14) -> BattleMap:
    made = BattleMap(Grid(GridSpec(columns, rows)), formats.load_palette("standard"))
    for h in range(made.grid.size // 2):
        made.terrain[h] = "water"
    return made


@pytest.fixture
def bench(qtbot: QtBot):  # type: ignore[no-untyped-def]
    with at_bench(qtbot, Document(board())) as made:
        yield made


def drawn(qtbot: QtBot, small: Miniature, bench: Bench, size: QSize) -> QImage:
    layer = bench.canvas.map_scene.map_layer
    qtbot.waitUntil(lambda: not layer.busy)
    if small.picture(layer, size) is None:
        with qtbot.waitSignal(small.drawn):
            pass
    found = small.picture(layer, size)
    assert found is not None
    return found


def steepest(image: QImage) -> int:
    """The greatest step in red from a pixel to the one below it, down the middle of the map."""
    x = image.width() // 2
    column = [image.pixelColor(x, y).red() for y in range(image.height())]
    return max(abs(one - other) for one, other in pairwise(column))


def test_it_is_as_sharp_as_the_screen(qtbot: QtBot, bench: Bench) -> None:
    layer = bench.canvas.map_scene.map_layer
    overview = layer.atlas.overview.image
    for width in (240, 480):
        size = QSize(width, width * 5 // 7)
        small = Miniature()
        picture = drawn(qtbot, small, bench, size)
        assert picture.size() == size
        enlarged = overview.scaled(size, mode=Qt.TransformationMode.SmoothTransformation)
        assert steepest(picture) > 1.5 * steepest(enlarged)


def test_a_change_of_the_map_is_seen_a_moment_later(qtbot: QtBot, bench: Bench) -> None:
    panel = MinimapPanel(bench.desk)
    qtbot.addWidget(panel)
    panel.resize(260, 220)
    panel.show()
    layer = bench.canvas.map_scene.map_layer
    corner, scale = panel._frame()
    x, y = bench.document.battle_map.grid.centre(bench.document.battle_map.grid.parse("1510"))

    def colour() -> str:
        spot = corner.x() + x * SCALE * scale, corner.y() + y * SCALE * scale
        return str(panel.grab().toImage().pixelColor(round(spot[0]), round(spot[1])).name())

    qtbot.waitUntil(lambda: panel._sharp._picture is not None and not layer.busy)
    before = colour()
    bench.desk.tools.choose("brush")
    bench.desk.settings.set("terrain", "jungle")
    Hand(qtbot, bench).click("1510")
    with qtbot.waitSignal(panel._sharp.drawn):
        pass
    assert colour() != before
    bench.document.stack.undo()
    with qtbot.waitSignal(panel._sharp.drawn):
        pass
    assert colour() == before


def test_it_is_drawn_in_slices_and_after_the_map(qtbot: QtBot, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    layer = bench.canvas.map_scene.map_layer
    slices: list[bool] = []
    work = Miniature._work

    def watched(self: Miniature) -> None:
        busy, job = layer.busy, self._job
        work(self)
        slices.append(busy)
        assert not busy or self._job is job, "tiles come first"

    monkeypatch.setattr(Miniature, "_work", watched)
    # As many slices on a fast machine as on a slow one.
    monkeypatch.setattr("editor.canvas.miniature.go_on", lambda step, _most: step())
    small = Miniature()
    drawn(qtbot, small, bench, QSize(900, 640))
    assert len(slices) > 3, "not in one go"


def test_a_map_larger_than_its_picture_is_shown_from_afar(qtbot: QtBot) -> None:
    with at_bench(qtbot, Document(board(320, 300))) as bench:
        small = Miniature()
        layer = bench.canvas.map_scene.map_layer
        assert small.picture(layer, QSize(240, 200)) is None
        assert small.picture(layer, QSize(900, 800)) is None
        settle()
        assert small._job is None


def test_a_map_that_is_closed_before_it_is_drawn_is_let_go(qtbot: QtBot) -> None:
    document = Document(board())
    scene, layer, small = QGraphicsScene(), MapLayer(document), Miniature()
    scene.addItem(layer)
    small.picture(layer, QSize(480, 336))
    shiboken6.delete(scene)
    settle()
    qtbot.waitUntil(lambda: not small._timer.isActive())
    assert small._picture is None


def test_of_a_map_that_is_closed_nothing_is_kept_while_no_other_is_looked_at(qtbot: QtBot) -> None:
    scene, layer, small = QGraphicsScene(), MapLayer(Document(board())), Miniature()
    scene.addItem(layer)
    small.picture(layer, QSize(480, 336))
    kept = ref(layer)
    shiboken6.delete(scene)
    del layer
    gc.collect()
    assert kept() is None
