"""The rows of the list of problems: findings one by one, and those of one code that are many below a row for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QFont, QGuiApplication

from editor.dialogs.severity import NAMES, severity_icon
from editor.dialogs.texts import sentence
from editor.panels.links import place_in_words
from editor.plain import as_written
from engine.findings import Finding, Severity
from engine.scenario import Scenario
from engine.spelling import folded
from engine.umpire.checks.registry import CHECKS

GROUPED: Final = 4
"""From this number on, findings of one code are below a row for all of them."""
COLUMNS: Final = ("", "Code", "Problem", "Place", "Paragraph")
SEVERITY, CODE, MESSAGE, PLACE, RULE = range(5)
CLOSED, OPEN, BELOW = "\u25b8 ", "\u25be ", "\u2003"
"""Before the words of a group that is closed or open, and before those of a finding in it."""
Index = QModelIndex | QPersistentModelIndex
NO_INDEX: Final = QModelIndex()


@dataclass(frozen=True, slots=True)
class AlikeFindings:
    """The row for all findings of a code."""

    code: str
    findings: tuple[Finding, ...]

    @property
    def said(self) -> str:
        """How many there are, and of what."""
        check = CHECKS.get(self.code)
        return f"{len(self.findings)} × {check.title if check is not None else sentence(self.findings[0].message)}"


class FindingsModel(QAbstractTableModel):
    """Findings as rows; the finding itself is the data of ``Qt.UserRole``, of a group its first one."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Finding | AlikeFindings] = []
        """The rows, also those of closed groups."""
        self.scenario: Scenario | None = None
        self.open: set[str] = set()
        """The codes whose groups are open."""
        self.grouped: set[str] = set()
        """The codes that have a group."""

    def show(self, findings: Sequence[Finding], scenario: Scenario | None = None) -> None:
        """Show other findings, with the scenario whose names they are said with."""
        self.beginResetModel()
        counts, self.scenario = Counter(one.code for one in findings), scenario
        self.grouped = {code for code, number in counts.items() if number >= GROUPED}
        self.rows = []
        for code in dict.fromkeys(one.code for one in findings):
            same = [one for one in findings if one.code == code]
            if code in self.grouped:
                self.rows.append(AlikeFindings(code, tuple(same)))
            self.rows += same
        self.endResetModel()

    @staticmethod
    def _first(row: Finding | AlikeFindings) -> Finding:
        return row.findings[0] if isinstance(row, AlikeFindings) else row

    def row_of(self, finding: Finding) -> int:
        """The row of a finding; of one in a closed group that of the group."""
        for number, row in enumerate(self.rows):
            if row == finding or (
                isinstance(row, AlikeFindings) and row.code == finding.code and row.code not in self.open
            ):
                return number
        return -1

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """How many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """The columns of ``COLUMNS``."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The columns' names."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, icons and tips of a row."""
        row = self.rows[index.row()]
        finding, column = self._first(row), index.column()
        if role == Qt.ItemDataRole.UserRole:
            return finding
        if role == Qt.ItemDataRole.DecorationRole and column == SEVERITY:
            return severity_icon(finding.severity)
        if role == Qt.ItemDataRole.AccessibleTextRole and column == SEVERITY:
            return NAMES[finding.severity]
        return (
            self._of_group(row, column, role) if isinstance(row, AlikeFindings) else self._of_one(finding, column, role)
        )

    def _of_group(self, group: AlikeFindings, column: int, role: int) -> Any:
        is_open = group.code in self.open
        if role == Qt.ItemDataRole.DisplayRole:
            return ("", group.code, (OPEN if is_open else CLOSED) + group.said, "", "")[column]
        if role == Qt.ItemDataRole.AccessibleTextRole and column == MESSAGE:
            return f"{group.said}, {'open' if is_open else 'closed'}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_written("Click to list them one by one" if not is_open else "Click to close the list")
        if role == Qt.ItemDataRole.FontRole:
            font = QFont(QGuiApplication.font())
            font.setBold(True)
            return font
        return None

    def _of_one(self, finding: Finding, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            where = place_in_words(finding.place, self.scenario)
            said = (BELOW if finding.code in self.grouped else "") + sentence(finding.message)
            return ("", finding.code, said, where, finding.rule)[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_written(sentence(finding.message) + (f"\n{sentence(finding.hint)}" if finding.hint else ""))
        if role == Qt.ItemDataRole.ForegroundRole and column == RULE:
            return QGuiApplication.palette().link().color()
        return None


class FindingsFilter(QSortFilterProxyModel):
    """Lets through what holds the typed text and is of a severity that is switched on; of a closed group only its row,
    unless something was typed."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.hidden: set[Severity] = set()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        """Whether a row is shown."""
        source = self.sourceModel()
        assert isinstance(source, FindingsModel)
        shown = source.rows[row]
        if isinstance(shown, AlikeFindings):
            return any(self._passes(one) for one in shown.findings)
        closed = shown.code in source.grouped and shown.code not in source.open
        return self._passes(shown) and not (closed and not self.text)

    def _passes(self, finding: Finding) -> bool:
        if finding.severity in self.hidden:
            return False
        return self.text in folded(f"{finding} {finding.place.hex} {finding.place.unit}")

    def group_at(self, index: Index) -> AlikeFindings | None:
        """The group that a row is for; None for a finding."""
        source = self.sourceModel()
        assert isinstance(source, FindingsModel)
        number = self.mapToSource(index).row()
        row = source.rows[number] if 0 <= number < len(source.rows) else None
        return row if isinstance(row, AlikeFindings) else None

    def fold(self, code: str) -> None:
        """Open the group of a code, or close it."""
        source = self.sourceModel()
        assert isinstance(source, FindingsModel)
        source.open ^= {code}
        self.invalidate()

    def set_text(self, text: str) -> None:
        """Show only what holds this text."""
        self.text = folded(text.strip())
        self.invalidate()

    def set_hidden(self, severity: Severity, hidden: bool) -> None:
        """Hide a severity or show it."""
        self.hidden = self.hidden | {severity} if hidden else self.hidden - {severity}
        self.invalidate()
