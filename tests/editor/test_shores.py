"""Shores follow the ground: straight along a row of hexes, round at points and bays, and rivers beside them alike."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing.geometry import Geometry
from editor.hexes.drawing.ground import ROUGH, RoundedAreas
from editor.hexes.drawing.hexsides import Hexsides
from editor.hexes.drawing.map_painter import atlas_for
from engine import formats
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation

pytestmark = pytest.mark.usefixtures("qapp")


def coast(*, rows: bool = False) -> BattleMap:
    """A map whose right half is water, or its lower half."""
    board = BattleMap(Grid(GridSpec(8, 10, Orientation.FLAT)), formats.load_palette("standard"), "Coast")
    for h in board.grid.hexes:
        if h // 8 >= 5 if rows else h % 8 >= 4:
            board.terrain[h] = "river"
    return board


def shore(board: BattleMap, hexes: list[int]) -> list[tuple[float, float]]:
    """Points of the shore of some water hexes, in circumradii."""
    areas = RoundedAreas(Geometry(board.grid, ruled=True), board)
    water = {h for h in board.grid.hexes if board.terrain[h] == "river"}
    paths = [areas._share(h, board.grid.ring1[h], water, ROUGH).edge for h in hexes]
    return [
        (path.elementAt(i).x / SCALE, path.elementAt(i).y / SCALE) for path in paths for i in range(path.elementCount())
    ]


def strays(board: BattleMap, hexes: list[int]) -> float:
    """How far the shore of some water hexes wanders from side to side, in circumradii."""
    xs = [x for x, _ in shore(board, hexes)]
    return max(xs) - min(xs)


def test_a_shore_along_a_column_of_hexes_runs_straight() -> None:
    assert strays(coast(), [row * 8 + 4 for row in range(3, 7)]) < 0.25, "the hexes step by half a circumradius"


def test_a_shore_along_a_staggered_row_is_not_one_scallop_a_hex() -> None:
    ys = [y for _, y in shore(coast(rows=True), [5 * 8 + column for column in range(2, 6)])]
    assert max(ys) - min(ys) < 0.25, "the hexes step by nearly nine tenths"


def test_a_point_of_land_stays_round() -> None:
    board = coast()
    board.terrain[5 * 8 + 4] = "clear"
    assert strays(board, [4 * 8 + 4, 6 * 8 + 4]) > 0.5


def test_a_lake_of_one_hex_keeps_its_size() -> None:
    board = BattleMap(Grid(GridSpec(8, 10, Orientation.FLAT)), formats.load_palette("standard"), "Pond")
    board.terrain[5 * 8 + 4] = "river"
    assert strays(board, [5 * 8 + 4]) > 1.5


def test_the_shares_of_a_shore_meet() -> None:
    """Where one hex's share of a shore ends another one's begins."""
    board = coast(rows=True)
    board.terrain[3 * 8 + 3] = board.terrain[4 * 8 + 5] = "river"
    areas = RoundedAreas(Geometry(board.grid), board)
    water = {h for h in board.grid.hexes if board.terrain[h] == "river"} | {NOWHERE}
    ends: dict[tuple[float, float], int] = {}
    for h in sorted(water - {NOWHERE}):
        ring = board.grid.ring1[h]
        if water.issuperset(ring):
            continue
        path = areas._share(h, ring, water, ROUGH).edge
        starts = [i for i in range(path.elementCount()) if path.elementAt(i).isMoveTo()]
        for i in starts + [i - 1 for i in starts[1:]] + [path.elementCount() - 1]:
            place = round(path.elementAt(i).x, 3), round(path.elementAt(i).y, 3)
            ends[place] = ends.get(place, 0) + 1
    loose = [place for place, count in ends.items() if count != 2]
    assert len(loose) <= 2, "the shore ends at the left and the right edge of the map"


@pytest.mark.parametrize("d", range(6))
def test_a_river_along_a_shore_runs_where_the_shore_does(d: int) -> None:
    board = coast(rows=True)
    h = 5 * 8 + 3
    n = board.grid.ring1[h][d]
    areas = RoundedAreas(Geometry(board.grid), board)
    drawn = Hexsides(board, areas.geometry, board.palette.lakes, None, areas)
    assert drawn._middle(h, d) == areas._middle(h, d, ROUGH) or board.terrain[n] == "river"


def test_nothing_that_grows_beside_a_shore_is_drawn_across_it() -> None:
    board = coast(rows=True)
    board.terrain[4 * 8 + 3] = "forest"
    stamps = {(stamp.x, stamp.y): stamp for stamp in atlas_for(board, Look()).stamps(0)}
    geometry = Geometry(board.grid)
    for h in (4 * 8 + 3, 5 * 8 + 3):
        within = stamps[geometry.centre(h)].within
        assert within is not None
        assert within.contains(QPointF(*geometry.centre(h)))
        assert not within.contains(QPointF(*geometry.centre(h + 8 if h < 40 else h - 8)))
    assert stamps[geometry.centre(6 * 8 + 3)].within is None


def test_houses_keep_to_their_side_of_a_shore() -> None:
    board = coast(rows=True)
    # The shore leaves the lower part of this hex, which stands out of its row.
    h = 4 * 8 + 2
    atlas = atlas_for(board, Look())

    def houses() -> list[QRectF]:
        ink = QColor(board.palette.features["city"].colour)
        items = [item for item in atlas.art("detail", 0) if item.brush.color() == ink]
        return [part.boundingRect() for item in items for part in item.path.toSubpathPolygons()]

    board.features[h] = ("city",)
    ashore = atlas._rounded.side_of_shore(h)
    assert ashore is not None
    assert len(houses()) > 5
    assert all(ashore.contains(house.center()) for house in houses())
    board.terrain[h - 8] = "river"
    atlas.invalidate([h - 8], what="terrain")
    assert not atlas.has("detail", 0), "they are drawn again where the shore is another"
