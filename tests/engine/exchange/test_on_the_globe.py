"""Where maps lie: projections, ``geo:`` in files, further layers on an open map, shapefiles, files told by contents."""

from __future__ import annotations

import contextlib
import json
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import formats
from engine.boards.affine import applied
from engine.boards.geo import GeoPlace
from engine.errors import HexwrightError
from engine.exchange.geomaps import spoken_place
from engine.exchange.importing import import_file, import_onto
from engine.exchange.matches import SHAPES
from engine.exchange.projections import DEGREES, chosen, of_description, projection
from engine.exchange.rows import format_named, recognised
from engine.formats.boards import dump_map
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.board.grid import Grid, GridSpec, Orientation
from engine.hexes.mapping.resize import resized

ALPS = "+proj=laea +lat_0=46.5 +lon_0=8 +datum=WGS84 +units=m"


@pytest.mark.parametrize(
    ("crs", "degrees", "metres"),
    [
        # The worked example of EPSG's guidance note for EPSG:3035, and the central meridian of UTM 32.
        ("EPSG:3035", (5.0, 50.0), (3962799.45, 2999718.85)),
        ("EPSG:32632", (9.0, 45.0), (500000.0, 4982950.40)),
        ("+proj=utm +zone=32 +datum=WGS84", (9.0, 45.0), (500000.0, 4982950.40)),
        ("EPSG:32732", (9.0, 0.0), (500000.0, 10000000.0)),
        ("EPSG:3857", (180.0, 0.0), (20037508.34, 0.0)),
        ("EPSG:2154", (3.0, 46.5), (700000.0, 6600000.0)),
        (DEGREES, (8.0, 47.0), (8.0, 47.0)),
    ],
)
def test_places_are_where_the_projection_has_them(
    crs: str, degrees: tuple[float, float], metres: tuple[float, float]
) -> None:
    assert projection(crs).forward(np.array([degrees]))[0] == pytest.approx(metres, abs=0.01)


@pytest.mark.parametrize(
    "crs",
    ["EPSG:3035", "EPSG:32632", "EPSG:25833", "EPSG:2154", "EPSG:3034", "EPSG:3857", ALPS, "+proj=laea +lat_0=-90"],
)
def test_a_place_comes_back_from_its_metres(crs: str) -> None:
    random = np.random.default_rng(4)
    south = "-90" in crs
    places = np.column_stack(
        [random.uniform(2, 16, 60), random.uniform(-80, -40, 60) if south else random.uniform(38, 60, 60)]
    )
    there = projection(crs)
    assert there.inverse(there.forward(places)) == pytest.approx(places, abs=1e-7)


def test_the_projection_suits_the_part() -> None:
    assert "laea" in chosen(5, 45, 11, 48)
    assert "tmerc" in chosen(-75, -55, -68, -18)
    assert "lcc" in chosen(-10, 45, 45, 55)


