"""Swatches: a kind of the palette as the map's own renderer draws it, on a few hexes of its own."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPainterPath, QPixmap

from editor.canvas.drawing.look import ORGANIC, Look
from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.map_painter import paint
from engine.boards.palette import Kind, Layer, Palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import NOWHERE, Grid, GridSpec

_GRID: Final = Grid(GridSpec(5, 5))
_MIDDLE: Final = _GRID.at(2, 2)
_LOOK: Final = Look(grid=False, numbers=False, labels=False, regions=False)


def sample(palette: Palette, kind: Kind) -> BattleMap:
    """A small map that shows a kind in its middle."""
    board = BattleMap(_GRID, palette)
    if kind.layer is Layer.TERRAIN:
        for h in _GRID.within(_MIDDLE, 2):
            board.terrain[h] = kind.key
    elif kind.layer is Layer.FEATURE:
        board.features[_MIDDLE] = (kind.key,)
        if kind.symbol in ("bridge", "ford"):
            _add_crossing(board, kind)
    elif kind.layer is Layer.PATH:
        for d in (1, 4):
            for h in (_MIDDLE, _GRID.neighbour(_MIDDLE, 1), _GRID.neighbour(_MIDDLE, 4)):
                board.paths[_GRID.side(h, d)] = frozenset({kind.key})
    else:
        _add_hexside(board, kind)
    return board


def _add_crossing(board: BattleMap, kind: Kind) -> None:
    """A stream and what crosses it: a bridge carries a road, a ford a track."""
    paths = board.palette.paths
    streams = board.palette.streams
    tracks = [key for key, path in paths.items() if (path.symbol == "dashed") is (kind.symbol == "ford")]
    for way, directions in ((sorted(streams), (1, 4)), ([key for key in tracks if key not in streams], (0, 3))):
        for d in directions if way else ():
            board.paths[_GRID.side(_MIDDLE, d)] = frozenset(way[:1])


def _add_hexside(board: BattleMap, kind: Kind) -> None:
    if kind.symbol in ("bridge", "ford"):
        river = next((key for key, other in board.palette.hexsides.items() if other.symbol == "river"), "")
        crossed = _GRID.side(_MIDDLE, 0)
        for h, d in ((_MIDDLE, 0), (_MIDDLE, 5), (_MIDDLE, 1)):
            board.hexsides[_GRID.side(h, d)] = {river: NOWHERE} if river else {}
        board.hexsides[crossed] = {**board.hexsides[crossed], kind.key: NOWHERE}
        return
    for d in (5, 0, 1):
        side = _GRID.side(_MIDDLE, d)
        other = _GRID.neighbour(_MIDDLE, d)
        board.hexsides[side] = {kind.key: other if kind.directional else NOWHERE}


@lru_cache(maxsize=400)
def _picture(palette: Palette, layer: Layer, key: str, width: int, height: int, style: str = ORGANIC) -> QImage:
    kind = palette.kinds[layer][key]
    atlas = Atlas(sample(palette, kind), style)
    x, y = atlas.geometry.centre(_MIDDLE)
    if layer is Layer.HEXSIDE:
        y -= 0.72 * SCALE
    across = {Layer.TERRAIN: 1.5, Layer.FEATURE: 1.75, Layer.HEXSIDE: 1.9, Layer.PATH: 1.8}[layer] * SCALE
    scale = height / across
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.translate(width / 2, height / 2)
    painter.scale(scale, scale)
    painter.translate(-x, -y)
    rect = QRectF(x - width / scale / 2, y - height / scale / 2, width / scale, height / scale)
    paint(painter, atlas, rect, max(scale, 20 / SCALE), _LOOK)
    painter.end()
    return image


def swatch_image(palette: Palette, kind: Kind, width: int, height: int, style: str = ORGANIC) -> QImage:
    """A kind as a picture of this many pixels in a map style."""
    return _picture(palette, kind.layer, kind.key, width, height, style)


def swatch_pixmap(palette: Palette, kind: Kind, width: int, height: int, ratio: float = 1.0) -> QPixmap:
    """A kind as a rounded picture of this size in logical pixels."""
    wide, high = round(width * ratio), round(height * ratio)
    pixmap = QPixmap(wide, high)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = QPainterPath()
    frame.addRoundedRect(QRectF(0.5, 0.5, wide - 1, high - 1), 4 * ratio, 4 * ratio)
    painter.setClipPath(frame)
    painter.drawImage(0, 0, _picture(palette, kind.layer, kind.key, wide, high))
    painter.setClipping(False)
    painter.setPen(QColor(0, 0, 0, 70))
    painter.drawPath(frame)
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def swatch_icon(palette: Palette, kind: Kind, size: int = 20) -> QIcon:
    """A kind as an icon for lists and menus."""
    pixmap = swatch_pixmap(palette, kind, size, size)
    icon = QIcon(pixmap)
    # Otherwise the chosen row of a list would tint it, and the kind be seen in another colour.
    icon.addPixmap(pixmap, QIcon.Mode.Selected)
    return icon
