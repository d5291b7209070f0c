"""The layers of a map of hexes as drawings with layers have them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from editor.canvas.drawing.look import Look
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.map_painter import atlas_for, paint
from editor.kinds import PictureLayer
from engine.hexes.board.battlemap import BattleMap

Opacities = tuple[tuple[str, float], ...]
ALL_LAYERS: Final = (
    *("terrain", "elevation", "regions", "features", "hexsides", "paths", "labels", "grid", "numbers"),
)


def _look(*, regions: bool = False, labels: bool = False, numbers: bool = False) -> Callable[[str, Opacities], Look]:
    """How a layer by itself is drawn, by map style and by what is left out."""
    return lambda style, others: Look(
        style=style, regions=regions, labels=labels, numbers=numbers, grid=not (labels or numbers), opacities=others
    )


LAYERS: Final = (
    ("Terrain", ("terrain",), _look()),
    ("Elevation", ("elevation",), _look()),
    ("Regions", ("regions",), _look(regions=True)),
    ("Paths", ("paths",), _look()),
    ("Hexsides", ("hexsides",), _look()),
    ("Grid", ("grid",), _look()),
    ("Features", ("features",), _look()),
    ("Numbers", ("numbers",), _look(numbers=True)),
    ("Names", ("labels",), _look(labels=True)),
)
"""Title, layers and look of each drawing, the lowest first."""


def picture_layers(board: BattleMap, style: str) -> Iterator[PictureLayer]:
    """The layers of a map, the lowest first."""
    for title, layers, look_of in LAYERS:
        look = look_of(style, tuple((layer, 0.0) for layer in ALL_LAYERS if layer not in layers))
        yield PictureLayer(title, look.labels, partial(_paint, atlas_for(board, look), look))


def _paint(atlas: Atlas, look: Look, painter: QPainter, area: QRectF, hidden: frozenset[str]) -> None:
    paint(painter, atlas, area, 1.0, replace(look, hidden=hidden), QColor(0, 0, 0, 0))
