"""Where hexes, vertices and centres lie on a map of Tiled, in its pixels. Tiled places tiles by whole pixels."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.hexes.board.grid import Grid, Lattice, Point

SIZES: Final = {"large": (194, 168, 97), "small": (60, 52, 30)}
"""Length across the corners, length across the sides, and side of a hex, in pixels."""


class TileSize(NamedTuple):
    """The tiles of a map: the length across corners, across sides, and the side itself."""

    corners: int
    across: int
    side: int
    flat: bool

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a tile."""
        return (self.corners, self.across) if self.flat else (self.across, self.corners)

    @property
    def step(self) -> int:
        """From one column (flat) or row (pointy) to the next."""
        return (self.corners - self.side) // 2 + self.side

    def pixel(self, point: tuple[float, float]) -> Point:
        """The pixel of a lattice point; (0, 0) is the centre of the tile in the upper left corner of the map."""
        width, height = self.size
        long, half = self.step / 3, self.across // 2
        x, y = point
        return (
            (width / 2 + x * long, height / 2 + y * half)
            if self.flat
            else (width / 2 + x * half, height / 2 + y * long)
        )

    def lattice(self, x: float, y: float) -> tuple[float, float]:
        """The lattice point of a pixel, between whole numbers where it is none."""
        width, height = self.size
        long, half = self.step / 3, self.across // 2
        across, down = x - width / 2, y - height / 2
        return (across / long, down / half) if self.flat else (across / half, down / long)


def tiles_of(grid: Grid, size: str) -> TileSize:
    """The tiles of a map that is written."""
    return TileSize(*SIZES[size], grid.flat)


def whole(x: float, y: float) -> Lattice:
    """The lattice point that is nearest to numbers between."""
    return round(x), round(y)


def plain_number(value: float) -> int | float:
    """A number as files of Tiled have it: whole where it is whole."""
    rounded = round(value, 4)
    return int(rounded) if rounded == int(rounded) else rounded
