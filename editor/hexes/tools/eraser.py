"""Erase."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QGridLayout

from editor.hexes.commands.erase import ERASABLE, Erase
from editor.hexes.tools.base import HexStroke
from editor.stage.stage import Stage
from editor.tools.options import OptionRow, SizeRow, SymmetryRow


class ErasedRow(OptionRow):
    """Which layers are erased."""

    settings = ("erase",)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        grid = QGridLayout()
        grid.setVerticalSpacing(3)
        self.boxes: dict[str, QCheckBox] = {}
        for place, layer in enumerate(ERASABLE):
            box = self.boxes[layer] = QCheckBox({"paths": "Roads"}.get(layer, layer.capitalize()))
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.clicked.connect(lambda _on: self.chosen.set("erase", self.ticked))
            grid.addWidget(box, place // 2, place % 2)
        self.line.addLayout(grid)

    @property
    def ticked(self) -> frozenset[str]:
        """The layers that are ticked."""
        return frozenset(layer for layer, box in self.boxes.items() if box.isChecked())

    def read(self) -> None:
        for layer, box in self.boxes.items():
            box.setChecked(layer in self.chosen.get("erase"))


class Eraser(HexStroke):
    """Empties the layers that are ticked in the palette, in hexes and on all their hexsides."""

    key = "eraser"
    title = "Eraser"
    shortcut = "X"
    group = 3
    options = (SizeRow, ErasedRow, SymmetryRow)
    hint = "Drag to erase what is ticked in the palette"

    def spread(self, h: int) -> list[int]:
        return self.grid.within(h, self.settings.size - 1)

    def paint(self, hexes: list[int]) -> None:
        self.push(Erase(hexes, self.settings.get("erase"), self.stroke))
