"""The map's name, scale and provenance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor.commands.base import Command
from editor.document.change import Change

if TYPE_CHECKING:
    from editor.document.document import Document


class DescribeMap(Command):
    """Give the map its name, scale and provenance."""

    def __init__(self, document: Document, name: str, scale: str, provenance: str) -> None:
        super().__init__(document, "Describe map")
        board = document.battle_map
        self.old = (board.name, board.scale, board.provenance)
        self.new = (name, scale, provenance)

    def is_empty(self) -> bool:
        return self.old == self.new

    def apply(self) -> Change:
        return self._write(self.new)

    def revert(self) -> Change:
        return self._write(self.old)

    def _write(self, values: tuple[str, str, str]) -> Change:
        board = self.document.battle_map
        board.name, board.scale, board.provenance = values
        return Change("map", keys=frozenset({"name"}))
