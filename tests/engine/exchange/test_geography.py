"""GeoJSON and TopoJSON as maps: shares of land, courses of rivers, roads, places; and files that are not sound."""

from __future__ import annotations

import contextlib
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import HexwrightError
from engine.exchange.geomaps import MapMaker, frame_of, place_for
from engine.exchange.importing import import_file, import_onto
from engine.exchange.projections import projection
from engine.exchange.rows import format_named, recognised
from engine.exchange.source import Imported
from engine.formats.boards import dump_map
from engine.hexes.board.grid import NOWHERE

Feature = dict[str, Any]


def feature(kind: str, coordinates: Any, **facts: Any) -> Feature:
    return {"type": "Feature", "geometry": {"type": kind, "coordinates": coordinates}, "properties": facts}


ISLAND = feature("Polygon", [[[8, 46], [10, 46], [10, 48], [8, 48], [8, 46]]], featurecla="Land")
LAKE = feature("Polygon", [[[8.5, 46.5], [9, 46.5], [9, 47], [8.5, 47], [8.5, 46.5]]], natural="water")
RIVER = feature("LineString", [[8.2, 47.9], [9.2, 47.6], [9.4, 47.0], [9.8, 46.1]], waterway="river")
ROAD = feature("LineString", [[8.1, 46.2], [9.9, 46.2]], highway="primary")
TOWNS = [feature("Point", [9.5, 47.5], name="Berg", population=200000), feature("Point", [9.501, 47.5], name="Dorf")]
SEA = feature("Polygon", [[[7, 45], [11, 45], [11, 49], [7, 49], [7, 45]]], featurecla="Bounds")


def file(path: Path, *features: Feature, **more: Any) -> Path:
    found = path / "alps.geojson"
    found.write_text(json.dumps({"type": "FeatureCollection", "features": list(features)} | more), encoding="utf-8")
    return found


def brought(path: Path, **words: str) -> Imported:
    return import_file(path, recognised(path), words, "alps")


def test_a_hex_is_land_or_water_by_its_share(tmp_path: Path) -> None:
    path = file(tmp_path, ISLAND, LAKE, RIVER, ROAD, *TOWNS)
    found = brought(path, hex="8", bounds="7,45,11,49")
    board = found.board
    grid = board.grid
    maker = MapMaker(*place_for((7, 45, 11, 49), 8, path))
    for (lon, lat), terrain in {
        (7.3, 47): "water",
        (9.5, 47.5): "clear",
        (8.75, 46.75): "water",
        (8.2, 46.8): "clear",
    }.items():
        x, y = maker.paper(np.array([[lon, lat]]))[0]
        assert board.terrain[grid.hex_at(float(x), float(y))] == terrain
    land = sum(terrain == "clear" for terrain in board.terrain)
    hex_km2 = 8 * 8 * 3**0.5 / 2
    # Two by two degrees at 47 north, less a lake of half a degree: 33,800 and 2,110 square kilometres.
    assert land * hex_km2 == pytest.approx(33_800 - 2_110, rel=0.03)


@pytest.mark.parametrize("rotation", [30, -75, 180])
def test_a_map_may_be_turned_about_its_middle(rotation: int, tmp_path: Path) -> None:
    path = file(tmp_path, ISLAND, LAKE, RIVER, ROAD, *TOWNS)
    box = 7.0, 45.0, 11.0, 49.0
    found = brought(path, hex="8", bounds="7,45,11,49", rotation=str(rotation))
    place = found.board.look.geo
    assert place is not None
    assert place.rotation == rotation
    maker = MapMaker(place, found.board.grid)
    straight = MapMaker(*place_for(box, 8, path))
    corners = straight.paper(np.array(frame_of(box, 0)))
    middle = (corners[0] + corners[17]) / 2
    assert maker.paper(straight.degrees(middle[None]))[0] == pytest.approx(middle, abs=0.01)
    assert [label.text for label in found.board.labels] == ["Berg"]
    for (lon, lat), terrain in {(9.5, 47.5): "clear", (8.75, 46.75): "water", (8.0, 47.0): "clear"}.items():
        x, y = maker.paper(np.array([[lon + 0.05, lat]]))[0]
        h = found.board.grid.hex_at(float(x), float(y))
        assert h != NOWHERE
        assert found.board.terrain[h] == terrain
    # The frame that is shown before is the edge of what is asked for.
    edge = np.array(frame_of(box, rotation))
    turned = maker.paper(edge)
    assert turned == pytest.approx(straight.paper(np.array(frame_of(box, 0))), abs=0.01)
    assert found.data is not None
    assert (found.data.part, found.data.rotation) == (box, rotation)
    assert found.data.whole == (8.0, 46.0, 10.0, 48.0)


