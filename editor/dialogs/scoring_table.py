"""The victory conditions as a table, one scoring line a row."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.board.battlemap import BattleMap
from engine.scenario import Scoring, Side

KINDS: Final = {
    "hold": "hold hexes",
    "eliminated": "enemy factors lost",
    "unit": "a unit eliminated",
}


class ScoringTable(QWidget):
    """Edits the lines by which victory points are counted."""

    changed = Signal()
    KIND, POINTS, SIDE, PLACE, INITIAL, NAME = range(6)

    def __init__(
        self,
        scoring: Iterable[Scoring],
        sides: Mapping[str, Side],
        battle_map: BattleMap,
        units: Container[str] = (),
        kinds: Iterable[str] = KINDS,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._sides = sides
        self._kinds = tuple(kinds)
        self._map = battle_map
        self._units = units
        self.table = QTableWidget(0, 6)
        self.table.setAccessibleName("Victory points")
        self.table.setHorizontalHeaderLabels(
            ["For", "Points", "Who scores", "Hexes, region or unit", "Held at first by", "Name"]
        )
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.verticalHeader().setVisible(False)
        header = self.table.horizontalHeader()
        for column, width in ((0, 180), (1, 60), (2, 130), (4, 130), (5, 150)):
            header.resizeSection(column, width)
        header.setSectionResizeMode(self.PLACE, QHeaderView.ResizeMode.Stretch)
        self.table.setMinimumSize(760, 140)
        add = QPushButton("&Add line")
        remove = QPushButton("&Remove line")
        row = QHBoxLayout()
        row.addWidget(add)
        row.addWidget(remove)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.table)
        layout.addLayout(row)
        self._originals: list[Scoring] = []
        for line in scoring:
            self._append(line)
        self.table.itemChanged.connect(lambda _item: self.changed.emit())
        add.clicked.connect(self._add)
        remove.clicked.connect(self._remove)

    def scoring(self) -> tuple[Scoring, ...]:
        """The lines as shown; raises ValueError where points are no number."""
        return tuple(self._line(row) for row in range(self.table.rowCount()))

    def problem(self) -> str:
        """What is wrong with a line; empty when nothing is."""
        for row in range(self.table.rowCount()):
            try:
                line = self._line(row)
            except ValueError:
                return f"Victory line {row + 1}: the points are no number."
            for name in line.hexes:
                if self._map.grid.find(name) == -1:
                    return f"Victory line {row + 1}: there is no hex and no region {name!r} on the map."
            if line.kind == "hold" and not line.hexes and not line.region:
                return f"Victory line {row + 1}: name the hexes or the region to hold."
            if line.kind == "unit" and line.unit not in self._units:
                said = f"there is no unit {line.unit!r}" if line.unit else "name the unit"
                return f"Victory line {row + 1}: {said}."
        return ""

    def _append(self, line: Scoring) -> None:
        row = self.table.rowCount()
        self._originals.append(line)
        self.table.insertRow(row)
        kinds = {kind: KINDS.get(kind, kind.replace("_", " ")) for kind in (*self._kinds, line.kind)}
        self.table.setCellWidget(row, self.KIND, self._combo(kinds, line.kind))
        names = {key: side.name for key, side in self._sides.items()}
        self.table.setCellWidget(row, self.SIDE, self._combo({"": "either side", **names}, line.side))
        self.table.setCellWidget(row, self.INITIAL, self._combo({"": "nobody", **names}, line.initial))
        points = QTableWidgetItem(f"{line.points:g}")
        points.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.table.setItem(row, self.POINTS, points)
        self.table.setItem(row, self.PLACE, QTableWidgetItem(line.unit or line.region or " ".join(line.hexes)))
        self.table.setItem(row, self.NAME, QTableWidgetItem(line.name))

    def _combo(self, items: Mapping[str, str], value: str) -> QComboBox:
        combo = QComboBox()
        for key, text in items.items():
            combo.addItem(text, key)
        combo.setCurrentIndex(max(0, combo.findData(value)))
        combo.currentIndexChanged.connect(lambda _index: self.changed.emit())
        return combo

    def _line(self, row: int) -> Scoring:
        def text(column: int) -> str:
            item = self.table.item(row, column)
            return item.text().strip() if item else ""

        def data(column: int) -> str:
            combo = self.table.cellWidget(row, column)
            return str(combo.currentData()) if isinstance(combo, QComboBox) else ""

        kind, place = data(self.KIND), text(self.PLACE)
        unit = place if kind == "unit" else ""
        region = place if place in self._map.regions and not unit else ""
        return replace(
            self._originals[row],
            kind=kind,
            points=float(text(self.POINTS)),
            side=data(self.SIDE),
            initial=data(self.INITIAL),
            region=region,
            unit=unit,
            hexes=() if region or unit else tuple(place.replace(",", " ").split()),
            name=text(self.NAME),
        )

    def _add(self) -> None:
        self._append(Scoring("hold"))
        self.table.setCurrentCell(self.table.rowCount() - 1, self.PLACE)
        self.changed.emit()

    def _remove(self) -> None:
        row = self.table.currentRow()
        if row >= 0:
            del self._originals[row]
            self.table.removeRow(row)
            self.changed.emit()
