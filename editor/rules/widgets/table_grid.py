"""A table of results or numbers as a grid: dice down, columns across, and the shares of results below each column."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.look.cells import CellDelegate
from editor.look.tab_order import hand_on
from editor.panels.buttons import PanelButton
from editor.panels.flow import FlowLayout
from editor.panels.throws import percent
from editor.plain import PlainLabel, as_written
from editor.rules.widgets.chip import error_colour
from editor.rules.widgets.condition_data import same
from editor.rules.widgets.share_bars import ShareLegend, paint_bar, shares_in_words
from editor.rules.widgets.table_data import EMPTY, MOST_COLUMNS, MOST_ROWS, TableSheet
from editor.rules.widgets.value_fields import ValueField, plain_text
from engine import spreadsheets
from engine.errors import HexwrightError
from engine.findings import Finding
from engine.formats.hints import nearest
from engine.formats.source import DataPath
from engine.kit.checks.about_tables import NOTHING, unexplained
from engine.kit.model.values import parsed
from engine.kit.table_shares import (
    USUAL_DICE,
    Hurt,
    ResultShare,
    column_shares,
    hurt_by_code,
    row_chances,
    shares_of,
    throw_of,
)
from engine.kit.wordlist import WordList, listed

BAR: Final = 112
"""Pixels that the bars are high."""
TALL: Final = 440
"""Pixels that the grid is high at most before it is scrolled."""
NARROW: Final = 46
"""Pixels that a column is wide at least."""
CHANCE: Final = Qt.ItemDataRole.UserRole
SHARES: Final = Qt.ItemDataRole.UserRole + 1
"""What items of keys and of bars hold beside their text."""
_DRESS: Final = (
    *(Qt.ItemDataRole.FontRole, Qt.ItemDataRole.BackgroundRole, Qt.ItemDataRole.ForegroundRole),
    *(Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole, CHANCE, SHARES),
)
"""What a cell may have that another one does not."""
_USUAL: Final = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable


class TableGrid(ValueField):
    """The field of a table. ``value`` is exactly what the file has until something is changed by hand."""

    def __init__(self) -> None:
        super().__init__()
        self.words: WordList | None = None
        self.usual_dice = USUAL_DICE
        self._name = ""
        self._kinds: tuple[str, ...] = ()
        """The kinds of combat that use the table."""
        self._sheet = TableSheet(None)
        self._said: dict[DataPath, str] = {}
        self.grid = _Grid()
        self.grid.setAccessibleName(
            "Table: the heads of its columns are in the first row, its dice in the first column"
        )
        self.grid.itemChanged.connect(self._typed)
        self.grid.copying.connect(self.copy)
        self.grid.pasting.connect(self.paste)
        self.grid.filling.connect(self.fill)
        self.grid.clearing.connect(self.clear_cells)
        self.complaint = PlainLabel()
        self.complaint.setObjectName("complaint")
        self.complaint.setWordWrap(True)
        self.complaint.hide()
        self.legend = ShareLegend()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._buttons())
        layout.addWidget(self.grid, 1)
        layout.addWidget(self.legend)
        layout.addWidget(self.complaint)
        hand_on(self, self.grid)
        self._show()

    def _buttons(self) -> QWidget:
        bar = QWidget()
        flow = FlowLayout(bar, 4)
        self.buttons: dict[str, PanelButton] = {}
        entries: tuple[tuple[str, Callable[[], None], str], ...] = (
            ("Add row", self.add_row, "Add a row at the end"),
            ("Add column", self.add_column, "Add a column at the right"),
            ("Remove row", self.remove_rows, "Remove the selected rows"),
            ("Remove column", self.remove_columns, "Remove the selected columns"),
            ("Fill", self.fill, "Copy the first selected cell into the other selected cells (Ctrl+D)"),
            ("Copy", self.copy, "Copy the selected cells (Ctrl+C)"),
            ("Paste", self.paste, "Paste cells from a spreadsheet (Ctrl+V)"),
        )
        for text, act, tip in entries:
            button = PanelButton()
            button.setText(text)
            button.setToolTip(as_written(tip))
            button.clicked.connect(act)
            self.buttons[text] = button
            flow.addWidget(button)
        return bar

    # -- what it is about -------------------------------------------------------------------------------------

    def set_words(self, words: WordList) -> None:
        """Explain the codes by the results of this word list; codes that it does not have are marked."""
        self.words = words
        self._use_kinds()
        self._show()

    def set_place(self, path: DataPath) -> None:
        """Say which table of the file it is: the kinds of combat that use it say which dice are thrown for it."""
        self._name = str(path[-1]) if path else ""
        self._use_kinds()
        self._show()

    def _use_kinds(self) -> None:
        """Take dice and own results from the kinds of combat that use the table."""
        listed_kinds = listed(self.words.entry("combat")) if self.words is not None else []
        kinds = [kind for kind in listed_kinds if isinstance(kind, Mapping) and kind.get("table") == self._name]
        self._kinds = tuple(str(kind.get("name")) for kind in kinds)
        if self._name:
            self.usual_dice = next((plain_text(kind["dice"]) for kind in kinds if "dice" in kind), USUAL_DICE)

    def set_dice(self, dice: str) -> None:
        """The dice that are thrown for the table where it names none of its own."""
        if dice != self.usual_dice:
            self.usual_dice = dice
            self._show()

    def show_findings(self, findings: Iterable[Finding], path: DataPath) -> None:
        """Mark the cells that findings speak of; the table is at this path of the file."""
        self._said = {}
        for finding in findings:
            if finding.place.path[: len(path)] == path:
                self._said.setdefault(tuple(finding.place.path[len(path) :]), finding.message)
        self._show()

    def value(self) -> Any:
        return self._sheet.data()

    def set_value(self, value: Any) -> None:
        if not same(value, self.value()):
            self._sheet = TableSheet(value)
            self._said = {}
            self._show()

    # -- showing ----------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Show the table, with its bars; the current cell stays where it is."""
        sheet = self._sheet
        current = (self.grid.currentRow(), self.grid.currentColumn())
        with QSignalBlocker(self.grid):
            self.grid.setRowCount(len(sheet.keys) + 2)
            self.grid.setColumnCount(sheet.width + 1)
            self._show_heads()
            chances = self._chances()
            for row, key in enumerate(sheet.keys):
                self._show_key(row, key, chances[row] if chances else None)
                for column in range(sheet.width):
                    self._item(row + 1, column + 1, sheet.text(row, column), self._fault(row, column))
            self._show_bars()
            self.grid.resizeColumnsToContents()
            for column in range(self.grid.columnCount()):
                self.grid.setColumnWidth(column, max(NARROW, self.grid.columnWidth(column) + 6))
            for row in range(len(sheet.keys) + 1):
                self.grid.setRowHeight(row, self.grid.verticalHeader().defaultSectionSize())
            self.grid.setRowHeight(len(sheet.keys) + 1, BAR)
            self.grid.setMinimumHeight(min(self.grid.sizeHint().height(), TALL))
            self.grid.executeDelayedItemsLayout()
            if self.grid.currentRow() < 0:
                self.grid.setCurrentCell(max(current[0], 0), max(current[1], 0))
        self._complain("" if sheet.sound else "This is not a table yet. Type headings and rows, or paste a table.")

    def _complain(self, text: str) -> None:
        self.complaint.setText(text)
        self.complaint.setVisible(bool(text))

    def _item(self, row: int, column: int, text: str, fault: str = "") -> QTableWidgetItem:
        item = self.grid.item(row, column)
        if item is None:
            item = QTableWidgetItem()
            self.grid.setItem(row, column, item)
        for role in _DRESS:
            item.setData(role, None)
        item.setFlags(_USUAL)
        item.setText(text)
        item.setToolTip(as_written(fault))
        if fault:
            item.setForeground(error_colour())
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, fault)
        return item

    def _heading(self, item: QTableWidgetItem) -> None:
        font = QFont(self.grid.font())
        font.setBold(True)
        item.setFont(font)
        item.setBackground(self.palette().color(QPalette.ColorRole.AlternateBase))

    def _show_heads(self) -> None:
        sheet = self._sheet
        dice = sheet.dice or self.usual_dice
        fault = "" if throw_of(dice) is not None else f"{dice} cannot be rolled"
        corner = self._item(0, 0, dice, fault)
        corner.setData(Qt.ItemDataRole.AccessibleTextRole, f"Dice: {dice}")
        self._heading(corner)
        for column in range(sheet.width):
            head = sheet.head(column)
            missing = "" if head else "this column has no head"
            self._heading(self._item(0, column + 1, head, self._said.get(("columns", column), missing)))

    def _show_key(self, row: int, key: str, chance: Fraction | None) -> None:
        said = self._said.get(("rows", key), "")
        item = self._item(row + 1, 0, key, said or ("" if chance is not None else "this is not a row of these dice"))
        item.setData(CHANCE, percent(float(chance)) if chance is not None else "")
        self._heading(item)

    def _chances(self) -> list[Fraction | None]:
        throw = throw_of(self._sheet.dice or self.usual_dice)
        return row_chances(self._sheet.keys, throw) if throw is not None else []

    def _figures(self) -> bool:
        """Whether the table holds numbers, and no codes of results."""
        cells = [cell for row in self._sheet.cells for cell in row]
        return bool(cells) and all(parsed(cell) is not None for cell in cells)

    def _hurt(self) -> dict[str, Hurt]:
        if self.words is None or self._figures():
            return {code: "none" for row in range(len(self._sheet.keys)) for code in self._texts(row)}
        return hurt_by_code(self.words, self._kinds)

    def _texts(self, row: int) -> list[str]:
        return [self._sheet.text(row, column) for column in range(self._sheet.width)]

    def _fault(self, row: int, column: int) -> str:
        """What is wrong with a cell: what a finding says of it, or a code that no result explains."""
        text = self._sheet.text(row, column)
        said = self._said.get(("rows", self._sheet.keys[row], column), "")
        if said or self.words is None or text in NOTHING or self._figures():
            return said
        known = self.words.names("code")
        if text in known:
            return ""
        near = nearest(text, known)
        return f"{unexplained(text)}; did you mean {near}?" if near else unexplained(text)

    def _show_bars(self) -> None:
        sheet, last = self._sheet, len(self._sheet.keys) + 1
        throw = throw_of(sheet.dice or self.usual_dice)
        rows = [self._texts(row) for row in range(len(sheet.keys))]
        columns = column_shares(sheet.keys, rows, sheet.width, throw) if throw is not None else []
        hurt = self._hurt()
        fixed = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        self._item(last, 0, "Shares").setFlags(fixed)
        for column in range(sheet.width):
            shares = shares_of(columns[column], hurt) if column < len(columns) else []
            item = self._item(last, column + 1, "")
            item.setFlags(fixed)
            item.setData(SHARES, shares)
            said = shares_in_words(shares)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"Shares of column {sheet.head(column)}: {said}")
            item.setToolTip(as_written(said.replace(", ", "\n")))

    def changeEvent(self, event: QEvent) -> None:
        """Give headings the colours of another look: each cell keeps the colour that it was given."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show()

    # -- changing ---------------------------------------------------------------------------------------------

    def _done(self, changed: bool) -> None:
        self._show()
        if changed:
            self.changed.emit()

    def _typed(self, item: QTableWidgetItem) -> None:
        self._done(self._put(item.row(), item.column(), item.text().strip()))

    def _put(self, row: int, column: int, text: str) -> bool:
        """Write into a cell of the grid: the dice, a head, a key or a result. Whether that changed the table."""
        if row > len(self._sheet.keys):
            return False
        if not row and not column:
            return self._sheet.put_dice("" if text == self.usual_dice and not self._sheet.dice else text)
        if not row:
            return self._sheet.put_head(column - 1, text)
        if not column:
            return self._sheet.put_key(row - 1, text)
        return self._sheet.put(row - 1, column - 1, text)

    def add_row(self) -> None:
        """Add a row at the end, and go to it."""
        if len(self._sheet.keys) < MOST_ROWS:
            self._sheet.add_row()
            self._done(changed=True)
            self.grid.setCurrentCell(len(self._sheet.keys), 0)

    def add_column(self) -> None:
        """Add a column at the right, and go to it."""
        if self._sheet.width < MOST_COLUMNS:
            self._sheet.add_column()
            self._done(changed=True)
            self.grid.setCurrentCell(0, self._sheet.width)

    def remove_rows(self) -> None:
        """Take out the rows with a selected cell."""
        rows = {index.row() - 1 for index in self._selected()}
        self._remove(self._sheet.remove_rows, [row for row in rows if 0 <= row < len(self._sheet.keys)])

    def remove_columns(self) -> None:
        """Take out the columns with a selected cell."""
        self._remove(self._sheet.remove_columns, [n - 1 for n in {i.column() for i in self._selected()} if n > 0])

    def _remove(self, remove: Callable[[Sequence[int]], None], numbers: list[int]) -> None:
        if numbers:
            remove(numbers)
            self._done(changed=True)

    def _selected(self) -> list[QModelIndex]:
        found = sorted(self.grid.selectedIndexes(), key=lambda index: (index.row(), index.column()))
        return found or [self.grid.currentIndex()]

    def fill(self) -> None:
        """Copy the first selected cell into all others that are selected."""
        first, *others = self._selected()
        text = str(first.data() or "")
        self._write(others, text)

    def _write(self, indexes: Iterable[QModelIndex], text: str) -> None:
        written = [self._put(index.row(), index.column(), text) for index in indexes]
        self._done(any(written))

    def clear_cells(self) -> None:
        """Write no effect into the selected cells."""
        inside = [index for index in self._selected() if index.row() and index.column()]
        self._write(inside, EMPTY)

    def copy(self) -> None:
        """Put the selected cells onto the clipboard, as spreadsheets take them."""
        indexes = [index for index in self._selected() if index.row() <= len(self._sheet.keys)]
        if indexes:
            columns = range(min(i.column() for i in indexes), max(i.column() for i in indexes) + 1)
            rows = range(indexes[0].row(), indexes[-1].row() + 1)
            cells = [[str(self.grid.model().index(row, column).data() or "") for column in columns] for row in rows]
            QGuiApplication.clipboard().setText(spreadsheets.table(cells, "\t"))

    def paste(self) -> None:
        """Write the cells of the clipboard from the current cell on; rows and columns are added as they are needed."""
        try:
            cells = spreadsheets.cells(QGuiApplication.clipboard().text())
        except HexwrightError as error:
            self._complain(f"Could not paste: {error}.")
            return
        first = self._selected()[0]
        row, column = max(first.row(), 0), max(first.column(), 0)
        high, wide = row + len(cells), column + max((len(line) for line in cells), default=0)
        if not cells or high > MOST_ROWS + 1 or wide > MOST_COLUMNS + 1:
            self._complain(
                f"Could not paste: a table has at most {MOST_ROWS} rows and {MOST_COLUMNS} columns."
                if cells
                else "Nothing to paste. First copy cells in a spreadsheet."
            )
            return
        while len(self._sheet.keys) + 1 < high:
            self._sheet.add_row()
        while self._sheet.width + 1 < wide:
            self._sheet.add_column()
        for down, line in enumerate(cells):
            for right, text in enumerate(line):
                self._put(row + down, column + right, text.strip())
        self._done(changed=True)


class _Grid(QTableWidget):
    """The cells, with the keys that a spreadsheet has."""

    copying, pasting, filling, clearing = Signal(), Signal(), Signal(), Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setItemDelegate(_ShareDelegate(self))
        self.horizontalHeader().hide()
        self.verticalHeader().hide()
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)

    def sizeHint(self) -> QSize:
        """As high as the table."""
        high = sum(self.rowHeight(row) for row in range(self.rowCount())) + 2 * self.frameWidth()
        return QSize(300, high + self.horizontalScrollBar().sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, paste, fill down and clear."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copying.emit()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.pasting.emit()
        elif event.key() == Qt.Key.Key_D and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.filling.emit()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.clearing.emit()
        else:
            super().keyPressEvent(event)


class _ShareDelegate(CellDelegate):
    """Paints the bars, and the chance of each row beside its key."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a cell, and what it has beside its text."""
        super().paint(painter, option, index)
        area = QRectF(option.rect)
        shares: list[ResultShare] | None = index.data(SHARES)
        chance = index.data(CHANCE)
        painter.save()
        if shares:
            paint_bar(painter, shares, area.adjusted(3, 3, -3, -3), option.palette)
        elif chance:
            painter.setPen(option.palette.color(QPalette.ColorRole.PlaceholderText))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(area.adjusted(0, 0, -4, 0), right, str(chance))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """As wide as the text and what is beside it."""
        size = super().sizeHint(option, index)
        chance = index.data(CHANCE)
        return size + QSize(option.fontMetrics.horizontalAdvance(f"  {chance}"), 0) if chance else size
