"""Modules of VASSAL come in: those of ours as they were, those of others with their board, pieces and turns."""

from __future__ import annotations

import contextlib
import io
import zipfile
import zlib
from pathlib import Path

import pytest
from exchange_drawing import FlatPictures, plain
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from test_vassal_module import VMOD, battle
from vassal_reading import Module

from engine import formats
from engine.errors import HexwrightError
from engine.exchange.exporting import export
from engine.exchange.importing import import_file, save_import
from engine.exchange.rows import recognised
from engine.exchange.source import ExportSource, Imported
from engine.exchange.vassal.options import VassalOptions
from engine.formats.boards import dump_map
from engine.formats.holding import InTheWayError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity
from engine.scenario.model import Scenario

BUILD = """<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.launch.BasicModule name="Old Guard" version="1" VassalVersion="{version}">
 <{v}.module.PlayerRoster>
  <entry>French</entry><entry>Allies</entry><entry>Solo</entry>
 </{v}.module.PlayerRoster>
 <{v}.module.PrototypesContainer>
  <{v}.module.PrototypeDefinition name="Inf">
   +/null/mark;Strength\tprototype;Loop\\\tpiece;;;;/7\t\\\tnull;0;0;;0
  </{v}.module.PrototypeDefinition>
  <{v}.module.PrototypeDefinition name="Loop">{loop}</{v}.module.PrototypeDefinition>
 </{v}.module.PrototypesContainer>
 <{v}.module.PieceWindow name="Pieces"><{v}.widget.TabWidget entryName="Forces">
  <{v}.widget.ListWidget entryName="French">
   <{v}.widget.PieceSlot entryName="Guard" gpid="1">
    +/null/macro;x\tprototype;Inf\\\tpiece;;;guard.gif;Guard/\t\\\tnull;0;0;1;0
   </{v}.widget.PieceSlot>
  </{v}.widget.ListWidget>
  <{v}.widget.ListWidget entryName="Allies">
   <{v}.widget.PieceSlot entryName="Horse" gpid="2">
    +/null/piece;;;a-5-8.png;Horse/null;0;0;2;0
   </{v}.widget.PieceSlot>
  </{v}.widget.ListWidget>
 </{v}.widget.TabWidget></{v}.module.PieceWindow>
 <{v}.module.turn.TurnTracker name="Turn">
  <{v}.module.turn.CounterTurnLevel loop="true" loopLimit="12"/>
 </{v}.module.turn.TurnTracker>
 <my.own.Clock/>
 <{v}.module.Map mapName="Main" edgeWidth="20" edgeHeight="10">
  <{v}.module.map.BoardPicker>
   <{v}.module.map.boardPicker.Board name="Waterloo" image="board.png" width="0" height="0">
    <{v}.module.map.boardPicker.board.HexGrid dx="{dx}" dy="{dy}"
      x0="{x0}" y0="{y0}" sideways="{sideways}">
     <{v}.module.map.boardPicker.board.mapgrid.HexGridNumbering first="H" sep="" hType="N"
      vType="N" locationFormat="$gridLocation$"
      hLeading="1" vLeading="1" hOff="1" vOff="1" stagger="{stagger}"
      hDescend="{descend}"/>
    </{v}.module.map.boardPicker.board.HexGrid>
   </{v}.module.map.boardPicker.Board>
  </{v}.module.map.BoardPicker>
  <{v}.module.map.SetupStack owningBoard="Waterloo" x="{x}" y="{y}">
   <{v}.widget.PieceSlot entryName="Guard" gpid="3">
    +/null/macro;x\tprototype;Inf\\\tpiece;;;guard.gif;Guard/\t\\\tnull;0;0;3;0
   </{v}.widget.PieceSlot>
   <{v}.widget.PieceSlot entryName="Guard" gpid="4">
    +/null/macro;x\tprototype;Inf\\\tpiece;;;guard.gif;Guard/\t\\\tnull;0;0;4;0
   </{v}.widget.PieceSlot>
  </{v}.module.map.SetupStack>
 </{v}.module.Map>
</VASSAL.launch.BasicModule>
"""
GIVEN = {
    "v": "VASSAL.build",
    "version": "3.2.17", "loop": "+/null/prototype;Inf\tpiece;;;;/\tnull;0;0;;0", "dx": "54.6", "dy": "62.65",
    "x0": "30", "y0": "40", "sideways": "false", "stagger": "false", "descend": "false", "x": "85", "y": "134",
}  # fmt: skip


