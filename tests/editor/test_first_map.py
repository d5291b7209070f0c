"""docs/guide/first-map.md, drawn in the whole window with real mouse and key events, and looked at after each step."""

from __future__ import annotations

import re
from math import hypot
from pathlib import Path

import pytest
from drawn_map import NAME, Draughtsman
from pytestqt.qtbot import QtBot

from editor.window.app import make_window
from engine.formats import dump_map, load_map, save_map
from engine.hexes.board.battlemap import BattleMap
from engine.umpire.checks.run import check_map

ROOT = Path(__file__).resolve().parents[2]


def terrain(board: BattleMap, kind: str) -> int:
    """How many hexes are of a terrain."""
    return board.terrain.count(kind)


def test_the_map_of_the_guide_is_drawn_from_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    window = make_window(None)
    qtbot.addWidget(window)
    window.resize(1600, 1000)
    with qtbot.waitExposed(window):
        window.show()
    pen = Draughtsman(qtbot, window)
    pen.sheet()
    board: BattleMap = pen.hand.map
    grid = board.grid
    assert (board.name, grid.columns, grid.rows) == (NAME, 24, 16)

    pen.sea()
    assert board.terrain[grid.parse("0101")] == board.terrain[grid.parse("0116")] == "water"
    assert board.terrain[grid.parse("0205")] == "clear"
    assert terrain(board, "beach") >= 5

    pen.woods()
    assert terrain(board, "forest") > 60
    assert terrain(board, "swamp") >= 3

    pen.heights()
    assert max(board.elevation) >= 3
    slopes = {side: kinds["slope"] for side, kinds in board.hexsides.items() if "slope" in kinds}
    assert len(slopes) > 30
    for side, high in slopes.items():
        low = next(h for h in grid.side_hexes(side) if h != high)
        assert board.elevation[high] > board.elevation[low]

    pen.waters()
    assert board.look.widen
    assert sum("river" in kinds for kinds in board.hexsides.values()) > 25
    shore = {corner for h in grid.hexes if board.terrain[h] == "water" for corner in grid.corners(h)}
    river = {end for side, kinds in board.hexsides.items() if "river" in kinds for end in grid.side_ends(side)}
    assert river & shore, "the Aller runs into the sea, and is broadest there"
    assert sum("creek" in kinds for kinds in board.hexsides.values()) >= 6
    assert sum("stream" in kinds for kinds in board.paths.values()) >= 5

    pen.places()
    assert board.features[grid.parse("0808")] == ("town",)

    pen.roads()
    crossings = [side for side, kinds in board.hexsides.items() if "bridge" in kinds]
    assert crossings
    assert all("road" in board.paths[side] for side in crossings)

    pen.names()
    assert {label.text for label in board.labels} >= {"Allermouth", "Aller", "Western Sea"}
    aller = next(label for label in board.labels if label.text == "Aller")
    x, y = grid.centre(aller.at)
    rivers = [grid.side_ends(side) for side, kinds in board.hexsides.items() if "river" in kinds]
    middles = [[(a + b) / 2 for a, b in zip(*map(grid.paper, ends), strict=True)] for ends in rivers]
    assert min(hypot(mx - x - aller.dx, my - y - aller.dy) for mx, my in middles) < 0.9

    pen.country()
    landing, garrison = board.regions.values()
    assert all(board.terrain[h] == "beach" for h in landing.hexes)
    assert grid.parse("0808") in garrison.hexes
    assert garrison.rule == "feature town|village; coast within 4"

    pen.furniture()
    assert [str(piece.kind) for piece in board.look.furniture] == ["legend", "scale-bar", "compass"]

    # The island cannot be reached, as islands cannot; nothing else is amiss.
    assert [(found.code, found.place.hex) for found in check_map(board)] == [("MAP107", "0205")]
    save_map(board, tmp_path / "aller.yaml")
    assert dump_map(load_map(tmp_path / "aller.yaml")) == dump_map(board)

    stack = window.desk.document.stack
    stack.setIndex(0)
    assert set(board.terrain) == {"clear"}
    for left in (board.hexsides, board.paths, board.features, board.labels, board.regions, board.look.furniture):
        assert not left
    assert not window.desk.document.dirty


@pytest.mark.parametrize("page", ["first-map.md", "regions.md"])
def test_every_picture_of_the_page_is_there(page: str) -> None:
    text = (ROOT / "docs" / "guide" / page).read_text()
    pictures = re.findall(r"\]\((images/[^)]+)\)", text)
    assert pictures
    assert all((ROOT / "docs" / "guide" / picture).is_file() for picture in pictures)
