"""What maps of hexes are shown and handled with in the window."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Final

from PySide6.QtGui import QColor, QPainterPath, QPixmap

from editor.canvas import marks
from editor.canvas.drawing.counters import counter_pixmap
from editor.canvas.overlay import OverlayStyle
from editor.canvas.scene import SceneParts
from editor.canvas.tiled_map import TiledMap
from editor.document.document import Document
from editor.hexes.canvas.aim import aim_at
from editor.hexes.canvas.keyboard import Keyboard
from editor.hexes.canvas.map_layer import MapLayer
from editor.hexes.canvas.marks import Marks, marks_of
from editor.hexes.canvas.overlays import OverlayItem
from editor.hexes.canvas.road_way import road_way
from editor.hexes.canvas.units import UnitsLayer
from editor.hexes.drawing.outlines import outline_of, outward
from editor.kinds import TokenLook, WindowParts
from engine.boards.board import Board
from engine.hexes.board.battlemap import BattleMap, Label, hexes_of
from engine.hexes.board.numbering import Numbering
from engine.hexes.mapping.shift import Shift
from engine.scenario import Scenario, Unit


def new_overlay(document: Document, style: OverlayStyle, z: float) -> OverlayItem:
    """What is laid over the hexes of a document's map."""
    return OverlayItem(document.battle_map.grid, style, z)


def new_marks(layer: TiledMap, colour: QColor, z: float) -> Marks:
    """Marks over a map of hexes."""
    assert isinstance(layer, MapLayer)
    return Marks(layer.geometry, colour, z)


def select(_document: Document, marked: marks.Marks, hexes: list[int]) -> None:
    """Mark hexes as selected."""
    marks_of(marked).show_marks(hexes=hexes)


def new_pieces(document: Document) -> UnitsLayer:
    """What shows the units on a document's map."""
    return UnitsLayer(document.battle_map.grid)


def lie(board: Board) -> object:
    """A grid without its numbers: where its hexes lie."""
    return replace(hexes_of(board).grid.spec, numbering=Numbering())


def outline(board: Board, hexes: Collection[int]) -> QPainterPath:
    """The edge of a set of hexes in the scene."""
    return outline_of(hexes_of(board).grid, set(hexes))


def outward_of(board: Board, h: int) -> tuple[float, float] | None:
    """Which way a hex at the edge of the map looks out of it; None for a hex inside."""
    return outward(hexes_of(board).grid, h)


def names(board: Board) -> Iterator[tuple[str, int]]:
    """The place names on a map, each with its hex."""
    return ((label.text, label.at) for label in hexes_of(board).labels)


def lettered(board: Board, spots: Collection[int]) -> list[Label]:
    """The names that belong to some hexes."""
    chosen = set(spots)
    return [label for label in hexes_of(board).labels if label.at in chosen]


def measures(board: Board) -> str:
    """How many hexes a map has, and how they lie."""
    grid = hexes_of(board).grid
    turned = "flat-topped" if grid.flat else "pointy-topped"
    return f"{grid.columns} × {grid.rows} {turned} hexes, palette {board.palette.name}"


def order(_unit: str, _now: int, _end: int) -> str:
    """A drag to a hex means what a click on it means."""
    return ""


def carried(board: Board, units: Mapping[str, int], start: int, end: int) -> Mapping[str, int]:
    """The hexes that units come to stand in which are carried as far as from one hex to another."""
    shift = Shift(hexes_of(board).grid, set(units.values()), start, end)
    return {key: shift.hex(h) for key, h in units.items()}


def token(scenario: Scenario, unit: Unit, how: TokenLook) -> QPixmap:
    """A unit's counter."""
    side = scenario.sides[unit.side]
    return counter_pixmap(unit, side, how.size, steps=how.steps, ratio=how.ratio, look=how.look)


def title_of(board: Board, h: int) -> str:
    """The number of a hex and the name of its place."""
    name = hexes_of(board).place_name(h)
    return f"{board.spell(h)}  {name}" if name else board.spell(h)


def describe_place(document: Document, h: int) -> str:
    """A hex in words for the status bar: number, name, terrain, elevation, features, roads.

    Nothing for a hex that is not on the map: near a change of tabs the pointer may still be over the map before.
    """
    board = document.battle_map
    if h not in board.grid:
        return ""
    palette = board.palette
    kind = palette.terrain.get(board.terrain[h])
    parts = [board.grid.name(h), kind.name if kind else board.terrain[h]]
    if board.elevation[h]:
        parts.append(f"level {board.elevation[h]}")
    for key in board.features.get(h, ()):
        feature = palette.features.get(key)
        parts.append(feature.name if feature else key)
    parts += [path.name for key, path in palette.paths.items() if board.on_path(h, key)]
    name = board.place_name(h)
    if name:
        parts.insert(1, name)
    return " · ".join([*parts, *_on_globe(board, h)])


def _on_globe(board: BattleMap, h: int) -> list[str]:
    """Latitude and longitude of a hex, where the map says where it lies in a projection that is known."""
    if board.look.geo is None:
        return []
    # Most maps do not lie on the globe: they need no projections.
    from engine.exchange.geomaps import spoken_place

    said = spoken_place(board.look.geo, *board.grid.centre(h))
    return [said] if said else []


WINDOW: Final = WindowParts(
    scene=SceneParts(layer=MapLayer, overlay=new_overlay, marks=new_marks, select=select),
    pieces=new_pieces,
    aim=aim_at,
    cursor=Keyboard,
    lie=lie,
    title=title_of,
    describe=describe_place,
    names=names,
    lettered=lettered,
    measures=measures,
    order=order,
    outline=outline,
    outward=outward_of,
    carried=carried,
    token=token,
    way=road_way,
)
"""Maps of hexes in the window."""
