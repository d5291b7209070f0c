"""Pools as draw piles: out, read apart from the program, and in, of ours and of others."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from exchange_drawing import FlatPictures, plain
from test_vassal_module import VMOD, battle, written
from test_vassal_reader import BUILD, GIVEN, brought, module
from vassal_reading import V

from engine import formats
from engine.exchange.exporting import export, survey, writing_options
from engine.exchange.rows import format_named
from engine.exchange.source import ExportSource
from engine.exchange.vassal.options import VassalOptions
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.scenario.model import Pool, Scenario

TTS = format_named("tts")
POOLS = {
    "reserve": Pool("us", ("us-3", "us-4"), back="eliminated"),
    "guns": Pool("ac", ("ac-1",), "choice"),
}


@pytest.fixture
def board() -> BattleMap:
    return BattleMap(Grid(GridSpec(14, 15)), formats.load_palette("standard"), "Plain")


def drawing(board: BattleMap) -> Scenario:
    return battle(board, setup={"us-0": "0505"}, pools=POOLS)


def test_a_pool_that_is_drawn_from_at_random_is_a_pile(board: BattleMap, tmp_path: Path) -> None:
    module = written(board, tmp_path, drawing(board))
    (pile,) = module.root.iter(V + "module.map.DrawPile")
    wanted = {"name": "Pool reserve", "faceDown": "Always", "drawFaceUp": "true", "shuffle": "Always"}
    assert pile.attrib | wanted | {"owningBoard": "Off the map"} == pile.attrib
    pieces = [module.piece(slot) for slot in pile]
    assert [piece.marks["Key"] for piece in pieces] == ["us-3", "us-4"]
    assert all(piece.traits[0] == "obs" for piece in pieces), "the mask is outermost, so that it hides all"
    assert "images/pool-back.png" in module.entries
    loose = {p.marks["Key"] for _, _, stack in module.stacks("Off the map") for p in stack}
    assert "ac-1" in loose
    assert not loose & {"us-3", "us-4"}
    window = next(one for one in module.root.iter(V + "module.Map") if one.get("mapName") == "Off the map")
    drawn = window.find(f".//{V}module.map.boardPicker.Board")
    assert drawn is not None
    assert int(pile.get("x", "")) < int(drawn.get("width", ""))
    assert int(pile.get("y", "")) < int(drawn.get("height", ""))


def test_pools_of_ours_come_back_as_they_were(board: BattleMap, tmp_path: Path) -> None:
    before = drawing(board)
    export(ExportSource(board, (before,)), VMOD, VassalOptions(), FlatPictures(), tmp_path / "a.vmod")
    found = brought(tmp_path / "a.vmod")
    assert found.scenarios[0].pools == POOLS
    assert [one.code for one in found.losses] == ["LOSS203"]
    assert not {"us-3", "us-4", "ac-1"} & set(found.losses[0].where)


def test_of_several_scenarios_the_pools_are_in_boxes_and_that_is_said(board: BattleMap, tmp_path: Path) -> None:
    first = drawing(board)
    second = first.with_(key="c", name="Second")
    source = ExportSource(board, (first, second))
    said = [one.what for one in survey(source, VMOD, VassalOptions()) if one.code == "LOSS115"]
    assert said == ["how units are drawn at random from 1 pool", "which units come back to 1 pool"]
    module = written(board, tmp_path, first, second)
    assert list(module.root.iter(V + "module.map.DrawPile")) == []
    found = brought(tmp_path / "game.vmod")
    assert [scenario.pools for scenario in found.scenarios] == [POOLS, POOLS]


@pytest.mark.parametrize(("shuffle", "draw"), [("Always", "chance"), ("Never", "choice")])
def test_a_pile_of_somebody_else_becomes_a_pool(shuffle: str, draw: str, tmp_path: Path) -> None:
    text = BUILD.format(**(GIVEN | {"version": "3.7.0", "loop": "+/null/piece;;;;/null;0;0;;0"}))
    text = text.replace("SetupStack owning", f'DrawPile name="Old Guard" shuffle="{shuffle}" owning')
    text = text.replace("</VASSAL.build.module.map.SetupStack>", "</VASSAL.build.module.map.DrawPile>")
    path = tmp_path / "a.vmod"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", text)
        archive.writestr("images/board.png", plain(620, 500, "#88aa66"))
    found = brought(path)
    scenario = found.scenarios[0]
    assert scenario.setup == {}, "what lies in a pile stands in no hex"
    assert scenario.pools == {"old-guard": Pool("french", ("guard", "guard-2"), draw)}
    assert [one.where for one in found.losses if one.code == "LOSS203"] == [("horse",)]
    assert not any("DrawPile" in one.what for one in found.losses)


@pytest.mark.parametrize(("shuffle", "draw"), [("Always", "chance"), ("Never", "choice")])
def test_a_deck_of_a_saved_game_becomes_a_pool(shuffle: str, draw: str, tmp_path: Path) -> None:
    """Its pieces say the place of the deck, but stand in no hex."""
    module(tmp_path / "old.vmod", version="3.7.0")
    deck = ";".join(
        ["deck", "true", "0,0,0", "40", "40", "Always", shuffle, "false", "true", "false", "", "", "", "Reserve; all"]
    ).replace("; all", "\\; all")
    piece = "+/{0}/piece;;;a.png;Guard {0}/Main;105;144;{0};0"
    commands = ["begin_save", piece.format(1), piece.format(2), piece.format(3)]
    commands += [f"+/9/{deck};;;;true/Main;105;144;true;2,1", "+/10/stack/Main;105;144;3;@@0", "end_save"]
    save = tmp_path / "turn.vsav"
    with zipfile.ZipFile(save, "w") as archive:
        archive.writestr("savedGame", "\x1b".join(commands))
    scenario = brought(save).scenarios[0]
    assert scenario.pools == {"reserve-all": Pool("french", ("guard-2", "guard-1"), draw)}
    assert scenario.setup == {"guard-3": "0202"}


def test_in_tabletop_simulator_a_pool_is_a_bag_that_gives_at_random(board: BattleMap, tmp_path: Path) -> None:
    export(
        ExportSource(board, (drawing(board),)), TTS, writing_options(TTS, {}), FlatPictures(), tmp_path / "a.tts.json"
    )
    made = json.loads((tmp_path / "a.tts.json").read_text(encoding="utf-8"))
    orders = {
        one["Nickname"].partition(" (")[0]: one["Bag"]["Order"] for one in made["ObjectStates"] if one["Name"] == "Bag"
    }
    assert orders["Pool reserve, drawn at random"] == 2
    assert orders["Pool guns"] == 0
