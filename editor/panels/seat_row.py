"""Who plays each side of the game in front: a box for each, in a row or in several."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSizePolicy, QWidget

from editor.desk.desk import Desk
from editor.dialogs.forms import swatch
from editor.look.rebuilding import emptied
from editor.panels.bulk_parts import FlowBox
from editor.plain import PlainLabel, as_written
from editor.preview.seats import HUMAN
from engine.players import names

YOU: Final = "You"


class SeatRow(FlowBox):
    """Shows who plays each side, and lets you change it in the middle of the game."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(4)
        self.desk = desk
        self.seats: dict[str, QComboBox] = {}
        """By side, the box that says who plays it."""
        for signal in (desk.game.started, desk.game.closed, desk.game.seats_changed):
            signal.connect(self._fill)
        desk.document_changed.connect(lambda _document: self._fill())
        self._fill()

    def _fill(self) -> None:
        emptied(self.flow)
        self.seats.clear()
        preview = self.desk.preview
        for key, side in preview.game.scenario.sides.items() if preview.game is not None else ():
            box = QWidget()
            row = QHBoxLayout(box)
            row.setContentsMargins(0, 0, 4, 0)
            row.setSpacing(4)
            chip, label, combo = PlainLabel(), PlainLabel(side.name), self._seat(key, side.name)
            chip.setPixmap(swatch(side.colour).pixmap(14, 14))
            label.setBuddy(combo)
            for widget in (chip, label, combo):
                row.addWidget(widget)
            self.seats[key] = combo
            self.flow.addWidget(box)
            box.show()

    def _seat(self, key: str, side: str) -> QComboBox:
        combo = QComboBox()
        combo.addItem(YOU, HUMAN)
        for name in names():
            combo.addItem(name.capitalize(), name)
        combo.setCurrentIndex(max(0, combo.findData(self.desk.preview.seats.get(key, HUMAN))))
        combo.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        combo.setFixedWidth(combo.fontMetrics().horizontalAdvance("Random") + 34)
        combo.setAccessibleName(f"Who plays {side} now")
        combo.setToolTip(as_written(f"Who plays {side}: you at the map, or the computer as staff, greedy, at random"))
        combo.currentIndexChanged.connect(lambda _index: self.desk.preview.set_seat(key, str(combo.currentData())))
        return combo
