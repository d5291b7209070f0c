"""The markers of a game on the map: fieldworks, sieges, cuts; each a small plate in its hex with a sign on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from editor.canvas.drawing.counters import counter_font
from editor.preview.session import Preview
from engine.boards.board import Spot
from engine.play.display import Mark
from engine.scenario import Scenario

Stroke = tuple[float, float, float, float]
"""A stroke of a sign, on a plate that is 1 wide and high: from x, y to x, y."""
SIGNS: Final[dict[str, tuple[Stroke, ...]]] = {
    "fieldworks": ((0.15, 0.72, 0.32, 0.34), (0.32, 0.34, 0.68, 0.34), (0.68, 0.34, 0.85, 0.72)),
    "siege": ((0.2, 0.2, 0.8, 0.8), (0.8, 0.2, 0.2, 0.8), (0.5, 0.12, 0.5, 0.3), (0.5, 0.7, 0.5, 0.88)),
    "breach": ((0.12, 0.5, 0.38, 0.5), (0.62, 0.5, 0.88, 0.5), (0.38, 0.3, 0.38, 0.7), (0.62, 0.3, 0.62, 0.7)),
    "cut": ((0.12, 0.5, 0.36, 0.5), (0.64, 0.5, 0.88, 0.5), (0.34, 0.78, 0.5, 0.22), (0.5, 0.78, 0.66, 0.22)),
    "railhead": ((0.2, 0.28, 0.8, 0.28), (0.5, 0.28, 0.5, 0.8)),
    "track": ((0.12, 0.36, 0.88, 0.36), (0.12, 0.64, 0.88, 0.64), (0.32, 0.24, 0.32, 0.76), (0.68, 0.24, 0.68, 0.76)),
    "atrocity": ((0.5, 0.16, 0.5, 0.6), (0.5, 0.78, 0.5, 0.82)),
}
"""What is drawn for each kind of marker; others have their first letter."""
NOBODYS: Final = "#d9c27a"
"""The colour of a marker without a side."""


def markers_shown(preview: Preview) -> dict[Spot, list[Mark]]:
    """The markers of the position on the screen, by place; none where nothing is played, or there is no such notion."""
    game, state = preview.game, preview.position.state if preview.active else None
    found = dict[Spot, list[Mark]]()
    if game is None or state is None or not game.rules.tells("marks"):
        return found
    for mark in game.rules.marks(state):
        spot = game.scenario.map.find(mark.at)
        if spot is not None:
            found.setdefault(spot, []).append(mark)
    return found


def said_of_mark(mark: Mark, scenario: Scenario) -> str:
    """Whose marker it is: ``Fieldworks of the British``."""
    side = scenario.sides.get(mark.side)
    return f"{mark.name}, {side.name}" if side is not None else mark.name


def draw_markers(painter: QPainter, corner: QPointF, marks: Sequence[Mark], scenario: Scenario, size: float) -> None:
    """Draw the markers of a hex side by side, the first of them centred on ``corner``, ``size`` high."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for column, mark in enumerate(marks):
        plate = QRectF(0, 0, size, size)
        plate.moveCenter(corner + QPointF(column * size * 1.08, 0))
        side = scenario.sides.get(mark.side)
        painter.setPen(QPen(QColor("#22303c"), size * 0.08))
        painter.setBrush(QColor(side.colour if side is not None else NOBODYS).lighter(115))
        painter.drawRoundedRect(plate, size * 0.15, size * 0.15)
        _draw_sign(painter, plate, mark)
    painter.restore()


def _draw_sign(painter: QPainter, plate: QRectF, mark: Mark) -> None:
    size, strokes = plate.width(), SIGNS.get(mark.kind, ())
    painter.setPen(QPen(QColor("#1d2733"), size * 0.13, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    for x1, y1, x2, y2 in strokes:
        start, end = QPointF(x1, y1) * size, QPointF(x2, y2) * size
        painter.drawLine(QLineF(plate.topLeft() + start, plate.topLeft() + end))
    if not strokes:
        painter.setFont(counter_font(size * 0.72, bold=True))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, mark.name[:1].upper())
