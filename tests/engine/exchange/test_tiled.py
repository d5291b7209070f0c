"""Maps of Tiled: ours come back without any loss, those of others by matching."""

from __future__ import annotations

import base64
import contextlib
import gzip
import json
import struct
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from exchange_drawing import FlatPictures, plain
from format_fields import maps
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_vassal_module import battle
from tools.shipped import hex_maps

from engine import formats
from engine.errors import HexwrightError
from engine.exchange.exporting import export
from engine.exchange.importing import import_file, save_import
from engine.exchange.rows import format_named, recognised
from engine.exchange.source import ExportSource, Imported
from engine.exchange.tiled.options import TiledOptions
from engine.formats.boards import dump_map
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.board.grid import Grid, GridSpec

SHIPPED = [path.stem for path in hex_maps()]


def out(board: BattleMap, path: Path, *, key: str = "tmx", **options: object) -> Path:
    file = path / f"map.{key}"
    export(ExportSource(board), format_named(key), TiledOptions.model_validate(options), FlatPictures(), file)
    return file


def tiles_of(*gids: int, wide: int = 3) -> dict[str, Any]:
    return {"layers": [{"type": "tilelayer", "name": "a", "width": wide, "height": 2, "data": list(gids)}]}


def brought(path: Path, **words: str) -> Imported:
    return import_file(path, recognised(path), words, "game")


@pytest.mark.parametrize("key", ["tmx", "tmj"])
@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_map_comes_back_without_any_loss(name: str, key: str, tmp_path: Path) -> None:
    board = hexes_of(formats.load_map(name))
    file = out(board, tmp_path, key=key)
    before = file.read_bytes()
    found = brought(file)
    assert found.losses == []
    assert dump_map(found.board) == dump_map(board)
    out(found.board, tmp_path, key=key)
    assert file.read_bytes() == before, "the second export equals the first"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(board=maps(), size=st.sampled_from(["large", "small"]))
def test_any_map_comes_back(board: BattleMap, size: str, tmp_path: Path) -> None:
    found = brought(out(board, tmp_path, tiles=size))
    assert found.losses == []
    text = dump_map(board)
    assert dump_map(found.board) == dump_map(hexes_of(formats.load_text(text).model)) == text


def test_the_file_is_what_tiled_expects(tmp_path: Path) -> None:
    board = hexes_of(formats.load_map("first_steps"))
    root = ElementTree.parse(out(board, tmp_path)).getroot()
    assert {name: root.get(name) for name in ("orientation", "staggeraxis", "staggerindex", "hexsidelength")} == {
        "orientation": "hexagonal",
        "staggeraxis": "x",
        "staggerindex": "even",
        "hexsidelength": "97",
    }
    assert [layer.get("name") for layer in root if layer.tag in ("layer", "objectgroup")] == [
        *("Terrain", "Elevation", "Regions", "Hexsides", "Paths", "Features", "Names"),
    ]
    tiles = {int(tile.get("id", "")): tile.get("type") for tile in root.findall("tileset[@name='Terrain']/tile")}
    cells = root.findtext("layer[@name='Terrain']/data") or ""
    gids = [int(cell) for cell in cells.split(",")]
    assert [tiles[gid - 1] for gid in gids] == board.terrain
    roads = root.findall("objectgroup[@name='Paths']/object")
    assert {road.get("type") for road in roads} == {"road"}
    assert len(roads) == 2, "one polyline for each stretch"
    assert all(node.get("type") in (None, "int", "float", "bool") for node in root.iter("property"))
    for image in root.iter("image"):
        assert (tmp_path / image.get("source", "")).is_file()
    ids = [node.get("id") for node in root.iter("object")]
    assert len(set(ids)) == len(ids)
    assert int(root.get("nextobjectid", "0")) == len(ids) + 1


