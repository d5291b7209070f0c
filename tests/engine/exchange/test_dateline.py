"""Shapes across the 180th meridian are cut there, and a map may lie across it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import shapely

from engine.exchange.dateline import cut
from engine.exchange.geomaps import MapMaker
from engine.exchange.importing import import_file
from engine.exchange.rows import recognised

RING = [(170, 60), (175, 60), (180, 60), (-178, 60), (-175, 65), (-178, 70), (179, 70), (170, 70), (170, 60)]
"""From 170 east to 175 west."""
ISLE = shapely.box(172, 62, 174, 64)


def rolled(polygon: shapely.Polygon) -> shapely.Polygon:
    """The same with longitudes beyond 180 as western ones."""
    return shapely.transform(polygon, lambda points: np.column_stack([(points[:, 0] + 180) % 360 - 180, points[:, 1]]))


def test_a_ring_that_jumps_ends_at_the_180th_meridian() -> None:
    found = cut(shapely.Polygon(RING))
    whole = shapely.Polygon([(x % 360, y) for x, y in RING])
    east, west = shapely.box(0, -90, 180, 90), shapely.box(180, -90, 360, 90)
    assert found.intersection(shapely.box(0, -90, 180, 90)).equals(whole.intersection(east))
    there = shapely.transform(whole.intersection(west), lambda points: points - (360.0, 0.0))
    assert found.intersection(shapely.box(-180, -90, 0, 90)).equals(there)
    assert found.area == pytest.approx(whole.area)


def test_holes_of_a_ring_that_jumps_stay_holes() -> None:
    over = rolled(shapely.Polygon([(178, 63), (179, 63), (180, 64), (181, 64), (181, 66), (178, 66), (178, 63)]))
    found = cut(shapely.Polygon(RING, [ISLE.exterior.coords, over.exterior.coords]))
    assert found.is_valid
    assert not found.intersects(shapely.Point(173, 63))
    assert not found.intersects(shapely.Point(179.5, 65))
    assert not found.intersects(shapely.Point(-179.5, 65))
    assert found.intersects(shapely.Point(171, 61))
    assert found.intersects(shapely.Point(-178, 68))


@pytest.mark.parametrize(("hole", "pole"), [(False, -90), (True, 90)])
def test_a_ring_around_a_pole_is_closed_over_it(*, hole: bool, pole: int) -> None:
    ring = [(x, -70 + x % 7) for x in range(-179, 180, 2)]
    found = cut(shapely.Polygon([*ring, ring[0]], [ISLE.exterior.coords] if hole else []))
    assert found.is_valid
    assert found.intersects(shapely.Point(40, pole * 0.99))
    assert not found.intersects(shapely.Point(40, -pole * 0.99))


def test_rectangles_and_what_does_not_cross_stay_as_they_are() -> None:
    for one in (shapely.box(-180, -90, 180, 90), shapely.box(-170, -60, 170, 60), shapely.Point(3, 4), ISLE):
        assert cut(one) is one or cut(one).equals(one)


def test_lines_are_cut_too() -> None:
    found = cut(shapely.LineString([(x if x <= 180 else x - 360, 50) for x in range(170, 191, 2)]))
    assert [part.bounds for part in shapely.get_parts(found)] == [(-180, 50, -170, 50), (170, 50, 180, 50)]


def test_a_map_may_lie_across_the_180th_meridian(tmp_path: Path) -> None:
    path = tmp_path / "strait.geojson"
    path.write_text(json.dumps(shapely.geometry.mapping(shapely.Polygon(RING))), encoding="utf-8")
    board = import_file(path, recognised(path), {"hex": "50", "bounds": "165,55,-165,75"}, "strait").board
    assert board.look.geo is not None
    maker = MapMaker(board.look.geo, board.grid)
    for (lon, lat), terrain in {
        (172.0, 65.0): "clear",
        (-178.0, 64.0): "clear",
        (180.0, 65.0): "clear",
        (-170.0, 65.0): "water",
        (167.0, 65.0): "water",
    }.items():
        x, y = maker.paper(np.array([[lon, lat]]))[0]
        assert board.terrain[board.grid.hex_at(float(x), float(y))] == terrain, (lon, lat)
