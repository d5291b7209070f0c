"""Raise, lower and level the ground."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QComboBox

from editor.controls.controls import Controls
from editor.hexes.canvas.aim import Aim
from editor.hexes.commands.set_elevation import TOP, SetElevation
from editor.hexes.tools.base import HexStroke
from editor.look.numbers import WholeBox
from editor.stage.stage import Stage
from editor.tools.options import OptionRow, SizeRow, SymmetryRow

MODES: Final = {"raise": "Raise", "lower": "Lower", "set": "Set to"}


class GroundRow(OptionRow):
    """What is done to the ground, and the level to set."""

    settings = ("elevation_mode", "level")

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, "Ground")
        self.mode = QComboBox()
        self.mode.setAccessibleName("What is done to the ground")
        for key, title in MODES.items():
            self.mode.addItem(title, key)
        self.mode.activated.connect(lambda _i: self.chosen.set("elevation_mode", self.mode.currentData()))
        self.level = WholeBox()
        self.level.setAccessibleName("Level")
        self.level.setRange(0, TOP)
        self.level.setPrefix("level ")
        self.level.valueChanged.connect(lambda value: self.chosen.set("level", value))
        self.line.addWidget(self.mode, 1)
        self.line.addWidget(self.level, 1)

    def read(self) -> None:
        mode = self.chosen.get("elevation_mode")
        self.mode.setCurrentIndex(self.mode.findData(mode))
        self.level.setValue(int(self.chosen.get("level")))
        self.level.setEnabled(mode == "set")


class ElevationTool(HexStroke):
    """Raises, lowers or sets the level of hexes; each hex once a stroke. Ctrl+click picks the level, Shift turns
    raising into lowering."""

    key = "elevation"
    title = "Elevation"
    shortcut = "E"
    group = 1
    layer = "elevation"
    options = (SizeRow, GroundRow, SymmetryRow)
    hint = "Drag to raise the ground (Shift lowers); choose raise, lower or set above; Ctrl+click picks a level"

    def __init__(self, stage: Stage, controls: Controls) -> None:
        super().__init__(stage, controls)
        self._done: set[int] = set()
        self._mode = "raise"

    def spread(self, h: int) -> list[int]:
        return self.grid.within(h, self.settings.size - 1)

    def hover(self, aim: Aim) -> None:
        if aim.on_map:
            level = self.map.elevation[aim.hex]
            at = self.geometry.centre(aim.hex)
            self.marks.show_marks(hexes=self.images(self.spread(aim.hex)), note=f"level {level}", note_at=at)
        else:
            self.marks.clear()

    def start(self, aim: Aim) -> None:
        if aim.control and aim.on_map:
            self.settings.set("level", self.map.elevation[aim.hex])
            self.settings.set("elevation_mode", "set")
            self.say(f"Set to level {self.map.elevation[aim.hex]}")
            self.busy = False
            return
        self._done = set()
        mode = str(self.settings.get("elevation_mode"))
        swap = {"raise": "lower", "lower": "raise"}
        self._mode = swap.get(mode, mode) if aim.shift else mode
        super().start(aim)

    def paint(self, hexes: list[int]) -> None:
        now = self.map.elevation
        fresh = [h for h in hexes if h not in self._done]
        self._done.update(fresh)
        if self._mode == "set":
            levels = dict.fromkeys(fresh, int(self.settings.get("level")))
        else:
            step = 1 if self._mode == "raise" else -1
            levels = {h: now[h] + step for h in fresh}
        self.push(SetElevation(levels, self.stroke))

    def finish(self, aim: Aim) -> None:
        self.hover(aim)
