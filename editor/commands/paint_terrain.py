"""Paint natural terrain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from editor.commands.patch import MapPatch

if TYPE_CHECKING:
    from editor.document.document import Document


class PaintTerrain(MapPatch):
    """Make hexes of one terrain."""

    def __init__(self, document: Document, hexes: Iterable[int], terrain: str, stroke: int = 0) -> None:
        kind = document.battle_map.palette.terrain.get(terrain)
        name = kind.name if kind else terrain
        super().__init__(document, f"Paint {name}", terrain=dict.fromkeys(hexes, terrain), stroke=stroke)
