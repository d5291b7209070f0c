"""Erase."""

from __future__ import annotations

from editor.commands.erase import Erase
from editor.tools.base import HexStroke


class Eraser(HexStroke):
    """Empties the layers that are ticked in the palette, in hexes and on all their hexsides."""

    key = "eraser"
    title = "Eraser"
    hint = "Drag to erase what is ticked in the palette"

    def spread(self, h: int) -> list[int]:
        return self.grid.within(h, self.settings.size - 1)

    def paint(self, hexes: list[int]) -> None:
        self.push(Erase(hexes, self.settings.get("erase"), self.stroke))
