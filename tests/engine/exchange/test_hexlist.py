"""Hexes as a table and as JSON, out and back; tables of others."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

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
from engine.exchange.rows import format_named, recognised
from engine.exchange.source import ExportSource, Imported, Options
from engine.formats.boards import dump_map
from engine.hexes.board.battlemap import BattleMap, hexes_of

SHIPPED = [path.stem for path in hex_maps()]


def out(board: BattleMap, path: Path, key: str) -> Path:
    file = path / f"map.{key}"
    export(ExportSource(board), format_named(key), Options(), FlatPictures(), file)
    return file


def brought(path: Path, **words: str) -> Imported:
    return import_file(path, recognised(path), words, "game")


@pytest.mark.parametrize("key", ["csv", "json"])
@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_map_comes_back_without_any_loss(name: str, key: str, tmp_path: Path) -> None:
    board = hexes_of(formats.load_map(name))
    file = out(board, tmp_path, key)
    before = file.read_bytes()
    found = brought(file)
    assert found.losses == []
    assert dump_map(found.board) == dump_map(board)
    assert out(found.board, tmp_path, key).read_bytes() == before


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(board=maps(), key=st.sampled_from(["csv", "json"]))
def test_any_map_comes_back(board: BattleMap, key: str, tmp_path: Path) -> None:
    assert dump_map(brought(out(board, tmp_path, key)).board) == dump_map(board)


def test_a_table_that_was_changed_is_read(tmp_path: Path) -> None:
    file = out(hexes_of(formats.load_map("first_steps")), tmp_path, "csv")
    text = file.read_text(encoding="utf-8-sig")
    file.write_text(text.replace("F0505,clear,0", "F0505,swamp,3"), encoding="utf-8")
    board = brought(file).board
    h = board.grid.parse("F0505")
    assert (board.terrain[h], board.elevation[h]) == ("swamp", 3)


def test_a_table_of_somebody_else_is_read_and_what_is_not_known_is_said(tmp_path: Path) -> None:
    file = tmp_path / "theirs.csv"
    file.write_text("Hex;Terrain;Elevation;Paths\n0101;forest;2;road:0101/0102\n0102;lava;x;\n0201;clear;;\n")
    found = brought(file, orientation="pointy")
    grid = found.board.grid
    assert [grid.name(h) for h in grid.hexes] == ["0101", "0201", "0102"]
    assert not grid.flat
    assert found.board.terrain[0] == "forest"
    assert [grid.side_name(side) for side in found.board.paths] == ["0101/0102"]
    assert {one.code for one in found.losses} == {"LOSS212"}
    assert {one.what for one in found.losses} == {"terrain lava in 0102", "elevation x in 0102"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("hex,terrain\n", "no hexes|numbers such as"),
        ("hex,terrain\nA1,clear\n", "numbers such as 0101"),
        ("hex,terrain\n00010001,clear\n99999999,clear\n", "hexes; .* allowed"),
        ("hex,terrain\n0101,clear\n99999999,clear\n", "the same length"),
        ("hex,terrain\n0101,clear\n00,clear\n", "the same length"),
        ('hex,terrain,"hexwright.map {""map"": ""grid: 3""}"\n0101,clear\n', "hexwright.map"),
        ('hex,terrain,"hexwright.map {"\n0101,clear\n', "not sound JSON"),
    ],
)
def test_tables_that_are_not_sound_are_refused(text: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(HexwrightError, match=why) as caught:
        brought(file)
    assert str(caught.value).startswith(str(file))


@given(st.binary(max_size=200))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_read_or_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes(b"hex,terrain\n0101,clear\n" + content)
    with contextlib.suppress(HexwrightError):
        assert import_file(file, format_named("csv"), {}, "a").board.grid.size
    file.write_bytes(b'{"hexwright.map": {}, "hexes": [' + content + b"]}")
    with contextlib.suppress(HexwrightError):
        assert import_file(file, format_named("json"), {}, "a").board.grid.size


def test_the_json_is_plain(tmp_path: Path) -> None:
    found = json.loads(out(hexes_of(formats.load_map("first_steps")), tmp_path, "json").read_text(encoding="utf-8"))
    assert found["hexes"][0] == {
        "hex": "F0101",
        "terrain": "forest",
        "elevation": 0,
        "features": [],
        "hexsides": [],
        "paths": [],
    }
