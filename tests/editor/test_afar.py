"""The map from afar: blocks draw every river and road once, and are forgotten where something changed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paint_list import PaintOrder
from editor.hexes.drawing.afar import BLOCK
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.map_painter import paint, parts
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation

SCALE = 0.05


def board(orientation: Orientation) -> BattleMap:
    made = BattleMap(Grid(GridSpec(2 * BLOCK + 5, BLOCK + 3, orientation)), load_palette("standard"))
    random = Random(5)
    for side in made.grid.all_sides():
        if random.random() < 0.1:
            made.hexsides[side] = {random.choice(("river", "creek", "wall")): NOWHERE}
        if random.random() < 0.1:
            made.paths[side] = frozenset({random.choice(("road", "rail"))})
    for h in random.sample(made.grid.hexes, 60):
        made.features[h] = ("village",)
    made.regions["north"] = Region("north", "North", frozenset(made.grid.within(made.grid.at(20, 10), 9)))
    return made


def picture(atlas: Atlas, part: QRectF) -> QImage:
    image = QImage(round(part.width() * SCALE), round(part.height() * SCALE), QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.scale(SCALE, SCALE)
    painter.translate(-part.topLeft())
    paint(painter, atlas, part, SCALE, Look())
    painter.end()
    return image


def whole(atlas: Atlas) -> QRectF:
    return QRectF(0, 0, *atlas.geometry.size)


@pytest.mark.parametrize("orientation", list(Orientation))
def test_every_line_is_in_one_block(qtbot: QtBot, orientation: Orientation) -> None:
    assert parts(SCALE) == ("far",)
    made = board(orientation)
    atlas = Atlas(made)
    blocks = atlas.afar.blocks_in(whole(atlas))
    assert len(blocks) == 6
    items = [item for block in blocks for item in atlas.art("far", block)]
    water = sum(item.path.elementCount() for item in items if item.order == PaintOrder.WATER)
    roads = sum(item.path.elementCount() for item in items if item.order == PaintOrder.ROAD)
    assert water == 2 * sum(not {"river", "creek"}.isdisjoint(kinds) for kinds in made.hexsides.values())
    assert roads == 2 * len(made.paths)


@pytest.mark.parametrize("orientation", list(Orientation))
def test_after_changes_it_is_what_a_fresh_drawing_gives(qtbot: QtBot, orientation: Orientation) -> None:
    made = board(orientation)
    atlas = Atlas(made)
    picture(atlas, whole(atlas))
    random = Random(7)
    sides = made.grid.all_sides()
    for _ in range(12):
        changed = random.sample(sides, 3)
        for side in changed:
            made.hexsides[side] = {"river": NOWHERE}
            made.paths.pop(side, None)
        atlas.invalidate((), changed, "map")
        hexes = random.sample(made.grid.hexes, 4)
        for h in hexes:
            made.terrain[h] = random.choice(("forest", "water", "clear"))
            made.features[h] = ("town",)
        atlas.invalidate(hexes, (), "map")
        region = made.regions["north"]
        made.regions["north"] = replace(region, hexes=region.hexes.symmetric_difference(hexes))
        atlas.invalidate(hexes, (), "regions")
    assert picture(atlas, whole(atlas)) == picture(Atlas(made), whole(atlas))


def test_parts_make_the_whole(qtbot: QtBot) -> None:
    atlas = Atlas(board(Orientation.FLAT))
    full = picture(atlas, whole(atlas))
    part = QRectF(64 / SCALE, 32 / SCALE, 96 / SCALE, 64 / SCALE)
    one, two = (bytes(image.constBits()) for image in (picture(atlas, part), full.copy(64, 32, 96, 64)))
    # An edge may be softened a little otherwise where it is counted from another corner.
    assert len({i // 4 for i, (x, y) in enumerate(zip(one, two, strict=True)) if abs(x - y) > 24}) <= 12
