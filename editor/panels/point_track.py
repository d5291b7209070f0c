"""The tracks of a game as strips: its turns with the score at the end of each, and the lead with levels of victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from editor.canvas.turn_record import TurnStrip
from engine.scenario import Level, Side

TALL: Final = 34
"""Pixels that the row of turns is high."""
STRIP: Final = 18
"""Pixels that the strip of an event in force is high, with the gap below it."""
LEAD: Final = 52
"""Pixels that the track of the lead is high."""
EDGE: Final = 6
"""Pixels left free at both ends of a track."""
PADDING: Final = 12.0
"""Pixels between the longest text of a box and the next box."""
PAWN: Final = 6.0
"""Half the width of the mark on the track of the lead, in pixels."""
PAIR: Final = 2
"""A lead is of one side over one other."""


@dataclass(frozen=True, slots=True)
class TurnBox:
    """A turn of the game on its track."""

    number: int
    label: str
    score: str = ""
    """The score at its end, or now; empty for turns to come."""


class TurnTrack(QWidget):
    """A box for each turn, the one in progress framed; below them a strip for each event in force, along its turns."""

    def __init__(self) -> None:
        super().__init__()
        self.turns: tuple[TurnBox, ...] = ()
        self.strips: tuple[TurnStrip, ...] = ()
        self.now = 0
        self.setFixedHeight(TALL)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Turn track")

    def show_turns(self, turns: Sequence[TurnBox], now: int, strips: Sequence[TurnStrip] = ()) -> None:
        """Show these turns, of which ``now`` is in progress, and the events in force."""
        self.turns, self.now, self.strips = tuple(turns), now, tuple(strips)
        self.setFixedHeight(TALL + STRIP * len(self.strips))
        self.setMinimumWidth(round(2 * EDGE + len(self.turns) * self._least()))
        current = next((turn for turn in turns if turn.number == now), None)
        self.setAccessibleDescription(f"Turn {now} of {len(turns)}, {current.label}" if current else "")
        told = "".join(f"<tr><td>{turn.number:d}&nbsp;&nbsp;</td><td>{escape(turn.label)}</td></tr>" for turn in turns)
        in_force = "".join(f"<br>{escape(strip.tip)}" for strip in self.strips)
        self.setToolTip(f"<table>{told}</table>{in_force}")
        self.update()

    def _least(self) -> float:
        """The pixels that a box needs for the longest score, and for its number."""
        metrics = QFontMetricsF(_small(self.font()))
        texts = [text for turn in self.turns for text in (turn.score, str(turn.number))]
        return max(map(metrics.horizontalAdvance, texts), default=0.0) + PADDING

    @property
    def wide(self) -> float:
        """The pixels from one box to the next."""
        return min((self.width() - 2 * EDGE) / max(1, len(self.turns)), max(110.0, self._least()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the boxes and the strips."""
        if not self.turns:
            return
        painter, colours = QPainter(self), self.palette()
        wide = self.wide
        for i, turn in enumerate(self.turns):
            box = QRectF(EDGE + i * wide, 1, wide - 3, TALL - 3)
            here = turn.number == self.now
            painter.setBrush(colours.highlight() if here else colours.alternateBase())
            painter.setPen(QPen(colours.highlight().color() if here else colours.mid().color(), 1))
            painter.drawRoundedRect(box, 3, 3)
            painter.setPen(colours.highlightedText().color() if here else colours.text().color())
            _two_lines(painter, box, turn)
        for row, strip in enumerate(self.strips):
            self._paint_strip(painter, row, strip, wide)
        painter.end()

    def _paint_strip(self, painter: QPainter, row: int, strip: TurnStrip, wide: float) -> None:
        """A strip along the boxes of its turns; its words go on beside it where it is too short for them."""
        first, last = strip.first - 1, strip.last
        bar = QRectF(EDGE + first * wide, TALL + STRIP * row, (last - first) * wide - 3, STRIP - 2)
        painter.setPen(QPen(strip.ink, 1))
        painter.setBrush(strip.colour)
        painter.drawRoundedRect(bar, 3, 3)
        painter.setFont(_small(self.font()))
        words = painter.fontMetrics().horizontalAdvance(strip.text) + 8
        left, right = QRectF(EDGE, bar.top(), bar.left() - EDGE - 4, bar.height()), bar.adjusted(4, 0, 0, 0)
        if words <= bar.width():
            painter.drawText(right, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, strip.text)
            return
        painter.setPen(self.palette().text().color())
        free = QRectF(bar.right() + 5, bar.top(), self.width() - bar.right() - 5 - EDGE, bar.height())
        after = free.width() >= left.width()
        room, lined = (free, Qt.AlignmentFlag.AlignLeft) if after else (left, Qt.AlignmentFlag.AlignRight)
        text = painter.fontMetrics().elidedText(strip.text, Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | lined, text)