def test_a_palette_of_its_own_goes_along(tmp_path: Path) -> None:
    standard = formats.load_palette("standard")
    board = replace(
        hexes_of(formats.load_map("first_steps")), palette=replace(standard, key="./inks.yaml", name="Inks")
    )
    found = brought(out(board, tmp_path))
    assert found.palette is not None
    assert found.palette.name == "Inks"
    written = save_import(found, tmp_path / "back.yaml")
    assert [path.name for path in written] == ["back.yaml", "back-palette.yaml"]
    assert hexes_of(formats.load_map(tmp_path / "back.yaml")).palette.name == "Inks"


def test_units_go_along_as_objects_when_asked(tmp_path: Path) -> None:
    board = BattleMap(Grid(GridSpec(14, 15)), formats.load_palette("standard"), "Plain")
    scenario = battle(board)
    row, file = format_named("tmx"), tmp_path / "map.tmx"
    _, losses = export(ExportSource(board, (scenario,)), row, TiledOptions(), FlatPictures(), file)
    assert [(one.code, one.option) for one in losses] == [("LOSS109", "units=true")]
    export(ExportSource(board, (scenario,)), row, TiledOptions(units=True), FlatPictures(), file)
    root = ElementTree.parse(file).getroot()
    units = root.findall("objectgroup[@name='Units']/object")
    assert {unit.get("name") for unit in units} == {unit.name for unit in scenario.units.values()}
    assert [one.code for one in brought(file).losses] == ["LOSS206"]


# -- maps of others -----------------------------------------------------------------------------------------------


def theirs(path: Path, **changes: Any) -> Path:
    """A map of somebody else, as JSON."""
    layer = {"type": "tilelayer", "name": "ground", "width": 3, "height": 2, "data": [1, 2, 3, 1, 0, 0x80000002]}
    given = {
        "orientation": "hexagonal",
        "tiledversion": "1.10.1",
        "width": 3,
        "height": 2,
        "tilewidth": 60,
        "tileheight": 52,
        "hexsidelength": 30,
        "staggeraxis": "x",
        "staggerindex": "odd",
        "tilesets": [
            {
                "firstgid": 1,
                "name": "set",
                "tilewidth": 60,
                "tileheight": 52,
                "tiles": [{"id": 0, "type": "Clear"}, {"id": 1, "image": "deep_forest.png"}, {"id": 2}],
            }
        ],
        "layers": [layer],
    }
    file = path / "theirs.tmj"
    file.write_text(json.dumps(given | changes), encoding="utf-8")
    return file


def test_tiles_of_others_are_matched_and_the_rest_is_said(tmp_path: Path) -> None:
    found = brought(theirs(tmp_path))
    grid = found.board.grid
    assert {grid.name(h): found.board.terrain[h] for h in grid.hexes} == {
        "0101": "clear", "0201": "forest", "0301": "clear", "0102": "clear", "0302": "forest",
    }  # fmt: skip
    assert [one.code for one in found.losses] == ["LOSS207", "LOSS205"]
    assert "set 2 (1)" in found.losses[1].what
    chosen = brought(theirs(tmp_path), terrain="set 2=swamp")
    assert chosen.board.terrain[2] == "swamp"
    assert [one.code for one in chosen.losses] == ["LOSS207"]
    with pytest.raises(HexwrightError, match="is not TILE=TERRAIN"):
        brought(theirs(tmp_path), terrain="set 2=lava")


def test_tiles_are_matched_by_their_colour(tmp_path: Path) -> None:
    forest = formats.load_palette("standard").terrain["forest"].colour
    (tmp_path / "sheet.png").write_bytes(plain(60, 52, forest))
    sets = [{"firstgid": 1, "name": "set", "tilewidth": 60, "tileheight": 52, "image": "sheet.png", "tiles": []}]
    layers = [{"type": "tilelayer", "name": "a", "width": 3, "height": 2, "data": [1] * 6}]
    assert brought(theirs(tmp_path, tilesets=sets, layers=layers)).board.terrain == ["forest"] * 6
    sets[0]["image"] = "../sheet.png"
    (tmp_path.parent / "sheet.png").write_bytes(plain(60, 52, forest))
    found = brought(theirs(tmp_path, tilesets=sets, layers=layers))
    assert [one.code for one in found.losses] == ["LOSS205", "LOSS221"], "nothing outside the map's folder is read"
    assert found.losses[1].where == ("../sheet.png",)


