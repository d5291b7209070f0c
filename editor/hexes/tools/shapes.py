"""Paint terrain by shape: rectangle, lasso, disc, ring."""

from __future__ import annotations

from typing import Final

from editor.canvas.drawing.paper import SCALE
from editor.hexes.canvas.aim import Aim
from editor.hexes.canvas.way import aims_between
from editor.hexes.tools.base import HexTool
from editor.hexes.tools.brush import paint_hexes, pick_terrain
from editor.tools.options import MixRow, OneOf, SizeRow, SymmetryRow
from engine.hexes.board.grid import NOWHERE
from engine.hexes.board.shapes import in_box, in_lasso, on_ring
from engine.plural import counted

SHAPES: Final = {"rectangle": "Rectangle", "lasso": "Lasso", "disc": "Disc", "ring": "Ring"}


class RingWidthRow(SizeRow):
    """How wide a ring is; it rests with the other shapes, which are as large as they are drawn."""

    title = "Width"
    named = "Ring width"

    def read(self) -> None:
        super().read()
        self.setEnabled(self.chosen.get("shape") == "ring")


class TerrainShape(HexTool):
    """Paints what a drag takes in, once the button comes up; discs and rings are drawn from their middle outwards.

    A ring is as wide as the brush. Ctrl+click picks.
    """

    key = "shape"
    title = "Terrain shape"
    shortcut = "O"
    group = 1
    layer = "terrain"
    options = (OneOf("Shape", "shape", SHAPES), RingWidthRow, MixRow, SymmetryRow)
    hint = "Drag a rectangle, a lasso, or a disc or ring from its middle (choose above the palette); Ctrl+click picks"

    _middle = NOWHERE
    _last: Aim | None = None
    _points: tuple[tuple[float, float], ...] = ()

    def hover(self, aim: Aim) -> None:
        self.marks.show_marks(hexes=self.images([aim.hex]) if aim.on_map else ())

    def start(self, aim: Aim) -> None:
        if aim.control:
            pick_terrain(self, aim)
            self.busy = False
            return
        self._middle, self._last = aim.hex, aim
        self._points = ((aim.x, aim.y),)
        self._show(aim)

    def move(self, aim: Aim) -> None:
        self._points += tuple((step.x, step.y) for step in aims_between(self.grid, self._last, aim))
        self._last = aim
        self._show(aim)

    def finish(self, aim: Aim) -> None:
        hexes = self._hexes(aim)
        if hexes and paint_hexes(self, hexes, self.stroke):
            self.say(f"Painted {counted(len(hexes), 'hex', 'hexes')}")
        self.hover(aim)

    def _hexes(self, aim: Aim) -> list[int]:
        shape = self.settings.get("shape")
        if shape == "rectangle":
            found = in_box(self.grid, self._points[0], (aim.x, aim.y))
        elif shape == "lasso":
            found = in_lasso(self.grid, self._points)
        elif self._middle == NOWHERE or not aim.on_map:
            return []
        else:
            radius = self.grid.distance(self._middle, aim.hex)
            width = radius + 1 if shape == "disc" else self.settings.size
            found = on_ring(self.grid, self._middle, radius, width)
        return self.images(found)

    def _show(self, aim: Aim) -> None:
        hexes = self._hexes(aim)
        line: list[tuple[float, float]] = []
        if self.settings.get("shape") == "lasso":
            line = [(x * SCALE, y * SCALE) for x, y in (*self._points, self._points[0])]
        note = counted(len(hexes), "hex", "hexes") if len(hexes) > 1 else ""
        self.marks.show_marks(hexes=hexes, line=line, note=note, note_at=(aim.x * SCALE, aim.y * SCALE))
