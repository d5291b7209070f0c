"""The tables of the counter studio: colours of formations, and pictures of units and types."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QColorDialog,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.dialogs.forms import note, swatch
from editor.dialogs.studio.formation_colours import shared_out
from editor.look.cells import CellDelegate
from editor.plain import as_written
from engine.formats.artwork import refusal
from engine.scenario import Scenario
from engine.scenario.counters import FormationLook

PICTURES = "Pictures (*.png *.jpg *.jpeg *.svg *.webp *.bmp)"


class ColourCell(QToolButton):
    """A colour that may be left to the side."""

    changed = Signal()

    def __init__(self, colour: str, title: str) -> None:
        super().__init__()
        self.title = title
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.setAccessibleName(title)
        menu = QMenu(self)
        menu.addAction("Choose…", self._ask)
        menu.addAction("None", lambda: self.set_colour("", tell=True))
        self.setMenu(menu)
        self.clicked.connect(lambda _on: self._ask())
        self.set_colour(colour)

    def set_colour(self, colour: str, *, tell: bool = False) -> None:
        """Show a colour, ``#rrggbb``, or none."""
        self.colour = colour
        self.setText(colour or "none")
        self.setIcon(swatch(colour or "#ffffff", 16))
        if tell:
            self.changed.emit()

    def _ask(self) -> None:
        chosen = QColorDialog.getColor(QColor(self.colour or "#b02020"), self, self.title)
        if chosen.isValid():
            self.set_colour(chosen.name(), tell=True)


class FormationsTable(QWidget):
    """The colours of formations."""

    changed = Signal()
    COLUMNS = ("Formation", "Stripe", "Counter", "Ink")

    def __init__(self, offers: Sequence[str], looks: Sequence[FormationLook]) -> None:
        super().__init__()
        self.table = QTableWidget(0, len(self.COLUMNS))
        self.table.setItemDelegate(CellDelegate(self.table))
        self.table.setAccessibleName("Colours of formations")
        self.table.setHorizontalHeaderLabels(list(self.COLUMNS))
        self.table.verticalHeader().setVisible(False)
        self.table.verticalHeader().setDefaultSectionSize(32)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(1, len(self.COLUMNS)):
            header.resizeSection(column, 116)
        by_name = {look.formation: look for look in looks}
        for name in dict.fromkeys([*offers, *by_name]):
            self._append(by_name.get(name, FormationLook(name)))
        self.give = QPushButton("Give colours")
        self.give.setToolTip("Give each large formation a stripe of its own colour; those that have one keep it")
        self.give.clicked.connect(self.give_colours)
        self.give.setEnabled(self.table.rowCount() > 0)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.give, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(note("A formation's colours are also those of its parts, unless these have their own."))

    def give_colours(self) -> None:
        """Give each large formation without a stripe one in a colour of its own."""
        items = map(self.table.item, range(self.table.rowCount()), [0] * self.table.rowCount())
        rows = {item.text(): row for row, item in enumerate(items) if item is not None}
        for name, colour in shared_out(list(rows)).items():
            cell = self.cell(rows[name], 1)
            if not cell.colour:
                cell.set_colour(colour)
        self.changed.emit()

    def looks(self) -> tuple[FormationLook, ...]:
        """The formations that have a colour of their own."""
        found = []
        for row in range(self.table.rowCount()):
            item = self.table.item(row, 0)
            stripe, colour, ink = (self.cell(row, column).colour for column in (1, 2, 3))
            if item is not None and (stripe or colour or ink):
                found.append(FormationLook(item.text(), colour, ink, stripe))
        return tuple(found)

    def cell(self, row: int, column: int) -> ColourCell:
        """The colour in a cell."""
        widget = self.table.cellWidget(row, column)
        assert isinstance(widget, ColourCell)
        return widget

    def _append(self, look: FormationLook) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        item = QTableWidgetItem(look.formation)
        item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
        item.setToolTip(as_written(look.formation))
        self.table.setItem(row, 0, item)
        for column, colour in ((1, look.stripe), (2, look.colour), (3, look.ink)):
            cell = ColourCell(colour, f"{self.COLUMNS[column]} of {look.formation}")
            cell.changed.connect(self.changed)
            self.table.setCellWidget(row, column, cell)


class ArtworkTable(QWidget):
    """Pictures that stand for the symbol of a type or of a unit."""

    changed = Signal()

    def __init__(self, scenario: Scenario, folder: str) -> None:
        super().__init__()
        self.folder = folder
        types = dict.fromkeys(unit.type for unit in scenario.units.values())
        names = {kind: f"all of type {kind}" for kind in types}
        names |= {unit.key: f"{unit.name} ({unit.key})" for unit in scenario.units.values()}
        self.what = QComboBox()
        for key, name in names.items():
            self.what.addItem(name, key)
        self.what.setAccessibleName("Whose picture")
        self._names = names
        self.artwork = dict(scenario.counters.artwork)
        self.table = QTableWidget(0, 2)
        self.table.setAccessibleName("Pictures")
        self.table.setHorizontalHeaderLabels(["Of", "Picture"])
        self.table.verticalHeader().setVisible(False)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.choose_button, self.remove_button = QPushButton("Picture…"), QPushButton("Remove")
        self.choose_button.clicked.connect(self._choose)
        self.remove_button.clicked.connect(self._remove)
        row = QHBoxLayout()
        row.addWidget(self.what, 1)
        row.addWidget(self.choose_button)
        row.addWidget(self.remove_button)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table, 1)
        layout.addLayout(row)
        layout.addWidget(note("Pictures stay where they are; the scenario stores their path from its own file."))
        self._fill()

    def _fill(self) -> None:
        self.table.setRowCount(0)
        for key, path in self.artwork.items():
            row = self.table.rowCount()
            self.table.insertRow(row)
            what = QTableWidgetItem(self._names.get(key, f"{key} (not in this scenario)"))
            what.setData(Qt.ItemDataRole.UserRole, key)
            self.table.setItem(row, 0, what)
            picture = QTableWidgetItem(path + _trouble(Path(self.folder) / path, self.folder))
            self.table.setItem(row, 1, picture)

    def take(self, key: str, path: Path) -> None:
        """Let a picture stand for a unit's or type's symbol."""
        try:
            name = os.path.relpath(path, self.folder) if self.folder else str(path)
        except ValueError:
            # On another drive.
            name = str(path)
        self.artwork[key] = Path(name).as_posix()
        self._fill()
        self.changed.emit()

    def _choose(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, "Choose a picture", self.folder, PICTURES)
        if path:
            self.take(str(self.what.currentData()), Path(path))

    def _remove(self) -> None:
        item = self.table.item(self.table.currentRow(), 0)
        if item is not None:
            self.artwork.pop(str(item.data(Qt.ItemDataRole.UserRole)), None)
            self._fill()
            self.changed.emit()


def _trouble(path: Path, folder: str) -> str:
    """What is said behind a picture that cannot be shown."""
    if not path.exists():
        return " (cannot be read)"
    reason = refusal(path, folder)
    return f" ({reason})" if reason else ""
