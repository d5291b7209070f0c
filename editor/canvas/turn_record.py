"""What a test game lays on a turn track of the map: a frame around the turn in progress, strips of events in force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.drawing.typefaces import serif

Z_RECORD: Final = 40.0
"""Over the map, below units."""
NOW: Final = QColor(245, 163, 0)
TOP: Final = 0.36
"""Where the first strip begins, in heights of a space: below the number of the turn."""
HIGH: Final = 0.14
"""The height of a strip, in heights of a space."""
MOST: Final = 3
"""More strips have no room in a space; the tip tells of all."""
LEAST: Final = 5.0
"""Letters lower than this on the screen, in pixels, are not drawn."""


@dataclass(frozen=True, slots=True)
class TurnStrip:
    """An event on the turns that it lasts."""

    first: int
    last: int
    text: str
    """Its name and until when, in short."""
    tip: str
    """The same in full."""
    colour: QColor
    ink: QColor


class TurnRecord(QGraphicsItem):
    """Lies over one turn track of the map."""

    def __init__(self, spaces: Sequence[QRectF]) -> None:
        """``spaces`` are those of the turns, in order."""
        super().__init__()
        self.spaces = tuple(spaces)
        self.now = 0
        self.strips: tuple[TurnStrip, ...] = ()
        self._edge = self.spaces[0].height() * 0.05 if self.spaces else 0.0
        self.setZValue(Z_RECORD)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def show_turn(self, now: int, strips: Sequence[TurnStrip]) -> None:
        """Show that turn ``now`` is in progress, and these events."""
        if (now, tuple(strips)) != (self.now, self.strips):
            self.now, self.strips = now, tuple(strips)
            told = [f"Turn {now} of {len(self.spaces)}", *(strip.tip for strip in strips)]
            self.setToolTip("<br>".join(map(escape, told)))
            self.update()

    def boundingRect(self) -> QRectF:
        """All spaces, with the frame around them."""
        whole = QRectF()
        for space in self.spaces:
            whole |= space
        return whole.adjusted(-self._edge, -self._edge, self._edge, self._edge)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the frame, then the strips."""
        scale = option.levelOfDetailFromTransform(painter.worldTransform())
        if 0 < self.now <= len(self.spaces):
            painter.setPen(QPen(NOW, 0.8 * self._edge))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.spaces[self.now - 1])
        for row, strip in enumerate(self.strips[:MOST]):
            for part in self._parts(strip):
                self._paint_strip(painter, part, row, strip, scale)

    def _parts(self, strip: TurnStrip) -> Iterator[QRectF]:
        """The room of a strip in each row of spaces that it goes through."""
        for _, row in groupby(self.spaces[strip.first - 1 : strip.last], key=QRectF.top):
            first, *others = row
            yield first.united(others[-1]) if others else first

    def _paint_strip(self, painter: QPainter, part: QRectF, row: int, strip: TurnStrip, scale: float) -> None:
        high, edge = self.spaces[0].height(), self._edge
        room = QRectF(part.left() + edge, part.top() + high * (TOP + HIGH * row), part.width() - 2 * edge, high * HIGH)
        room.setHeight(room.height() - edge / 2)
        painter.setPen(QPen(strip.ink, edge / 4))
        painter.setBrush(strip.colour)
        painter.drawRoundedRect(room, edge, edge)
        size = room.height() * 0.72
        if size * scale < LEAST:
            return
        font = serif(size, bold=True)
        inner = room.adjusted(edge, 0, -edge, 0)
        text = QFontMetricsF(font).elidedText(strip.text, Qt.TextElideMode.ElideRight, inner.width())
        painter.setFont(font)
        painter.setPen(strip.ink)
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