def test_areas_and_distances_are_true(tmp_path: Path) -> None:
    maker = MapMaker(*place_for((7, 45, 11, 49), 8, tmp_path))
    a, b = projection(maker.place.crs).forward(np.array([[9.0, 46.0], [9.0, 47.0]]))
    assert np.hypot(*(a - b)) == pytest.approx(111_170, rel=0.002), "a degree of latitude at 46.5 north"
    a, b = projection(maker.place.crs).forward(np.array([[8.0, 47.0], [9.0, 47.0]]))
    assert np.hypot(*(a - b)) == pytest.approx(76_055, rel=0.002), "a degree of longitude at 47 north"


def test_a_river_is_one_chain_of_hexsides_that_never_doubles_back(tmp_path: Path) -> None:
    board = brought(file(tmp_path, ISLAND, RIVER), hex="8", bounds="7,45,11,49").board
    grid = board.grid
    count: dict[tuple[int, int], int] = {}
    for side in board.hexsides:
        for vertex in grid.side_ends(side):
            count[vertex] = count.get(vertex, 0) + 1
    assert len(board.hexsides) > 30
    assert sorted(count.values())[:2] == [1, 1], "two ends"
    assert set(sorted(count.values())[2:]) == {2}, "and no gap, no fork between them"
    assert board.paths == {}, "and it does not run through hexes as well"


def test_a_road_goes_from_hex_to_hex_without_a_gap(tmp_path: Path) -> None:
    board = brought(file(tmp_path, ISLAND, ROAD), hex="8", bounds="7,45,11,49").board
    grid = board.grid
    steps = [grid.side_hexes(side) for side in board.paths]
    assert all(NOWHERE not in pair for pair in steps)
    hexes = {h for pair in steps for h in pair}
    assert len(hexes) == len(steps) + 1, "one line without a loop"
    assert len(steps) >= 17


def test_the_larger_of_two_places_in_a_hex_is_named(tmp_path: Path) -> None:
    found = brought(file(tmp_path, ISLAND, *TOWNS), hex="8")
    assert [(label.text, label.size) for label in found.board.labels] == [("Berg", "medium")]
    assert [one.what for one in found.losses] == ["1 place beside a larger one, or off the map"]


