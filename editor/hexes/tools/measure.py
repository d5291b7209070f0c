"""Measure distances."""

from __future__ import annotations

from editor.hexes.canvas.aim import Aim
from editor.hexes.tools.base import HexTool
from engine.hexes.board.grid import NOWHERE
from engine.plural import counted


class Measure(HexTool):
    """Tells the distance between two hexes."""

    draws = False
    key = "measure"
    title = "Measure"
    shortcut = "M"
    group = 3
    hint = "Drag from one hex to another to measure the distance"

    _from = NOWHERE

    def hover(self, aim: Aim) -> None:
        self.marks.show_marks(hexes=[aim.hex] if aim.on_map else ())

    def start(self, aim: Aim) -> None:
        self._from = aim.hex
        self.move(aim)

    def move(self, aim: Aim) -> None:
        if self._from == NOWHERE or not aim.on_map:
            return
        steps = self.grid.distance(self._from, aim.hex)
        text = counted(steps, "hex", "hexes")
        ends = [self.geometry.centre(self._from), self.geometry.centre(aim.hex)]
        self.marks.show_marks(hexes=self.grid.line(self._from, aim.hex), line=ends, note=text, note_at=ends[1])
        scale = f" ({self.map.scale} each)" if self.map.scale else ""
        self.say(f"{self.grid.name(self._from)} to {self.grid.name(aim.hex)}: {text}{scale}")
