"""The map from afar: a small picture, two pixels a hex, kept up to date hex by hex.

The minimap shows it, the map is drawn from it when hexes are a few pixels wide, and it fills in for parts of
the screen that are not drawn yet.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage

from editor.canvas.drawing.paint_list import mix
from editor.canvas.drawing.paper import DESK, SCALE
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid

STEP: Final = 4000
"""Hexes that are drawn in one step."""

TINT = "#7d5a34"
"""Higher ground is tinted toward this."""


def tinted(colour: str, level: int) -> QColor:
    """A ground colour at a level of elevation."""
    return mix(colour, TINT, min(0.5, 0.09 * level)) if level > 0 else QColor(colour)


class _Colours(dict[tuple[str, int], int]):
    """The colours of terrains at levels, worked out when first asked for: a big map asks half a million times."""

    def __init__(self, battle_map: BattleMap, tints: bool) -> None:
        super().__init__()
        self._terrain = battle_map.palette.terrain
        self._tints = tints

    def __missing__(self, key: tuple[str, int]) -> int:
        kind = self._terrain.get(key[0])
        found = tinted(kind.colour if kind else "#ff00ff", key[1] if self._tints else 0).rgb() & 0xFFFFFFFF
        self[key] = found
        return found


class Overview:
    """The small picture of a map."""

    def __init__(self, battle_map: BattleMap, tints: bool = True) -> None:
        self.map = battle_map
        self.grid = grid = battle_map.grid
        self.wide, self.high = picture_size(grid)
        self._colours = _Colours(battle_map, tints)
        self.desk = QColor(DESK)
        """The colour around the map and where there is no hex; ``outdate`` has to follow when it changes."""
        self._image = QImage()
        self._stale = True
        self._round = 0

    @property
    def image(self) -> QImage:
        """The picture as the map is now."""
        for _ in self.renewing():
            pass
        return self._image

    def outdate(self) -> None:
        """All may have changed: the picture is drawn again when it is next shown, or in steps by ``renewing``."""
        self._stale = True
        self._round += 1

    def renewing(self) -> Iterator[None]:
        """Draw an outdated picture a step at a time; broken off when the map changes meanwhile."""
        if not self._stale:
            return
        grid, desk, this = self.grid, self.desk.rgb() & 0xFFFFFFFF, self._round
        cells = array("I", [desk]) * (self.wide * self.high)
        terrain, elevation = self.map.terrain, self.map.elevation
        batch = max(1, STEP // grid.columns)
        for top in range(0, grid.rows, batch):
            first, last = top * grid.columns, min(top + batch, grid.rows) * grid.columns
            kinds = zip(terrain[first:last], elevation[first:last], strict=True)
            hexes = array("I", map(self._colours.__getitem__, kinds))
            for h in grid.void:
                if first <= h < last:
                    hexes[h - first] = desk
            stagger(grid, hexes, cells, top)
            yield
            if self._round != this:
                return
        image = QImage(cells.tobytes(), self.wide, self.high, self.wide * 4, QImage.Format.Format_RGB32)
        self._image, self._stale = image.copy(), False

    def _colour(self, h: int) -> int:
        return self._colours[self.map.terrain[h], self.map.elevation[h]]

    def update(self, hexes: Iterable[int]) -> None:
        """Draw these hexes again."""
        if self._stale:
            self._round += 1
            return
        grid = self.grid
        for h in hexes:
            column, row = grid.offset(h)
            x, y = grid.lattice(h)
            colour = self._colour(h)
            if grid.flat:
                self._image.setPixel(column, y, colour)
                self._image.setPixel(column, y + 1, colour)
            else:
                self._image.setPixel(x, row, colour)
                self._image.setPixel(x + 1, row, colour)

    @property
    def rect(self) -> QRectF:
        """Where the picture lies in the scene."""
        return picture_rect(self.grid)


# -- two pixels a hex ---------------------------------------------------------------------------------------------


def picture_size(grid: Grid) -> tuple[int, int]:
    """Width and height of a map's small picture. In flat grids a hex is two pixels high, in pointy ones two wide, so
    that half steps come out even."""
    return (grid.columns, 2 * grid.rows + 1) if grid.flat else (2 * grid.columns + 1, grid.rows)


def picture_rect(grid: Grid) -> QRectF:
    """Where a map's small picture lies in the scene."""
    (wide, high), half = picture_size(grid), 0.8660254 * SCALE
    if grid.flat:
        return QRectF(0.25 * SCALE, 0.0, 1.5 * SCALE * wide, half * high)
    return QRectF(0.0, 0.25 * SCALE, half * wide, 1.5 * SCALE * high)


def stagger(grid: Grid, hexes: array[int], cells: array[int], top: int = 0) -> None:
    """Write the values of hexes, row by row from the row ``top`` on, into the pixels of a small picture."""
    wide = picture_size(grid)[0]
    shifts = [grid.lattice(c)[1] for c in range(min(2, grid.columns))] if grid.flat else []
    for number in range(len(hexes) // grid.columns):
        row, part = top + number, hexes[number * grid.columns : (number + 1) * grid.columns]
        for parity, shift in enumerate(shifts):
            for y in (2 * row + shift, 2 * row + shift + 1):
                cells[y * wide + parity : (y + 1) * wide : 2] = part[parity::2]
        if not grid.flat:
            start = row * wide + grid.lattice(row * grid.columns)[0]
            for half in (0, 1):
                cells[start + half : start + half + 2 * grid.columns : 2] = part
