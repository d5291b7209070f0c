"""Units as they are drawn beside the map: counters, and on tables bases, for buttons, questions and lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from editor.canvas.drawing.counters import counter_font
from editor.canvas.drawing.faces import look_of
from editor.desk.desk import Desk
from editor.kinds import TokenLook, parts_of
from editor.look.rebuilding import emptied
from editor.plain import as_written
from engine.scenario import Scenario

GAP: Final = 2
"""Pixels between the tokens of a strip."""
MOST: Final = 4
"""The most tokens of a strip on a button; of more it tells the number."""
ASKED: Final = 34
"""Pixels of the side of a token in a question."""
MOST_ASKED: Final = 12
"""A question about more units than this is about all that can act, and shows none of them."""


def steps_now(desk: Desk, key: str) -> int | None:
    """The steps that a unit has in the position shown; None at full strength, and outside of play."""
    preview = desk.preview
    steps = preview.position.units.get(key, {}).get("steps") if preview.active else None
    return steps if isinstance(steps, int) else None


def token(desk: Desk, scenario: Scenario, key: str, size: int, ratio: float) -> QPixmap:
    """A unit as it is now, ``size`` pixels wide."""
    look = look_of(scenario, desk.document.path)
    how = TokenLook(size, ratio, steps_now(desk, key), look)
    return parts_of(desk.document).token(scenario, scenario.units[key], how)


def strip_width(count: int, size: int) -> int:
    """The width in pixels of a strip with a number of tokens."""
    shown = min(count, MOST)
    return shown * (size + GAP) - GAP + (size if count > MOST else 0)


def token_strip(desk: Desk, scenario: Scenario, keys: Sequence[str], size: int, ratio: float) -> QIcon:
    """Units side by side as an icon; of many the first ones and how many more there are."""
    size_of = QSize(strip_width(len(keys), size), size)
    picture = QPixmap(size_of * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    for place, key in enumerate(keys[:MOST]):
        painter.drawPixmap(place * (size + GAP), 0, token(desk, scenario, key, size, ratio))
    if len(keys) > MOST:
        painter.setFont(counter_font(size * 0.5, bold=True))
        painter.setPen(desk.window.palette().buttonText().color())
        rest = QRect(MOST * (size + GAP), 0, size, size)
        painter.drawText(rest, Qt.AlignmentFlag.AlignCenter, f"+{len(keys) - MOST}")
    painter.end()
    return QIcon(picture)


class AskedUnits(QWidget):
    """The units that a question is about. A click on one brings it into view."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.keys: tuple[str, ...] = ()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(3)
        self.setFixedHeight(ASKED + 8)
        self.setAccessibleName("Units that the question is about")
        self.hide()

    def refresh(self) -> None:
        """Show the units of the question that the person at the screen is asked."""
        preview = self._desk.preview
        decision = preview.position.decision if preview.human_turn else None
        keys = decision.units if decision is not None and len(decision.units) <= MOST_ASKED else ()
        emptied(self._row)
        self.keys = keys
        if preview.game is not None:
            for key in keys:
                self._row.addWidget(self._button(preview.game.scenario, key))
        self._row.addStretch(1)
        self.setVisible(bool(keys))

    def _button(self, scenario: Scenario, key: str) -> QToolButton:
        button, name = QToolButton(), scenario.units[key].called
        button.setIcon(QIcon(token(self._desk, scenario, key, ASKED, self.devicePixelRatioF())))
        button.setIconSize(QSize(ASKED, ASKED))
        button.setAutoRaise(True)
        button.setAccessibleName(name)
        button.setToolTip(as_written(f"Show {name} on the map"))
        button.clicked.connect(lambda _on=False: show_unit(self._desk, key))
        return button


def show_unit(desk: Desk, key: str) -> None:
    """Bring a unit's place in the position shown into view, at the same zoom."""
    preview = desk.preview
    at = str(preview.position.units.get(key, {}).get("at") or "") if preview.active else ""
    spot = desk.board.find(at)
    if spot is not None:
        desk.canvas.centre_on(spot)
