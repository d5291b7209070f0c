"""Coasts by the true line of the data: drawn where the hexes agree with it, rounded where they were painted since."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.drawing.look import GREY, ORGANIC, PLAIN, Look
from editor.canvas.drawing.paper import SCALE
from editor.commands.set_drawing import SetDrawing
from editor.document.document import Document
from editor.hexes.commands.paint_terrain import PaintTerrain
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.coasts import TrueCoast
from editor.hexes.drawing.geometry import Geometry
from editor.hexes.drawing.map_painter import paint
from engine import formats
from engine.boards.coast import Coast
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec, Orientation

pytestmark = pytest.mark.usefixtures("qapp")

PIXELS = 40
"""A circumradius."""


def bay(orientation: Orientation = Orientation.FLAT) -> BattleMap:
    """Land with a sea to the right of a line through hexes, and an islet in the sea."""
    board = BattleMap(Grid(GridSpec(8, 8, orientation)), formats.load_palette("standard"), "Bay")
    sea = ((6.3, -1.0), (14.5, -1.0), (14.5, 15.0), (6.3, 15.0))
    islet = ((10.55, 7.2), (10.95, 7.2), (10.95, 7.5), (10.55, 7.5))
    board.look = replace(board.look, coast=Coast((sea, islet)))
    coast = TrueCoast(Geometry(board.grid), board, board.look.coast or Coast(()))
    for h in board.grid.hexes:
        if coast.share(h) >= 0.5:
            board.terrain[h] = "water"
    return board


def drawn(board: BattleMap, style: str = ORGANIC) -> QImage:
    wide, high = board.grid.extent
    image = QImage(round(wide * PIXELS), round(high * PIXELS), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    scale = PIXELS / SCALE
    painter.scale(scale, scale)
    look = Look(grid=False, numbers=False, style=style)
    paint(painter, Atlas(board, style), QRectF(0, 0, wide * SCALE, high * SCALE), scale, look)
    painter.end()
    return image


def is_water(image: QImage, x: float, y: float) -> bool:
    colour = QColor(image.pixel(round(x * PIXELS), round(y * PIXELS)))
    return colour.blue() > colour.red() + 20


@pytest.mark.parametrize("orientation", list(Orientation))
def test_the_shore_is_where_the_line_has_it(orientation: Orientation) -> None:
    board = bay(orientation)
    image = drawn(board)
    apart = [y / 10 for y in range(15, 120) if is_water(image, 6.45, y / 10) and not is_water(image, 6.15, y / 10)]
    assert len(apart) > 75, "all but where a middle of a hex keeps what it is, and waves"
    assert not is_water(image, 10.8, 7.4), "the islet"
    assert is_water(image, 9.7, 7.1)
    without = drawn(replace(board, look=replace(board.look, coast=None)))
    assert is_water(without, 10.8, 7.4)


def test_a_hex_that_was_painted_otherwise_and_its_neighbours_have_rounded_shores() -> None:
    document = Document(bay())
    board = document.battle_map
    grid = board.grid
    shore = next(h for h in grid.hexes if TrueCoast(Geometry(grid), board, board.look.coast or Coast(())).is_shore(h))
    h = next(h for h in grid.within(shore, 3) if len(grid.neighbours[h]) == 6 and board.terrain[h] == "clear")
    before = drawn(board)
    document.push(PaintTerrain([h], "water"))
    coast = TrueCoast(Geometry(grid), board, board.look.coast or Coast(()))
    assert not any(coast.holds(n) for n in (h, *grid.neighbours[h]))
    x, y = grid.centre(h)
    assert is_water(drawn(board), x + 0.1, y + 0.6)
    document.stack.undo()
    assert drawn(board) == before


@pytest.mark.parametrize("style", [PLAIN, GREY])
def test_ruled_and_grey_maps_know_no_true_coast(style: str) -> None:
    board = bay()
    assert drawn(board, style) == drawn(replace(board, look=replace(board.look, coast=None)), style)


def test_true_coasts_are_switched_off_and_on() -> None:
    document = Document(bay())
    board = document.battle_map
    by_line = drawn(board)
    coast = board.look.coast
    assert coast is not None
    document.push(SetDrawing("Rounded coasts", coast=replace(coast, shown=False)))
    rounded = drawn(board)
    assert rounded != by_line
    assert rounded == drawn(replace(board, look=replace(board.look, coast=None)))
    document.stack.undo()
    assert drawn(board) == by_line


def test_painting_at_the_shore_draws_again_what_depends_on_it() -> None:
    board = bay()
    atlas = Atlas(board)
    wide, high = (part * SCALE for part in board.grid.extent)

    def picture(of: Atlas) -> QImage:
        image = QImage(300, 300, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        painter = QPainter(image)
        scale = 300 / max(wide, high)
        painter.scale(scale, scale)
        paint(painter, of, QRectF(0, 0, wide, high), scale, Look(grid=False, numbers=False))
        painter.end()
        return image

    picture(atlas)
    h = board.grid.at(2, 4)
    board.terrain[h] = "water"
    atlas.invalidate([h], what="terrain")
    assert picture(atlas) == picture(Atlas(board))
