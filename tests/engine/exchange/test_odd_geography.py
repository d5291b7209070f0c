"""Geography as other programs write it: encodings of tables, rings the wrong way round, collections in collections."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest

from engine.errors import HexwrightError
from engine.exchange import heights
from engine.exchange.importing import import_file
from engine.exchange.rows import recognised
from engine.exchange.source import Imported

Pairs = list[tuple[float, float]]
SQUARE: Pairs = [(8, 46), (8, 47), (9, 47), (9, 46), (8, 46)]
HOLE: Pairs = [(8.2, 46.2), (8.8, 46.2), (8.8, 46.8), (8.2, 46.8), (8.2, 46.2)]


def brought(path: Path, **words: str) -> Imported:
    return import_file(path, recognised(path), words, "made")


def names(found: Imported) -> list[str]:
    return sorted(label.text for label in found.board.labels)


def water(found: Imported) -> float:
    """The share of hexes that are water."""
    hexes = found.board.grid.hexes
    return sum(found.board.terrain[h] == "water" for h in hexes) / len(hexes)


def area(*rings: Pairs, kind: int = 5) -> bytes:
    points = [point for ring in rings for point in ring]
    starts = [sum(map(len, rings[:number])) for number in range(len(rings))]
    tail = struct.pack("<2d", 0, 1) + struct.pack(f"<{len(points)}d", *range(len(points)))
    made = struct.pack("<i4d2i", kind, 0, 0, 0, 0, len(rings), len(points)) + struct.pack(f"<{len(rings)}i", *starts)
    made += b"".join(struct.pack("<2d", *point) for point in points)
    return made + tail * {5: 0, 25: 1, 15: 2}[kind]


def point(x: float, y: float) -> bytes:
    return struct.pack("<i2d", 1, x, y)


NOTHING = struct.pack("<i", 0)


def shapefile(
    path: Path, shapes: list[bytes], rows: list[dict[str, str]], encoding: str = "utf-8", code: int = 0, page: str = ""
) -> Path:
    """Shapes with a table, which may be in any encoding."""
    body = b"".join(struct.pack(">2i", number, len(one) // 2) + one for number, one in enumerate(shapes, 1))
    head = struct.pack(">7i", 9994, 0, 0, 0, 0, 0, (100 + len(body)) // 2) + struct.pack("<2i8d", 1000, 1, *[0] * 8)
    path.write_bytes(head + body)
    fields = list(rows[0])
    table = struct.pack("<4BIHH", 3, 99, 1, 1, len(rows), 33 + 32 * len(fields), 1 + 12 * len(fields))
    table += bytes(17) + bytes([code, 0, 0])
    table += b"".join(name.encode(encoding)[:10].ljust(11, b"\0") + b"C\0\0\0\0\x0c" + bytes(15) for name in fields)
    cells = [b" " + b"".join(row[name].encode(encoding)[:12].ljust(12) for name in fields) for row in rows]
    path.with_suffix(".dbf").write_bytes(table + b"\r" + b"".join(cells))
    if page:
        path.with_suffix(".cpg").write_text(page)
    return path


@pytest.mark.parametrize(
    ("words", "encoding", "code", "page"),
    [
        (("Zürich", "Łódź"), "utf-8", 0, "UTF-8"), (("Zürich", "Łódź"), "utf-8", 0, "65001"),
        (("Zürich", "Łódź"), "utf-8", 0x57, ""), (("Zürich", "Genève"), "cp1252", 0x57, ""),
        (("Zürich", "Genève"), "cp850", 0x02, ""), (("Łódź", "Plzeň"), "cp1250", 0xC8, ""),
        (("Łódź", "Plzeň"), "iso8859-2", 0, "ISO 88592"), (("Łódź", "Plzeň"), "iso8859-2", 0, "ISO-8859-2"),
        (("Москва", "Тула"), "cp1251", 0xC9, ""), (("Москва", "Тула"), "cp1251", 0, "windows-1251\r\n"),
        (("Москва", "Тула"), "cp1251", 0x57, "ANSI 1251"), (("Москва", "Тула"), "cp866", 0x65, ""),
        (("東京", "大阪"), "cp932", 0x13, ""), (("北京", "上海"), "gbk", 0, "936"),
        (("Zürich", "Genève"), "latin-1", 0, "nonsense"), (("Zürich", "Genève"), "latin-1", 0, "hex"),
    ],
)  # fmt: skip
def test_names_are_read_in_the_encoding_of_their_table(
    words: tuple[str, str], encoding: str, code: int, page: str, tmp_path: Path
) -> None:
    rows = [{"name": word, "place": "town"} for word in words]
    path = shapefile(tmp_path / "a.shp", [point(8, 46), point(9, 47)], rows, encoding, code, page)
    assert names(brought(path)) == sorted(words)


def test_a_letter_that_a_short_field_cuts_off_is_left_out(tmp_path: Path) -> None:
    rows = [{"name": "Bad Tölz é é é", "place": "town"}, {"name": "Bonn", "place": "town"}]
    path = shapefile(tmp_path / "a.shp", [point(8, 46), point(9, 47)], rows)
    assert names(brought(path)) == ["Bad Tölz é", "Bonn"]


@pytest.mark.parametrize("kind", [5, 15, 25])
@pytest.mark.parametrize("turned", [False, True])
def test_a_hole_is_a_hole_whichever_way_rings_run(kind: int, turned: bool, tmp_path: Path) -> None:
    rings = (SQUARE[::-1], HOLE[::-1]) if turned else (SQUARE, HOLE)
    path = shapefile(tmp_path / "a.shp", [area(*rings, kind=kind)], [{"featurecla": "Land"}])
    assert 0.2 < water(brought(path)) < 0.5


def test_shapes_without_a_place_are_counted(tmp_path: Path) -> None:
    rows = [{"name": name, "place": "town"} for name in "ABCD"]
    shapes = [point(8, 46), NOTHING, point(float("nan"), 46), point(9, 47)]
    found = brought(shapefile(tmp_path / "a.shp", shapes, rows))
    assert names(found) == ["A", "D"]
    assert [(one.code, one.what) for one in found.losses] == [("LOSS220", "2 shapes")]
    with pytest.raises(HexwrightError, match="2 without sound coordinates"):
        brought(shapefile(tmp_path / "a.shp", shapes[1:3], rows))


def test_files_beside_a_shapefile_name_it(tmp_path: Path) -> None:
    path = shapefile(tmp_path / "a.shp", [point(8, 46)], [{"name": "A"}])
    with pytest.raises(HexwrightError, match=r"import the \.shp file"):
        recognised(path.with_suffix(".dbf"))
    index = path.with_suffix(".shx")
    index.write_bytes(path.read_bytes()[:100] + struct.pack(">2i", 50, 10))
    with pytest.raises(HexwrightError, match=r"import the \.shp file"):
        brought(index)


def feature(kind: str, coordinates: Any, **facts: Any) -> dict[str, Any]:
    return {"type": "Feature", "geometry": {"type": kind, "coordinates": coordinates}, "properties": facts}


LAND = feature("Polygon", [SQUARE], featurecla="Land")
LAKE = feature("Polygon", [HOLE], featurecla="Lake")
TOWNS = feature("MultiPoint", [[8.1, 46.9], [9, 47]], place="town", name="Bonn")


def collected(*features: Any) -> dict[str, Any]:
    return {"type": "FeatureCollection", "features": list(features)}


def test_collections_within_collections_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.geojson"
    inner = {
        "type": "GeometryCollection",
        "geometries": [{"type": "GeometryCollection", "geometries": [LAKE["geometry"]]}],
    }
    lake = {"type": "Feature", "geometry": inner, "properties": LAKE["properties"]}
    path.write_text(
        json.dumps(collected(LAND, collected(lake, collected(TOWNS), {"type": "Feature", "geometry": None})))
    )
    found = brought(path)
    assert 0.2 < water(found) < 0.5
    assert names(found) == ["Bonn", "Bonn"]
    assert [(one.code, one.what) for one in found.losses] == [("LOSS220", "1 shape")]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "utf-32"])
def test_json_is_read_in_each_of_its_encodings(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "a.geojson"
    path.write_bytes(json.dumps(collected(LAND, TOWNS)).encode(encoding))
    assert names(brought(path)) == ["Bonn", "Bonn"]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (json.dumps(LAND).encode() + b"\n\n" + json.dumps(LAKE).encode()[:-9], "line 3: it is not sound JSON"),
        (b'{"type": "Feature",\n"name": "Z\xfcrich"}', "line 2: its text is not UTF-8; save it as UTF-8"),
        (b'{"type": "Feature",\n"a": [}', "line 2: it is not sound JSON"),
        (json.dumps(collected(feature("Point", [8, 46], name="A", place="town"))).encode(), "bounds=west"),
        (json.dumps(collected(feature("Point", [4e5, 5e6]), feature("Point", [5e5, 6e6]))).encode(), r"\.prj"),
    ],
)
def test_a_refusal_names_the_line_and_what_to_do(data: bytes, why: str, tmp_path: Path) -> None:
    path = tmp_path / "a.geojson"
    path.write_bytes(data)
    with pytest.raises(HexwrightError, match=why):
        brought(path)


def test_a_separator_of_lines_within_a_name_ends_no_line(tmp_path: Path) -> None:
    path = tmp_path / "a.geojson"
    town = feature("Point", [8.5, 46.9], place="town", name="A\u2028B")
    path.write_text("\n" + "\n".join(json.dumps(one, ensure_ascii=False) for one in (LAND, town)), encoding="utf-8")
    assert names(brought(path)) == ["A B"]


def test_topojson_with_empty_arcs_and_objects_is_read(tmp_path: Path) -> None:
    arcs = [[[0, 0], [0, 10], [10, 0]], [[0, 0], [10, 0], [0, 10, 5]], []]
    objects = {
        "land": {"type": "GeometryCollection", "geometries": [{"type": "Polygon", "arcs": [[0, -2]]}]},
        "towns": {"type": "MultiPoint", "coordinates": [[1, 9]], "properties": {"place": "town", "name": "Bonn"}},
        "more": {"type": "GeometryCollection"},
        "none": None,
    }
    transform = {"scale": [0.1, 0.1], "translate": [8, 46]}
    path = tmp_path / "a.topojson"
    path.write_text(json.dumps({"type": "Topology", "arcs": arcs, "objects": objects, "transform": transform}))
    found = brought(path)
    assert names(found) == ["Bonn"]
    assert water(found) < 0.2


def test_an_archive_is_to_be_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "N46E008.hgt.zip"
    path.write_bytes(b"PK\x03\x04 and so on")
    with pytest.raises(HexwrightError, match="unpack it"):
        recognised(path)


def test_a_height_tile_that_is_cut_off_says_how_large_it_should_be(tmp_path: Path) -> None:
    path = tmp_path / "N46E008.hgt"
    path.write_bytes(bytes(1201 * 1201 * 2 - 100))
    with pytest.raises(HexwrightError, match="1201 x 1201 or 3601 x 3601 heights; this has 2,884,702 bytes"):
        brought(path)


@pytest.mark.parametrize("block", [7, 100, 1_000_000])
def test_an_ascii_grid_is_read_in_blocks(block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heights, "BLOCK", block)
    head = "\ufeffncols 3\r\nnrows 2\r\nxllcenter 8.05\r\nyllcenter 46.05\r\ncellsize 0.1\r\n"
    path = tmp_path / "a.asc"
    path.write_text(head + "1 22\r\n333\t-9999 5\r\n1e39", encoding="utf-8", newline="")
    found = heights.opened(path)
    assert found.box == pytest.approx((8.0, 46.0, 8.3, 46.2))
    assert str(found.values.tolist()) == "[[1.0, 22.0, 333.0], [nan, 5.0, nan]]"
    path.write_text(head + "1 2\n3 4 5 oops", encoding="utf-8")
    with pytest.raises(HexwrightError, match=r"line 7: it has something other than numbers"):
        heights.opened(path)
    path.write_text(head + "x" * 500, encoding="utf-8")
    with pytest.raises(HexwrightError, match=r"line 6"):
        heights.opened(path)
