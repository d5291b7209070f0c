"""A small picture of a map or scenario file, drawn from the file as it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from editor.canvas.drawing.look import Look
from editor.canvas.drawing.paper import SCALE, paper_size
from editor.canvas.pieces import pieces_of_setup
from editor.kinds import printing_of
from editor.output.export import read_model
from engine.boards.board import Spot
from engine.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A file in small: its picture, and what it says of itself."""

    image: QImage
    name: str
    system: str = ""
    """Short name of the rules system; empty for a map."""
    turns: int = 0
    units: int = 0
    about: str = ""


def thumbnail(path: Path, size: QSize) -> Thumbnail:
    """The file drawn into this many pixels, which are transparent beside the map. Fit to be called on any thread.

    Raises FileProblem or another HexwrightError when the file cannot be used.
    """
    board, scenario = read_model(path)
    look = replace(Look(), grid=False, numbers=False, labels=False)
    drawn = printing_of(board, look)
    wide, high = paper_size(board)
    scale = min(size.width() / wide, size.height() / high)
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.translate((size.width() - wide * scale) / 2, (size.height() - high * scale) / 2)
    painter.scale(scale, scale)
    painter.setClipRect(QRectF(0, 0, wide, high))
    drawn.paint(painter, QRectF(0, 0, wide, high), scale, look)
    if scenario is not None:
        _units(painter, scenario, drawn.centre, scale)
    painter.end()
    if scenario is None:
        return Thumbnail(image, board.name)
    return Thumbnail(
        image,
        scenario.name,
        scenario.system,
        scenario.turns.count,
        len(scenario.units),
        " ".join(scenario.description.split()),
    )


def _units(painter: QPainter, scenario: Scenario, centre: Callable[[Spot], tuple[float, float]], scale: float) -> None:
    """The units that are set up, as squares in their sides' colours."""
    side = max(4.0, 0.9 * SCALE * scale) / scale
    for piece in pieces_of_setup(scenario):
        colour, spot = QColor(piece.side.colour), QPointF(*centre(piece.spot))
        painter.setPen(QPen(colour.darker(220), 1 / scale))
        painter.setBrush(colour)
        painter.drawRect(QRectF(spot.x() - side / 2, spot.y() - side / 2, side, side))
