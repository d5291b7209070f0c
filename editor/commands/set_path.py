"""Lay roads, trails, rails and streams from hex to hex, and take them up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from editor.commands.patch import MapPatch
from engine.mapping.crossing import with_crossings, with_hex_crossings

if TYPE_CHECKING:
    from editor.document.document import Document


class SetPath(MapPatch):
    """Let a kind of path cross hexsides, or no longer; bridges come and go with it where the map wants them."""

    def __init__(
        self, document: Document, sides: Iterable[int], path: str, present: bool = True, stroke: int = 0
    ) -> None:
        now = document.battle_map.paths
        kind = document.battle_map.palette.paths.get(path)
        name = kind.name if kind else path
        ways = {}
        for side in sides:
            keys = now.get(side, frozenset())
            ways[side] = keys | {path} if present else keys - {path}
        text = f"{'Lay' if present else 'Remove'} {name}"
        bridges = with_crossings(document.battle_map, paths=ways)
        features = with_hex_crossings(document.battle_map, ways)
        super().__init__(document, text, paths=ways, hexsides=bridges, features=features, stroke=stroke)