def module(path: Path, **changes: str) -> Path:
    """A module of somebody else, made by hand; the prototypes use each other unless told otherwise."""
    words = GIVEN | {"loop": "+/null/piece;;;;/null;0;0;;0"} | changes
    old = words["version"] < "3.5"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("moduledata", f"<data><VassalVersion>{words['version']}</VassalVersion></data>")
        archive.writestr("buildFile" if old else "buildFile.xml", BUILD.format(**words))
        archive.writestr("images/board.png", plain(620, 500, "#88aa66"))
        gif = io.BytesIO()
        Image.new("RGB", (40, 40), "#204080").save(gif, "GIF")
        archive.writestr("images/guard.gif", gif.getvalue())
    return path


def brought(path: Path, **words: str) -> Imported:
    return import_file(path, recognised(path), words, "game")


@pytest.mark.parametrize("name", ["first_steps", "fm_first_steps"])
def test_a_scenario_of_ours_comes_back(name: str, tmp_path: Path) -> None:
    before = formats.load_scenario(name)
    assert isinstance(before.map, BattleMap)
    path = tmp_path / "a.vmod"
    export(ExportSource(before.map, (before,)), VMOD, VassalOptions(), FlatPictures(), path)
    found = brought(path)
    after = found.scenarios[0]
    assert dump_map(found.board) == dump_map(before.map)
    assert list(after.sides.items()) == list(before.sides.items())
    assert {key: unit.provenance for key, unit in after.units.items()} == dict.fromkeys(before.units, "")
    for key, unit in before.units.items():
        got = after.units[key]
        assert (got.name, got.side, got.type, got.size, got.formation) == (
            unit.name, unit.side, unit.type, unit.size, unit.formation,
        )  # fmt: skip
        assert dict(got.values) == {name: value for name, value in unit.values.items() if value not in (None, "")}
    assert after.setup == before.setup
    assert after.turns == before.turns
    assert [one.code for one in found.losses] == ["LOSS203"], "reinforcements are in boxes"


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("shifted", list(Parity))
def test_odd_names_and_places_of_ours_come_back(orientation: Orientation, shifted: Parity, tmp_path: Path) -> None:
    board = BattleMap(Grid(GridSpec(14, 15, orientation, shifted)), formats.load_palette("standard"), "A/B")
    before = battle(board)
    export(ExportSource(board, (before,)), VMOD, VassalOptions(), FlatPictures(), tmp_path / "a.vmod")
    after = brought(tmp_path / "a.vmod").scenarios[0]
    assert after.setup == before.setup
    assert {key: unit.name for key, unit in after.units.items()} == {k: u.name for k, u in before.units.items()}


def test_a_module_of_somebody_else_becomes_map_and_scenario(tmp_path: Path) -> None:
    found = brought(module(tmp_path / "old.vmod"))
    scenario, grid = found.scenarios[0], found.board.grid
    assert found.about == (
        "a module of VASSAL 3.2.17: one board of 620 x 500 pixels with a hex grid, 3 pieces, 2 sides"
    )
    assert [side.name for side in scenario.sides.values()] == ["French", "Allies"]
    assert {unit.key: unit.side for unit in scenario.units.values()} == {
        "guard": "french",
        "guard-2": "french",
        "horse": "allies",
    }
    assert scenario.units["guard"].values == {"strength": 7}
    assert scenario.units["horse"].values == {"strength": 5}
    assert scenario.units["horse"].type == "cavalry"
    assert scenario.setup == {"guard": "0202", "guard-2": "0202"}
    assert scenario.turns.count == 12
    assert {one.code for one in found.losses} == {"LOSS201", "LOSS202", "LOSS203", "LOSS204"}
    assert {one.what for one in found.losses} >= {"3 traits macro", "1 x Clock", "1 picture of pieces"}
    under = found.board.look.underlay
    assert under is not None
    x, y = under.to_pixel(*grid.centre(grid.parse("0202")))
    assert (x, y) == pytest.approx((30 + 54.6, 40 + 62.65 * 1.5), abs=0.01)
    assert set(found.files) == {"game-board.png", "game-pictures/0002.png"}
    assert found.files["game-pictures/0002.png"].startswith(b"\x89PNG"), "converted to PNG"
    assert scenario.counters.artwork == {"guard": "game-pictures/0002.png", "guard-2": "game-pictures/0002.png"}


