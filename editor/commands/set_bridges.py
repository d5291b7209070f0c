"""Whether roads drawn over water get bridges of themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from editor.commands.base import Command
from editor.document.change import Change

if TYPE_CHECKING:
    from editor.document.document import Document


class SetBridges(Command):
    """Let bridges and fords come with roads on this map, or not; those that are there stay as they are."""

    def __init__(self, document: Document, wanted: bool) -> None:
        super().__init__(document, "Bridges with roads" if wanted else "No bridges with roads")
        self.old = document.battle_map.bridges
        self.new = wanted

    def is_empty(self) -> bool:
        return self.old == self.new

    def apply(self) -> Change:
        return self._write(self.new)

    def revert(self) -> Change:
        return self._write(self.old)

    def _write(self, wanted: bool) -> Change:
        self.document.battle_map.bridges = wanted
        return Change("map", keys=frozenset({"bridges"}))
