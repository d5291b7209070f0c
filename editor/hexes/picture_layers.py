"""The layers of a map of hexes as drawings with layers have them."""

from __future__ import annotations

from collections import Counter
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


TERRAIN: Final = "Terrain"
SEA: Final = "Sea"
"""The layer of all water that fills hexes."""
LAYERS: Final = (
    (TERRAIN, ("terrain",), _look()),
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
        atlas = atlas_for(board, look)
        if title == TERRAIN:
            for name, shown in _grounds(board):
                yield PictureLayer(name, False, partial(_paint, atlas, replace(look, of_terrain=shown)))
        else:
            yield PictureLayer(title, look.labels, partial(_paint, atlas, look))


def _grounds(board: BattleMap) -> Iterator[tuple[str, frozenset[str]]]:
    """The terrain of a map from the lowest on, land and water apart, as terrain lies over other terrain in the order
    of the palette: usually land, then all water. Terrain that the palette does not know is land."""
    palette, water = board.palette, board.palette.lakes
    used = {palette.base_terrain, *board.terrain}
    runs: list[list[str]] = []
    for key in [*palette.terrain, *sorted(used - set(palette.terrain))]:
        if key not in used:
            continue
        if runs and (runs[-1][0] in water) == (key in water):
            runs[-1].append(key)
        else:
            runs.append([key])
    names: Counter[str] = Counter()
    for run in runs:
        title = SEA if run[0] in water else TERRAIN
        names[title] += 1
        yield title if names[title] == 1 else f"{title} {names[title]}", frozenset(run)


def _paint(atlas: Atlas, look: Look, painter: QPainter, area: QRectF, hidden: frozenset[str]) -> None:
    paint(painter, atlas, area, 1.0, replace(look, hidden=hidden), QColor(0, 0, 0, 0))
