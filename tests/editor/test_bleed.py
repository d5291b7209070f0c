"""The map sheet is cut straight: ground, roads and rivers run on to the edges of the paper."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import SCALE
from editor.hexes.canvas.printing import HexPrinting
from engine.formats import load_palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec, Orientation
from engine.hexes.board.vertices import vertex_hexes
from engine.hexes.mapping.bleed import with_bleed

WHITE = QColor("white")


def board(
    orientation: Orientation, terrain: str = "forest", void: frozenset[tuple[int, int]] = frozenset()
) -> BattleMap:
    made = BattleMap(Grid(GridSpec(7, 6, orientation, void=void)), load_palette("standard"))
    for h in made.grid.hexes:
        made.terrain[h] = terrain
    return made


def picture(made: BattleMap, look: Look) -> QImage:
    printing = HexPrinting(made, look)
    part = QRectF(0, 0, *printing.atlas.geometry.size)
    image = QImage(round(part.width() * 0.2), round(part.height() * 0.2), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(0.2, 0.2)
    printing.paint(painter, part, 0.2, look, WHITE)
    painter.end()
    return image


@pytest.mark.parametrize("orientation", list(Orientation))
def test_no_white_is_left_within_the_edges_of_the_paper(qtbot: QtBot, orientation: Orientation) -> None:
    made = board(orientation)
    without, bled = (picture(made, Look(bleed=bleed, numbers=False)) for bleed in (False, True))
    assert without.pixelColor(1, 1) == WHITE
    corners = [(x, y) for x in (1, bled.width() - 2) for y in (1, bled.height() - 2)]
    edges = [(x, 1) for x in range(1, bled.width() - 1)] + [(1, y) for y in range(1, bled.height() - 1)]
    assert all(bled.pixelColor(x, y) != WHITE for x, y in corners + edges)


@pytest.mark.parametrize("orientation", list(Orientation))
def test_the_ring_continues_what_lies_next_to_it(orientation: Orientation) -> None:
    made = board(orientation, "clear")
    for row in range(made.grid.rows):
        made.terrain[row * made.grid.columns] = "water"
    made.elevation[:] = [2] * made.grid.size
    wider = with_bleed(made)
    assert wider is not None
    assert len(wider.added) == 9 * 8 - 7 * 6
    west = [h for h in wider.added if h % 9 == 0]
    assert {wider.map.terrain[h] for h in west} == {"water"}
    assert {wider.map.elevation[h] for h in wider.added} == {2}
    assert all(wider.map.terrain[there] == made.terrain[h] for h, there in enumerate(wider.moved))


def test_roads_that_leave_the_map_cross_the_ring(qtbot: QtBot) -> None:
    made = board(Orientation.FLAT, "clear")
    h = 3
    out = next(d for d in range(6) if made.grid.ring1[h][d] == NOWHERE)
    made.paths[made.grid.side(h, out)] = frozenset({"road"})
    wider = with_bleed(made)
    assert wider is not None
    assert sum("road" in paths for paths in wider.map.paths.values()) == 2


@pytest.mark.parametrize("orientation", list(Orientation))
def test_rivers_that_leave_the_map_reach_the_outer_edge_of_the_ring(orientation: Orientation) -> None:
    made = board(orientation, "clear")
    for h in made.grid.hexes:
        for d in range(6):
            n = made.grid.ring1[h][d]
            if n == NOWHERE:
                continue
            ends = [made.grid.corners(h)[d], made.grid.corners(h)[(d + 1) % 6]]
            if any(len(vertex_hexes(made.grid, end)) < 3 for end in ends):
                made.hexsides = {made.grid.side(h, d): {"river": NOWHERE}}
                wider = with_bleed(made)
                assert wider is not None
                corners = {
                    corner
                    for side in wider.map.hexsides
                    for other in wider.map.grid.side_hexes(side)
                    if other != NOWHERE
                    for corner in wider.map.grid.corners(other)
                }
                assert len(wider.map.hexsides) > 1
                assert any(len(vertex_hexes(wider.map.grid, corner)) < 3 for corner in corners)


def test_rivers_that_end_in_a_lake_or_within_the_map_stay_as_they_are() -> None:
    for terrain, h, count in (("water", 0, 1), ("clear", 24, 1)):
        made = board(Orientation.FLAT, terrain)
        d = next(d for d in range(6) if made.grid.ring1[h][d] != NOWHERE)
        made.hexsides[made.grid.side(h, d)] = {"river": NOWHERE}
        wider = with_bleed(made)
        assert wider is not None
        assert len(wider.map.hexsides) == count


def test_a_map_with_holes_keeps_its_edge() -> None:
    assert with_bleed(board(Orientation.FLAT, void=frozenset({(2, 2)}))) is None


def test_units_and_names_stay_where_they_were(qtbot: QtBot) -> None:
    made = board(Orientation.POINTY, "clear")
    printing = HexPrinting(made, Look(bleed=True))
    assert printing.centre(0) == HexPrinting(made, Look()).centre(0)
    assert printing.centre(0)[0] < 2 * SCALE
