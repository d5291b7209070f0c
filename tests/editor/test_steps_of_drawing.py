"""What is drawn a step at a time, and what is changed in between: nothing old is kept."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from weakref import ref

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot
from sweeps import SWEEP, tries

from editor.canvas.drawing.look import GREY, ORGANIC, PLAIN, Look
from editor.hexes.drawing.atlas import MANY, Atlas
from editor.hexes.drawing.map_painter import paint, painting
from editor.hexes.drawing.overview import STEP, Overview
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap, Region
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation

SCALE = 0.4
GROUND = ("clear", "forest", "water", "hill", "swamp")


def board(orientation: Orientation = Orientation.FLAT, columns: int = 90, rows: int = 70) -> BattleMap:
    """A map of all sorts, with holes."""
    void = frozenset({(5, 0), (6, 0), (5, 1), (0, 3)})
    made = BattleMap(Grid(GridSpec(columns, rows, orientation, void=void)), load_palette("standard"))
    random = Random(11)
    for h in made.grid.hexes:
        made.terrain[h], made.elevation[h] = random.choice(GROUND), random.randrange(3)
    for side in random.sample(made.grid.all_sides(), 300):
        made.paths[side] = frozenset({"road"})
    made.regions["north"] = Region("north", "North", frozenset(made.grid.within(made.grid.hexes[900], 6)))
    return made


def picture(atlas: Atlas, part: QRectF, look: Look, scale: float = SCALE) -> QImage:
    image = blank(part, scale)
    painter = painter_on(image, part, scale)
    paint(painter, atlas, part, scale, look)
    painter.end()
    return image


def blank(part: QRectF, scale: float) -> QImage:
    image = QImage(round(part.width() * scale), round(part.height() * scale), QImage.Format.Format_RGB32)
    image.fill(0)
    return image


def painter_on(image: QImage, part: QRectF, scale: float) -> QPainter:
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(-part.topLeft())
    return painter


@pytest.mark.parametrize("orientation", list(Orientation))
def test_an_outdated_overview_is_drawn_as_a_new_one_is(orientation: Orientation) -> None:
    made = board(orientation)
    assert made.grid.size > STEP, "it takes more than one step"
    kept = Overview(made)
    assert kept.image == Overview(made).image
    for h in made.grid.hexes:
        made.terrain[h] = "water" if made.terrain[h] == "clear" else "clear"
    kept.outdate()
    assert len(list(kept.renewing())) > 1
    assert not list(kept.renewing()), "there is nothing left to do"
    assert kept.image == Overview(made).image


@pytest.mark.parametrize("orientation", list(Orientation))
def test_an_overview_that_changes_while_it_is_drawn_is_right_in_the_end(orientation: Orientation) -> None:
    made = board(orientation)
    kept = Overview(made)
    steps = kept.renewing()
    next(steps)
    first, last = made.grid.hexes[0], made.grid.hexes[-1]
    made.terrain[first] = made.terrain[last] = "mountain"
    kept.update([first, last])
    list(steps)
    assert kept.image == Overview(made).image
    made.terrain[first] = "beach"
    kept.update([first])
    assert kept.image == Overview(made).image


@pytest.mark.parametrize("style", [ORGANIC, PLAIN, GREY])
def test_art_that_changes_while_it_is_made_is_not_kept(qtbot: QtBot, style: str) -> None:
    made, random, look = board(), Random(3), Look(style=style)
    part = QRectF(0, 0, 900, 900)
    near = [h for h in made.grid.hexes if h % 90 < 16 and h // 90 < 16]
    for stop in range(1, 40, 6 if SWEEP else 18):
        atlas = Atlas(made, style)
        image = blank(part, SCALE)
        painter = painter_on(image, part, SCALE)
        steps = painting(painter, atlas, part, SCALE, look)
        for _ in range(stop):
            next(steps)
        changed = random.sample(near, 80)
        for h in changed:
            made.terrain[h] = random.choice(GROUND)
        atlas.invalidate(changed, what="terrain")
        list(steps)
        painter.end()
        assert picture(atlas, part, look) == picture(Atlas(made, style), part, look)


@pytest.mark.parametrize(
    ("layer", "stream"),
    [("terrain", False), ("terrain", True), ("elevation", False), ("regions", False), ("map", True), ("", False)],
)
def test_after_a_change_of_everything_all_is_drawn_anew(qtbot: QtBot, layer: str, stream: bool) -> None:
    made = board()
    if stream:
        across = made.grid.hexes[2000]
        made.paths[made.grid.side(across, 2)] = frozenset({"stream"})
        made.terrain[across], made.terrain[made.grid.neighbours[across][0]] = "clear", "clear"
    atlas = Atlas(made)
    whole = QRectF(0, 0, *atlas.geometry.size)
    views = (whole, 0.05), (QRectF(whole.center(), whole.size() / 5), 0.2)
    for part, scale in views:
        picture(atlas, part, Look(), scale)
    hexes = frozenset(made.grid.hexes)
    assert len(hexes) > MANY
    if layer in ("terrain", "map", ""):
        made.terrain[:] = ["water" if h % 3 else "forest" for h in range(made.grid.size)]
    if layer in ("elevation", "map", ""):
        made.elevation[:] = [2] * made.grid.size
    if layer in ("regions", "map", ""):
        made.regions["north"] = replace(made.regions["north"], hexes=hexes)
    if layer in ("map", ""):
        made.hexsides.update({side: {"river": NOWHERE} for side in made.grid.all_sides()[::9]})
    atlas.invalidate(hexes, made.hexsides, layer)
    for part, scale in views:
        assert picture(atlas, part, Look(), scale) == picture(Atlas(made), part, Look(), scale)


def test_art_forgotten_all_at_once_is_let_go_of_bit_by_bit(qtbot: QtBot) -> None:
    made = board()
    atlas = Atlas(made)
    picture(atlas, QRectF(0, 0, 1500, 1500), Look())
    art = [
        ref(item.path) for chunk in atlas.chunks.within(QRectF(0, 0, 1500, 1500)) for item in atlas.art("ground", chunk)
    ]
    assert all(one() is not None for one in art)
    atlas.invalidate(made.grid.hexes, what="terrain")
    assert not atlas.has("ground", 0)
    assert all(one() is not None for one in art)
    rounds = 1
    while atlas.trim():
        rounds += 1
    assert rounds > 2
    assert all(one() is None for one in art)


@pytest.mark.parametrize("style", [ORGANIC, GREY])
@pytest.mark.parametrize("orientation", list(Orientation))
def test_a_change_of_terrain_is_drawn_wherever_it_shows(qtbot: QtBot, orientation: Orientation, style: str) -> None:
    """A shore depends on hexes two away: art is made again, and the screen painted again, as far as that."""
    made = BattleMap(Grid(GridSpec(26, 22, orientation)), load_palette("standard"))
    random = Random(5)
    for h in made.grid.hexes:
        made.terrain[h] = random.choice(("clear", "water", "water", "forest"))
    look = Look(style=style)
    atlas = Atlas(made, style)
    part, scale = QRectF(0, 0, *atlas.geometry.size), 0.16
    before = picture(atlas, part, look, scale)
    for _ in range(tries(6, 20)):
        h = random.choice(made.grid.hexes)
        made.terrain[h] = "clear" if made.terrain[h] == "water" else "water"
        changed = atlas.invalidate([h], what="terrain")
        after = picture(atlas, part, look, scale)
        assert after == picture(Atlas(made, style), part, look, scale)
        assert not _differ_outside(before, after, changed, scale)
        before = after


def _differ_outside(before: QImage, after: QImage, changed: QRectF, scale: float) -> bool:
    """Whether two pictures differ beyond a part of the scene, by more than the rounding of a pixel's colour."""
    pixels = []
    for image in (QImage(before), QImage(after)):
        painter = QPainter(image)
        painter.scale(scale, scale)
        painter.fillRect(changed, QColor(0, 0, 0))
        painter.end()
        pixels.append(np.frombuffer(image.constBits(), np.uint8).astype(int))
    return bool(np.abs(pixels[0] - pixels[1]).max() > 2)
