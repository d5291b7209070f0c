"""Pick what lies under the pointer, and go on painting with it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor

from editor.hexes.canvas.aim import Aim
from editor.hexes.tools.base import HexTool, edge_spots
from engine.boards.palette import Layer

NEAR: float = 0.24
"""How close to a hexside (in circumradii) the pointer must be for it to be picked rather than the terrain."""


class Pick(HexTool):
    """Takes up the hexside, feature, road or terrain under the pointer, and switches to the tool for it."""

    draws = False
    key = "pick"
    title = "Pick"
    shortcut = "I"
    group = 3
    hint = "Click to pick what is there and paint with it"

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.PointingHandCursor)

    def spots(self, h: int) -> list[tuple[float, float]]:
        return [self.grid.centre(h), *edge_spots(self.grid, h)]

    def hover(self, aim: Aim) -> None:
        self.marks.show_marks(hexes=[aim.hex] if aim.on_map else ())

    def what(self, aim: Aim) -> tuple[Layer, str] | None:
        """The layer and kind that a click would pick."""
        if not aim.on_map:
            return None
        if aim.side in self.map.hexsides and self._distance(aim) < NEAR:
            return Layer.HEXSIDE, next(iter(self.map.hexsides[aim.side]))
        features = self.map.features.get(aim.hex)
        if features:
            return Layer.FEATURE, features[0]
        for key in self.map.palette.paths:
            if self.map.on_path(aim.hex, key):
                return Layer.PATH, key
        return Layer.TERRAIN, self.map.terrain[aim.hex]

    def _distance(self, aim: Aim) -> float:
        (ax, ay), (bx, by) = (self.grid.paper(end) for end in self.grid.side_ends(aim.side))
        px, py, dx, dy = aim.x - ax, aim.y - ay, bx - ax, by - ay
        t = max(0.0, min(1.0, px * dx + py * dy))
        return float(((px - t * dx) ** 2 + (py - t * dy) ** 2) ** 0.5)

    def start(self, aim: Aim) -> None:
        found = self.what(aim)
        if found is not None:
            self.settings.picked.emit(*found)
