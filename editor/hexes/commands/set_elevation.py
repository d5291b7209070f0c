"""Raise, lower and set the ground."""

from __future__ import annotations

from collections.abc import Mapping

from editor.hexes.commands.patch import MapPatch
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.mapping.edit import Changes

TOP = 35
"""The highest level a file can hold."""


class SetElevation(MapPatch):
    """Give hexes their level; levels beyond 0 and 35 are held there."""

    def __init__(self, levels: Mapping[int, int], stroke: int = 0) -> None:
        super().__init__("Set elevation", stroke)
        self.levels = {h: max(0, min(TOP, level)) for h, level in levels.items()}

    def changes(self, board: BattleMap) -> Changes:
        return Changes(elevation=self.levels)
