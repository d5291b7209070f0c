"""Units as a grid: a model of their cells, and a view that copies, pastes and fills as spreadsheets do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QIcon, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QComboBox, QStyleOptionViewItem, QTableView, QWidget

from editor.canvas.drawing.faces import look_in
from editor.kinds import TokenLook, drawn_unit
from editor.look.cells import CellDelegate
from editor.panels.unit_tree import natural
from editor.plain import as_written
from engine import spreadsheets
from engine.errors import HexwrightError
from engine.formats import roster, roster_csv
from engine.formats.roster import Column, Revision, TableProblem
from engine.scenario import Scenario
from engine.scenario.numbering import next_name
from engine.spelling import folded

Index = QModelIndex | QPersistentModelIndex
ICON: Final = 22
_ROLE: Final = Qt.ItemDataRole
_KEYS: Final = QKeySequence.StandardKey
FILL_KEY: Final = QKeySequence("Ctrl+D")
NUMBERS: Final = ("int", "number")
"""Kinds of columns with figures, which stand on the right."""
FIGURES: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
ROW_EDGES: Final = 12
"""Pixels beside the number of a row."""
NOWHERE_YET: Final = QModelIndex()


class UnitsModel(QAbstractTableModel):
    """A row a unit, in the scenario's order."""

    def __init__(self, take: Callable[[str, Revision, Mapping[str, str]], bool], parent: QWidget | None = None) -> None:
        """``take`` carries out a revision under a name, with keys that are renamed; False where it was refused, or the
        user changed their mind."""
        super().__init__(parent)
        self.scenario: Scenario | None = None
        self.columns: list[Column] = []
        self.keys: list[str] = []
        self._take = take
        self.problem = ""
        """Why what was entered last cannot be; empty when it could."""

    def show(self, scenario: Scenario | None) -> None:
        """Show the units of a scenario."""
        columns = roster.columns(scenario) if scenario is not None else []
        keys = list(scenario.units) if scenario is not None else []
        if columns == self.columns and keys == self.keys:
            self.scenario = scenario
            if keys:
                self.dataChanged.emit(self.index(0, 0), self.index(len(keys) - 1, len(columns) - 1))
            return
        self.beginResetModel()
        self.scenario, self.columns, self.keys = scenario, columns, keys
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE_YET) -> int:
        return 0 if parent.isValid() else len(self.keys)

    def columnCount(self, parent: Index = NOWHERE_YET) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _ROLE.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Vertical:
            return str(section + 1) if role == _ROLE.DisplayRole else None
        column = self.columns[section]
        if role == _ROLE.DisplayRole:
            return column.label
        if role == _ROLE.TextAlignmentRole and column.info is not None and column.info.kind in NUMBERS:
            return FIGURES
        return as_written(f"{column.label}: {column.help}") if role == _ROLE.ToolTipRole and column.help else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | (Qt.ItemFlag.ItemIsUserCheckable if self.is_tick(index) else Qt.ItemFlag.ItemIsEditable)

    def is_tick(self, index: Index) -> bool:
        """Whether a cell is yes or no."""
        info = self.columns[index.column()].info
        return info is not None and info.kind == "bool"

    def text(self, row: int, column: int) -> str:
        """The text of a cell."""
        if self.scenario is None or self.keys[row] not in self.scenario.units:
            return ""
        return roster.cell(self.scenario, self.scenario.units[self.keys[row]], self.columns[column])

    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> Any:
        column = self.columns[index.column()]
        if role in (_ROLE.DisplayRole, _ROLE.EditRole):
            return "" if self.is_tick(index) else self.text(index.row(), index.column())
        if role == _ROLE.CheckStateRole and self.is_tick(index):
            yes = bool(self.text(index.row(), index.column()))
            return Qt.CheckState.Checked if yes else Qt.CheckState.Unchecked
        if role == _ROLE.ToolTipRole:
            return as_written(column.help)
        if role == _ROLE.DecorationRole and column.key == roster.NAME and self.scenario is not None:
            unit = self.scenario.units.get(self.keys[index.row()])
            if unit is None or unit.side not in self.scenario.sides:
                return None
            return QIcon(drawn_unit(self.scenario, unit, TokenLook(ICON, 1.0, None, look_in(self.scenario))))
        if role == _ROLE.TextAlignmentRole and column.info is not None and column.info.kind in NUMBERS:
            return FIGURES
        return None

    def setData(self, index: Index, value: Any, role: int = _ROLE.EditRole) -> bool:
        if role == _ROLE.CheckStateRole:
            text = "yes" if Qt.CheckState(value) == Qt.CheckState.Checked else ""
        elif role == _ROLE.EditRole:
            text = str(value)
        else:
            return False
        return self.write({(index.row(), index.column()): text})

    def write(self, cells: Mapping[tuple[int, int], str]) -> bool:
        """Take texts over into cells, all or none; rows beyond the last are new units. False where they are refused,
        and ``problem`` says why."""
        self.problem = ""
        scenario = self.scenario
        if scenario is None:
            return False
        rows: dict[int, dict[str, str]] = {}
        for (row, column), text in sorted(cells.items()):
            rows.setdefault(row, {})[self.columns[column].key] = text
        renamed = {}
        for row, entered in rows.items():
            key = entered.pop(roster.KEY, None)
            if row >= len(self.keys):
                self._complete(entered)
            elif key is not None and key.strip() != self.keys[row]:
                renamed[self.keys[row]] = key.strip()
        listed = [(self.keys[row] if row < len(self.keys) else "", entered) for row, entered in rows.items()]
        try:
            for key in renamed.values():
                if not roster.is_key(key):
                    raise HexwrightError(roster.key_problem(key))
            revision = roster.revision(scenario, listed)
        except TableProblem as problem:
            numbers = list(rows)
            wrong = [replace(one, row=numbers[one.row]) for one in problem.wrong]
            self.problem = str(TableProblem(wrong))
            return False
        except HexwrightError as error:
            self.problem = str(error)
            return False
        units = [replace(unit, key=renamed.get(unit.key, unit.key)) for unit in revision.units]
        made = Revision(
            units,
            {renamed.get(key, key): at for key, at in revision.places.items()},
            {renamed.get(key, key): turn for key, turn in revision.turns.items()},
            {renamed.get(key, key): entry for key, entry in revision.entries.items()},
        )
        what = self.columns[next(iter(cells))[1]].label.lower() if len({c for _, c in cells}) == 1 else "values"
        count = f"{len(rows)} units" if len(rows) > 1 else "1 unit"
        return self._take(f"Edit {what} of {count}", made, renamed)

    def take_rows(self, rows: Sequence[Sequence[str]]) -> bool:
        """Take a table over whose first row names columns, all or none: as a CSV file. False where it is refused, and
        ``problem`` says why."""
        self.problem = ""
        if self.scenario is None:
            return False
        try:
            made = roster_csv.read_rows(self.scenario, rows)
        except HexwrightError as error:
            self.problem = str(error)
            return False
        return self._take(f"Paste {len(made.units)} units" if len(made.units) > 1 else "Paste 1 unit", made, {})

    def _complete(self, entered: dict[str, str]) -> None:
        """What a new unit needs and was not given, as the last unit has it."""
        if self.scenario is None or not self.keys:
            return
        last = self.scenario.units[self.keys[-1]]
        for column in self.columns:
            needed = column.key in (roster.SIDE, roster.TYPE) or (column.info is not None and column.info.required)
            if needed and column.key not in entered:
                entered[column.key] = roster.cell(self.scenario, last, column)


