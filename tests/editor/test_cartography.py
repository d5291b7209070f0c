"""What an art director would ask of a printed map: one bank at a lake, open ends at the edge, rails beside roads."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from painting import picture
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.drawing.look import GREY, PLAIN, Look
from editor.canvas.drawing.paper import DESK, SCALE
from editor.hexes.drawing.dress import dressed
from editor.hexes.drawing.map_painter import atlas_for, paint
from editor.hexes.drawing.roads import ASIDE, Roads
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec

pytestmark = pytest.mark.usefixtures("qapp")

BARE = Look(grid=False, numbers=False, labels=False, regions=False)
ZOOM = 2.0


def board() -> BattleMap:
    return BattleMap(Grid(GridSpec(8, 7)), load_palette("standard"))


def lake_with_river(lake: str = "water") -> BattleMap:
    """A lake in the lower half, a river along its whole shore."""
    made = board()
    grid = made.grid
    for h in grid.hexes:
        if grid.offset(h)[1] >= 3:
            made.terrain[h] = lake
    for h in grid.hexes:
        for d, other in enumerate(grid.ring1[h]):
            if other != NOWHERE and (made.terrain[h] == lake) != (made.terrain[other] == lake):
                made.hexsides[grid.sides[h][d]] = {"river": NOWHERE}
    return made


def inks(image: QImage, x: float, top: float, bottom: float, ink: QColor) -> int:
    """How many bands of the ink a line straight down crosses."""
    found, before = 0, False
    for y in range(round(top), round(bottom)):
        colour = image.pixelColor(round(x), y)
        near = (
            max(abs(colour.red() - ink.red()), abs(colour.green() - ink.green()), abs(colour.blue() - ink.blue())) < 40
        )
        found += near and not before
        before = near
    return found


@pytest.mark.parametrize("widen", [False, True])
@pytest.mark.parametrize("style", [BARE, replace(BARE, style=PLAIN)])
def test_a_river_along_a_lake_has_a_bank_on_the_land_alone(widen: bool, style: Look) -> None:
    made = lake_with_river()
    made.look = replace(made.look, widen=widen)
    river = made.palette.hexsides["river"]
    image = picture(made, style, ZOOM)
    ends = [made.grid.centre(made.grid.at(4, row)) for row in (2, 3)]
    x = ends[0][0] * SCALE * ZOOM
    top, bottom = (y * SCALE * ZOOM for _, y in ends)
    assert inks(image, x, top, bottom, QColor(river.ink)) == 1
    made.terrain = [made.palette.base_terrain] * made.grid.size
    assert inks(picture(made, style, ZOOM), x, top, bottom, QColor(river.ink)) == 2, "between two lands it has two"


def test_the_river_is_of_one_colour_with_the_lake() -> None:
    made = lake_with_river("river")
    side = next(iter(made.hexsides))
    (ax, ay), (bx, by) = (made.grid.paper(end) for end in made.grid.side_ends(side))
    image = picture(made, replace(BARE, style=PLAIN), ZOOM)
    middle = image.pixelColor(round((ax + bx) / 2 * SCALE * ZOOM), round((ay + by) / 2 * SCALE * ZOOM))
    assert middle == QColor(made.palette.terrain["river"].colour)


def test_a_river_runs_off_the_map_with_no_bank_across_it() -> None:
    made = board()
    grid = made.grid
    h = grid.at(3, 0)
    rim = next(d for d in range(6) if grid.ring1[h][d] != NOWHERE and grid.ring1[h][(d - 1) % 6] == NOWHERE)
    side = grid.sides[h][rim]
    made.hexsides[side] = {"river": NOWHERE}
    ends = [grid.paper(end) for end in grid.side_ends(side)]
    (ix, iy), (ox, oy) = sorted(ends, key=lambda end: -end[1])
    image = picture(made, replace(BARE, style=PLAIN), ZOOM)

    def at(beyond: float) -> QColor:
        x, y = ox + (ox - ix) * beyond, oy + (oy - iy) * beyond
        return image.pixelColor(round(x * SCALE * ZOOM), round(y * SCALE * ZOOM))

    assert at(-0.06) == QColor(made.palette.hexsides["river"].colour), "water up to the edge"
    inner = made.palette.hexsides["river"].width / 2
    assert at(inner) == QColor(DESK), "and nothing beyond"


def test_a_railway_runs_beside_the_road_and_meets_itself() -> None:
    made = board()
    grid = made.grid
    row = [grid.at(column, 3) for column in range(1, 7)]
    sides = [grid.sides[a][grid.ring1[a].index(b)] for a, b in pairwise(row)]
    for side in sides:
        made.paths[side] = frozenset({"road", "rail"})
    roads = Roads(made, atlas_for(made, Look()).geometry)
    for a, b in pairwise(row[1:-1]):
        d = grid.ring1[a].index(b)
        crossing = roads.crossing(a, d)
        found = {kind.key: curves[0] for kind, curves in roads.layout(a)}
        there = {kind.key: curves[0] for kind, curves in roads.layout(b)}
        assert crossing in (found["road"][0], found["road"][2])
        moved = {found["rail"][0], found["rail"][2]} & {there["rail"][0], there["rail"][2]}
        [(x, y)] = moved
        away = ((x - crossing[0]) ** 2 + (y - crossing[1]) ** 2) ** 0.5
        assert away == pytest.approx(ASIDE * SCALE)
    for side in sides:
        made.paths[side] = frozenset({"rail"})
    rails = roads.layout(row[2])
    assert rails[0][1][0][0] in [roads.crossing(row[2], d) for d in range(6)], "alone it keeps to the middle"


def test_roads_in_grey_are_white_and_water_is_dark() -> None:
    palette = dressed(load_palette("standard"), GREY)
    assert palette.paths["road"].colour == "#ffffff"
    assert QColor(palette.hexsides["creek"].colour).lightness() < 160
    assert palette.paths["trail"].colour == load_palette("standard").paths["trail"].colour


def test_a_road_runs_off_the_map_with_open_ends() -> None:
    made = board()
    grid = made.grid
    h = grid.at(0, 3)
    ways = [d for d in range(6) if grid.ring1[h][d] == NOWHERE and grid.ring1[h][(d + 3) % 6] != NOWHERE]
    for way in (ways[0], ways[0] + 3):
        made.paths[grid.sides[h][way % 6]] = frozenset({"road"})
    atlas = atlas_for(made, replace(BARE, style=PLAIN))
    (cx, cy), (x, y) = atlas.geometry.centre(h), atlas.geometry.shape(h).middles[ways[0]]
    margin = 20.0
    image = QImage(round(3 * SCALE), round(9 * SCALE), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.translate(margin, margin)
    paint(painter, atlas, QRectF(-margin, -margin, 3 * SCALE, 9 * SCALE), 1.0, replace(BARE, style=PLAIN))
    painter.end()

    def at(share: float) -> QColor:
        """On the way from the middle of the hex to its rim, and on."""
        return image.pixelColor(round(cx + (x - cx) * share + margin), round(cy + (y - cy) * share + margin))

    assert at(0.95) == QColor(made.palette.paths["road"].colour)
    assert at(1.05) == QColor(DESK)
