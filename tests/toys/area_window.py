"""Maps of areas in the window of the editor, for tests: each area a coloured polygon, its courier a dot."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from area_map import AreaMap
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPainterPath, QPixmap, QPolygonF
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from editor.canvas.aim import HeldKeys
from editor.canvas.drawing.faces import CounterLook
from editor.canvas.drawing.look import Look, Painting
from editor.canvas.drawing.paper import DESK, SCALE
from editor.canvas.key_cursor import KeyCursor
from editor.canvas.marks import Marks
from editor.canvas.overlay import MapOverlay, OverlayStyle
from editor.canvas.pieces import Piece
from editor.canvas.scene import SceneParts
from editor.canvas.tiled_map import TiledMap
from editor.canvas.units_layer import UnitsOnMap
from editor.canvas.zoom_view import ZoomView
from editor.commands.change import Change
from editor.document.document import Document
from editor.kinds import KINDS, MapKind, PictureMeasure, PlaceWords, WindowParts
from engine.scenario import Scenario


def polygon(board: AreaMap, spot: str) -> QPolygonF:
    return QPolygonF([QPointF(x, y) * SCALE for x, y in board.areas[spot].corners])


def outline(board: AreaMap, spots: Collection[str]) -> QPainterPath:
    found = QPainterPath()
    for spot in spots:
        found.addPolygon(polygon(board, spot))
        found.closeSubpath()
    return found


class AreaScene:
    """Where areas lie in the scene."""

    def __init__(self, board: AreaMap) -> None:
        self.board = board

    @property
    def size(self) -> tuple[float, float]:
        wide, high = self.board.extent
        return wide * SCALE, high * SCALE

    def centre(self, spot: str) -> tuple[float, float]:
        middle = polygon(self.board, spot).boundingRect().center()
        return middle.x(), middle.y()


def painting(board: AreaMap, desk: QColor) -> Painting:
    def paint(painter: QPainter, part: QRectF, scale: float, look: Look) -> Iterator[None]:
        painter.fillRect(part, desk)
        for spot, area in board.areas.items():
            painter.setBrush(QColor(area.colour))
            painter.drawPolygon(polygon(board, spot))
            yield

    return paint


class AreaLayer(TiledMap):
    """Shows a map of areas."""

    def __init__(self, document: Document) -> None:
        self._geometry, self._desk = AreaScene(document.board), QColor(DESK)
        super().__init__(document)

    @property
    def geometry(self) -> AreaScene:
        return self._geometry

    @property
    def art(self) -> AreaMap:
        return self._geometry.board

    @property
    def desk(self) -> QColor:
        return self._desk

    @property
    def painting(self) -> Painting:
        return painting(self.art, self._desk)

    def from_afar(self) -> tuple[QRectF, QImage]:
        image = QImage(8, 8, QImage.Format.Format_RGB32)
        image.fill(self._desk)
        return self.paper, image

    def small_detail(self, scale: float) -> float | None:
        return scale

    def _use_desk(self, colour: QColor) -> None:
        self._desk = colour
        self.tiles.painting = self.painting

    def _fits(self, look: Look) -> bool:
        return True

    def _renew_art(self, look: Look) -> None:
        self._geometry = AreaScene(self.document.board)

    def _touched(self, change: Change) -> QRectF:
        return QRectF(self.paper)


class AreaOverlay(MapOverlay):
    """What is laid over a map of areas."""

    def __init__(self, document: Document, style: OverlayStyle, z: float) -> None:
        super().__init__(style, z)
        self._scene_of = AreaScene(document.board)

    def size(self) -> tuple[float, float]:
        return self._scene_of.size

    def centre(self, spot: str) -> QPointF:
        return QPointF(*self._scene_of.centre(spot))

    def outline(self, spot: str, share: float) -> QPolygonF:
        return polygon(self._scene_of.board, spot)


class Couriers(UnitsOnMap):
    """The units, a dot each."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.pieces: dict[str, Piece] = {}
        self.renew(document)

    def renew(self, document: Document) -> None:
        self.lies = AreaScene(document.board)
        self.pieces = {}

    def set_pieces(self, pieces: Iterable[Piece]) -> None:
        self.pieces = {piece.unit.key: piece for piece in pieces}

    def select(self, units: Iterable[str]) -> None:
        self.chosen = list(units)

    def find(self, unit: str | None) -> Piece | None:
        return self.pieces.get(unit or "")

    def standing_at(self, spot: str) -> list[Piece]:
        return [piece for piece in self.pieces.values() if piece.spot == spot]

    def piece_at(self, point: QPointF) -> Piece | None:
        return None

    def cancel(self) -> None:
        pass

    def boundingRect(self) -> QRectF:
        return QRectF(0, 0, *self.lies.size)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        for piece in self.pieces.values():
            painter.drawEllipse(QPointF(*self.lies.centre(piece.spot)), 20, 20)


