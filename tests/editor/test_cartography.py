"""What an art director would ask of a printed map: one bank at a lake, open ends at the edge, rails beside roads."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from painting import picture
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.drawing.look import GREY, PLAIN, Look
from editor.canvas.drawing.paint_list import PaintOrder
from editor.canvas.drawing.paper import DESK, SCALE
from editor.hexes.drawing import patterns
from editor.hexes.drawing.dress import dressed
from editor.hexes.drawing.ground import RoundedAreas
from editor.hexes.drawing.hex_numbers import Figures, numbers_of
from editor.hexes.drawing.hexsides import Hexsides, corners
from editor.hexes.drawing.map_painter import atlas_for, paint
from editor.hexes.drawing.roads import ASIDE, Roads
from editor.hexes.drawing.scatter import StampGround
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


def test_a_number_stands_beside_a_road_a_river_and_a_slope_and_not_on_them() -> None:
    made = board()
    grid = made.grid
    road, river, slope = (grid.parse(name) for name in ("0304", "0604", "0206"))
    made.paths[grid.sides[road][0]] = frozenset({"road"})
    made.paths[grid.sides[road][3]] = frozenset({"road"})
    made.hexsides[grid.sides[river][0]] = {"river": NOWHERE}
    made.hexsides[grid.sides[slope][0]] = {"slope": grid.ring1[slope][0]}
    atlas = atlas_for(made, Look())
    roads = Roads(made, atlas.geometry)

    def at(with_roads: bool) -> dict[str, tuple[float, float]]:
        placed = numbers_of(made, atlas._rounded, grid.hexes, (), (), roads if with_roads else None)
        return {name: (x, y) for x, y, name, _ in placed}

    usual = {grid.name(h): place for h, place in zip(grid.hexes, at(True).values(), strict=True)}
    right, down = (part * SCALE for part in made.look.numbers.spot(grid.flat))
    moved = set()
    for h in grid.hexes:
        x, y = atlas.geometry.centre(h)
        if usual[grid.name(h)] != (x + right, y + down):
            moved.add(h)
    assert {road, river, slope} <= moved
    assert moved <= {road, river, slope, *grid.neighbours[road], *grid.neighbours[river], *grid.neighbours[slope]}
    x, _ = atlas.geometry.centre(road)
    wide = Figures(made.look.numbers.size).width("0304")
    assert abs(usual["0304"][0] - x) > wide / 2, "the road runs beside it"
    assert at(False)["0304"] != usual["0304"]


def test_a_river_is_no_wave_of_one_length_and_both_sides_of_a_bend_find_it() -> None:
    made = board()
    grid = made.grid
    row = [grid.at(column, 3) for column in range(1, 7)]
    for h in row:
        made.hexsides[grid.sides[h][0]] = {"river": NOWHERE}
        made.hexsides[grid.sides[h][1]] = {"river": NOWHERE}
    atlas = atlas_for(made, Look())
    drawn = Hexsides(made, atlas.geometry, frozenset(), None, RoundedAreas(atlas.geometry, made))
    ends: dict[tuple[float, float], int] = {}
    shifts = set()
    for h in row:
        for d in (0, 1):
            middle = atlas.geometry.shape(h).middles[d]
            for own, eased in zip(corners(atlas.geometry, h, d), drawn._corners(h, d), strict=True):
                (ax, ay), (bx, by) = own.vertex, eased.vertex
                shifts.add(round(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 / SCALE, 3))
                for _, (x, y) in drawn._flow("river", middle, eased):
                    place = round(x, 3), round(y, 3)
                    ends[place] = ends.get(place, 0) + 1
    assert len(shifts) > 5, "at each bend it is another"
    assert sum(count == 2 for count in ends.values()) >= 9, "where two stretches meet they meet in one place"


def test_an_orchard_leaves_the_road_free() -> None:
    made = board()
    grid = made.grid
    h = grid.parse("0404")
    made.features[h] = ("orchard",)

    def trees() -> int:
        found = [item for item in atlas_for(made, Look()).art("detail", 0) if item.order == PaintOrder.FEATURE]
        return sum(item.path.elementCount() for item in found)

    whole = trees()
    made.paths[grid.sides[h][0]] = made.paths[grid.sides[h][3]] = frozenset({"road"})
    assert 0 < trees() < whole


def test_houses_and_orchards_leave_the_number_the_star_and_slopes_free() -> None:
    made = board()
    grid = made.grid
    h = grid.parse("0404")
    for symbols in (("city",), ("town", "fort"), ("orchard",)):
        made.features[h] = symbols
        made.hexsides[grid.sides[h][0]] = {"slope": grid.ring1[h][0]}
        atlas = atlas_for(made, Look())
        roads = Roads(made, atlas.geometry)
        [number] = [
            QRectF(x - 1, y - 0.72 * made.look.numbers.size * SCALE, 2, 0.5 * made.look.numbers.size * SCALE)
            for x, y, name, _ in numbers_of(made, atlas._rounded, [h], (), (), roads)
            if name == "0404"
        ]
        inks = {QColor(made.palette.features[key].colour).rgb() for key in symbols if key != "fort"}
        houses = [item for item in atlas.art("detail", 0) if item.brush.color().rgb() in inks]
        parts = [part.boundingRect() for item in houses for part in item.path.toSubpathPolygons()]
        assert len(parts) > 3
        assert not any(part.intersects(number) for part in parts), symbols
        high = min(part.top() for part in parts)
        assert high > atlas.geometry.shape(h).corners[0][1] + 0.2 * SCALE, "hachures reach down that far"


def test_a_river_narrows_to_the_creek_that_it_goes_on_as() -> None:
    made = board()
    grid = made.grid
    a = grid.parse("0404")
    made.hexsides[grid.sides[a][0]] = {"river": NOWHERE}
    made.hexsides[grid.sides[a][5]] = {"creek": NOWHERE}
    atlas = atlas_for(made, Look())
    drawn = Hexsides(made, atlas.geometry, frozenset(), None, RoundedAreas(atlas.geometry, made))
    river, creek = made.palette.hexsides["river"], made.palette.hexsides["creek"]
    west, east = drawn._corners(a, 0)
    assert drawn._narrowed(river, west) == creek.width * SCALE
    assert drawn._narrowed(river, east) == 0
    assert drawn._narrowed(creek, drawn._corners(a, 5)[1]) == 0, "the creek does not"


def test_a_fort_among_houses_stands_aside() -> None:
    made = board()
    h = made.grid.parse("0404")

    def star() -> QRectF:
        ink = QColor(made.palette.features["fort"].ink)
        items = atlas_for(made, Look()).art("detail", 0)
        [found] = [item for item in items if item.pen.color() == ink and item.order == PaintOrder.FEATURE + 3]
        return found.path.boundingRect()

    made.features[h] = ("fort",)
    alone = star()
    made.features[h] = ("town", "fort")
    assert star().width() < alone.width() * 0.8
    assert star().center().x() > alone.center().x() + 0.3 * SCALE


def test_a_wide_jungle_is_not_one_texture() -> None:
    """Some hexes have a tree above the roof, some a gap in it; the same hex always the same."""
    ground = StampGround(flat=True)
    stamps = [patterns.PATTERNS["jungle"][0](f"jungle{variant}", ground).trees for variant in range(patterns.VARIANTS)]
    tallest = [max(radius for _, _, radius in trees) for trees in stamps]
    assert max(tallest) > 1.3 * min(tallest)
    counts = [len(trees) for trees in stamps]
    assert max(counts) > 1.1 * min(counts)
    assert stamps[3] == patterns.PATTERNS["jungle"][0]("jungle3", ground).trees
