"""Paint natural terrain."""

from __future__ import annotations

from collections.abc import Iterable

from editor.hexes.commands.patch import MapPatch
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.mapping.edit import Changes


class PaintTerrain(MapPatch):
    """Make hexes of one terrain."""

    def __init__(self, hexes: Iterable[int], terrain: str, stroke: int = 0) -> None:
        super().__init__(stroke=stroke)
        self.hexes, self.terrain = hexes, terrain

    def changes(self, board: BattleMap) -> Changes:
        kind = board.palette.terrain.get(self.terrain)
        self.setText(f"Paint {kind.name if kind else self.terrain}")
        return Changes(terrain=dict.fromkeys(self.hexes, self.terrain))