@dataclass(frozen=True)
class AreaAim(HeldKeys):
    """The area under the pointer."""

    x: float
    y: float
    spot: str | None
    modifiers: Qt.KeyboardModifier

    @property
    def on_map(self) -> bool:
        return self.spot is not None


def aim_at(document: Document, point: QPointF, modifiers: Qt.KeyboardModifier) -> AreaAim:
    board = document.board
    under = (spot for spot in board.areas if polygon(board, spot).containsPoint(point, Qt.FillRule.OddEvenFill))
    return AreaAim(point.x() / SCALE, point.y() / SCALE, next(under, None), modifiers)


class NoCursor(KeyCursor):
    """Nothing goes about by keyboard."""

    def __init__(
        self,
        view: ZoomView,
        mouse_is_down: Callable[[], bool],
        spots: Callable[[str], list[tuple[float, float]]],
    ) -> None:
        super().__init__(view, mouse_is_down)

    def action(self, event: QKeyEvent) -> Callable[[], None] | None:
        return None

    def come(self) -> None:
        pass

    @property
    def point(self) -> QPointF:
        return QPointF()

    def put_away(self) -> None:
        pass

    def refresh(self) -> None:
        pass

    def mouse_moved(self) -> None:
        pass

    def mouse_pressed(self, spot: str | None) -> None:
        pass


class AreaPrinting:
    """Maps of areas on paper."""

    def __init__(self, board: AreaMap, look: Look) -> None:
        self.lies = AreaScene(board)

    def paint(self, painter: QPainter, part: QRectF, scale: float, look: Look, around: QColor | None = None) -> None:
        for _ in painting(self.lies.board, around or QColor(DESK))(painter, part, scale, look):
            pass

    def paint_units(self, painter: QPainter, scenario: Scenario, part: QRectF, scale: float, look: CounterLook) -> None:
        pass

    def centre(self, spot: str) -> tuple[float, float]:
        return self.lies.centre(spot)

    def holds(self, part: QRectF) -> bool:
        return part.intersects(QRectF(0, 0, *self.lies.size))

    def trim(self, most: int | None = None) -> object:
        return None


def part_named(board: AreaMap, text: str) -> QRectF:
    return polygon(board, board.parse(text)).boundingRect()


def area_around(board: AreaMap, spots: Collection[str]) -> QRectF:
    return outline(board, spots).boundingRect()


def select(document: Document, marks: Marks, spots: list[str]) -> None:
    marks.show_marks(areas=outline(document.board, spots))


def names(board: AreaMap) -> Iterator[tuple[str, str]]:
    yield from ((area.name, key) for key, area in board.areas.items())


def carried(_board: AreaMap, units: Mapping[str, str], _start: str, end: str) -> dict[str, str]:
    return dict.fromkeys(units, end)


WINDOW: Final = WindowParts(
    scene=SceneParts(
        layer=AreaLayer,
        overlay=AreaOverlay,
        marks=lambda layer, colour, z: Marks(layer.geometry.size, colour, z),
        select=select,
    ),
    pieces=Couriers,
    aim=aim_at,
    cursor=NoCursor,
    lie=lambda board: board.extent,
    title=lambda board, spot: board.spoken(spot),
    describe=lambda document, spot: document.board.spoken(spot),
    names=names,
    lettered=lambda _board, _areas: [],
    measures=lambda board: f"{board.places} areas",
    outline=outline,
    outward=lambda _board, _spot: None,
    carried=carried,
    order=lambda unit, _now, end: f"go {unit} {end}",
    token=lambda _scenario, _unit, how: QPixmap(how.size, how.size),
    way=lambda drawn, areas: [QPointF(*drawn.geometry.centre(area)) for area in areas],
)


def no_finder(desk: Any) -> Any:
    raise NotImplementedError


def no_ties(board: Any) -> Any:
    raise NotImplementedError


AREAS: Final = MapKind(
    key="areas",
    board="area_map:AreaMap",
    layers={"units": "Units", "areas": "Areas"},
    lockable=frozenset({"areas"}),
    window="area_window:WINDOW",
    printing="area_window:AreaPrinting",
    part="area_window:part_named",
    around="area_window:area_around",
    place_words=PlaceWords("&Area", "The key of the area it is set up in", "There is no area {} on this map."),
    print_measure=("&Unit", 1.0, "How long a unit of the map is on paper"),
    pictures=PictureMeasure("unit", "units", 1.0, "Pixels of the picture in a unit of the map", "area_window:no_ties"),
    finder="area_window:no_finder",
)


@contextmanager
def shown() -> Iterator[None]:
    """While this lasts, the editor opens maps of areas."""
    KINDS.append(AREAS)
    try:
        yield
    finally:
        KINDS.remove(AREAS)
