"""A grid laid over a picture by hand: moved, sized, turned, stretched and sheared from where the file has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.boards.affine import Affine
from engine.boards.underlay import Underlay

USUAL_HEX: Final = 64.0
"""Pixels from side to side of a hex where nothing says how many."""


@dataclass(frozen=True, slots=True)
class GridFit:
    """Where a grid lies, compared with where the file has it; it is sized and turned about the middle of the
    picture."""

    right: float = 0.0
    """Pixels that it is moved to the right."""
    down: float = 0.0
    size: float = 1.0
    """How much larger it is."""
    turn: float = 0.0
    """Degrees clockwise."""
    stretch: float = 1.0
    """How much higher than wide it became."""
    shear: float = 0.0
    """How far a column leans to the right for each pixel downward."""

    @property
    def plain(self) -> bool:
        """Whether the grid lies where the file has it."""
        return self == AS_IN_FILE

    def matrix(self, width: float, height: float) -> Affine:
        """From pixels of the grid as the file has it to pixels of the picture, whose size is given."""
        laid = Underlay("", scale=self.size, rotation=self.turn, stretch=self.stretch, shear=self.shear)
        a, b, c, d, _, _ = laid.matrix
        x, y = width / 2, height / 2
        return a, b, c, d, x + self.right - a * x - c * y, y + self.down - b * x - d * y


AS_IN_FILE: Final = GridFit()


def options_of_fit(fit: GridFit) -> dict[str, float]:
    """A fit as the options that give it."""
    return {
        "grid_right": round(fit.right, 2),
        "grid_down": round(fit.down, 2),
        "grid_size": round(fit.size * 100, 2),
        "grid_turn": round(fit.turn, 2),
        "grid_stretch": round(fit.stretch * 100, 2),
        "grid_shear": round(fit.shear * 100, 2),
    }


@dataclass(frozen=True, slots=True)
class LaidGrid:
    """A picture with the grid over it, for the window in which it is fitted."""

    picture: bytes
    """The file of the picture."""
    width: int
    height: int
    pointy: bool
    x: float
    """The pixel of the centre of a hex, as the file has the grid."""
    y: float
    column: float
    """Pixels from centre to centre across: from column to column of a flat-topped map, from hex to hex of another."""
    row: float
    fit: GridFit = AS_IN_FILE
