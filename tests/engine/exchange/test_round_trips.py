"""Every format that goes out and comes back: what is lost on the way was said, on maps of every kind of grid."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from exchange_drawing import FlatPictures

from engine import formats
from engine.boards.look import UserLayer
from engine.exchange.exporting import export, writing_options
from engine.exchange.importing import import_file
from engine.exchange.rows import FORMATS, Format, format_named
from engine.exchange.source import ExportSource
from engine.formats.boards import dump_map
from engine.hexes.board.battlemap import BattleMap, Label, hexes_of
from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity
from engine.hexes.board.numbering import Columns, Numbering, Order

BOTH = [row for row in FORMATS if row.writer and row.reader]
GRIDS = [
    GridSpec(6, 5, orientation, parity, column, row)
    for orientation in Orientation
    for parity in Parity
    for column, row in ((1, 1), (0, 0), (1, 2), (2, 1))
]
NUMBERINGS = [
    Numbering(),
    Numbering(order=Order.ROW_COLUMN),
    Numbering(columns=Columns.LETTERS, digits=0),
    Numbering(columns=Columns.DOUBLED, digits=0),
    Numbering(digits=3, prefix="E", separator="."),
]


def painted(spec: GridSpec) -> BattleMap:
    """A map with something of each layer."""
    board = BattleMap(Grid(spec), formats.load_palette("standard"), "Ford & 'Mill' \\ <Лес>")
    grid = board.grid
    board.terrain[7], board.terrain[8], board.elevation[7] = "forest", "water", 3
    board.features[3] = ("village",)
    for number, side in enumerate(sorted({grid.side(h, way) for h in (13, 14, 20) for way in range(6)})):
        if number % 3 == 0:
            board.hexsides[side] = {"river": -1}
        elif number % 3 == 1:
            high = next(h for h in grid.side_hexes(side) if h >= 0)
            board.hexsides[side] = {"slope": high}
        else:
            board.paths[side] = frozenset({"road"})
    board.labels.append(Label('Høje & "Mølle" <i>', 13, "large", "place", 0.2, -0.1, 15.0))
    board.labels.append(Label("Draft", 14, layer="Notes & more"))
    board.look = replace(board.look, layers=(UserLayer("Notes & more", "Mine", printed=False),))
    return board


def trip(board: BattleMap, row: Format, folder: Path) -> tuple[BattleMap, list[str], list[str], bytes]:
    """A map out and in: what came back, the losses of both ways, and the file."""
    path = folder / f"map{row.endings[0]}"
    words = {"pixels": "60"} if row.key == "vmod" else {}
    _, out = export(ExportSource(board), row, writing_options(row, words), FlatPictures(), path)
    found = import_file(path, row, {}, "map")
    return found.board, [one.code for one in out], [one.code for one in found.losses], path.read_bytes()


@pytest.mark.parametrize("row", BOTH, ids=lambda row: row.key)
@pytest.mark.parametrize("spec", GRIDS, ids=lambda spec: f"{spec.orientation}-{spec.shifted}-{spec.first_column}")
def test_a_map_of_any_grid_comes_back(row: Format, spec: GridSpec, tmp_path: Path) -> None:
    board = painted(spec)
    back, _, lost, first = trip(board, row, tmp_path)
    if row.key != "vmod":
        assert lost == []
    assert dump_map(back) == dump_map(board)
    assert trip(back, row, tmp_path)[3] == first, "the second export equals the first byte for byte"


@pytest.mark.parametrize("row", BOTH, ids=lambda row: row.key)
@pytest.mark.parametrize("numbering", NUMBERINGS, ids=lambda one: one.format(1, 1))
def test_hex_numbers_of_any_kind_come_back(row: Format, numbering: Numbering, tmp_path: Path) -> None:
    board = painted(GridSpec(6, 5, numbering=numbering))
    back = trip(board, row, tmp_path)[0]
    assert dump_map(back) == dump_map(board)


@pytest.mark.parametrize("row", BOTH, ids=lambda row: row.key)
def test_a_void_hex_and_a_legend_come_back(row: Format, tmp_path: Path) -> None:
    board = painted(GridSpec(6, 5, void=frozenset({(5, 4), (0, 0)})))
    board = replace(board, legend={"x": "forest"})
    back = trip(board, row, tmp_path)[0]
    assert dump_map(back) == dump_map(board)


@pytest.mark.parametrize("row", [row for row in FORMATS if row.writer], ids=lambda row: row.key)
def test_a_survey_says_the_same_twice_and_changes_nothing(row: Format, tmp_path: Path) -> None:
    scenario = formats.load_scenario("lundys_lane")
    source = ExportSource(hexes_of(scenario.map), (scenario,))
    before = dump_map(source.board)
    options = writing_options(format_named(row.key), {})
    assert row.offers("survey")(source, options) == row.offers("survey")(source, options)
    assert dump_map(source.board) == before