@pytest.mark.parametrize("sideways", ["false", "true"])
@pytest.mark.parametrize("stagger", ["false", "true"])
@pytest.mark.parametrize("x0", ["30", "-14", "110"])
def test_hexes_have_the_names_that_the_module_gives_them(sideways: str, stagger: str, x0: str, tmp_path: Path) -> None:
    path = module(tmp_path / "a.vmod", version="3.7.0", sideways=sideways, stagger=stagger, x0=x0)
    found = brought(path)
    under, grid, theirs = found.board.look.underlay, found.board.grid, Module(path)
    assert under is not None
    assert len(grid) > 60
    for h in grid.hexes:
        x, y = under.to_pixel(*grid.centre(h))
        assert -1 < x < 621
        assert -1 < y < 501
        if min(grid.offset(h)) > 0:
            assert theirs.hex_name(x, y) == grid.name(h)


def test_what_was_read_is_written_whole_and_can_be_loaded(tmp_path: Path) -> None:
    out = tmp_path / "game.yaml"
    written = save_import(brought(module(tmp_path / "old.vmod")), out)
    assert [path.relative_to(tmp_path).as_posix() for path in written] == [
        "game.yaml", "game-map.yaml", "game-board.png", "game-pictures/0002.png",
    ]  # fmt: skip
    loaded = formats.load(out)
    assert loaded.errors == []
    assert isinstance(loaded.model, Scenario)
    assert loaded.model.map_ref == "./game-map.yaml"
    with pytest.raises(InTheWayError):
        save_import(brought(tmp_path / "old.vmod"), out)
    save_import(brought(tmp_path / "old.vmod"), out, force=True)


def test_prototypes_without_end_are_passed_over(tmp_path: Path) -> None:
    found = brought(module(tmp_path / "a.vmod", loop=GIVEN["loop"]))
    assert [one.what for one in found.losses if "could not be read" in one.what] == ["3 pieces that could not be read"]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"dx": "0"}, "no size"),
        ({"dx": "nan"}, "no size"),
        ({"dx": "1e300"}, "no size"),
        ({"y0": "99999"}, "no hex on its picture"),
        ({"version": "3.9"}, None),
        ({"descend": "true"}, None),
        ({"x": "a"}, None),
        ({"x": "NaN", "y": "1e999"}, None),
        ({"x": "1e300"}, None),
    ],
)
def test_odd_grids_are_read_or_refused(changes: dict[str, str], why: str | None, tmp_path: Path) -> None:
    path = module(tmp_path / "a.vmod", **changes)
    if why is None:
        assert brought(path).board.grid.size > 60
    else:
        with pytest.raises(HexwrightError, match=why):
            brought(path)


@pytest.mark.parametrize("pixels", [13_100, 30_000])
def test_a_board_that_is_too_large_is_refused_with_its_place(pixels: int, tmp_path: Path) -> None:
    path = module(tmp_path / "a.vmod")
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    # Of a picture only the beginning is read, which says how large it is.
    picture = entries["images/board.png"]
    head = b"IHDR" + pixels.to_bytes(4, "big") * 2 + picture[24:29]
    entries["images/board.png"] = picture[:12] + head + zlib.crc32(head).to_bytes(4, "big") + picture[33:]
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    with pytest.raises(HexwrightError, match=r"a\.vmod, entry images/board\.png: .*more than 170 million pixels"):
        brought(path)


