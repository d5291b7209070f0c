"""The contact sheet of the counter studio: all counters at once, those that may be wrong with a mark."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QListView, QWidget

from editor.canvas.drawing.counters import draw_counter
from editor.canvas.drawing.faces import CounterLook
from editor.output.counter_sheets import paint_back
from editor.plain import as_written
from engine.scenario import Scenario, Unit

CELL: Final = 64
"""Pixels of a counter."""
Index = QModelIndex | QPersistentModelIndex


class _Units(QAbstractListModel):
    """The units as pictures of their counters, drawn when they are looked at."""

    def __init__(self, scenario: Scenario, parent: QWidget) -> None:
        super().__init__(parent)
        self.scenario = scenario
        self.units: list[Unit] = [unit for unit in scenario.units.values() if unit.side in scenario.sides]
        self.look, self.back, self.marked = CounterLook(), False, frozenset[str]()
        self._drawn: dict[str, QIcon] = {}
        self.ratio = 1.0

    def rowCount(self, parent: Index | None = None) -> int:
        """How many units there are."""
        return 0 if parent is not None and parent.isValid() else len(self.units)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The counter of a unit, and its name for readers and tips."""
        unit = self.units[index.row()]
        if role == Qt.ItemDataRole.DecorationRole:
            return self._drawn.get(unit.key) or self._draw(unit)
        name = f"{unit.name}, a text is too small" if unit.key in self.marked else unit.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_written(name)
        return name if role == Qt.ItemDataRole.AccessibleTextRole else None

    def show_look(self, look: CounterLook, marked: Collection[str], *, back: bool) -> None:
        """Show counters of another look; of ``marked`` units a text is too small."""
        self.look, self.back, self.marked = look, back, frozenset(marked)
        self._drawn.clear()
        if self.units:
            self.dataChanged.emit(self.index(0), self.index(len(self.units) - 1))

    def _draw(self, unit: Unit) -> QIcon:
        pixmap = QPixmap(QSize(CELL, CELL) * self.ratio)
        pixmap.setDevicePixelRatio(self.ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        room, side = pixmap.deviceIndependentSize(), self.scenario.sides[unit.side]
        rect = pixmap.rect().toRectF()
        rect.setSize(room)
        if self.back:
            paint_back(painter, rect, unit, side, self.look, 0.0)
        else:
            draw_counter(painter, rect, unit, side, look=self.look, pixels=1000, cut=True)
        if unit.key in self.marked:
            painter.fillRect(0, 0, 7, 7, QColor("#d23a8f"))
        painter.end()
        icon = self._drawn[unit.key] = QIcon(pixmap)
        return icon


class ContactSheet(QListView):
    """All counters of a scenario; a click shows one on the canvas."""

    chosen = Signal(str)

    def __init__(self, scenario: Scenario, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.units = _Units(scenario, self)
        self.units.ratio = self.devicePixelRatioF()
        self.setModel(self.units)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setIconSize(QSize(CELL, CELL))
        self.setGridSize(QSize(CELL + 6, CELL + 6))
        self.setAccessibleName("Contact sheet of all counters")
        self.setMinimumWidth(3 * (CELL + 6) + 28)
        self.selectionModel().currentChanged.connect(self._choose)

    def show_unit(self, key: str) -> None:
        """Make a unit the current one."""
        row = next((number for number, unit in enumerate(self.units.units) if unit.key == key), -1)
        if row >= 0:
            self.setCurrentIndex(self.units.index(row))

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.units.units[index.row()].key)
