"""The groups of units of a game on the map, such as columns: markers on their stacks, and their load in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from editor.canvas.drawing.counters import counter_font
from editor.preview.session import Preview
from engine.boards.board import Spot
from engine.play import registry
from engine.play.display import GroupMarkers
from engine.scenario import Side

LEAN: Final = 1.35
"""How many times wider than high a marker is."""


@dataclass(frozen=True, slots=True)
class GroupMarker:
    """A group of units as the screen may show it."""

    name: str
    """Its marker: ``c3``."""
    side: Side
    units: tuple[str, ...]
    """The names of the units known to be in it."""
    hidden: bool
    """Whether there are units in it that are not known."""
    noun: str
    """What the rules call it: ``column``."""

    def said(self) -> str:
        """Whose it is and what is in it."""
        known = ", ".join(self.units)
        load = (f"{known}, and what is hidden" if known else "its units are hidden") if self.hidden else known
        return f"{self.noun.capitalize()} {self.name} of {self.side.name}: {load}"


def groups_shown(preview: Preview) -> dict[Spot, list[GroupMarker]]:
    """The groups of units of the position on the screen, by place, with what its eyes may know of them.

    None where nothing is played, or where the rules have no such notion.
    """
    game, found = preview.game, dict[Spot, list[GroupMarker]]()
    if game is None or not preview.active:
        return found
    scenario, state, eyes = game.scenario, preview.position.state, preview.eyes
    for question, overlay in registry.system(scenario.system).shown(GroupMarkers):
        for group in overlay.groups(question.function(game.rules, state, eyes, {"side": eyes})):
            spot = scenario.map.find(group.at)
            if spot is not None:
                names = tuple(scenario.units[key].name for key in group.units)
                marker = GroupMarker(group.key, scenario.sides[group.side], names, group.hidden, overlay.noun)
                found.setdefault(spot, []).append(marker)
    return found


def draw_groups(painter: QPainter, corner: QPointF, groups: Sequence[GroupMarker], size: float) -> None:
    """Draw the markers of a hex one below the other, the first of them centred on ``corner``, ``size`` high."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(counter_font(size * 0.72, bold=True))
    for row, group in enumerate(groups):
        plate = QRectF(0, 0, size * LEAN, size)
        plate.moveCenter(corner + QPointF(0, row * size * 1.08))
        painter.setPen(QPen(QColor("#22303c"), size * 0.09))
        painter.setBrush(QColor(group.side.colour).lighter(115))
        painter.drawRoundedRect(plate, size * 0.25, size * 0.25)
        painter.setPen(QColor("#1d2733"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, group.name)
    painter.restore()