class UnitsOrder(QSortFilterProxyModel):
    """The rows as the user wants them: sorted with numbers by size, and only those that have some words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words: list[str] = []

    def set_words(self, text: str) -> None:
        """Show only rows with these words."""
        self.words = folded(text).split()
        self.invalidate()

    def lessThan(self, left: Index, right: Index) -> bool:
        model = self.sourceModel()
        return isinstance(model, UnitsModel) and natural(model.text(left.row(), left.column())) < natural(
            model.text(right.row(), right.column())
        )

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        model = self.sourceModel()
        if not self.words or not isinstance(model, UnitsModel):
            return True
        whole = folded(" ".join(model.text(row, column) for column in range(model.columnCount())))
        return all(word in whole for word in self.words)


class OffersDelegate(CellDelegate):
    """Offers what may be chosen in a cell that is one of a few."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        column = column_of(index)
        if column is None or not column.offers:
            return super().createEditor(parent, option, index)
        box = QComboBox(parent)
        box.setEditable(column.open)
        box.addItems(list(column.offers))
        return box

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QComboBox):
            editor.setCurrentText(str(index.data(_ROLE.EditRole)))
        else:
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentText())
        else:
            super().setModelData(editor, model, index)


def column_of(index: Index) -> Column | None:
    """The column of a cell of the view."""
    proxy = index.model()
    model = proxy.sourceModel() if isinstance(proxy, QSortFilterProxyModel) else proxy
    return model.columns[index.column()] if isinstance(model, UnitsModel) else None


