"""Draw along hexsides, and wipe them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from editor.commands.patch import MapPatch
from engine.board.grid import NOWHERE
from engine.errors import HexwrightError
from engine.mapping.crossing import with_crossings

if TYPE_CHECKING:
    from editor.document.document import Document


class SetHexside(MapPatch):
    """Put a kind on hexsides; ``sides`` gives for each its high hex (NOWHERE for kinds without one), or None
    to take the kind away."""

    def __init__(self, document: Document, sides: Mapping[int, int | None], kind: str, stroke: int = 0) -> None:
        now = document.battle_map.hexsides
        self.kind = document.battle_map.palette.hexsides.get(kind)
        values = {}
        for side, high in sides.items():
            kinds = dict(now.get(side, {}))
            if high is None:
                kinds.pop(kind, None)
            else:
                kinds[kind] = high
            values[side] = kinds
        values.update(with_crossings(document.battle_map, hexsides=values))
        self._highs = {side: high for side, high in sides.items() if high is not None}
        verb = "Draw" if self._highs else "Remove"
        super().__init__(document, f"{verb} {self.kind.name if self.kind else kind}", hexsides=values, stroke=stroke)

    def validate(self) -> None:
        super().validate()
        grid = self.document.battle_map.grid
        for side, high in self._highs.items():
            if self.kind is not None and self.kind.directional:
                if high == NOWHERE or high not in grid.side_hexes(side):
                    place = grid.side_name(side)
                    raise HexwrightError(f"{self.kind.name} at {place} needs one of its hexes as high side")
            elif high != NOWHERE:
                raise HexwrightError(f"hexside {grid.side_name(side)} has no high side")
