"""The pictures that other programs' formats need, drawn as the screen shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QImage,
    QImageWriter,
    QPageLayout,
    QPageSize,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
)
from PySide6.QtSvg import QSvgGenerator

from editor.canvas.drawing.counters import draw_counter
from editor.canvas.drawing.faces import CounterLook, look_in
from editor.canvas.drawing.fitted import draw_fitted
from editor.canvas.drawing.furniture import FurnitureContents, drawn_area, paint_furniture, setting_of
from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import SCALE
from editor.canvas.drawing.typefaces import TextFile, with_families
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.map_painter import atlas_for, paint
from editor.kinds import PaintLayer, Printing, kind_of_board, layers_of, printing_of
from editor.output.apart import Tell, tell_nobody
from editor.output.counter_sheets import paint_back
from editor.output.export import INCHES, PAPER, MapDrawing, need_application, render
from editor.output.paper.pages import PaperPages
from editor.output.pdf import pdf_pages
from engine.boards.board import Board
from engine.boards.kinds import kind_of
from engine.boards.palette import Palette
from engine.boards.user_layers import OnLayer
from engine.exchange.bases import BROAD, depth_of
from engine.exchange.source import BoardPicture, Box, ExportSource
from engine.formats.holding import MADE_BY
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec, Orientation
from engine.paper.model import PaperDocument
from engine.scenario.faces import colours
from engine.scenario.model import Scenario, Unit
from engine.scenario.words import full_steps

INK: Final = "#222222"
PDF_DPI: Final = 600
PAGE_DPI: Final = 110
"""Of pages that are read on a screen."""
FRAME: Final = QColor("#8a8a80")
SHEET: Final = QColor("#eceade")
TITLE: Final = 26
"""Pixels of a box's title."""


