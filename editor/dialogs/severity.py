"""The icons of severities, told apart by shape as well as by colour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap, QPolygonF

from engine.findings import Finding, Severity
from engine.plural import counted

COLOURS: Final = {
    Severity.ERROR: "#c62828",
    Severity.WARNING: "#e69500",
    Severity.INFO: "#2f7bb8",
}
NAMES: Final = {Severity.ERROR: "Error", Severity.WARNING: "Warning", Severity.INFO: "Note"}


def problems_of(found: Sequence[Finding]) -> int:
    """How many of the findings are problems: errors and warnings. The others are notes."""
    return sum(one.severity is not Severity.INFO for one in found)


def counted_findings(found: Sequence[Finding]) -> str:
    """``3 problems, 1 note``."""
    problems = problems_of(found)
    parts = [counted(problems, "problem")] if problems else []
    return ", ".join([*parts, *([counted(len(found) - problems, "note")] if len(found) > problems else [])])


@cache
def severity_icon(severity: Severity) -> QIcon:
    """The icon of a severity."""
    size = 18
    pixmap = QPixmap(size * 2, size * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(COLOURS[severity]))
    if severity is Severity.WARNING:
        painter.drawPolygon(QPolygonF([QPointF(9, 1.5), QPointF(17, 16), QPointF(1, 16)]))
    else:
        painter.drawEllipse(QRectF(1.5, 1.5, 15, 15))
    painter.setBrush(QColor("white"))
    if severity is Severity.ERROR:
        painter.drawRoundedRect(QRectF(4.5, 7.8, 9, 2.6), 1, 1)
    else:
        stem, dot = (QRectF(8, 5.5, 2, 6), 13.4) if severity is Severity.WARNING else (QRectF(8, 8, 2, 5.6), 5.6)
        painter.drawRoundedRect(stem, 0.8, 0.8)
        painter.drawEllipse(QPointF(9, dot), 1.2, 1.2)
    painter.end()
    icon = QIcon(pixmap)
    # In a chosen row it keeps its colour.
    icon.addPixmap(pixmap, QIcon.Mode.Selected)
    return icon
