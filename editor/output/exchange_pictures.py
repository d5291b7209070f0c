"""The pictures that other programs' formats need, drawn as the screen shows them."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter, QPainterPath, QPen, QPolygonF

from editor.canvas.drawing.counters import draw_counter, full_steps
from editor.canvas.drawing.faces import CounterLook
from editor.canvas.drawing.fitted import draw_fitted
from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import SCALE
from editor.hexes.drawing.atlas import Atlas
from editor.hexes.drawing.map_painter import atlas_for, paint
from editor.output.apart import Tell, tell_nobody
from editor.output.export import INCHES, PAPER, MapDrawing, need_application, render
from engine.boards.palette import Palette
from engine.exchange.source import BoardPicture, Box, ExportSource
from engine.formats.holding import MADE_BY
from engine.hexes.board.battlemap import BattleMap
from engine.hexes.board.grid import Grid, GridSpec, Orientation
from engine.scenario.model import Scenario, Unit

INK: Final = "#222222"
FRAME: Final = QColor("#8a8a80")
SHEET: Final = QColor("#eceade")
TITLE: Final = 26
"""Pixels of a box's title."""


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
        look = CounterLook(scenario.counters, folder)
        side = scenario.sides[unit.side]
        draw_counter(
            painter, QRectF(0, 0, pixels, pixels), unit, side, look=look, steps=1 if back else None, pixels=pixels
        )
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