@pytest.mark.parametrize("crs", ["EPSG:31467", "+proj=laea +lat_0=99", "+proj=krovak", "nonsense"])
def test_a_projection_that_is_not_known_is_refused(crs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyproj", None)
    with pytest.raises(HexwrightError, match=r"pyproj|not on the globe"):
        projection(crs)


def test_a_description_beside_a_file_is_read() -> None:
    text = (
        'PROJCS["ETRS89_UTM_32N",GEOGCS["x",DATUM["x",SPHEROID["GRS_1980",6378137,298.257222101]]],'
        'PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["Central_Meridian",9.0],'
        'PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]'
    )
    there = projection(of_description(text)).forward(np.array([[9.0, 45.0]]))[0]
    assert there == pytest.approx((500000, 4982950.40), abs=0.01)
    assert of_description('GEOGCS["GCS_WGS_1984"]') == DEGREES
    assert of_description('PROJCS["x",PROJECTION["Nowhere"],AUTHORITY["EPSG","3035"]]') == "EPSG:3035"


@pytest.mark.parametrize("rotation", [0.0, 30.0, -12.5])
def test_paper_and_metres_are_each_others_inverse(rotation: float) -> None:
    place = GeoPlace(ALPS, -83138.4, 74000.0, 8000.0, rotation)
    x, y = applied(place.matrix, 3.0, 4.0)
    assert applied(place.inverse, x, y) == pytest.approx((3.0, 4.0))
    moved = place.moved(1.5, -2.0)
    assert applied(moved.matrix, 4.5, 2.0) == pytest.approx((x, y)), "what is moved on the paper stays on the globe"
    one, other = applied(place.matrix, 0.0, 0.0), applied(place.matrix, 3**0.5, 0.0)
    assert np.hypot(other[0] - one[0], other[1] - one[1]) == pytest.approx(8000.0)


def alpine(**spec: Any) -> BattleMap:
    board = BattleMap(Grid(GridSpec(20, 18, **spec)), formats.load_palette("standard"), "Alps")
    board.look = replace(board.look, geo=GeoPlace(ALPS, -83138.4, 74000.0, 8000.0, 0.0))
    return board


def test_a_file_keeps_where_its_map_lies(tmp_path: Path) -> None:
    board = alpine()
    board.look = replace(board.look, geo=GeoPlace("EPSG:32632", 1.5, -2.0, 500.0, 15.0))
    text = dump_map(board)
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    again = hexes_of(formats.load_map(tmp_path / "a.yaml"))
    assert again.look.geo == board.look.geo
    assert dump_map(again) == text
    assert "geo: " not in dump_map(replace(board, look=replace(board.look, geo=None)))


@pytest.mark.parametrize(
    "geo",
    [
        "{crs: nowhere, at: [0, 0], hex: 1}",
        "{crs: 'EPSG:3035', at: [0], hex: 1}",
        "{crs: 'EPSG:3035', at: [0, .nan], hex: 1}",
        "{crs: 'EPSG:3035', at: [0, 0], hex: 0}",
        "{at: [0, 0], hex: 1}",
    ],
)
def test_a_place_that_is_none_is_an_error(geo: str, tmp_path: Path) -> None:
    text = dump_map(replace(alpine(), look=replace(alpine().look, geo=None)))
    (tmp_path / "a.yaml").write_text(f"{text}geo: {geo}\n", encoding="utf-8")
    assert formats.load(tmp_path / "a.yaml").errors


def test_a_map_that_is_extended_keeps_its_hexes_where_they_lie() -> None:
    board = alpine()
    larger = resized(board, 24, 21, left=4, top=2, keep_numbers=False).map
    assert larger.look.geo is not None
    assert board.look.geo is not None
    h = board.grid.at(5, 6)
    there = larger.grid.at(9, 8)
    before = applied(board.look.geo.matrix, *board.grid.centre(h))
    assert applied(larger.look.geo.matrix, *larger.grid.centre(there)) == pytest.approx(before)


def test_latitude_and_longitude_are_spoken() -> None:
    place = GeoPlace(ALPS, 0.0, 0.0, 8000.0)
    assert spoken_place(place, 0.0, 0.0) == "46°30' N 8°00' E"
    assert spoken_place(GeoPlace("EPSG:4326", -70.5, -33.25, 1.0), 0.0, 0.0) == "33°15' S 70°30' W"
    assert spoken_place(GeoPlace("+proj=nowhere", 0.0, 0.0, 1.0), 0.0, 0.0) == ""


def feature(kind: str, coordinates: Any, **facts: Any) -> dict[str, Any]:
    return {"type": "Feature", "geometry": {"type": kind, "coordinates": coordinates}, "properties": facts}


def geojson(path: Path, *features: Any) -> Path:
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    return path


RIVER = feature("LineString", [[7.2, 46.9], [8.0, 46.6], [8.7, 46.0]], featurecla="River")
LAKE = feature("Polygon", [[[7.6, 46.3], [8.0, 46.3], [8.0, 46.6], [7.6, 46.6], [7.6, 46.3]]], featurecla="Lake")
BERN = feature("Point", [7.45, 46.95], name="Bern", place="city", population=130000)


@pytest.mark.parametrize("orientation", list(Orientation))
def test_further_layers_fit_the_open_map(orientation: Orientation, tmp_path: Path) -> None:
    board = alpine(orientation=orientation)
    path = geojson(tmp_path / "more.geojson", RIVER, LAKE, BERN)
    found = import_onto([path], [recognised(path)], {}, "more", board)
    assert found.board.grid is board.grid
    (bern,) = found.board.labels
    said = spoken_place(board.look.geo or GeoPlace("", 0, 0, 1), *board.grid.centre(bern.at))
    assert said.startswith(("46°5", "47°0"))
    assert "river" in {kind for kinds in found.board.hexsides.values() for kind in kinds}
    lake = [h for h in board.grid.hexes if found.board.terrain[h] == "water"]
    assert 8 <= len(lake) <= 30
    heights = tmp_path / "alps.asc"
    rows = "\n".join(" ".join(str(100 * (x + y) // 8) for x in range(40)) for y in range(40))
    heights.write_text(f"ncols 40\nnrows 40\nxllcorner 7\nyllcorner 45.5\ncellsize 0.05\n{rows}\n", encoding="utf-8")
    raised = import_onto([heights], [recognised(heights)], {}, "more", board)
    assert max(raised.board.elevation) > 3


def test_a_map_that_does_not_say_where_it_lies_takes_no_layers(tmp_path: Path) -> None:
    path = geojson(tmp_path / "more.geojson", RIVER)
    board = replace(alpine(), look=replace(alpine().look, geo=None))
    with pytest.raises(HexwrightError, match="does not say where it lies"):
        import_onto([path], [recognised(path)], {}, "more", board)


def test_a_made_map_says_where_it_lies_and_layers_fit_it(tmp_path: Path) -> None:
    path = geojson(tmp_path / "lake.geojson", RIVER, LAKE)
    made = import_file(path, recognised(path), {"hex": "8"}, "lake")
    assert made.board.look.geo is not None
    again = import_onto([path], [recognised(path)], {}, "lake", made.board)
    assert again.board.terrain == made.board.terrain
    assert again.board.hexsides == made.board.hexsides


def test_shapes_are_matched_as_the_user_says(tmp_path: Path) -> None:
    heath = feature("Polygon", [[[7, 46], [8, 46], [8, 47], [7, 47], [7, 46]]], natural="heath")
    path = geojson(tmp_path / "heath.geojson", heath, RIVER)
    found = import_file(path, recognised(path), {"hex": "8"}, "heath")
    (table,) = found.tables
    assert (table.topic, [(one.name, one.ours) for one in table.matches]) == (
        SHAPES,
        [("natural=heath", ""), ("featurecla=River", "river")],
    )
    assert [one.code for one in found.losses] == ["LOSS206"]
    words = {"hex": "8", "shapes": "natural=heath=rough,featurecla=River=-"}
    chosen_so = import_file(path, recognised(path), words, "heath").board
    assert "rough" in chosen_so.terrain
    assert not chosen_so.hexsides


def test_countries_become_regions_and_main_roads_may_be_taken_alone(tmp_path: Path) -> None:
    west = feature(
        "Polygon", [[[7, 46], [8, 46], [8, 47], [7, 47], [7, 46]]], featurecla="Admin-0 country", NAME="Westland"
    )
    small = feature("LineString", [[7.1, 46.1], [7.9, 46.1]], highway="tertiary")
    main = feature("LineString", [[7.1, 46.6], [7.9, 46.6]], highway="motorway")
    path = geojson(tmp_path / "a.geojson", west, small, main)
    every, only = (
        import_file(path, recognised(path), {"hex": "8", "roads": roads}, "a").board for roads in ("all", "main")
    )
    assert [region.name for region in every.regions.values()] == ["Westland"]
    assert len(only.paths) * 2 == pytest.approx(len(every.paths), abs=2)


def shapefile(path: Path, kind: int, *shapes: list[list[tuple[float, float]]], columns: str = "") -> Path:
    """A shapefile of lines or areas, with a table of one column of 12 letters."""
    body = b""
    for number, parts in enumerate(shapes, 1):
        points = [point for part in parts for point in part]
        begins = [sum(len(part) for part in parts[:at]) for at in range(len(parts))]
        content = struct.pack("<i4d2i", kind, 0, 0, 0, 0, len(parts), len(points))
        content += struct.pack(f"<{len(begins)}i", *begins)
        content += b"".join(struct.pack("<2d", *point) for point in points)
        body += struct.pack(">2i", number, len(content) // 2) + content
    head = struct.pack(">i5ii", 9994, 0, 0, 0, 0, 0, (100 + len(body)) // 2) + struct.pack(
        "<2i8d", 1000, kind, *[0.0] * 8
    )
    path.write_bytes(head + body)
    names = columns.split(",") if columns else []
    table = struct.pack("<4BIHH20x", 3, 0, 0, 0, len(names), 65, 13)
    table += b"featurecla\0C" + struct.pack("<4xBB14x", 12, 0) + b"\r"
    table += b"".join(b" " + name.encode("latin-1").ljust(12) for name in names)
    if names:
        path.with_suffix(".dbf").write_bytes(table)
    return path


SQUARE = [(7.0, 46.0), (7.0, 48.0), (9.0, 48.0), (9.0, 46.0), (7.0, 46.0)]
HOLE = [(7.8, 46.8), (8.4, 46.8), (8.4, 47.4), (7.8, 47.4), (7.8, 46.8)]


def test_a_shapefile_gives_the_map_that_geojson_gives(tmp_path: Path) -> None:
    path = shapefile(tmp_path / "land.shp", 5, [SQUARE, HOLE], columns="Land")
    assert recognised(path).key == "shp"
    area = feature("Polygon", [SQUARE, HOLE], featurecla="Land")
    same = geojson(tmp_path / "land.geojson", area)
    one, other = (import_file(file, recognised(file), {"hex": "8"}, "land").board for file in (path, same))
    assert one.terrain == other.terrain
    assert "water" in one.terrain
    assert "clear" in one.terrain


def test_a_shapefile_in_metres_is_reprojected_and_its_river_is_drawn(tmp_path: Path) -> None:
    line = [(460000.0, 5100000.0), (480000.0, 5120000.0), (500000.0, 5160000.0)]
    path = shapefile(tmp_path / "r.shp", 3, [line], columns="River")
    path.with_suffix(".prj").write_text('PROJCS["x",PROJECTION["Nowhere"],AUTHORITY["EPSG","32632"]]')
    board = import_file(path, recognised(path), {"hex": "4"}, "r").board
    assert len(board.hexsides) > 10
    assert board.look.geo is not None
    assert 45 < float(board.look.geo.crs.split("lat_0=")[1].split()[0]) < 47


@pytest.mark.parametrize("cut", [99, 110, 150, 200])
def test_a_shapefile_that_is_cut_off_is_refused(cut: int, tmp_path: Path) -> None:
    path = shapefile(tmp_path / "land.shp", 5, [SQUARE], columns="Land")
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(HexwrightError, match=r"land\.shp"):
        import_file(path, format_named("shp"), {}, "land")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(28, 330), byte=st.integers(0, 255))
def test_a_damaged_shapefile_is_read_or_refused(tmp_path: Path, at: int, byte: int) -> None:
    path = shapefile(tmp_path / "land.shp", 5, [SQUARE, HOLE], columns="Land")
    data = bytearray(path.read_bytes())
    data[at % len(data)] = byte
    path.write_bytes(bytes(data))
    with contextlib.suppress(HexwrightError):
        import_file(path, format_named("shp"), {"hex": "40"}, "land")


def test_height_files_are_told_by_their_contents(tmp_path: Path) -> None:
    tile = np.full((1201, 1201), 300, ">i2").tobytes()
    renamed = tmp_path / "N46E008.data"
    renamed.write_bytes(tile)
    assert recognised(renamed).key == "heights"
    board = import_file(renamed, recognised(renamed), {"hex": "8"}, "alps").board
    assert set(board.elevation) == {3} or max(board.elevation) > 0
    notes = tmp_path / "notes.hgt"
    notes.write_text("buy milk", encoding="utf-8")
    with pytest.raises(HexwrightError, match="not a file that can be imported"):
        recognised(notes)
