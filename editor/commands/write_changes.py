"""Write changes that were worked out before: pasting, moving, deleting, slopes, bridges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor.commands.base import Command
from editor.commands.patch import MapPatch
from editor.document.change import Change
from engine.board.edit import Changes
from engine.errors import HexwrightError

if TYPE_CHECKING:
    from editor.document.document import Document


class WriteChanges(MapPatch):
    """Write hexes, hexsides, paths and place names in one step; regions are not looked at."""

    def __init__(self, document: Document, text: str, changes: Changes, stroke: int = 0) -> None:
        super().__init__(
            document,
            text,
            terrain=changes.terrain,
            elevation=changes.elevation,
            features=changes.features,
            hexsides=changes.hexsides,
            paths=changes.paths,
            stroke=stroke,
        )
        self.old_labels = list(document.battle_map.labels)
        self.new_labels = self.old_labels if changes.labels is None else list(changes.labels)

    def is_empty(self) -> bool:
        return super().is_empty() and self.old_labels == self.new_labels

    def layers(self) -> frozenset[str]:
        return super().layers() | ({"labels"} if self.old_labels != self.new_labels else set())

    def validate(self) -> None:
        super().validate()
        grid = self.document.battle_map.grid
        if any(label.at not in grid for label in self.new_labels if label not in self.old_labels):
            raise HexwrightError("a name needs a hex to stand at")

    def apply(self) -> Change:
        self.document.battle_map.labels = list(self.new_labels)
        return self._with_labels(super().apply())

    def revert(self) -> Change:
        self.document.battle_map.labels = list(self.old_labels)
        return self._with_labels(super().revert())

    def _with_labels(self, change: Change) -> Change:
        if self.old_labels == self.new_labels:
            return change
        moved = set(self.old_labels) ^ set(self.new_labels)
        return Change("map", change.hexes | {label.at for label in moved}, change.sides)

    def absorb(self, later: Command) -> bool:
        if not isinstance(later, WriteChanges) or not super().absorb(later):
            return False
        self.new_labels = later.new_labels
        return True
