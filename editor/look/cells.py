"""Typing into the cells of tables."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QStyledItemDelegate, QTextEdit, QWidget

ENTER = (Qt.Key.Key_Return.value, Qt.Key.Key_Enter.value)


class CellDelegate(QStyledItemDelegate):
    """What every table uses whose cells can be typed into: Enter takes over at once what was typed.

    Qt's own delegate only puts the taking over on its list when Enter is pressed. Where the field of the cell is closed
    before the list's turn comes (a second key, a dialog that closes), its table no longer knows it and warns.
    """

    def eventFilter(self, field: QObject, event: QEvent) -> bool:
        """Take over what is in the field of a cell when Enter is pressed, and close it."""
        entered = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in ENTER
        if entered and isinstance(field, QWidget) and not isinstance(field, QTextEdit | QPlainTextEdit):
            self.commitData.emit(field)
            self.closeEditor.emit(field, QStyledItemDelegate.EndEditHint.NoHint)
            return True
        return super().eventFilter(field, event)
