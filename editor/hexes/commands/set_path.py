"""Lay roads, trails, rails and streams from hex to hex, and take them up."""

from __future__ import annotations

from collections.abc import Iterable

from editor.hexes.commands.patch import MapPatch
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.mapping.crossing import with_crossings, with_hex_crossings
from engine.hexes.mapping.edit import Changes


class SetPath(MapPatch):
    """Let a kind of path cross hexsides, or no longer; bridges come and go with it where the map wants them."""

    def __init__(self, sides: Iterable[int], path: str, present: bool = True, stroke: int = 0) -> None:
        super().__init__(stroke=stroke)
        self.sides, self.path, self.present = sides, path, present

    def changes(self, board: BattleMap) -> Changes:
        kind = board.palette.paths.get(self.path)
        self.setText(f"{'Lay' if self.present else 'Remove'} {kind.name if kind else self.path}")
        ways = {}
        for side in self.sides:
            keys = board.paths.get(side, frozenset())
            ways[side] = keys | {self.path} if self.present else keys - {self.path}
        return Changes(paths=ways, hexsides=with_crossings(board, paths=ways), features=with_hex_crossings(board, ways))
