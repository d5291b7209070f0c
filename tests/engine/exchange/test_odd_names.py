"""Names with marks that some format has a meaning for go out and come back as they were, in every format."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from exchange_drawing import FlatPictures
from test_round_trips import BOTH, painted
from test_vassal_module import ODD_NAMES, battle

from engine import spreadsheets
from engine.exchange.exporting import export, writing_options
from engine.exchange.importing import import_file
from engine.exchange.rows import Format, format_named
from engine.exchange.source import ExportSource
from engine.formats.boards import dump_map
from engine.hexes.board.battlemap import BattleMap, Label
from engine.hexes.board.grid import GridSpec
from engine.scenario.model import Scenario, Unit

NAMES = [
    *ODD_NAMES,
    "a; b: c|d",
    "</name>]]>",
    "$gridLocation$ %s {0}",
    "«Ночь» — 夜 🜲",
    "=SUM(A1)",
    "-",
    "#no",
    "\\\\",
    "''",
]


def named() -> BattleMap:
    """A map whose places, name and sources have such names."""
    board = painted(GridSpec(6, 5))
    one_line = [name.replace("\t", " ") for name in NAMES]
    board.labels += [Label(name, number) for number, name in enumerate(one_line)]
    board.name, board.provenance = one_line[0] + one_line[2], " ".join(one_line)
    return board


def armed(board: BattleMap) -> Scenario:
    """A scenario whose units have such names."""
    units = {f"u{number}": Unit(f"u{number}", "us", name, "infantry") for number, name in enumerate(NAMES)}
    return battle(board, units=units, setup=dict.fromkeys(units, "0505"))


@pytest.mark.parametrize("row", BOTH, ids=lambda row: row.key)
def test_names_of_a_map_come_back(row: Format, tmp_path: Path) -> None:
    board = named()
    path = tmp_path / f"5,2; 'x' & Лес{row.endings[0]}"
    words = {"pixels": "60"} if row.key == "vmod" else {}
    export(ExportSource(board), row, writing_options(row, words), FlatPictures(), path)
    found = import_file(path, row, {}, "map")
    assert dump_map(found.board) == dump_map(board)


def test_names_of_units_come_back_from_a_module(tmp_path: Path) -> None:
    board = named()
    before = armed(board)
    row = format_named("vmod")
    path = tmp_path / "5,2; 'x' & Лес.vmod"
    export(ExportSource(board, (before,)), row, writing_options(row, {"pixels": "60"}), FlatPictures(), path)
    after = import_file(path, row, {}, "map").scenarios[0]
    assert {key: unit.name for key, unit in after.units.items()} == {k: u.name for k, u in before.units.items()}
    assert after.setup == before.setup


def test_names_of_units_are_in_an_object_of_tabletop_simulator(tmp_path: Path) -> None:
    board = named()
    scenario = armed(board).with_(setup={})
    row = format_named("tts")
    path = tmp_path / "a 'b' & c.tts.json"
    export(ExportSource(board, (scenario,)), row, writing_options(row, {"pixels": "60"}), FlatPictures(), path)
    text = path.read_text(encoding="utf-8")
    held = [one["Nickname"] for bag in json.loads(text)["ObjectStates"] for one in bag.get("ContainedObjects", [])]
    assert set(held) == {unit.name for unit in scenario.units.values()}


def test_names_of_units_are_in_the_table_of_a_print_shop(tmp_path: Path) -> None:
    board = named()
    scenario = armed(board)
    row = format_named("counters")
    export(ExportSource(board, (scenario,)), row, writing_options(row, {}), FlatPictures(), tmp_path / "a.zip")
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        text = archive.read("counters.csv").decode("utf-8-sig")
    rows = spreadsheets.cells(text)
    # A spreadsheet would take =SUM(A1) for a formula: a mark in front keeps it a text.
    names = [spreadsheets.cell_value(line[1]) for line in rows[1:]]
    assert names == [unit.name for unit in scenario.units.values()]


@pytest.mark.parametrize("key", ["svg", "tmx", "vmod"])
def test_texts_in_xml_are_sound(key: str, tmp_path: Path) -> None:
    board = named()
    row = format_named(key)
    path = tmp_path / f"a{row.endings[0]}"
    export(ExportSource(board, (armed(board),)), row, writing_options(row, {}), FlatPictures(), path)
    if key == "vmod":
        with zipfile.ZipFile(path) as archive:
            ElementTree.fromstring(archive.read("buildFile.xml"))
            ElementTree.fromstring(archive.read("moduledata"))
    else:
        ElementTree.parse(path)
