"""The pictures that other programs' formats need, drawn as the screen shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtSvg import QSvgGenerator

from editor.canvas.drawing.counters import draw_counter
from editor.canvas.drawing.faces import CounterLook, look_in
from editor.canvas.drawing.fitted import draw_fitted
from editor.canvas.drawing.furniture import drawn_area, paint_furniture, setting_of
from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.map_painter import atlas_for, paint
from editor.kinds import Printing, printing_of
from editor.output.apart import Tell, tell_nobody
from editor.output.counter_sheets import paint_back
from editor.output.export import INCHES, PAPER, MapDrawing, need_application, render
from engine.boards.palette import Palette
from engine.exchange.source import BoardPicture, Box, ExportSource
from engine.formats.holding import MADE_BY
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec, Orientation
from engine.scenario.faces import colours
from engine.scenario.model import Scenario, Unit
from engine.scenario.words import full_steps

INK: Final = "#222222"
FRAME: Final = QColor("#8a8a80")
SHEET: Final = QColor("#eceade")
Opacities = tuple[tuple[str, float], ...]
TITLE: Final = 26
"""Pixels of a box's title."""


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


class DrawnPictures:
    """Draws what a format asks for; fulfils `engine.exchange.source.Pictures`."""

    def __init__(self, tell: Tell = tell_nobody) -> None:
        """``tell`` is told the part of a board that is drawn, and often whether it goes on; it may raise
        InterruptedError."""
        self.tell = tell

    def board(self, source: ExportSource, place: BoardPicture, *, style: str, numbers: bool, furniture: bool) -> bytes:
        """The map in the place and size that ``place`` says."""
        look = Look(style=style, numbers=numbers, furniture=furniture, regions=False)
        size = QRectF(
            place.left * SCALE,
            place.top * SCALE,
            place.width / place.scale * SCALE,
            place.height / place.scale * SCALE,
        )
        # Tracks and boxes show what the scenario says; its units are pieces of their own.
        scenario = source.scenario.with_(setup={}, pools={}) if source.scenario is not None else None
        drawing = MapDrawing(source.board, scenario, look, size)
        with TemporaryDirectory(prefix="hexwright-") as folder:
            path = Path(folder) / "board.png"
            render(drawing, path, place.scale / INCHES, tell=self.tell)
            return path.read_bytes()

    def counter(self, scenario: Scenario, unit: Unit, pixels: int, *, back: bool, folder: str) -> bytes:
        """A unit's counter, its front or its reduced side."""
        self.tell(-1.0)
        need_application()
        image = _blank(pixels, pixels)
        painter = QPainter(image)
        look = look_in(scenario, folder)
        side = scenario.sides[unit.side]
        draw_counter(
            painter, QRectF(0, 0, pixels, pixels), unit, side, look=look, steps=1 if back else None, pixels=pixels
        )
        painter.end()
        return png(image)

    def card(self, scenario: Scenario, unit: Unit, pixels: int, bleed: int, *, back: bool, folder: str) -> bytes:
        """A counter to be cut out, with its colour going on beyond the cut."""
        self.tell(-1.0)
        need_application()
        image = _blank(pixels + 2 * bleed, pixels + 2 * bleed)
        look, side = look_in(scenario, folder), scenario.sides[unit.side]
        dress = colours(look.design, unit, side)
        image.fill(QColor(dress.ground))
        painter = QPainter(image)
        place, beyond = QRectF(bleed, bleed, pixels, pixels), 100 * bleed / pixels
        if back:
            paint_back(painter, place, unit, side, look, beyond)
        else:
            draw_counter(painter, place, unit, side, look=look, pixels=1000.0, cut=True, bleed=beyond)
        painter.end()
        return png(image)

    def layers(
        self, source: ExportSource, style: str, *, furniture: bool, units: bool
    ) -> tuple[tuple[float, float, float, float], list[tuple[str, str, float]]]:
        """The layers of a map as drawings of lines, the lowest first; those with nothing in them are left out."""
        need_application()
        board = source.board
        area = drawn_area(board, furniture)
        margin = 0.25 * SCALE
        area = area.adjusted(-margin, -margin, margin, margin)
        drawn = []
        for title, layers, look_of in LAYERS:
            self.tell(-1.0)
            others = tuple((layer, 0.0) for layer in ALL_LAYERS if layer not in layers)
            look = look_of(style, others)
            atlas = atlas_for(board, look)
            drawn.append((title, _vector(area, partial(self._paint_layer, atlas, area, look)), 1 / SCALE))
        if furniture and board.look.furniture:
            setting = setting_of(board, source.scenario, style)
            drawn.append(("Furniture", _vector(area, lambda on: paint_furniture(on, setting, area, 1.0)), 1 / SCALE))
        if units and source.scenario is not None:
            drawn += self._unit_layers(source.scenario, board, area, style, source.folder)
        parts = (area.left() / SCALE, area.top() / SCALE, area.width() / SCALE, area.height() / SCALE)
        return parts, drawn

    @staticmethod
    def _paint_layer(atlas: Atlas, area: QRectF, look: Look, painter: QPainter) -> None:
        paint(painter, atlas, area, 1.0, look, QColor(0, 0, 0, 0))

    @staticmethod
    def _unit_layers(
        scenario: Scenario, board: BattleMap, area: QRectF, style: str, folder: str
    ) -> list[tuple[str, str, float]]:
        """The set-up, a layer a side."""
        printing, look = printing_of(board, Look(style=style)), look_in(scenario, folder)
        found = []
        for key, side in scenario.sides.items():
            own = {unit: at for unit, at in scenario.setup.items() if scenario.units[unit].side == key}
            only = scenario.with_(setup=own)
            svg = _vector(area, partial(_paint_side, printing, only, area, look))
            found.append((f"Units: {side.name}", svg, 1 / SCALE))
        return found

    def two_sided(self, unit: Unit) -> bool:
        """Whether a unit has a reduced side."""
        return full_steps(unit) > 1

    def sheet(self, width: int, height: int, boxes: Sequence[Box]) -> bytes:
        """A sheet of titled boxes."""
        need_application()
        image = _blank(width, height)
        image.fill(SHEET)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for box in boxes:
            room = QRectF(box.left, box.top, box.width, box.height)
            painter.fillRect(room, PAPER)
            painter.setPen(QPen(FRAME, 1.5))
            painter.drawRect(room)
            title = QRectF(box.left + 6, box.top + 3, box.width - 12, TITLE)
            draw_fitted(painter, title, box.title, 15.0, QColor(INK), bold=True)
        painter.end()
        return png(image)

    def tiles(self, palette: Palette, kinds: Sequence[str], width: int, height: int, flat: bool, columns: int) -> bytes:
        """Hexes of terrain, side by side in rows."""
        need_application()
        rows = -(-len(kinds) // columns)
        image = _blank(width * columns, height * max(1, rows))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, kind in enumerate(kinds):
            row, column = divmod(number, columns)
            painter.save()
            painter.translate(column * width, row * height)
            self._tile(painter, palette, kind, width, height, flat)
            painter.restore()
        painter.end()
        return png(image)

    def levels(self, count: int, width: int, height: int, flat: bool, columns: int) -> bytes:
        """Hexes with their level, to be seen through, side by side in rows."""
        need_application()
        image = _blank(width * columns, height * -(-count // columns))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number in range(count):
            row, column = divmod(number, columns)
            painter.save()
            painter.translate(column * width, row * height)
            painter.fillPath(_outline(width, height, flat), QColor(120, 80, 30, min(150, 24 + 14 * number)))
            room = QRectF(0, height * 0.08, width, height * 0.2)
            draw_fitted(painter, room, str(number + 1), height * 0.16, QColor(INK), bold=True)
            painter.restore()
        painter.end()
        return png(image)

    def _tile(self, painter: QPainter, palette: Palette, kind: str, width: int, height: int, flat: bool) -> None:
        """A hex of a terrain amid others of its own, cut out along its sides."""
        painter.setClipPath(_outline(width, height, flat))
        spec = GridSpec(3, 3, Orientation.FLAT if flat else Orientation.POINTY)
        board = BattleMap(Grid(spec), palette)
        board.terrain = [kind] * board.grid.size
        atlas: Atlas = atlas_for(board, Look(grid=False, numbers=False, labels=False, regions=False))
        x, y = board.grid.centre(4)
        across = 2.0 if flat else sqrt(3)
        scale = width / (across * SCALE)
        painter.translate(width / 2 - x * SCALE * scale, height / 2 - y * SCALE * scale)
        painter.scale(scale, scale)
        part = QRectF(QPointF((x - 1.2) * SCALE, (y - 1.2) * SCALE), QPointF((x + 1.2) * SCALE, (y + 1.2) * SCALE))
        paint(painter, atlas, part, scale, Look(grid=False, numbers=False, labels=False, regions=False), PAPER)


def _paint_side(printing: Printing, only: Scenario, area: QRectF, look: CounterLook, painter: QPainter) -> None:
    printing.paint_units(painter, only, area, 1.0, look)


def _vector(area: QRectF, painted: Callable[[QPainter], None]) -> str:
    """What is painted as an SVG, in scene units."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setResolution(round(SCALE / INCHES))
    generator.setSize(QSize(round(area.width()), round(area.height())))
    generator.setViewBox(area)
    generator.setOutputDevice(buffer)
    painter = QPainter(generator)
    try:
        painted(painter)
    finally:
        painter.end()
    buffer.close()
    return bytes(data.data()).decode("utf-8", "replace")


def _outline(width: int, height: int, flat: bool) -> QPainterPath:
    """The outline of a hex that fills a tile."""
    w, h = float(width), float(height)
    if flat:
        corners = [(w / 4, 0.0), (3 * w / 4, 0.0), (w, h / 2), (3 * w / 4, h), (w / 4, h), (0.0, h / 2)]
    else:
        corners = [(w / 2, 0.0), (w, h / 4), (w, 3 * h / 4), (w / 2, h), (0.0, 3 * h / 4), (0.0, h / 4)]
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
    path.closeSubpath()
    return path


def _blank(width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def png(image: QImage) -> bytes:
    """A picture as the bytes of a PNG file."""
    image.setText("Software", MADE_BY)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"PNG")).write(image)
    buffer.close()
    return bytes(data.data())
