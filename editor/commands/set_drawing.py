"""How a map is drawn: whether bridges come with roads, whether rivers widen, whether coasts follow their true line, and
by which lot outlines are drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from editor.commands.base import Command
from editor.commands.change import Change
from engine.boards.coast import Coast
from engine.errors import HexwrightError

SEEDS: Final = 1_000_000
"""Seeds are below this."""


class SetDrawing(Command):
    """Set ``bridges``, ``widen``, ``seed`` or ``coast`` of the map; bridges that are there stay as they are."""

    def __init__(self, text: str, **values: bool | int | Coast) -> None:
        super().__init__(text)
        self.new = values

    def prepare(self) -> None:
        self.old = {name: getattr(self.models.board.look, name) for name in self.new}

    def validate(self) -> None:
        seed = self.new.get("seed", 0)
        if isinstance(seed, int) and not 0 <= seed < SEEDS:
            raise HexwrightError(f"a seed is a number from 0 to {SEEDS - 1:,}")

    def is_empty(self) -> bool:
        return self.old == self.new

    def apply(self) -> Change:
        return self._write(self.new)

    def revert(self) -> Change:
        return self._write(self.old)

    def _write(self, values: dict[str, bool | int | Coast]) -> Change:
        board = self.models.board
        # The names are those of MapLook, and of one type each; mypy cannot know which.
        look: Any = board.look
        board.look = replace(look, **values)
        return Change("map" if values.keys() == {"bridges"} else "look", keys=frozenset(values))
