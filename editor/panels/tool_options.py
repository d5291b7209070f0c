"""The options of the tool in use: one row for each that it names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from editor.desk.desk import Desk
from editor.look.icons import icon
from editor.look.rebuilding import put_last
from editor.plain import PlainLabel
from editor.tools.base import Tool
from editor.tools.options import OptionRow, RowKind

ICON: Final = 18
"""Pixels of the tool's icon."""
SPACING: Final = 6
"""Pixels between two rows."""


R = TypeVar("R", bound=OptionRow)


class ToolOptions(QWidget):
    """Name, key and options of the tool in use."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._title, self._icon = PlainLabel(), PlainLabel()
        font = self._title.font()
        font.setBold(True)
        self._title.setFont(font)
        self._head = head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._icon)
        head.addWidget(self._title, 1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(10, 8, 10, 8)
        self._column.setSpacing(SPACING)
        self._column.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._column.addLayout(head)
        self._rows: dict[RowKind, OptionRow] = {}
        self._make_rows(desk.tools.all)
        desk.tools.added.connect(self._make_rows)
        desk.tools.changed.connect(lambda _key: self._show())
        self._show()

    def _make_rows(self, tools: Sequence[Tool[Any]]) -> None:
        """The rows that these tools name, where they are not made yet."""
        for option in dict.fromkeys(option for tool in tools for option in tool.options):
            if option not in self._rows:
                row = self._rows[option] = option(self._desk)
                row.setParent(self)
                row.read()

    @property
    def rows(self) -> list[OptionRow]:
        """All rows, shown or not."""
        return list(self._rows.values())

    def row(self, kind: type[R]) -> R:
        """The row of an option, shown or not; KeyError when no tool has it."""
        for row in self.rows:
            if type(row) is kind:
                return row
        raise KeyError(kind.__name__)

    def _show(self) -> None:
        tool = self._desk.tools.tool
        self._title.setText(f"{tool.title}  ({tool.shortcut})" if tool.shortcut else tool.title)
        self._icon.setPixmap(icon(tool.picture or tool.key).pixmap(ICON, ICON))
        for option, row in self._rows.items():
            row.setVisible(option in tool.options)
        for option in tool.options:
            put_last(self._column, self._rows[option])
        self._keep_height()

    def showEvent(self, event: QShowEvent) -> None:
        """Its rows have their style by now."""
        super().showEvent(event)
        self._keep_height()

    def _keep_height(self) -> None:
        """Be as high for every tool as the one with most options needs: what is below stays where it is."""
        margins, head = self._column.contentsMargins(), self._head.sizeHint().height()
        rows = {option: SPACING + row.sizeHint().height() for option, row in self._rows.items()}
        most = max(sum(rows[option] for option in tool.options) for tool in self._desk.tools.all)
        self.setMinimumHeight(max(self.minimumHeight(), margins.top() + head + most + margins.bottom()))
