"""Forces of which nothing is known but that they are there: how they are drawn, and what is said of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from editor.canvas.drawing.counters import counter_font
from engine.scenario import Side, Unit

UNKNOWN: Final = "?"
"""The key of a counter that stands for units that are not known; no unit of a scenario has it."""


@cache
def unknown_unit(side: str) -> Unit:
    """The counter that stands for units of a side that are not known."""
    return Unit(UNKNOWN, side, "A force that is not known", "")


def said_of(told: Mapping[str, Any], side: Side) -> str:
    """What can be told of a concealed force from outside, in a sentence."""
    columns = list(told["columns"])
    parts = [f"column{'s' if len(columns) > 1 else ''} {', '.join(columns)}"] if columns else []
    parts += ["units outside of columns"] if told["loose"] and columns else []
    what = f" ({' and '.join(parts)})" if parts else ""
    return f"{side.name}: who stands here is not known{what}; {told['tells']}"


def draw_unknown(painter: QPainter, rect: QRectF, side: Side) -> None:
    """Draw the counter of a force that is not known into ``rect``."""
    ground, ink = QColor(side.colour), QColor("#22303c")
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(ink, max(1.0, rect.width() * 0.03), Qt.PenStyle.DashLine))
    painter.setBrush(ground.darker(112))
    inset = rect.width() * 0.02
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), rect.width() * 0.1, rect.width() * 0.1)
    painter.setFont(counter_font(rect.height() * 0.72, bold=True))
    painter.setPen(ink)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, "?")
    painter.restore()
