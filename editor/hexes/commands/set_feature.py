"""Put features into hexes, and take them out."""

from __future__ import annotations

from collections.abc import Iterable

from editor.hexes.commands.patch import MapPatch
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.mapping.edit import Changes


class SetFeature(MapPatch):
    """Add a feature to hexes, or take it away."""

    def __init__(self, hexes: Iterable[int], feature: str, present: bool = True, stroke: int = 0) -> None:
        super().__init__(stroke=stroke)
        self.hexes, self.feature, self.present = hexes, feature, present

    def changes(self, board: BattleMap) -> Changes:
        kind = board.palette.features.get(self.feature)
        self.setText(f"{'Place' if self.present else 'Remove'} {kind.name if kind else self.feature}")
        values = {}
        for h in self.hexes:
            keys = set(board.features.get(h, ()))
            keys = keys | {self.feature} if self.present else keys - {self.feature}
            values[h] = tuple(sorted(keys))
        return Changes(features=values)