def test_a_board_is_chosen_by_name(tmp_path: Path) -> None:
    with pytest.raises(HexwrightError, match=r"no board 'Ligny'.*Waterloo"):
        brought(module(tmp_path / "a.vmod"), board="Ligny")


def test_hex_numbers_that_count_backwards_are_said(tmp_path: Path) -> None:
    losses = brought(module(tmp_path / "a.vmod", descend="true")).losses
    assert [one.what for one in losses if one.code == "LOSS211"] == ["numbers that count backwards"]


def test_further_boards_are_said(tmp_path: Path) -> None:
    path = module(tmp_path / "a.vmod", version="3.7.0")
    text = BUILD.format(**(GIVEN | {"version": "3.7.0", "loop": "+/null/piece;;;;/null;0;0;;0"}))
    start = text.index("  <VASSAL.build.module.map.boardPicker.Board ")
    end = text.index("  </VASSAL.build.module.map.BoardPicker>")
    second = text[start:end].replace("Waterloo", "Ligny")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", text[:end] + second + text[end:])
        archive.writestr("images/board.png", plain(620, 500, "#88aa66"))
    found = [one for one in brought(path).losses if one.code == "LOSS209"]
    assert [(one.what, one.option) for one in found] == [("boards Ligny", "board=Ligny")]
    assert brought(path, board="Ligny").board.name == "Ligny"


def test_the_grid_of_a_zone_is_chosen_by_name(tmp_path: Path) -> None:
    path = module(tmp_path / "a.vmod", version="3.7.0")
    text = BUILD.format(**(GIVEN | {"version": "3.7.0", "loop": "+/null/piece;;;;/null;0;0;;0"}))
    start = text.index("    <VASSAL.build.module.map.boardPicker.board.HexGrid")
    end = text.index("   </VASSAL.build.module.map.boardPicker.Board>")
    inset = text[start:end].replace('dx="54.6" dy="62.65"', 'dx="27.3" dy="31.3"')
    zones = "".join(
        f'<VASSAL.build.module.map.boardPicker.board.mapgrid.Zone name="{name}" path="0,0;9,0;9,9">{grid}'
        "</VASSAL.build.module.map.boardPicker.board.mapgrid.Zone>"
        for name, grid in (("Main", text[start:end]), ("Inset", inset))
    )
    kind = "VASSAL.build.module.map.boardPicker.board.ZonedGrid"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", f"{text[:start]}<{kind}>{zones}</{kind}>{text[end:]}")
        archive.writestr("images/board.png", plain(620, 500, "#88aa66"))
    first, second = brought(path), brought(path, zone="Inset")
    assert [(one.what, one.option) for one in first.losses if one.code == "LOSS209"] == [
        ("1 further hex grid on the board Waterloo", "zone=Inset")
    ]
    assert second.board.grid.columns > 1.8 * first.board.grid.columns
    with pytest.raises(HexwrightError, match=r"no zone 'Nook'.*there are Main, Inset"):
        brought(path, zone="Nook")


def test_an_extension_is_not_a_module(tmp_path: Path) -> None:
    path = module(tmp_path / "a.vmdx")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("extensiondata", "<data/>")
    with pytest.raises(HexwrightError, match="extension"):
        brought(path)


@given(st.integers(0, 6000), st.integers(0, 255), st.integers(0, 3))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_build_file_is_read_or_refused(tmp_path: Path, at: int, byte: int, cut: int) -> None:
    text = bytearray(BUILD.format(**(GIVEN | {"version": "3.7"})).encode())
    text[at % len(text)] = byte
    path = tmp_path / "a.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", bytes(text[: len(text) - (cut * 997)]))
        archive.writestr("images/board.png", plain(620, 500, "#88aa66"))
    with contextlib.suppress(HexwrightError):
        assert brought(path).board.grid.size
