"""The options by which a grid is laid over the picture of a file."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.exchange.gridfit import GridFit
from engine.exchange.source import Options


class GridOptions(Options):
    """How a grid is laid over the picture of a file; it is moved and turned with the mouse in the window of import."""

    hex: float = Field(0.0, ge=0, le=4000, description="pixels from side to side of a hex; 0 for those of the file")
    orientation: Literal["flat", "pointy"] = Field(
        "flat", description="how hexes lie where the file has no grid, or hex says their size"
    )
    grid_right: float = Field(0.0, ge=-50_000, le=50_000, description="pixels that the grid is moved to the right")
    grid_down: float = Field(0.0, ge=-50_000, le=50_000, description="pixels that the grid is moved downward")
    grid_size: float = Field(100.0, ge=5, le=2000, description="percent that the grid is sized to")
    grid_turn: float = Field(0.0, ge=-180, le=180, description="degrees that the grid is turned clockwise")
    grid_stretch: float = Field(100.0, ge=20, le=500, description="percent that the grid is stretched to in height")
    grid_shear: float = Field(
        0.0, ge=-100, le=100, description="percent of the height by which columns of the grid lean to the right"
    )

    @property
    def fit(self) -> GridFit:
        """The options of the grid as one."""
        return GridFit(
            self.grid_right,
            self.grid_down,
            self.grid_size / 100,
            self.grid_turn,
            self.grid_stretch / 100,
            self.grid_shear / 100,
        )
