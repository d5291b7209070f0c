"""The map's name, scale and provenance."""

from __future__ import annotations

from editor.commands.base import Command
from editor.commands.change import Change


class DescribeMap(Command):
    """Give the map its name, scale and provenance."""

    def __init__(self, name: str, scale: str, provenance: str) -> None:
        super().__init__("Describe map")
        self.new = (name, scale, provenance)

    def prepare(self) -> None:
        board = self.models.board
        self.old = (board.name, board.scale, board.provenance)

    def is_empty(self) -> bool:
        return self.old == self.new

    def apply(self) -> Change:
        return self._write(self.new)

    def revert(self) -> Change:
        return self._write(self.old)

    def _write(self, values: tuple[str, str, str]) -> Change:
        board = self.models.board
        board.name, board.scale, board.provenance = values
        return Change("map", keys=frozenset({"name"}))
