"""Paint several terrains at once."""

from __future__ import annotations

from collections.abc import Mapping

from editor.hexes.commands.patch import MapPatch
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.mapping.edit import Changes


class PaintMix(MapPatch):
    """Give each hex the terrain that was drawn for it."""

    def __init__(self, terrain: Mapping[int, str], stroke: int = 0) -> None:
        super().__init__("Paint a mix of terrains", stroke)
        self.terrain = dict(terrain)

    def changes(self, board: BattleMap) -> Changes:
        return Changes(terrain=self.terrain)
