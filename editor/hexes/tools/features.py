"""Place features: houses, towns, forts."""

from __future__ import annotations

from editor.hexes.canvas.aim import Aim
from editor.hexes.commands.set_feature import SetFeature
from editor.hexes.tools.base import HexStroke
from editor.tools.options import SymmetryRow
from engine.boards.palette import Layer


class FeatureTool(HexStroke):
    """A click places the feature or takes it out; a drag goes on with what the click began. Ctrl+click picks."""

    key = "feature"
    title = "Features"
    shortcut = "U"
    group = 2
    layer = "features"
    options = (SymmetryRow,)
    hint = "Click to place or erase; drag to continue; Ctrl+click picks a feature"

    _present = True
    _begun = False

    def paint(self, hexes: list[int]) -> None:
        self.push(SetFeature(hexes, self.settings.feature, self._present, self.stroke))

    def start(self, aim: Aim) -> None:
        self._begun = False
        if aim.control and aim.on_map:
            there = self.map.features.get(aim.hex)
            if there:
                self.settings.picked.emit(Layer.FEATURE, there[0])
            self.busy = False
            return
        self._begin(aim)
        super().start(aim)

    def move(self, aim: Aim) -> None:
        self._begin(aim)
        super().move(aim)

    def _begin(self, aim: Aim) -> None:
        """The first hex of a stroke, which may begin off the map, says whether it places or takes out."""
        if aim.on_map and not self._begun:
            self._begun = True
            self._present = not self.map.has_feature(aim.hex, self.settings.feature)
