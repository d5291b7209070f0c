"""Where the pointer is, in the map's own terms."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt

from editor.hexes.drawing.geometry import SCALE
from engine.hexes.board.grid import NOWHERE, Grid


@dataclass(frozen=True, slots=True)
class Aim:
    """A place on the map as the pointer sees it. ``x`` and ``y`` are paper coordinates (circumradii)."""

    x: float
    y: float
    hex: int
    side: int
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier

    @property
    def shift(self) -> bool:
        """Whether Shift is held."""
        return bool(self.modifiers & Qt.KeyboardModifier.ShiftModifier)

    @property
    def control(self) -> bool:
        """Whether Ctrl is held."""
        return bool(self.modifiers & Qt.KeyboardModifier.ControlModifier)

    @property
    def alt(self) -> bool:
        """Whether Alt is held."""
        return bool(self.modifiers & Qt.KeyboardModifier.AltModifier)

    @property
    def on_map(self) -> bool:
        """Whether there is a hex under the pointer."""
        return self.hex != NOWHERE


def aim_at(grid: Grid, scene: QPointF, modifiers: Qt.KeyboardModifier) -> Aim:
    """The aim at a point of the scene."""
    x, y = scene.x() / SCALE, scene.y() / SCALE
    return Aim(x, y, grid.hex_at(x, y), grid.side_at(x, y), modifiers)
