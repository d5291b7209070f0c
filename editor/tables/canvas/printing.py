"""A table as it is drawn for pictures, sheets and thumbnails."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from editor.canvas.drawing.faces import CounterLook
from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import DESK
from editor.canvas.pieces import pieces_of_setup
from editor.tables.canvas.art import StyledArt
from editor.tables.canvas.faces import face_of, paint_base
from editor.tables.scale import base_polygon
from editor.tables.things import TableScene
from engine.exchange.bases import depth_of
from engine.scenario.model import Scenario
from engine.tables.places import BasePlace
from engine.tables.table import Table


class TablePrinting:
    """Draws a table and the bases on it."""

    def __init__(self, board: Table, look: Look) -> None:
        self._art, self._lies = StyledArt(board, look.style), TableScene(board)

    def paint(self, painter: QPainter, part: QRectF, scale: float, look: Look, around: QColor | None = None) -> None:
        """Paint a part of the scene at this many pixels a scene unit; ``around`` is the colour beyond the table."""
        for _ in self._art.on(around or QColor(DESK))(painter, part, scale, look):
            pass

    def paint_units(self, painter: QPainter, scenario: Scenario, part: QRectF, scale: float, look: CounterLook) -> None:
        """Paint the bases of the set-up."""
        for piece in pieces_of_setup(scenario, look):
            face = face_of(piece, depth_of(scenario, piece.unit), scenario)
            if base_polygon(piece.spot, face.depth).boundingRect().intersects(part):
                paint_base(painter, face, piece.spot, scale)

    def centre(self, spot: BasePlace) -> tuple[float, float]:
        """The middle of a base's front edge in the scene."""
        return self._lies.centre(spot)

    def holds(self, part: QRectF) -> bool:
        """Whether a part of the scene shows any of the table."""
        return part.intersects(QRectF(0, 0, *self._lies.size))

    def trim(self, most: int | None = None) -> bool:
        """Nothing is made for the table that could be let go."""
        return False
