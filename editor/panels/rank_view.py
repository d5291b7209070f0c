"""Two ranks of counters that face each other: what each brings, and the hits and losses on each."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from editor.canvas.drawing.counters import counter_font, draw_unknown
from editor.desk.desk import Desk
from editor.panels.tokens import show_unit, token
from editor.plain import as_written
from editor.preview.position import Position
from editor.preview.ranks import LOST, Fighter, Ranks
from engine.play.words import listed
from engine.scenario import Scenario, Side

SIZE: Final = 40
"""Pixels of the side of a counter."""
CAPTION: Final = 15
"""Pixels below a counter for what it brings."""
BARE: Final = 4
"""Pixels below counters of which it is not known what they bring."""
MIDDLE: Final = 18
"""Pixels between the ranks."""
BAND: Final = 4
"""Pixels of the band in the colour of its side before each rank."""
BEFORE: Final = BAND + 6
"""Pixels before the first counter."""
REST: Final = 34
"""Pixels for the number of counters that have no room."""
APART: Final = 8
"""Pixels between counters that have room."""
NEAR: Final = 12
"""Pixels that each of very many counters has at least; more have no room, and the last place tells their number."""
HIT: Final = QColor("#b3261e")
RUN: Final = QColor("#a86200")


def height_of(ranks: Ranks | None) -> int:
    """The pixels that ranks are high."""
    if ranks is None:
        return 0
    return ranks.rows * _step(ranks) + (MIDDLE if ranks.rows > 1 else 0)


def _step(ranks: Ranks) -> int:
    """The pixels that one rank is high, with what is written below it."""
    return SIZE + (CAPTION if ranks.captioned else BARE)


class RankView(QWidget):
    """The attackers above, the defenders below; a click on a counter brings its unit into view."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.ranks: Ranks | None = None
        self._tokens: dict[str, QPixmap] = {}
        """The counters as they are drawn in one position: looking at another offer draws none of them again."""
        self._position: Position | None = None
        self._scenario: Scenario | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Who fights")
        self.setFixedHeight(0)

    def show_ranks(self, ranks: Ranks | None, scenario: Scenario | None) -> None:
        """Show these; None for none."""
        preview = self._desk.preview
        position = preview.position if preview.active else None
        if position is not self._position or scenario is not self._scenario:
            self._tokens = {}
        self.ranks, self._scenario, self._position = ranks, scenario, position
        if ranks is not None and scenario is not None:
            for key in ranks.units():
                if key not in self._tokens:
                    self._tokens[key] = token(self._desk, scenario, key, SIZE, self.devicePixelRatioF())
        self.setAccessibleDescription(self.said())
        self.update()

    def said(self) -> str:
        """Both ranks in words, for a screen reader."""
        if self.ranks is None:
            return ""
        lines = [
            f"{title}: {listed(map(self.called, rank))}"
            for title, rank in (("Attackers", self.ranks.attackers), ("Defenders", self.ranks.defenders))
            if rank
        ]
        return ". ".join([*lines, *([self.ranks.between] if self.ranks.between else [])])

    def called(self, one: Fighter) -> str:
        """A counter in words: its name, what it brings, and what became of it."""
        units = self._scenario.units if self._scenario is not None else {}
        parts = [units[one.unit].called if one.unit in units else one.about or "not known"]
        if one.brings:
            parts.append(f"strength {one.brings}")
        if one.unit and one.about:
            parts.append(one.about)
        if one.hits:
            parts.append("1 hit" if one.hits == 1 else f"{one.hits} hits")
        return ", ".join([*parts, *([one.fate] if one.fate else [])])

    # -- where they lie -----------------------------------------------------------------------------------------

    def laid(self) -> list[tuple[Fighter, QRectF]]:
        """The counters with their places, those behind first."""
        if self.ranks is None:
            return []
        top, found = 0, []
        for rank in (self.ranks.attackers, self.ranks.defenders):
            if rank:
                shown = rank[: self._room()]
                found += list(zip(shown, self._places(len(shown), top), strict=True))
                top += _step(self.ranks) + MIDDLE
        return found

    def _room(self) -> int:
        """How many counters a rank has room for."""
        return max(1, int((self.width() - BEFORE - SIZE - REST) // NEAR) + 1)

    def _places(self, count: int, top: int) -> list[QRectF]:
        room = self.width() - BEFORE - SIZE - (REST if count == self._room() else 0)
        step = min(SIZE + APART, room / (count - 1)) if count > 1 else 0.0
        return [QRectF(BEFORE + place * step, top, SIZE, SIZE) for place in range(count)]

    def fighter_at(self, point: QPointF) -> Fighter | None:
        """The counter under a point."""
        return next((one for one, place in reversed(self.laid()) if place.contains(point)), None)

    # -- Qt's side ------------------------------------------------------------------------------------------------

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Bring the unit that was clicked into view."""
        one = self.fighter_at(event.position())
        if one is not None and one.unit:
            show_unit(self._desk, one.unit)

    def event(self, event: QEvent) -> bool:
        """The counter under the pointer in words."""
        if isinstance(event, QHelpEvent):
            one = self.fighter_at(QPointF(event.pos()))
            if one is not None:
                QToolTip.showText(event.globalPos(), as_written(self.called(one)), self)
                return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ranks, and between them what they come to."""
        if self.ranks is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sides = self._sides()
        for one, place in self.laid():
            self._paint_fighter(painter, one, place, sides[place.top() > 0])
        top = 0
        for rank, side in zip((self.ranks.attackers, self.ranks.defenders), sides, strict=True):
            if rank:
                self._paint_margin(painter, rank, top, side)
                top += _step(self.ranks) + MIDDLE
        if self.ranks.rows > 1:
            self._paint_between(painter, self.ranks.between, _step(self.ranks))
        painter.end()

    def _sides(self) -> tuple[Side | None, Side | None]:
        """The sides of the upper and of the lower rank, as far as their units tell."""
        scenario, ranks = self._scenario, self.ranks
        if scenario is None or ranks is None:
            return None, None
        found = [
            next((scenario.sides.get(scenario.units[one.unit].side) for one in rank if one.unit), None)
            for rank in (ranks.attackers, ranks.defenders)
        ]
        upper, lower = found
        if ranks.defenders and lower is None:
            # Who stands there is not known: of the other side.
            lower = next((side for side in scenario.sides.values() if side is not upper), None)
        return upper, lower

    def _paint_margin(self, painter: QPainter, rank: tuple[Fighter, ...], top: int, side: Side | None) -> None:
        """The band of a side, and how many counters have no room."""
        if side is not None:
            painter.fillRect(QRectF(0, top, BAND, SIZE), QColor(side.colour))
        rest = len(rank) - self._room()
        if rest > 0:
            painter.setFont(counter_font(15, bold=True))
            painter.setPen(self.palette().text().color())
            where = QRectF(self.width() - REST, top, REST, SIZE)
            painter.drawText(where, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"+{rest}")

    def _paint_between(self, painter: QPainter, text: str, top: int) -> None:
        """A line from end to end, with what the ranks come to on it."""
        row = QRectF(0, top, self.width(), MIDDLE)
        painter.setPen(QPen(self.palette().mid().color(), 1))
        y = row.center().y()
        painter.setFont(self.font())
        metrics = painter.fontMetrics()
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(row.width()) - 30)
        wide = metrics.horizontalAdvance(shown)
        left, right = (row.width() - wide) / 2 - 6, (row.width() + wide) / 2 + 6
        painter.drawLine(QPointF(0, y), QPointF(left if shown else row.width(), y))
        if shown:
            painter.drawLine(QPointF(right, y), QPointF(row.width(), y))
            painter.setPen(self.palette().text().color())
            painter.drawText(row, Qt.AlignmentFlag.AlignCenter, shown)

    def _paint_fighter(self, painter: QPainter, one: Fighter, place: QRectF, side: Side | None) -> None:
        lost = one.fate == LOST
        painter.setOpacity(0.4 if lost else 1.0)
        if one.unit in self._tokens:
            painter.drawPixmap(place.topLeft(), self._tokens[one.unit])
        elif side is not None:
            draw_unknown(painter, place.adjusted(1, 1, -1, -1), side)
        painter.setOpacity(1.0)
        if lost:
            cross = place.adjusted(8, 8, -8, -8)
            for colour, width in ((QColor("#ffffff"), 7), (HIT, 4)):
                painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                painter.drawLine(cross.topLeft(), cross.bottomRight())
                painter.drawLine(cross.topRight(), cross.bottomLeft())
        elif one.fate:
            _badge(
                painter, QPointF(place.left() + 8, place.top() + 8), "!" if one.fate == "demoralized" else "\u2190", RUN
            )
        if one.hits and not lost:
            _badge(painter, QPointF(place.right() - 8, place.top() + 8), f"\u2212{one.hits}", HIT)
        painter.setFont(counter_font(12, bold=True))
        painter.setPen(self.palette().text().color())
        below = QRectF(place.left() - 8, place.bottom(), place.width() + 16, CAPTION)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, one.brings)


def _badge(painter: QPainter, middle: QPointF, text: str, colour: QColor) -> None:
    """A small disc with a letter or a number."""
    painter.setPen(QPen(QColor("#ffffff"), 1.5))
    painter.setBrush(colour)
    painter.drawEllipse(middle, 8.5, 8.5)
    painter.setFont(counter_font(11, bold=True))
    painter.setPen(QColor("#ffffff"))
    painter.drawText(QRectF(middle.x() - 9, middle.y() - 9, 18, 18), Qt.AlignmentFlag.AlignCenter, text)
