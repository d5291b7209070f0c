"""Erase whole layers from hexes."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from editor.hexes.commands.patch import MapPatch
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.mapping.crossing import with_hex_crossings
from engine.hexes.mapping.edit import Changes

ERASABLE = ("terrain", "elevation", "features", "hexsides", "paths")


class Erase(MapPatch):
    """Empty the named layers of hexes, with all of their hexsides; terrain becomes the palette's first. With a road
    or a stream goes the bridge that carried one over the other."""

    def __init__(self, hexes: Iterable[int], layers: Collection[str], stroke: int = 0) -> None:
        super().__init__("Erase", stroke)
        self.hexes, self.erased = hexes, frozenset(layers)

    def changes(self, board: BattleMap) -> Changes:
        layers = self.erased
        places = [h for h in self.hexes if h in board.grid]
        sides = {side for h in places for side in board.grid.sides[h]}
        taken = {side: frozenset[str]() for side in sides if side in board.paths} if "paths" in layers else {}
        features = with_hex_crossings(board, taken)
        if "features" in layers:
            features |= dict.fromkeys((h for h in places if h in board.features), ())
        return Changes(
            terrain=dict.fromkeys(places, board.palette.base_terrain) if "terrain" in layers else {},
            elevation=dict.fromkeys(places, 0) if "elevation" in layers else {},
            features=features,
            hexsides={side: {} for side in sides if side in board.hexsides} if "hexsides" in layers else {},
            paths=taken,
        )
