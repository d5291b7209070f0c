"""The part of the Underlay panel that lists several pictures under a map, as layers of a drawing program are listed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QToolButton, QVBoxLayout, QWidget

from editor.commands.set_underlay import SetUnderlays
from editor.controls.underlay import UnderlayControl
from editor.look.icons import icon
from editor.plain import as_written

ROW = 24
MOST_ROWS = 5
CHECKED = {True: Qt.CheckState.Checked, False: Qt.CheckState.Unchecked}


class PicturesList(QWidget):
    """The pictures under the map, the topmost first: the row that is chosen is in hand, its box shows and hides it."""

    def __init__(self, control: UnderlayControl) -> None:
        super().__init__()
        self.control = control
        self.rows = QListWidget()
        self.rows.setAccessibleName("Pictures under the map")
        self.rows.setToolTip("The topmost is first. The picture in the chosen row is moved, fitted and traced.")
        self.rows.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.rows.currentRowChanged.connect(self._choose)
        self.rows.itemChanged.connect(self._tick)
        self.up = self._button("up", "Put this picture above the next", 1)
        self.down = self._button("down", "Put this picture below the next", -1)
        buttons = QVBoxLayout()
        buttons.addWidget(self.up)
        buttons.addWidget(self.down)
        buttons.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.rows, 1)
        row.addLayout(buttons)

    def _button(self, name: str, tip: str, steps: int) -> QToolButton:
        button = QToolButton()
        button.setIcon(icon(name))
        button.setIconSize(QSize(16, 16))
        button.setToolTip(as_written(tip))
        button.setAccessibleName(tip)
        button.clicked.connect(lambda: self.control.shift(steps))
        return button

    def refresh(self) -> None:
        """Show the pictures as they are; one alone needs no list."""
        pictures, number = self.control.underlays, self.control.number
        self.setVisible(len(pictures) > 1)
        self.up.setEnabled(number < len(pictures) - 1)
        self.down.setEnabled(number > 0)
        with QSignalBlocker(self.rows):
            while self.rows.count() > len(pictures):
                self.rows.takeItem(self.rows.count() - 1)
            while self.rows.count() < len(pictures):
                self.rows.addItem(QListWidgetItem())
            for row, picture in enumerate(reversed(pictures)):
                item = self.rows.item(row)
                item.setText(PurePosixPath(picture.image).name)
                item.setCheckState(CHECKED[picture.shown])
                item.setSizeHint(QSize(0, ROW))
            self.rows.setCurrentRow(len(pictures) - 1 - number)
        self.rows.setFixedHeight(ROW * min(MOST_ROWS, max(2, len(pictures))) + 2 * self.rows.frameWidth())

    def _choose(self, row: int) -> None:
        if row >= 0:
            self.control.take_in_hand(len(self.control.underlays) - 1 - row)

    def _tick(self, item: QListWidgetItem) -> None:
        pictures = list(self.control.underlays)
        number = len(pictures) - 1 - self.rows.row(item)
        on = item.checkState() is Qt.CheckState.Checked
        if pictures[number].shown != on:
            pictures[number] = replace(pictures[number], shown=on)
            self.control.stage.push(SetUnderlays(pictures, "Show underlay" if on else "Hide underlay"))
