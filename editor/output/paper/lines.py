"""Texts broken into lines of a width, with bold and italic words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption

from editor.output.paper.measures import INK
from engine.paper.model import Span

LONGEST: Final = 4000
"""Letters of a text that is not broken over pages: a field of a chart, a title."""
LEADING: Final = 1.22
"""From line to line, in heights of the letters."""


class Lines:
    """A text in lines."""

    def __init__(
        self,
        spans: Sequence[tuple[Span, QFont]],
        width: float,
        *,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        colour: QColor = INK,
    ) -> None:
        self.colour, self.align = colour, align
        text = "".join(span.text for span, _ in spans)
        base = spans[0][1] if spans else QFont()
        self._layout = QTextLayout(text, base)
        option = QTextOption(align)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._layout.setTextOption(option)
        self._layout.setFormats(_formats(spans))
        self.step = max((QFontMetricsF(font).height() for _, font in spans), default=0.0) * LEADING / 1.2
        self._layout.beginLayout()
        self.count, self.widest = 0, 0.0
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(max(width, 1.0))
            line.setPosition(QPointF(0, self.count * self.step))
            self.widest = max(self.widest, line.naturalTextWidth())
            self.count += 1
        self._layout.endLayout()

    @property
    def height(self) -> float:
        """The height of all lines."""
        return self.count * self.step

    def draw(self, painter: QPainter, x: float, y: float, number: int | None = None) -> None:
        """Draw all lines, or one with its top at ``y``."""
        painter.setPen(self.colour)
        for place in range(self.count) if number is None else (number,):
            line = self._layout.lineAt(place)
            above = 0.0 if number is None else place * self.step
            line.draw(painter, QPointF(x, y - above))


def _formats(spans: Sequence[tuple[Span, QFont]]) -> list[QTextLayout.FormatRange]:
    found, at = [], 0
    for span, font in spans:
        piece = QTextLayout.FormatRange()
        # Qt counts units of UTF-16.
        piece.start, piece.length = at, len(span.text.encode("utf-16-le", "surrogatepass")) // 2
        at += piece.length
        made = QTextCharFormat()
        made.setFont(font)
        piece.format = made
        found.append(piece)
    return found


def plain_lines(
    text: str,
    font: QFont,
    width: float,
    *,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    colour: QColor = INK,
) -> Lines:
    """A text in one font."""
    return Lines([(Span(clipped(text)), font)], width, align=align, colour=colour)


def clipped(text: str) -> str:
    """A text no longer than what fits into a field."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def width_of(text: str, font: QFont) -> float:
    """How wide a text is on one line."""
    return QFontMetricsF(font).horizontalAdvance(clipped(text))


def longest_word(text: str, font: QFont) -> float:
    """How wide the longest word of a text is."""
    return max((QFontMetricsF(font).horizontalAdvance(word) for word in clipped(text).split()), default=0.0)


def fitted_line(
    painter: QPainter, room: QRectF, text: str, font: QFont, align: Qt.AlignmentFlag, colour: QColor
) -> None:
    """Draw a line of text, cut short with dots where it is too wide."""
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(
        room, align | Qt.AlignmentFlag.AlignVCenter, metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    )