class TurnRow(QScrollArea):
    """The turn track, moved along where there is no room for all turns; the one in progress is in view."""

    def __init__(self, track: TurnTrack) -> None:
        super().__init__()
        self.track = track
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setWidget(track)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """There is room for more turns, or fewer."""
        super().resizeEvent(event)
        self.follow()

    def follow(self) -> None:
        """Bring the turn in progress into view, and be as high as the track and its bar need."""
        bar = self.horizontalScrollBar()
        hidden = self.track.minimumWidth() > self.width()
        self.setFixedHeight(self.track.height() + (bar.sizeHint().height() if hidden else 0))
        self.ensureVisible(round(EDGE + (self.track.now - 0.5) * self.track.wide), 0, round(self.track.wide), 0)


class LeadTrack(QWidget):
    """The lead on a line: none in the middle, the first side's to the left, the second's to the right.

    The full mark is the lead so far, the hollow one what it would be if the game ended now.
    """

    def __init__(self) -> None:
        super().__init__()
        self.sides: tuple[Side, ...] = ()
        self.levels: tuple[Level, ...] = ()
        self.lead = self.final = 0.0
        """How far the second side is ahead of the first: so far, and if the game ended now."""
        self.most = 10.0
        """The lead at either end of the line."""
        self.setFixedHeight(LEAD)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Lead")

    def sizeHint(self) -> QSize:
        """Wide enough for the names of levels."""
        return QSize(320, LEAD)

    def show_lead(
        self,
        sides: Sequence[Side],
        levels: Sequence[Level],
        sudden: float,
        now: Mapping[str, float],
        final: Mapping[str, float],
    ) -> None:
        """Show who leads: ``now`` and ``final`` are points by the keys of the sides."""
        self.sides, self.levels = tuple(sides), tuple(sorted(levels, key=lambda level: level.margin))
        first, second = (side.key for side in sides)
        self.lead = now.get(second, 0) - now.get(first, 0)
        self.final = final.get(second, 0) - final.get(first, 0) if final else self.lead
        margins = [level.margin * 1.25 for level in levels]
        self.most = max([sudden, 10.0, abs(self.lead), abs(self.final), *([] if sudden else margins)])
        said = [f"{_ahead(sides, self.lead)} so far"]
        if self.final != self.lead:
            said.append(f"{_ahead(sides, self.final)} if the game ended now")
        steps = [f"{level.name} from {level.margin:g}" for level in self.levels]
        if sudden:
            steps.append(f"the game ends at {sudden:g}")
        self.setAccessibleDescription("; ".join(said))
        self.setToolTip("<br>".join(map(escape, [*said, ", ".join(steps)])))
        self.update()

    def _x(self, lead: float) -> float:
        half = self.width() / 2
        return half + lead / self.most * (half - EDGE - PAWN)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line, its levels and the marks."""
        if len(self.sides) != PAIR:
            return
        painter, text = QPainter(self), self.palette().text().color()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line = QRectF(self._x(-self.most), 20, self._x(self.most) - self._x(-self.most), 12)
        for sign, side in zip((-1, 1), self.sides, strict=True):
            self._paint_half(painter, line, sign, side)
        painter.setPen(QPen(text, 1))
        painter.drawLine(QPointF(self.width() / 2, line.top() - 3), QPointF(self.width() / 2, line.bottom() + 3))
        self._paint_names(painter, line, text)
        if self.final != self.lead:
            self._paint_pawn(painter, line, self.final, text, hollow=True)
        self._paint_pawn(painter, line, self.lead, text, hollow=False)
        painter.end()

    def _paint_half(self, painter: QPainter, line: QRectF, sign: int, side: Side) -> None:
        """The line of one side, darker from level to level."""
        steps = [0.0, *(level.margin for level in self.levels if level.margin < self.most), self.most]
        colour = QColor(side.colour)
        for i, (near, far) in enumerate(pairwise(steps)):
            first, last = sorted((self._x(sign * near), self._x(sign * far)))
            shade = QColor(colour)
            shade.setAlpha(min(255, 70 + 62 * i))
            painter.fillRect(QRectF(first, line.top(), last - first, line.height()), shade)
        painter.setPen(QPen(self.palette().mid().color(), 1))
        for margin in steps[1:-1]:
            x = self._x(sign * margin)
            painter.drawLine(QPointF(x, line.top()), QPointF(x, line.bottom() + 4))

    def _paint_names(self, painter: QPainter, line: QRectF, text: QColor) -> None:
        """The sides above the ends, the levels below their lines where there is room."""
        painter.setPen(text)
        half = self.width() / 2
        above = QRectF(EDGE, 0, half - EDGE - 8, line.top() - 4)
        for sign, side in zip((-1, 1), self.sides, strict=True):
            lined = Qt.AlignmentFlag.AlignLeft if sign < 0 else Qt.AlignmentFlag.AlignRight
            painter.drawText(above.translated(half - EDGE + 8 if sign > 0 else 0, 0), lined, f"{side.name} ahead")
        painter.setFont(_small(painter.font()))
        free = -1.0
        for sign in (-1, 1):
            for level in self.levels[::sign]:
                wide = painter.fontMetrics().horizontalAdvance(level.name)
                x = self._x(sign * level.margin) - wide / 2
                if level.margin < self.most and x > free and x + wide < self.width():
                    painter.drawText(QPointF(x, line.bottom() + 15), level.name)
                    free = x + wide + 3

    def _paint_pawn(self, painter: QPainter, line: QRectF, lead: float, text: QColor, *, hollow: bool) -> None:
        x, base = self._x(lead), line.center().y()
        pawn = QPolygonF([QPointF(x - PAWN, base - 13), QPointF(x + PAWN, base - 13), QPointF(x, base + 3)])
        painter.setPen(QPen(text, 1.6))
        painter.setBrush(self.palette().base().color() if hollow else text)
        painter.drawPolygon(pawn)


def _ahead(sides: Sequence[Side], lead: float) -> str:
    if not lead:
        return "no side leads"
    return f"{sides[lead > 0].name} ahead by {abs(lead):g}"


def _small(font: QFont) -> QFont:
    made = QFont(font)
    made.setPointSizeF(font.pointSizeF() * 0.85)
    return made


def _two_lines(painter: QPainter, box: QRectF, turn: TurnBox) -> None:
    """Its number, with its name where there is room for all of it, and the score below."""
    font = painter.font()
    painter.setFont(_small(font))
    inner, named = box.adjusted(4, 1, -3, -1), f"{turn.number} {turn.label}"
    fits = painter.fontMetrics().horizontalAdvance(named) <= inner.width()
    painter.drawText(inner, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft, named if fits else f"{turn.number}")
    painter.drawText(inner, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, turn.score)
    painter.setFont(font)
