"""What tables are shown and handled with in the window."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainterPath, QPixmap

from editor.canvas.marks import Marks
from editor.canvas.scene import SceneParts
from editor.canvas.tiled_map import TiledMap
from editor.document.document import Document
from editor.kinds import TokenLook, WindowParts
from editor.tables.canvas.aim import aim_at
from editor.tables.canvas.cursor import TableCursor
from editor.tables.canvas.faces import base_pixmap
from editor.tables.canvas.layer import TableLayer
from editor.tables.canvas.overlays import TableOverlay
from editor.tables.canvas.units import TablePieces
from editor.tables.scale import PER_GRAIN, base_polygon, outline_path
from editor.tables.things import LABELS, Thing, path_of, said_of, thing_at
from engine.boards.board import Board, Spot
from engine.exchange.bases import depth_of
from engine.scenario import Scenario, Unit
from engine.tables.places import PACE, BasePlace, place
from engine.tables.table import RegionSpots, TableLabel, table_of


def new_marks(layer: TiledMap, colour: QColor, z: float) -> Marks:
    """Marks over a table."""
    return Marks(layer.geometry.size, colour, z)


def select(document: Document, marks: Marks, spots: list[Spot]) -> None:
    """Frame the things that are selected; units show it themselves."""
    table, found = table_of(document.board), QPainterPath()
    for spot in spots:
        if isinstance(spot, Thing):
            found.addPath(path_of(table, spot))
    marks.show_marks(areas=found)


def lie(board: Board) -> object:
    """The size of a table."""
    return table_of(board).size


def outline(_board: Board, spots: Collection[BasePlace]) -> QPainterPath:
    """The edge of a set of places in the scene: of a region its outline, else a base at each."""
    if isinstance(spots, RegionSpots):
        return outline_path(spots.outline)
    found = QPainterPath()
    for spot in spots:
        found.addPolygon(base_polygon(spot))
        found.closeSubpath()
    return found


def outward(_board: Board, _spot: BasePlace) -> tuple[float, float] | None:
    """No place on a table is at its edge by itself."""
    return None


def carried(_board: Board, units: Mapping[str, BasePlace], start: BasePlace, end: BasePlace) -> dict[str, BasePlace]:
    """Where units come to stand that are carried together as far as from one place to another."""
    dx, dy = end.x - start.x, end.y - start.y
    return {key: BasePlace(spot.x + dx, spot.y + dy, spot.facing) for key, spot in units.items()}


def token(scenario: Scenario, unit: Unit, how: TokenLook) -> QPixmap:
    """A unit's base; it has no steps, and the design of counters says nothing of it."""
    return base_pixmap(unit, scenario.sides[unit.side], depth_of(scenario, unit), how.size, how.ratio)


def way(layer: TiledMap, spots: Sequence[Spot]) -> list[QPointF]:
    """A move on a table goes straight from place to place."""
    return [QPointF(*layer.geometry.centre(spot)) for spot in spots]


def title_of(board: Board, spot: Spot) -> str:
    """What the menu of a place is called: the point in paces."""
    return said_of(table_of(board), spot) if isinstance(spot, Thing) else board.spell(spot).partition("/")[0]


def describe(document: Document, spot: BasePlace) -> str:
    """A point in words for the status bar: paces, what lies there, the sector."""
    table = table_of(document.board)
    x, y = spot.x / PACE, spot.y / PACE
    if not table.holds(x, y):
        return ""
    thing = thing_at(table, QPointF(spot.x, spot.y) * PER_GRAIN)
    known = table.palette.areas.get(table.ground)
    ground = said_of(table, thing) if thing is not None else (known.name if known is not None else table.ground).lower()
    return f"{x:.0f}, {y:.0f} paces · {ground} · sector {table.sector((x, y))}"


def names(board: Board) -> Iterator[tuple[str, BasePlace]]:
    """The names on a table, and those of its regions, each with its place."""
    table = table_of(board)
    for label in table.labels:
        yield label.text, place(*label.at, 0)
    for region in table.regions.values():
        middle = outline_path(region.outline).boundingRect().center()
        yield region.name or region.key, BasePlace(round(middle.x() / PER_GRAIN), round(middle.y() / PER_GRAIN), 0)


def lettered(board: Board, spots: Collection[object]) -> list[TableLabel]:
    """The names among what is selected."""
    chosen = {int(spot.key) for spot in spots if isinstance(spot, Thing) and spot.layer == LABELS}
    return [label for number, label in enumerate(table_of(board).labels) if number in chosen]


def measures(board: Board) -> str:
    """How large a table is, in words."""
    table = table_of(board)
    return f"{table.size[0]:,} × {table.size[1]:,} paces, palette {table.palette.name}"


def order(unit: str, now: BasePlace, end: BasePlace) -> str:
    """The action that a drag of a unit to a place means: it goes there, and keeps its facing."""
    there = BasePlace(end.x, end.y, now.facing)
    return f"move {unit}: to {round(there.x / PACE)},{round(there.y / PACE)}/{there.facing / 10:g}"


WINDOW: Final = WindowParts(
    scene=SceneParts(layer=TableLayer, overlay=TableOverlay, marks=new_marks, select=select),
    pieces=TablePieces,
    aim=aim_at,
    cursor=TableCursor,
    lie=lie,
    title=title_of,
    describe=describe,
    names=names,
    lettered=lettered,
    measures=measures,
    outline=outline,
    outward=outward,
    carried=carried,
    order=order,
    token=token,
    way=way,
)
"""Tables in the window."""
