"""Names of regions: at their upper left hex, worked out again where something changed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fields import battle_map
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from editor.canvas.drawing.lettering import SIZES
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.place_names import label_rect
from editor.hexes.drawing.region_names import places
from engine.hexes.board.battlemap import Label, Region
from engine.hexes.board.grid import Grid, GridSpec, Orientation, Parity

EVERYWHERE = QRectF(0, 0, 10_000, 10_000)


def shown(atlas: Atlas, least: float = 0.0) -> dict[str, int]:
    return {label.text: label.at for label in atlas.region_names(EVERYWHERE, least)}


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("parity", Parity)
def test_the_first_place_is_the_upper_left_one(orientation: Orientation, parity: Parity) -> None:
    grid = Grid(GridSpec(columns=6, rows=5, orientation=orientation, shifted=parity))
    for hexes in ({14, 8, 20}, {5, 10, 29}, {7, 12, 13, 18}, set(range(30))):
        assert places(grid, hexes)[0] == min(hexes, key=grid.lattice)
        assert set(places(grid, hexes)) <= hexes


def test_a_name_moves_with_its_region_and_goes_when_the_map_tells_it(qtbot: QtBot) -> None:
    board = battle_map()
    first, second, third = (frozenset(range(start, start + 3)) for start in (9, 18, 26))
    board.regions.clear()
    board.regions |= {"wood": Region("wood", "Old Wood", first), "camp": Region("camp", "Camp", second)}
    atlas = Atlas(board)
    assert shown(atlas) == {"Old Wood": 9, "Camp": 18}
    board.regions["wood"] = replace(board.regions["wood"], hexes=third)
    assert shown(atlas) == {"Old Wood": 26, "Camp": 18}
    board.regions["camp"] = replace(board.regions["camp"], name="The Camp")
    board.labels.append(Label("OLD\nWOOD", 3))
    assert shown(atlas) == {"The Camp": 18}
    assert shown(atlas, SIZES["small"] + 0.01) == {}
    del board.regions["camp"]
    assert shown(atlas) == {}


def test_a_name_makes_way_for_a_label_and_for_the_name_before_it(qtbot: QtBot) -> None:
    board = battle_map()
    grid, atlas = board.grid, Atlas(board)
    board.regions.clear()
    board.labels.clear()
    board.regions |= {
        key: Region(key, name, frozenset(grid.hexes)) for key, name in (("a", "Ports"), ("b", "Harbours"))
    }
    board.labels.append(Label("Massawa", grid.hexes[0], dy=-0.6))
    names = atlas.region_names(EVERYWHERE)
    covered = [label_rect(label, atlas.geometry) for label in (*names, *board.labels)]
    assert {label.text for label in names} == {"Ports", "Harbours"}
    assert not [(i, j) for i in range(3) for j in range(i) if covered[i].intersects(covered[j])]
    board.labels += [Label("Massawa", h, dy=-0.6) for h in grid.hexes]
    assert names[0] not in atlas.region_names(EVERYWHERE), "a label of the map moves them"
    assert shown(atlas)["Ports"] == places(grid, grid.hexes)[0], "where there is no room it stands where it would"
