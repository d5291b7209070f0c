"""The kinds of map that the editor opens: one row for each, asked by whoever would else have to tell them apart.

A row says what a kind is made of. What the editor offers on it says so itself: a tool, a panel and an action name the
kinds that they are for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, Qt

from editor.canvas.zoom_view import ZoomView
from editor.document.document import Document
from editor.hexes.canvas.aim import Aim, aim_at
from editor.hexes.canvas.keyboard import Keyboard
from editor.hexes.canvas.map_layer import MapLayer
from editor.hexes.canvas.overlays import OverlayItem, OverlayStyle
from editor.hexes.canvas.units import UnitsLayer
from engine.boards.palette import Palette
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec
from engine.hexes.carry import carried
from engine.scenario.carrying import Carried
from engine.scenario.model import Scenario


@dataclass(frozen=True, slots=True)
class MapKind:
    """A kind of map: what it is called, and what it is drawn, pointed at and carried over with."""

    key: str
    """What tools, panels and actions call it in their ``kinds``."""
    board: type[BattleMap]
    """The model that its files hold."""
    new: Callable[[GridSpec, Palette, str, str], Document]
    """A document with an empty map: grid, palette, name, scale."""
    layers: Mapping[str, str]
    """What lies on it, from the top down: the name of each layer for people, by its key."""
    lockable: frozenset[str]
    """The layers that are drawn by hand, and can be locked against it."""
    layer: Callable[[Document], MapLayer]
    """What draws it on the canvas."""
    pieces: Callable[[Grid], UnitsLayer]
    """What shows the units that stand on it."""
    overlay: Callable[[Grid, OverlayStyle, float], OverlayItem]
    """What is laid over it: reach, sight, findings."""
    aim: Callable[[Grid, QPointF, Qt.KeyboardModifier], Aim]
    """Where a point of the scene is on it."""
    keyboard: Callable[[ZoomView, Callable[[], bool], Callable[[int], list[tuple[float, float]]]], Keyboard]
    """The cursor that goes about it by keyboard."""
    carry: Callable[[Scenario, BattleMap, Sequence[int]], Carried]
    """A scenario on it, carried over to a map that was changed."""


HEXES: Final = MapKind(
    key="hexes",
    board=BattleMap,
    new=Document.new_map,
    layers={
        "units": "Units",
        "furniture": "Map furniture",
        "labels": "Place names",
        "numbers": "Hex numbers",
        "grid": "Grid",
        "features": "Features",
        "paths": "Roads",
        "hexsides": "Hexsides",
        "regions": "Regions",
        "elevation": "Elevation",
        "terrain": "Terrain",
        "underlay": "Underlay",
    },
    lockable=frozenset(
        {
            *("units", "furniture", "labels", "features", "paths", "hexsides", "regions"),
            *("elevation", "terrain", "underlay"),
        }
    ),
    layer=MapLayer,
    pieces=UnitsLayer,
    overlay=OverlayItem,
    aim=aim_at,
    keyboard=Keyboard,
    carry=carried,
)
"""Maps of hexes."""

KINDS: Final[list[MapKind]] = [HEXES]


def kind_of(document: Document) -> MapKind:
    """The kind of a document's map; KeyError for a map of no kind."""
    board = type(document.battle_map)
    for kind in KINDS:
        if kind.board is board:
            return kind
    raise KeyError(board.__name__)


def layer_names() -> dict[str, str]:
    """The layers of all kinds by key, with their names."""
    return {key: name for kind in KINDS for key, name in kind.layers.items()}
