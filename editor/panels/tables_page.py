"""The page of the tables: any table of the rules in a grid, with a scenario's own figures laid over it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from html import escape
from typing import Any, Final

from PySide6.QtCore import QEvent, QSignalBlocker, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.commands.change import Change
from editor.commands.edit_scenario import EditScenario
from editor.desk.desk import Desk
from editor.dialogs.forms import note
from editor.dialogs.value_form import parse_value
from editor.look.cells import CellDelegate
from editor.panels.buttons import PanelButton
from editor.plain import PlainLabel, as_written
from engine.errors import HexwrightError
from engine.formats.fitting import TABLES, misfits
from engine.mechanics.tables import Table
from engine.play import registry
from engine.scenario import Scenario

META: Final = ("provenance", "source", "constraints")
SINGLE: Final = "single values"
Path = tuple[Any, ...]
Cells = dict[tuple[str, str], tuple[Path, Any]]
"""Title of row and column to the path of a value in its table, and the value."""


def parts_of(table: Table) -> dict[str, Cells]:
    """The parts of a table as grids; what stands alone is put together in one."""
    found: dict[str, Cells] = {}
    for key, value in table.items():
        if key in META:
            continue
        if isinstance(value, Mapping) or (isinstance(value, Sequence) and not isinstance(value, str)):
            found[str(key)] = dict(_grid(table, key, value))
        else:
            found.setdefault(SINGLE, {})[str(key), "value"] = ((key,), value)
    return found


def _grid(table: Table, key: Any, value: Any) -> Iterator[tuple[tuple[str, str], tuple[Path, Any]]]:
    """The cells of a part: lists and mappings lie in rows, what is in them in columns."""
    listed = not isinstance(value, Mapping)
    for step, inner in enumerate(value) if listed else value.items():
        path: Path = (key, step)
        name = step + 1 if listed else step
        if isinstance(inner, Mapping):
            for column, cell in inner.items():
                yield (str(name), str(column)), ((*path, column), cell)
        elif isinstance(inner, Sequence) and not isinstance(inner, str):
            titles = table.get("columns", ())
            for place, cell in enumerate(inner):
                title = str(titles[place]) if len(titles) == len(inner) else str(place + 1)
                yield (str(name), title), ((*path, place), cell)
        else:
            yield (str(name), "value"), (path, inner)


def value_at(table: Any, path: Path) -> Any:
    """The value of a table at a path; None where there is none."""
    for step in path:
        try:
            table = table[step]
        except (KeyError, IndexError, TypeError):
            return None
    return table


def with_value(own: Mapping[str, Any], table: Table, path: Path, value: Any) -> dict[str, Any]:
    """A scenario's own part of a table with one value more; of a list all of it is laid over."""
    made = deepcopy(dict(own))
    at: dict[str, Any] = made
    for number, step in enumerate(path[:-1]):
        inner = value_at(table, path[: number + 1])
        if isinstance(inner, Sequence) and not isinstance(inner, str):
            changed = deepcopy(list(inner))
            held: Any = changed
            for deeper in path[number + 1 : -1]:
                held = held[deeper]
            held[path[-1]] = value
            at[_key(at, step)] = changed
            return made
        at = at.setdefault(_key(at, step), {})
    at[_key(at, path[-1])] = value
    return made


def _key(mapping: Mapping[Any, Any], step: Any) -> Any:
    """The key as the mapping has it already: a die result may be written as number or as text."""
    return next((key for key in mapping if str(key) == str(step)), str(step))


