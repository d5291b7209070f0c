"""The canvas: zooming to the pointer, panning, tiles that are right after every change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from bench import Bench
from hand import Hand
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from settling import settle

from editor.canvas.drawing.look import Look
from editor.canvas.tiles import TILE, Tiles
from editor.commands.base import Command
from editor.commands.set_label import SetLabel
from editor.document.document import Document
from editor.hexes.canvas.map_layer import MapLayer
from editor.hexes.commands.erase import Erase
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.commands.set_elevation import SetElevation
from editor.hexes.commands.set_feature import SetFeature
from editor.hexes.commands.set_hexside import SetHexside
from editor.hexes.commands.set_path import SetPath
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.map_painter import painting_of
from editor.look import style
from engine.formats import load_palette
from engine.hexes.board.battlemap import Label
from engine.hexes.board.grid import NOWHERE, GridSpec, Orientation


def made(qtbot: QtBot, spec: GridSpec) -> Bench:
    bench = Bench(Document.new_map(spec, load_palette("standard"), "Field"))
    qtbot.addWidget(bench.window)
    with qtbot.waitExposed(bench.window):
        bench.window.show()
    settle()
    bench.canvas.fit()
    return bench


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    found = made(qtbot, GridSpec(20, 18))
    yield found
    found.desk.preview.close()


def layer_of(bench: Bench) -> MapLayer:
    return bench.canvas.map_scene.map_layer


def notch(bench: Bench, at: QPoint, notches: int) -> None:
    viewport = bench.canvas.viewport()
    event = QWheelEvent(
        QPointF(at),
        QPointF(viewport.mapToGlobal(at)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)


def test_the_wheel_zooms_to_the_pointer(bench: Bench) -> None:
    at = QPoint(300, 250)
    before, zoom = bench.canvas.mapToScene(at), bench.canvas.zoom
    for _ in range(6):
        notch(bench, at, 1)
    assert bench.canvas.zoom == pytest.approx(zoom * 2**1.5)
    after = bench.canvas.mapToScene(at)
    assert (after - before).manhattanLength() * bench.canvas.zoom < 8
    for _ in range(60):
        notch(bench, at, -1)
    assert bench.canvas.zoom > 0.01
    for _ in range(80):
        notch(bench, at, 1)
    assert bench.canvas.zoom <= 6


def test_middle_button_and_space_move_the_map(bench: Bench, qtbot: QtBot) -> None:
    canvas, viewport = bench.canvas, bench.canvas.viewport()
    canvas.set_zoom(1.0)
    for button, key in ((Qt.MouseButton.MiddleButton, None), (Qt.MouseButton.LeftButton, Qt.Key.Key_Space)):
        start = canvas.mapToScene(QPoint(300, 300))
        if key:
            qtbot.keyPress(canvas, key)
        qtbot.mousePress(viewport, button, pos=QPoint(300, 300))
        qtbot.mouseMove(viewport, QPoint(260, 330))
        qtbot.mouseRelease(viewport, button, pos=QPoint(260, 330))
        if key:
            qtbot.keyRelease(canvas, key)
        assert canvas.mapFromScene(start) == QPoint(260, 330)
    assert bench.document.stack.count() == 0


def test_fit_shows_the_whole_map(bench: Bench) -> None:
    bench.canvas.set_zoom(3.0)
    bench.canvas.fit()
    assert bench.canvas.visible_rect.contains(bench.canvas.map_scene.paper)


def test_zooming_beside_the_map_comes_nearer_to_the_map(bench: Bench) -> None:
    canvas = bench.canvas
    corner = canvas.mapFromScene(canvas.map_scene.paper.topLeft())
    for _ in range(12):
        notch(bench, QPoint(2, 2), 1)
    assert (canvas.mapFromScene(canvas.map_scene.paper.topLeft()) - corner).manhattanLength() < 14
    for _ in range(60):
        notch(bench, QPoint(2, 2), -1)
    apart = canvas.mapFromScene(canvas.map_scene.paper.center()) - canvas.viewport().rect().center()
    assert apart.manhattanLength() < 4, "from afar the whole map lies in the middle"


def test_full_size_shows_what_is_selected(bench: Bench) -> None:
    canvas, full = bench.canvas, bench.desk.actions.get("view.actual")
    grid, scene = bench.document.battle_map.grid, canvas.map_scene
    for name in ("0303", "1815"):
        h = grid.parse(name)
        canvas.fit()
        bench.desk.selection.set([h])
        before = canvas.mapFromScene(QPointF(*scene.geometry.centre(h)))
        full.trigger()
        assert canvas.zoom == 1.0
        after = canvas.mapFromScene(QPointF(*scene.geometry.centre(h)))
        assert (after - before).manhattanLength() < 8, "it stays where the eye was"
    canvas.set_zoom(1.2)
    bench.desk.selection.set([grid.parse("0202")])
    full.trigger()
    assert canvas.visible_rect.contains(QPointF(*scene.geometry.centre(grid.parse("0202")))), "it comes into view"


def test_the_desk_around_the_map_goes_with_the_desktop(bench: Bench, qapp: QApplication) -> None:
    canvas, layer = bench.canvas, layer_of(bench)
    light = QColor(canvas.backgroundBrush().color())
    try:
        style.set_dark(qapp, True)
        dark = canvas.backgroundBrush().color()
        assert dark.lightness() < 60 < light.lightness()
        layer.finish()
        # Just above the hexes of the low columns: void, within the tiles.
        spot = QPointF(20, 4)
        assert canvas.grab().toImage().pixelColor(canvas.mapFromScene(spot)) == dark
        layer.set_look(replace(layer.look, style="old"))
        assert layer.desk == dark, "other art lies on the same desk"
    finally:
        style.set_dark(qapp, False)
    assert canvas.backgroundBrush().color() == light
    assert layer.desk == light


def test_a_fitted_map_is_not_fitted_again_when_the_view_changes_its_size(bench: Bench) -> None:
    canvas = bench.canvas
    size, zoom, origin = canvas.size(), canvas.zoom, canvas.mapFromScene(QPointF())
    canvas.resize(size.width() // 2, size.height() // 2)
    assert (canvas.zoom, canvas.mapFromScene(QPointF())) == (zoom, origin)
    canvas.resize(size * 2)
    assert (canvas.zoom, canvas.mapFromScene(QPointF())) == (zoom, origin)
    canvas.fit()
    assert canvas.zoom > zoom, "it is when one asks"


def test_hovering_tells_the_hex_and_leaving_the_map_tells_nowhere(bench: Bench, qtbot: QtBot) -> None:
    heard: list[int | None] = []
    bench.canvas.spot_hovered.connect(heard.append)
    hand = Hand(qtbot, bench)
    hand.move("0303")
    hand.move("0304")
    hand.move((-0.4, -0.4))
    assert heard == [hand.h("0303"), hand.h("0304"), None]


def random_command(document: Document, random: Random) -> Command:
    board = document.battle_map
    grid, palette = board.grid, board.palette
    h = random.choice(grid.hexes)
    side = grid.side(h, random.randrange(6))
    verb = random.randrange(8)
    if verb == 0:
        return PaintTerrain(grid.within(h, random.randrange(3)), random.choice(list(palette.terrain)))
    if verb == 1:
        return SetElevation(dict.fromkeys(grid.within(h, 1), random.randrange(4)))
    if verb == 2:
        return SetFeature([h], random.choice(list(palette.features)))
    if verb == 3:
        kind = random.choice(list(palette.hexsides.values()))
        return SetHexside({side: h if kind.directional else NOWHERE}, kind.key)
    if verb == 4:
        return SetPath([side], random.choice(list(palette.paths)))
    if verb == 5:
        return SetLabel(None, Label(f"Place {h}", h, random.choice(["small", "huge"]), dy=0.5))
    if verb == 6 and board.labels:
        return SetLabel(random.choice(board.labels), None)
    return Erase(grid.within(h, 1), ("terrain", "features", "hexsides", "paths"))


SOFT = 12
"""So many pixels at the edge of what was drawn again may be softened differently."""


def difference(a: QImage, b: QImage) -> int:
    """How many pixels of two pictures differ by more than the softening of an edge."""
    one, two = bytes(a.constBits()), bytes(b.constBits())
    if one == two:
        return 0
    return len({i // 4 for i, (x, y) in enumerate(zip(one, two, strict=True)) if abs(x - y) > 24})


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("zoom", [0.2, 0.55])
def test_after_any_changes_the_screen_is_what_a_fresh_drawing_gives(
    qtbot: QtBot, orientation: Orientation, zoom: float
) -> None:
    bench = made(qtbot, GridSpec(20, 18, orientation=orientation))
    bench.canvas.set_zoom(zoom)
    layer = layer_of(bench)
    layer.finish()
    random = Random(f"{orientation}{zoom}")
    document = bench.document
    for round_ in range(25):
        document.push(random_command(document, random))
        if round_ % 4 == 3:
            document.stack.undo()
        if round_ % 8 == 7:
            layer.finish()
    layer.finish()
    fresh = Tiles(painting_of(Atlas(document.battle_map)))
    fresh.look = layer.look
    compared = 0
    for key in list(layer.tiles._images):
        if key[0] == round(bench.canvas.zoom, 6) and not layer.tiles.wanting(key):
            assert difference(layer.tiles._images[key], fresh.draw(key)) <= SOFT, key
            compared += 1
    assert compared >= 4
    bench.desk.preview.close()


def test_grid_and_numbers_can_be_hidden(bench: Bench) -> None:
    layer = layer_of(bench)
    bench.canvas.set_zoom(0.6)
    layer.finish()
    shown = bench.canvas.grab().toImage()
    layer.set_look(Look(grid=False, numbers=False))
    layer.finish()
    hidden = bench.canvas.grab().toImage()
    assert shown != hidden
    layer.set_look(Look())
    layer.finish()
    assert bench.canvas.grab().toImage() == shown


def test_another_document_takes_the_place_of_the_first(bench: Bench, qtbot: QtBot) -> None:
    other = Document.new_map(GridSpec(5, 4), load_palette("standard"), "Other")
    other.battle_map.terrain[:] = ["water"] * 20
    bench.desk.tabs.set_document(other)
    layer = layer_of(bench)
    layer.finish()
    assert layer.atlas.map is other.battle_map
    image = bench.canvas.grab().toImage()
    middle = image.pixelColor(image.width() // 2, image.height() // 2)
    assert middle.blue() > middle.red()


def test_a_tile_is_drawn_in_slices_while_events_go_on(bench: Bench, qtbot: QtBot) -> None:
    bench.canvas.set_zoom(0.5)
    layer = layer_of(bench)
    qtbot.waitUntil(lambda: not layer.busy)
    scale = round(bench.canvas.zoom, 6)
    first, last, top, bottom = Tiles.span(bench.canvas.visible_rect.intersected(layer.paper), scale)
    for row in range(top, bottom + 1):
        for column in range(first, last + 1):
            image = layer.tiles.get((scale, column, row))
            assert image is not None
            assert image.width() == TILE
