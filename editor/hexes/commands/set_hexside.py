"""Draw along hexsides, and erase them."""

from __future__ import annotations

from collections.abc import Mapping

from editor.hexes.commands.patch import MapPatch
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE
from engine.hexes.mapping.crossing import with_crossings
from engine.hexes.mapping.edit import Changes


class SetHexside(MapPatch):
    """Put a kind on hexsides; ``sides`` gives for each its high hex (NOWHERE for kinds without one), or None
    to take the kind away."""

    def __init__(self, sides: Mapping[int, int | None], kind: str, stroke: int = 0) -> None:
        super().__init__(stroke=stroke)
        self.sides, self.key = dict(sides), kind
        self._highs = {side: high for side, high in sides.items() if high is not None}

    def changes(self, board: BattleMap) -> Changes:
        kind = board.palette.hexsides.get(self.key)
        self.setText(f"{'Draw' if self._highs else 'Remove'} {kind.name if kind else self.key}")
        values = {}
        for side, high in self.sides.items():
            kinds = dict(board.hexsides.get(side, {}))
            if high is None:
                kinds.pop(self.key, None)
            else:
                kinds[self.key] = high
            values[side] = kinds
        values.update(with_crossings(board, hexsides=values))
        return Changes(hexsides=values)

    def validate(self) -> None:
        super().validate()
        grid, kind = self.models.battle_map.grid, self.models.battle_map.palette.hexsides.get(self.key)
        for side, high in self._highs.items():
            if kind is not None and kind.directional:
                if high == NOWHERE or high not in grid.side_hexes(side):
                    place = grid.side_name(side)
                    raise HexwrightError(f"{kind.name} at {place} needs one of its hexes as high side")
            elif high != NOWHERE:
                raise HexwrightError(f"hexside {grid.side_name(side)} has no high side")