def _own_layers(board: Board, items: Sequence[OnLayer]) -> Iterator[tuple[str, frozenset[str]]]:
    """What lies on none of the designer's own layers, then each layer that is printed and has something on it: the end
    of its title, and the layers to be hidden for it."""
    used = {item.layer for item in items}
    every = frozenset({"", *used, *(layer.name for layer in board.look.layers)})
    known = {layer.name for layer in board.look.layers}
    if used - known:
        yield "", every & known
    for layer in board.look.layers:
        if layer.printed and layer.name in used:
            yield f": {layer.name}", every - {layer.name}


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

    def card(
        self, scenario: Scenario, unit: Unit, pixels: int, bleed: int, *, back: bool, folder: str, inset: int = 0
    ) -> bytes:
        """A counter to be cut out, with its colour going on beyond the cut; its face is ``inset`` within that."""
        self.tell(-1.0)
        need_application()
        image = _blank(pixels + 2 * bleed, pixels + 2 * bleed)
        look, side = look_in(scenario, folder), scenario.sides[unit.side]
        dress = colours(look.design, unit, side)
        image.fill(QColor(dress.ground))
        painter = QPainter(image)
        edge, face = bleed + inset, max(1, pixels - 2 * inset)
        place, beyond = QRectF(edge, edge, face, face), 100 * edge / face
        if back:
            paint_back(painter, place, unit, side, look, beyond)
        else:
            draw_counter(painter, place, unit, side, look=look, pixels=1000.0, cut=True, bleed=beyond)
        painter.end()
        return png(image)

    def layers(
        self, source: ExportSource, style: str, *, furniture: bool, units: bool, text: bool = False
    ) -> tuple[tuple[float, float, float, float], list[tuple[str, str, float]]]:
        """The layers of a map as drawings of lines, the lowest first; those with nothing in them are left out.
        With ``text`` letters stay text."""
        area, painted = self._painted_layers(source, style, furniture=furniture, units=units)
        drawn = [(title, _vector(area, paint_it, text), 1 / SCALE) for title, paint_it in painted]
        parts = (area.left() / SCALE, area.top() / SCALE, area.width() / SCALE, area.height() / SCALE)
        return parts, drawn

    def layer_pictures(
        self, source: ExportSource, style: str, pixels: float, *, furniture: bool, units: bool
    ) -> list[tuple[str, bytes]]:
        """The layers of a map as pictures of one size that lie on each other, the lowest first."""
        area, painted = self._painted_layers(source, style, furniture=furniture, units=units)
        factor = pixels / (kind_of(source.board).pixels[0] * SCALE)
        found = []
        for title, paint_it in painted:
            self.tell(-1.0)
            image = _blank(max(1, round(area.width() * factor)), max(1, round(area.height() * factor)))
            painter = QPainter(image)
            painter.scale(factor, factor)
            painter.translate(-area.topLeft())
            paint_it(painter)
            painter.end()
            found.append((title, png(image)))
        return found

    def layer_pages(self, source: ExportSource, style: str, *, furniture: bool, units: bool, stacked: bool) -> bytes:
        """A PDF with a page for each layer of a map; with ``stacked`` each page has the layers below it too."""
        area, painted = self._painted_layers(source, style, furniture=furniture, units=units)
        factor = kind_of(source.board).millimetres / SCALE
        size = QSizeF(area.width() * factor, area.height() * factor)
        sheet = QPageSize(size, QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.ExactMatch)
        layout = QPageLayout(sheet, QPageLayout.Orientation.Portrait, QMarginsF())
        dots = factor * PDF_DPI / 25.4
        with pdf_pages(source.name, PDF_DPI, layout) as pages:
            for number in range(len(painted)):
                self.tell(-1.0)
                if number:
                    pages.writer.newPage()
                for _title, paint_it in painted[0 if stacked else number : number + 1]:
                    pages.painter.save()
                    pages.painter.scale(dots, dots)
                    pages.painter.translate(-area.topLeft())
                    paint_it(pages.painter)
                    pages.painter.restore()
        return pages.data

    def _painted_layers(
        self, source: ExportSource, style: str, *, furniture: bool, units: bool
    ) -> tuple[QRectF, list[tuple[str, Callable[[QPainter], None]]]]:
        """The area of a map in scene units, and what paints each of its layers, the lowest first."""
        need_application()
        board, scenario = source.board, source.scenario
        margin = 0.25 * SCALE
        area = drawn_area(board, furniture).adjusted(-margin, -margin, margin, margin)
        found: list[tuple[str, Callable[[QPainter], None]]] = []
        for title, lettered, paint_it in layers_of(board, style):
            self.tell(-1.0)
            for name, hidden in _own_layers(board, board.labels) if lettered else [("", frozenset[str]())]:
                found.append((title + name, partial(_paint_layer, paint_it, area, hidden)))
        for name, hidden in _own_layers(board, board.look.furniture) if furniture else ():
            setting = setting_of(board, scenario, Look(style=style, hidden=hidden))
            found.append((f"Furniture{name}", partial(_paint_pieces, setting, area)))
        if units and scenario is not None:
            printing, face = printing_of(board, Look(style=style)), look_in(scenario, source.folder)
            for key, side in scenario.sides.items():
                own = {unit: at for unit, at in scenario.setup.items() if scenario.units[unit].side == key}
                only = scenario.with_(setup=own)
                found.append((f"Units: {side.name}", partial(_paint_side, printing, only, area, face)))
        return area, found

    def pages(self, document: PaperDocument, folder: str) -> list[tuple[str, bytes]]:
        """The pages of a document to be read on a screen, each with the name of its chapter."""
        self.tell(-1.0)
        need_application()
        pages = PaperPages(document, folder=folder)
        found = []
        for number, page in enumerate(pages.pages):
            self.tell(-1.0)
            found.append((page.chapter or document.title, png(pages.image(number, PAGE_DPI))))
        return found

    def base(self, scenario: Scenario, unit: Unit, pixels: int) -> bytes:
        """A unit's base as it is seen from above."""
        self.tell(-1.0)
        need_application()
        image = _blank(pixels, max(1, round(pixels * depth_of(scenario, unit) / BROAD)))
        painter = QPainter(image)
        kind_of_board(scenario.map).offers("piece")(painter, scenario, unit.key, QRectF(image.rect()))
        painter.end()
        return png(image)

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


def _paint_layer(layer: PaintLayer, area: QRectF, hidden: frozenset[str], painter: QPainter) -> None:
    layer(painter, area, hidden)


def _paint_pieces(setting: FurnitureContents, area: QRectF, painter: QPainter) -> None:
    paint_furniture(painter, setting, area, 1.0)


def _paint_side(printing: Printing, only: Scenario, area: QRectF, look: CounterLook, painter: QPainter) -> None:
    printing.paint_units(painter, only, area, 1.0, look)


def _vector(area: QRectF, painted: Callable[[QPainter], None], text: bool) -> str:
    """What is painted as an SVG, in scene units."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = TextFile() if text else QSvgGenerator()
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
    made = bytes(data.data()).decode("utf-8", "replace")
    return with_families(made) if text else made


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
