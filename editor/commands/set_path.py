"""Lay roads, trails and rails from hex to hex, and take them up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from editor.commands.patch import MapPatch

if TYPE_CHECKING:
    from editor.document.document import Document


class SetPath(MapPatch):
    """Let a kind of path cross hexsides, or no longer."""

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
        super().__init__(document, f"{'Lay' if present else 'Remove'} {name}", paths=ways, stroke=stroke)
