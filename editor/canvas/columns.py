"""The columns of a game on the map: markers on their stacks, and their load in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from editor.canvas.drawing.counters import counter_font
from editor.preview.session import Preview
from engine.boards.board import Spot
from engine.scenario import Side

LEAN: Final = 1.35
"""A marker is so many times as wide as high."""


@dataclass(frozen=True, slots=True)
class ColumnMarker:
    """A column as the screen may show it."""

    name: str
    """Its marker: ``c3``."""
    side: Side
    units: tuple[str, ...]
    """The names of the units known to be in it."""
    hidden: bool = False
    """Whether there are units in it that are not known."""

    def said(self) -> str:
        """Whose it is and what is in it."""
        known = ", ".join(self.units)
        load = (f"{known}, and what is hidden" if known else "its units are hidden") if self.hidden else known
        return f"Column {self.name} of {self.side.name}: {load}"


def columns_shown(preview: Preview) -> dict[Spot, list[ColumnMarker]]:
    """The columns of the position on the screen, by place, with what its eyes may know of them.

    None where nothing is played, or where the rules have no such notion.
    """
    game, found = preview.game, dict[Spot, list[ColumnMarker]]()
    if game is None or not preview.active or not game.rules.tells("columns"):
        return found
    scenario = game.scenario
    for told in game.rules.columns(preview.position.state, preview.eyes):
        spot = scenario.map.find(told["at"])
        if spot is not None:
            names = tuple(scenario.units[key].name for key in told["units"])
            column = ColumnMarker(told["column"], scenario.sides[told["side"]], names, told["hidden"])
            found.setdefault(spot, []).append(column)
    return found


def draw_columns(painter: QPainter, corner: QPointF, columns: Sequence[ColumnMarker], size: float) -> None:
    """Draw the markers of a hex one below the other, the first of them centred on ``corner``, ``size`` high."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(counter_font(size * 0.72, bold=True))
    for row, column in enumerate(columns):
        plate = QRectF(0, 0, size * LEAN, size)
        plate.moveCenter(corner + QPointF(0, row * size * 1.08))
        painter.setPen(QPen(QColor("#22303c"), size * 0.09))
        painter.setBrush(QColor(column.side.colour).lighter(115))
        painter.drawRoundedRect(plate, size * 0.25, size * 0.25)
        painter.setPen(QColor("#1d2733"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, column.name)
    painter.restore()
