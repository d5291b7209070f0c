"""What lies on a table and can be selected: areas, lines, names and regions, each by its layer and its key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker

from editor.tables.drawing.names import label_rect
from editor.tables.scale import PER_GRAIN, PER_PACE, base_polygon, in_paces, line_path, on_scene, outline_path
from engine.boards.board import Board
from engine.tables.places import BasePlace
from engine.tables.smooth import Outline
from engine.tables.table import Table, TableArea, TableLine, TableWall, table_of

AREAS: Final = "areas"
LINES: Final = "lines"
LABELS: Final = "labels"
REGIONS: Final = "regions"
"""The layers of a table that hold things."""


class Thing(NamedTuple):
    """A thing on a table: its layer, and its key; of a name the place in the list, as text."""

    layer: str
    key: str


def area_of(table: Table, selected: object) -> TableArea | None:
    """The area that is selected; None for another thing, for the place of a unit, or where it is gone."""
    return table.areas.get(selected.key) if isinstance(selected, Thing) and selected.layer == AREAS else None


def line_of(table: Table, selected: object) -> TableLine | TableWall | None:
    """The line or fortification that is selected; None as in `area_of`."""
    return table.lines.get(selected.key) if isinstance(selected, Thing) and selected.layer == LINES else None


def is_there(table: Table, thing: Thing) -> bool:
    """Whether a thing is on the table still."""
    if thing.layer == LABELS:
        return int(thing.key) < len(table.labels)
    if thing.layer == REGIONS:
        return thing.key in table.regions
    return thing.key in (table.areas if thing.layer == AREAS else table.lines)


def points_of(table: Table, thing: Thing) -> Outline:
    """The points that a thing is drawn by, in paces; of a fortification those of its inside."""
    if thing.layer == REGIONS and thing.key in table.regions:
        return table.regions[thing.key].outline
    area, line = area_of(table, thing), line_of(table, thing)
    if area is not None:
        return area.outline
    if isinstance(line, TableWall):
        return line.inside
    return line.line if line is not None else ()


def is_closed(thing: Thing) -> bool:
    """Whether the last point of a thing is joined to its first one."""
    return thing.layer in (AREAS, REGIONS)


def path_of(table: Table, thing: Thing) -> QPainterPath:
    """What a thing covers in the scene; empty where it is gone."""
    if not is_there(table, thing):
        return QPainterPath()
    if thing.layer == LABELS:
        rect, found = label_rect(table.labels[int(thing.key)]), QPainterPath()
        found.addRect(QRectF(rect.topLeft() * PER_PACE, rect.size() * PER_PACE))
        return found
    area, line = area_of(table, thing), line_of(table, thing)
    if area is not None:
        return outline_path(area.edge)
    if isinstance(line, TableLine):
        stroker = QPainterPathStroker()
        stroker.setWidth(table.width_of(line) * PER_PACE)
        stroker.setCapStyle(Qt.PenCapStyle.FlatCap)
        return stroker.createStroke(line_path(line.course))
    return outline_path(line.edge if line is not None else points_of(table, thing))


def things_of(table: Table) -> Iterator[Thing]:
    """All things on a table, the uppermost first."""
    yield from (Thing(LABELS, str(number)) for number in reversed(range(len(table.labels))))
    yield from (Thing(LINES, key) for key in reversed(table.lines))
    yield from (Thing(AREAS, key) for key in reversed(table.areas))


def thing_at(table: Table, point: QPointF) -> Thing | None:
    """The uppermost thing under a point of the scene; None for bare ground."""
    return next((thing for thing in things_of(table) if path_of(table, thing).contains(point)), None)


def said_of(table: Table, thing: Thing) -> str:
    """A thing in words: its kind, as the palette calls it, and its key."""
    if thing.layer == LABELS:
        return f"name {table.labels[int(thing.key)].text}"
    if thing.layer == REGIONS:
        return f"region {table.regions[thing.key].name or thing.key}"
    area, line = area_of(table, thing), line_of(table, thing)
    kinds = table.palette.areas if area is not None else table.palette.lines
    kind = area.kind if area is not None else line.kind if line is not None else ""
    name = kinds[kind].name.lower() if kind in kinds else kind
    return name if name == thing.key else f"{name} {thing.key}"


def vertex_at(points: Outline, point: QPointF, reach: float) -> int:
    """The number of the point within reach (scene units) of a point of the scene; -1 where none is."""
    near = [((on_scene(*one) - point).manhattanLength(), number) for number, one in enumerate(points)]
    gap, number = min(near, default=(reach + 1, -1))
    return number if gap <= reach else -1


def edge_at(points: Outline, point: QPointF, reach: float, *, closed: bool) -> int:
    """The number of the point that begins the stretch within reach of a point of the scene; -1 where none is."""
    px, py = in_paces(point)
    best, found = reach / PER_PACE, -1
    for number in range(len(points) if closed else len(points) - 1):
        (ax, ay), (bx, by) = points[number], points[(number + 1) % len(points)]
        length = (bx - ax) ** 2 + (by - ay) ** 2
        along = min(1.0, max(0.0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length)) if length else 0.0
        gap = ((ax + along * (bx - ax) - px) ** 2 + (ay + along * (by - ay) - py) ** 2) ** 0.5
        if gap <= best:
            best, found = gap, number
    return found


def fresh_key(table: Table, stem: str) -> str:
    """A key that nothing on the table has: ``wood-3``."""
    number = 1
    while f"{stem}-{number}" in table.areas or f"{stem}-{number}" in table.lines:
        number += 1
    return f"{stem}-{number}"


class TableScene:
    """Where the places and things of a table lie in the scene."""

    def __init__(self, board: Board) -> None:
        self._table = table_of(board)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the table."""
        width, height = self._table.size
        return width * PER_PACE, height * PER_PACE

    def centre(self, spot: BasePlace | Thing) -> tuple[float, float]:
        """The middle of a base's front edge, or of a thing."""
        if isinstance(spot, Thing):
            middle = path_of(self._table, spot).boundingRect().center()
            return middle.x(), middle.y()
        return spot.x * PER_GRAIN, spot.y * PER_GRAIN


def area_around(board: Board, spots: Iterable[BasePlace | Thing]) -> QRectF:
    """The rectangle of the scene about places and things."""
    table, rect = table_of(board), QRectF()
    for spot in spots:
        covered = path_of(table, spot) if isinstance(spot, Thing) else base_polygon(spot)
        rect |= covered.boundingRect()
    return rect