def test_topojson_gives_the_same_map(tmp_path: Path) -> None:
    ring = [[0, 0], [100, 0], [0, 100], [-100, 0], [0, -100]]
    topology = {
        "type": "Topology",
        "transform": {"scale": [0.02, 0.02], "translate": [8, 46]},
        "arcs": [ring[:3], [[100, 100], [-100, 0], [0, -100]]],
        "objects": {"land": {"type": "GeometryCollection", "geometries": [{"type": "Polygon", "arcs": [[0, 1]]}]}},
    }
    path = tmp_path / "alps.topojson"
    path.write_text(json.dumps(topology), encoding="utf-8")
    one, other = brought(path, hex="8").board, brought(file(tmp_path, ISLAND), hex="8").board
    assert dump_map(replace(one, provenance="")) == dump_map(replace(other, provenance=""))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"type": "FeatureCollection", "features": []}', "no shapes"),
        ('{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": null}]}', "no shapes"),
        ('{"type": "Feature", "geometry": {"type": "Point", "coordinates": [NaN, 1]}}', "no shapes"),
        ('{"type": "Feature", "geometry": {"type": "Point", "coordinates": [600000, 200000]}}', "not in degrees"),
        ('{"type": "FeatureCollection", "crs": {"name": "EPSG:31467"}, "features": [%s]}', "package pyproj"),
        ('{"type": "Topology", "arcs": 3, "objects": {}}', "TopoJSON"),
        ('{"type": "FeatureCollection", "features": [', "not sound JSON"),
    ],
)
def test_files_that_are_not_sound_are_refused(
    text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.geojson"
    path.write_text(text.replace("%s", json.dumps(ISLAND)), encoding="utf-8")
    # Whether or not it is installed here.
    monkeypatch.setitem(sys.modules, "pyproj", None)
    with pytest.raises(HexwrightError, match=why) as caught:
        brought(path)
    assert str(caught.value).startswith(str(path))


def test_odd_options_are_refused(tmp_path: Path) -> None:
    path = file(tmp_path, ISLAND)
    with pytest.raises(HexwrightError, match="option bounds"):
        brought(path, bounds="7,45")
    with pytest.raises(HexwrightError, match="choose larger ones"):
        brought(path, hex="0.1")


@given(at=st.integers(0, 5000), byte=st.integers(32, 126))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_a_damaged_file_is_read_or_refused(tmp_path: Path, at: int, byte: int) -> None:
    text = bytearray(file(tmp_path, ISLAND, LAKE, RIVER, ROAD, *TOWNS).read_bytes())
    text[at % len(text)] = byte
    path = tmp_path / "damaged.geojson"
    path.write_bytes(bytes(text))
    with contextlib.suppress(HexwrightError):
        assert import_file(path, format_named("geojson"), {}, "a").board.grid.size


def test_land_goes_on_to_the_edge_of_the_paper(tmp_path: Path) -> None:
    """The part that is asked for has curved edges on paper: what lies beyond them on the map is taken as well."""
    large = feature("Polygon", [[[0, 40], [20, 40], [20, 70], [0, 70], [0, 40]]], featurecla="Land")
    board = brought(file(tmp_path, large), hex="25", bounds="5,54,15,61").board
    assert set(board.terrain) == {"clear"}


def test_an_area_whose_ring_crosses_itself_is_read(tmp_path: Path) -> None:
    bow = feature("Polygon", [[[8, 46], [10, 48], [10, 46], [8, 48], [8, 46]]], featurecla="Land")
    board = brought(file(tmp_path, bow), hex="20", bounds="7,45,11,49").board
    assert 0.3 < board.terrain.count("clear") / (2 * 2 / 16 / 2 * len(board.terrain)) < 1.5


def test_a_scribble_is_refused_before_it_takes_hours(tmp_path: Path) -> None:
    places = np.random.default_rng(1).uniform((0, 40), (10, 50), (3000, 2)).tolist()
    land = feature("Polygon", [[*places, places[0]]], featurecla="Land")
    with pytest.raises(HexwrightError, match=r"alps\.geojson: the outline of an area crosses itself more than 100,000"):
        brought(file(tmp_path, land), hex="50")


def test_a_geometry_alone_and_features_line_by_line_are_read(tmp_path: Path) -> None:
    alone, lines, marked = (tmp_path / name for name in ("alone.json", "lines.geojsonl", "marked.geojsons"))
    alone.write_text(json.dumps(ISLAND["geometry"], indent=1), encoding="utf-8-sig")
    lines.write_text(f"{json.dumps(ISLAND)}\n{json.dumps(LAKE)}\n\n", encoding="utf-8")
    marked.write_text(f"\x1e{json.dumps(ISLAND)}\n\x1e{json.dumps(LAKE)}\n", encoding="utf-8")
    both = brought(file(tmp_path, ISLAND, LAKE), hex="8").board
    assert brought(alone, hex="8").board.terrain == brought(file(tmp_path, ISLAND), hex="8").board.terrain
    assert brought(lines, hex="8").board.terrain == both.terrain
    assert brought(marked, hex="8").board.terrain == both.terrain
    lines.write_text(f"{json.dumps(ISLAND)}\n{{broken\n", encoding="utf-8")
    with pytest.raises(HexwrightError, match="not sound JSON"):
        brought(lines)


def touching(board: Any) -> dict[tuple[int, int], int]:
    """How many hexsides with a river meet at each vertex."""
    count: dict[tuple[int, int], int] = {}
    for side in board.hexsides:
        for vertex in board.grid.side_ends(side):
            count[vertex] = count.get(vertex, 0) + 1
    return count


def test_a_river_of_pieces_is_one_and_a_tributary_ends_on_it(tmp_path: Path) -> None:
    along = [[8.2, 47.8], [8.6, 47.2], [9.1, 47.1], [9.5, 46.6], [9.8, 46.3]]
    pieces = [feature("LineString", along[at : at + 2], waterway="river") for at in (2, 0, 3, 1)]
    tributary = feature("LineString", [[9.7, 47.8], [9.4, 47.4], [9.1, 47.1]], waterway="stream")
    board = brought(file(tmp_path, ISLAND, *pieces, tributary), hex="8", bounds="7,45,11,49").board
    count = touching(board)
    assert sorted(count.values()).count(1) == 3, "two springs and a mouth"
    assert sorted(count.values()).count(3) == 1, "one junction"
    assert {kind for kinds in board.hexsides.values() for kind in kinds} == {"river", "creek"}


def rings(board: Any) -> int:
    """How many rings the hexsides with a river make: those that could go without parting two vertices."""
    group: dict[tuple[int, int], tuple[int, int]] = {}

    def root(vertex: tuple[int, int]) -> tuple[int, int]:
        while vertex in group:
            vertex = group[vertex]
        return vertex

    found = 0
    for side in board.hexsides:
        one, other = (root(vertex) for vertex in board.grid.side_ends(side))
        if one == other:
            found += 1
        else:
            group[one] = other
    return found


@pytest.mark.parametrize(("apart", "islands"), [(0.05, 0), (0.07, 0), (0.3, 4)])
def test_branches_of_a_river_closer_than_a_hex_are_one(apart: float, islands: int, tmp_path: Path) -> None:
    branches = [
        feature("LineString", along, waterway="river")
        for north in (46.4, 46.81, 47.22, 47.63)
        for along in (
            [[8.2, north], [8.5, north]],
            [[8.5, north], [8.6, north + apart / 2], [9.4, north + apart / 2], [9.5, north]],
            [[8.5, north], [8.6, north - apart / 2], [9.4, north - apart / 2], [9.5, north]],
            [[9.5, north], [9.8, north]],
        )
    ]
    board = brought(file(tmp_path, ISLAND, *branches), hex="8", bounds="7,45,11,49").board
    assert rings(board) == islands
    count = sorted(touching(board).values())
    assert count.count(1) == 8, "each river has two ends"
    assert count.count(3) == 2 * islands, "and no piece that leads nowhere"


@pytest.mark.parametrize(("apart", "islands"), [(0.05, 0), (0.5, 1)])
def test_branches_that_make_a_closed_line_are_drawn(apart: float, islands: int, tmp_path: Path) -> None:
    branches = [
        feature("LineString", [[8.4, 47.0], [9.0, 47.0 + off], [9.6, 47.0]], waterway="river")
        for off in (apart / 2, -apart / 2)
    ]
    board = brought(file(tmp_path, ISLAND, *branches), hex="8", bounds="7,45,11,49").board
    assert len(board.hexsides) > 15 * (1 + islands)
    assert rings(board) == islands


def test_a_river_ends_at_the_shore_that_it_comes_to(tmp_path: Path) -> None:
    short = feature("LineString", [[9.0, 47.5], [9.05, 47.05], [9.0, 46.95]], waterway="river")
    beyond = feature("LineString", [[9.0, 46.6], [9.5, 46.4], [10.0, 46.35], [10.4, 46.3]], waterway="river")
    board = brought(file(tmp_path, ISLAND, LAKE, short, beyond), hex="8", bounds="7,45,11,49").board
    grid = board.grid
    shores = {at for h in grid.hexes if board.terrain[h] == "water" for at in grid.corners(h)}
    ends = [at for at, times in touching(board).items() if times == 1]
    assert len(ends) == 4
    assert len([at for at in ends if at in shores]) == 3, "all but the spring"
    assert all(board.terrain[h] != "water" for side in board.hexsides for h in grid.side_hexes(side))


def test_rivers_for_an_open_map_end_at_its_shores(tmp_path: Path) -> None:
    board = brought(file(tmp_path, ISLAND, LAKE), hex="8", bounds="7,45,11,49").board
    path = file(tmp_path, feature("LineString", [[8.7, 47.8], [8.75, 46.7]], waterway="river"))
    found = import_onto([path], [recognised(path)], {}, "more", board).board
    assert found.hexsides
    assert all(board.terrain[h] != "water" for side in found.hexsides for h in board.grid.side_hexes(side))


def test_a_collection_is_what_is_in_it(tmp_path: Path) -> None:
    held = [ISLAND["geometry"], RIVER["geometry"]]
    both = {"type": "Feature", "geometry": {"type": "GeometryCollection", "geometries": held}, "properties": {}}
    said = {"shapes": "LineString=river", "hex": "8"}
    board = brought(file(tmp_path, both), **said).board
    assert board.terrain == brought(file(tmp_path, ISLAND), hex="8").board.terrain
    assert board.hexsides


def test_a_river_that_leaves_the_map_and_comes_back_is_there_twice(tmp_path: Path) -> None:
    along = [[8.4, 47.4], [7.4, 46.9], [7.4, 46.7], [8.2, 46.5], [9.5, 46.3]]
    path = file(tmp_path, ISLAND, feature("LineString", along, waterway="river"))
    board = brought(path, hex="8", bounds="8,46,10,48").board
    grid = board.grid
    outer = {at for side in grid.all_sides() if NOWHERE in grid.side_hexes(side) for at in grid.side_ends(side)}
    ends = [at for at, times in touching(board).items() if times == 1]
    assert len(ends) == 4
    assert len([at for at in ends if at in outer]) == 2


def test_a_country_has_the_hexes_of_its_coast_and_a_port_is_on_land(tmp_path: Path) -> None:
    west, east = ([[x, 46], [x + 1, 46], [x + 1, 48], [x, 48], [x, 46]] for x in (8, 9))
    one, other = (
        feature("Polygon", [ring], featurecla="Admin-0 country", NAME=name)
        for ring, name in ((west, "West"), (east, "East"))
    )
    port = feature("Point", [7.93, 47.0], name="Port", place="town")
    board = brought(file(tmp_path, ISLAND, one, other, port), hex="8", bounds="7,45,11,49").board
    land = {h for h in board.grid.hexes if board.terrain[h] != "water"}
    held = [region.hexes for region in board.regions.values()]
    assert len(held) == 2
    assert not held[0] & held[1]
    assert land <= held[0] | held[1]
    assert [label.at in board.regions["west"].hexes & land for label in board.labels] == [True]


def test_a_hex_may_be_so_many_miles_or_yards(tmp_path: Path) -> None:
    path = file(tmp_path, ISLAND)
    for size, unit, metres in ((5, "miles", 8046.72), (4, "nautical miles", 7408), (8000, "yards", 7315.2)):
        board = brought(path, hex=str(size), unit=unit).board
        assert board.look.geo is not None
        assert board.look.geo.hex == pytest.approx(metres)
        assert board.scale == f"{size} {unit}"


def test_the_projection_of_the_map_may_be_given(tmp_path: Path) -> None:
    path = file(tmp_path, ISLAND, LAKE)
    by_extent, given = (brought(path, hex="8", crs=crs) for crs in ("", "epsg:32632"))
    assert given.board.look.geo is not None
    assert given.board.look.geo.crs == "EPSG:32632"
    assert given.data is not None
    assert given.data.crs == "epsg:32632"
    one, other = (found.board.terrain.count("clear") for found in (by_extent, given))
    assert one == pytest.approx(other, rel=0.01)
    assert brought(path, hex="8", crs="3035").board.look.geo is not None
    for wrong, why in (("nowhere", "not a projection"), ("EPSG:4326", "not in metres")):
        with pytest.raises(HexwrightError, match=why):
            brought(path, hex="8", crs=wrong)


def test_any_epsg_code_is_read_with_the_package_pyproj(tmp_path: Path) -> None:
    pytest.importorskip("pyproj")
    # A place in London, and Bern's old observatory, from which the Swiss grid counts.
    for crs, metres, degrees in (
        ("EPSG:27700", (530000.0, 180000.0), (-0.12835, 51.50399)),
        ("EPSG:2056", (2600000.0, 1200000.0), (7.43863, 46.95108)),
    ):
        there = projection(crs)
        assert there.inverse(np.array([metres]))[0] == pytest.approx(degrees, abs=1e-4)
        assert there.forward(np.array([degrees]))[0] == pytest.approx(metres, abs=10)
    square = [[[530000, 180000], [730000, 180000], [730000, 380000], [530000, 380000], [530000, 180000]]]
    data = file(tmp_path, feature("Polygon", square, featurecla="Land"), crs={"name": "urn:ogc:def:crs:EPSG::27700"})
    board = brought(data, hex="10", crs="EPSG:27700").board
    assert board.look.geo is not None
    assert board.terrain.count("clear") * 100 * 3**0.5 / 2 == pytest.approx(40_000, rel=0.05)
    with pytest.raises(HexwrightError, match="is not known"):
        projection("EPSG:99999")
    with pytest.raises(HexwrightError, match="not in metres"):
        # New York's is in feet.
        brought(file(tmp_path, ISLAND), hex="8", crs="EPSG:2263")


def test_two_carriageways_are_one_road_and_a_side_road_begins_on_it(tmp_path: Path) -> None:
    one = feature("LineString", [[8.1, 46.72], [9.0, 46.7], [9.9, 46.72]], highway="motorway")
    other = feature("LineString", [[8.12, 46.735], [9.0, 46.715], [9.88, 46.735]], highway="motorway")
    side = feature("LineString", [[9.0, 46.715], [9.0, 47.8]], highway="secondary")
    alone, every = (brought(file(tmp_path, ISLAND, *roads), hex="8").board for roads in ((one,), (one, other, side)))
    assert alone.paths.keys() < every.paths.keys()
    steps = [every.grid.side_hexes(at) for at in every.paths]
    hexes = {h for pair in steps for h in pair}
    assert len(hexes) == len(steps) + 1, "one tree: no gap, and nothing beside the road"


def test_places_are_ranked_by_people_or_by_rank(tmp_path: Path) -> None:
    def at(**facts: Any) -> Feature:
        return feature("Point", [9.5, 47.5], **facts)

    for first, second in (
        ({"place": "city"}, {"place": "village"}),
        ({"NAME": "x", "SCALERANK": 1}, {"NAME": "y", "SCALERANK": 7}),
        ({"population": "1,200,000"}, {"population": 90000}),
        ({"place": "town"}, {"population": "300", "place": "village"}),
    ):
        high, low = {"name": "High", **first}, {"name": "Low", **second}
        for places in ((at(**high), at(**low)), (at(**low), at(**high))):
            board = brought(file(tmp_path, ISLAND, *places), hex="8").board
            assert [label.text for label in board.labels] == ["High"], (first, second)