def test_further_layers_are_said(tmp_path: Path) -> None:
    lower = tiles_of(1, 2, 1, 1, 1, 1)["layers"][0]
    upper = {**lower, "name": "b", "data": [0, 1, 0, 0, 0, 0]}
    picture = {"type": "imagelayer", "name": "photo"}
    found = brought(theirs(tmp_path, layers=[lower, upper, picture]))
    assert [(one.code, one.what) for one in found.losses] == [
        ("LOSS208", "layer 'photo', a picture"),
        ("LOSS208", "further tiles in 1 hex"),
    ]
    assert found.board.terrain[1] == "forest"


@pytest.mark.parametrize("how", ["", "zlib", "gzip"])
def test_packed_tiles_are_read(how: str, tmp_path: Path) -> None:
    raw = struct.pack("<6I", 1, 2, 1, 1, 2, 2)
    packed = {"": lambda: raw, "zlib": lambda: zlib.compress(raw), "gzip": lambda: gzip.compress(raw)}[how]()
    layer = {"type": "tilelayer", "name": "a", "width": 3, "height": 2, "encoding": "base64", "compression": how}
    found = brought(theirs(tmp_path, layers=[{**layer, "data": base64.b64encode(packed).decode()}]))
    assert found.board.terrain == ["clear", "forest", "clear", "clear", "forest", "forest"]


@pytest.mark.parametrize("left", [-2, -1, 0, 1])
def test_an_infinite_map_keeps_its_parity(left: int, tmp_path: Path) -> None:
    chunk = {"x": left, "y": -1, "width": 2, "height": 2, "data": [1, 2, 1, 1]}
    layer = {"type": "tilelayer", "name": "a", "width": 99, "height": 99, "chunks": [chunk]}
    grid = brought(theirs(tmp_path, infinite=True, layers=[layer])).board.grid
    assert (grid.columns, grid.rows) == (2, 2)
    assert grid.parity(0) == left % 2, "odd columns sit lower there"


def test_what_lies_beyond_the_map_is_named(tmp_path: Path) -> None:
    ground = {"type": "tilelayer", "name": "ground", "width": 6, "height": 6, "data": [1] * 36}
    away = [{"x": 0, "y": 0}, {"x": 45, "y": 26}, {"x": 90, "y": 0}]
    road = {"type": "road", "x": 5000, "y": 5000, "polyline": away}
    river = {"type": "river", "x": 5000, "y": 5000, "polyline": away}
    town = {"name": "Ligny", "point": True, "x": -900, "y": 28}
    things = {"type": "objectgroup", "name": "things", "objects": [road, river, town]}
    found = brought(theirs(tmp_path, width=6, height=6, layers=[ground, things]))
    assert (found.board.paths, found.board.hexsides, found.board.labels) == ({}, {}, [])
    told = next(one for one in found.losses if one.code == "LOSS216")
    assert told.what == "3 objects of layer 'things': road (1), river (1), Ligny (1)"


