"""The levels of victory as rows of a name and a lead."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QTableWidget, QTableWidgetItem, QVBoxLayout

from editor.look.cells import CellDelegate
from editor.look.numbers import POINT, decimal, mark
from editor.panels.buttons import PanelButton
from editor.panels.fields import OwnField
from engine.scenario import Level

_HIGH: Final = 110


class LevelsField(OwnField):
    """Edits levels of victory; they are kept in the order of their leads."""

    def __init__(self) -> None:
        super().__init__()
        self._levels: tuple[Level, ...] = ()
        self.table = QTableWidget(0, 2)
        self.table.setItemDelegate(CellDelegate(self.table))
        self.table.setAccessibleName("Levels of victory")
        self.table.setHorizontalHeaderLabels(["Level", "Lead"])
        self.table.verticalHeader().setVisible(False)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.setColumnWidth(1, 64)
        self.table.setFixedHeight(_HIGH)
        self.add, self.remove = PanelButton(), PanelButton()
        self.add.setText("Add level")
        self.add.clicked.connect(self._add)
        self.remove.setText("Remove level")
        self.remove.clicked.connect(self._remove)
        row = QHBoxLayout()
        row.addWidget(self.add)
        row.addWidget(self.remove)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table)
        layout.addLayout(row)
        self.table.itemChanged.connect(lambda _item: self._read())

    def show_value(self, value: Iterable[Level]) -> None:
        levels = tuple(value)
        if levels == self._levels and self.table.rowCount() == len(levels):
            return
        self._levels = levels
        with QSignalBlocker(self.table):
            self.table.setRowCount(len(levels))
            for row, level in enumerate(levels):
                self.table.setItem(row, 0, QTableWidgetItem(level.name))
                self.table.setItem(row, 1, QTableWidgetItem(f"{level.margin:g}".replace(POINT, mark())))

    def _read(self) -> None:
        """What is no number leaves the level as it was."""
        found = []
        for row, old in enumerate(self._levels):
            name, lead = self.table.item(row, 0), self.table.item(row, 1)
            margin = old.margin
            with suppress(ValueError):
                margin = _number(lead.text()) if lead is not None else margin
            found.append(Level(name.text().strip() if name is not None else old.name, margin))
        self._tell(found)

    def _add(self) -> None:
        lead = max((level.margin for level in self._levels), default=0)
        self._tell([*self._levels, Level(f"level {len(self._levels) + 1}", lead + 5)])

    def _remove(self) -> None:
        row = self.table.currentRow()
        self._tell(
            [
                level
                for number, level in enumerate(self._levels)
                if number != (row if row >= 0 else len(self._levels) - 1)
            ]
        )

    def _tell(self, levels: Iterable[Level]) -> None:
        ordered = tuple(sorted(levels, key=lambda level: level.margin))
        self._levels = ()
        self.show_value(ordered)
        self.edited.emit(ordered)


def _number(text: str) -> float:
    """A number as files have it: whole where it is one. ValueError for anything else."""
    value = decimal(text)
    return int(value) if value == int(value) else value