class TablesPage(QWidget):
    """A table, part by part, with where its figures come from."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.tables, self.parts = QComboBox(), QComboBox()
        self.tables.setAccessibleName("Table")
        self.parts.setAccessibleName("Part of the table")
        self.tables.activated.connect(lambda _index: self.refresh())
        self.parts.activated.connect(lambda _index: self.refresh())
        self.origin = note("")
        self.grid = QTableWidget()
        self.grid.setItemDelegate(CellDelegate(self.grid))
        self.grid.setAccessibleName("Figures of the table")
        self.grid.itemChanged.connect(self._typed)
        self.complaint = PlainLabel()
        self.complaint.setObjectName("complaint")
        self.complaint.setWordWrap(True)
        self.complaint.setMinimumHeight(self.complaint.fontMetrics().height() * 2)
        self.complaint.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.back = PanelButton()
        self.back.setText("Reset to rules")
        self.back.setToolTip("Take the scenario's own figures out of this table")
        self.back.clicked.connect(self.reset)
        top = QGridLayout()
        top.addWidget(self.tables, 0, 0)
        top.addWidget(self.parts, 0, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addLayout(top)
        layout.addWidget(self.origin)
        layout.addWidget(self.grid, 1)
        layout.addWidget(self.complaint)
        layout.addWidget(self.back)
        self._cells: Cells = {}
        desk.document_changed.connect(lambda _document: self.refresh())
        desk.changed.connect(self._changed)
        self.refresh()

    def _changed(self, change: Change) -> None:
        if change.what in ("scenario", "all"):
            self.refresh()

    # -- showing ----------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        """Give the scenario's own figures the colour of another look."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.refresh()

    def refresh(self) -> None:
        """Show the chosen part of the chosen table, as it holds in this scenario."""
        scenario = self.desk.document.scenario
        self.complaint.clear()
        with QSignalBlocker(self.grid):
            base = _base(scenario)
            self._list(self.tables, [name for name in base if parts_of(base[name])])
            name = str(self.tables.currentData())
            if scenario is None or name not in base:
                self.grid.setRowCount(0)
                self.origin.setText("These rules have no tables that a scenario could lay its own over.")
                self.back.setEnabled(False)
                return
            table = _merged(scenario).get(name, base[name])
            parts = parts_of(table)
            self._list(self.parts, list(parts))
            self._cells = parts[str(self.parts.currentData())]
            self._fill(base[name])
            # Else Qt learns how wide the names of the rows are while it paints, and paints headings beside the table.
            self.grid.executeDelayedItemsLayout()
            self.back.setEnabled(name in scenario.tables)
            self.origin.setText(_origin(base[name], own=name in scenario.tables))

    def _list(self, box: QComboBox, names: list[str]) -> None:
        if [box.itemData(n) for n in range(box.count())] != names:
            chosen = box.currentData()
            box.clear()
            for name in names:
                box.addItem(name.replace("_", " ").capitalize(), name)
            box.setCurrentIndex(max(0, box.findData(chosen)))

    def _fill(self, base: Table) -> None:
        rows = list(dict.fromkeys(row for row, _ in self._cells))
        columns = list(dict.fromkeys(column for _, column in self._cells))
        self.grid.setRowCount(len(rows))
        self.grid.setColumnCount(len(columns))
        self.grid.setVerticalHeaderLabels([row.replace("_", " ") for row in rows])
        self.grid.setHorizontalHeaderLabels([column.replace("_", " ") for column in columns])
        for y, row in enumerate(rows):
            for x, column in enumerate(columns):
                found = self._cells.get((row, column))
                item = QTableWidgetItem("" if found is None else str(found[1]))
                if found is None or isinstance(found[1], Mapping | list):
                    item.setFlags(Qt.ItemFlag.NoItemFlags)
                else:
                    self._dress(item, found[0], found[1], value_at(base, found[0]))
                self.grid.setItem(y, x, item)
        self.grid.resizeColumnsToContents()

    def _dress(self, item: QTableWidgetItem, path: Path, value: Any, rules: Any) -> None:
        """Mark a figure that is the scenario's own."""
        item.setData(Qt.ItemDataRole.UserRole, path)
        if value != rules:
            font = item.font()
            font.setBold(True)
            item.setFont(font)
            item.setForeground(self.palette().color(QPalette.ColorRole.Link))
            item.setToolTip(as_written(f"The scenario's own; the rules have {rules}"))

    # -- changing ---------------------------------------------------------------------------------------------

    def _typed(self, item: QTableWidgetItem) -> None:
        scenario, path = self.desk.document.scenario, item.data(Qt.ItemDataRole.UserRole)
        if scenario is None or path is None:
            return
        name = str(self.tables.currentData())
        table = _merged(scenario)[name]
        old = value_at(table, tuple(path))
        value: Any = item.text().strip() if isinstance(old, str) else parse_value(item.text())
        own = with_value(scenario.tables.get(name, {}), table, tuple(path), value)
        tables = {**scenario.tables, name: own}
        wrong = next((one for one in misfits(scenario.with_(tables=tables)) if one.code == TABLES), None)
        if wrong is not None:
            with QSignalBlocker(self.grid):
                item.setText(str(old))
            self.complaint.setText(f"{value} does not fit: {wrong.message}.")
        else:
            self.desk.push(EditScenario(f"Change the table {name.replace('_', ' ')}", tables=tables))

    def reset(self) -> None:
        """Take the scenario's own figures out of the chosen table."""
        scenario, name = self.desk.document.require_scenario(), str(self.tables.currentData())
        tables = {key: own for key, own in scenario.tables.items() if key != name}
        self.desk.push(EditScenario(f"Reset the table {name.replace('_', ' ')} to the rules", tables=tables))


def _base(scenario: Scenario | None) -> Mapping[str, Table]:
    """The tables of the rules, by name; none where there are none to lay anything over."""
    try:
        system = registry.system(scenario.system) if scenario is not None else None
        return system.merged_tables({}) if system is not None else {}
    except HexwrightError:
        return {}


def _merged(scenario: Scenario) -> Mapping[str, Table]:
    """The tables as they hold in a scenario; those of the rules where its own do not fit."""
    try:
        return registry.system(scenario.system).merged_tables(scenario.tables)
    except HexwrightError:
        return _base(scenario)


def _origin(table: Table, *, own: bool) -> str:
    """Where the figures of a table come from, in words."""
    words = {
        "text": "As the rules text has it",
        "sourced": "From public sources",
        "reconstructed": "Reconstructed, because the text leaves it out",
    }
    said = words.get(str(table.get("provenance")), str(table.get("provenance", "")))
    source = f": {table['source']}" if table.get("source") else ""
    mine = " Bold values are this scenario's own." if own else ""
    return f"{escape(said)}{escape(str(source))}.{mine}"