class UnitsGrid(QTableView):
    """The grid: type into a cell, copy and paste blocks, fill down, clear."""

    refused = Signal(str)
    """What was entered cannot be taken over, and why; empty when something could."""
    deleted = Signal(list)
    """The keys of units whose whole rows were cleared."""

    def __init__(self, model: UnitsModel) -> None:
        super().__init__()
        self.units = model
        self.order = UnitsOrder(self)
        self.order.setSourceModel(model)
        self.setModel(self.order)
        self.setItemDelegate(OffersDelegate(self))
        self.setSortingEnabled(True)
        self.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.setAlternatingRowColors(True)
        self.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(
            QTableView.EditTrigger.DoubleClicked
            | QTableView.EditTrigger.EditKeyPressed
            | QTableView.EditTrigger.AnyKeyPressed
        )
        self.horizontalHeader().setSectionsMovable(True)
        rows = self.verticalHeader()
        rows.setDefaultSectionSize(26)
        # As wide without rows as with thousands: Qt learns the width while it paints, and would paint what is to its
        # right where that was before, over the panel beside.
        rows.setFixedWidth(rows.fontMetrics().horizontalAdvance("0000") + ROW_EDGES)
        model.dataChanged.connect(lambda *_: self.viewport().update())

    def event(self, event: QEvent) -> bool:
        """Keys of a grid are its own: letters begin a cell, and do not choose tools."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._wants(event):
            event.accept()
            return True
        return super().event(event)

    def _wants(self, event: QKeyEvent) -> bool:
        if Qt.Key.Key_F1.value <= event.key() <= Qt.Key.Key_F35.value:
            # They lead about the window, and write nothing; F2 alone opens the cell.
            return event.key() == Qt.Key.Key_F2.value and event.modifiers() == Qt.KeyboardModifier.NoModifier
        held = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if not held:
            return event.text().isprintable() or event.key() == Qt.Key.Key_Delete.value
        ours = any(event.matches(key) for key in (_KEYS.Copy, _KEYS.Cut, _KEYS.Paste, _KEYS.SelectAll))
        return ours or QKeySequence(event.keyCombination()) == FILL_KEY

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(_KEYS.Copy):
            self.copy()
        elif event.matches(_KEYS.Cut):
            self.copy()
            self.clear_cells()
        elif event.matches(_KEYS.Paste):
            self.paste()
        elif QKeySequence(event.keyCombination()) == FILL_KEY:
            self.fill_down()
        elif event.key() == Qt.Key.Key_Delete.value:
            self.clear_cells()
        else:
            super().keyPressEvent(event)

    # -- cells --------------------------------------------------------------------------------------------------

    def chosen(self) -> list[tuple[int, int]]:
        """The selected cells as rows and columns as they are seen, from the top left on."""
        place = self.horizontalHeader().visualIndex
        found = [(index.row(), index.column()) for index in self.selectionModel().selectedIndexes()]
        return sorted(found, key=lambda cell: (cell[0], place(cell[1])))

    def chosen_units(self) -> list[str]:
        """The keys of the units with selected cells."""
        rows = dict.fromkeys(row for row, _ in self.chosen())
        return [self.units.keys[self.order.mapToSource(self.order.index(row, 0)).row()] for row in rows]

    def _columns(self) -> list[int]:
        """The columns as they lie, from the left."""
        header = self.horizontalHeader()
        return [header.logicalIndex(at) for at in range(header.count())]

    def _source(self, row: int) -> int:
        """The row of the model for a row of the view; beyond the last of the view, beyond the last of the model."""
        rows = self.order.rowCount()
        if row >= rows:
            return self.units.rowCount() + row - rows
        return self.order.mapToSource(self.order.index(row, 0)).row()

    def _write(self, cells: Mapping[tuple[int, int], str]) -> bool:
        """Whether the texts are in the cells; else the table says why not."""
        wanted = {(self._source(row), column): text for (row, column), text in cells.items()}
        if wanted:
            self.units.write(wanted)
            self.refused.emit(self.units.problem)
        return not self.units.problem

    def _text(self, row: int, column: int) -> str:
        return self.units.text(self._source(row), column)

    def copy(self) -> None:
        """Put the selected cells on the clipboard, as spreadsheets do."""
        cells = set(self.chosen())
        rows = sorted({row for row, _ in cells})
        columns = [column for column in self._columns() if any((row, column) in cells for row in rows)]
        block = [[self._text(row, c) if (row, c) in cells else "" for c in columns] for row in rows]
        if block:
            QGuiApplication.clipboard().setText(spreadsheets.table(block, "\t"))

    def paste(self) -> None:
        """Take cells from the clipboard, from the first selected cell on; one cell goes into all that are selected.
        Rows beyond the last become new units. In a table without units that is from the first column on. A block whose
        first row names columns goes to these, wherever it is pasted: a row with the key of a unit changes it."""
        text = QGuiApplication.clipboard().text()
        try:
            lines, parted = spreadsheets.cells(text, "\t"), spreadsheets.pasted(text)
        except HexwrightError as error:
            self.refused.emit(str(error))
            return
        scenario = self.units.scenario
        for block in filter(None, (lines, parted)):
            if scenario is not None and roster_csv.is_heading(scenario, block[0]):
                self.units.take_rows(block)
                self.refused.emit(self.units.problem)
                return
        cells = self.chosen() or ([] if self.units.keys or not self.units.columns else [(0, self._columns()[0])])
        if lines and not cells:
            self.refused.emit("Click the cell that these go to, or paste them with a first row of headings.")
        elif len(lines) == 1 and len(lines[0]) == 1 and parted is None:
            self._write(dict.fromkeys(cells, lines[0][0]))
        elif lines:
            self._paste_block(lines, parted, cells)

    def _paste_block(
        self, lines: list[list[str]], parted: list[list[str]] | None, cells: list[tuple[int, int]]
    ) -> None:
        """Take a block over, from the first cell on. Lines with commas are cells of several columns where these can
        take them; else each is the text of one cell, such as a list of hexes."""
        columns = self._columns()
        top, left = min(row for row, _ in cells), columns.index(cells[0][1])
        if self.units.columns[cells[0][1]].key == roster.ENTRY:
            parted = None
        problems = []
        for block in filter(None, (parted, lines)):
            width = max(map(len, block))
            if left + width > len(columns):
                problems.append(f"{width} columns do not fit from here on; there are {len(columns) - left}")
                continue
            into = {(top + r, columns[left + c]): text for r, row in enumerate(block) for c, text in enumerate(row)}
            if self._write(into):
                return
            problems.append(self.units.problem)
        said = f"Read as a table with commas or semicolons between the cells: {problems[0]}" if parted else problems[0]
        self.refused.emit(said)

    def fill_down(self) -> None:
        """Give every selected cell what the uppermost selected one of its column has."""
        self._fill(lambda first, _before: first)

    def fill_on(self) -> None:
        """Count on from the uppermost selected cell of each column: 3, 4, 5; Militia 1, Militia 2."""
        self._fill(lambda _first, before: str(int(before) + 1) if before.isdigit() else next_name(before, ()))

    def _fill(self, after: Callable[[str, str], str]) -> None:
        by_column: dict[int, list[int]] = {}
        for row, column in self.chosen():
            by_column.setdefault(column, []).append(row)
        cells: dict[tuple[int, int], str] = {}
        for column, rows in by_column.items():
            first = before = self._text(rows[0], column)
            for row in rows[1:]:
                before = after(first, before)
                cells[row, column] = before
        self._write(cells)

    def clear_cells(self) -> None:
        """Empty the selected cells. A unit without a key, side and type is none: where whole rows are selected, their
        units are deleted."""
        chosen = self.chosen()
        rows = Counter(row for row, _ in chosen)
        if rows and set(rows.values()) == {self.order.columnCount()}:
            self.deleted.emit(self.chosen_units())
        else:
            self._write(dict.fromkeys(chosen, ""))

    def select_units(self, keys: Sequence[str]) -> None:
        """Select the rows of these units, and no others."""
        selection = self.selectionModel()
        selection.clearSelection()
        how = selection.SelectionFlag.Select | selection.SelectionFlag.Rows
        for row in range(self.order.rowCount()):
            if self.units.keys[self._source(row)] in keys:
                index = self.order.index(row, 0)
                selection.select(index, how)
                self.scrollTo(index)
