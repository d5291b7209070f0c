"""The chunks of a hex map: squares of hexes whose art is made and kept together."""

from __future__ import annotations

from math import ceil, floor
from typing import Final

from PySide6.QtCore import QRectF

from editor.canvas.drawing.paper import SCALE
from engine.hexes.board.grid import Grid

CHUNK: Final = 8
"""Columns and rows of a chunk: small enough to be made again within one step of a brush."""

BEYOND: Final = 2.2 * SCALE
"""How far art may reach beyond its chunk, whose last row or column may be shifted by half a hex."""


class Chunks:
    """The chunks of a grid, numbered row by row."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.across = ceil(grid.columns / CHUNK)
        self.down = ceil(grid.rows / CHUNK)

    @property
    def all(self) -> range:
        """Every chunk."""
        return range(self.across * self.down)

    def hexes(self, chunk: int) -> list[int]:
        """The hexes of a chunk, without void ones."""
        return self.window(chunk, 0, 0)

    def window(self, chunk: int, before: int, after: int) -> list[int]:
        """The hexes of a chunk, with some columns and rows more to the left and above, and to the right and below."""
        grid = self.grid
        cy, cx = divmod(chunk, self.across)
        left, right = max(0, cx * CHUNK - before), min(grid.columns, (cx + 1) * CHUNK + after)
        top, bottom = max(0, cy * CHUNK - before), min(grid.rows, (cy + 1) * CHUNK + after)
        found = [h for row in range(top, bottom) for h in range(row * grid.columns + left, row * grid.columns + right)]
        return [h for h in found if h in grid] if len(grid) < grid.size else found

    def holding(self, h: int) -> int:
        """The chunk that a hex is in."""
        row, column = divmod(h, self.grid.columns)
        return row // CHUNK * self.across + column // CHUNK

    def within(self, rect: QRectF, margin: float = BEYOND) -> list[int]:
        """The chunks whose art may be seen in a rectangle of the scene."""
        wide, high = self._pitch()
        left = max(0, floor((rect.left() - margin) / wide))
        right = min(self.across - 1, floor((rect.right() + margin) / wide))
        top = max(0, floor((rect.top() - margin) / high))
        bottom = min(self.down - 1, floor((rect.bottom() + margin) / high))
        return [cy * self.across + cx for cy in range(top, bottom + 1) for cx in range(left, right + 1)]

    def _pitch(self) -> tuple[float, float]:
        full = 1.7320508 * SCALE
        return (1.5 * SCALE * CHUNK, full * CHUNK) if self.grid.flat else (full * CHUNK, 1.5 * SCALE * CHUNK)
