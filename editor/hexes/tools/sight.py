"""Lines of sight: a click chooses a hex, and the map shows what is seen from there."""

from __future__ import annotations

from editor.hexes.canvas.aim import Aim
from editor.hexes.tools.base import HexTool


class SightTool(HexTool):
    """Shows the lines of sight from the clicked hex; pointing at another one tells what is in the way."""

    draws = False
    key = "sight"
    title = "Line of sight"
    shortcut = "S"
    group = 3
    hint = "Click a hex to look from, then point at another to see what blocks the line of sight"

    def hover(self, aim: Aim) -> None:
        self.marks.show_marks(hexes=[aim.hex] if aim.on_map else ())

    def start(self, aim: Aim) -> None:
        if not aim.on_map:
            return
        self.stage.selection.set([aim.hex])
        switch = self.stage.actions.find("overlay.sight")
        if switch is not None:
            switch.setChecked(True)

    def deactivate(self) -> None:
        switch = self.stage.actions.find("overlay.sight")
        if switch is not None:
            switch.setChecked(False)
        super().deactivate()
