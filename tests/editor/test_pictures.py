"""Pictures in files: PNG, SVG, PDF; the same picture as on the screen; errors that say what to do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from bench import Bench
from fields import scenario
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import SCALE
from editor.document.document import Document
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.geometry import Geometry
from editor.hexes.drawing.map_painter import paint
from editor.hexes.drawing.swatches import swatch_pixmap
from editor.output.export import render_file, render_model
from editor.output.printed import SHEET_MARGIN
from engine import data
from engine.boards.palette import PATTERNS, Layer, Palette
from engine.errors import HexwrightError
from engine.findings import FileProblem
from engine.formats import load_palette, load_scenario
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation


def drawn(board: BattleMap, scale: float = 0.5, look: Look | None = None) -> QImage:
    """The whole map at a scale."""
    atlas = Atlas(board)
    width, height = atlas.geometry.size
    image = QImage(round(width * scale), round(height * scale), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(scale, scale)
    paint(painter, atlas, QRectF(0, 0, width, height), scale, look or Look(grid=False, numbers=False))
    painter.end()
    return image


def colour_at(image: QImage, board: BattleMap, h: int, scale: float = 0.5, dx: float = 0.0, dy: float = 0.0) -> QColor:
    """The colour near a hex's centre, offset in circumradii."""
    x, y = Geometry(board.grid).centre(h)
    return image.pixelColor(round((x + dx * SCALE) * scale), round((y + dy * SCALE) * scale))


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_every_kind_of_picture_is_written(tmp_path: Path, ending: str, qtbot: QtBot) -> None:
    made = scenario()
    out = tmp_path / f"picture.{ending}"
    render_model(made.map, made, out, dpi=72)
    content = out.read_bytes()
    assert content.startswith({"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[ending])
    assert len(content) > 5000
    assert list(tmp_path.iterdir()) == [out]
    if ending == "svg":
        assert QSvgRenderer(str(out)).isValid()
    if ending == "png":
        image = QImage(str(out))
        assert image.width() == pytest.approx((8 * 1.5 + 0.5 + 0.5) * 0.43 * 72, abs=2)


def test_the_letters_of_a_drawing_are_outlines(tmp_path: Path, qtbot: QtBot) -> None:
    made = scenario()
    render_model(made.map, made, tmp_path / "drawn.svg")
    assert b"<text" not in (tmp_path / "drawn.svg").read_bytes(), "the typefaces may not be there where it is seen"


def test_more_dots_are_a_larger_picture(tmp_path: Path, qtbot: QtBot) -> None:
    board = scenario().map
    for dpi in (50, 100):
        render_model(board, None, tmp_path / f"{dpi}.png", dpi)
    small, large = (QImage(str(tmp_path / f"{dpi}.png")) for dpi in (50, 100))
    assert large.width() == pytest.approx(2 * small.width(), abs=2)


def test_a_shipped_scenario_is_drawn_from_its_file(tmp_path: Path, qtbot: QtBot) -> None:
    battle = load_scenario("lundys_lane")
    out = tmp_path / "ll.png"
    render_file(data.scenarios() / "lundys_lane.yaml", out, 40)
    image = QImage(str(out))
    unit, name = next(iter(battle.setup.items()))
    x, y = Geometry(battle.map.grid).centre(battle.map.grid.parse(name))
    scale = 40 * 0.43 / SCALE
    side = QColor(battle.sides[battle.units[unit].side].colour)
    found = image.pixelColor(round((x - 0.45 * SCALE + 16) * scale), round((y + 0.2 * SCALE + 16) * scale))
    assert abs(found.red() - side.red()) < 40
    assert abs(found.blue() - side.blue()) < 40


def test_a_sheet_for_print_has_a_frame_and_no_units(tmp_path: Path, qtbot: QtBot) -> None:
    path = data.scenarios() / "first_steps.yaml"
    shown, sheet = tmp_path / "shown.png", tmp_path / "sheet.png"
    render_file(path, shown, 40)
    render_file(path, sheet, 40, sheet=True)
    battle, one, other = load_scenario(path), QImage(str(shown)), QImage(str(sheet))
    assert other.width() > one.width()
    scale = 40 * 0.43 / SCALE
    inks = [other.pixelColor(x, other.height() // 2).lightness() for x in range(round(SHEET_MARGIN * scale))]
    assert min(inks) < 160, "the frame"
    name = next(iter(battle.setup.values()))
    x, y = Geometry(battle.map.grid).centre(battle.map.grid.parse(name))
    under = (0.45 * SCALE, -0.2 * SCALE)
    places = [
        image.pixelColor(round((x - under[0] + margin) * scale), round((y - under[1] + margin) * scale))
        for image, margin in ((one, 16), (other, SHEET_MARGIN))
    ]
    side = QColor(battle.sides[battle.units[next(iter(battle.setup))].side].colour)
    off = [abs(place.red() - side.red()) + abs(place.blue() - side.blue()) for place in places]
    assert off[0] < 60 < off[1]


def test_what_cannot_be_drawn_says_why(tmp_path: Path, qtbot: QtBot) -> None:
    board = scenario().map
    with pytest.raises(HexwrightError, match="ends in"):
        render_model(board, None, tmp_path / "picture.gif")
    with pytest.raises(HexwrightError):
        render_model(board, None, tmp_path / "nowhere" / "picture.png")
    with pytest.raises(HexwrightError, match="fewer dots"):
        render_model(board, None, tmp_path / "picture.png", dpi=90_000)
    bad = tmp_path / "bad.yaml"
    bad.write_text("format: hexwright-map 1\n")
    with pytest.raises(FileProblem):
        render_file(bad, tmp_path / "picture.png")
    assert [path.name for path in tmp_path.iterdir()] == ["bad.yaml"]


def test_a_failed_picture_leaves_the_old_one(tmp_path: Path, qtbot: QtBot) -> None:
    out = tmp_path / "picture.png"
    out.write_text("old")
    with pytest.raises(HexwrightError):
        render_model(scenario().map, None, out, dpi=90_000)
    assert out.read_text() == "old"


@pytest.mark.parametrize("orientation", list(Orientation))
def test_terrain_lies_where_its_hexes_are(orientation: Orientation, qtbot: QtBot) -> None:
    board = BattleMap(Grid(GridSpec(9, 9, orientation=orientation)), load_palette("standard"))
    middle = board.grid.at(4, 4)
    for h in board.grid.within(middle, 1):
        board.terrain[h] = "desert"
    image = drawn(board)
    desert, clear = QColor(board.palette.terrain["desert"].colour), QColor(board.palette.terrain["clear"].colour)
    for h in board.grid.hexes:
        wanted = desert if board.terrain[h] == "desert" else clear
        found = colour_at(image, board, h, dx=0.31, dy=0.02)
        gap = abs(found.red() - wanted.red()) + abs(found.green() - wanted.green()) + abs(found.blue() - wanted.blue())
        assert gap < 70, board.grid.name(h)


def test_no_seam_shows_inside_an_area(qtbot: QtBot) -> None:
    """Chunks are drawn apart, but one terrain over many of them is one even ground."""
    board = BattleMap(Grid(GridSpec(24, 20)), load_palette("standard"))
    board.terrain[:] = ["beach"] * board.grid.size
    plain = load_palette("standard").terrain["beach"]
    kinds = {**board.palette.terrain, "beach": replace(plain, pattern="")}
    board.palette = Palette("t", "T", {**board.palette.kinds, Layer.TERRAIN: kinds})
    image = drawn(board)
    wanted = QColor(plain.colour)
    shades = {image.pixel(x, y) for x in range(100, image.width() - 100) for y in range(100, image.height() - 100, 3)}
    for shade in map(QColor, shades):
        assert abs(shade.red() - wanted.red()) + abs(shade.blue() - wanted.blue()) <= 2


def test_a_neighbouring_chunk_draws_the_same_with_or_without_the_rest(qtbot: QtBot) -> None:
    board = BattleMap(Grid(GridSpec(20, 20)), load_palette("standard"))
    for h in board.grid.within(board.grid.at(8, 8), 3):
        board.terrain[h] = "forest" if h % 3 else "water"
    whole = drawn(board)
    atlas = Atlas(board)
    x, y = atlas.geometry.centre(board.grid.at(8, 8))
    part = QRectF(x - 200, y - 200, 400, 400)
    image = QImage(200, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.translate(-round((x - 200) * 0.5), -round((y - 200) * 0.5))
    painter.scale(0.5, 0.5)
    paint(painter, atlas, part, 0.5, Look(grid=False, numbers=False))
    painter.end()
    same = whole.copy(round((x - 200) * 0.5), round((y - 200) * 0.5), 200, 200)
    inner = (10, 10, 180, 180)
    assert image.copy(*inner) == same.copy(*inner)


def test_slopes_point_downhill_and_bridges_stand_where_roads_cross_rivers(qtbot: QtBot) -> None:
    board = BattleMap(Grid(GridSpec(7, 7)), load_palette("standard"))
    grid = board.grid
    h = grid.at(3, 3)
    below = grid.neighbour(h, 3)
    board.hexsides[grid.side(h, 3)] = {"slope": h}
    image = drawn(board, 1.0)
    ink = QColor(board.palette.hexsides["slope"].colour)

    def dark(y0: float, y1: float) -> int:
        return sum(
            abs(colour_at(image, board, h, 1.0, dx / 20, y / 50).red() - ink.red()) < 60
            for dx in range(-8, 9)
            for y in range(round(y0 * 50), round(y1 * 50))
        )

    assert dark(0.95, 1.15) > 5 * max(1, dark(0.55, 0.75))
    board.hexsides[grid.side(h, 3)] = {"river": NOWHERE}
    without = drawn(board, 1.0)
    board.paths[grid.side(h, 3)] = frozenset({"road"})
    with_road = drawn(board, 1.0)
    assert without != with_road
    assert below != NOWHERE


def test_every_kind_of_the_standard_palette_has_a_swatch_of_its_own(qtbot: QtBot) -> None:
    palette = load_palette("standard")
    pictures = {}
    for kinds in palette.kinds.values():
        for kind in kinds.values():
            image = swatch_pixmap(palette, kind, 66, 46).toImage()
            assert (image.width(), image.height()) == (66, 46)
            assert not any(image == other for other in pictures.values()), kind.key
            pictures[kind.key] = image
    assert {kind.pattern for kind in palette.terrain.values()} - {""} <= set(PATTERNS)


def test_unknown_terrain_and_kinds_are_drawn_and_never_raise(qtbot: QtBot) -> None:
    board = BattleMap(Grid(GridSpec(5, 5)), load_palette("standard"))
    board.terrain[12] = "lava"
    board.features[12] = ("volcano",)
    board.hexsides[board.grid.side(12, 0)] = {"canyon": NOWHERE}
    board.paths[board.grid.side(12, 0)] = frozenset({"canal"})
    for scale in (0.05, 0.12, 0.5):
        drawn(board, scale, Look())


def test_the_picture_is_what_the_screen_shows(tmp_path: Path, qtbot: QtBot) -> None:
    made = scenario()
    bench = Bench(Document(made.map, None))
    qtbot.addWidget(bench.window)
    bench.window.show()
    layer = bench.canvas.map_scene.map_layer
    bench.canvas.set_zoom(0.43 * 96 / SCALE)
    layer.finish()
    out = tmp_path / "picture.png"
    render_model(made.map, None, out, 96)
    screen, file = bench.canvas.grab().toImage(), QImage(str(out))
    h = made.map.grid.parse("L0303")
    at = bench.canvas.mapFromScene(*Geometry(made.map.grid).centre(h))
    x, y = Geometry(made.map.grid).centre(h)
    scale = 0.43 * 96 / SCALE
    fx, fy = round((x + 16) * scale), round((y + 16) * scale)
    gap = 0
    for dx in range(-25, 26, 5):
        for dy in range(-25, 26, 5):
            a, b = screen.pixelColor(at.x() + dx, at.y() + dy), file.pixelColor(fx + dx, fy + dy)
            gap += abs(a.red() - b.red()) + abs(a.green() - b.green()) + abs(a.blue() - b.blue())
    assert gap / 121 < 60, "the same picture, but for a pixel's shift"
    bench.desk.preview.close()
