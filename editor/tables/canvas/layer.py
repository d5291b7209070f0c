"""A table on the screen: its art in tiles, and the whole of it from afar."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.drawing.look import Look, Painting
from editor.canvas.drawing.paper import DESK, SCALE
from editor.canvas.tiled_map import TiledMap
from editor.commands.change import Change
from editor.document.document import Document
from editor.tables.canvas.art import StyledArt
from editor.tables.things import TableScene
from engine.tables.table import table_of

AFAR = 480
"""Pixels along the longer side of the picture from afar."""


class TableLayer(TiledMap):
    """Shows a table."""

    def __init__(self, document: Document) -> None:
        self._lies = TableScene(document.board)
        self._art = StyledArt(table_of(document.board))
        self._desk = QColor(DESK)
        self._afar: QImage | None = None
        super().__init__(document)

    @property
    def geometry(self) -> TableScene:
        return self._lies

    @property
    def art(self) -> StyledArt:
        return self._art

    @property
    def desk(self) -> QColor:
        return self._desk

    @property
    def painting(self) -> Painting:
        return self._art.on(self._desk)

    def from_afar(self) -> tuple[QRectF, QImage]:
        if self._afar is None:
            self._afar = self._drawn_small()
        return self.paper, self._afar

    def _drawn_small(self) -> QImage:
        wide, high = self._lies.size
        scale = AFAR / max(wide, high)
        image = QImage(max(1, round(wide * scale)), max(1, round(high * scale)), QImage.Format.Format_RGB32)
        image.fill(self._desk)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(image.width() / wide, image.height() / high)
        for _ in self.painting(painter, self.paper, scale, Look(labels=False)):
            pass
        painter.end()
        return image

    def small_detail(self, scale: float) -> float | None:
        return scale

    def _use_desk(self, colour: QColor) -> None:
        self._desk = colour
        self._afar = None
        self.tiles.painting = self.painting

    def _fits(self, look: Look) -> bool:
        return self._art.style == look.style

    def _renew_art(self, look: Look) -> None:
        self._lies = TableScene(self.document.board)
        self._art = StyledArt(table_of(self.document.board), look.style)
        self._afar = None

    def _touched(self, change: Change) -> QRectF:
        self._afar = None
        if change.what in ("map", "all"):
            self._art.art.forget()
        if change.rect is None:
            return QRectF(self.paper)
        left, top, width, height = (value * SCALE for value in change.rect)
        return QRectF(left, top, width, height)
