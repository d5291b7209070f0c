"""Maps of Worldographer: ours come back without any loss, those of others by matching."""

from __future__ import annotations

import contextlib
import gzip
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from exchange_drawing import FlatPictures
from format_fields import maps
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tools.shipped import hex_maps

from engine import formats
from engine.errors import HexwrightError
from engine.exchange.exporting import export
from engine.exchange.importing import import_file
from engine.exchange.matching import TerrainMatch
from engine.exchange.rows import format_named, recognised
from engine.exchange.source import ExportSource, Imported, Options
from engine.formats.boards import dump_map
from engine.formats.holding import held
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity

SHIPPED = [path.stem for path in hex_maps()]
BASE = {"hexOrientation": "COLUMNS", "lastViewLevel": "WORLD"}


def out(board: BattleMap, folder: Path) -> Path:
    file = folder / "map.wxx"
    export(ExportSource(board), format_named("wxx"), Options(), FlatPictures(), file)
    return file


def brought(path: Path, **words: str) -> Imported:
    return import_file(path, recognised(path), words, "game")


def text_in(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode("utf-16")


def tree_in(path: Path) -> ElementTree.Element:
    return ElementTree.fromstring(text_in(path).split("?>", 1)[1])


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_map_comes_back_without_any_loss(name: str, tmp_path: Path) -> None:
    board = hexes_of(formats.load_map(name))
    file = out(board, tmp_path)
    before = file.read_bytes()
    found = brought(file)
    assert found.losses == []
    assert dump_map(found.board) == dump_map(board)
    assert out(found.board, tmp_path).read_bytes() == before, "the second export equals the first"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(board=maps())
def test_any_map_comes_back(board: BattleMap, tmp_path: Path) -> None:
    found = brought(out(board, tmp_path))
    assert found.losses == []
    text = dump_map(board)
    assert dump_map(found.board) == dump_map(hexes_of(formats.load_text(text).model)) == text


@pytest.mark.parametrize("name", ["first_steps", "lundys_lane", "flat even", "pointy odd", "pointy even"])
def test_the_file_is_what_worldographer_expects(name: str, tmp_path: Path) -> None:
    """Read by the page of the format: a tilerow for each column, and a number for each terrain."""
    orientation, _, parity = name.partition(" ")
    if parity:
        spec = GridSpec(5, 4, Orientation(orientation), Parity(parity))
        board = BattleMap(Grid(spec), formats.load_palette("standard"), name)
    else:
        board = hexes_of(formats.load_map(name))
    file = out(board, tmp_path)
    raw = gzip.decompress(file.read_bytes())
    assert raw[:2] == b"\xfe\xff", "UTF-16, high bytes first, with its mark"
    text = raw[2:].decode("utf-16-be")
    assert text.startswith("<?xml version='1.0' encoding='utf-16'?>\n<map type=\"WORLD\" version=\"1.74\"")
    root = tree_in(file)
    grid = board.grid
    assert root.get("hexOrientation") == ("COLUMNS" if grid.flat else "ROWS")
    shift = grid.parity(0)
    left, above = (shift, 0) if grid.flat else (0, shift)
    tiles = root.find("tiles")
    assert tiles is not None
    assert (tiles.get("tilesWide"), tiles.get("tilesHigh")) == (str(grid.columns + left), str(grid.rows + above))
    words = (root.findtext("terrainmap") or "").split("\t")
    names = {int(number): terrain for terrain, number in zip(words[::2], words[1::2], strict=True)}
    assert names[0] == "Blank"
    columns = [(row.text or "").strip().split("\n") for row in tiles.findall("tilerow")]
    assert len(columns) == grid.columns + left
    assert {len(column) for column in columns} == {grid.rows + above}
    for h in grid.hexes:
        column, row = grid.offset(h)
        parts = columns[column + left][row + above].split("\t")
        assert len(parts) == 6
        assert parts[5] == "Z"
        assert int(parts[1]) == board.elevation[h]
        assert names[int(parts[0])] != "Blank"
    order = [node.tag for node in root if node.tag != "maplayer"]
    assert order == [
        *("gridandnumbering", "terrainmap", "tiles", "mapkey", "features", "labels", "shapes", "notes"),
        *("informations", "configuration"),
    ]


def test_places_are_those_of_the_300_unit_grid(tmp_path: Path) -> None:
    board = hexes_of(formats.load_map("first_steps"))
    grid = board.grid
    root = tree_in(out(board, tmp_path))
    shift = grid.parity(0)
    features = root.findall("features/feature")
    wanted = []
    for h, kinds in sorted(board.features.items()):
        column, row = grid.offset(h)
        column += shift
        wanted += [(150.0 + 225 * column, 150.0 + 300 * row + 150 * (column % 2))] * len(kinds)
    assert [
        (float(one.get("x", "")), float(one.get("y", ""))) for node in features for one in node.findall("location")
    ] == wanted
    corners = {(p.get("x"), p.get("y")) for p in root.iter("p")}
    assert corners
    for x, y in corners:
        assert float(x or "") % 75 == 0, "vertices and centres are multiples of 75"
        assert float(y or "") % 75 == 0
    for node in root.iter():
        for name, value in node.attrib.items():
            if name.lower().endswith("color") and "," in value:
                assert all(0 <= float(part) <= 1 for part in value.split(",")), "other values stop the file opening"


def test_what_is_changed_there_comes_along(tmp_path: Path) -> None:
    board = hexes_of(formats.load_map("first_steps"))
    file = out(board, tmp_path)
    text = text_in(file)
    rows = text.split("<tilerow>\n")
    shift = board.grid.parity(0)
    lines = rows[1 + shift].split("\n")
    lines[0] = "7\t3\t0\t0\t0\tZ"
    rows[1 + shift] = "\n".join(lines)
    text = "<tilerow>\n".join(rows).replace("</terrainmap>", "\tFlat Swamp\t7</terrainmap>")
    file.write_bytes(gzip.compress(("\ufeff" + text).encode("utf-16-le")))
    found = brought(file)
    assert found.losses == []
    assert (found.board.terrain[0], found.board.elevation[0]) == ("swamp", 3)
    assert found.board.terrain[1:] == board.terrain[1:]


def test_an_information_that_was_changed_makes_it_another_map(tmp_path: Path) -> None:
    file = out(hexes_of(formats.load_map("first_steps")), tmp_path)
    text = re.sub(r"hexwright:\w{9}", "hexwright:", text_in(file))
    file.write_bytes(gzip.compress(("\ufeff" + text).encode("utf-16-be")))
    found = brought(file)
    assert "Hexwright" not in found.about
    assert found.board.grid.size > 10


def test_an_export_may_be_replaced_and_another_map_may_not(tmp_path: Path) -> None:
    board = hexes_of(formats.load_map("first_steps"))
    there = held(out(board, tmp_path))
    assert there is not None
    assert (there.kind, there.ours) == ("wxx", True)
    other = theirs(tmp_path, name="map.wxx")
    with pytest.raises(HexwrightError, match="not replaced"):
        export(ExportSource(board), format_named("wxx"), Options(), FlatPictures(), other)


def test_kinds_that_are_not_there_are_said(tmp_path: Path) -> None:
    board = hexes_of(formats.load_map("first_steps"))
    board.features[3] = ("orchard",)
    _, losses = export(ExportSource(board), format_named("wxx"), Options(), FlatPictures(), tmp_path / "a.wxx")
    found = {one.code: one for one in losses}
    assert "Orchard" in found["LOSS111"].what
    assert board.grid.name(3) in found["LOSS111"].where


# -- maps of others -----------------------------------------------------------------------------------------------

TILES = """<tiles viewLevel="WORLD" tilesWide="2" tilesHigh="2">
<tilerow>
1\t1000\t0\t0\t0\tZ
2\t2500.5\t0\t0\t40\tZ
</tilerow>
<tilerow>
3\t0\t1\t0\t1\t2\t3\t4\t5\t6\t7\t1.0,0.5,0.0,1.0
9\t0\t0\t0\t0\tZ
</tilerow>
</tiles>"""
TERRAIN = (
    "<terrainmap>Blank\t0\tClassic/Flat Forest Deciduous Heavy\t1\tHills\t2\tUnderdark Open\t3\tBlank\t9</terrainmap>"
)


def theirs(folder: Path, body: str = TERRAIN + TILES, *, name: str = "theirs.wxx", **attributes: str) -> Path:
    head = " ".join(f'{key}="{value}"' for key, value in (BASE | attributes).items())
    text = f"<?xml version='1.1' encoding='utf-16'?>\n<map type=\"WORLD\" release=\"2025\" {head}>{body}</map>"
    path = folder / name
    path.write_bytes(gzip.compress(("\ufeff" + text).encode("utf-16-be")))
    return path


def test_tiles_of_others_are_matched_and_the_rest_is_said(tmp_path: Path) -> None:
    found = brought(theirs(tmp_path))
    grid = found.board.grid
    assert {grid.name(h): found.board.terrain[h] for h in grid.hexes} == {
        "0101": "forest", "0201": "clear", "0102": "hill",
    }  # fmt: skip
    assert grid.parity(0) == 0, "the second column is the lower one"
    assert [one.code for one in found.losses] == ["LOSS205", "LOSS215", "LOSS215"]
    assert found.losses[1].option.startswith("step=")
    assert found.matches == [
        TerrainMatch("Classic/Flat Forest Deciduous Heavy", "forest", "name", 1),
        TerrainMatch("Underdark Open", "", "", 1),
        TerrainMatch("Hills", "hill", "name", 1),
    ]
    table = json.dumps({"Underdark Open": "rough", "hills": "clear"})
    again = brought(theirs(tmp_path), terrain=table, step="1000")
    assert sorted(again.board.terrain[h] for h in grid.hexes) == ["clear", "forest", "rough"]
    assert again.board.elevation[0] == 1
    assert [one.by for one in again.matches] == ["name", "chosen", "chosen"]


def test_maps_of_rows_and_other_encodings_are_read(tmp_path: Path) -> None:
    file = theirs(tmp_path, hexOrientation="ROWS")
    text = gzip.decompress(file.read_bytes()).decode("utf-16")
    for encoded in (text.encode("utf-16-be"), text.encode("utf-16-le"), text.encode("utf-8"), text.encode("utf-16")):
        file.write_bytes(gzip.compress(encoded))
        board = brought(file).board
        assert not board.grid.flat
        assert (board.grid.columns, board.grid.rows) == (2, 2)
        file.write_bytes(encoded)
        assert brought(file).board.terrain == board.terrain, "not packed"


def test_what_others_draw_becomes_features_names_rivers_and_roads(tmp_path: Path) -> None:
    place = '<location viewLevel="{}" x="{}" y="{}" scale="20.0"/>'
    body = (
        TERRAIN
        + TILES
        + '<features><feature type="Classic/Settlement City" tags="">'
        + place.format("WORLD", 150, 450)
        + "<label>"
        + place.format("WORLD", 150, 450)
        + "Ligny</label></feature><feature type='Dragon'>"
        + place.format("WORLD", 150, 150)
        + "</feature></features><labels><label rotate='10.0'>"
        + place.format("WORLD", 160, 160)
        + "The Wood</label><label>"
        + place.format("KINGDOM", 160, 160)
        + "far</label></labels><shapes>"
        + '<shape type="Path" strokeColor="0.2,0.4,0.9,1.0"><p type="m" x="75" y="300"/><p x="225" y="300"/></shape>'
        + '<shape type="Path" strokeColor="0.5,0.3,0.1,1.0"><p type="m" x="150" y="150"/>'
        + '<p type="c" cx1="1" cy1="2" cx2="3" cy2="4" x="150" y="450"/></shape>'
        + '<shape type="Polygon" fillTexture="sand"><p x="0" y="0"/><p x="9" y="9"/></shape></shapes>'
        + "<notes><note/></notes>"
    )
    found = brought(theirs(tmp_path, body))
    board = found.board
    grid = board.grid
    assert {grid.name(h): kinds for h, kinds in board.features.items()} == {"0102": ("city",)}
    assert [(label.text, grid.name(label.at), label.angle) for label in board.labels] == [
        ("Ligny", "0102", 0.0),
        ("The Wood", "0101", 10.0),
    ]
    assert [(grid.side_name(side), list(kinds)) for side, kinds in board.hexsides.items()] == [("0101/0102", ["river"])]
    assert [(grid.side_name(side), set(kinds)) for side, kinds in board.paths.items()] == [("0101/0102", {"road"})]
    said = {one.code: one.what for one in found.losses}
    assert said["LOSS206"] == "3 drawn parts: feature Dragon (1), label (1), shape Polygon (1)"
    assert said["LOSS202"] == "1 note"
    assert brought(theirs(tmp_path, body), rivers="none", roads="none").board.hexsides == {}
    assert brought(theirs(tmp_path, body), rivers="paths").board.hexsides == {}


@pytest.mark.parametrize("colour", ["0.2,0.4,0.9,1.0", "0.5,0.3,0.1,1.0"])
def test_a_scribble_without_end_is_refused_and_not_followed(colour: str, tmp_path: Path) -> None:
    points = "".join(f'<p x="{450 * (number % 2)}" y="{number % 600}"/>' for number in range(30_000))
    shapes = f'<shapes><shape type="Path" strokeColor="{colour}">{points}</shape></shapes>'
    with pytest.raises(HexwrightError, match="longer together than 10 times through every hex"):
        brought(theirs(tmp_path, TERRAIN + TILES + shapes))


def test_one_of_several_view_levels_is_read(tmp_path: Path) -> None:
    other = TILES.replace('"WORLD"', '"KINGDOM"').replace("1\t1000", "2\t1000")
    file = theirs(tmp_path, TERRAIN + TILES + other)
    assert brought(file).board.terrain[0] == "forest"
    assert "LOSS209" in [one.code for one in brought(file).losses]
    assert brought(file, view="kingdom").board.terrain[0] == "hill"
    with pytest.raises(HexwrightError, match="it has WORLD, KINGDOM"):
        brought(file, view="moon")


@pytest.mark.parametrize(
    ("body", "attributes", "why"),
    [
        (TERRAIN + TILES, {"hexOrientation": "SQUARE"}, "square tiles"),
        (TERRAIN, {}, "no tiles"),
        (TILES, {}, "no list of terrain"),
        (TERRAIN + TILES.replace('"2" tilesHigh', '"3" tilesHigh'), {}, "2 tilerows and needs 3"),
        (TERRAIN + TILES.replace('tilesHigh="2"', 'tilesHigh="3"'), {}, "tilerow 1 has 2 tiles"),
        (TERRAIN + TILES.replace('"2" tilesHigh', '"-2" tilesHigh'), {}, "no size"),
        (TERRAIN + TILES.replace('"2" tilesHigh', '"9000000" tilesHigh'), {}, "hexes;"),
        (TERRAIN + TILES.replace("1\t1000", "1\tx"), {}, "not a tile"),
        (TERRAIN + TILES.replace("2500.5", "NaN"), {}, "not a tile"),
        (TERRAIN + re.sub(r"(?m)^[123]\t", "0\t", TILES), {}, "are blank"),
    ],
)  # fmt: skip
def test_maps_that_are_not_sound_are_refused(body: str, attributes: dict[str, str], why: str, tmp_path: Path) -> None:
    with pytest.raises(HexwrightError, match=why) as caught:
        brought(theirs(tmp_path, body, **attributes))
    assert str(caught.value).startswith(str(tmp_path))


def test_files_that_cannot_be_unpacked_are_refused(tmp_path: Path) -> None:
    file = theirs(tmp_path)
    whole = file.read_bytes()
    row = format_named("wxx")
    for broken, why in ((whole[:-60], "cut off"), (whole[:40] + b"xx" + whole[42:], "broken|cut off|sound|UTF-16")):
        file.write_bytes(broken)
        with pytest.raises(HexwrightError, match=why):
            import_file(file, row, {}, "game")
    file.write_bytes(gzip.compress(b"<!DOCTYPE a [<!ENTITY b 'c'>]><map hexOrientation='ROWS'>&b;</map>"))
    with pytest.raises(HexwrightError, match="entities"):
        brought(file)


def test_a_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.exchange.worldographer import opening

    monkeypatch.setattr(opening, "MOST_TEXT", 100_000)
    file = tmp_path / "bomb.wxx"
    file.write_bytes(gzip.compress(b"<map hexOrientation=''>" + b" " * 3_000_000))
    with pytest.raises(HexwrightError, match="unpacks to more than"):
        brought(file)


@given(at=st.integers(0, 200_000), byte=st.integers(0, 255), cut=st.integers(0, 3), inside=st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_a_damaged_file_is_read_or_refused(tmp_path: Path, at: int, byte: int, cut: int, inside: bool) -> None:
    whole = tmp_path / "map.wxx"
    if not whole.exists():
        out(hexes_of(formats.load_map("first_steps")), tmp_path)
    text = bytearray(gzip.decompress(whole.read_bytes()) if inside else whole.read_bytes())
    text[at % len(text)] = byte
    data = bytes(text[: len(text) - cut * 101])
    file = tmp_path / "damaged.wxx"
    file.write_bytes(gzip.compress(data, 1) if inside else data)
    with contextlib.suppress(HexwrightError):
        assert import_file(file, format_named("wxx"), {}, "game").board.grid.size
