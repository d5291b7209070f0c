"""Where the pointer is on a map of hexes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt

from editor.canvas.aim import HeldKeys
from editor.canvas.drawing.paper import SCALE
from editor.document.document import Document
from engine.hexes.board.grid import NOWHERE


@dataclass(frozen=True, slots=True)
class Aim(HeldKeys):
    """A place on the map as the pointer sees it. ``x`` and ``y`` are paper coordinates (circumradii)."""

    x: float
    y: float
    hex: int
    side: int
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier

    @property
    def on_map(self) -> bool:
        """Whether there is a hex under the pointer."""
        return self.hex != NOWHERE

    @property
    def spot(self) -> int | None:
        """The hex under the pointer, None beyond the map."""
        return self.hex if self.hex != NOWHERE else None


def aim_at(document: Document, scene: QPointF, modifiers: Qt.KeyboardModifier) -> Aim:
    """The aim at a point of the scene."""
    x, y = scene.x() / SCALE, scene.y() / SCALE
    grid = document.battle_map.grid
    return Aim(x, y, grid.hex_at(x, y), grid.side_at(x, y), modifiers)
