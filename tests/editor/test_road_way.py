"""Arrows of marches follow the roads as they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from fields import battle_map
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from editor.canvas.traces import Traces, WayTrace, _arrow
from editor.document.document import Document
from editor.hexes.canvas.map_layer import MapLayer
from editor.hexes.canvas.road_way import road_way
from editor.hexes.drawing.roads import Roads

WAY = ("L0202", "L0302", "L0303", "L0304")


def laid(*road: str) -> MapLayer:
    board = battle_map()
    grid = board.grid
    board.paths.clear()
    hexes = [grid.parse(name) for name in road]
    for a, b in pairwise(hexes):
        board.paths[grid.sides[a][grid.ring1[a].index(b)]] = frozenset({"road"})
    return MapLayer(Document(board))


def points(layer: MapLayer, way: Sequence[str] = WAY) -> list[tuple[float, float]]:
    grid = layer.document.battle_map.grid
    return [(point.x(), point.y()) for point in road_way(layer, [grid.parse(name) for name in way])]


def near(a: tuple[float, float], b: tuple[float, float]) -> bool:
    return abs(a[0] - b[0]) < 0.01 and abs(a[1] - b[1]) < 0.01


def test_across_country_it_goes_from_middle_to_middle(qtbot: QtBot) -> None:
    layer = laid()
    grid = layer.document.battle_map.grid
    assert points(layer) == [layer.geometry.centre(grid.parse(name)) for name in WAY]
    layer.close()


def test_along_a_road_it_is_where_the_road_is_drawn(qtbot: QtBot) -> None:
    layer = laid(*WAY)
    board = layer.document.battle_map
    grid, roads = board.grid, Roads(board, layer.geometry)
    found = points(layer)
    hexes = [grid.parse(name) for name in WAY]
    crossings = [roads.crossing(a, grid.ring1[a].index(b)) for a, b in pairwise(hexes)]
    for crossing in crossings:
        assert any(near(crossing, point) for point in found)
    assert not any(near(layer.geometry.centre(h), point) for h in hexes[1:-1] for point in found)
    assert near(found[0], layer.geometry.centre(hexes[0]))
    assert near(found[-1], layer.geometry.centre(hexes[-1]))
    assert len(set(found)) == len(found)
    layer.close()


def test_where_the_road_ends_it_goes_on_across_country(qtbot: QtBot) -> None:
    layer = laid(*WAY[:2])
    grid = layer.document.battle_map.grid
    found = points(layer)
    assert any(near(layer.geometry.centre(grid.parse("L0302")), point) for point in found)
    assert len(points(layer, WAY[:2])) == 3, "from the middle by the road to the middle"
    layer.close()


def test_an_arrow_of_a_march_takes_the_road_and_one_of_a_retreat_does_not(qtbot: QtBot) -> None:
    layer = laid(*WAY)
    grid = layer.document.battle_map.grid
    traces = Traces(layer, road_way)
    spots = tuple(grid.parse(name) for name in WAY)
    march, retreat = (WayTrace(spots, QColor("#808080"), 0.0, dashed) for dashed in (False, True))
    traces.show_traces([march], [])
    assert len(traces.points(march)) > len(WAY)
    assert len(traces.points(retreat)) == len(WAY)
    layer.close()


def test_a_bend_under_the_head_is_left_out() -> None:
    bent = [QPointF(0, 0), QPointF(0, 300), QPointF(0, 380), QPointF(0, 400)]
    line, head = _arrow(bent)
    ends = [line.elementAt(i).y for i in range(line.elementCount())]
    assert ends == sorted(ends), "it never goes back"
    assert head[0].y() > ends[-1]
