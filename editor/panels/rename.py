"""Names that are edited in their row: F2 opens a field in the row, Enter takes the name, Esc leaves it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, QTimer
from PySide6.QtWidgets import QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

Index = QModelIndex | QPersistentModelIndex


class NameDelegate(QStyledItemDelegate):
    """Lets the name of a row be edited, whatever else the row says."""

    def __init__(self, parent: QObject, name_of: Callable[[Index], str], rename: Callable[[Index, str], None]) -> None:
        """``name_of`` gives the name of a row. ``rename`` is called with a new name when the field closes."""
        super().__init__(parent)
        self._name_of, self._rename = name_of, rename

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A field for a line of text."""
        field = QLineEdit(parent)
        field.setAccessibleName(f"Name of {name}" if (name := self._name_of(index)) else "Name")
        return field

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """The name alone, all of it selected."""
        assert isinstance(editor, QLineEdit)
        editor.setText(self._name_of(index))
        editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Take the name over, when it is another one. The row may be made again for it: not while its field is open."""
        assert isinstance(editor, QLineEdit)
        name = " ".join(editor.text().split())
        if name and name != self._name_of(index):
            kept = QPersistentModelIndex(index)
            QTimer.singleShot(0, self, lambda: self._rename(kept, name))