def test_lines_and_points_of_others_become_roads_hexsides_and_names(tmp_path: Path) -> None:
    ground = {"type": "tilelayer", "name": "ground", "width": 6, "height": 6, "data": [1] * 36}
    centres = [(30 + 45 * column, 26 + 52 * 2 + (26 if column % 2 else 0)) for column in range(4)]
    road = {"type": "road", "x": 0, "y": 0, "polyline": [{"x": x + 3, "y": y - 2} for x, y in centres]}
    river = {"type": "River", "x": 15, "y": 52, "polyline": [{"x": 0, "y": 1}, {"x": 29, "y": -1}]}
    town = {"name": "Ligny", "point": True, "x": 32, "y": 28}
    rock = {"type": "meteor", "point": True, "x": 32, "y": 28}
    objects = {"type": "objectgroup", "name": "things", "objects": [road, river, town, rock]}
    found = brought(theirs(tmp_path, width=6, height=6, layers=[ground, {"type": "group", "layers": [objects]}]))
    board = found.board
    assert [board.grid.side_name(side) for side in sorted(board.paths)] == ["0103/0203", "0203/0303", "0303/0403"]
    assert [board.grid.side_name(side) for side in board.hexsides] == ["0101/0102"]
    assert [(label.text, board.grid.name(label.at)) for label in board.labels] == [("Ligny", "0101")]
    assert [one.what for one in found.losses] == ["1 object of layer 'things': meteor (1)"]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"orientation": "orthogonal"}, "only maps of hexes"),
        ({"tilewidth": 0}, "no size"),
        ({"tilewidth": "60"}, "no size"),
        ({"width": 10**7, "height": 10**7}, "no size, or more than"),
        ({"layers": []}, "no layer of tiles"),
        (tiles_of(1, 2), "layer 'a'.*2 tiles"),
        (tiles_of(*[-1] * 6), "whole number"),
        (tiles_of(wide=10**6), "more than"),
        (tiles_of(*[0] * 6), "no tiles of terrain"),
    ],
)  # fmt: skip
def test_maps_that_are_not_sound_are_refused(changes: dict[str, Any], why: str, tmp_path: Path) -> None:
    with pytest.raises(HexwrightError, match=why) as caught:
        brought(theirs(tmp_path, **changes))
    assert str(caught.value).startswith(str(tmp_path))


def test_a_bomb_of_tiles_is_refused(tmp_path: Path) -> None:
    bomb = base64.b64encode(zlib.compress(b"\0" * 50_000_000)).decode()
    layer = {"type": "tilelayer", "name": "a", "width": 3, "height": 2, "encoding": "base64", "compression": "zlib"}
    with pytest.raises(HexwrightError, match="wrong number of tiles"):
        brought(theirs(tmp_path, layers=[{**layer, "data": bomb}]))


@pytest.mark.parametrize("kind", ["river", "road"])
def test_a_scribble_without_end_is_refused_and_not_followed(kind: str, tmp_path: Path) -> None:
    ground = {"type": "tilelayer", "name": "ground", "width": 6, "height": 6, "data": [1] * 36}
    points = [{"x": 250 * (number % 2), "y": number % 300} for number in range(50_000)]
    things = {"type": "objectgroup", "objects": [{"type": kind, "x": 0, "y": 0, "polyline": points}]}
    with pytest.raises(HexwrightError, match="longer together than 10 times through every hex"):
        brought(theirs(tmp_path, width=6, height=6, layers=[ground, things]))


def test_groups_a_thousand_deep_are_refused(tmp_path: Path) -> None:
    text = '{"type": "group", "layers": [' * 1500 + "]}" * 1500
    file = tmp_path / "deep.tmj"
    file.write_text('{"tiledversion": "1", "orientation": "hexagonal", "layers": [' + text + "]}", encoding="utf-8")
    with pytest.raises(HexwrightError):
        brought(file)


@pytest.mark.parametrize("key", ["tmx", "tmj"])
@given(at=st.integers(0, 20_000), byte=st.integers(0, 255), cut=st.integers(0, 9))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
def test_a_damaged_file_is_read_or_refused(tmp_path: Path, key: str, at: int, byte: int, cut: int) -> None:
    whole = tmp_path / f"map.{key}"
    if not whole.exists():
        out(hexes_of(formats.load_map("first_steps")), tmp_path, key=key)
    text = bytearray(whole.read_bytes())
    text[at % len(text)] = byte
    file = tmp_path / f"damaged.{key}"
    file.write_bytes(bytes(text[: len(text) - cut * 1013]))
    with contextlib.suppress(HexwrightError):
        assert import_file(file, format_named(key), {}, "game").board.grid.size
