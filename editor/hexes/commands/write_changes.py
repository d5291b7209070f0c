"""Write changes that were worked out before: pasting, moving, deleting, slopes, bridges."""

from __future__ import annotations

from typing import Self

from editor.commands.change import Change
from editor.commands.set_layers import layers_of
from editor.hexes.commands.patch import MapPatch
from engine.errors import HexwrightError
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.mapping.edit import Changes


class WriteChanges(MapPatch):
    """Write hexes, hexsides, paths, place names and regions in one step."""

    def __init__(self, text: str, changes: Changes, stroke: int = 0) -> None:
        super().__init__(text, stroke)
        self._wanted = changes

    def changes(self, board: BattleMap) -> Changes:
        return self._wanted

    def prepare(self) -> None:
        super().prepare()
        board, wanted = self.models.battle_map, self._wanted
        self.old_labels = list(board.labels)
        self.new_labels = self.old_labels if wanted.labels is None else list(wanted.labels)
        self.old_regions = dict(board.regions)
        self.new_regions = self.old_regions if wanted.regions is None else dict(wanted.regions)

    def is_empty(self) -> bool:
        return super().is_empty() and self.old_labels == self.new_labels and self.old_regions == self.new_regions

    def layers(self) -> frozenset[str]:
        named = {"labels": self.old_labels != self.new_labels, "regions": self.old_regions != self.new_regions}
        differing = set(self.old_labels) ^ set(self.new_labels)
        return super().layers() | {layer for layer, changed in named.items() if changed} | layers_of(*differing)

    def validate(self) -> None:
        super().validate()
        grid = self.models.battle_map.grid
        if any(label.at not in grid for label in set(self.new_labels) - set(self.old_labels)):
            raise HexwrightError("a place name needs a hex")
        changed = (region for key, region in self.new_regions.items() if region != self.old_regions.get(key))
        if any(h not in grid for region in changed for h in region.hexes):
            raise HexwrightError("a region lies on the map")

    def apply(self) -> Change:
        board = self.models.battle_map
        board.labels, board.regions = list(self.new_labels), dict(self.new_regions)
        return self._with_names(super().apply())

    def revert(self) -> Change:
        board = self.models.battle_map
        board.labels, board.regions = list(self.old_labels), dict(self.old_regions)
        return self._with_names(super().revert())

    def _with_names(self, change: Change) -> Change:
        """Names and regions are drawn again where they come and go."""
        hexes = {label.at for label in set(self.old_labels) ^ set(self.new_labels)}
        changed = {
            key
            for key in self.old_regions.keys() | self.new_regions.keys()
            if self.old_regions.get(key) != self.new_regions.get(key)
        }
        for key in changed:
            old, new = self.old_regions.get(key), self.new_regions.get(key)
            hexes |= (old.hexes if old else frozenset()) ^ (new.hexes if new else frozenset())
        if self.old_labels == self.new_labels and not changed:
            return change
        return Change("map", change.hexes | hexes, change.sides)

    def absorb(self, later: Self) -> bool:
        if not super().absorb(later):
            return False
        self.new_labels, self.new_regions = later.new_labels, later.new_regions
        return True
