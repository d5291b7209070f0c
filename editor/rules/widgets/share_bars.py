"""The shares of the results of a column as a bar, and what its colours mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget

from editor.look import style
from editor.panels.flow import FlowLayout
from editor.panels.throws import SHARES, SHARES_ON_DARK, percent
from editor.plain import PlainLabel
from engine.kit.table_shares import Hurt, ResultShare

STRIPE: Final = 7.0
"""Pixels of the stripe beside a result, which says whom it hurts also without colours."""
MEANINGS: Final[dict[Hurt, str]] = {
    "attacker": "hurts the attacker",
    "both": "hurts both sides",
    "none": "no effect",
    "defender": "hurts the defender",
    "unknown": "not explained",
}
_PATTERNS: Final[dict[Hurt, Qt.BrushStyle]] = {
    "attacker": Qt.BrushStyle.BDiagPattern,
    "both": Qt.BrushStyle.DiagCrossPattern,
    "none": Qt.BrushStyle.NoBrush,
    "defender": Qt.BrushStyle.SolidPattern,
    "unknown": Qt.BrushStyle.Dense6Pattern,
}
_GOOD: Final[dict[Hurt, bool | None]] = {"attacker": False, "defender": True}


def colour_of(hurts: Hurt) -> QColor:
    """The colour of results by whom they hurt."""
    return QColor((SHARES_ON_DARK if style.is_dark() else SHARES)[_GOOD.get(hurts)])


def paint_share(painter: QPainter, part: QRectF, hurts: Hurt, colours: QPalette) -> None:
    """Paint the ground of a result: a tint, and a stripe at the left whose pattern says the same."""
    colour = colour_of(hurts)
    tint = QColor(colour)
    tint.setAlpha(0 if hurts == "none" else 70)
    painter.fillRect(part, tint)
    stripe = QRectF(part.left(), part.top(), STRIPE, part.height())
    painter.fillRect(stripe, QBrush(colours.color(QPalette.ColorRole.Base)))
    painter.fillRect(stripe, QBrush(colour, _PATTERNS[hurts]))
    painter.setPen(colours.color(QPalette.ColorRole.Mid))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(part)


def bar_parts(shares: Sequence[ResultShare], area: QRectF) -> list[tuple[ResultShare, QRectF]]:
    """The results with their parts of a standing bar, from the top."""
    found, y = [], area.top()
    for share in shares:
        high = float(share.chance) * area.height()
        found.append((share, QRectF(area.left(), y, area.width(), high)))
        y += high
    return found


def paint_bar(painter: QPainter, shares: Sequence[ResultShare], area: QRectF, colours: QPalette) -> None:
    """Paint a standing bar, each result as high as it is likely, with its code where there is room."""
    metrics = QFontMetrics(painter.font())
    for share, part in bar_parts(shares, area):
        paint_share(painter, part, share.hurts, colours)
        if part.height() >= metrics.height() - 3:
            room = part.adjusted(STRIPE + 3, 0, -2, 0)
            both = f"{share.code}  {percent(float(share.chance))}"
            text = both if metrics.horizontalAdvance(both) <= room.width() else share.code
            painter.setPen(colours.color(QPalette.ColorRole.Text))
            painter.drawText(
                room,
                Qt.AlignmentFlag.AlignVCenter,
                metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(room.width())),
            )


def shares_in_words(shares: Sequence[ResultShare]) -> str:
    """The shares of a column as text: ``17 % AR (hurts the attacker), 83 % DR (hurts the defender)``."""
    return ", ".join(f"{percent(float(one.chance))} {one.code} ({MEANINGS[one.hurts]})" for one in shares)


class ShareLegend(QWidget):
    """What the stripes and colours of the bars mean."""

    def __init__(self) -> None:
        super().__init__()
        flow = FlowLayout(self, 8)
        for hurts, meaning in MEANINGS.items():
            flow.addWidget(_LegendEntry(hurts, meaning))


class _LegendEntry(PlainLabel):
    """A swatch and its meaning."""

    def __init__(self, hurts: Hurt, meaning: str) -> None:
        super().__init__(meaning)
        self._hurts = hurts
        self.setContentsMargins(22, 0, 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the swatch before the text."""
        super().paintEvent(event)
        painter = QPainter(self)
        middle = QPointF(2, self.height() / 2 - 6)
        paint_share(painter, QRectF(middle.x(), middle.y(), 16, 12), self._hurts, self.palette())
        painter.end()
