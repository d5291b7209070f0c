"""The true line of the coast: made by import, kept in files, moved with the map."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import shapely

from engine import formats
from engine.boards.coast import Coast
from engine.exchange.importing import import_file
from engine.exchange.rows import recognised
from engine.formats.boards import dump_map
from engine.hexes.board.battlemap import BattleMap, hexes_of
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.mapping.resize import resized

LAND = shapely.Polygon([(8, 46), (10, 46), (9.5, 47), (10, 48), (8, 48)], [[(8.4, 46.4), (9, 46.4), (8.7, 47)]])


def imported(tmp_path: Path) -> BattleMap:
    path = tmp_path / "land.json"
    path.write_text(json.dumps(shapely.geometry.mapping(LAND)), encoding="utf-8")
    return import_file(path, recognised(path), {"hex": "8", "bounds": "7,45,11,49"}, "land").board


def area(coast: Coast) -> shapely.Geometry:
    return shapely.make_valid(shapely.MultiPolygon([shapely.Polygon(one) for one in coast.outlines]))


def test_a_map_made_of_geography_has_the_line_of_its_coast(tmp_path: Path) -> None:
    board = imported(tmp_path)
    assert board.look.coast is not None
    water = area(board.look.coast)
    for h in board.grid.hexes:
        drawn = shapely.Polygon(board.grid.outline(h))
        share = drawn.intersection(water).area / drawn.area
        if abs(share - 0.5) > 0.05:
            assert (board.terrain[h] == "water") == (share > 0.5)
    assert len(board.look.coast.outlines) == 3, "the paper, the land and the lake"


def test_a_file_keeps_it(tmp_path: Path) -> None:
    board = imported(tmp_path)
    assert board.look.coast is not None
    hidden = replace(board.look.coast, shown=False, water=0.25)
    for coast in (board.look.coast, hidden):
        board.look = replace(board.look, coast=coast)
        text = dump_map(board)
        (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
        again = hexes_of(formats.load_map(tmp_path / "a.yaml"))
        assert again.look.coast == coast
        assert dump_map(again) == text
    assert "coast" not in dump_map(replace(board, look=replace(board.look, coast=None)))


@pytest.mark.parametrize(
    "coast",
    [
        "{outlines: []}",
        '{outlines: ["0,0 5,5"]}',
        '{outlines: ["0,0 5,5 five,6"]}',
        '{outlines: ["0,0 5,5 6"]}',
        '{outlines: ["0,0 5,5 99999999,6"]}',
        '{water: 2, outlines: ["0,0 5,5 6,7"]}',
        "{water: 0.5}",
        '{outlines: ["0,0 5,5 6,7"], colour: blue}',
    ],
)
def test_a_line_that_is_none_is_an_error_with_its_place(coast: str, tmp_path: Path) -> None:
    board = BattleMap(Grid(GridSpec(4, 4)), formats.load_palette("standard"), "Small")
    (tmp_path / "a.yaml").write_text(f"{dump_map(board)}coast: {coast}\n", encoding="utf-8")
    (error, *_) = formats.load(tmp_path / "a.yaml").errors
    assert error.place.line == dump_map(board).count("\n") + 1


def test_it_stays_with_the_hexes_when_a_map_is_extended(tmp_path: Path) -> None:
    board = imported(tmp_path)
    larger = resized(board, board.grid.columns + 4, board.grid.rows + 3, left=2, top=1, keep_numbers=False).map
    assert board.look.coast is not None
    assert larger.look.coast is not None
    (x, y), (nx, ny) = board.grid.centre(0), larger.grid.centre(larger.grid.at(2, 1))
    moved = shapely.affinity.translate(area(board.look.coast), nx - x, ny - y)
    assert area(larger.look.coast).symmetric_difference(moved).area < 1.0
