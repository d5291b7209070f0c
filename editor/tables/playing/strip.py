"""Below the banner: each command with its die and points of initiative, and how near it is to being demoralised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from editor.desk.desk import Desk
from editor.look import style
from editor.look.rebuilding import emptied
from editor.panels.flow import FlowLayout
from editor.plain import as_written
from engine.errors import HexwrightError
from engine.play import registry
from engine.plural import counted

SPOTS: Final[Mapping[int, tuple[tuple[int, int], ...]]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}
"""Where the spots of a die are, by its number, in a field of three by three."""
DIE: Final = 18
"""Pixels of the side of a die."""
BAR: Final = 48
"""Pixels that a bar of losses is long."""
LEFT: Final = "6 left"
"""The widest text for points that are left."""
LOST: Final = QColor("#b3261e")
LOST_ON_DARK: Final = QColor("#f2776b")
Standing = Mapping[str, Any]
"""How a command stands, as the question ``commands`` answers."""


class CommandChip(QWidget):
    """One command: its colour, name, die with the points that are left, and a bar of its losses."""

    def __init__(self, standing: Standing, colour: str, army: Standing | None) -> None:
        super().__init__()
        self.standing, self.army = standing, army
        self._colour = QColor(colour)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(str(standing["name"]))
        self.setAccessibleDescription(said_of(standing, army))

    def sizeHint(self) -> QSize:
        """As wide as its name, the die, the points and the bar want."""
        metrics = self.fontMetrics()
        wide = metrics.horizontalAdvance(str(self.standing["name"])) + self._points_width()
        return QSize(10 + wide + BAR + 23, max(DIE, metrics.height()) + 6)

    def _points_width(self) -> int:
        """The pixels of the die and the points; 0 for a command that has no die now."""
        return DIE + 11 + self.fontMetrics().horizontalAdvance(LEFT) if self.standing["die"] else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics, high = self.fontMetrics(), self.height()
        painter.fillRect(QRectF(0, 3, 5, high - 6), self._colour)
        x = 11.0
        text = QRectF(x, 0, metrics.horizontalAdvance(str(self.standing["name"])) + 4, high)
        painter.setPen(self.palette().windowText().color())
        font = painter.font()
        font.setStrikeOut(bool(self.standing["demoralised"]))
        painter.setFont(font)
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, str(self.standing["name"]))
        font.setStrikeOut(False)
        painter.setFont(font)
        x = text.right() + 6
        if self.standing["die"]:
            self._paint_die(painter, QRectF(x, (high - DIE) / 2, DIE, DIE), int(self.standing["die"]))
            pips = int(self.standing["pips"])
            left = QRectF(x + DIE + 5, 0, metrics.horizontalAdvance(LEFT) + 4, high)
            painter.setPen(self.palette().windowText().color())
            painter.drawText(left, Qt.AlignmentFlag.AlignVCenter, f"{pips} left")
        x += self._points_width()
        self._paint_bar(painter, QRectF(x, (high - 10) / 2, BAR, 10))
        painter.end()

    def _paint_die(self, painter: QPainter, box: QRectF, number: int) -> None:
        painter.setPen(QPen(QColor("#3a4450"), 1))
        painter.setBrush(QColor("#ffffff"))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#1d2733"))
        step = DIE / 4
        for column, row in SPOTS.get(number, ()):
            painter.drawEllipse(QPointF(box.left() + step * (1 + column), box.top() + step * (1 + row)), 1.8, 1.8)

    def _paint_bar(self, painter: QPainter, box: QRectF) -> None:
        """What is lost of what may be lost before the command is demoralised; full is demoralised."""
        breaks, lost = float(self.standing["breaks"]), float(self.standing["lost"])
        ink = self.palette().windowText().color()
        share = 1.0 if self.standing["demoralised"] else min(1.0, lost / breaks) if breaks else 0.0
        painter.setPen(Qt.PenStyle.NoPen)
        faint = QColor(ink)
        faint.setAlpha(36)
        painter.setBrush(faint)
        painter.drawRoundedRect(box, 3, 3)
        painter.setBrush(LOST_ON_DARK if style.is_dark() else LOST)
        painter.drawRoundedRect(QRectF(box.left(), box.top(), box.width() * share, box.height()), 3, 3)
        painter.setPen(QPen(ink, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)

    def event(self, event: QEvent) -> bool:
        """What it shows in words."""
        if isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), as_written(said_of(self.standing, self.army)), self)
            return True
        return super().event(event)


def said_of(standing: Standing, army: Standing | None) -> str:
    """How a command stands in words."""
    left = f"{standing['elements']} of {standing['of']} elements left"
    lost = f"{standing['lost']:g} of {standing['total']:g} equivalents lost"
    breaks = "demoralised" if standing["demoralised"] else f"demoralised at {standing['breaks']:g}"
    die = f"die {standing['die']}, {counted(standing['pips'], 'point')} left; " if standing["die"] else ""
    beaten = f". Its army has lost {army['lost']:g} and is beaten at {army['breaks']:g}" if army is not None else ""
    return f"{standing['name']}: {die}{left}; {lost}, {breaks}{beaten}"


class CommandStrip(QFrame):
    """All commands, under the banner."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.chips: list[CommandChip] = []
        self.setObjectName("banner")
        self.setAccessibleName("Commands")
        self.setAutoFillBackground(True)
        self.rows = QWidget()
        self.flow = FlowLayout(self.rows, 14)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 0, 8, 4)
        column.addWidget(self.rows)
        desk.game.moved.connect(lambda _number: self.refresh())
        desk.document_changed.connect(lambda _document: self.refresh())
        self.refresh()

    def refresh(self) -> None:
        """Ask again how the commands of the game in front stand."""
        standings, armies = self._asked("commands"), {one["side"]: one for one in self._asked("armies")}
        if [chip.standing for chip in self.chips] == list(standings):
            return
        emptied(self.flow)
        game = self._desk.preview.game
        sides = game.scenario.sides if game is not None else {}
        self.chips = [CommandChip(one, sides[one["side"]].colour, armies.get(one["side"])) for one in standings]
        for chip in self.chips:
            self.flow.addWidget(chip)
            chip.show()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Commands take as many rows as they need."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.rows.setMinimumHeight(self.flow.heightForWidth(max(1, self.rows.width())))

    def _asked(self, key: str) -> Sequence[Standing]:
        preview = self._desk.preview
        game, state = preview.game, preview.position.state if preview.active else None
        if game is None or state is None:
            return ()
        questions = registry.system(game.scenario.system).questions
        question = next((one for one in questions if one.key == key), None)
        try:
            return question.function(game.rules, state, "", {"words": []}) if question is not None else ()
        except HexwrightError:
            return ()
