"""A map under another palette."""

from __future__ import annotations

import pytest

from engine import formats
from engine.boards.palette import Layer, Palette
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec
from engine.hexes.mapping.repaint import repainted, uses


def board() -> BattleMap:
    made = BattleMap(Grid(GridSpec(4, 4, void=frozenset({(3, 3)}))), formats.load_palette("standard"))
    made.terrain[5] = "jungle"
    made.elevation[5] = 2
    made.features[5] = ("mine", "tower")
    made.hexsides[made.grid.side(5, 0)] = {"wall": NOWHERE}
    made.hexsides[made.grid.side(5, 1)] = {"cliff": 5, "river": NOWHERE}
    made.paths[made.grid.side(5, 0)] = frozenset({"rail", "road"})
    made.legend = {"j": "jungle", ".": "clear", "x": "void"}
    return made


def without(**gone: str) -> Palette:
    base = formats.load_palette("standard")
    layers = {"terrain": Layer.TERRAIN, "feature": Layer.FEATURE, "hexside": Layer.HEXSIDE, "path": Layer.PATH}
    drop = {(layers[layer], key) for layer, key in gone.items()}
    kinds = {
        layer: {key: kind for key, kind in of.items() if (layer, key) not in drop} for layer, of in base.kinds.items()
    }
    return Palette("mine", "Mine", kinds)


def test_kinds_that_go_are_painted_over() -> None:
    old = board()
    palette = without(terrain="jungle", feature="mine", hexside="wall", path="rail")
    made = repainted(
        old,
        palette,
        {
            (Layer.TERRAIN, "jungle"): "forest",
            (Layer.FEATURE, "mine"): "tower",
            (Layer.HEXSIDE, "wall"): "slope",
            (Layer.PATH, "rail"): "",
        },
    )
    assert made.palette is palette
    assert made.terrain[5] == "forest"
    assert made.features[5] == ("tower",)
    assert made.hexsides[made.grid.side(5, 0)] == {"slope": 5}
    assert made.paths[made.grid.side(5, 0)] == {"road"}
    assert made.legend == {"j": "forest", ".": "clear", "x": "void"}
    assert old.terrain[5] == "jungle"
    assert old.hexsides[old.grid.side(5, 0)] == {"wall": NOWHERE}


def test_nothing_is_taken_away_unsaid() -> None:
    with pytest.raises(HexwrightError, match="jungle"):
        repainted(board(), without(terrain="jungle"))
    with pytest.raises(HexwrightError, match="mine' is on the map in one place"):
        repainted(board(), without(feature="mine"))
    with pytest.raises(HexwrightError, match="jungle"):
        repainted(board(), without(terrain="jungle"), {(Layer.TERRAIN, "jungle"): ""})


def test_a_side_that_is_high_no_more_has_no_high_hex() -> None:
    made = repainted(board(), without(hexside="cliff"), {(Layer.HEXSIDE, "cliff"): "wall"})
    assert made.hexsides[made.grid.side(5, 1)] == {"wall": NOWHERE, "river": NOWHERE}


def test_void_hexes_do_not_hold_a_terrain_back() -> None:
    made = board()
    made.terrain[15] = "desert"
    assert repainted(made, without(terrain="desert")).terrain[15] == "clear"
    assert uses(made)[Layer.TERRAIN]["desert"] == 0


def test_uses() -> None:
    assert uses(board())[Layer.PATH] == {"rail": 1, "road": 1}
    assert uses(board())[Layer.TERRAIN]["clear"] == 14
